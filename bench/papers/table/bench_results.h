/* The results of `leeway-bench`: tables of figures, with the paper's figures beside them. A table is
 * built from the top: its columns, then its figures row by row. */
#ifndef LW_PAPERS_BENCH_RESULTS_H
#define LW_PAPERS_BENCH_RESULTS_H

#include "text/list.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { LW_BENCH_MOST_COLUMNS = 16, LW_BENCH_TITLE = 256 /* room for a title that is printed */ };

/* A figure, a word in its place, or nothing. */
typedef struct lw_bench_figure {
    const char *word; /* NULL: none */
    double value;     /* NAN: none */
    double paper;     /* the paper's figure; NAN: it has none */
    int digits, paper_digits;
} lw_bench_figure;

/* The head of a column or a row; NULL members are absent. */
typedef struct lw_bench_head {
    const char *group; /* heading of columns or rows that belong together */
    const char *name;
    const char *unit;
    const char *paper_unit; /* of a column: the unit of the paper's figures, if it differs */
} lw_bench_head;

typedef struct lw_bench_row {
    lw_bench_head head;
    size_t count; /* of figures */
    lw_bench_figure figures[LW_BENCH_MOST_COLUMNS];
} lw_bench_row;

typedef struct lw_bench_table {
    const char *title;
    const char *unit;  /* the unit of figures whose row and column have none; NULL: counts */
    const char *over;  /* the quantity that grows from table to table with the same rows and columns;
                          NULL: none */
    double at;         /* its value here */
    const char *notes; /* lines below; NULL: none */
    size_t column_count;
    lw_bench_head columns[LW_BENCH_MOST_COLUMNS];
    LW_LIST(lw_bench_row) rows;
} lw_bench_table;

typedef struct lw_bench_results {
    const char *bench;   /* its name */
    const char *paper;   /* the paper of the tables */
    const char *version; /* of Leeway */
    uint64_t seed;
    unsigned rounds, lines; /* 0: the benchmark has none */
    LW_LIST(lw_bench_table) tables;
    LW_LIST(char *) texts; /* copies of all texts */
    bool out_of_memory;    /* something is missing */
} lw_bench_results;

/* Zeroed results are empty. All texts are copied. Free them. */
void lw_bench_results_free(lw_bench_results *results);

/* A copy that lives as long as the results; NULL for NULL, or if memory ran out. */
const char *lw_bench_text(lw_bench_results *results, const char *text);

/* Each of these adds to the last table, column or row. unit, group and notes may be NULL. A row has as
 * many figures as there are columns; those that are not added are empty. */
void lw_bench_add_table(lw_bench_results *results, const char *unit, const char *title);
void lw_bench_set_over(lw_bench_results *results, const char *over, double at);
void lw_bench_set_notes(lw_bench_results *results, const char *notes);
void lw_bench_add_column(lw_bench_results *results, lw_bench_head head);
void lw_bench_add_columns(lw_bench_results *results, const lw_bench_head *heads, size_t count);
void lw_bench_add_row(lw_bench_results *results, lw_bench_head head);
void lw_bench_add_figure(lw_bench_results *results, double value, int digits);
void lw_bench_add_word(lw_bench_results *results, const char *word);
void lw_bench_add_nothing(lw_bench_results *results);

/* The paper's figure beside the last one; NAN or 0: it has none. */
void lw_bench_set_paper(lw_bench_results *results, double paper, int digits);

/* The unit of a figure: its row's, else its column's, else its table's; NULL: none. */
const char *lw_bench_unit(const lw_bench_table *table, const lw_bench_row *row, size_t column);

bool lw_bench_has_number(const lw_bench_figure *figure);
bool lw_bench_has_paper(const lw_bench_figure *figure);

#endif
