/* The distance of two convex polygons by a walk along the outline of their difference. */
#ifndef LW_DISTANCE_BOUNDARY_WALK_H
#define LW_DISTANCE_BOUNDARY_WALK_H

#include "distance/barycode.h"

/* As lw_barycode_search; of memory only one vertex of each is used. False, and nothing said, where one
 * of the polygons is a segment or rounding led the walk astray. */
bool lw_boundary_walk(const lw_posed_polygons *p, lw_polygon_memory *memory, lw_search *out);

/* Whether the polygons, radii included, meet: 1 or 0; -1 where lw_boundary_walk would be false. Meant
 * for polygons whose circles meet. */
int lw_boundary_walk_meets(const lw_posed_polygons *p);

#endif
