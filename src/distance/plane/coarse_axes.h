/* Which edges' slabs of two polygons can be the widest: all edges' widths in few bits, eight side by
 * side, with a bound on what that loses. */
#ifndef LW_DISTANCE_PLANE_COARSE_AXES_H
#define LW_DISTANCE_PLANE_COARSE_AXES_H

#include "distance/plane/axes.h"

/* Leaves out edges of a and b that lw_axes_widest cannot name; one at least of the two has three
 * vertices or more. False: nothing is known, since the processor lacks wide registers, a polygon has
 * too many vertices, or sizes are beyond those of floats. */
bool lw_coarse_axes(const lw_posed_polygons *p, lw_edge_set *out);

#endif
