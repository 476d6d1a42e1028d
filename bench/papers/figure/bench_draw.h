/* The strips of a benchmark's figure: bars, or lines over a growing quantity. */
#ifndef LW_PAPERS_BENCH_DRAW_H
#define LW_PAPERS_BENCH_DRAW_H

#include "figure/bench_strips.h"

/* The place of a strip, pixels. */
typedef struct lw_strip_place {
    FILE *file;
    double left, right, top;
} lw_strip_place;

/* Each draws a strip that has a panel, and returns the y of its lower end. */
double lw_bench_draw_bars(const lw_strip_place *place, const lw_bench_strip *strip);
double lw_bench_draw_lines(const lw_strip_place *place, const lw_bench_strip *strip);

/* The colour of the i-th of a panel's columns, or of a strip's lines. */
const char *lw_bench_color(size_t i);

bool lw_bench_is_percent(const char *unit);

/* Writes a figure as beside its bar and at ticks. */
enum { LW_BENCH_TEXT = 32 };
void lw_bench_number(double value, char text[LW_BENCH_TEXT]);

/* Writes the hint of a mark, which a browser shows under the pointer: its row and column. */
void lw_bench_hint(FILE *file, const lw_bench_table *table, size_t row, size_t column, bool paper);

/* The width of the names of a table's rows; shorten: without their groups. */
double lw_bench_names_width(const lw_bench_table *table, bool shorten);

/* The name of a row. */
enum { LW_BENCH_NAME = 160 };
void lw_bench_row_name(const lw_bench_head *row, bool shorten, char name[LW_BENCH_NAME]);

/* The title of a panel: the group of its columns and, if it has one column, the column's name; may be
 * empty. */
void lw_bench_panel_title(const lw_bench_strip *strip, const lw_bench_panel *panel,
                          char title[LW_BENCH_NAME]);

#endif
