/* The penetration depth of two bodies, as a bracket. */
#ifndef LW_BODY_DEPTH_H
#define LW_BODY_DEPTH_H

#include "base/meter.h"
#include "body/geometry.h"
#include "distance/depth.h"

typedef struct lw_depth_query {
    pose b_in_a;
    double grown[2]; /* by how much each body is grown on all sides */
    double known;    /* a lower bound of the depth of the grown bodies that the caller knows; else 0. If
                        one body is inside the other, the distance of their surfaces is such a bound */
    lw_meter *work;  /* whose units it takes; where they are used up, the result means nothing. NULL:
                       none are counted */
} lw_depth_query;

/* The penetration depth of two bodies that meet once they are grown, or of which one lies inside the
 * other: the length of the shortest translation of b that separates them. All vectors are in a's frame.
 * If the bodies are apart, or one has no elements, both ends and the normal are 0.
 *
 * If both bodies are convex (one part, or one convex solid), the bracket is that of the two shapes.
 * Otherwise lower is the largest of the depths of two touching elements, of two convex solids or parts,
 * and of two balls about a point inside both; upper is the length of a translation that was found to
 * separate the bodies: along one of those normals, by a distance and a test of containment, or past
 * each other's hulls. Open surfaces have no inside: for them lower is the depth of two elements alone.
 *
 * normal: the direction of that translation, always set if the bodies meet. points: of two convex
 * bodies, the deepest point of each. Otherwise the points of the two elements that overlap the deepest,
 * if their normal is the direction; if not, the farthest points along the direction. */
void lw_geometry_depth(const lw_geometry *a, const lw_geometry *b, const lw_depth_query *query,
                       lw_depth *out);

#endif
