/* How deep two bodies overlap, as a bracket. */
#ifndef LW_BODY_DEPTH_H
#define LW_BODY_DEPTH_H

#include "body/geometry.h"
#include "distance/depth.h"

typedef struct lw_depth_query {
    pose b_in_a;
    double grown[2]; /* by how much either body is grown, on all sides */
    double known; /* a lower end that the caller has, of the grown bodies (where one is inside the other
                     the gap to the surface is one); else 0 */
} lw_depth_query;

/* The depth of two bodies that meet once they are grown, or of which one lies inside the other: the
 * length of the shortest translation of b that parts them; all vectors in a's frame. Where the bodies
 * are apart, or one has no elements, both ends and the normal are 0.
 *
 * If both bodies are convex (one part, or one convex solid), the bracket is that of the two shapes.
 * Else lower is the largest of the depths of two touching elements, of two convex solids or parts, and
 * of two balls about a point inside both; upper is the length of a translation that was found to part
 * them: along one of those normals, with a distance and a test of containment, or past each other's
 * hulls. Open surfaces have no inside: for them lower is that of the elements alone.
 *
 * normal is the direction of that translation, always set where they meet. points: of
 * convex bodies the deepest of each; else those of the two elements that
 * overlap the deepest, if their normal is the direction, and the farthest points along the direction if
 * not. */
void lw_geometry_depth(const lw_geometry *a, const lw_geometry *b, const lw_depth_query *query,
                       lw_depth *out);

#endif
