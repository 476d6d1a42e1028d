/* The points that are deep inside a hull, which need no comparison with each of its facets. */
#ifndef LW_SHAPE_HULL_INSIDE_H
#define LW_SHAPE_HULL_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "math/vec.h"

/* Triangles that close, counter-clockwise seen from outside, around a point. */
typedef struct lw_closed_facets {
    const vec3 *points;
    const uint32_t (*facets)[3];
    size_t count;
    vec3 middle; /* inside, seen from each facet */
} lw_closed_facets;

/* Sets deep[i] for points that are in the tetrahedron of the middle and a facet, and beneath the facet
 * by 2^-20 of the middle's depth or more, whatever the rounding errors. A point for which it is not set
 * may be anywhere. Points for which it is set already are passed over. point_count: of all points.
 * Takes about the square root of the number of facets per point. False: there is no memory. */
bool lw_hull_mark_deep(const lw_closed_facets *hull, size_t point_count, bool *deep);

#endif
