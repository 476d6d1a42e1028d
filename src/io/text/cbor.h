/* Reads a sequence of CBOR items (RFC 8949, RFC 8742) as values, those that JSON has too: what
 * io/text/value_write.h writes, and what other programs write with the same contents. */
#ifndef LW_IO_TEXT_CBOR_H
#define LW_IO_TEXT_CBOR_H

#include "io/text/document.h"

typedef struct lw_cbor {
    const unsigned char *bytes; /* all items; texts of JSON in them live as long */
    size_t size, at;            /* bytes[at] is the next one to be read */
    int number;                 /* of the last item, from 1: the line of its values in errors */
} lw_cbor;

/* Reads the next item; *out is NULL at the end. Maps have at most 64 keys. Errors: syntax, memory. */
lw_status lw_cbor_next(lw_cbor *cbor, lw_document *document, lw_value **out);

#endif
