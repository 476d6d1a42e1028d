/* A convex polytope: the hull of points.
 *
 * The points are first taken to a frame of their own in which the set is about as wide along each
 * axis: a hull stays the same under an affine map, and qhull then copes with plates and needles of any
 * thickness. Hulls of sets that are flat or straight up to rounding are made here (Andrew's monotone
 * chain).
 *
 * The result must fulfil this: no given point lies outside the hull of the kept vertices by more than
 * rounding (a few ulps of the coordinates, which the distance's rounding error covers). qhull merges
 * facets and may leave out a point slightly outside; such points are found and kept as vertices.
 * Costs n log n; for that last check, the square root of the number of facets for each point, and all
 * facets for each point near one of them. */
#include "shape/polytope.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libqhull_r/libqhull_r.h>

#include "base/error.h"
#include "base/platform.h"
#include "math/rounding.h"
#include "shape/facet_plane.h"
#include "shape/hull_inside.h"
#include "shape/polytope_cells.h"
#include "shape/small_hull.h"

/* Thinner than this, relative to the coordinates, is flat. */
static const double flat = LW_ROUNDING(16);

/* The points in their own frame, and their hull. Freed by free_work. */
typedef struct work {
    size_t count;
    const double *given;
    vec3 *points; /* in the frame of origin and axis, divided by width */
    bool *keep;   /* per point: a vertex of the hull */
    vec3 origin;
    vec3 axis[3];    /* perpendicular unit vectors, in the order of falling width; right-handed */
    double width[3]; /* of the set along the axes, about */
    uint32_t far[4]; /* indices of the point at the origin, and of the farthest ones along the axes */
    int dimension;
    uint32_t (*facets)[3];
    size_t facet_count;
} work;

static void free_work(work *w)
{
    free(w->points);
    free(w->keep);
    free(w->facets);
}

static vec3 given_point(const work *w, size_t i)
{
    return v3(w->given[3 * i], w->given[3 * i + 1], w->given[3 * i + 2]);
}

/* p, relative to the origin, without its components along the first axes. They are taken away twice,
 * because the first time leaves an error of the size of p's ulp along them. */
static vec3 remainder_of(const work *w, vec3 p, int axes)
{
    vec3 rest = sub(p, w->origin);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < axes; i++)
            rest = add_scaled(rest, -dot(rest, w->axis[i]), w->axis[i]);
    return rest;
}

/* Finds the dimension and the frame: the widest direction, then the widest across it, then across both.
 */
static void find_frame(work *w, double extent)
{
    w->origin = given_point(w, 0);
    for (uint32_t i = 1; i < w->count; i++) {
        vec3 p = given_point(w, i);
        if (p.x < w->origin.x) {
            w->origin = p;
            w->far[0] = i;
        }
    }
    for (w->dimension = 0; w->dimension < 3; w->dimension++) {
        vec3 longest = {0, 0, 0};
        for (uint32_t i = 0; i < w->count; i++) {
            vec3 rest = remainder_of(w, given_point(w, i), w->dimension);
            if (norm2(rest) > norm2(longest)) {
                longest = rest;
                w->far[w->dimension + 1] = i;
            }
        }
        double width = norm(longest);
        /* two points are a segment as soon as they differ: no rounding is involved yet */
        if (w->dimension == 0 ? !(width > 0) : width <= flat * extent)
            return;
        w->width[w->dimension] = width;
        w->axis[w->dimension] = scale(1 / width, longest);
    }
    /* a mirrored frame would turn facets inside out */
    if (dot(w->axis[0], cross(w->axis[1], w->axis[2])) < 0)
        w->axis[2] = scale(-1, w->axis[2]);
}

static void enter_frame(work *w)
{
    for (size_t i = 0; i < w->count; i++) {
        double c[3] = {0, 0, 0};
        for (int k = 0; k < w->dimension; k++)
            c[k] = dot(remainder_of(w, given_point(w, i), k), w->axis[k]) / w->width[k];
        w->points[i] = v3(c[0], c[1], c[2]);
    }
}

/* The hull of points on a line: the two ends; of equal points: the first. */
static void straight_hull(work *w)
{
    uint32_t low = 0;
    uint32_t high = 0;
    for (uint32_t i = 1; i < w->count; i++) {
        low = w->points[i].x < w->points[low].x ? i : low;
        high = w->points[i].x > w->points[high].x ? i : high;
    }
    w->keep[low] = w->keep[high] = true;
}

typedef struct planar {
    double x, y;
    uint32_t index;
} planar;

static int by_place(const void *a, const void *b)
{
    const planar *p = a;
    const planar *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

static bool turns_left(planar a, planar b, planar c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}

/* The hull of points in a plane: Andrew's monotone chain, from below to the right, then back above. */
static lw_status flat_hull(work *w, lw_error *error)
{
    size_t n = w->count;
    planar *sorted = malloc(3 * n * sizeof *sorted);
    if (!sorted)
        return lw_fail_memory(error);
    planar *chain = sorted + n;
    for (size_t i = 0; i < n; i++)
        sorted[i] = (planar){w->points[i].x, w->points[i].y, (uint32_t)i};
    qsort(sorted, n, sizeof *sorted, by_place);
    size_t length = 0;
    for (size_t i = 0; i < n; i++) {
        while (length >= 2 && !turns_left(chain[length - 2], chain[length - 1], sorted[i]))
            length--;
        chain[length++] = sorted[i];
    }
    size_t lower = length;
    for (size_t i = n - 1; i-- > 0;) {
        while (length > lower && !turns_left(chain[length - 2], chain[length - 1], sorted[i]))
            length--;
        chain[length++] = sorted[i];
    }
    length--; /* the first point came round again */
    for (size_t i = 0; i < length; i++)
        w->keep[chain[i].index] = true;
    free(sorted);
    return LW_OK;
}

/* The mean of the points, which is inside their hull. */
static vec3 middle_of(const work *w)
{
    vec3 middle = {0, 0, 0};
    for (size_t i = 0; i < w->count; i++)
        middle = add_scaled(middle, 1.0 / (double)w->count, w->points[i]);
    return middle;
}

/* Six times the volume between the facets and the middle of the points. */
static double signed_volume(const work *w)
{
    double volume = 0;
    vec3 middle = middle_of(w);
    for (size_t f = 0; f < w->facet_count; f++) {
        vec3 a = sub(w->points[w->facets[f][0]], middle);
        vec3 b = sub(w->points[w->facets[f][1]], middle);
        vec3 c = sub(w->points[w->facets[f][2]], middle);
        volume += dot(a, cross(b, c));
    }
    return volume;
}

static void swap_corners(uint32_t corner[3])
{
    uint32_t first = corner[0];
    corner[0] = corner[1];
    corner[1] = first;
}

/* Reads qhull's triangles, and turns them so that they are counter-clockwise seen from outside. */
static bool read_facets(work *w, qhT *qh)
{
    facetT *facet;
    size_t count = 0;
    FORALLfacets count++;
    w->facets = malloc((count ? count : 1) * sizeof *w->facets);
    if (!w->facets)
        return false;
    FORALLfacets
    {
        if (facet->flipped || qh_setsize(qh, facet->vertices) != 3)
            continue;
        uint32_t *corner = w->facets[w->facet_count++];
        vertexT *vertex;
        vertexT **vertexp;
        int k = 0;
        FOREACHvertex_(facet->vertices) corner[k++] = (uint32_t)qh_pointid(qh, vertex->point);
        if (facet->toporient)
            swap_corners(corner);
    }
    /* now they agree with each other: all point outwards, or all inwards */
    if (signed_volume(w) < 0)
        for (size_t f = 0; f < w->facet_count; f++)
            swap_corners(w->facets[f]);
    return true;
}

/* Frees qhull. Where memory ran out, qhull's lists may be half made, and qh_freeqhull crashes on them:
 * then only the blocks of its small allocations are freed, and the few large ones leak. */
static void free_qhull(qhT *qh, int code)
{
    qh->NOerrexit = True;
    if (code != qh_ERRmem)
        qh_freeqhull(qh, qh_ALL);
    if (!qh->qhmem.LASTsize) { /* not fully set up: qh_memfreeshort does not free these two */
        free(qh->qhmem.freelists);
        free(qh->qhmem.sizetable);
    }
    int long_blocks;
    int long_bytes;
    qh_memfreeshort(qh, &long_blocks, &long_bytes);
}

/* Runs qhull on the points in their frame. Messages go to a small buffer, errors come back through its
 * exit code. There may be no facets at the end. */
static lw_status solid_hull(work *w, lw_error *error)
{
    char messages[256];
    FILE *sink = lw_sink_open(messages, sizeof messages);
    qhT *qh = calloc(1, sizeof *qh);
    coordT *copy = malloc(3 * w->count * sizeof *copy);
    bool enough_memory = sink && qh && copy;
    if (enough_memory) {
        for (size_t i = 0; i < w->count; i++) {
            copy[3 * i] = w->points[i].x;
            copy[3 * i + 1] = w->points[i].y;
            copy[3 * i + 2] = w->points[i].z;
        }
        char command[] = "qhull Qt Pp";
        qh_zero(qh, sink);
        int code = qh_new_qhull(qh, 3, (int)w->count, copy, False, command, NULL, sink);
        if (code == qh_ERRmem)
            enough_memory = false;
        else if (code == 0)
            enough_memory = read_facets(w, qh);
        free_qhull(qh, code);
    }
    free(copy);
    free(qh);
    if (sink)
        fclose(sink);
    return enough_memory ? LW_OK : lw_fail_memory(error);
}

/* Points that are outside the facets by more than rounding become vertices too. How far outside a point
 * is, is measured along the line to the middle: where that line enters the half-space of a facet. A
 * point near the planes of several facets can be farther from the hull than from any of the planes. */
static void compare_outside(work *w, const uint32_t *open, size_t open_count)
{
    vec3 middle = middle_of(w);
    for (size_t f = 0; f < w->facet_count; f++) {
        const uint32_t *corner = w->facets[f];
        lw_facet_plane plane =
            lw_plane_of(w->points[corner[0]], w->points[corner[1]], w->points[corner[2]]);
        double error = LW_ROUNDING(2) * sqrt(plane.error_squared);
        double depth = dot(plane.normal, sub(plane.corner, middle));
        for (size_t k = 0; k < open_count; k++) {
            uint32_t i = open[k];
            if (w->keep[i])
                continue;
            double outside = lw_beyond_plane(&plane, w->points[i]);
            double most = outside + error * norm(sub(w->points[i], plane.corner));
            w->keep[i] =
                most > 0 && most * norm(sub(w->points[i], middle)) > LW_ROUNDING(8) * (depth + outside);
        }
    }
}

/* The mean of the vertices, which is inside their hull, whatever points the facets leave out. */
static vec3 middle_of_kept(const work *w)
{
    vec3 sum = {0, 0, 0};
    size_t kept = 0;
    for (size_t i = 0; i < w->count; i++)
        if (w->keep[i]) {
            sum = add(sum, w->points[i]);
            kept++;
        }
    return scale(1 / (double)kept, sum);
}

/* Up to so many points times facets, comparing all takes less time than finding those deep inside. */
#define COMPARED_AT_ONCE 65536

/* Compares the points that are neither vertices nor deep inside with all facets. */
static lw_status keep_outside(work *w, lw_error *error)
{
    const lw_closed_facets hull = {w->points, (const uint32_t(*)[3])w->facets, w->facet_count,
                                   middle_of_kept(w)};
    bool *passed = malloc(w->count * sizeof *passed);
    uint32_t *open = malloc(w->count * sizeof *open);
    bool enough_memory = passed && open;
    if (enough_memory) {
        memcpy(passed, w->keep, w->count * sizeof *passed);
        if (w->count * w->facet_count > COMPARED_AT_ONCE)
            enough_memory = lw_hull_mark_deep(&hull, w->count, passed);
    }
    if (enough_memory) {
        size_t open_count = 0;
        for (uint32_t i = 0; i < w->count; i++)
            if (!passed[i])
                open[open_count++] = i;
        compare_outside(w, open, open_count);
    }
    free(passed);
    free(open);
    return enough_memory ? LW_OK : lw_fail_memory(error);
}

/* Finds the facets of few points; where it finds none, qhull has to. */
static lw_status small_hull(work *w, lw_error *error)
{
    uint32_t found[LW_SMALL_HULL_FACETS][3];
    size_t count = lw_small_hull(w->points, w->count, w->far, found);
    if (count == 0)
        return LW_OK;
    w->facets = malloc(count * sizeof *w->facets);
    if (!w->facets)
        return lw_fail_memory(error);
    memcpy(w->facets, found, count * sizeof *found);
    w->facet_count = count;
    return LW_OK;
}

static lw_status find_hull(work *w, lw_error *error)
{
    if (w->dimension < 2) {
        straight_hull(w);
        return LW_OK;
    }
    if (w->dimension == 2)
        return flat_hull(w, error);
    lw_status status = small_hull(w, error);
    if (!status && w->facet_count == 0)
        status = solid_hull(w, error);
    if (status)
        return status;
    if (w->facet_count == 0) {
        /* qhull gave up: all points become vertices, which is right but slow */
        for (size_t i = 0; i < w->count; i++)
            w->keep[i] = true;
        return LW_OK;
    }
    for (size_t f = 0; f < w->facet_count; f++)
        for (int k = 0; k < 3; k++)
            w->keep[w->facets[f][k]] = true;
    return keep_outside(w, error);
}

lw_status lw_hull_find(const double *points, size_t count, lw_found_hull *out, lw_error *error)
{
    *out = (lw_found_hull){0};
    if (count == 0)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "polytope: there are no points; at least one is needed");
    if (count > INT32_MAX / 4)
        return lw_fail(error, LW_ERROR_ARGUMENT, "polytope: %zu points are too many", count);
    work w = {.count = count, .given = points};
    double extent = 0;
    for (size_t i = 0; i < count; i++) {
        vec3 p = given_point(&w, i);
        extent = fmax(extent, norm(p));
        if (!finite3(p) || !isfinite(norm2(p)))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "polytope: point %zu is (%g, %g, %g); finite coordinates are needed", i, p.x,
                           p.y, p.z);
    }
    lw_status status = LW_OK;
    w.points = malloc(count * sizeof *w.points);
    w.keep = calloc(count, sizeof *w.keep);
    if (!w.points || !w.keep) {
        status = lw_fail_memory(error);
        goto done;
    }
    find_frame(&w, extent);
    enter_frame(&w);
    status = find_hull(&w, error);
    if (!status) {
        *out = (lw_found_hull){w.keep, w.facets, w.facet_count};
        w.keep = NULL;
        w.facets = NULL;
    }
done:
    free_work(&w);
    return status;
}

void lw_found_hull_free(lw_found_hull *hull)
{
    free(hull->keep);
    free(hull->facets);
    *hull = (lw_found_hull){0};
}

/* index: room for each point's index among the vertices */
static lw_status copy_out(lw_arena *arena, const double *points, size_t count,
                          const lw_found_hull *hull, uint32_t *index, lw_polytope **out,
                          lw_error *error)
{
    uint32_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (hull->keep[i])
            index[i] = kept++;
    lw_polytope *p = lw_arena_take(arena, sizeof *p);
    if (!p)
        return lw_fail_memory(error);
    *p = (lw_polytope){.vertex_count = kept, .facet_count = (uint32_t)hull->facet_count};
    p->vertices = lw_arena_array(arena, kept, sizeof *p->vertices);
    p->given = lw_arena_array(arena, kept, sizeof *p->given);
    p->facets = lw_arena_array(arena, hull->facet_count, sizeof *p->facets);
    if (!p->vertices || !p->given || !p->facets)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        if (!hull->keep[i])
            continue;
        vec3 point = v3(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
        p->vertices[index[i]] = point;
        p->given[index[i]] = (uint32_t)i;
        p->center = add_scaled(p->center, 1.0 / kept, point);
        p->extent = fmax(p->extent, norm(point));
    }
    for (size_t f = 0; f < hull->facet_count; f++)
        for (int k = 0; k < 3; k++)
            p->facets[f][k] = index[hull->facets[f][k]];
    p->is_centered = norm2(p->center) <= 0.16 * p->extent * p->extent;
    *out = p;
    return lw_polytope_add_cells(arena, p, error);
}

lw_status lw_polytope_from_hull(lw_arena *arena, const double *points, size_t count,
                                const lw_found_hull *hull, lw_polytope **out, lw_error *error)
{
    uint32_t *index = malloc(count * sizeof *index);
    lw_status status =
        index ? copy_out(arena, points, count, hull, index, out, error) : lw_fail_memory(error);
    free(index);
    return status;
}

lw_status lw_polytope_create(lw_arena *arena, const double *points, size_t count, lw_polytope **out,
                             lw_error *error)
{
    lw_found_hull hull;
    lw_status status = lw_hull_find(points, count, &hull, error);
    if (!status)
        status = lw_polytope_from_hull(arena, points, count, &hull, out, error);
    lw_found_hull_free(&hull);
    return status;
}
