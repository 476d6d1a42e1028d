/* The line and column of a parser in its text, counted incrementally. */
#ifndef LW_IO_TEXT_TEXT_PLACE_H
#define LW_IO_TEXT_TEXT_PLACE_H

#include "io/text/document.h"

typedef struct lw_text_place {
    const char *counted;    /* lines before this place are counted */
    const char *line_begin; /* the beginning of the line that holds `counted` */
    int line;
} lw_text_place;

static inline lw_text_place lw_text_begin(const char *text)
{
    return (lw_text_place){text, text, 1};
}

/* A value without content that has the line and column of `at`, for errors and new values. `at` must
 * not lie before the `at` of the last call. */
static inline lw_value lw_text_value(lw_text_place *place, const char *at)
{
    for (; place->counted < at; place->counted++)
        if (*place->counted == '\n') {
            place->line++;
            place->line_begin = place->counted + 1;
        }
    return (lw_value){.line = place->line, .column = (int)(at - place->line_begin) + 1, .weight = 1};
}

#endif
