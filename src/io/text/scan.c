/* A tokenizer: the words of a text between blanks, each with its line. */
#include "io/text/scan.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool lw_scan_word(lw_scan *scan)
{
    for (; scan->at < scan->end && is_blank(*scan->at); scan->at++)
        scan->line += *scan->at == '\n';
    scan->word = scan->at;
    while (scan->at < scan->end && !is_blank(*scan->at))
        scan->at++;
    scan->length = (size_t)(scan->at - scan->word);
    return scan->length > 0;
}

void lw_scan_skip_line(lw_scan *scan)
{
    while (scan->at < scan->end && *scan->at != '\n')
        scan->at++;
}

bool lw_scan_is(const lw_scan *scan, const char *word)
{
    if (scan->length != strlen(word))
        return false;
    for (size_t i = 0; i < scan->length; i++) {
        char c = scan->word[i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != word[i])
            return false;
    }
    return true;
}
