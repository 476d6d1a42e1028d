/* The figures of `leeway-bench baginski`, and its tables. */
#ifndef LW_PAPERS_BAGINSKI_TABLES_H
#define LW_PAPERS_BAGINSKI_TABLES_H

#include "baginski/baginski_arms.h"
#include "baginski/baginski_published.h"
#include "table/bench_results.h"

/* The contenders that check a line; the first four as published. */
typedef enum lw_baginski_contender {
    LW_BAGINSKI_NORM,       /* steps of the whole arm by the 1-norm */
    LW_BAGINSKI_PATH,       /* steps of each link, as for paths of any shape */
    LW_BAGINSKI_STEPS,      /* steps of each link */
    LW_BAGINSKI_MANY,       /* with eight layers */
    LW_BAGINSKI_SOUND,      /* the method expanded, with one layer */
    LW_BAGINSKI_SOUND_MANY, /* the method expanded, with eight layers */
#ifdef LW_DUMMY_KIND
    LW_BAGINSKI_DUMMY
#endif
} lw_baginski_contender;

enum {
    LW_BAGINSKI_CONTENDERS = LW_BAGINSKI_SOUND_MANY + 1,
    LW_BAGINSKI_PUBLISHED = LW_BAGINSKI_SOUND /* the number of published contenders */
};

enum { LW_BAGINSKI_CUSPS = 1000 };

/* Counts of Leeway's steps, summed. */
typedef struct lw_baginski_counts {
    uint64_t tests, pair_tests;
    uint64_t steps, steps_of[LW_PUBLISHED_MOST_LAYERS], thinner; /* than the thinnest layer */
    uint64_t tested;                                             /* steps with a test at either end */
    double used; /* shares of the length that both layers cover, summed over these steps */
} lw_baginski_counts;

/* Lines by their truth. */
typedef struct lw_baginski_truth {
    uint64_t lines, contacts, undecided; /* by the method slab */
    uint64_t clear;                      /* free lines with a clearance above d0 */
} lw_baginski_truth;

/* The figures of one arm. */
typedef struct lw_baginski_figures {
    lw_published_counts published[LW_BAGINSKI_PUBLISHED];
    lw_baginski_counts sound[LW_BAGINSKI_CONTENDERS - LW_BAGINSKI_PUBLISHED];
    uint64_t tests[2][LW_BAGINSKI_CONTENDERS]; /* on free lines, and on lines in contact */
    lw_baginski_truth truth;
    /* contacts that are called free; clear lines that are called contact; lines without an answer */
    uint64_t missed[LW_BAGINSKI_CONTENDERS], far[LW_BAGINSKI_CONTENDERS];
    uint64_t undecided[LW_BAGINSKI_CONTENDERS];
    uint64_t differ; /* lines on which bisection and slab differ */
    size_t pairs;    /* inside the arm */
} lw_baginski_figures;

/* Adds the tables. inside: the figures of arms whose own pairs are checked too. cusps: the contacts
 * that each contender missed on LW_BAGINSKI_CUSPS lines with a cusp. */
void lw_baginski_add_tables(lw_bench_results *results,
                            const lw_baginski_figures figures[LW_BAGINSKI_ARMS],
                            const lw_baginski_figures inside[LW_BAGINSKI_ARMS],
                            const uint64_t cusps[LW_BAGINSKI_CONTENDERS]);

#endif
