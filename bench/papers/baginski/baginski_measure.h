/* The measurements of Baginski's Table 1, for `leeway-bench baginski` and `findings`. */
#ifndef LW_PAPERS_BAGINSKI_MEASURE_H
#define LW_PAPERS_BAGINSKI_MEASURE_H

#include "baginski/baginski_tables.h"
#include "table/papers.h"

typedef struct lw_baginski_measured {
    lw_baginski_figures figures[LW_BAGINSKI_ARMS];
    lw_baginski_figures inside[LW_BAGINSKI_ARMS]; /* with the pairs inside the arm */
    uint64_t cusps[LW_BAGINSKI_CONTENDERS];       /* missed on LW_BAGINSKI_CUSPS lines */
} lw_baginski_measured;

/* Errors: memory, those of checks. */
lw_status lw_baginski_measure(const lw_bench_options *options, lw_baginski_measured *out,
                              lw_error *error);

#endif
