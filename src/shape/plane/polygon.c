/* Makes convex polygons. The hull is Andrew's monotone chain over the sorted vertices; an outline
 * counts as convex where each of its vertices lies on that hull up to rounding. */
#include "shape/plane/polygon.h"

#include "base/error.h"
#include "base/platform.h"
#include "math/pose.h"
#include "math/rounding.h"

#include <stdlib.h>
#include <string.h>

/* Edges are not shorter than this share of the size: no product of the squares of two of them leaves
 * the range of a double. For the same reason a polygon smaller than SMALLEST becomes a disc. */
#define SHORTEST 0x1p-100
#define SMALLEST 1e-30
#define DUST     0x1p-200

/* alignment of polygons on the heap, a cache line; and how many cache lines a kilobyte has
 * (docs/decisions/plane.md, "Polygons of one size are not a kilobyte apart in memory") */
enum { ALIGNMENT = 64, KILOBYTE = 1024 / ALIGNMENT };

static int by_place(const void *one, const void *other)
{
    const vec2 *a = one;
    const vec2 *b = other;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return (a->y > b->y) - (a->y < b->y);
}

/* A number as the sum of two doubles: its rounded value, and the rest that rounding took off
 * (double-double). */
typedef struct exact {
    double most, rest;
} exact;

static exact difference(double a, double b)
{
    double most = a - b;
    double back = most - a;
    return (exact){most, (a - (most - back)) - (b + back)};
}

static exact product(exact a, exact b)
{
    double most = a.most * b.most;
    return (exact){most, fma(a.most, b.most, -most) + (a.most * b.rest + a.rest * b.most)};
}

/* The cross product of the steps from a to b and from a to c; its sign holds to some 100 bits. In plain
 * doubles it would err by several ulps of the size. */
static double turn_at(vec2 a, vec2 b, vec2 c)
{
    exact to_c = product(difference(b.x, a.x), difference(c.y, a.y));
    exact to_b = product(difference(b.y, a.y), difference(c.x, a.x));
    return (to_c.most - to_b.most) + (to_c.rest - to_b.rest);
}

/* The lower half of the hull, or the upper one where the points are taken backwards; returns its size.
 * Of points that coincide or lie on a line, up to rounding, the outer ones stay. At the points that
 * stay the outline really turns left: else the normal of a short edge would not be a normal of the
 * hull, and could separate shapes that meet. */
static size_t chain(const vec2 *points, size_t count, double tiny, vec2 *out, bool backwards)
{
    size_t n = 0;
    for (size_t k = 0; k < count; k++) {
        vec2 p = points[backwards ? count - 1 - k : k];
        /* until the last corner is to the right of the line to p */
        while (n >= 2 && !(turn_at(out[n - 2], out[n - 1], p) > tiny * length2(sub2(p, out[n - 2]))))
            n--;
        out[n++] = p;
    }
    return n;
}

/* Leaves out each vertex of a hull that is no farther than `tiny` from the one before it; returns how
 * many are left, at least one. */
static size_t drop_short_edges(vec2 *hull, size_t count, double tiny)
{
    size_t kept = 1;
    for (size_t i = 1; i < count; i++) {
        vec2 before = sub2(hull[i], hull[kept - 1]);
        vec2 first = sub2(hull[i], hull[0]);
        if (fmax(fabs(before.x), fabs(before.y)) > tiny && fmax(fabs(first.x), fabs(first.y)) > tiny)
            hull[kept++] = hull[i];
    }
    return kept;
}

/* Sorts the points and puts their hull into out (room for 2 count); returns its size. */
static size_t hull_of(vec2 *points, size_t count, double size, vec2 *out)
{
    double tiny = LW_ROUNDING(1) * size;
    qsort(points, count, sizeof *points, by_place);
    size_t distinct = 1;
    for (size_t i = 1; i < count; i++) {
        vec2 step = sub2(points[i], points[distinct - 1]);
        if (fabs(step.x) > tiny || fabs(step.y) > tiny)
            points[distinct++] = points[i];
    }
    if (distinct == 1) {
        out[0] = points[0];
        return 1;
    }
    size_t lower = chain(points, distinct, tiny, out, false);
    size_t upper = chain(points, distinct, tiny, out + lower - 1, true);
    return drop_short_edges(out, lower + upper - 2, SHORTEST * size);
}

/* The distance of a point from the nearest edge of a hull of three vertices or more; positive inside.
 */
static double depth_in(const vec2 *hull, size_t count, vec2 p)
{
    double depth = HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        vec2 e = sub2(hull[(i + 1) % count], hull[i]);
        depth = fmin(depth, cross2(e, sub2(p, hull[i])) / length2(e));
    }
    return depth;
}

/* Whether the vertices go round the hull once: each lies on it, and they are in order. */
static bool goes_round(const double *vertices, size_t count, const vec2 *hull, size_t corners,
                       double size)
{
    if (corners < 3)
        return true;
    double turned = 0;
    double back = 0;
    vec2 middle = {0, 0};
    for (size_t i = 0; i < corners; i++)
        middle = add_scaled2(middle, 1 / (double)corners, hull[i]);
    for (size_t i = 0; i < count; i++) {
        vec2 p = v2(vertices[2 * i], vertices[2 * i + 1]);
        size_t k = (i + 1) % count;
        vec2 q = v2(vertices[2 * k], vertices[2 * k + 1]);
        if (depth_in(hull, corners, p) > LW_OUTLINE_ROUNDING * size)
            return false;
        /* twice the area of the edge with the middle */
        double area = cross2(sub2(p, middle), sub2(q, middle));
        turned += fmax(area, 0);
        back += fmax(-area, 0);
    }
    /* an outline with all vertices on the hull that turns both ways, or more than once, crosses itself
     */
    double whole = 0;
    for (size_t i = 0; i < corners; i++)
        whole += cross2(sub2(hull[i], middle), sub2(hull[(i + 1) % corners], middle));
    double rounding = LW_OUTLINE_ROUNDING * size * size * (double)count;
    return fmin(turned, back) <= rounding && fabs(turned + back - whole) <= rounding;
}

static double extent_about(const lw_polygon *polygon, vec2 center)
{
    double extent = 0;
    for (uint32_t i = 0; i < polygon->count; i++)
        extent = fmax(extent, length2(sub2(polygon->vertices[i], center)) * LW_UP_BY(8));
    return extent;
}

/* Sets the circle. Its centre is the polygon's origin where that is nearly as good: posing the origin
 * needs no rotation. */
static void find_circle(lw_polygon *polygon)
{
    vec2 sum = {0, 0};
    for (uint32_t i = 0; i < polygon->count; i++)
        sum = add_scaled2(sum, 1.0 / polygon->count, polygon->vertices[i]);
    polygon->center = sum;
    polygon->extent = extent_about(polygon, sum);
    polygon->reach = extent_about(polygon, v2(0, 0));
    if (polygon->count < 3 || polygon->reach > 1.25 * polygon->extent)
        return;
    double depth = depth_in(polygon->vertices, polygon->count, sum);
    if (depth_in(polygon->vertices, polygon->count, v2(0, 0)) >= 0.5 * depth) {
        polygon->center = v2(0, 0);
        polygon->extent = polygon->reach;
    }
}

static vec2 edge_after(const lw_polygon *polygon, uint32_t i)
{
    return sub2(polygon->vertices[i + 1], polygon->vertices[i]);
}

/* Whether the outline turns by no more than arccos(-7/9) at any vertex. */
static bool is_blunt(const lw_polygon *polygon)
{
    for (uint32_t i = 0; i < polygon->count; i++) {
        vec2 e = edge_after(polygon, i);
        vec2 next = edge_after(polygon, i + 1);
        if (!(dot2(e, next) >= -7.0 / 9 * length2(e) * length2(next)))
            return false;
    }
    return polygon->count > 2;
}

/* Sets flat and needle: whether two consecutive edges are one line up to rounding, straight on or
 * there and back. */
static void find_lines(lw_polygon *polygon)
{
    for (uint32_t i = 0; i < polygon->count; i++) {
        vec2 e = edge_after(polygon, i);
        vec2 next = edge_after(polygon, i + 1);
        double along = dot2(e, next);
        if (!(cross2(e, next) < LW_FLAT_TURN * length2(e) * length2(next)))
            continue;
        polygon->flat |= along > 0;
        polygon->needle |= along < 0;
    }
}

/* Fills the table of the support vertex along each octant's first direction; of two, the one that comes
 * first. Products are taken with edges, because in products with vertices a tiny edge next to a long
 * one would vanish in rounding. */
static void find_octants(lw_polygon *polygon)
{
    static const vec2 directions[LW_OCTANTS] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                                {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    uint32_t n = polygon->count;
    for (uint32_t k = 0; k < LW_OCTANTS; k++) {
        vec2 d = directions[k];
        uint32_t i = lw_polygon_scan(polygon, d);
        for (uint32_t step = 0; step < n && dot2(edge_after(polygon, i), d) > 0; step++)
            i = (i + 1) % n;
        for (uint32_t step = 0; step < n && !(dot2(edge_after(polygon, (i + n - 1) % n), d) > 0);
             step++)
            i = (i + n - 1) % n;
        polygon->first[k] = i;
    }
    polygon->first[LW_OCTANTS] = polygon->first[0];
}

/* The offset of the coarse outline from the beginning of the polygon, at a cache line. */
static size_t coarse_offset(size_t corners)
{
    size_t size = sizeof(lw_polygon) + (corners + LW_POLYGON_AGAIN) * sizeof(vec2);
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void make_coarse(lw_polygon *polygon)
{
    if (!lw_coarse_eights(polygon->count))
        return;
    lw_coarse_eight *coarse =
        (lw_coarse_eight *)(void *)((char *)polygon + coarse_offset(polygon->count));
    lw_coarse_outline_make(polygon->vertices, polygon->count, polygon->center, polygon->extent, coarse);
    polygon->coarse = coarse;
}

static lw_status check_vertices(const double *vertices, size_t count, double radius, lw_error *error)
{
    if (!vertices || count == 0)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a polygon needs a vertex at least");
    if (count > UINT32_MAX / 4)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a polygon of %zu vertices; there may be %u", count,
                       UINT32_MAX / 4);
    for (size_t i = 0; i < 2 * count; i++)
        if (!(fabs(vertices[i]) <= 1e15))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "vertex %zu of a polygon is at %g; it must be finite and at most 1e15",
                           i / 2, vertices[i]);
    if (!(radius >= 0 && radius <= 1e15))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a polygon's radius is %g; it must be 0 or more, and at most 1e15", radius);
    return LW_OK;
}

/* Memory for a polygon, zeroed; arena NULL: from the heap. Polygons of one size that are allocated one
 * after the other must not lie a multiple of a kilobyte apart, with or without the heap's own cache
 * line between them: their first lines would share a few sets of a cache. */
static lw_polygon *allocate(lw_arena *arena, size_t corners)
{
    size_t size =
        coarse_offset(corners) + lw_coarse_eights((uint32_t)corners) * sizeof(lw_coarse_eight);
    if ((size / ALIGNMENT + 1) % KILOBYTE <= 1)
        size += (size_t)2 * ALIGNMENT;
    if (arena)
        return lw_arena_take(arena, size);
    lw_polygon *polygon = lw_aligned_take(ALIGNMENT, size);
    return polygon ? memset(polygon, 0, size) : NULL;
}

/* A coordinate, or 0 where it is so small beside the polygon's size that its products are lost: no
 * product tells the sides of a needle as narrow as that apart. That moves a point by far less than
 * rounding does. */
static double without_dust(double x, double size)
{
    return fabs(x) < DUST * size ? 0 : x;
}

/* outline: the vertices must be those of a convex outline, in either order around it */
static lw_status make(lw_arena *arena, const double *vertices, size_t count, double radius,
                      bool outline, lw_polygon **out, lw_error *error)
{
    lw_status status = check_vertices(vertices, count, radius, error);
    if (status)
        return status;
    vec2 *points = malloc(3 * count * sizeof *points);
    if (!points)
        return lw_fail_memory(error);
    vec2 *hull = points + count;
    double size = 0;
    for (size_t i = 0; i < count; i++) {
        points[i] = v2(vertices[2 * i], vertices[2 * i + 1]);
        size = fmax(size, fmax(fabs(points[i].x), fabs(points[i].y)));
    }
    for (size_t i = 0; i < count; i++)
        points[i] = v2(without_dust(points[i].x, size), without_dust(points[i].y, size));
    size_t corners = hull_of(points, count, size, hull);
    if (size < SMALLEST) {
        corners = 1;
        radius += 4 * size;
    }
    lw_polygon *polygon = NULL;
    if (outline && !goes_round(vertices, count, hull, corners, size))
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "the outline of %zu vertices is not convex; give its convex parts", count);
    else if (!(polygon = allocate(arena, corners)))
        status = lw_fail_memory(error);
    if (!status) {
        polygon->count = (uint32_t)corners;
        polygon->radius = radius;
        memcpy(polygon->vertices, hull, corners * sizeof *hull);
        for (size_t i = 0; i < LW_POLYGON_AGAIN; i++)
            polygon->vertices[corners + i] = hull[i % corners];
        find_circle(polygon);
        find_octants(polygon);
        polygon->blunt = is_blunt(polygon);
        find_lines(polygon);
        make_coarse(polygon);
        *out = polygon;
    }
    free(points);
    return status;
}

lw_status lw_polygon_hull(lw_arena *arena, const double *points, size_t count, double radius,
                          lw_polygon **out, lw_error *error)
{
    return make(arena, points, count, radius, false, out, error);
}

lw_status lw_polygon_make(lw_arena *arena, const double *vertices, size_t count, double radius,
                          lw_polygon **out, lw_error *error)
{
    return make(arena, vertices, count, radius, true, out, error);
}

uint32_t lw_polygon_bisect(const lw_polygon *polygon, uint32_t from, uint32_t to, vec2 direction)
{
    uint32_t n = polygon->count;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (dot2(edge_after(polygon, middle % n), direction) > 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from % n;
}

lw_status lw_polygon_create(const double *vertices, size_t count, double radius, lw_polygon **out,
                            lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_polygon_create needs a place for the polygon");
    *out = NULL;
    return lw_polygon_make(NULL, vertices, count, radius, out, error);
}

void lw_polygon_destroy(lw_polygon *polygon)
{
    lw_aligned_free(polygon);
}

size_t lw_polygon_count(const lw_polygon *polygon)
{
    return polygon->count;
}

lw_vec2 lw_polygon_vertex(const lw_polygon *polygon, size_t index)
{
    return polygon->vertices[index];
}

lw_pose2 lw_pose2_from_angle(double x, double y, double angle)
{
    lw_pose2 out = {.x = x, .y = y};
    lw_sincos(angle, &out.sine, &out.cosine);
    return out;
}
