/* Balls inside two bodies at once, which bound their penetration depth from below. */
#ifndef LW_BODY_INNER_BALL_H
#define LW_BODY_INNER_BALL_H

#include "base/meter.h"
#include "body/geometry.h"

/* Two bodies in the frame of the first. */
typedef struct lw_posed_geometries {
    const lw_geometry *body[2];
    pose at[2];     /* in the frame of body[0] */
    lw_meter *work; /* as in lw_query */
} lw_posed_geometries;

/* Begins at a point that may lie inside both bodies, and climbs towards a point about which the balls
 * within the two bodies have the largest sum of radii. Returns that sum; 0 if the first point is not
 * shown to be inside both. The penetration depth is at least the sum: no shorter translation separates
 * two balls about one point. */
double lw_inner_balls(const lw_posed_geometries *pair, vec3 point);

#endif
