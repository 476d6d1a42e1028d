/* The constants r(i, k) of Wu et al., section 3: upper bounds on the distance of the points of a body
 * from the axis of each joint that moves it, by balls that are nested along the chain. */
#ifndef LW_PAPERS_NESTED_RADII_H
#define LW_PAPERS_NESTED_RADII_H

#include "base/arena.h"
#include "scene/frozen.h"

/* Rows of moving bodies, columns of elementary joints: r of the joint for the points of the body,
 * metres, an upper bound. A slide that moves the body: 1. A joint that does not: 0. So (16), the travel
 * of a body, is the sum over a row of r times the change of the joint's coordinate. */
typedef struct lw_nested_radii {
    size_t body_count, joint_count;
    double *radii;
} lw_nested_radii;

/* For robots of turning and sliding joints. Every turn counts as a whole one, as in the paper; slides
 * between their limits (without limits the radii before a slide are infinite). The array lives in the
 * arena. Errors: memory. */
lw_status lw_nested_radii_make(lw_arena *arena, const lw_frozen *frozen, lw_nested_radii *out,
                               lw_error *error);

#endif
