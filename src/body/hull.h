/* An outer approximation of the convex hull of many points: a polytope with a bounded number of
 * vertices, and a radius. */
#ifndef LW_BODY_HULL_H
#define LW_BODY_HULL_H

#include "base/arena.h"
#include "shape/convex.h"

/* docs/decisions/covers.md, "A bounding hull has at most 64 vertices and a radius" */
enum { LW_HULL_VERTICES = 64 };

/* A polytope of at most LW_HULL_VERTICES of the points, with a radius that covers the rest, in the
 * points' own frame; points may lie in a plane, on a line or all in one place. The shape contains every
 * point in spite of rounding, and exceeds their hull nowhere by more than its radius. Its arrays live
 * in the arena. Errors: argument (no points, NaN or infinity), memory. */
lw_status lw_hull_create(lw_arena *arena, const vec3 *points, size_t count, lw_convex *out,
                         lw_error *error);

#endif
