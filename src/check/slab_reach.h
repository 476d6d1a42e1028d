/* How far a body reaches along a direction that turns: the farthest vertex as a function of time. */
#ifndef LW_CHECK_SLAB_REACH_H
#define LW_CHECK_SLAB_REACH_H

#include "shape/convex.h"

/* Along the direction `along + tau * tilt`, both in the body's frame. */
typedef struct lw_reach {
    const lw_convex *shape;
    vec3 along, tilt;
    uint32_t vertex; /* the last that was found: the next is near it */
} lw_reach;

/* How far a point reaches, as a function of tau: start + tau * slope. */
typedef struct lw_line {
    double start, slope;
} lw_line;

/* The core's farthest point at tau, as far as climbing finds it. */
lw_line lw_reach_point(lw_reach *reach, double tau);

/* Whether that is all vertices of all there are: then it is within rounding. */
bool lw_reach_scans(const lw_convex *shape);

/* How far the core reaches at tau, seen from all its vertices: within rounding. */
double lw_reach_most(const lw_reach *reach, double tau);

#endif
