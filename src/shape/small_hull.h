/* The convex hull of few points, without a call of qhull, which takes ten times as long to set up. */
#ifndef LW_SHAPE_SMALL_HULL_H
#define LW_SHAPE_SMALL_HULL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "math/vec.h"

/* docs/decisions/scene.md, "The hull of up to 32 points is found without qhull" */
enum { LW_SMALL_HULL_POINTS = 32, LW_SMALL_HULL_FACETS = 64 };

/* Finds the facets of the hull of count points, LW_SMALL_HULL_POINTS at most, that are about one wide
 * along each axis: triangles, counter-clockwise seen from outside, which close. start: four of the
 * points that span a volume of about one. A point that is outside by no more than rounding may be left
 * out, as it may be by qhull. Returns how many there are; 0: a facet would be too thin to decide which
 * points are outside, or there are too many points. */
size_t lw_small_hull(const vec3 *points, size_t count, const uint32_t start[4], uint32_t (*facets)[3]);

#endif
