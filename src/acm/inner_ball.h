/* Balls inside bodies: a proof that two bodies meet in a whole box of joint values. */
#ifndef LW_ACM_INNER_BALL_H
#define LW_ACM_INNER_BALL_H

#include "body/geometry.h"

/* Points of a body that are tried as centres of balls inside another body. */
enum { LW_MOST_INNER_POINTS = 96 };
typedef struct lw_inner_points {
    size_t count;
    size_t seeds; /* the first `seeds` points are seeds of the body (lw_geometry.seeds) */
    vec3 points[LW_MOST_INNER_POINTS];
} lw_inner_points;

void lw_inner_points_find(const lw_geometry *geometry, lw_inner_points *out);

/* A radius, rounded down, such that the ball of this radius about the point lies inside one convex part
 * or one solid of the body; 0: none is known. error: bound on the error of the point's position.
 * is_seed: the point is a seed of the other body (lw_geometry.seeds).
 *
 * Why the bodies meet then: a point inside a convex part is a point of both. A solid's surface is made
 * of triangles of the body where the mesh is closed as given; a component of the other body, or a part,
 * that has the point either passes through that surface, or is wholly inside, and then so is its seed,
 * which lw_geometry_contained tests. Where the mesh was repaired, its shells have more than its
 * triangles, so that a component can pass through them without meeting the body: there only the seed
 * itself serves.
 *
 * Why the bodies still meet after their kernels (acm/joint_path.h) have moved, both together by no more
 * than the radius of the ball: write the point as k + v, k in the kernel of its own body and |v| at
 * most the body's roundness. When k moves to k', k' + v is still a point of the body, and it has moved
 * only as far as k. A seed is itself a point of the kernel. Case 1, the ball was inside a convex part:
 * the support value of the part in any direction changes by no more than its kernel moves, so it stays
 * at least that of the point, and the point stays inside. Case 2, the ball was inside a solid: no
 * triangle of the solid reaches the point on the way, so the triangles still wind round it. */
double lw_inner_ball(const lw_geometry *geometry, vec3 point, double error, bool is_seed);

#endif
