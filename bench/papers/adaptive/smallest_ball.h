/* The smallest ball that contains points (Welzl, "Smallest enclosing disks (balls and ellipsoids)"). */
#ifndef LW_PAPERS_SMALLEST_BALL_H
#define LW_PAPERS_SMALLEST_BALL_H

#include "math/vec.h"

#include <stddef.h>

typedef struct lw_ball {
    vec3 center;
    double radius;
    int support; /* the smallest ball of so many of the points, at most 4, is this one */
} lw_ball;

/* Contains all points, rounding included; what is left of the error is about 1e-10 of the radius. The
 * points, finite, are put into another order, in which the same call is faster. Of no points: radius
 * and support 0. Takes time in proportion to the count where their order is random, as it is made here
 * first. */
lw_ball lw_smallest_ball(vec3 *points, size_t count);

#endif
