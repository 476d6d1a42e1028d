/* A cover of a body: balls that contain it together. */
#ifndef LW_TREE_COVER_H
#define LW_TREE_COVER_H

#include "tree/geometry.h"

/* In the body's frame. */
typedef struct lw_ball {
    float center[3];
    float radius;
} lw_ball;

/* Balls that contain a body together, with what is inside its bounding hulls; and one that does so
 * alone. Centres lie within the sphere about the body (lw_geometry.center). Read-only. */
typedef struct lw_cover {
    lw_ball around;
    lw_ball *balls;
    uint32_t count; /* at least 1; of 1 the ball is that around */
} lw_cover;

/* Covers a body with so many balls, or as many as its parts take. The bits are the same everywhere.
 * Errors: memory. */
lw_status lw_cover_create(lw_arena *arena, const lw_geometry *geometry, uint32_t balls,
                          const lw_cover **out, lw_error *error);

#endif
