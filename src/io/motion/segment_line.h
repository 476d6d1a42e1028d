/* Lines {"id": ..., "from": [..], "to": [..]}, which most batches consist of, read in one pass. */
#ifndef LW_IO_MOTION_SEGMENT_LINE_H
#define LW_IO_MOTION_SEGMENT_LINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lw_segment_line {
    size_t count;   /* the caller's: how many values each end has */
    double *values; /* the caller's room: the values of from, then those of to */
    const char *id; /* its JSON text, in the line; NULL: there is none */
    size_t id_length;
} lw_segment_line;

/* Reads a line. False where it is anything but an object of from and to, each a list of as many numbers
 * of at most LW_LARGEST, and of an id, where there is one, that is a whole number of up to 18 digits or
 * a string of printable ASCII without escapes; each key once, in any order. Such a line may be in error
 * or not: io/text/json.h tells, and reads the same values from what is true here. */
bool lw_segment_line_read(const char *text, size_t length, lw_segment_line *line);

#endif
