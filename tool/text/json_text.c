/* Printing JSON, and printing ids, which are JSON text, for people. */
#include "text/json_text.h"

#include "text/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool lw_print_string_part(FILE *file, const char *text, size_t length)
{
    char room[512];
    char *json = room;
    size_t size = 0;
    if (lw_text_json(text, length, room, sizeof room, &size, NULL))
        return false;
    if (size >= sizeof room) {
        json = malloc(size + 1);
        if (!json)
            return false;
        lw_text_json(text, length, json, size + 1, NULL, NULL);
    }
    fwrite(json, 1, size, file);
    if (json != room)
        free(json);
    return true;
}

void lw_print_string(FILE *file, const char *text)
{
    if (!text || !lw_print_string_part(file, text, strlen(text)))
        fputs("null", file);
}

void lw_print_number(FILE *file, double value)
{
    char text[LW_NUMBER_SIZE] = "null";
    if (isfinite(value))
        lw_number_text(value + 0.0, text); /* -0 becomes 0 */
    fputs(text, file);
}

void lw_print_vector(FILE *file, lw_vec3 v)
{
    fputc('[', file);
    lw_print_number(file, v.x);
    fputs(", ", file);
    lw_print_number(file, v.y);
    fputs(", ", file);
    lw_print_number(file, v.z);
    fputc(']', file);
}

void lw_plain_id(const char *id, char *text, size_t size)
{
    size_t length = 0;
    if (id[0] != '"' || lw_text_read_json(id, text, size, &length, NULL) || !length)
        snprintf(text, size, "%s", id);
}
