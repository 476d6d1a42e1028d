/* The figures of `leeway-bench adaptive`, and its tables. */
#ifndef LW_PAPERS_ADAPTIVE_TABLES_H
#define LW_PAPERS_ADAPTIVE_TABLES_H

#include "adaptive/adaptive_cells.h"
#include "adaptive/adaptive_search.h"
#include "table/bench_results.h"

/* The contenders that check a line: the published methods, with a precision each, then Leeway's. */
enum {
    LW_ADAPTIVE_PUBLISHED,
    LW_ADAPTIVE_RIGHT,
    LW_ADAPTIVE_EXACT, /* adaptive, with exact distances */
    LW_ADAPTIVE_ROUGH, /* adaptive, with rough distances */
    LW_ADAPTIVE_METHODS
};
enum {
    LW_ADAPTIVE_BISECTION = LW_ADAPTIVE_METHODS * LW_ADAPTIVE_PRECISIONS,
    LW_ADAPTIVE_SLAB,
    LW_ADAPTIVE_CONTENDERS
};

enum {
    LW_ADAPTIVE_CLASSES = 2, /* lines that are free, and those in contact */
    LW_ADAPTIVE_MARGINS = 3,
    LW_ADAPTIVE_POSTS = 1000
};

/* The margins tau that are tried, as shares of sigma. */
extern const double lw_adaptive_margins[LW_ADAPTIVE_MARGINS];

/* The least saving of the paper's abstract, percent. */
extern const double lw_adaptive_least_saving;

/* The figures of one cell. */
typedef struct lw_adaptive_figures {
    size_t triangles, pairs;
    unsigned lines, of_class[LW_ADAPTIVE_CLASSES], undecided;               /* by slab */
    lw_adaptive_counts counts[LW_ADAPTIVE_CLASSES][LW_ADAPTIVE_CONTENDERS]; /* Leeway's: trees, poses */
    double times[LW_ADAPTIVE_CLASSES][LW_ADAPTIVE_CONTENDERS];              /* ms a line */
    double dear[LW_ADAPTIVE_CLASSES]; /* ms a test of fixed steps as published, where a test computes a
                                         distance */
    /* contacts called free; lines called contact, but clear by more than the precision; lines without
     * an answer */
    uint64_t missed[LW_ADAPTIVE_CONTENDERS], far[LW_ADAPTIVE_CONTENDERS];
    uint64_t open[LW_ADAPTIVE_CONTENDERS];
    uint64_t middles[2]; /* colliding lines with a pair in contact at the middle, and within the first
                            precision there */
    lw_adaptive_counts orders[LW_ADAPTIVE_CLASSES][LW_ADAPTIVE_ORDERS];
    lw_adaptive_counts margin_counts[LW_ADAPTIVE_MARGINS];
    double least_clearance[LW_ADAPTIVE_MARGINS]; /* smallest clearance of the lines that are called free
                                                    with a margin */
} lw_adaptive_figures;

/* Roadmaps of one cell, each from a start to a goal, and the times of their edges. */
typedef struct lw_adaptive_roadmap {
    unsigned count, nodes;
    unsigned found;            /* roadmaps that join start and goal */
    lw_adaptive_figures edges; /* lines: the edges that were checked. Only classes, counts and times */
} lw_adaptive_roadmap;

/* A mean time over all lines of both classes, ms: of a method at a precision, and of fixed steps as
 * published where each test is as dear as a distance. */
double lw_adaptive_time(const lw_adaptive_figures *figures, int method, int precision);
double lw_adaptive_dear_time(const lw_adaptive_figures *figures, int precision);

/* Adds the tables. posts: the number of thin posts whose contact each contender missed. */
void lw_adaptive_add_tables(lw_bench_results *results,
                            const lw_adaptive_figures figures[LW_ADAPTIVE_CELLS],
                            const lw_adaptive_roadmap roadmaps[LW_ADAPTIVE_CELLS],
                            const uint64_t posts[LW_ADAPTIVE_CONTENDERS]);

#endif
