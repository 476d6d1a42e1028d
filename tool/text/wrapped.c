/* Text with line breaks between words. */
#include "text/wrapped.h"

#include <string.h>

/* The length of the part of a too long line before its break: up to the last blank at or before the
 * margin; without such a blank, the first word. */
static size_t break_line(const char *line, size_t length, size_t room)
{
    size_t at = room;
    while (at > 0 && line[at] != ' ')
        at--;
    while (at > 0 && line[at - 1] == ' ')
        at--;
    if (at > 0)
        return at;
    at = strspn(line, " ");
    while (at < length && line[at] != ' ')
        at++;
    return at;
}

void lw_print_wrapped(FILE *file, const char *text, size_t column, size_t indent, size_t margin)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (length >= margin - column) {
            const size_t shown = break_line(text, length, margin - column);
            fprintf(file, "%.*s", (int)shown, text);
            text += shown;
            text += strspn(text, " ");
            if (*text && *text != '\n')
                fprintf(file, "\n%*s", (int)indent, "");
            column = indent;
            continue;
        }
        fprintf(file, "%.*s", (int)length, text);
        text += length;
        if (*text == '\n') {
            fputc('\n', file);
            text++;
        }
        column = 0;
    }
}
