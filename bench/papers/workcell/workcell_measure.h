/* The measurements of Feyeux and Landry's section 6, for `leeway-bench workcell` and `findings`. */
#ifndef LW_PAPERS_WORKCELL_MEASURE_H
#define LW_PAPERS_WORKCELL_MEASURE_H

#include "table/papers.h"
#include "workcell/workcell.h"

enum { LW_WORKCELL_CASES = 2, LW_WORKCELL_PAIRS = 2000 /* random pairs of trajectories */ };

/* The figures that the paper reports of one case. */
typedef struct lw_workcell_paper {
    const char *title;
    unsigned intervals, all;
    unsigned bisected; /* of the colliding case only "about" */
    unsigned narrow, tests;
    double time; /* seconds */
} lw_workcell_paper;

extern const lw_workcell_paper lw_workcell_papers[LW_WORKCELL_CASES];

/* The methods that are timed: the published one, and Leeway without and with the obstacles. */
typedef enum lw_workcell_contender {
    LW_WORKCELL_PUBLISHED,
    LW_WORKCELL_PAIR,
    LW_WORKCELL_ALL,
    LW_WORKCELL_CONTENDERS
} lw_workcell_contender;

typedef struct lw_workcell_case_measured {
    lw_workcell_counts published;
    lw_verdict leeway;                    /* only its numbers */
    double times[LW_WORKCELL_CONTENDERS]; /* microseconds a motion */
} lw_workcell_case_measured;

/* The bound (12) on random pairs of trajectories. */
typedef struct lw_workcell_bound_measured {
    size_t short_pairs; /* in which (12) is less than the distance travelled */
    size_t contacts, missed;
} lw_workcell_bound_measured;

typedef struct lw_workcell_measured {
    lw_workcell_case_measured cases[LW_WORKCELL_CASES];
    lw_workcell_bound_measured bounds[2]; /* velocities that do not agree, and that are large enough */
} lw_workcell_measured;

/* Errors: memory, those of checks; state (a variant of a case has another verdict). */
lw_status lw_workcell_measure(const lw_bench_options *options, lw_workcell_measured *out,
                              lw_error *error);

#endif
