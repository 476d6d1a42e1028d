/* Triangles from polygons by clipping ears (Meisters 1975), in the plane that the polygon faces most.
 *
 * Some polygons cannot be split so (collinear corners, fine circles, outlines that cross themselves),
 * and a surface that is left out is a collision missed. What has no ear is fanned instead: the signed
 * triangles of a fan add up to the polygon's winding numbers, so that each point inside lies in one of
 * them.
 *
 * A corner that is no ear becomes one only when a neighbour of it is clipped (what blocks its triangle
 * is part of the outline, or beyond it), so that only neighbours are looked at again: three times as
 * often as there are corners, all told.
 *
 * Cost: linear for convex polygons, which are fanned from their first corner; corners times concave
 * corners for others. Beyond a bound on the work the rest is fanned. */
#include "shape/triangulation.h"

#include <string.h>

/* how many corners may be held against ears, all told */
#define WORK_PER_CORNER 20000

static const uint32_t NONE = UINT32_MAX;
static const uint32_t NOT_WAITING = UINT32_MAX - 1;

typedef struct polygon {
    const vec3 *vertices;
    const uint32_t *corners;
    int dropped;    /* the coordinate that is left out: 0, 1, 2 */
    bool swapped;   /* the other two, so that the polygon turns left */
    uint32_t *next; /* the corners that are left, as a ring */
    uint32_t *previous;
    uint32_t *concave; /* the corners that do not turn left; no others can lie in an ear */
    size_t concave_count;
    uint32_t *after;      /* of the corners that may be ears, the next in the queue */
    uint32_t first, last; /* of the queue */
    uint64_t work;
} polygon;

typedef struct point {
    double u, v;
} point;

static point corner(const polygon *p, uint32_t i)
{
    vec3 v = p->vertices[p->corners[i]];
    point at = p->dropped == 0   ? (point){v.y, v.z}
               : p->dropped == 1 ? (point){v.z, v.x}
                                 : (point){v.x, v.y};
    return p->swapped ? (point){at.v, at.u} : at;
}

/* twice the signed area of a, b, c: positive where they turn left */
static double turn(point a, point b, point c)
{
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

/* Newell's normal tells which coordinate to leave out, and whether to swap the other two */
static void choose_plane(polygon *p, size_t count)
{
    vec3 normal = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        vec3 a = p->vertices[p->corners[i]];
        vec3 b = p->vertices[p->corners[(i + 1) % count]];
        normal = add(normal, v3((a.y - b.y) * (a.z + b.z), (a.z - b.z) * (a.x + b.x),
                                (a.x - b.x) * (a.y + b.y)));
    }
    vec3 size = abs3(normal);
    p->dropped = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    p->swapped = (p->dropped == 0 ? normal.x : p->dropped == 1 ? normal.y : normal.z) < 0;
}

static bool same(point a, point b)
{
    return a.u == b.u && a.v == b.v;
}

/* whether corner i turns left and no other corner lies in its triangle */
static bool is_ear(polygon *p, uint32_t i)
{
    point a = corner(p, p->previous[i]);
    point b = corner(p, i);
    point c = corner(p, p->next[i]);
    if (!(turn(a, b, c) > 0))
        return false;
    p->work += p->concave_count;
    for (size_t k = 0; k < p->concave_count; k++) {
        uint32_t j = p->concave[k];
        point q = corner(p, j);
        if (p->next[j] == j || same(q, a) || same(q, b) || same(q, c))
            continue;
        if (turn(a, b, q) >= 0 && turn(b, c, q) >= 0 && turn(c, a, q) >= 0)
            return false;
    }
    return true;
}

/* takes a corner out of the ring; one that is out is its own next */
static void clip(polygon *p, uint32_t i)
{
    p->next[p->previous[i]] = p->next[i];
    p->previous[p->next[i]] = p->previous[i];
    p->next[i] = i;
}

/* Puts a corner behind those that wait, once. */
static void queue_up(polygon *p, uint32_t i)
{
    if (p->after[i] != NOT_WAITING)
        return;
    p->after[i] = NONE;
    if (p->first == NONE)
        p->first = i;
    else
        p->after[p->last] = i;
    p->last = i;
}

/* A corner with its neighbours becomes a triangle, and leaves the ring. */
static void take(polygon *p, uint32_t i, uint32_t triangle[3])
{
    triangle[0] = p->corners[p->previous[i]];
    triangle[1] = p->corners[i];
    triangle[2] = p->corners[p->next[i]];
    clip(p, i);
}

void lw_polygon_triangulate(const vec3 *vertices, const uint32_t *corners, size_t count,
                            uint32_t *scratch, uint32_t (*triangles)[3])
{
    polygon p = {.vertices = vertices, .corners = corners};
    p.next = scratch;
    p.previous = scratch + count;
    p.concave = scratch + 2 * count;
    p.after = scratch + 3 * count;
    p.first = NONE;
    choose_plane(&p, count);
    for (size_t i = 0; i < count; i++) {
        p.next[i] = (uint32_t)((i + 1) % count);
        p.previous[i] = (uint32_t)((i + count - 1) % count);
    }
    for (uint32_t i = 0; i < count; i++)
        if (!(turn(corner(&p, p.previous[i]), corner(&p, i), corner(&p, p.next[i])) > 0))
            p.concave[p.concave_count++] = i;

    for (uint32_t i = 0; i < count; i++)
        p.after[i] = NOT_WAITING;
    for (uint32_t i = 1; i <= count; i++)
        queue_up(&p, i % (uint32_t)count);
    size_t made = 0;
    for (size_t left = count; left > 3 && p.first != NONE && p.work < WORK_PER_CORNER * count;) {
        uint32_t i = p.first;
        p.first = p.after[i];
        p.after[i] = NOT_WAITING;
        if (!is_ear(&p, i))
            continue;
        queue_up(&p, p.previous[i]);
        queue_up(&p, p.next[i]);
        take(&p, i, triangles[made++]);
        left--;
    }
    /* where there is no ear, or no time to seek one, all that is left is clipped in turn: a fan */
    uint32_t at = 0;
    while (p.next[at] == at)
        at++;
    for (at = p.next[at]; made < count - 2; made++) {
        uint32_t next = p.next[at];
        take(&p, at, triangles[made]);
        at = next;
    }
}
