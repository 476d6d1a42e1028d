/* What methods ask and prove over one motion, as rows below a plot that share its time axis: when the
 * robots are posed, and each interval that is proven, at a height by its length. */
#ifndef LW_TOOL_PLOT_METHOD_ROWS_H
#define LW_TOOL_PLOT_METHOD_ROWS_H

#include "leeway/leeway.h"

#include <stdio.h>

typedef struct lw_method_row {
    lw_method method;
    const lw_motion *motion;
    lw_verdict verdict;
    lw_trace trace;
} lw_method_row;

/* Fills a row with a check of the motion, which has to outlive it, by its method; of the options, all
 * but the method and the functions count. Of the methods sampled, which proves nothing, and auto, which
 * proves pairs by the thousand side by side, there are samples and no intervals. Errors: those of
 * lw_check, memory. Free the row, also after an error. */
lw_status lw_method_row_check(lw_method_row *row, lw_checker *checker, const lw_motion *motion,
                              const lw_check_options *options, lw_error *error);
void lw_method_row_free(lw_method_row *row);

/* Where the rows are on the page, pixels, and the times at its sides. */
typedef struct lw_row_span {
    double left, right;
    double first, last;
} lw_row_span;

/* How high the rows are together. */
double lw_method_rows_height(const lw_method_row *rows, size_t count);

/* Draws the rows below `top`. */
void lw_method_rows_write(FILE *file, const lw_method_row *rows, size_t count, const lw_row_span *span,
                          double top);

#endif
