/* The convex shapes that contain a body. */
#ifndef LW_TREE_BOUNDING_HULLS_H
#define LW_TREE_BOUNDING_HULLS_H

#include "tree/geometry.h"

/* Fills the hulls of a geometry that has the rest. Errors: memory. */
lw_status lw_geometry_add_hulls(lw_arena *arena, const lw_geometry_def *def, lw_geometry *geometry,
                                lw_error *error);

#endif
