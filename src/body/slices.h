/* Slices of a body: convex shapes that together contain it, and come closer to it than its bounding
 * hulls (body/bounding_hulls.c) where it is not convex. */
#ifndef LW_BODY_SLICES_H
#define LW_BODY_SLICES_H

#include "body/geometry.h"

/* A slice, and a sphere around it. */
struct lw_slice {
    lw_part part; /* in the body frame */
    vec3 center;
    double radius;
};

/* A node of the tree by which a body of triangles is cut: a cell. Node 0 is all space. */
struct lw_cell {
    uint32_t child; /* 0: a leaf; else the cell of all points whose coordinate is at most `at`. The cell
                       of those whose coordinate is at least `at` follows it. Both stand behind their
                       parent */
    int axis;       /* of an inner node, in the body frame */
    double at;
    uint32_t slice; /* of a leaf: the slice that contains all parts of triangles in it */
};

/* Fills the slices and cells of a geometry whose other fields, except the convex solids, are set. They
 * contain the inside of its solids too. None are made if they gain nothing. Errors: memory. */
lw_status lw_geometry_add_slices(lw_arena *arena, lw_geometry *geometry, lw_error *error);

#endif
