/* A cover of a body: balls that contain it together. */
#ifndef LW_BODY_COVER_H
#define LW_BODY_COVER_H

#include "body/geometry.h"

/* In the body's frame. */
typedef struct lw_ball {
    float center[3];
    float radius;
} lw_ball;

/* Balls that contain a body together, with what is inside its bounding hulls; and one that does so
 * alone. Each reaches the sphere about the body (lw_geometry.center). Read-only. */
typedef struct lw_cover {
    lw_ball around;
    lw_ball *balls;
    uint32_t count; /* at least 1; of 1 the ball is that around */
} lw_cover;

/* Covers a body with so many balls, or as many as its parts take. The bits are the same everywhere.
 * Errors: memory. */
lw_status lw_cover_create(lw_arena *arena, const lw_geometry *geometry, uint32_t balls,
                          const lw_cover **out, lw_error *error);

/* A cover of balls that are given, count >= 1, which must contain the body (body/cover_proof.h) and
 * reach the sphere about it. They are copied. Errors: memory. */
lw_status lw_cover_take(lw_arena *arena, const lw_geometry *geometry, const lw_ball *balls,
                        uint32_t count, const lw_cover **out, lw_error *error);

/* The ball around a body that its covers have. */
lw_ball lw_cover_around(const lw_geometry *geometry);

/* A ball of floats that contains one of doubles, but for rounding of doubles; where that is one of
 * floats, it is the same. */
lw_ball lw_ball_about(vec3 center, double radius);

/* A ball larger by some millionths, and by some billionths of a millionth of a body's extent: by more
 * than rounding takes from what it touches. */
lw_ball lw_ball_grown(lw_ball ball, double extent);

static inline vec3 lw_ball_center(const lw_ball *ball)
{
    return v3((double)ball->center[0], (double)ball->center[1], (double)ball->center[2]);
}

/* The convex shapes that a cover contains: the bounding hulls, or the parts of a body that has too many
 * for hulls. NULL: it has triangles too, and only balls that contain all of it are known to do. */
const lw_part *lw_cover_parts(const lw_geometry *geometry, uint32_t *count);

/* How far a ball sticks out of the parts that its cover contains, at most; in round figures, for
 * people: not a bound. Where there are none: out of the sphere about the body. */
double lw_cover_excess(const lw_geometry *geometry, const lw_ball *ball);

#endif
