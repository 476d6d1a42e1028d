/* The convex solids of a body: the penetration depth of two of them is that of their hulls, up to a
 * slack. */
#ifndef LW_BODY_CONVEX_SOLIDS_H
#define LW_BODY_CONVEX_SOLIDS_H

#include "body/geometry.h"

/* A closed surface whose inside is solid and convex, up to the rounding of numbers in files. */
struct lw_convex_solid {
    lw_convex hull; /* the hull of its vertices, grown by the mesh's radius; in the body frame */
    double slack;   /* the depth of the solid is less than that of the hull by at most this */
    vec3 center;    /* centre of a sphere around the hull */
    double radius;
};

/* Fills the convex solids of a geometry, and is_convex: whether one convex solid, or one part, is the
 * whole body. Costs a hull for each closed surface that may be convex, and a support point for each of
 * its triangles; a sample of the triangles rules most other surfaces out early. Errors: memory. */
lw_status lw_geometry_add_convex_solids(lw_arena *arena, const lw_geometry_def *def,
                                        lw_geometry *geometry, lw_error *error);

/* The shape that is the whole body, with its pose in the body and its slack. False: there is none. */
bool lw_geometry_as_convex(const lw_geometry *geometry, lw_convex *shape, pose *at, double *slack);

#endif
