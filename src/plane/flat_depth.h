/* The depth of overlap of two bodies in the plane. */
#ifndef LW_PLANE_FLAT_DEPTH_H
#define LW_PLANE_FLAT_DEPTH_H

#include "robot/frozen.h"

/* The largest depth over pairs of convex parts, as in tree/depth.h in space, and the direction in which
 * the second leaves the first there, in the world; 0, and the zero vector, where no parts overlap. at:
 * the poses of their geometries in the world. */
double lw_flat_depth(const lw_body *const bodies[2], const pose at[2], vec3 *normal);

#endif
