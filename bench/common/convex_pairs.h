/* Random pairs of convex polytopes at a given distance or depth, and their true distance or depth by
 * brute force in long double, which shares no code with the library. */
#ifndef BENCH_COMMON_CONVEX_PAIRS_H
#define BENCH_COMMON_CONVEX_PAIRS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/random.h"
#include "shape/convex.h"
#include "shape/polytope.h"

typedef enum convex_class { CONVEX_DISTANT, CONVEX_NEAR, CONVEX_OVERLAP, CONVEX_CLASSES } convex_class;

typedef struct convex_pair {
    lw_convex shape[2];
    pose b_in_a;
    double truth; /* the distance; of overlapping polytopes minus the depth */
} convex_pair;

/* Two polytopes of n vertices on ellipsoids with axes of 0.4 to 1. False where memory ran out or a hull
 * is flat. */
bool convex_pair_shapes(lw_random *random, lw_arena *arena, uint32_t n, convex_pair *out);

/* Places the second polytope at random, at a gap of 1 to 4 or of 1e-3 to 1e-2, or at a depth of 0.02 to
 * 0.25, and finds the truth. False if memory ran out, the depth was not reached, or the truth could not
 * be proven. */
bool convex_pair_place(lw_random *random, convex_class which, convex_pair *out);

#endif
