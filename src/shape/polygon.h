/* A convex shape in the plane: the hull of its vertices, counter-clockwise, plus a radius.
 *
 * The vertex that is farthest along a direction is found from a table: the first vertex for each octant
 * of directions, from which the farthest one is a few edges on (hill climbing, Zhang et al., section
 * IV), or, in polygons of hundreds of vertices, a bisection away. */
#ifndef LW_SHAPE_POLYGON_H
#define LW_SHAPE_POLYGON_H

#include "base/arena.h"
#include "math/lanes.h"
#include "math/vec2.h"

enum { LW_OCTANTS = 8 };

/* So many of the first vertices come again behind the last, round and round, so that an edge is two
 * vertices that follow each other, and four edges from any one on can be read at once. */
enum { LW_POLYGON_AGAIN = 4 };

/* What a query reads first stands together in one line of the cache. */
struct lw_polygon {
    uint32_t count;                 /* >= 1 */
    uint32_t first[LW_OCTANTS + 1]; /* the farthest vertex along each octant's first direction */
    vec2 center;  /* inside, and the middle of a circle about the vertices: their mean, or the origin */
    double reach; /* no vertex is farther from the origin */
    double radius;   /* that the shape is grown by */
    double extent;   /* of the circle about the vertices, rounded up; the radius is not in it */
    bool blunt;      /* at no vertex does the outline turn by more than arccos(-7/9), 141 degrees */
    vec2 vertices[]; /* count, and LW_POLYGON_AGAIN of them once more */
};

/* A polygon in an arena, or with NULL on the heap; see lw_polygon_create. */
lw_status lw_polygon_make(lw_arena *arena, const double *vertices, size_t count, double radius,
                          lw_polygon **out, lw_error *error);

/* The same of points in any order, of which those inside their hull are left out. */
lw_status lw_polygon_hull(lw_arena *arena, const double *points, size_t count, double radius,
                          lw_polygon **out, lw_error *error);

/* Which eighth of all directions, counter-clockwise from the x axis, holds a direction. */
static inline uint32_t lw_octant(vec2 d)
{
    uint32_t lower = d.y < 0;
    double x = lower ? -d.x : d.x;
    double y = lower ? -d.y : d.y;
    uint32_t left = x <= 0;
    double u = left ? y : x;
    double v = left ? -x : y;
    return 4 * lower + 2 * left + (v >= u);
}

/* Farther than this from the first vertex of its octant, the farthest is looked for by bisection. */
enum { LW_POLYGON_FEW = 12 };

/* Up to as many vertices, all are looked at faster than an octant's first is fetched. */
enum { LW_POLYGON_TINY = 24 };

uint32_t lw_polygon_bisect(const lw_polygon *polygon, uint32_t from, uint32_t to, vec2 direction);

/* The index of the vertex that is farthest along a direction, by looking at all of them, two side by
 * side, without a branch that could be guessed wrongly. Of an odd number the first comes again as the
 * last. */
static inline uint32_t lw_polygon_scan(const lw_polygon *polygon, vec2 direction)
{
    const lw_lanes_2 x = {direction.x, direction.x};
    const lw_lanes_2 y = {direction.y, direction.y};
    lw_lanes_2 most = {-HUGE_VAL, -HUGE_VAL};
    lw_mask_of_2 best = {0, 0};
    lw_mask_of_2 index = {0, 1};
    for (uint32_t i = 0; i < polygon->count; i += 2) {
        const vec2 *v = polygon->vertices + i;
        lw_lanes_2 xs = {v[0].x, v[1].x};
        lw_lanes_2 ys = {v[0].y, v[1].y};
        lw_lanes_2 here = xs * x + ys * y;
        lw_mask_of_2 farther = here > most;
        most = (lw_lanes_2)((farther & (lw_mask_of_2)here) | (~farther & (lw_mask_of_2)most));
        best = (farther & index) | (~farther & best);
        index += 2;
    }
    uint64_t second = -(uint64_t)(most[1] > most[0]);
    return (uint32_t)((uint64_t)best[0] ^ (((uint64_t)best[0] ^ (uint64_t)best[1]) & second));
}

/* The same from the first vertex of the direction's octant. */
static inline uint32_t lw_polygon_climb(const lw_polygon *polygon, vec2 direction)
{
    uint32_t octant = lw_octant(direction);
    uint32_t i = polygon->first[octant];
    uint32_t last = polygon->first[octant + 1];
    uint32_t span = last >= i ? last - i : last + polygon->count - i;
    if (span > LW_POLYGON_FEW)
        return lw_polygon_bisect(polygon, i, i + span, direction);
    while (span > 0) {
        vec2 edge = sub2(polygon->vertices[i + 1], polygon->vertices[i]);
        if (!(dot2(edge, direction) > 0))
            break;
        i = i + 1 == polygon->count ? 0 : i + 1;
        span--;
    }
    return i;
}

/* Whichever is faster. */
static inline uint32_t lw_polygon_support(const lw_polygon *polygon, vec2 direction)
{
    return polygon->count <= LW_POLYGON_TINY ? lw_polygon_scan(polygon, direction)
                                             : lw_polygon_climb(polygon, direction);
}

#endif
