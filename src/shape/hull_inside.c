/* Finds points deep inside a hull by a visibility walk: the ray from the middle of the hull through a
 * point pierces one facet, which is found by walking from facet to facet, each time across an edge that
 * the ray passes on its far side. The walk begins at the facet of the point before, which is near in
 * most meshes. */
#include "shape/hull_inside.h"

#include <stdlib.h>

#include "math/rounding.h"
#include "shape/facet_plane.h"

enum { MOST_STEPS = 1000 /* a longer walk is given up */ };

#define NO_FACET UINT32_MAX

/* The facet, as seen from the middle. */
typedef struct facet_cone {
    vec3 side[3];     /* normals of the planes through the middle and an edge, to the facet's side */
    double sizes[3];  /* products of the distances of the edge's ends from the middle */
    uint32_t next[3]; /* the facet across that edge */
    lw_facet_plane plane;
    double error; /* of a distance from the plane, per distance from its corner */
    double depth; /* of the middle beneath the plane */
} facet_cone;

typedef struct directed_edge {
    uint32_t low, high; /* its vertices */
    uint32_t facet, side;
} directed_edge;

static int by_vertices(const void *a, const void *b)
{
    const directed_edge *p = a;
    const directed_edge *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    return (p->high > q->high) - (p->high < q->high);
}

static void set_cone(const lw_closed_facets *hull, uint32_t index, facet_cone *cone,
                     directed_edge edges[3])
{
    const uint32_t *corner = hull->facets[index];
    vec3 p[3];
    for (int k = 0; k < 3; k++)
        p[k] = sub(hull->points[corner[k]], hull->middle);
    cone->plane = lw_plane_of(p[0], p[1], p[2]);
    cone->error = LW_ROUNDING(4) * sqrt(cone->plane.error_squared);
    cone->depth = -lw_beyond_plane(&cone->plane, v3(0, 0, 0));
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t from = corner[k];
        uint32_t to = corner[(k + 1) % 3];
        cone->side[k] = cross(p[k], p[(k + 1) % 3]);
        cone->sizes[k] = norm(p[k]) * norm(p[(k + 1) % 3]);
        cone->next[k] = NO_FACET;
        edges[k] = (directed_edge){from < to ? from : to, from < to ? to : from, index, k};
    }
}

/* Joins the facets of each edge, where it has two. */
static void join(facet_cone *cones, directed_edge *edges, size_t count)
{
    qsort(edges, count, sizeof *edges, by_vertices);
    for (size_t i = 0; i + 1 < count; i++) {
        const directed_edge *a = &edges[i];
        const directed_edge *b = &edges[i + 1];
        if (by_vertices(a, b) != 0)
            continue;
        cones[a->facet].next[a->side] = b->facet;
        cones[b->facet].next[b->side] = a->facet;
        i++;
    }
}

/* The side of a facet's cone on whose far side a point is; 3: none, the cone contains the point. */
static uint32_t left_by(const facet_cone *cone, vec3 p)
{
    uint32_t k = 0;
    while (k < 3 && dot(cone->side[k], p) >= 0)
        k++;
    return k;
}

/* Walks to the facet whose cone contains a point, seen from the middle; NO_FACET: it is not found. */
static uint32_t walk(const facet_cone *cones, uint32_t from, vec3 p)
{
    for (int step = 0; step < MOST_STEPS && from != NO_FACET; step++) {
        uint32_t side = left_by(&cones[from], p);
        if (side == 3)
            return from;
        from = cones[from].next[side];
    }
    return NO_FACET;
}

/* Whether a point is in the cone of a facet, whatever the rounding errors, and deep beneath the facet.
 * A triple product errs by fewer than 64 u of the three lengths: 16 operations on differences that have
 * one rounding error each. */
static bool is_deep(const facet_cone *cone, vec3 p)
{
    double size = LW_ROUNDING(64) * norm(p);
    for (int k = 0; k < 3; k++)
        if (!(dot(cone->side[k], p) > size * cone->sizes[k]))
            return false;
    double most = lw_beyond_plane(&cone->plane, p) + cone->error * norm(sub(p, cone->plane.corner));
    return most < -0x1p-20 * cone->depth;
}

/* Whether the middle is beneath all facets, but for those whose planes are not well known. */
static bool surround(const facet_cone *cones, size_t count)
{
    bool all = true;
    for (size_t f = 0; f < count; f++)
        all &= !(cones[f].error < 0x1p-30) || cones[f].depth > 0;
    return all;
}

bool lw_hull_mark_deep(const lw_closed_facets *hull, size_t point_count, bool *deep)
{
    facet_cone *cones = malloc((hull->count + 1) * sizeof *cones);
    directed_edge *edges = malloc((3 * hull->count + 1) * sizeof *edges);
    bool made = cones && edges;
    if (made) {
        for (uint32_t f = 0; f < hull->count; f++)
            set_cone(hull, f, &cones[f], edges + 3 * (size_t)f);
        join(cones, edges, 3 * hull->count);
    }
    uint32_t last = 0;
    bool inside = made && hull->count && surround(cones, hull->count);
    for (size_t i = 0; inside && i < point_count; i++) {
        if (deep[i])
            continue;
        vec3 p = sub(hull->points[i], hull->middle);
        uint32_t found = walk(cones, last, p);
        if (found == NO_FACET)
            continue;
        last = found;
        deep[i] = cones[found].depth > 0 && is_deep(&cones[found], p);
    }
    free(cones);
    free(edges);
    return made;
}
