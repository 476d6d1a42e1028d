/* The measurements of Wu et al.'s Table 1, for `leeway-bench adaptive` and `findings`. */
#ifndef LW_PAPERS_ADAPTIVE_MEASURE_H
#define LW_PAPERS_ADAPTIVE_MEASURE_H

#include "adaptive/adaptive_tables.h"
#include "table/papers.h"

typedef struct lw_adaptive_measured {
    lw_adaptive_figures figures[LW_ADAPTIVE_CELLS];
    lw_adaptive_roadmap roadmaps[LW_ADAPTIVE_CELLS];
    uint64_t posts[LW_ADAPTIVE_CONTENDERS]; /* missed, of LW_ADAPTIVE_POSTS */
} lw_adaptive_measured;

/* Errors: memory, those of checks. */
lw_status lw_adaptive_measure(const lw_bench_options *options, lw_adaptive_measured *out,
                              lw_error *error);

#endif
