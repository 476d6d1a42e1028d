/* Hong's Table II: its examples, generated or read from files, with the paper's figures and ours. */
#ifndef TOOL_HONG_EXAMPLES_H
#define TOOL_HONG_EXAMPLES_H

#include "hong/hong_motions.h"
#include "hong/hong_published.h"
#include "table/papers.h"

enum { LW_HONG_ROWS = 3, LW_HONG_HALVES = 2 /* examples with contact, and those without */ };

/* One half of a row of the table. */
typedef struct lw_hong_figures {
    double count;
    double steps, time, abscissas; /* the paper's k, seconds, n */
} lw_hong_figures;

typedef struct lw_hong_row {
    const char *name;
    unsigned vertices; /* of K1; K2 has 12 */
    lw_hong_figures published[LW_HONG_HALVES];
} lw_hong_row;

extern const lw_hong_row lw_hong_rows[LW_HONG_ROWS];

/* Two bodies and their motions. */
typedef struct lw_hong_example {
    lw_arena arena;
    char name[24];
    const lw_hong_row *paper; /* NULL: the paper has no such row */
    lw_convex shapes[2];
    lw_hong_start *halves[LW_HONG_HALVES];
    int counts[LW_HONG_HALVES];
    double share; /* the share of contacts among random motions */
    lw_convex_pair *pair;
    double medians[LW_HONG_HALVES];         /* seconds a motion of the public call */
    lw_published published[LW_HONG_HALVES]; /* beside the certified search */
    lw_published alone[LW_HONG_HALVES];     /* the same by itself, for its times */
    double basic[LW_HONG_HALVES];           /* the mean k of BCDA at a thousandth of a millimetre */
    size_t open[LW_HONG_HALVES];            /* motions that BCDA leaves open after 1,000 slabs */
} lw_hong_example;

/* Makes the examples of the options, of their files or generated ones. Drop them also after an error.
 * Errors: of reading, memory. */
lw_status lw_hong_examples_make(const lw_bench_options *options, lw_hong_example **out, size_t *count,
                                lw_error *error);
void lw_hong_examples_drop(lw_hong_example *examples, size_t count);

/* Times the public call, and runs the published search beside the certified one. Errors: memory, those
 * of the call. */
lw_status lw_hong_examples_measure(lw_hong_example *examples, size_t count,
                                   const lw_bench_options *options, lw_error *error);

/* Counts steps and abscissas of Leeway's PCDA on one half. */
lw_hong_figures lw_hong_count_steps(const lw_hong_example *example, int half);

/* The paper's share of examples of a half, percent. */
double lw_hong_percent(const lw_hong_row *row, int half);

#endif
