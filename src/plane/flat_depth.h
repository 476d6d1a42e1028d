/* How deep two bodies of the plane overlap. */
#ifndef LW_PLANE_FLAT_DEPTH_H
#define LW_PLANE_FLAT_DEPTH_H

#include "robot/frozen.h"

/* at: of their geometries, in the world. The largest depth over pairs of convex parts, as tree/depth.h
 * has it in space, and the direction in which the second leaves the first there, in the world; 0, and
 * the zero vector, where no parts overlap. */
double lw_flat_depth(const lw_body *const bodies[2], const pose at[2], vec3 *normal);

#endif
