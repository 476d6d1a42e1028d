/* The penetration depth of two convex shapes, as a bracket. */
#ifndef LW_DISTANCE_DEPTH_H
#define LW_DISTANCE_DEPTH_H

#include "shape/convex.h"

/* The depth is the length of the shortest translation of b that separates the two: a translation by any
 * more along it leaves them apart. All vectors in a's frame. */
typedef struct lw_depth {
    double lower;   /* proven: no shorter translation separates them */
    double upper;   /* b comes free when it moves by this along normal */
    vec3 normal;    /* unit, from a to b */
    vec3 points[2]; /* the deepest point of each shape: points[0] - points[1] is upper times normal */
} lw_depth;

/* The depth of a and b, with b at b_in_a. Where they are apart both ends are 0, and the points and the
 * normal are those of the distance. Upper is the depth to 1e-9 of the size of the shapes or better.
 * Lower is as near, except where a round surface lies about the other shape so closely that
 * neighbouring directions need equally long ways, and only one of the two is round, or one is an
 * ellipsoid: then lower is some hundredths less. */
void lw_convex_depth(const lw_convex *a, const lw_convex *b, const pose *b_in_a, lw_depth *out);

#endif
