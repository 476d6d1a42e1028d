/* The layout of a figure from the tables of a benchmark: strips below each other, each with panels side
 * by side whose figures have one unit. */
#ifndef LW_PAPERS_BENCH_STRIPS_H
#define LW_PAPERS_BENCH_STRIPS_H

#include "table/bench_results.h"

/* Columns of a table with one unit and one group. */
typedef struct lw_bench_panel {
    const char *unit; /* NULL: counts */
    size_t count, columns[LW_BENCH_MOST_COLUMNS];
} lw_bench_panel;

/* Rows of a table with one unit of their own; for tables over a growing quantity, rows of one group. */
typedef struct lw_bench_strip {
    const lw_bench_table *tables; /* one table, or successive ones of lw_bench_same_tables */
    size_t table_count;
    bool grows;      /* lines over a growing quantity, instead of bars */
    const char *key; /* the unit of its rows, or their group if `grows`; NULL: rows without */
    size_t panel_count;
    lw_bench_panel panels[LW_BENCH_MOST_COLUMNS];
} lw_bench_strip;

/* The number of tables from here on with the same `over`, rows and columns: at least 1. */
size_t lw_bench_same_tables(const lw_bench_table *tables, size_t count);

/* The strip that begins with the i-th row of tables that lw_bench_same_tables has counted; false: the
 * row belongs to an earlier strip. A strip may have no panel. */
bool lw_bench_strip_at(const lw_bench_table *tables, size_t table_count, size_t i, lw_bench_strip *out);

/* Whether a row of the strip's tables belongs to it and has a number in one of its panels. */
bool lw_bench_strip_has(const lw_bench_strip *strip, size_t row);

/* The figure of a panel's column in a row. */
const lw_bench_figure *lw_bench_figure_of(const lw_bench_table *table, size_t row, size_t column);

/* The paper's figure; NAN if there is none, or if it has another unit. */
double lw_bench_paper_of(const lw_bench_table *table, size_t row, size_t column);

#endif
