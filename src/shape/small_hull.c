/* The hull of few points, by adding one after the other to a tetrahedron: the facets that see the new
 * point are removed, and facets from the edges around them to the point are added (Seidel, "A convex
 * hull algorithm optimal for point sets in even dimensions", 1981; Clarkson and Shor, 1989).
 *
 * A point in the plane of a facet, up to rounding, does not see it. Facets that are so thin that
 * rounding could hide more are refused. Whatever rounding decides, each edge is passed once in both
 * directions, so the facets close. Costs points times facets. */
#include "shape/small_hull.h"

#include "shape/facet_plane.h"

/* Limits for points that are about one wide. Rounding turns a normal whose error is THINNEST by 2^-46
 * at most. A point nearer than SEES to the plane of a facet does not see it. Where the facet is small,
 * the points around it can therefore lie farther out; a point farther out than BEYOND is refused. */
#define SEES     0x1p-45
#define THINNEST 0x1p5
#define BEYOND   0x1p-40

/* Facets are of one plane where the squared distance of their normals is at most this. */
#define SAME_PLANE 0x1p-76

typedef struct hull {
    const vec3 *points;
    uint64_t alive; /* a bit for each facet */
    uint8_t corner[LW_SMALL_HULL_FACETS][3];
    lw_facet_plane plane[LW_SMALL_HULL_FACETS];
    uint8_t left[LW_SMALL_HULL_POINTS][LW_SMALL_HULL_POINTS]; /* the facet of the edge [from][to] */
} hull;

/* false: there is no room for the facet, or it is too thin */
static bool add_facet(hull *h, uint8_t a, uint8_t b, uint8_t c)
{
    if (~h->alive == 0)
        return false;
    uint8_t f = (uint8_t)__builtin_ctzll(~h->alive);
    h->plane[f] = lw_plane_of(h->points[a], h->points[b], h->points[c]);
    h->corner[f][0] = a;
    h->corner[f][1] = b;
    h->corner[f][2] = c;
    h->left[a][b] = h->left[b][c] = h->left[c][a] = f;
    h->alive |= UINT64_C(1) << f;
    return h->plane[f].error_squared <= THINNEST * THINNEST;
}

static uint64_t seen_from(const hull *h, vec3 p)
{
    uint64_t seen = 0;
    for (uint64_t rest = h->alive; rest; rest &= rest - 1) {
        int f = __builtin_ctzll(rest);
        if (lw_beyond_plane(&h->plane[f], p) > SEES)
            seen |= UINT64_C(1) << f;
    }
    return seen;
}

/* Finds the horizon, the edges around the facets that are seen: next[a] = b for the edge from a to b.
 * Returns the set of the corners a. 0: two edges leave the same corner, so the facets that are seen are
 * not one piece. */
static uint32_t find_horizon(const hull *h, uint64_t seen, uint8_t next[LW_SMALL_HULL_POINTS])
{
    uint32_t from = 0;
    for (uint64_t rest = seen; rest; rest &= rest - 1) {
        const uint8_t *corner = h->corner[__builtin_ctzll(rest)];
        for (int k = 0; k < 3; k++) {
            uint8_t a = corner[k];
            uint8_t b = corner[(k + 1) % 3];
            if (seen >> h->left[b][a] & 1)
                continue;
            if (from >> a & 1)
                return 0;
            from |= UINT32_C(1) << a;
            next[a] = b;
        }
    }
    return from;
}

static bool add_point(hull *h, uint8_t p)
{
    uint64_t seen = seen_from(h, h->points[p]);
    if (!seen)
        return true;
    uint8_t next[LW_SMALL_HULL_POINTS];
    uint32_t from = find_horizon(h, seen, next);
    if (!from)
        return false;
    h->alive &= ~seen;
    for (; from; from &= from - 1) {
        uint8_t a = (uint8_t)__builtin_ctz(from);
        if (!add_facet(h, a, next[a], p))
            return false;
    }
    return true;
}

static bool start_from(hull *h, const uint32_t start[4])
{
    uint8_t a = (uint8_t)start[0];
    uint8_t b = (uint8_t)start[1];
    uint8_t c = (uint8_t)start[2];
    uint8_t d = (uint8_t)start[3];
    vec3 first = h->points[a];
    vec3 normal = cross(sub(h->points[b], first), sub(h->points[c], first));
    if (dot(normal, sub(h->points[d], first)) > 0) { /* d would see a, b, c counter-clockwise */
        b = (uint8_t)start[2];
        c = (uint8_t)start[1];
    }
    return add_facet(h, a, b, c) && add_facet(h, a, c, d) && add_facet(h, c, b, d) &&
           add_facet(h, b, a, d);
}

/* Whether no point is farther in front of a facet than rounding explains. */
static bool are_behind(const hull *h, size_t count)
{
    for (uint64_t rest = h->alive; rest; rest &= rest - 1) {
        const lw_facet_plane *plane = &h->plane[__builtin_ctzll(rest)];
        for (size_t i = 0; i < count; i++)
            if (lw_beyond_plane(plane, h->points[i]) > BEYOND)
                return false;
    }
    return true;
}

/* Whether at least three planes meet in each corner. A point within a face or an edge, added before the
 * corners around it, is still a corner of facets. */
static bool are_needed(const hull *h)
{
    vec3 normals[LW_SMALL_HULL_POINTS][3];
    uint8_t planes[LW_SMALL_HULL_POINTS] = {0};
    uint32_t corners = 0;
    uint32_t needed = 0;
    for (uint64_t rest = h->alive; rest; rest &= rest - 1) {
        int f = __builtin_ctzll(rest);
        for (int k = 0; k < 3; k++) {
            uint8_t at = h->corner[f][k];
            corners |= UINT32_C(1) << at;
            int same = 0;
            while (same < planes[at] && norm2(sub(normals[at][same], h->plane[f].normal)) > SAME_PLANE)
                same++;
            if (same < planes[at] || same == 3)
                continue;
            normals[at][planes[at]++] = h->plane[f].normal;
            if (planes[at] == 3)
                needed |= UINT32_C(1) << at;
        }
    }
    return corners == needed;
}

/* Orders the points by their distance from the middle, the farthest first: points within faces and
 * edges then mostly see no facet. */
static void sort_by_distance(const vec3 *points, size_t count, uint8_t order[LW_SMALL_HULL_POINTS])
{
    vec3 middle = {0, 0, 0};
    for (size_t i = 0; i < count; i++)
        middle = add_scaled(middle, 1.0 / (double)count, points[i]);
    double distance[LW_SMALL_HULL_POINTS];
    for (size_t i = 0; i < count; i++) {
        double d = norm2(sub(points[i], middle));
        size_t at = i;
        for (; at > 0 && distance[at - 1] < d; at--) {
            distance[at] = distance[at - 1];
            order[at] = order[at - 1];
        }
        distance[at] = d;
        order[at] = (uint8_t)i;
    }
}

size_t lw_small_hull(const vec3 *points, size_t count, const uint32_t start[4], uint32_t (*facets)[3])
{
    hull h;
    h.points = points;
    h.alive = 0;
    if (count > LW_SMALL_HULL_POINTS || !start_from(&h, start))
        return 0;
    uint8_t order[LW_SMALL_HULL_POINTS];
    sort_by_distance(points, count, order);
    for (size_t i = 0; i < count; i++) {
        uint8_t p = order[i];
        bool started = p == start[0] || p == start[1] || p == start[2] || p == start[3];
        if (!started && !add_point(&h, p))
            return 0;
    }
    if (!are_behind(&h, count) || !are_needed(&h))
        return 0;
    size_t found = 0;
    for (uint64_t rest = h.alive; rest; rest &= rest - 1, found++)
        for (int k = 0; k < 3; k++)
            facets[found][k] = h.corner[__builtin_ctzll(rest)][k];
    return found;
}
