/* The claims of a paper as a list with a coloured mark for each verdict. */
#ifndef LW_PAPERS_BENCH_VERDICTS_H
#define LW_PAPERS_BENCH_VERDICTS_H

#include "figure/bench_draw.h"

/* Whether a table's last column has verdicts, as those of `leeway-bench findings`. */
bool lw_bench_has_verdicts(const lw_bench_table *table);

/* Draws such a table: its rows with their figures in two columns of lines. Returns the y of the lower
 * end. */
double lw_bench_draw_verdicts(const lw_strip_place *place, const lw_bench_table *table);

#endif
