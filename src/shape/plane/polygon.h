/* A convex shape in the plane: the hull of its vertices, counter-clockwise, plus a radius.
 *
 * The support vertex along a direction is found from a lookup table, which has the first support vertex
 * of each octant of directions: from there the support vertex is a few edges on (hill climbing, Zhang
 * et al., section IV), or, in polygons of hundreds of vertices, a bisection away. */
#ifndef LW_SHAPE_PLANE_POLYGON_H
#define LW_SHAPE_PLANE_POLYGON_H

#include "base/arena.h"
#include "math/simd.h"
#include "math/vec2.h"
#include "shape/plane/coarse_outline.h"

enum { LW_OCTANTS = 8 };

/* The number of vertices that are repeated behind the last, cyclically, so that the ends of an edge
 * follow each other, and four edges from any vertex on can be read at once. */
enum { LW_POLYGON_AGAIN = 4 };

/* The sine of the angle between two edges below which they count as one line up to rounding. Rounding
 * turns a direction that is compared with them by less than half of that (LW_PLANE_ROUNDING). */
#define LW_FLAT_TURN 0x1p-30

/* The fields that a query reads first share one cache line. */
struct lw_polygon {
    uint32_t count;                 /* >= 1 */
    uint32_t first[LW_OCTANTS + 1]; /* the support vertex along each octant's first direction */
    vec2 center; /* inside, and the centre of a circle around the vertices: their mean, or the origin */
    double reach;  /* no vertex is farther from the origin */
    double radius; /* by which the shape is grown */
    double extent; /* radius of the circle around the vertices, rounded up, without `radius` */
    bool blunt;    /* at no vertex does the outline turn by more than arccos(-7/9), 141 degrees */
    bool flat;     /* at some vertex the outline turns by less than LW_FLAT_TURN */
    bool needle;   /* at some vertex the outline turns back to within this angle, as at the ends of a
                      segment */
    const lw_coarse_eight *coarse; /* stored behind the vertices; NULL where they are too many */
    vec2 vertices[];               /* count, and LW_POLYGON_AGAIN of them again */
};

/* A polygon in an arena, or with NULL on the heap; see lw_polygon_create. */
lw_status lw_polygon_make(lw_arena *arena, const double *vertices, size_t count, double radius,
                          lw_polygon **out, lw_error *error);

/* The hull of points in any order as a polygon. */
lw_status lw_polygon_hull(lw_arena *arena, const double *points, size_t count, double radius,
                          lw_polygon **out, lw_error *error);

/* The octant of a direction, counter-clockwise from the x axis. */
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

/* Octants with more vertices than this are searched by bisection. docs/decisions/plane.md, "Up to 16
 * vertices of a polygon are all tried, more come from a table of octants". */
enum { LW_POLYGON_FEW = 12 };

/* Up to this number of vertices, trying all is faster than fetching an octant's first one.
 * docs/decisions/plane.md, "Up to 16 vertices of a polygon are all tried, more come from a table of
 * octants". */
enum { LW_POLYGON_TINY = 16 };

/* The support vertex along a direction, by bisection from vertex `from` counter-clockwise to vertex
 * `to`, which may be counted beyond the last. */
uint32_t lw_polygon_bisect(const lw_polygon *polygon, uint32_t from, uint32_t to, vec2 direction);

/* The support vertex along a direction, by trying all vertices, two side by side (SIMD), without a
 * branch that could be mispredicted. Of an odd number, the first is tried again as the last. */
static inline uint32_t lw_polygon_scan(const lw_polygon *polygon, vec2 direction)
{
    const lw_doubles_2 x = {direction.x, direction.x};
    const lw_doubles_2 y = {direction.y, direction.y};
    lw_doubles_2 most = {-HUGE_VAL, -HUGE_VAL};
    lw_mask_of_2 best = {0, 0};
    lw_mask_of_2 index = {0, 1};
    for (uint32_t i = 0; i < polygon->count; i += 2) {
        const vec2 *v = polygon->vertices + i;
        lw_doubles_2 xs = {v[0].x, v[1].x};
        lw_doubles_2 ys = {v[0].y, v[1].y};
        lw_doubles_2 here = xs * x + ys * y;
        lw_mask_of_2 farther = here > most;
        most = (lw_doubles_2)((farther & (lw_mask_of_2)here) | (~farther & (lw_mask_of_2)most));
        best = (farther & index) | (~farther & best);
        index += 2;
    }
    uint64_t second = -(uint64_t)(most[1] > most[0]);
    return (uint32_t)((uint64_t)best[0] ^ (((uint64_t)best[0] ^ (uint64_t)best[1]) & second));
}

/* The support vertex along a direction, by hill climbing from the first vertex of the direction's
 * octant. */
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

/* The support vertex along a direction, by a scan or by hill climbing, whichever is faster. */
static inline uint32_t lw_polygon_support(const lw_polygon *polygon, vec2 direction)
{
    return polygon->count <= LW_POLYGON_TINY ? lw_polygon_scan(polygon, direction)
                                             : lw_polygon_climb(polygon, direction);
}

#endif
