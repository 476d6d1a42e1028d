/* The queries of two convex shapes in the plane by an algorithm that the caller names. */
#ifndef LW_DISTANCE_PLANE_BY_NAME_H
#define LW_DISTANCE_PLANE_BY_NAME_H

#include "distance/plane/barycode.h"

/* Level 3 by a named algorithm, of poses that are within the limits; the result names the algorithm
 * that answered (lw_polygon_separation_by). pose_a: the pose of a in the world. */
lw_planar_algorithm lw_planar_separate_by(lw_planar_algorithm named, const lw_posed_polygons *p,
                                          lw_pose2 pose_a, lw_separation *out);

#endif
