/* Words of a text, with the line that each stands in. */
#ifndef LW_IO_SCAN_H
#define LW_IO_SCAN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lw_scan {
    const char *at, *end;
    int line; /* of the word read last; begin with 1 */
    const char *word;
    size_t length;
} lw_scan;

/* The next word, ended by blanks or the text's end; false where there is none. */
bool lw_scan_word(lw_scan *scan);

/* Skips what is left of the line of the last word. */
void lw_scan_skip_line(lw_scan *scan);

/* Whether the last word is this one, in letters of either case. */
bool lw_scan_is(const lw_scan *scan, const char *word);

#endif
