/* An oracle of the plane in long double: two convex outlines by every vertex against every edge. */
#ifndef LW_TEST_WIDE_PLANE_H
#define LW_TEST_WIDE_PLANE_H

#include <math.h>

#include "leeway/leeway.h"

enum { WIDE_VERTICES = 64 };

typedef struct wide2 {
    long double x, y;
} wide2;

/* edges: from each vertex to the next, computed before posing: the difference of two posed vertices has
 * lost too much of its direction if the edge is a millionth of the distance. */
typedef struct wide_outline {
    int count;
    wide2 vertices[WIDE_VERTICES];
    wide2 edges[WIDE_VERTICES];
} wide_outline;

/* vertices: count rows x y, counter-clockwise, which are posed and given relative to an origin as far
 * off as the poses. */
static inline wide_outline wide_outline_of(const double *vertices, int count, lw_pose2 at,
                                           lw_vec2 origin)
{
    wide_outline out = {.count = count};
    for (int i = 0; i < count; i++) {
        int next = 2 * ((i + 1) % count);
        long double x = vertices[2 * i];
        long double y = vertices[2 * i + 1];
        out.vertices[i].x = ((long double)at.x - origin.x) + at.cosine * x - at.sine * y;
        out.vertices[i].y = ((long double)at.y - origin.y) + at.sine * x + at.cosine * y;
        x = vertices[next] - x;
        y = vertices[next + 1] - y;
        out.edges[i].x = at.cosine * x - at.sine * y;
        out.edges[i].y = at.sine * x + at.cosine * y;
    }
    return out;
}

static inline long double wide_from_edge(wide2 p, wide2 a, wide2 b)
{
    long double x = b.x - a.x;
    long double y = b.y - a.y;
    long double square = x * x + y * y;
    long double share = square > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0;
    share = fminl(fmaxl(share, 0), 1);
    return hypotl(a.x + share * x - p.x, a.y + share * y - p.y);
}

/* The thickest slab between both along the normals of one outline's edges; negative if they overlap. */
static inline long double wide_slab(const wide_outline *one, const wide_outline *other)
{
    long double widest = -HUGE_VALL;
    for (int i = 0; i < one->count; i++) {
        wide2 a = one->vertices[i];
        wide2 edge = one->edges[i];
        long double length = hypotl(edge.x, edge.y);
        if (!(length > 0))
            continue;
        long double x = edge.y / length;
        long double y = -edge.x / length;
        long double least = HUGE_VALL;
        for (int k = 0; k < other->count; k++)
            least = fminl(least, x * (other->vertices[k].x - a.x) + y * (other->vertices[k].y - a.y));
        widest = fmaxl(widest, least);
    }
    return widest;
}

/* The distance of two outlines, or minus the depth of their overlap. */
static inline long double wide_separation(const wide_outline *a, const wide_outline *b)
{
    long double nearest = HUGE_VALL;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++) {
            wide2 p = a->vertices[i];
            wide2 q = b->vertices[k];
            nearest = fminl(nearest, wide_from_edge(p, q, b->vertices[(k + 1) % b->count]));
            nearest = fminl(nearest, wide_from_edge(q, p, a->vertices[(i + 1) % a->count]));
        }
    long double slab = fmaxl(wide_slab(a, b), wide_slab(b, a));
    return slab < 0 && slab > -HUGE_VALL ? slab : nearest;
}

#endif
