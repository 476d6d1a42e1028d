/* Triangles from polygons by clipping ears (Meisters 1975), in the plane that the polygon faces most.
 *
 * Some polygons cannot be split so (collinear corners, fine circles, outlines that cross themselves),
 * and a surface that is left out is a collision missed. What has no ear is fanned instead: the signed
 * triangles of a fan add up to the polygon's winding numbers, so that each point inside lies in one of
 * them.
 *
 * Cost: linear for convex polygons, which are fanned from their first corner; corners times concave
 * corners for most others. Beyond a bound on the work the rest is fanned. */
#include "shape/triangulation.h"

#include <string.h>

/* how many corners may be held against ears, all told */
#define WORK_PER_CORNER 20000

typedef struct polygon {
    const vec3 *vertices;
    const uint32_t *corners;
    int dropped;    /* the coordinate that is left out: 0, 1, 2 */
    bool swapped;   /* the other two, so that the polygon turns left */
    uint32_t *next; /* the corners that are left, as a ring */
    uint32_t *previous;
    uint32_t *concave; /* the corners that do not turn left; no others can lie in an ear */
    size_t concave_count;
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

void lw_polygon_triangulate(const vec3 *vertices, const uint32_t *corners, size_t count,
                            uint32_t *scratch, uint32_t (*triangles)[3])
{
    polygon p = {.vertices = vertices, .corners = corners};
    p.next = scratch;
    p.previous = scratch + count;
    p.concave = scratch + 2 * count;
    choose_plane(&p, count);
    for (size_t i = 0; i < count; i++) {
        p.next[i] = (uint32_t)((i + 1) % count);
        p.previous[i] = (uint32_t)((i + count - 1) % count);
    }
    for (uint32_t i = 0; i < count; i++)
        if (!(turn(corner(&p, p.previous[i]), corner(&p, i), corner(&p, p.next[i])) > 0))
            p.concave[p.concave_count++] = i;

    uint32_t at = 1;
    size_t left = count;
    size_t tried = 0; /* corners in a row that were no ears */
    for (size_t made = 0; left >= 3; made++) {
        while (left > 3 && tried < left && p.work < WORK_PER_CORNER * count && !is_ear(&p, at)) {
            at = p.next[at];
            tried++;
        }
        /* where there is no ear, or no time to seek one, all that is left is clipped in turn: a fan */
        bool fan = left > 3 && (tried >= left || p.work >= WORK_PER_CORNER * count);
        uint32_t after = p.next[at];
        triangles[made][0] = corners[p.previous[at]];
        triangles[made][1] = corners[at];
        triangles[made][2] = corners[after];
        clip(&p, at);
        at = after;
        left--;
        tried = fan ? left : 0;
    }
}
