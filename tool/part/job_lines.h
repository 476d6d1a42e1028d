/* The lines of a file of jobs, many at a time: all that have arrived. */
#ifndef LW_TOOL_PART_JOB_LINES_H
#define LW_TOOL_PART_JOB_LINES_H

#include "leeway/leeway.h"

typedef struct lw_job_lines {
    int descriptor;   /* -1: not open */
    const char *name; /* the file's name in errors */
    char *bytes;
    size_t begin, end; /* the bytes that were read and are not taken yet */
    size_t whole;      /* from `begin` up to here the bytes are whole lines */
    size_t capacity;
    int number;    /* number of the last line taken, from 1 */
    bool ended;    /* nothing is left to read */
    bool too_long; /* the beginning of the next line was dropped */
} lw_job_lines;

/* path "-": standard input. It must live as long as the lines. Close in any case. Error file. */
lw_status lw_job_lines_open(lw_job_lines *lines, const char *path, lw_error *error);
void lw_job_lines_close(lw_job_lines *lines);

/* If no whole line is left, reads until there is one, and further while there is room and no need to
 * wait. The lines taken before then become invalid. Errors: file (interrupted by a signal, too),
 * memory, syntax (a line longer than 256 MiB, which is skipped). */
lw_status lw_job_lines_fill(lw_job_lines *lines, lw_error *error);

/* Whether there are lines left to take or to read. */
bool lw_job_lines_left(const lw_job_lines *lines);

/* Takes a line that is not blank, without its end; false where there is none. It lives until the next
 * lw_job_lines_fill. */
bool lw_job_lines_next(lw_job_lines *lines, const char **text, size_t *length, int *number);

#endif
