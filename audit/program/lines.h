/* The lines of a proof file: JSON Lines, or the same values in CBOR (RFC 8949, RFC 8742). */
#ifndef LW_AUDIT_LINES_H
#define LW_AUDIT_LINES_H

#include <stdio.h>

#include "model.h"

typedef struct lines {
    FILE *file;
    size_t number; /* of the last line, or item of CBOR, from 1 */
    bool begun, cbor;
    bool ended; /* nothing follows; or what follows cannot be told apart, as in CBOR that is wrong */
    char *text;
    size_t capacity;
} lines;

/* The next line, which the caller releases. NULL: the file has ended, and *why has no sentence; or the
 * line is not what it should be, and it has. */
json_t *lines_next(lines *in, refusal *why);

void lines_free(lines *in);

#endif
