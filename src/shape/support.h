/* Support functions of the cores, inline, for loops; others call lw_support. A direction may have any
 * length whose square neither over- nor underflows.
 * Hong's support mapping s(d), (3.5); its support function h(d), (3.4), is the product of the two. */
#ifndef LW_SHAPE_SUPPORT_H
#define LW_SHAPE_SUPPORT_H

#include "shape/convex.h"
#include "shape/polytope_support.h"

static inline vec3 support_points(const vec3 *points, uint32_t count, vec3 direction, uint32_t *vertex)
{
    uint32_t best = 0;
    double most = dot(points[0], direction);
    for (uint32_t i = 1; i < count; i++) {
        double along = dot(points[i], direction);
        best = along > most ? i : best;
        most = along > most ? along : most;
    }
    *vertex = best;
    return points[best];
}

/* By sign bits: branches would be mispredicted half of the time. */
static inline vec3 support_box(vec3 half, vec3 d, uint32_t *vertex)
{
    *vertex = (uint32_t)!signbit(d.x) | (uint32_t)!signbit(d.y) << 1 | (uint32_t)!signbit(d.z) << 2;
    return v3(copysign(half.x, d.x), copysign(half.y, d.y), copysign(half.z, d.z));
}

/* vertex: 0 the rim below, 1 the rim above */
static inline vec3 support_cylinder(vec3 half, vec3 d, uint32_t *vertex)
{
    *vertex = !signbit(d.z);
    double across = sqrt(d.x * d.x + d.y * d.y);
    double share = across > 0 ? half.x / across : 0;
    return v3(share * d.x, share * d.y, copysign(half.z, d.z));
}

/* vertex: 0 the rim, 1 the tip */
static inline vec3 support_cone(vec3 half, vec3 d, uint32_t *vertex)
{
    double across = sqrt(d.x * d.x + d.y * d.y);
    *vertex = 2 * half.z * d.z >= half.x * across;
    if (*vertex)
        return v3(0, 0, half.z);
    double share = across > 0 ? half.x / across : 0;
    return v3(share * d.x, share * d.y, -half.z);
}

static inline vec3 support_core(const lw_convex *shape, vec3 d, uint32_t *vertex)
{
    switch (shape->core) {
    case LW_CORE_SEGMENT:
        *vertex = !signbit(d.z);
        return v3(0, 0, copysign(shape->half.z, d.z));
    case LW_CORE_TRIANGLE:
        return support_points(shape->triangle, 3, d, vertex);
    case LW_CORE_BOX:
        return support_box(shape->half, d, vertex);
    case LW_CORE_CYLINDER:
        return support_cylinder(shape->half, d, vertex);
    case LW_CORE_CONE:
        return support_cone(shape->half, d, vertex);
    case LW_CORE_POLYTOPE:
        return lw_polytope_support(shape->polytope, d, vertex);
    case LW_CORE_POINT:
        *vertex = 0;
        return v3(0, 0, 0);
    }
    *vertex = 0;
    return v3(NAN, NAN, NAN);
}

#endif
