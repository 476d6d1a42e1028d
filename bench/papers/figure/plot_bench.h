/* leeway-bench --plot: the results of a benchmark as a figure. */
#ifndef LW_PAPERS_PLOT_BENCH_H
#define LW_PAPERS_PLOT_BENCH_H

#include "leeway/leeway.h"
#include "text/list.h"

typedef struct lw_plot_bench {
    const char *path;       /* the file of the results; NULL: nothing is drawn */
    LW_LIST(size_t) tables; /* the tables to draw, counted from 1; empty: all */
} lw_plot_bench;

/* Draws to a file, NULL: standard output. title NULL: the benchmark's name. Errors: of reading and
 * writing; argument (no such table), memory. */
lw_status lw_plot_bench_draw(const lw_plot_bench *which, const char *title, const char *out,
                             lw_error *error);

#endif
