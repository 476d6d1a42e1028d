/* A coarse separating axis test: which edges of two polygons can have the widest slab. The widths are
 * computed in few bits, eight side by side (SIMD), with a bound on their error. */
#ifndef LW_DISTANCE_PLANE_COARSE_AXES_H
#define LW_DISTANCE_PLANE_COARSE_AXES_H

#include "distance/plane/axes.h"

/* out: a set of edges that contains the one that lw_axes_widest finds. At least one of the two has
 * three vertices or more. False: nothing is known, since the processor lacks wide registers, a polygon
 * has too many vertices, or sizes are beyond those of floats. */
bool lw_coarse_axes(const lw_posed_polygons *p, lw_edge_set *out);

#endif
