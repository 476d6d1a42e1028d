/* The vertices and edges of an outline, and whether two edges meet. */
#ifndef LW_SHAPE_PLANE_OUTLINE_EDGES_H
#define LW_SHAPE_PLANE_OUTLINE_EDGES_H

#include "math/vec2.h"

/* Vertex i of rows x y z. */
static inline vec2 outline_vertex(const double *vertices, size_t i)
{
    return v2(vertices[3 * i], vertices[3 * i + 1]);
}

/* how far q is to the left of the line from p to r; where p equals r, the distance of q from p */
static inline double aside(vec2 p, vec2 q, vec2 r)
{
    vec2 e = sub2(r, p);
    double length = length2(e);
    return length > 0 ? cross2(e, sub2(q, p)) / length : length2(sub2(q, p));
}

/* 1 where p is left of the line from a to b, -1 where right, 0 where it is no farther away than tiny */
static inline int side_of(vec2 a, vec2 b, vec2 p, double tiny)
{
    double away = aside(a, p, b);
    return away > tiny ? 1 : away < -tiny ? -1 : 0;
}

static inline bool is_between(vec2 a, vec2 b, vec2 p)
{
    return dot2(sub2(p, a), sub2(b, a)) >= 0 && dot2(sub2(p, b), sub2(a, b)) >= 0;
}

/* whether two edges have a point in common */
static inline bool edges_meet(vec2 a, vec2 b, vec2 c, vec2 d, double tiny)
{
    int ac = side_of(a, b, c, tiny);
    int ad = side_of(a, b, d, tiny);
    int ca = side_of(c, d, a, tiny);
    int cb = side_of(c, d, b, tiny);
    if (ac * ad < 0 && ca * cb < 0)
        return true;
    return (ac == 0 && is_between(a, b, c)) || (ad == 0 && is_between(a, b, d)) ||
           (ca == 0 && is_between(c, d, a)) || (cb == 0 && is_between(c, d, b));
}

#endif
