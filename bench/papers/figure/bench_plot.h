/* The results of a benchmark as a figure in SVG. */
#ifndef LW_PAPERS_BENCH_PLOT_H
#define LW_PAPERS_BENCH_PLOT_H

#include "table/bench_results.h"

/* Draws the tables, below each other. title NULL: the benchmark's name. false if memory ran out; write
 * errors show when the file is closed. */
bool lw_bench_plot_write(FILE *file, const lw_bench_results *results, const char *title);

#endif
