/* The penetration depth of two bodies in the plane. */
#ifndef LW_PLANE_FLAT_DEPTH_H
#define LW_PLANE_FLAT_DEPTH_H

#include "distance/depth.h"
#include "scene/frozen.h"

/* The penetration depth of two bodies of the plane, grown by a distance each: the length of the
 * shortest translation within the plane that separates them, as a bracket; zero, with a zero normal, if
 * they are apart. at: the poses of their geometries in the world; all vectors are in the world. lower
 * is the largest depth of two convex parts. upper is the length of a translation that was found to
 * separate the bodies: along the normal of those parts, or past each other's hulls. The points are the
 * deepest of those two parts. */
void lw_flat_depth(const lw_body *const bodies[2], const pose at[2], const double grown[2],
                   lw_depth *out);

#endif
