/* The measurements of the barycode GJK paper's Tables I to VI, for `leeway-bench barycode` and
 * `findings`. */
#ifndef LW_PAPERS_BARYCODE_MEASURE_H
#define LW_PAPERS_BARYCODE_MEASURE_H

#include "barycode/polygon_pairs.h"
#include "table/papers.h"

/* The rows. "Placed": the vertices of both polygons are in one frame before the query, as in the
 * paper's data; all others have the poses to pay for. Algorithm 6 starts from the corners; testing the
 * circles about the polygons first is ours. */
typedef enum lw_barycode_row {
    LW_PLACED_SCAN, /* distances: Algorithm 1 as published, with witness points */
    LW_PLACED_CLIMB,
    LW_PLACED_FIXED, /* from a fixed first direction */
    LW_POSED_SCAN,
    LW_POSED_CLIMB,
    LW_DISTANCE_SCAN, /* Leeway's, without witness points */
    LW_DISTANCE_CLIMB,
    LW_DISTANCE_GENERAL,
    LW_DISTANCE_OCTANT,
    LW_DISTANCE_DEFAULT,
    LW_SEPARATION,
    LW_PLACED_AXES, /* collisions */
    LW_PLACED_MEETS_SCAN,
    LW_PLACED_MEETS_CLIMB,
    LW_POSED_MEETS_SCAN,
    LW_POSED_MEETS_CLIMB,
    LW_AXES,
    LW_MEETS_SCAN,
    LW_MEETS_CLIMB,
    LW_CIRCLES_SCAN,
    LW_CIRCLES_CLIMB,
    LW_TOUCHES,
    LW_BARYCODE_ROWS
} lw_barycode_row;

typedef struct lw_barycode_measured {
    double times[LW_BARYCODE_TABLES][LW_BARYCODE_ROWS][LW_PAIR_CLASSES]; /* ns a query */
    uint64_t queries; /* of distant and overlapping pairs, whose answers are known */
    uint64_t wrong_distances, wrong_answers; /* of the published procedures, all supports together */
} lw_barycode_measured;

const char *lw_barycode_level(lw_barycode_row row); /* "distance", "collision" */
const char *lw_barycode_name(lw_barycode_row row);

/* The paper's time of a row, nanoseconds; 0: it has none. */
double lw_barycode_paper(const lw_barycode_table *table, lw_barycode_row row, lw_pair_class which);

/* In how many of the 18 cells (sizes and classes) a row takes less time than another one. */
unsigned lw_barycode_faster(const lw_barycode_measured *m, lw_barycode_row row, lw_barycode_row than);

/* The same in the paper's tables. */
unsigned lw_barycode_faster_in_paper(lw_barycode_row row, lw_barycode_row than);

/* How many of the paper's 72 times (distances and collisions, without and with climbing) a set of rows
 * meets or surpasses: rows for the distance by scanning and by climbing, then for collisions. */
unsigned lw_barycode_met(const lw_barycode_measured *m, const lw_barycode_row rows[4]);

/* Errors: memory. */
lw_status lw_barycode_measure(const lw_bench_options *options, lw_barycode_measured *out,
                              lw_error *error);

#endif
