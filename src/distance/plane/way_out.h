/* The penetration depth of two convex outlines: the way out, which is the shortest separating
 * translation of b, and the points that touch last on it. */
#ifndef LW_DISTANCE_PLANE_WAY_OUT_H
#define LW_DISTANCE_PLANE_WAY_OUT_H

#include "distance/plane/axes.h"

/* In a's frame. points[1] - points[0] is gap times normal, up to rounding. */
typedef struct lw_way_out {
    double gap;     /* of the slab between the cores; 0 or less where they meet */
    bool across;    /* the two points are straight across from each other, up to rounding: cores that
                       are apart are no nearer than the slab is wide */
    vec2 normal;    /* unit, from a to b */
    vec2 points[2]; /* on the core of a, of b */
} lw_way_out;

/* Takes the edge of either polygon whose normal separates the cores the most, or lets b out soonest;
 * for two points, the line between them. */
void lw_find_way_out(const lw_posed_polygons *p, lw_way_out *out);

#endif
