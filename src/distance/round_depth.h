/* A proven lower bound of the penetration depth of two shapes: one is a body of revolution (point,
 * segment, cylinder, cone), and the other is too, or has few vertices. */
#ifndef LW_DISTANCE_ROUND_DEPTH_H
#define LW_DISTANCE_ROUND_DEPTH_H

#include "shape/convex.h"

typedef struct lw_round_depth {
    double lower; /* proven: no shorter translation separates the cores */
    double upper; /* length of a translation that separates them: as given, or a shorter one */
    vec3 normal;  /* direction of that translation */
} lw_round_depth;

/* Fills lower. The caller gives a known separating translation (upper, normal). False where the method
 * does not cover the pair: one of the two must be a body of revolution, and the other too, or have at
 * most 32 vertices. size: no coordinate is larger. Radii are left out. */
bool lw_round_depth_find(const lw_convex *a, const lw_convex *b, const pose *b_in_a, double size,
                         lw_round_depth *out);

#endif
