/* A line of text for the caller's memory, written through a stream. */
#ifndef LW_IO_TEXT_STREAM_H
#define LW_IO_TEXT_STREAM_H

#include <stdio.h>

#include "leeway/leeway.h"

typedef struct lw_text_stream {
    FILE *file;  /* write here */
    char *room;  /* the caller's */
    size_t size; /* of the room */
    char *text;  /* what was written */
    size_t length;
} lw_text_stream;

/* Opens a stream for size bytes of the caller; text may be NULL where size is 0. Errors: argument,
 * memory. */
lw_status lw_text_begin(lw_text_stream *stream, char *text, size_t size, lw_error *error);

/* Closes the stream and copies its one line, without the newline at its end, as snprintf does; length
 * (may be NULL) becomes that of the whole line. written: whether writing went well. Error memory. */
lw_status lw_text_end(lw_text_stream *stream, bool written, size_t *length, lw_error *error);

#endif
