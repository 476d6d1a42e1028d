/* A fast parser of lines {"id": 7, "from": [0, 1], "to": [1, 2]}, of which most batches consist. */
#ifndef LW_IO_MOTION_SEGMENT_LINE_H
#define LW_IO_MOTION_SEGMENT_LINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lw_segment_line {
    size_t count;   /* in: how many values each end has */
    double *values; /* the caller's memory: the values of from, then those of to */
    const char *id; /* its JSON text, in the line; NULL: there is none */
    size_t id_length;
} lw_segment_line;

/* Reads a line in one pass, without a tree of values. It must be an object with from and to, each a
 * list of `count` numbers of at most LW_LARGEST, and optionally an id, a whole number of up to 18
 * digits or a string of printable ASCII without escapes; each key once, in any order. True:
 * io/text/json.h would read the same values. False: it is another line, with or without an error, and
 * is left to io/text/json.h. */
bool lw_segment_line_read(const char *text, size_t length, lw_segment_line *line);

#endif
