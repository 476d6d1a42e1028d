/* The extreme points of two sides' difference. */
#ifndef LW_DISTANCE_EXTREME_H
#define LW_DISTANCE_EXTREME_H

#include "distance/sides.h"

/* A point of the difference b - a. */
typedef struct lw_extreme {
    vec3 w;
    vec3 point[2];
    uint32_t vertex[2];
} lw_extreme;

/* The point of the difference that lies farthest against a direction: of a along it, of b against it.
 * In registers as wide as the processor has them, with the same bits. */
void lw_sides_extreme(const lw_sides *sides, vec3 direction, lw_extreme *out);

/* A side's own, along a direction in a's frame. */
vec3 lw_side_support(const lw_side *side, vec3 direction, uint32_t *vertex);

#endif
