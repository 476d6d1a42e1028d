/* Random shapes and poses for the tests of distances, and a check of a bracket that uses none of the
 * library's code: its lower bound must follow from its normal, its upper bound from points that lie in
 * the shapes, both evaluated in long double. The two together are the proof. */
#ifndef LW_TEST_CERTIFY_H
#define LW_TEST_CERTIFY_H

#include <stdlib.h>

#include "base/arena.h"
#include "base/random.h"
#include "distance/distance.h"
#include "math/pose.h"
#include "shape/polytope.h"

typedef struct wide {
    long double x, y, z;
} wide;

static inline wide widen(vec3 v)
{
    return (wide){v.x, v.y, v.z};
}

static inline wide wide_sub(wide a, wide b)
{
    return (wide){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline wide wide_along(wide a, long double s, wide b)
{
    return (wide){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline long double wide_dot(wide a, wide b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline long double wide_norm(wide a)
{
    return sqrtl(wide_dot(a, a));
}

static inline wide wide_cross(wide a, wide b)
{
    return (wide){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline wide wide_transform(pose at, wide p)
{
    wide q = widen(at.position);
    q = wide_along(q, p.x, widen(at.rotation.x));
    q = wide_along(q, p.y, widen(at.rotation.y));
    return wide_along(q, p.z, widen(at.rotation.z));
}

static inline wide wide_rotate_back(mat3 m, wide d)
{
    return (wide){wide_dot(widen(m.x), d), wide_dot(widen(m.y), d), wide_dot(widen(m.z), d)};
}

/* the maximum over the shape, with its radius, of d . p */
static inline long double wide_support(const lw_convex *shape, wide d)
{
    wide h = widen(shape->half);
    long double across = sqrtl(d.x * d.x + d.y * d.y);
    long double most = -HUGE_VALL;
    switch (shape->core) {
    case LW_CORE_POINT:
        most = 0;
        break;
    case LW_CORE_SEGMENT:
        most = h.z * fabsl(d.z);
        break;
    case LW_CORE_TRIANGLE:
        for (int i = 0; i < 3; i++)
            most = fmaxl(most, wide_dot(d, widen(shape->triangle[i])));
        break;
    case LW_CORE_BOX:
        most = h.x * fabsl(d.x) + h.y * fabsl(d.y) + h.z * fabsl(d.z);
        break;
    case LW_CORE_CYLINDER:
        most = h.x * across + h.z * fabsl(d.z);
        break;
    case LW_CORE_CONE:
        most = fmaxl(h.z * d.z, h.x * across - h.z * d.z);
        break;
    case LW_CORE_ELLIPSOID:
        most = wide_norm((wide){h.x * d.x, h.y * d.y, h.z * d.z});
        break;
    case LW_CORE_POLYTOPE:
        for (uint32_t i = 0; i < shape->polytope->vertex_count; i++)
            most = fmaxl(most, wide_dot(d, widen(shape->polytope->vertices[i])));
        break;
    }
    return most + shape->radius * wide_norm(d);
}

/* Distances of simple sets. */
static inline long double wide_point_segment(wide p, wide a, wide b)
{
    wide e = wide_sub(b, a);
    long double square = wide_dot(e, e);
    long double share = square > 0 ? wide_dot(wide_sub(p, a), e) / square : 0;
    return wide_norm(wide_sub(p, wide_along(a, fminl(fmaxl(share, 0), 1), e)));
}

/* A normal of a triangle, without the component along the longest edge that rounding adds; in a needle
 * this component would tilt the normal where the points are farthest apart. */
static inline wide wide_normal(wide a, wide b, wide c)
{
    wide edge[3] = {wide_sub(b, a), wide_sub(c, b), wide_sub(a, c)};
    wide n = wide_cross(edge[0], edge[1]);
    wide longest = edge[0];
    for (int i = 1; i < 3; i++)
        if (wide_dot(edge[i], edge[i]) > wide_dot(longest, longest))
            longest = edge[i];
    long double square = wide_dot(longest, longest);
    return square > 0 ? wide_along(n, -wide_dot(n, longest) / square, longest) : n;
}

/* Whether p's foot lies beyond the line through a and b, or so near to it that rounding could put it on
 * either side: then the edges are as near as the face. */
static inline bool wide_is_beyond(wide n, wide p, wide a, wide b)
{
    wide e = wide_sub(b, a);
    wide to = wide_sub(p, a);
    long double rounding = 1e-17L * wide_norm(n) * wide_norm(e) * wide_norm(to);
    return !(wide_dot(n, wide_cross(e, to)) > rounding);
}

static inline long double wide_point_triangle(wide p, wide a, wide b, wide c)
{
    long double best = fminl(wide_point_segment(p, a, b),
                             fminl(wide_point_segment(p, b, c), wide_point_segment(p, c, a)));
    wide n = wide_normal(a, b, c);
    if (wide_is_beyond(n, p, a, b) || wide_is_beyond(n, p, b, c) || wide_is_beyond(n, p, c, a))
        return best;
    return fminl(best, fabsl(wide_dot(n, wide_sub(p, a))) / wide_norm(n));
}

static inline long double wide_segments(wide a, wide b, wide c, wide d)
{
    long double best = fminl(fminl(wide_point_segment(a, c, d), wide_point_segment(b, c, d)),
                             fminl(wide_point_segment(c, a, b), wide_point_segment(d, a, b)));
    wide e = wide_sub(b, a);
    wide f = wide_sub(d, c);
    wide n = wide_cross(e, f);
    long double square = wide_dot(n, n);
    wide between = wide_sub(c, a);
    if (!(square > 0))
        return best;
    long double s = wide_dot(wide_cross(between, f), n) / square;
    long double t = wide_dot(wide_cross(between, e), n) / square;
    if (s < 0 || s > 1 || t < 0 || t > 1)
        return best;
    return fminl(best, fabsl(wide_dot(n, between)) / sqrtl(square));
}

static inline long double outside_polytope(const lw_polytope *polytope, wide p)
{
    const vec3 *v = polytope->vertices;
    uint32_t count = polytope->vertex_count;
    if (polytope->facet_count == 0) {
        long double best = HUGE_VALL;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = 0; j < count; j++)
                best = fminl(best, wide_point_triangle(p, widen(v[0]), widen(v[i]), widen(v[j])));
        return best;
    }
    long double most = 0;
    for (uint32_t f = 0; f < polytope->facet_count; f++) {
        const uint32_t *corner = polytope->facets[f];
        wide a = widen(v[corner[0]]);
        wide n = wide_normal(a, widen(v[corner[1]]), widen(v[corner[2]]));
        if (wide_norm(n) > 0)
            most = fmaxl(most, wide_dot(n, wide_sub(p, a)) / wide_norm(n));
    }
    return most;
}

/* The distance of p from an ellipsoid with semi-axes h: 0 inside. The nearest point q has p = q + t n,
 * where n = H^-2 q, so that q_i = h_i^2 p_i / (t + h_i^2), and lies on the surface: bisection over t.
 */
static inline long double wide_point_ellipsoid(wide p, wide h)
{
    long double own[3] = {p.x, p.y, p.z};
    long double axis[3] = {h.x, h.y, h.z};
    long double low = 0;
    long double high = wide_norm((wide){h.x * p.x, h.y * p.y, h.z * p.z});
    for (int step = 0; step < 120; step++) {
        long double t = step ? (low + high) / 2 : 0;
        long double sum = 0;
        for (int i = 0; i < 3; i++) {
            long double share = own[i] != 0 ? axis[i] * own[i] / (t + axis[i] * axis[i]) : 0;
            sum += share * share;
        }
        if (sum > 1)
            low = t;
        else if (step == 0)
            return 0;
        else
            high = t;
    }
    for (int i = 0; i < 3; i++)
        own[i] *= high / (high + axis[i] * axis[i]);
    return wide_norm((wide){own[0], own[1], own[2]});
}

/* The distance of p from the core; 0 inside. For polytopes with facets the largest distance from a
 * facet's plane, which may be less. */
static inline long double wide_outside(const lw_convex *shape, wide p)
{
    wide h = widen(shape->half);
    const vec3 *t = shape->triangle;
    long double across = sqrtl(p.x * p.x + p.y * p.y);
    switch (shape->core) {
    case LW_CORE_POINT:
        return wide_norm(p);
    case LW_CORE_SEGMENT:
        return wide_point_segment(p, (wide){0, 0, -h.z}, (wide){0, 0, h.z});
    case LW_CORE_TRIANGLE:
        return wide_point_triangle(p, widen(t[0]), widen(t[1]), widen(t[2]));
    case LW_CORE_BOX: {
        wide rest = {fmaxl(fabsl(p.x) - h.x, 0), fmaxl(fabsl(p.y) - h.y, 0),
                     fmaxl(fabsl(p.z) - h.z, 0)};
        return wide_norm(rest);
    }
    case LW_CORE_CYLINDER:
        return hypotl(fmaxl(across - h.x, 0), fmaxl(fabsl(p.z) - h.z, 0));
    case LW_CORE_CONE:
        /* in the half plane of p and the axis the cone is a triangle */
        return wide_point_triangle((wide){across, 0, p.z}, (wide){-h.x, 0, -h.z}, (wide){h.x, 0, -h.z},
                                   (wide){0, 0, h.z});
    case LW_CORE_ELLIPSOID:
        return wide_point_ellipsoid(p, h);
    case LW_CORE_POLYTOPE:
        return outside_polytope(shape->polytope, p);
    }
    return (long double)NAN;
}

/* How far vertices lie outside the facets of their own polytope; some facets may be slivers. */
static inline long double wide_loose(const lw_convex *shape)
{
    long double most = 0;
    for (uint32_t i = 0; shape->core == LW_CORE_POLYTOPE && i < shape->polytope->vertex_count; i++)
        most = fmaxl(most, outside_polytope(shape->polytope, widen(shape->polytope->vertices[i])));
    return most;
}

static inline bool wide_lies_in(const lw_convex *shape, wide p, long double slack)
{
    long double outside = wide_outside(shape, p) - shape->radius;
    return outside <= slack || outside <= slack + wide_loose(shape);
}

/* The width of a finished bracket, relative to the size: in almost all cases, and at most, near
 * contact. */
#define USUALLY_OPEN 1e-12
#define RARELY_OPEN  1e-9

/* Extents and offset together; rounding errors and tolerances are relative to it. */
static inline double pair_size(const lw_convex *a, const lw_convex *b, pose b_in_a)
{
    return lw_convex_extent(a) + lw_convex_extent(b) + norm(b_in_a.position) + a->radius + b->radius;
}

/* Checks a bracket of a and b: NULL, or a sentence that tells the fault. open: the largest width,
 * relative to the size. */
static inline const char *certify(const lw_convex *a, const lw_convex *b, pose b_in_a,
                                  const lw_bracket *bracket, double open)
{
    double size = pair_size(a, b, b_in_a);
    double lower = bracket->lower;
    double upper = bracket->upper;
    if (!(lower >= 0 && lower <= upper && isfinite(upper)))
        return "the ends are not in order";
    if (!finite3(bracket->points[0]) || !finite3(bracket->points[1]))
        return "a point is not finite";
    if (upper - lower > open * size)
        return "the bracket is open";
    wide n = widen(bracket->normal);
    if (lower > 0) {
        if (fabsl(wide_norm(n) - 1) > 1e-15L)
            return "the normal is not a unit vector";
        wide back = wide_rotate_back(b_in_a.rotation, n);
        long double gap = wide_dot(n, widen(b_in_a.position)) - wide_support(a, n) -
                          wide_support(b, (wide){-back.x, -back.y, -back.z});
        if (gap < lower * wide_norm(n))
            return "the normal does not prove lower";
    } else if (wide_norm(n) > 0) {
        return "a normal without a lower end";
    }
    wide p = widen(bracket->points[0]);
    wide q = widen(bracket->points[1]);
    if (fabsl(wide_norm(wide_sub(p, q)) - upper) > 1e-15L * size)
        return "upper is not the distance of the points";
    wide in_b = wide_rotate_back(b_in_a.rotation, wide_sub(q, widen(b_in_a.position)));
    /* points come from sums of products of at most four vertices with rounded weights */
    if (!wide_lies_in(a, p, 1e-14L * size))
        return "the first point is not in the first shape";
    if (!wide_lies_in(b, in_b, 1e-14L * size))
        return "the second point is not in the second shape";
    return NULL;
}

static inline vec3 random_vector(lw_random *random, double size)
{
    double x = lw_random_between(random, -size, size);
    double y = lw_random_between(random, -size, size);
    return v3(x, y, lw_random_between(random, -size, size));
}

static inline vec3 random_direction(lw_random *random)
{
    for (;;) {
        vec3 v = random_vector(random, 1);
        double square = norm2(v);
        if (square <= 1 && square > 1e-4)
            return scale(1 / sqrt(square), v);
    }
}

/* A random rotation, one of the 24 that map the axes to each other, or one close to these. */
static inline mat3 random_rotation(lw_random *random)
{
    mat3 m = mat3_identity();
    uint32_t kind = lw_random_below(random, 4);
    if (kind < 2)
        return lw_rotation(random_direction(random), lw_random_between(random, 0, 6.283));
    for (uint32_t turns = lw_random_below(random, 6); turns > 0; turns--)
        m = lw_random_below(random, 2) ? (mat3){m.y, neg(m.x), m.z} : (mat3){m.x, m.z, neg(m.y)};
    if (kind == 3) {
        double angle = pow(10, lw_random_between(random, -16, -1));
        m = mul(lw_rotation(random_direction(random), angle), m);
    }
    return m;
}

/* A length of about the size, or sometimes far less. */
static inline double random_length(lw_random *random, double size)
{
    double length = size * lw_random_between(random, 0.1, 1);
    if (lw_random_below(random, 8) == 0)
        length *= pow(10, lw_random_between(random, -8, 0));
    return length;
}

static inline vec3 random_point(lw_random *random, vec3 half, uint32_t kind)
{
    vec3 p = random_vector(random, 1);
    if (kind == 0)
        p = scale(1 / fmax(norm(p), 0.01), p);
    if (kind == 1) /* coarse grid: parallel faces and many points in one plane */
        p = v3(floor(2 * p.x), floor(2 * p.y), floor(2 * p.z));
    return v3(half.x * p.x, half.y * p.y, half.z * p.z);
}

/* A shape of about this size; sometimes flat or a needle, far from its origin where its kind allows
 * that, regular or not. Polytopes are allocated in the arena. */
static inline lw_convex random_shape(lw_random *random, lw_arena *arena, lw_core core, double size)
{
    lw_convex shape = {.core = core};
    shape.half.x = random_length(random, size);
    shape.half.y = random_length(random, size);
    shape.half.z = random_length(random, size);
    uint32_t kind = lw_random_below(random, 3);
    for (int i = 0; i < 3; i++)
        shape.triangle[i] = random_point(random, shape.half, kind);
    if (lw_random_below(random, 16) == 0)
        shape.triangle[2] = scale(0.5, add(shape.triangle[0], shape.triangle[1]));
    if (core == LW_CORE_POLYTOPE) {
        double points[3 * 100];
        uint32_t count = 1 + lw_random_below(random, lw_random_below(random, 16) == 0 ? 100 : 12);
        for (uint32_t i = 0; i < count; i++) {
            vec3 p = random_point(random, shape.half, kind);
            points[3 * i] = p.x;
            points[3 * i + 1] = p.y;
            points[3 * i + 2] = p.z;
        }
        lw_polytope *polytope = NULL;
        if (lw_polytope_create(arena, points, count, &polytope, NULL))
            abort();
        shape.polytope = polytope;
    }
    if (lw_random_below(random, 2) == 0)
        shape.radius = random_length(random, 0.5 * size);
    return shape;
}

#endif
