/* The options of a session's checks as JSON. */
#ifndef LW_SESSION_SESSION_OPTIONS_H
#define LW_SESSION_SESSION_OPTIONS_H

#include "io/text/document.h"
#include "io/text/text.h"

typedef struct lw_asked {
    lw_check_options check;
    double near; /* also pairs that come nearer than this, metres; 0: none */
} lw_asked;

/* Sets the options that a map names; after an error all are as before. */
lw_status lw_asked_read(lw_document *document, const lw_value *node, lw_asked *asked);

/* Writes all options as a map. */
void lw_asked_write(lw_text *text, const lw_asked *asked);

#endif
