/* The output of results: standard output, or the file of -o. */
#ifndef LW_TOOL_TEXT_OUTPUT_H
#define LW_TOOL_TEXT_OUTPUT_H

#include "leeway/leeway.h"
#include "text/inputs.h"

#include <stdio.h>

typedef enum lw_output_kind {
    LW_OUTPUT_LINES,   /* written line by line: earlier lines stay, even if the work fails later */
    LW_OUTPUT_DOCUMENT /* whole or not at all: it replaces the file when it is closed */
} lw_output_kind;

typedef struct lw_output {
    lw_output_kind kind;
    const char *path;        /* the file of -o; NULL: standard output */
    const lw_inputs *inputs; /* files that results must not replace; NULL: none */
    FILE *file;              /* NULL: not open yet */
    bool color;              /* the output is a terminal that wants colour */
    bool failed;             /* a failure was reported */
    bool unread;             /* the reader of the pipe has closed it, which is no failure */
    bool held;               /* a document that is kept in `text` until its end */
    char *text;
    size_t size;
} lw_output;

/* An output. path NULL or "-": standard output. Touches no file yet. */
lw_output lw_output_to(const char *path, lw_output_kind kind, const lw_inputs *inputs);

/* Opens the output if it is not open yet. Call it once there are results, or when only the work itself
 * can still fail. Errors: file (cannot be written, or is an input). */
lw_status lw_output_begin(lw_output *output, lw_error *error);

/* Writes bytes into an open output. Errors: as lw_output_flush. */
lw_status lw_output_put(lw_output *output, const char *bytes, size_t count, lw_error *error);

/* Flushes. Errors: file, the first time that it fails. If the pipe has no reader any more, `unread` is
 * set instead: the work can end then. */
lw_status lw_output_flush(lw_output *output, lw_error *error);

/* Flushes and closes; this writes a document's file. An output that was never opened is left alone. An
 * error that a flush reported already is not reported again. */
lw_status lw_output_close(lw_output *output, lw_error *error);

/* Closes without writing a document. */
void lw_output_abandon(lw_output *output);

/* Closes standard output after printing. Errors: file. */
lw_status lw_output_close_standard(lw_error *error);

#endif
