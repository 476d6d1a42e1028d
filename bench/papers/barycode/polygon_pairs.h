/* Random pairs of convex polygons as in the benchmark of the barycode GJK paper (Zhang et al., section
 * IV), and the times that its appendix gives. Also for bench/planar. */
#ifndef LW_PAPERS_POLYGON_PAIRS_H
#define LW_PAPERS_POLYGON_PAIRS_H

#include "leeway/leeway.h"

/* The columns of the paper's tables. */
typedef enum lw_pair_class { LW_DISTANT, LW_OVERLAPPING, LW_TOUCHING } lw_pair_class;

enum { LW_PAIR_CLASSES = 3, LW_BARYCODE_TABLES = 6, LW_PAIRS = 1000 };

/* One of Tables I to VI: nanoseconds per query for polygons of so many vertices. */
typedef struct lw_barycode_table {
    unsigned vertices;
    double box2d[LW_PAIR_CLASSES];       /* for both levels */
    double sat[LW_PAIR_CLASSES];         /* level 1 */
    double distance[2][LW_PAIR_CLASSES]; /* level 2; [0] without hill climbing, [1] with it */
    double boolean[2][LW_PAIR_CLASSES];  /* level 1; [0] without hill climbing, [1] with it */
} lw_barycode_table;

extern const lw_barycode_table lw_barycode_tables[LW_BARYCODE_TABLES];

/* "distant", "overlapping", "touching"; the string lives forever. */
const char *lw_pair_class_name(lw_pair_class which);

/* Makes count pairs, whose polygons belong to the caller (lw_polygon_pairs_free). Corners lie on
 * ellipses at random angles; touching pairs are distant ones moved together. The same seed gives the
 * same pairs. */
lw_status lw_polygon_pairs_make(uint64_t seed, unsigned vertices, lw_pair_class which, size_t count,
                                lw_polygon_pair *out, lw_error *error);
void lw_polygon_pairs_free(lw_polygon_pair *pairs, size_t count);

#endif
