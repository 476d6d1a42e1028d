/* Words of a text, with the line that each stands in. */
#ifndef LW_IO_TEXT_SCAN_H
#define LW_IO_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lw_scan {
    const char *at, *end;
    int line; /* of the last word; begin with 1 */
    const char *word;
    size_t length;
} lw_scan;

/* The next word, ended by blanks or the text's end; false where there is none. */
bool lw_scan_word(lw_scan *scan);

/* Skips the rest of the last word's line. */
void lw_scan_skip_line(lw_scan *scan);

/* Whether the last word is this one, in upper or lower case. */
bool lw_scan_is(const lw_scan *scan, const char *word);

#endif
