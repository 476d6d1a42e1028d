/* Where results go: standard output, or the file of -o. */
#ifndef LW_TOOL_OUTPUT_H
#define LW_TOOL_OUTPUT_H

#include "leeway/leeway.h"

#include <stdio.h>

typedef struct lw_output {
    FILE *file;
    const char *name; /* for sentences */
    bool color;       /* a terminal that wants it */
    bool failed;      /* said already */
} lw_output;

/* path NULL or "-": standard output. The file is emptied, so open it when there are results. */
lw_status lw_output_open(const char *path, lw_output *out, lw_error *error);

/* Passes on what was written so far; false, and an error the first time, where that failed. */
lw_status lw_output_flush(lw_output *output, lw_error *error);

/* Flushes and closes. An error that a flush reported already is not reported again. */
lw_status lw_output_close(lw_output *output, lw_error *error);

/* A JSON string; numbers so that they read back as the same double, infinities as null. */
void lw_print_string(FILE *file, const char *text);
void lw_print_number(FILE *file, double value);
void lw_print_vector(FILE *file, lw_vec3 v);

#endif
