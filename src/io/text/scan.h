/* A tokenizer: the words of a text between blanks, each with its line. */
#ifndef LW_IO_TEXT_SCAN_H
#define LW_IO_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lw_scan {
    const char *at, *end;
    int line; /* line of the last word; the caller sets it to 1 at first */
    const char *word;
    size_t length;
} lw_scan;

/* Reads the next word, up to a blank or the end of the text; false where there is none. */
bool lw_scan_word(lw_scan *scan);

/* Skips the rest of the last word's line. */
void lw_scan_skip_line(lw_scan *scan);

/* Whether the last word is `word`, which is in lower case; the text's case does not matter. */
bool lw_scan_is(const lw_scan *scan, const char *word);

#endif
