/* The lines of a file or of standard input, each as soon as it is there. The memory is that of the
 * longest line. */
#ifndef LW_IO_LINES_H
#define LW_IO_LINES_H

#include "base/error.h"

typedef struct lw_lines {
    int descriptor;   /* -1: not open */
    const char *name; /* for errors */
    int number;       /* of the line given last, from 1 */
    bool ended;       /* nothing is left to read */
    bool too_long;    /* of the line at hand, the beginning was dropped */
    char *bytes;
    size_t begin, end; /* what was read and not given yet */
    size_t searched;   /* before here there is no end of a line */
    size_t capacity;
} lw_lines;

/* name: of the file, for errors; it must live as long. path "-": standard input, of which nothing else
 * may read. Error file. Close in any case. */
lw_status lw_lines_open(lw_lines *lines, const char *path, const char *name, lw_error *error);
void lw_lines_close(lw_lines *lines);

/* The next line without its end, living until the next call; *more false at the end. Errors: file
 * (interrupted by a signal, too: nothing is lost then), memory, syntax (a line longer than 256 MiB,
 * which is skipped). */
lw_status lw_lines_next(lw_lines *lines, const char **text, size_t *length, bool *more,
                        lw_error *error);

/* Whether the next call would have to wait for input. */
bool lw_lines_wait(const lw_lines *lines);

#endif
