/* Two shapes of which the first is grown, so that PCDA finds the time at which they come as near as a
 * required distance. */
#ifndef LW_CONVEX_GROWN_PAIR_H
#define LW_CONVEX_GROWN_PAIR_H

#include "shape/convex.h"

typedef struct lw_grown_pair {
    lw_convex shapes[2];
    double missing; /* upper bound of the part of the required distance by which it is not grown */
    bool sharp;     /* neither shape is round, not even by growing */
} lw_grown_pair;

/* Grows the first shape by the distance minus its rounding error, so that a contact of the shapes is a
 * time at which the shapes as given are no farther apart than that. */
lw_grown_pair lw_grow_pair(const lw_convex *a, const lw_convex *b, double distance);

/* How much later than the end of the proof PCDA may find a contact. time_tolerance: that of the first
 * contact; length: that of the motion. */
double lw_grown_pair_delay(const lw_grown_pair *pair, double time_tolerance, double length);

#endif
