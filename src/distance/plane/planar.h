/* The default methods for distance and contact in the plane, and what answers have in common. */
#ifndef LW_DISTANCE_PLANE_PLANAR_H
#define LW_DISTANCE_PLANE_PLANAR_H

#include "distance/plane/barycode.h"

/* The distance of the cores by the fastest method: by a walk, barycode GJK or every edge, which the
 * result names. memory may be NULL. */
lw_planar_algorithm lw_planar_search(const lw_posed_polygons *p, lw_polygon_memory *memory,
                                     lw_search *out);

/* Whether two posed polygons meet, radii included: false is proven. by: the algorithm that answers;
 * LW_PLANAR_AUTO for the circles about the two. */
bool lw_planar_meets(const lw_posed_polygons *p, lw_planar_algorithm *by);

/* Whether they meet by the walk, or by barycode GJK where the walk gives no answer; by: which of them.
 */
bool lw_planar_walk_meets(const lw_posed_polygons *p, lw_planar_algorithm *by);

/* Whether two polygons meet by the normals of all edges, for polygons without radii: 1 or 0; -1 where
 * rounding decides. */
int lw_planar_axes_meet(const lw_posed_polygons *p);

/* The public answer from a search for the distance of the cores, which reads the depth off the slabs
 * where they meet. pose_a: the pose of a in the world. */
void lw_planar_answer(const lw_posed_polygons *p, lw_pose2 pose_a, const lw_search *found,
                      lw_separation *out);

/* The public answer from the slabs of all edges: of cores that overlap, or whose nearest points are
 * straight across from an edge. False, without an answer, for others. */
bool lw_planar_answer_by_axes(const lw_posed_polygons *p, lw_pose2 pose_a, lw_separation *out);

/* Level 3 of the default, from the algorithm that the result names. memory may be NULL. */
lw_planar_algorithm lw_planar_separate(const lw_posed_polygons *p, lw_pose2 pose_a,
                                       lw_polygon_memory *memory, lw_separation *out);

/* Coordinates of poses may add up to this. */
#define LW_PLANAR_LARGEST 1e15

/* Whether poses are within the limits that include/leeway/plane.h states. */
bool lw_planar_poses_near(lw_pose2 a, lw_pose2 b);
bool lw_planar_is_pose(lw_pose2 at);

#endif
