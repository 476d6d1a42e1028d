/* The distance of two convex polygons by a walk on the boundary of their Minkowski difference. */
#ifndef LW_DISTANCE_PLANE_BOUNDARY_WALK_H
#define LW_DISTANCE_PLANE_BOUNDARY_WALK_H

#include "distance/plane/barycode.h"

/* As lw_barycode_search. False, without an answer, where one of the polygons is a segment or a needle,
 * or rounding misled the walk. */
bool lw_boundary_walk(const lw_posed_polygons *p, lw_polygon_memory *memory, lw_search *out);

/* Whether the polygons meet, radii included: 1 or 0; -1 where lw_boundary_walk would be false. For
 * polygons whose circles meet. */
int lw_boundary_walk_meets(const lw_posed_polygons *p);

#endif
