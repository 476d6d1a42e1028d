/* The default methods for distance and contact in the plane. */
#ifndef LW_DISTANCE_PLANE_PLANAR_H
#define LW_DISTANCE_PLANE_PLANAR_H

#include "distance/plane/barycode.h"

/* The distance of the cores by the fastest method. memory may be NULL. */
void lw_planar_search(const lw_posed_polygons *p, lw_polygon_memory *memory, lw_search *out);

/* Whether two posed polygons meet, radii included: false is proven. */
bool lw_planar_meets(const lw_posed_polygons *p);

#endif
