/* A cover of a body: balls that together contain it. */
#ifndef LW_BODY_COVER_H
#define LW_BODY_COVER_H

#include "body/geometry.h"

/* In the body's frame. */
typedef struct lw_ball {
    float center[3];
    float radius;
} lw_ball;

/* Balls that together contain a body and everything inside its bounding hulls; and one ball that alone
 * contains the convex hull of the body. Each ball reaches the sphere about the body
 * (lw_geometry.center). Read-only. */
typedef struct lw_cover {
    lw_ball around;
    lw_ball *balls;
    uint32_t count; /* at least 1; if 1, the ball is `around`, which bounding hulls may stick out of */
} lw_cover;

/* Covers a body with at most `balls` balls, or with as many as its parts take if these are more. The
 * bits are the same on every machine. Errors: memory. */
lw_status lw_cover_create(lw_arena *arena, const lw_geometry *geometry, uint32_t balls,
                          const lw_cover **out, lw_error *error);

/* Covers a cloud or a height field with `balls` balls, or 32 if that is more, but with no more than it
 * has elements: each is about what is below one node of the tree. The node with the largest ball is
 * divided next (body/point_cover.c). Errors: memory. */
lw_status lw_cover_of_nodes(lw_arena *arena, const lw_geometry *geometry, uint32_t balls,
                            const lw_cover **out, lw_error *error);

/* Makes a cover of given balls, count >= 1. Together they must contain the body
 * (body/cover/cover_proof.h), and each must reach the sphere about it. They are copied. Errors: memory.
 */
lw_status lw_cover_take(lw_arena *arena, const lw_geometry *geometry, const lw_ball *balls,
                        uint32_t count, const lw_cover **out, lw_error *error);

/* The ball `around` of every cover of a body, except of a cover of one given ball. */
lw_ball lw_cover_around(const lw_geometry *geometry);

/* A ball in floats that contains a ball in doubles, up to 2^-44 of the ball's radius or of its centre's
 * distance from the origin, whichever is larger. If the numbers are floats already, the ball stays the
 * same, except that such small coordinates become 0. */
lw_ball lw_ball_about(vec3 center, double radius);

/* A ball larger by 2^-17 of its radius and 2^-40 of a body's extent: more than enough to make up for
 * rounding where the ball just reaches the points that it must contain. */
lw_ball lw_ball_grown(lw_ball ball, double extent);

static inline vec3 lw_ball_center(const lw_ball *ball)
{
    return v3((double)ball->center[0], (double)ball->center[1], (double)ball->center[2]);
}

/* The convex shapes that a cover contains: the bounding hulls; or the parts, if the body has no
 * triangles and too many parts for hulls. NULL: there are none, and only the box or the sphere about
 * the body stands for it. */
const lw_part *lw_cover_parts(const lw_geometry *geometry, uint32_t *count);

/* About how far a ball sticks out of the parts that its cover contains: a figure for people, not a
 * bound. If there are no parts, out of the sphere about the body. */
double lw_cover_excess(const lw_geometry *geometry, const lw_ball *ball);

#endif
