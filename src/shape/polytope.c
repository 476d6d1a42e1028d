/* A convex polytope: the hull of points.
 *
 * The points are first taken to a frame of their own in which the set is about as wide along each
 * axis: a hull stays the same under an affine map, and qhull then copes with plates and needles of any
 * thickness. Sets that are flat or straight up to rounding are done here (Andrew's monotone chain).
 *
 * What must hold in the end: no given point lies outside the hull of the kept vertices by more than
 * rounding (a few ulps of the coordinates, which the distance's rounding bound contains). qhull merges
 * facets and may leave out a point slightly outside; such points are found and kept as vertices.
 * Costs n log n, and points times facets for that last check. */
#include "shape/polytope.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libqhull_r/libqhull_r.h>

#include "base/error.h"

/* Thinner than this, relative to the coordinates, is flat. */
static const double flat = 8 * DBL_EPSILON;

/* The points in their own frame, and what is made of them. Freed by free_work. */
typedef struct work {
    size_t count;
    const double *given;
    vec3 *points;   /* in the frame below, divided by width */
    bool *keep;     /* per point: a vertex of the hull */
    uint32_t *name; /* per point: its index among the vertices */
    vec3 origin;
    vec3 axis[3];    /* perpendicular unit vectors, in the order of falling width */
    double width[3]; /* of the set along them, about */
    int dimension;
    uint32_t (*facets)[3];
    size_t facet_count, facet_capacity;
    uint32_t (*edges)[2]; /* each in both directions, sorted, without repetition */
    size_t edge_count, edge_capacity;
} work;

static void free_work(work *w)
{
    free(w->points);
    free(w->keep);
    free(w->name);
    free(w->facets);
    free(w->edges);
}

static vec3 given_point(const work *w, size_t i)
{
    return v3(w->given[3 * i], w->given[3 * i + 1], w->given[3 * i + 2]);
}

/* What is left of p, seen from the origin, when its shares along the first axes are taken away.
 * Twice, because the first time leaves an error of the size of p's ulp along them. */
static vec3 remainder_of(const work *w, vec3 p, int axes)
{
    vec3 rest = sub(p, w->origin);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < axes; i++)
            rest = add_scaled(rest, -dot(rest, w->axis[i]), w->axis[i]);
    return rest;
}

/* The widest direction, then the widest across it, then across both: dimension and frame. */
static void find_frame(work *w, double extent)
{
    w->origin = given_point(w, 0);
    for (size_t i = 1; i < w->count; i++) {
        vec3 p = given_point(w, i);
        if (p.x < w->origin.x)
            w->origin = p;
    }
    for (w->dimension = 0; w->dimension < 3; w->dimension++) {
        vec3 longest = {0, 0, 0};
        for (size_t i = 0; i < w->count; i++) {
            vec3 rest = remainder_of(w, given_point(w, i), w->dimension);
            if (norm2(rest) > norm2(longest))
                longest = rest;
        }
        double width = norm(longest);
        /* two points are a segment as soon as they differ: no rounding is involved yet */
        if (w->dimension == 0 ? !(width > 0) : width <= flat * extent)
            return;
        w->width[w->dimension] = width;
        w->axis[w->dimension] = scale(1 / width, longest);
    }
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

static lw_status push_edge(work *w, uint32_t a, uint32_t b, lw_error *error)
{
    if (w->edge_count == w->edge_capacity) {
        size_t capacity = 2 * w->edge_capacity + 64;
        void *grown = realloc(w->edges, capacity * sizeof *w->edges);
        if (!grown)
            return lw_fail_memory(error);
        w->edges = grown;
        w->edge_capacity = capacity;
    }
    w->edges[w->edge_count][0] = a;
    w->edges[w->edge_count++][1] = b;
    return LW_OK;
}

static lw_status join(work *w, uint32_t a, uint32_t b, lw_error *error)
{
    lw_status status = push_edge(w, a, b, error);
    return status ? status : push_edge(w, b, a, error);
}

/* Straight sets: the two ends. Single ones: the first. */
static lw_status straight_hull(work *w, lw_error *error)
{
    uint32_t low = 0;
    uint32_t high = 0;
    for (uint32_t i = 1; i < w->count; i++) {
        low = w->points[i].x < w->points[low].x ? i : low;
        high = w->points[i].x > w->points[high].x ? i : high;
    }
    w->keep[low] = w->keep[high] = true;
    return low == high ? LW_OK : join(w, low, high, error);
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

/* Flat sets: Andrew's monotone chain, from below to the right, then back above. */
static lw_status flat_hull(work *w, lw_error *error)
{
    lw_status status = LW_OK;
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
    for (size_t i = 0; i < length && !status; i++) {
        w->keep[chain[i].index] = true;
        status = join(w, chain[i].index, chain[(i + 1) % length].index, error);
    }
    free(sorted);
    return status;
}

/* Six times the volume between the facets and the middle of the points, in the given frame. */
static double signed_volume(const work *w)
{
    double volume = 0;
    vec3 middle = {0, 0, 0};
    for (size_t i = 0; i < w->count; i++)
        middle = add_scaled(middle, 1.0 / (double)w->count, w->points[i]);
    for (size_t f = 0; f < w->facet_count; f++) {
        vec3 a = sub(w->points[w->facets[f][0]], middle);
        vec3 b = sub(w->points[w->facets[f][1]], middle);
        vec3 c = sub(w->points[w->facets[f][2]], middle);
        volume += dot(a, cross(b, c));
    }
    return volume * dot(w->axis[0], cross(w->axis[1], w->axis[2]));
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
    /* now they agree with each other; which way they all look also depends on the frame's hand */
    if (signed_volume(w) < 0)
        for (size_t f = 0; f < w->facet_count; f++)
            swap_corners(w->facets[f]);
    return true;
}

/* Runs qhull on the points in their frame. Messages go to a small buffer, errors come back through
 * its exit code. Without facets at the end, the caller does without. */
static lw_status solid_hull(work *w, lw_error *error)
{
    char messages[256];
    FILE *sink = fmemopen(messages, sizeof messages, "w");
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
        qh->NOerrexit = True;
        qh_freeqhull(qh, qh_ALL);
        int long_blocks;
        int long_bytes;
        qh_memfreeshort(qh, &long_blocks, &long_bytes);
    }
    free(copy);
    free(qh);
    if (sink)
        fclose(sink);
    return enough_memory ? LW_OK : lw_fail_memory(error);
}

/* Points outside the facets by more than rounding become vertices too, tied to the nearest facet. */
static lw_status keep_outside(work *w, lw_error *error)
{
    lw_status status = LW_OK;
    vec3 *normals = malloc(w->facet_count * sizeof *normals);
    if (!normals)
        return lw_fail_memory(error);
    for (size_t f = 0; f < w->facet_count; f++) {
        vec3 origin = w->points[w->facets[f][0]];
        vec3 normal =
            cross(sub(w->points[w->facets[f][1]], origin), sub(w->points[w->facets[f][2]], origin));
        double length = norm(normal);
        normals[f] = length > 0 ? scale(1 / length, normal) : v3(0, 0, 0);
    }
    for (uint32_t i = 0; i < w->count && !status; i++) {
        if (w->keep[i])
            continue;
        double most = 4 * DBL_EPSILON;
        const uint32_t *crossed = NULL;
        for (size_t f = 0; f < w->facet_count; f++) {
            double outside = dot(normals[f], sub(w->points[i], w->points[w->facets[f][0]]));
            if (outside > most) {
                most = outside;
                crossed = w->facets[f];
            }
        }
        if (!crossed)
            continue;
        w->keep[i] = true;
        for (int k = 0; k < 3 && !status; k++)
            status = join(w, i, crossed[k], error);
    }
    free(normals);
    return status;
}

static lw_status find_hull(work *w, lw_error *error)
{
    if (w->dimension < 2)
        return straight_hull(w, error);
    if (w->dimension == 2)
        return flat_hull(w, error);
    lw_status status = solid_hull(w, error);
    if (status)
        return status;
    if (w->facet_count == 0) {
        /* qhull gave up: all points are vertices, which is right, only slow */
        for (size_t i = 0; i < w->count; i++)
            w->keep[i] = true;
        for (uint32_t i = 1; i < w->count && !status; i++)
            status = join(w, i - 1, i, error);
        return status;
    }
    for (size_t f = 0; f < w->facet_count; f++)
        for (int k = 0; k < 3 && !status; k++) {
            w->keep[w->facets[f][k]] = true;
            status = join(w, w->facets[f][k], w->facets[f][(k + 1) % 3], error);
        }
    return status ? status : keep_outside(w, error);
}

static int by_edge(const void *a, const void *b)
{
    const uint32_t *p = a;
    const uint32_t *q = b;
    if (p[0] != q[0])
        return p[0] < q[0] ? -1 : 1;
    return p[1] < q[1] ? -1 : p[1] > q[1];
}

static void sort_edges(work *w)
{
    if (w->edge_count == 0)
        return;
    qsort(w->edges, w->edge_count, sizeof *w->edges, by_edge);
    size_t kept = 1;
    for (size_t i = 1; i < w->edge_count; i++)
        if (by_edge(w->edges[i], w->edges[kept - 1]) != 0) {
            memmove(w->edges[kept], w->edges[i], sizeof *w->edges);
            kept++;
        }
    w->edge_count = kept;
}

/* Vertices for sorting along an axis. */
typedef struct sorted {
    double key;
    uint32_t index;
} sorted;

static int by_key(const void *a, const void *b)
{
    const sorted *p = a;
    const sorted *q = b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

/* Sorts so that every eight in a row lie near each other: halves along the widest axis, and so on. */
static void gather(const vec3 *vertices, sorted *names, size_t count)
{
    while (count > 8) {
        vec3 low = vertices[names[0].index];
        vec3 high = low;
        for (size_t i = 1; i < count; i++) {
            low = min3(low, vertices[names[i].index]);
            high = max3(high, vertices[names[i].index]);
        }
        vec3 width = sub(high, low);
        double widest = max_component(width);
        for (size_t i = 0; i < count; i++) {
            vec3 p = vertices[names[i].index];
            names[i].key = widest == width.x ? p.x : widest == width.y ? p.y : p.z;
        }
        qsort(names, count, sizeof *names, by_key);
        size_t first = (count + 8) / 16 * 8;
        gather(vertices, names, first);
        names += first;
        count -= first;
    }
}

static void fill_block(lw_polytope *p, uint32_t block, const sorted *names, size_t count)
{
    lw_polytope_block *b = &p->blocks[block];
    vec3 low = p->vertices[names[0].index];
    vec3 high = low;
    for (size_t k = 0; k < 8; k++) {
        b->vertex[k] = names[k < count ? k : 0].index;
        vec3 v = p->vertices[b->vertex[k]];
        b->x[k / 2][k % 2] = v.x;
        b->y[k / 2][k % 2] = v.y;
        b->z[k / 2][k % 2] = v.z;
        low = min3(low, v);
        high = max3(high, v);
    }
    vec3 center = scale(0.5, add(low, high));
    double square = 0;
    for (size_t k = 0; k < 8; k++)
        square = fmax(square, norm2(sub(p->vertices[b->vertex[k]], center)));
    lw_polytope_spheres *spheres = &p->spheres[block / 8];
    uint32_t k = block % 8;
    spheres->x[k / 2][k % 2] = center.x;
    spheres->y[k / 2][k % 2] = center.y;
    spheres->z[k / 2][k % 2] = center.z;
    /* far more than what the radius and the products with a direction can be off by */
    spheres->radius[k / 2][k % 2] = sqrt(square) + 32 * DBL_EPSILON * p->extent;
}

static void fill_starts(lw_polytope *p)
{
    for (uint32_t cell = 0; cell < 6 * LW_POLYTOPE_CELLS * LW_POLYTOPE_CELLS; cell++) {
        double u = (cell % LW_POLYTOPE_CELLS + 0.5) * 2 / LW_POLYTOPE_CELLS - 1;
        double v = (cell / LW_POLYTOPE_CELLS % LW_POLYTOPE_CELLS + 0.5) * 2 / LW_POLYTOPE_CELLS - 1;
        uint32_t face = cell / (LW_POLYTOPE_CELLS * LW_POLYTOPE_CELLS);
        double w = face & 1 ? -1 : 1;
        vec3 d = face < 2 ? v3(w, u, v) : face < 4 ? v3(u, w, v) : v3(u, v, w);
        uint32_t best = 0;
        for (uint32_t i = 1; i < p->vertex_count; i++)
            if (dot(p->vertices[i], d) > dot(p->vertices[best], d))
                best = i;
        p->starts[cell] = best;
    }
}

/* What scans of all vertices use. */
static lw_status add_blocks(lw_arena *arena, lw_polytope *p, lw_error *error)
{
    size_t count = p->vertex_count;
    p->block_count = (uint32_t)((count + 7) / 8);
    size_t eights = ((size_t)p->block_count + 7) / 8;
    p->blocks = lw_arena_array(arena, p->block_count, sizeof *p->blocks);
    p->starts = lw_arena_array(arena, 6 * LW_POLYTOPE_CELLS * LW_POLYTOPE_CELLS, sizeof *p->starts);
    p->spheres = lw_arena_array(arena, eights, sizeof *p->spheres);
    sorted *names = malloc(count * sizeof *names);
    if (!p->blocks || !p->starts || !p->spheres || !names) {
        free(names);
        return lw_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++)
        names[i] = (sorted){0, (uint32_t)i};
    gather(p->vertices, names, count);
    for (size_t i = 0; i < p->block_count; i++)
        fill_block(p, (uint32_t)i, names + 8 * i, count - 8 * i);
    for (size_t i = p->block_count; i < 8 * eights; i++)
        p->spheres[i / 8].radius[i % 8 / 2][i % 2] = -HUGE_VAL;
    free(names);
    fill_starts(p);
    return LW_OK;
}

static lw_status copy_out(lw_arena *arena, work *w, lw_polytope **out, lw_error *error)
{
    uint32_t count = 0;
    for (size_t i = 0; i < w->count; i++)
        if (w->keep[i])
            w->name[i] = count++;
    sort_edges(w);
    lw_polytope *p = lw_arena_take(arena, sizeof *p);
    if (!p)
        return lw_fail_memory(error);
    *p = (lw_polytope){.vertex_count = count, .facet_count = (uint32_t)w->facet_count};
    p->vertices = lw_arena_array(arena, count, sizeof *p->vertices);
    p->given = lw_arena_array(arena, count, sizeof *p->given);
    p->first_edge = lw_arena_array(arena, (size_t)count + 1, sizeof *p->first_edge);
    p->neighbours = lw_arena_array(arena, w->edge_count, sizeof *p->neighbours);
    p->facets = lw_arena_array(arena, w->facet_count, sizeof *p->facets);
    if (!p->vertices || !p->given || !p->first_edge || !p->neighbours || !p->facets)
        return lw_fail_memory(error);
    for (size_t i = 0; i < w->count; i++) {
        if (!w->keep[i])
            continue;
        vec3 point = given_point(w, i);
        p->vertices[w->name[i]] = point;
        p->given[w->name[i]] = (uint32_t)i;
        p->center = add_scaled(p->center, 1.0 / count, point);
        p->extent = fmax(p->extent, norm(point));
    }
    for (size_t i = 0; i < w->edge_count; i++) {
        p->first_edge[w->name[w->edges[i][0]] + 1]++;
        p->neighbours[i] = w->name[w->edges[i][1]];
    }
    for (uint32_t i = 0; i < count; i++)
        p->first_edge[i + 1] += p->first_edge[i];
    for (size_t f = 0; f < w->facet_count; f++)
        for (int k = 0; k < 3; k++)
            p->facets[f][k] = w->name[w->facets[f][k]];
    *out = p;
    return add_blocks(arena, p, error);
}

lw_status lw_polytope_create(lw_arena *arena, const double *points, size_t count, lw_polytope **out,
                             lw_error *error)
{
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
    w.name = malloc(count * sizeof *w.name);
    if (!w.points || !w.keep || !w.name) {
        status = lw_fail_memory(error);
        goto done;
    }
    find_frame(&w, extent);
    enter_frame(&w);
    status = find_hull(&w, error);
    if (!status)
        status = copy_out(arena, &w, out, error);
done:
    free_work(&w);
    return status;
}
