/* Simplified models of bodies, for tests of geometry that is grown by much (Baginski, section 5,
 * "Advanced Possibilities"): their bounding hulls. They are made when a scene is frozen, and contain
 * the bodies, by whatever distance both are grown. */
#ifndef LW_BODY_SIMPLIFIED_H
#define LW_BODY_SIMPLIFIED_H

#include "body/geometry.h"

/* The least thickness, in metres, at which the simplified models of two bodies stand for them in a
 * test: a small share of the radius of the larger body that has triangles. INFINITY: they never do,
 * as one body has no hulls, or both are convex parts alone, which are their own hulls. */
double lw_simplified_from(const lw_geometry *a, const lw_geometry *b);

/* False: all points of a are more than `distance` (>= 0, metres) from all points of b, and neither body
 * is inside the other, in spite of all posing and rounding in this function. True: the simplified
 * models are within the distance, or so little more that rounding hides it; that says nothing of the
 * bodies. Both must have hulls. b_in_a: the pose of b's frame in a's. warm: the warm start from the
 * pair's last test, or NULL; it changes how long this one takes. */
bool lw_simplified_within(const lw_geometry *a, const lw_geometry *b, pose b_in_a, double distance,
                          lw_warm_start *warm);

#endif
