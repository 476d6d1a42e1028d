/* Meshes of the files in the elements of a body: their triangles, and their closed surfaces. */
#include "source_geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bodies.h"
#include "places.h"

/* A triangle by the numbers of its corners, the least one first. */
typedef struct numbered_triangle {
    size_t corners[3];
    double radius;
    size_t element;
} numbered_triangle;

/* The triangles of a proof's body. */
typedef struct own_triangles {
    numbered_triangle *items;
    size_t count;
    double (*points)[3]; /* their corners, each once */
    size_t point_count;
    point_grid grid;
    numbered_triangle *edges; /* two corners, 0; made when they are first asked for */
    size_t edge_count;
} own_triangles;

/* A mesh of the files beside them. */
typedef struct mesh_match {
    comparison *c;
    const source_shape *shape;
    own_triangles own;
    double radius;
    size_t (*numbers)[3]; /* per triangle: its corners as the file has them */
    double (*points)[3];
    size_t point_count;
    size_t *found;  /* per corner of the file: that of the body */
    long *elements; /* per triangle: its element with the same direction of its corners; -1: none */
    bool is_mirrored;
} mesh_match;

static int by_corners(const void *a, const void *b)
{
    const numbered_triangle *one = a;
    const numbered_triangle *other = b;
    for (int k = 0; k < 3; k++)
        if (one->corners[k] != other->corners[k])
            return one->corners[k] < other->corners[k] ? -1 : 1;
    return 0;
}

/* Of equal ones that of the largest radius comes first. */
static int by_corners_and_radius(const void *a, const void *b)
{
    const numbered_triangle *one = a;
    const numbered_triangle *other = b;
    const int order = by_corners(a, b);
    return order ? order : (one->radius < other->radius) - (one->radius > other->radius);
}

static numbered_triangle turned_to_least(size_t a, size_t b, size_t c)
{
    if (b < a && b <= c)
        return (numbered_triangle){{b, c, a}, 0, 0};
    if (c < a && c < b)
        return (numbered_triangle){{c, a, b}, 0, 0};
    return (numbered_triangle){{a, b, c}, 0, 0};
}

/* The first of a sorted list that is equal; NULL: none is. */
static const numbered_triangle *find_in(const numbered_triangle *list, size_t count,
                                        numbered_triangle key)
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (by_corners(&list[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && !by_corners(&list[low], &key) ? &list[low] : NULL;
}

static void own_make(own_triangles *out, const body *b, double reach)
{
    *out = (own_triangles){.items = room(b->element_count, sizeof *out->items)};
    double(*corners)[3] = room(3 * b->element_count, sizeof *corners);
    size_t *numbers = room(3 * b->element_count, sizeof *numbers);
    for (size_t i = 0; i < b->element_count; i++) {
        if (!b->elements[i].is_triangle)
            continue;
        memcpy(corners + 3 * out->count, b->elements[i].points, 3 * sizeof *corners);
        out->items[out->count++].element = i;
    }
    out->points = room(3 * out->count, sizeof *out->points);
    out->point_count = number_points((const double(*)[3])corners, 3 * out->count, numbers, out->points);
    for (size_t i = 0; i < out->count; i++) {
        const size_t which = out->items[i].element;
        out->items[i] = turned_to_least(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
        out->items[i].element = which;
        out->items[i].radius = b->elements[which].radius;
    }
    qsort(out->items, out->count, sizeof *out->items, by_corners_and_radius);
    grid_make(&out->grid, (const double(*)[3])out->points, out->point_count, reach);
    free(corners);
    free(numbers);
}

static void own_free(own_triangles *t)
{
    grid_free(&t->grid);
    free(t->items);
    free(t->points);
    free(t->edges);
}

static numbered_triangle edge_of(size_t a, size_t b)
{
    return (numbered_triangle){{a < b ? a : b, a < b ? b : a, 0}, 0, 0};
}

/* Whether a triangle of the body, with at least a radius, has an edge; or a corner, which is an edge of
 * one point. */
static bool has_edge(own_triangles *t, size_t a, size_t b, double radius)
{
    if (!t->edges) {
        t->edges = room(6 * t->count, sizeof *t->edges);
        for (size_t i = 0; i < 6 * t->count; i++) {
            const numbered_triangle *of = &t->items[i / 6];
            const size_t first = of->corners[i % 3];
            t->edges[i] = edge_of(first, i % 6 < 3 ? first : of->corners[(i + 1) % 3]);
            t->edges[i].radius = of->radius;
        }
        t->edge_count = 6 * t->count;
        qsort(t->edges, t->edge_count, sizeof *t->edges, by_corners_and_radius);
    }
    const numbered_triangle *found = find_in(t->edges, t->edge_count, edge_of(a, b));
    return found && found->radius >= radius;
}

/* ---- corners ------------------------------------------------------------------------------------ */

/* The last part of a path. */
static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool refuse_vertex(const mesh_match *m, const double vertex[3], vec at, refusal *why)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < m->own.point_count; i++)
        least = fmin(least, near(length(sub(at, exact_vec(m->own.points[i])))));
    return refuse_body(
        m->c, why,
        "a vertex of %.150s, (%.9g, %.9g, %.9g), is %.3g m away from the vertices of the "
        "proof's body",
        file_of(m->shape->mesh->path), vertex[0], vertex[1], vertex[2], least);
}

/* Finds the corners of the file's triangles among those of the body. */
static bool find_corners(mesh_match *m, refusal *why)
{
    for (size_t i = 0; i < m->point_count; i++) {
        const vec at = vertex_in_body(m->shape, m->points[i]);
        const double middle[3] = {near(at.x), near(at.y), near(at.z)};
        const long found = grid_near(&m->own.grid, middle, m->c->tolerance);
        if (found < 0)
            return refuse_vertex(m, m->points[i], at, why);
        m->found[i] = (size_t)found;
        note_deviation(m->c, most(length(sub(at, exact_vec(m->own.points[found])))));
    }
    return true;
}

/* ---- triangles ---------------------------------------------------------------------------------- */

/* Whether the middle one of three points is near the segment between the others. */
static bool is_line(mesh_match *m, const size_t order[3])
{
    double share;
    return is_on_segment(m->c, exact_vec(m->own.points[order[0]]), exact_vec(m->own.points[order[2]]),
                         exact_vec(m->own.points[order[1]]), &share);
}

/* Whether a triangle without area lies on edges of others. */
static bool lies_on_edges(mesh_match *m, const size_t corners[3])
{
    size_t order[3] = {corners[0], corners[1], corners[2]};
    own_triangles *own = &m->own;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2 - i; k++)
            if (compare_places(own->points[order[k]], own->points[order[k + 1]]) > 0) {
                const size_t swap = order[k];
                order[k] = order[k + 1];
                order[k + 1] = swap;
            }
    if (!is_line(m, order))
        return false;
    return has_edge(own, order[0], order[2], m->radius) ||
           (has_edge(own, order[0], order[1], m->radius) &&
            has_edge(own, order[1], order[2], m->radius));
}

/* Finds the triangles of the file among those of the body. */
static bool find_triangles(mesh_match *m, refusal *why)
{
    for (size_t i = 0; i < m->shape->mesh->count; i++) {
        size_t at[3];
        for (int k = 0; k < 3; k++)
            at[k] = m->found[m->numbers[i][k]];
        const int last = m->is_mirrored ? 1 : 2;
        const numbered_triangle *same =
            find_in(m->own.items, m->own.count, turned_to_least(at[0], at[3 - last], at[last]));
        const numbered_triangle *turned =
            find_in(m->own.items, m->own.count, turned_to_least(at[0], at[last], at[3 - last]));
        same = same && same->radius >= m->radius ? same : NULL;
        turned = turned && turned->radius >= m->radius ? turned : NULL;
        m->elements[i] = same ? (long)same->element : -1;
        if (same || turned) {
            const size_t which = same ? same->element : turned->element;
            if (m->c->own->elements[which].radius <= m->radius + m->c->tolerance)
                m->c->own->of_files[which] = true;
            continue;
        }
        if (!lies_on_edges(m, at))
            return refuse_body(
                m->c, why,
                "triangle %zu of %.200s is none of the proof's body, or has no such rounding", i,
                file_of(m->shape->mesh->path));
        m->elements[i] = -2;
    }
    return true;
}

/* ---- closed surfaces ---------------------------------------------------------------------------- */

static size_t top_of(size_t *parent, size_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

/* Takes a component of the file's mesh as a shell, if it is closed. elements: room for them. */
static bool take_component(mesh_match *m, const size_t *members, size_t count, size_t *elements,
                           refusal *why)
{
    body *own = m->c->own;
    size_t used = 0;
    if (!surface_closes((const size_t(*)[3])m->numbers, members, count))
        return true;
    for (size_t i = 0; i < count; i++) {
        const long which = m->elements[members[i]];
        if (which >= 0)
            elements[used++] = (size_t)which;
        else if (which == -1)
            return refuse_body(m->c, why,
                               "triangle %zu of %.200s has another side out in the proof's body",
                               members[i], file_of(m->shape->mesh->path));
    }
    /* what has no triangles with an area has no inside */
    if (used)
        body_take_shell(own, elements, used);
    return true;
}

/* Components are connected by equal corners, as the file has them. */
static bool take_components(mesh_match *m, refusal *why)
{
    const size_t count = m->shape->mesh->count;
    size_t *parent = room(m->point_count, sizeof *parent);
    size_t *first = room(m->point_count + 1, sizeof *first); /* of a component's members */
    size_t *members = room(count, sizeof *members);
    size_t *elements = room(count, sizeof *elements);
    for (size_t i = 0; i < m->point_count; i++)
        parent[i] = i;
    for (size_t i = 0; i < count; i++)
        for (int k = 1; k < 3; k++)
            parent[top_of(parent, m->numbers[i][k])] = top_of(parent, m->numbers[i][0]);
    for (size_t i = 0; i < count; i++)
        first[top_of(parent, m->numbers[i][0]) + 1]++;
    for (size_t i = 0; i < m->point_count; i++)
        first[i + 1] += first[i];
    size_t *next = room(m->point_count + 1, sizeof *next);
    memcpy(next, first, (m->point_count + 1) * sizeof *next);
    for (size_t i = 0; i < count; i++)
        members[next[top_of(parent, m->numbers[i][0])]++] = i;
    bool good = true;
    for (size_t i = 0; i < m->point_count && good; i++)
        if (first[i + 1] > first[i])
            good = take_component(m, members + first[i], first[i + 1] - first[i], elements, why);
    free(parent);
    free(first);
    free(next);
    free(members);
    free(elements);
    return good;
}

bool mesh_compare(comparison *c, const source_shape *s, refusal *why)
{
    const size_t count = s->mesh->count;
    mesh_match m = {.c = c, .shape = s};
    m.radius = near(s->radius);
    note_deviation(c, most(minus(s->radius, exact(m.radius))));
    m.is_mirrored = (s->factors[0] < 0) != ((s->factors[1] < 0) != (s->factors[2] < 0));
    m.numbers = room(count, sizeof *m.numbers);
    m.points = room(3 * count, sizeof *m.points);
    m.elements = room(count, sizeof *m.elements);
    own_make(&m.own, c->own, c->reach);
    m.point_count =
        number_points((const double(*)[3])s->mesh->corners, 3 * count, (size_t *)m.numbers, m.points);
    m.found = room(m.point_count, sizeof *m.found);
    const bool good = find_corners(&m, why) && find_triangles(&m, why) &&
                      (!c->solid || s->is_surface || take_components(&m, why));
    own_free(&m.own);
    free(m.numbers);
    free(m.points);
    free(m.elements);
    free(m.found);
    return good;
}
