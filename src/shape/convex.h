/* A convex shape in its own frame: a core with a support function, plus a radius. */
#ifndef LW_SHAPE_CONVEX_H
#define LW_SHAPE_CONVEX_H

#include "math/vec.h"

struct lw_polytope;

typedef enum lw_core {
    LW_CORE_POINT,    /* the origin */
    LW_CORE_SEGMENT,  /* (0, 0, -half.z) to (0, 0, half.z) */
    LW_CORE_TRIANGLE, /* triangle[0] to triangle[2] */
    LW_CORE_BOX,      /* half edges */
    LW_CORE_CYLINDER, /* half.x: radius, half.z: half the length, along z */
    LW_CORE_CONE,     /* half.x: radius of the base at -half.z, tip at half.z */
    LW_CORE_POLYTOPE,
    LW_CORE_ELLIPSOID, /* half: its semi-axes */
#ifdef LW_DUMMY_KIND
    LW_CORE_DUMMY
#endif
} lw_core;

enum { LW_CORE_COUNT = LW_CORE_ELLIPSOID + 1 };

typedef struct lw_convex {
    lw_core core;
    double radius; /* >= 0 */
    vec3 half;
    vec3 triangle[3];
    const struct lw_polytope *polytope;
} lw_convex;

/* Whether the core is round: it is not the hull of vertices, so that support points have no index. */
static inline bool lw_core_is_round(lw_core core)
{
    switch (core) {
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
    case LW_CORE_ELLIPSOID:
        return true;
    case LW_CORE_POINT:
    case LW_CORE_SEGMENT:
    case LW_CORE_TRIANGLE:
    case LW_CORE_BOX:
    case LW_CORE_POLYTOPE:
        break;
    }
    return false;
}

/* The support point of the core (radius left out) along a direction of any length but zero. vertex, if
 * not NULL: out, the vertex index for triangle, segment (0 at -z), box (bit 0, 1, 2 set where x, y, z
 * is positive) and polytope; else 0. */
vec3 lw_support(const lw_convex *shape, vec3 direction, uint32_t *vertex);

/* How many vertices the core has; 0: it is round. */
uint32_t lw_convex_vertex_count(const lw_convex *shape);

/* A vertex of the core by its index, as lw_support gives it; a point's is 0. NaN where the core is
 * round. */
vec3 lw_convex_vertex(const lw_convex *shape, uint32_t index);

/* The smallest box around the shape at a pose, radius included, rounded outwards. */
void lw_convex_bounds(const lw_convex *shape, pose at, vec3 *low, vec3 *high);

/* A sphere around the shape, radius included. Returns the sphere's radius, rounded up. */
double lw_convex_sphere(const lw_convex *shape, vec3 *center);

/* The largest distance of a point of the core from the shape's origin: scales rounding errors. */
double lw_convex_extent(const lw_convex *shape);

#endif
