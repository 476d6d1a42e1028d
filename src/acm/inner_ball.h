/* Balls inside bodies: what shows that two bodies meet wherever they get within a distance. */
#ifndef LW_ACM_INNER_BALL_H
#define LW_ACM_INNER_BALL_H

#include "body/geometry.h"

/* Points of a body that are tried as middles of balls inside another. */
enum { LW_MOST_INNER_POINTS = 96 };
typedef struct lw_inner_points {
    size_t count;
    size_t seeds; /* the first of them are seeds of the body */
    vec3 points[LW_MOST_INNER_POINTS];
} lw_inner_points;

void lw_inner_points_find(const lw_geometry *geometry, lw_inner_points *out);

/* A radius such that the ball of this radius about the point is inside one convex part, or one solid of
 * the body, rounded down; 0: none is known. error: how far the point can be from where it is meant to
 * be. is_seed: the point is a seed of the other body (lw_geometry.seeds).
 *
 * Why the bodies meet then: a point inside a convex part is a point of both. A solid's surface is made
 * of triangles of the body where the mesh is closed as given; a component of the other body, or a part,
 * that has the point either passes through that surface, or is wholly inside, and then so is its seed,
 * which lw_geometry_contained tests. Where the mesh was repaired, its shells have more than its
 * triangles, so that a component can pass through them without meeting the body: there only the seed
 * itself serves.
 *
 * Why they still do where each kernel (acm/joint_path.h) has moved by no more than the radius of the
 * ball, both together: the point may be taken for one of its own body that has moved as far as the
 * kernel, k' + v for k + v, and so has a seed, which is a point of the kernel. The support value of a
 * convex part changes by no more than its kernel moves along the way, and stays above that of the point
 * in all directions; the triangles of a solid pass by the point at no time, so they still wind round
 * it. */
double lw_inner_ball(const lw_geometry *geometry, vec3 point, double error, bool is_seed);

#endif
