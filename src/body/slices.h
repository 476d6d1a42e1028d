/* Slices of a body: convex shapes that together contain it, and come closer to it than its bounding
 * hulls (body/bounding_hulls.h) where it is not convex. */
#ifndef LW_BODY_SLICES_H
#define LW_BODY_SLICES_H

#include "body/geometry.h"

/* A slice, and a sphere around it. */
struct lw_slice {
    lw_part part; /* in the body frame */
    vec3 center;
    double radius;
};

/* Fills the slices of a geometry whose other fields, except the convex solids, are set. They contain
 * the inside of its solids too. None are made if they gain nothing. Errors: memory. */
lw_status lw_geometry_add_slices(lw_arena *arena, lw_geometry *geometry, lw_error *error);

#endif
