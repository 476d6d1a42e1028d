/* The distance of a point from a shape, from the numbers that describe the shape: by brute force in
 * long double, with none of the library's code. */
#ifndef LW_TEST_SHAPE_ORACLE_H
#define LW_TEST_SHAPE_ORACLE_H

#include <math.h>
#include <stdbool.h>

#include "random_robot.h"

static inline wide_point oracle_vertex(const lw_shape_def *shape, size_t index)
{
    const double *row = shape->vertices + 3 * index;
    return (wide_point){{row[0], row[1], row[2]}};
}

static inline wide_point oracle_minus(wide_point a, wide_point b)
{
    return (wide_point){{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}

static inline long double oracle_dot(wide_point a, wide_point b)
{
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

static inline wide_point oracle_cross(wide_point a, wide_point b)
{
    return (wide_point){{a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                         a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}

static inline long double oracle_norm(wide_point a)
{
    return sqrtl(oracle_dot(a, a));
}

static inline long double oracle_from_segment(wide_point p, wide_point a, wide_point b)
{
    wide_point along = oracle_minus(b, a);
    long double square = oracle_dot(along, along);
    long double share = square > 0 ? oracle_dot(oracle_minus(p, a), along) / square : 0;
    share = fminl(fmaxl(share, 0), 1);
    for (int k = 0; k < 3; k++)
        a.x[k] += share * along.x[k];
    return oracle_norm(oracle_minus(p, a));
}

/* The distance from a triangle; a degenerate one counts as a segment or a point. */
static inline long double oracle_from_triangle(wide_point p, wide_point a, wide_point b, wide_point c)
{
    long double best = fminl(oracle_from_segment(p, a, b),
                             fminl(oracle_from_segment(p, b, c), oracle_from_segment(p, c, a)));
    wide_point corner[3] = {a, b, c};
    wide_point normal = oracle_cross(oracle_minus(b, a), oracle_minus(c, a));
    long double length = oracle_norm(normal);
    if (!(length > 0))
        return best;
    /* over the face: on the inner side of all three edges */
    for (int k = 0; k < 3; k++) {
        wide_point edge = oracle_minus(corner[(k + 1) % 3], corner[k]);
        if (oracle_dot(oracle_cross(normal, edge), oracle_minus(p, corner[k])) < 0)
            return best;
    }
    return fminl(best, fabsl(oracle_dot(normal, oracle_minus(p, a))) / length);
}

/* Whether a point is in the tetrahedron of four others; false if that has no volume. */
static inline bool oracle_in_tetrahedron(wide_point p, const wide_point v[4])
{
    for (int k = 0; k < 4; k++) {
        wide_point a = v[(k + 1) % 4];
        wide_point normal =
            oracle_cross(oracle_minus(v[(k + 2) % 4], a), oracle_minus(v[(k + 3) % 4], a));
        long double inside = oracle_dot(normal, oracle_minus(v[k], a));
        if (inside == 0 || oracle_dot(normal, oracle_minus(p, a)) / inside < 0)
            return false;
    }
    return true;
}

/* The distance from the hull of the vertices: 0 if the point is in one of all their tetrahedra,
 * otherwise that of the nearest of all their triangles. */
static inline long double oracle_from_hull(const lw_shape_def *shape, wide_point p)
{
    size_t n = shape->vertex_count;
    long double best = HUGE_VALL;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            for (size_t k = j; k < n; k++) {
                wide_point v[4] = {oracle_vertex(shape, i), oracle_vertex(shape, j),
                                   oracle_vertex(shape, k)};
                best = fminl(best, oracle_from_triangle(p, v[0], v[1], v[2]));
                for (size_t l = k + 1; l < n && i < j && j < k; l++) {
                    v[3] = oracle_vertex(shape, l);
                    if (oracle_in_tetrahedron(p, v))
                        return 0;
                }
            }
    return best;
}

/* The winding number of the triangles about a point: the sum of their solid angles over 4 pi. */
static inline long double oracle_winding(const lw_shape_def *shape, wide_point p)
{
    long double sum = 0;
    for (size_t t = 0; t < shape->triangle_count; t++) {
        wide_point v[3];
        long double l[3];
        for (size_t k = 0; k < 3; k++) {
            v[k] = oracle_minus(oracle_vertex(shape, shape->triangles[3 * t + k]), p);
            l[k] = oracle_norm(v[k]);
        }
        sum += 2 * atan2l(oracle_dot(v[0], oracle_cross(v[1], v[2])),
                          l[0] * l[1] * l[2] + oracle_dot(v[0], v[1]) * l[2] +
                              oracle_dot(v[1], v[2]) * l[0] + oracle_dot(v[2], v[0]) * l[1]);
    }
    return sum / (4 * acosl(-1.0L));
}

/* The distance from a mesh. solid: the triangles are closed, and the shape includes their inside. */
static inline long double oracle_from_mesh(const lw_shape_def *shape, bool solid, wide_point p)
{
    long double best = HUGE_VALL;
    for (size_t t = 0; t < shape->triangle_count; t++) {
        const uint32_t *row = shape->triangles + 3 * t;
        best = fminl(best,
                     oracle_from_triangle(p, oracle_vertex(shape, row[0]), oracle_vertex(shape, row[1]),
                                          oracle_vertex(shape, row[2])));
    }
    return solid && best > 0 && oracle_winding(shape, p) > 0.5L ? 0 : best;
}

/* The distance from the balls of a cloud. */
static inline long double oracle_from_cloud(const lw_shape_def *shape, wide_point p)
{
    long double best = HUGE_VALL;
    for (size_t i = 0; i < shape->vertex_count; i++)
        best = fminl(best, oracle_norm(oracle_minus(p, oracle_vertex(shape, i))));
    return fmaxl(0, best - shape->radius);
}

/* The distance from the occupied cells of an octree whose unknown space is free. */
static inline long double oracle_from_cells(const lw_shape_def *shape, wide_point p)
{
    long double best = HUGE_VALL;
    for (size_t i = 0; i < shape->cell_count; i++) {
        const int32_t *cell = shape->cells + 5 * i;
        const long double half = 0.5L * cell[3];
        wide_point off;
        for (int k = 0; k < 3; k++)
            off.x[k] =
                fmaxl(0, fabsl(p.x[k] - shape->length * (cell[k] + half)) - shape->length * half);
        if (cell[4] == 1)
            best = fminl(best, oracle_norm(off));
    }
    return best;
}

/* The distance from the region that an outline in the plane encloses, convex or not. */
static inline long double oracle_from_outline(const lw_shape_def *shape, wide_point p)
{
    long double best = HUGE_VALL;
    bool inside = false;
    size_t n = shape->vertex_count;
    for (size_t i = 0; i < n; i++) {
        wide_point a = oracle_vertex(shape, i);
        wide_point b = oracle_vertex(shape, (i + 1) % n);
        best = fminl(best, oracle_from_segment(p, a, b));
        if ((a.x[1] > p.x[1]) != (b.x[1] > p.x[1]) &&
            p.x[0] < a.x[0] + (p.x[1] - a.x[1]) / (b.x[1] - a.x[1]) * (b.x[0] - a.x[0]))
            inside = !inside;
    }
    return inside ? 0 : best;
}

/* The distance from an ellipsoid, 0 inside: the nearest point q has p = q + t n, where n has the
 * components q_i / h_i^2, and the t for which it lies on the surface is found by bisection. */
static inline long double oracle_from_ellipsoid(lw_vec3 size, wide_point p)
{
    const long double half[3] = {size.x / 2.0L, size.y / 2.0L, size.z / 2.0L};
    long double low = 0;
    long double high =
        oracle_norm((wide_point){{half[0] * p.x[0], half[1] * p.x[1], half[2] * p.x[2]}});
    for (int step = 0; step < 120; step++) {
        long double t = step ? (low + high) / 2 : 0;
        wide_point q;
        for (int i = 0; i < 3; i++)
            q.x[i] = half[i] * p.x[i] / (t + half[i] * half[i]);
        bool beyond = oracle_norm(q) > 1;
        if (step == 0 && !beyond)
            return 0;
        *(beyond ? &low : &high) = t;
    }
    for (int i = 0; i < 3; i++)
        p.x[i] *= high / (high + half[i] * half[i]);
    return oracle_norm(p);
}

/* The distance of a point from a shape without its rounding, in the shape's frame; 0 inside. */
static inline long double oracle_distance(const lw_shape_def *shape, bool solid, wide_point p)
{
    long double x = fabsl(p.x[0]);
    long double y = fabsl(p.x[1]);
    long double z = fabsl(p.x[2]);
    long double across = sqrtl(x * x + y * y);
    switch (shape->kind) {
    case LW_SHAPE_BOX:
        x = fmaxl(0, x - shape->size.x / 2);
        y = fmaxl(0, y - shape->size.y / 2);
        z = fmaxl(0, z - shape->size.z / 2);
        return sqrtl(x * x + y * y + z * z);
    case LW_SHAPE_CAPSULE:
        z = fmaxl(0, z - shape->length / 2);
        return fmaxl(0, sqrtl(across * across + z * z) - shape->radius);
    case LW_SHAPE_SPHERE:
    case LW_SHAPE_DISC:
        return fmaxl(0, sqrtl(across * across + z * z) - shape->radius);
    case LW_SHAPE_CYLINDER:
        across = fmaxl(0, across - shape->radius);
        z = fmaxl(0, z - shape->length / 2);
        return sqrtl(across * across + z * z);
    case LW_SHAPE_CONE: {
        /* in the half-plane through the axis: under the slant line and above the base, or outside */
        long double half = shape->length / 2.0L;
        wide_point q = {{across, p.x[2], 0}};
        wide_point tip = {{0, half, 0}};
        wide_point rim = {{shape->radius, -half, 0}};
        wide_point foot = {{0, -half, 0}};
        if (p.x[2] >= -half && across * 2 * half <= shape->radius * (half - p.x[2]))
            return 0;
        return fminl(oracle_from_segment(q, tip, rim), oracle_from_segment(q, foot, rim));
    }
    case LW_SHAPE_ELLIPSOID:
        return oracle_from_ellipsoid(shape->size, p);
    case LW_SHAPE_POLYTOPE:
        return oracle_from_hull(shape, p);
    case LW_SHAPE_MESH:
        return oracle_from_mesh(shape, solid, p);
    case LW_SHAPE_POLYGON:
        return oracle_from_outline(shape, p);
    case LW_SHAPE_CLOUD:
        return oracle_from_cloud(shape, p);
    case LW_SHAPE_OCTREE:
        return oracle_from_cells(shape, p);
    case LW_SHAPE_HEIGHTS:     /* has an oracle of its own: scene/test_height_field.c */
    case LW_SHAPE_DEPTH_IMAGE: /* too: scene/test_depth_image.c */
        break;
    }
    return HUGE_VALL;
}

/* Whether a vertex counts in the mean: equal vertices count once, and a mesh's only if a triangle uses
 * them. */
static inline bool oracle_counts(const lw_shape_def *shape, size_t vertex)
{
    const double *row = shape->vertices + 3 * vertex;
    bool used = shape->kind != LW_SHAPE_MESH;
    for (size_t i = 0; !used && i < 3 * shape->triangle_count; i++) {
        const double *corner = shape->vertices + 3 * (size_t)shape->triangles[i];
        used = row[0] == corner[0] && row[1] == corner[1] && row[2] == corner[2];
    }
    for (size_t i = 0; used && i < vertex; i++) {
        const double *other = shape->vertices + 3 * i;
        used = row[0] != other[0] || row[1] != other[1] || row[2] != other[2];
    }
    return used;
}

/* Maps a point of a scaled shape to the unscaled shape. Shapes are scaled about the origin or, if they
 * have vertices, about the mean of those that count. Multiply distances by the factor. */
static inline wide_point oracle_unscaled(const lw_shape_def *shape, double factor, wide_point p)
{
    long double sum[3] = {0, 0, 0};
    long double count = 0;
    bool has_vertices = shape->kind == LW_SHAPE_POLYTOPE || shape->kind == LW_SHAPE_MESH ||
                        shape->kind == LW_SHAPE_POLYGON || shape->kind == LW_SHAPE_CLOUD;
    for (size_t i = 0; has_vertices && i < shape->vertex_count; i++) {
        if (!oracle_counts(shape, i))
            continue;
        for (int k = 0; k < 3; k++)
            sum[k] += shape->vertices[3 * i + (size_t)k];
        count++;
    }
    for (int k = 0; k < 3; k++) {
        const long double middle = count > 0 ? sum[k] / count : 0;
        p.x[k] = middle + (p.x[k] - middle) / factor;
    }
    return p;
}

/* The distance of a point from a scaled and rounded shape; 0 inside. */
static inline long double oracle_outside(const lw_shape_def *shape, bool solid, double factor,
                                         wide_point p)
{
    wide_point q = factor == 1 ? p : oracle_unscaled(shape, factor, p);
    return fmaxl(0, factor * (oracle_distance(shape, solid, q) - shape->rounding));
}

#endif
