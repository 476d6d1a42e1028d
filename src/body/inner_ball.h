/* Balls within bodies: how far inside of two bodies at once a point lies. */
#ifndef LW_BODY_INNER_BALL_H
#define LW_BODY_INNER_BALL_H

#include "body/geometry.h"

/* Two bodies in the frame of the first. */
typedef struct lw_posed_geometries {
    const lw_geometry *body[2];
    pose at[2]; /* in the frame of body[0] */
} lw_posed_geometries;

/* Begins at a point that may lie inside both bodies, and climbs to where the balls about it within
 * either have the largest sum of radii. Returns that sum, 0 where the point is not shown to be inside
 * both: no translation shorter than the sum parts two balls about one point. */
double lw_inner_balls(const lw_posed_geometries *pair, vec3 point);

#endif
