/* An ellipsoid with its semi-axes along x, y and z: how deep a point lies inside, and the corners of a
 * polytope about it. */
#ifndef LW_SHAPE_ELLIPSOID_H
#define LW_SHAPE_ELLIPSOID_H

#include "math/vec.h"

/* The depth of a point inside the ellipsoid: its distance from the surface, a lower bound but for a few
 * ulps of the semi-axes, and as near; 0 outside. */
double lw_ellipsoid_depth(vec3 half, vec3 p);

/* A corner of a polytope about the ellipsoid, which has `sides` corners on each of sides / 2 rings
 * about z, from the top down; sides: a multiple of 4. It is the affine image of a polytope about the
 * unit ball: a regular polygon of so many sides about the half circle is turned about z, and each
 * circle of its corners lies in a polygon of so many sides. Rounded outwards. */
vec3 lw_ellipsoid_corner(vec3 half, int sides, int ring, int side);

#endif
