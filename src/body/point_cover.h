/* A cover of a cloud. */
#ifndef LW_BODY_POINT_COVER_H
#define LW_BODY_POINT_COVER_H

#include "body/cover.h"

/* Covers a cloud with `balls` balls, or 32 if that is more, but with no more than it has points: each
 * is about the points below one node of the tree. The node with the largest ball is divided next.
 * Errors: memory. */
lw_status lw_cover_of_points(lw_arena *arena, const lw_geometry *geometry, uint32_t balls,
                             const lw_cover **out, lw_error *error);

#endif
