/* The bounding hulls of a body: convex shapes that together contain it. */
#ifndef LW_BODY_BOUNDING_HULLS_H
#define LW_BODY_BOUNDING_HULLS_H

#include "body/geometry.h"

/* Fills the hulls of a geometry whose triangles and parts are set. sources: for each of its triangles,
 * the triangle's number counted over all meshes. Errors: memory. */
lw_status lw_geometry_add_hulls(lw_arena *arena, const lw_geometry_def *def, const uint32_t *sources,
                                lw_geometry *geometry, lw_error *error);

#endif
