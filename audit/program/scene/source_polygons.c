/* Polygons of the files in the elements of a body. Their convex parts are closed paths, in the order of
 * their vertices. If the edges of all paths, less those that two pass in opposite directions, are those
 * of the outline, then the outline winds round a point as often as all paths together: so round a point
 * of the polygon some path winds, and the point is in the hull of that path's vertices, which is the
 * element. */
#include "source_geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "places.h"

/* An edge between two vertices of the outline; how often paths pass it from the first to the second,
 * less the other way. */
typedef struct passed_edge {
    size_t from, to;
    long times;
} passed_edge;

typedef struct polygon_match {
    comparison *c;
    const source_shape *shape;
    vec *at;             /* the outline in the body's frame */
    double (*points)[3]; /* near it */
    size_t count;
    bool *kept;    /* per vertex: it is one of a part */
    size_t *paths; /* the vertices of all parts, one part after the other */
    size_t *ends;  /* per part: where its vertices end */
    size_t part_count, path_count;
    passed_edge *edges;
    size_t edge_count, edge_room;
} polygon_match;

static int by_ends(const void *a, const void *b)
{
    const passed_edge *one = a;
    const passed_edge *other = b;
    if (one->from != other->from)
        return one->from < other->from ? -1 : 1;
    return (one->to > other->to) - (one->to < other->to);
}

/* Whether a vertex is near the segment between two others; *share: where. */
static bool is_between(polygon_match *m, size_t from, size_t vertex, size_t to, double *share)
{
    for (int k = 0; k < 2; k++) {
        const double a = m->points[from][k];
        const double b = m->points[to][k];
        const double p = m->points[vertex][k];
        if (p < fmin(a, b) - 2 * m->c->tolerance || p > fmax(a, b) + 2 * m->c->tolerance)
            return false;
    }
    return is_on_segment(m->c, m->at[from], m->at[to], m->at[vertex], share);
}

typedef struct on_edge {
    double share;
    size_t vertex;
} on_edge;

static int by_share(const void *a, const void *b)
{
    const on_edge *one = a;
    const on_edge *other = b;
    return (one->share > other->share) - (one->share < other->share);
}

static void add_step(polygon_match *m, size_t from, size_t to, long sign)
{
    if (from == to)
        return;
    if (m->edge_count == m->edge_room) {
        m->edge_room = 2 * m->edge_room + 16;
        passed_edge *more = room(m->edge_room, sizeof *more);
        if (m->edge_count)
            memcpy(more, m->edges, m->edge_count * sizeof *more);
        free(m->edges);
        m->edges = more;
    }
    m->edges[m->edge_count++] =
        from < to ? (passed_edge){from, to, sign} : (passed_edge){to, from, -sign};
}

/* Adds an edge, cut at the vertices of parts that lie on it. */
static void add_edge(polygon_match *m, size_t from, size_t to, long sign)
{
    on_edge *on = room(m->count, sizeof *on);
    size_t count = 0;
    for (size_t i = 0; i < m->count; i++) {
        on[count].vertex = i;
        if (m->kept[i] && i != from && i != to && is_between(m, from, i, to, &on[count].share))
            count++;
    }
    qsort(on, count, sizeof *on, by_share);
    for (size_t i = 0; i < count; i++) {
        add_step(m, from, on[i].vertex, sign);
        from = on[i].vertex;
    }
    add_step(m, from, to, sign);
    free(on);
}

/* Takes an element as a part, if all its vertices are some of the outline. */
static bool take_part(polygon_match *m, const point_grid *grid, const size_t *same, size_t index)
{
    const element *e = &m->c->own->elements[index];
    const pose at = pose_of(&e->at);
    const real lacks = minus(m->shape->radius, exact(e->radius));
    double off = 0;
    if (m->c->used[index] || e->is_triangle || e->core != CORE_POINTS || e->point_count > m->count ||
        (positive(lacks) && !(most(lacks) <= m->c->tolerance)))
        return false;
    for (size_t i = 0; i < e->point_count; i++) {
        const vec p = moved(&at, exact_vec(e->points[i]));
        const double middle[3] = {near(p.x), near(p.y), near(p.z)};
        const long found = grid_near(grid, middle, m->c->tolerance);
        if (found < 0)
            return false;
        m->paths[m->path_count + i] = same[found];
        off = fmax(off, most(length(sub(p, m->at[found]))));
    }
    m->path_count += e->point_count;
    m->ends[m->part_count++] = m->path_count;
    note_deviation(m->c, off + (positive(lacks) ? most(lacks) : 0));
    m->c->used[index] = true;
    const real more = minus(exact(e->radius), m->shape->radius);
    m->c->own->of_files[index] = !positive(more) || most(more) <= m->c->tolerance;
    return true;
}

/* Finds the parts. same: per vertex the first one at the same place. */
static bool find_parts(polygon_match *m, const size_t *same, refusal *why)
{
    point_grid grid;
    size_t most_points = 0;
    for (size_t i = 0; i < m->c->own->element_count; i++)
        most_points += m->c->own->elements[i].point_count;
    m->paths = room(most_points, sizeof *m->paths);
    m->ends = room(m->c->own->element_count, sizeof *m->ends);
    grid_make(&grid, (const double(*)[3])m->points, m->count, m->c->reach);
    for (size_t i = 0; i < m->c->own->element_count; i++)
        take_part(m, &grid, same, i);
    grid_free(&grid);
    for (size_t i = 0; i < m->path_count; i++)
        m->kept[m->paths[i]] = true;
    return m->part_count || refuse_body(m->c, why, "its polygon is not in the proof's body");
}

/* The outline without vertices that repeat, or lie between their neighbours and are in no part. Returns
 * how many are left; `ring` has room for all. */
static bool make_ring(polygon_match *m, const size_t *same, size_t *ring, size_t *count, refusal *why)
{
    *count = 0;
    for (size_t i = 0; i < m->count; i++)
        if (m->kept[same[i]] && (!*count || ring[*count - 1] != same[i]))
            ring[(*count)++] = same[i];
    if (*count > 1 && ring[0] == ring[*count - 1])
        (*count)--;
    for (size_t i = 0; i < m->count; i++) {
        if (m->kept[same[i]])
            continue;
        size_t before = i;
        size_t after = i;
        double share;
        do
            before = (before + m->count - 1) % m->count;
        while (!m->kept[same[before]]);
        do
            after = (after + 1) % m->count;
        while (!m->kept[same[after]]);
        if (!is_between(m, same[before], i, same[after], &share))
            return refuse_body(m->c, why, "vertex %zu of its polygon is in no part of the proof's body",
                               i);
    }
    return true;
}

/* Whether a part has all vertices that any part has. */
static bool one_part_has_all(const polygon_match *m)
{
    size_t all = 0;
    for (size_t i = 0; i < m->count; i++)
        all += m->kept[i];
    for (size_t p = 0; p < m->part_count; p++) {
        const size_t first = p ? m->ends[p - 1] : 0;
        size_t own = 0;
        for (size_t i = first; i < m->ends[p]; i++) {
            bool again = false;
            for (size_t k = first; k < i; k++)
                again = again || m->paths[k] == m->paths[i];
            own += !again;
        }
        if (own == all)
            return true;
    }
    return false;
}

/* Whether the edges of all parts make up the outline, passed one way or the other. */
static bool adds_up(polygon_match *m, const size_t *ring, size_t count, long sign)
{
    m->edge_count = 0;
    for (size_t i = 0; i < count; i++)
        add_edge(m, ring[i], ring[(i + 1) % count], sign);
    for (size_t p = 0; p < m->part_count; p++) {
        const size_t first = p ? m->ends[p - 1] : 0;
        for (size_t i = first; i < m->ends[p]; i++)
            add_edge(m, m->paths[i], m->paths[i + 1 < m->ends[p] ? i + 1 : first], 1);
    }
    qsort(m->edges, m->edge_count, sizeof *m->edges, by_ends);
    for (size_t i = 0; i < m->edge_count;) {
        long sum = 0;
        const size_t first = i;
        for (; i < m->edge_count && !by_ends(&m->edges[i], &m->edges[first]); i++)
            sum += m->edges[i].times;
        if (sum)
            return false;
    }
    return true;
}

static bool compare(polygon_match *m, const size_t *same, size_t *ring, refusal *why)
{
    size_t count;
    if (!find_parts(m, same, why) || !make_ring(m, same, ring, &count, why))
        return false;
    const bool good =
        count < 3 ? one_part_has_all(m) : adds_up(m, ring, count, -1) || adds_up(m, ring, count, 1);
    return good ||
           refuse_body(m->c, why, "the parts of its polygon in the proof's body do not make it up");
}

bool polygon_compare(comparison *c, const source_shape *s, refusal *why)
{
    polygon_match m = {.c = c, .shape = s, .count = s->vertex_count};
    m.at = room(m.count, sizeof *m.at);
    m.points = room(m.count, sizeof *m.points);
    m.kept = room(m.count, sizeof *m.kept);
    size_t *same = room(m.count, sizeof *same);
    size_t *first = room(m.count, sizeof *first);
    size_t *ring = room(m.count, sizeof *ring);
    double(*distinct)[3] = room(m.count, sizeof *distinct);
    for (size_t i = 0; i < m.count; i++) {
        m.at[i] = vertex_in_body(s, s->vertices[i]);
        m.points[i][0] = near(m.at[i].x);
        m.points[i][1] = near(m.at[i].y);
        m.points[i][2] = near(m.at[i].z);
    }
    const size_t places = number_points((const double(*)[3])m.points, m.count, same, distinct);
    for (size_t i = m.count; i-- > 0;)
        first[same[i]] = i;
    for (size_t i = 0; i < m.count && places; i++)
        same[i] = first[same[i]];
    const bool good = compare(&m, same, ring, why);
    free(m.at);
    free(m.points);
    free(m.kept);
    free(m.paths);
    free(m.ends);
    free(m.edges);
    free(same);
    free(first);
    free(ring);
    free(distinct);
    return good;
}
