/* The smallest ball that contains points (Welzl, "Smallest enclosing disks (balls and ellipsoids)"). */
#ifndef LW_PAPERS_SMALLEST_BALL_H
#define LW_PAPERS_SMALLEST_BALL_H

#include "math/vec.h"

#include <stddef.h>

typedef struct lw_ball {
    vec3 center;
    double radius;
    int support; /* number of points, at most 4, that alone have this smallest ball */
} lw_ball;

/* The ball contains all points, despite rounding errors; the remaining error is about 1e-10 of the
 * radius. The points must be finite; they are reordered, which makes a second call faster. Without
 * points, radius and support are 0. Takes linear time for points in random order, and so shuffles them
 * first. */
lw_ball lw_smallest_ball(vec3 *points, size_t count);

#endif
