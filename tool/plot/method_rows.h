/* The samples and proofs of methods on one motion, as rows below a plot that share its time axis: the
 * times at which the robots are posed, and each proven interval, at a height by its length. */
#ifndef LW_TOOL_PLOT_METHOD_ROWS_H
#define LW_TOOL_PLOT_METHOD_ROWS_H

#include "leeway/leeway.h"

#include <stdio.h>

typedef struct lw_method_row {
    const char *proof; /* NULL, or the row is of this proof file */
    lw_method method;
    const lw_motion *motion;
    lw_verdict verdict;
    lw_trace trace;
} lw_method_row;

/* Fills a row with a check of the motion by the row's method. The motion has to outlive the row. All
 * options count except the method and the functions. Rows of `sampled` and `auto` have samples but no
 * intervals: `sampled` proves nothing, and `auto` proves pairs by the thousand. Errors: those of
 * lw_check, memory. Free the row, also after an error. */
lw_status lw_method_row_check(lw_method_row *row, lw_checker *checker, const lw_motion *motion,
                              const lw_check_options *options, lw_error *error);

/* Fills a row with the intervals that a proof file states of the motion. id: as of lw_trace_read, whose
 * errors it has. Free the row, also after an error. */
lw_status lw_method_row_read(lw_method_row *row, const lw_motion *motion, const char *id,
                             lw_error *error);
void lw_method_row_free(lw_method_row *row);

/* The left and right sides of the rows on the page, pixels, and the times there. */
typedef struct lw_row_span {
    double left, right;
    double first, last;
} lw_row_span;

/* The height of all rows together. */
double lw_method_rows_height(const lw_method_row *rows, size_t count);

/* Draws the rows below `top`. */
void lw_method_rows_write(FILE *file, const lw_method_row *rows, size_t count, const lw_row_span *span,
                          double top);

#endif
