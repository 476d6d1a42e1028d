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

/* By components. */
static inline vec3 stretched(vec3 half, vec3 d)
{
    return v3(half.x * d.x, half.y * d.y, half.z * d.z);
}

/* As support_ellipsoid, where the square of H d leaves the range of a double: d is scaled to a largest
 * component of 1, and then H d is. A zero direction gives the origin. */
static __attribute__((noinline, unused)) vec3 support_ellipsoid_scaled(vec3 half, vec3 d)
{
    for (int i = 0; i < 2; i++) {
        double most = max_component(abs3(d));
        if (!(most > 0))
            return v3(0, 0, 0);
        d = v3(d.x / most, d.y / most, d.z / most);
        if (i == 0)
            d = stretched(half, d);
    }
    return stretched(half, scale(1 / norm(d), d));
}

/* argmax d . p = H^2 d / |H d|, with the semi-axes on the diagonal of H: the point H q, where the unit
 * vector q is H d / |H d|. No product d_i p_i is negative, and each errs by 8u of itself at most (H d
 * 1u, its length 3.5u, the quotient 1u, two products 2u): so does the support value. */
static inline vec3 support_ellipsoid(vec3 half, vec3 d)
{
    vec3 image = stretched(half, d);
    double square = norm2(image);
    if (!(square > 1e-200 && square < 1e200))
        return support_ellipsoid_scaled(half, d);
    return stretched(half, scale(1 / sqrt(square), image));
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
    case LW_CORE_ELLIPSOID:
        *vertex = 0;
        return support_ellipsoid(shape->half, d);
    case LW_CORE_POINT:
        *vertex = 0;
        return v3(0, 0, 0);
    }
    *vertex = 0;
    return v3(NAN, NAN, NAN);
}

#endif
