/* JSON as the tool writes it, and ids, which are JSON text, as people read them. */
#include "json_text.h"

#include "numbers.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

bool lw_print_string_part(FILE *file, const char *text, size_t length)
{
    json_t *string = json_stringn(text, length);
    bool printed = string && !json_dumpf(string, file, JSON_ENCODE_ANY);
    json_decref(string);
    return printed;
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
    json_t *value = json_loads(id, JSON_DECODE_ANY, NULL);
    const char *string = json_string_value(value);
    snprintf(text, size, "%s", string && *string ? string : id);
    json_decref(value);
}
