/* The lines of a file or of standard input, each as soon as it arrives. Memory: one buffer, as long as
 * the longest line needs. */
#ifndef LW_IO_TEXT_LINES_H
#define LW_IO_TEXT_LINES_H

#include "leeway/leeway.h"

typedef struct lw_lines {
    int descriptor;   /* -1: not open */
    const char *name; /* the file's name in errors */
    int number;       /* number of the last line returned, from 1 */
    bool ended;       /* the end of the file was read */
    bool too_long;    /* the beginning of the current line was dropped */
    char *bytes;
    size_t begin, end; /* bytes[begin] to bytes[end - 1] are read, but not returned yet */
    size_t searched;   /* there is no newline from `begin` up to here */
    size_t capacity;
} lw_lines;

/* Opens a file. name: its name in errors, which must live as long. path "-": standard input, which
 * nothing else may read. Error file. Close in any case. */
lw_status lw_lines_open(lw_lines *lines, const char *path, const char *name, lw_error *error);
void lw_lines_close(lw_lines *lines);

/* The next line without its newline, valid until the next call; *more is false at the end. Errors: file
 * (also when a signal interrupts it; no byte is lost then), memory, syntax (a line longer than 256 MiB,
 * which is skipped). */
lw_status lw_lines_next(lw_lines *lines, const char **text, size_t *length, bool *more,
                        lw_error *error);

/* Whether the next call would have to wait for input. */
bool lw_lines_wait(const lw_lines *lines);

#endif
