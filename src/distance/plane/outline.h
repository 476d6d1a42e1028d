/* Two convex outlines edge by edge: the separating axis test (SAT), and the distance where the faster
 * methods fail. */
#ifndef LW_DISTANCE_PLANE_OUTLINE_H
#define LW_DISTANCE_PLANE_OUTLINE_H

#include "distance/plane/barycode.h"

/* The separating axis test over all edges and all vertices, radii left out: false is proven as in
 * lw_barycode_meets. For few vertices. */
bool lw_outline_sat(const lw_posed_polygons *p);

/* The distance of the cores by every vertex against every edge: exact, and slow. */
void lw_outline_distance(const lw_posed_polygons *p, lw_search *out);

#endif
