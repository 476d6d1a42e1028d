/* Where a parser is in a text, by line and column, counted as it goes on. */
#ifndef LW_IO_TEXT_TEXT_PLACE_H
#define LW_IO_TEXT_TEXT_PLACE_H

#include "io/text/document.h"

typedef struct lw_text_place {
    const char *counted;    /* so far lines are counted: */
    const char *line_begin; /* of the line there */
    int line;
} lw_text_place;

static inline lw_text_place lw_text_begin(const char *text)
{
    return (lw_text_place){text, text, 1};
}

/* A value without content at a later place of the text, for sentences about it. */
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
