/* Two cores as GJK sees them. */
#ifndef LW_DISTANCE_SIDES_H
#define LW_DISTANCE_SIDES_H

#include <float.h>

#include "shape/convex.h"
#include "shape/farthest.h"

/* Points, segments, triangles and small polytopes are placed in a's frame once
 * and for all, the others with each support. Holds pointers into itself. */
typedef struct lw_side {
    const lw_convex *shape;
    const pose *pose;                /* where it is; NULL: at the identity */
    const pose *at;                  /* the same, but NULL where nothing is left to place */
    bool indexed;                    /* supports have vertex indices */
    uint32_t count;                  /* of points, where these are all there is; else 0 */
    const lw_polytope_block *blocks; /* a small polytope's; else NULL */
    uint32_t block_count;
    vec3 points[3];
    lw_polytope_block placed[LW_POLYTOPE_FEW / 8];
} lw_side;

typedef struct lw_sides {
    lw_side side[2]; /* a, and b as placed */
    double size;     /* no coordinate in a's frame is larger, nor is one of b - a */
} lw_sides;

/* Of points, segments and triangles: places them. */
void lw_side_place_points(lw_side *side);

/* Of a polytope: places it if it is small. */
LW_INLINED void lw_side_place_blocks(lw_side *side, const lw_polytope *polytope)
{
    if (polytope->cells_along > 0)
        return;
    side->block_count = polytope->block_count;
    side->blocks = polytope->blocks;
    if (!side->at)
        return;
    lw_polytope_place(side->at, polytope->blocks, polytope->block_count, side->placed);
    side->blocks = side->placed;
    side->at = NULL;
}

/* Gives back the shape's extent. */
LW_INLINED double lw_side_make(const lw_convex *shape, const pose *at, lw_side *side)
{
    side->shape = shape;
    side->pose = side->at = at;
    side->count = 0;
    side->blocks = NULL;
    side->indexed = true;
    if (shape->core == LW_CORE_POLYTOPE) {
        lw_side_place_blocks(side, shape->polytope);
        return shape->polytope->extent;
    }
    side->indexed = shape->core != LW_CORE_CYLINDER && shape->core != LW_CORE_CONE;
    lw_side_place_points(side);
    return lw_convex_extent(shape);
}

/* a, b and b_in_a must live as long. */
LW_INLINED void lw_sides_make(const lw_convex *a, const lw_convex *b, const pose *b_in_a, lw_sides *out)
{
    double extents = lw_side_make(a, NULL, &out->side[0]);
    extents += lw_side_make(b, b_in_a, &out->side[1]);
    out->size = extents + norm(b_in_a->position);
}

/* Ends of a bracket that are no farther apart have met: far above the rounding error of a step, far
 * below what is promised. */
static inline double lw_sides_tolerance(const lw_sides *sides)
{
    return 1e-13 * sides->size;
}

/* Points no farther apart touch. */
static inline double lw_sides_contact(const lw_sides *sides)
{
    return 16 * DBL_EPSILON * sides->size;
}

/* Of indexed sides: how many vertices there are, and the one that an index below that stands for. */
uint32_t lw_side_vertex_count(const lw_side *side);
vec3 lw_side_vertex(const lw_side *side, uint32_t index);

#endif
