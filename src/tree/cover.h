/* The convex shapes that contain a body. */
#ifndef LW_TREE_COVER_H
#define LW_TREE_COVER_H

#include "tree/geometry.h"

/* Fills the hulls of a geometry that has the rest. Errors: memory. */
lw_status lw_geometry_cover(lw_arena *arena, const lw_geometry_def *def, lw_geometry *geometry,
                            lw_error *error);

#endif
