/* The radii of Baginski's sections 2 and 3 (Efficient Dynamic Collision Detection using Expanded
 * Geometry Models): upper bounds on the distance of the points of a link from the axis of each joint
 * that moves it, from the hull of the link swept by one joint after the other. */
#ifndef LW_PAPERS_SWEPT_RADII_H
#define LW_PAPERS_SWEPT_RADII_H

#include "base/arena.h"
#include "scene/frozen.h"

/* A row for each moving body, a column for each elementary joint: r of the joint for the links from it
 * up to the body, metres, an upper bound; 1 for a slide that moves the body; 0 for a joint that does
 * not move it. The row of the last link of an arm has the radii of (1); all rows together are the
 * triangular matrix of (3). */
typedef struct lw_swept_radii {
    size_t body_count, joint_count;
    double *radii;
} lw_swept_radii;

/* For arms of turning and sliding joints, all of which have a body. The array lives in the arena.
 * Errors: memory. */
lw_status lw_swept_radii_make(lw_arena *arena, const lw_frozen *frozen, lw_swept_radii *out,
                              lw_error *error);

#endif
