/* Simplified models of bodies, for tests of geometry that is grown by much (Baginski, section 5,
 * "Advanced Possibilities"): their bounding hulls, which are made when a scene is frozen and contain
 * them, whatever they are grown by. */
#ifndef LW_BODY_SIMPLIFIED_H
#define LW_BODY_SIMPLIFIED_H

#include "body/geometry.h"

/* From which thickness on the simplified models of two bodies stand for them in a test, metres: a small
 * share of the larger one of those that have triangles. INFINITY: never, as one has no hulls, or both
 * are convex parts alone, which are their own hulls. */
double lw_simplified_from(const lw_geometry *a, const lw_geometry *b);

/* False: all points of a are more than `distance` (>= 0, metres) from all points of b and neither is
 * inside the other, whatever posing and rounding have done in this function. True: their simplified
 * models are not, or so little more that rounding hides it, which says nothing of the bodies. Both have
 * hulls. b_in_a: the pose of b's frame in a's. warm: of the pair's last test, or NULL; it changes how
 * long this one takes. */
bool lw_simplified_within(const lw_geometry *a, const lw_geometry *b, pose b_in_a, double distance,
                          lw_warm_start *warm);

#endif
