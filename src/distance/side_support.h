/* Extreme points of a side, and of two sides' difference, inline, for those who ask in a loop. */
#ifndef LW_DISTANCE_SIDE_SUPPORT_H
#define LW_DISTANCE_SIDE_SUPPORT_H

#include "distance/extreme.h"
#include "shape/block_support.h"
#include "shape/support.h"

/* Along a direction in a's frame. fours: in functions that are LW_WIDE. */
LW_INLINED vec3 side_support(const lw_side *side, vec3 direction, uint32_t *vertex, bool fours)
{
    if (side->blocks) {
        *vertex = support_blocks(side->blocks, side->block_count, direction, fours);
        return lw_block_point(side->blocks, *vertex);
    }
    if (side->count)
        return support_points(side->points, side->count, direction, vertex);
    if (side->at)
        direction = rotate_back(side->at->rotation, direction);
    vec3 p = side->shape->core == LW_CORE_POLYTOPE
                 ? support_polytope(side->shape->polytope, direction, vertex, fours)
                 : support_core(side->shape, direction, vertex);
    return side->at ? transform(*side->at, p) : p;
}

/* As lw_sides_extreme. */
LW_INLINED void find_extreme(const lw_sides *sides, vec3 direction, lw_extreme *out, bool fours)
{
    vec3 a = side_support(&sides->side[0], direction, &out->vertex[0], fours);
    vec3 b = side_support(&sides->side[1], neg(direction), &out->vertex[1], fours);
    out->w = sub(b, a);
    out->point[0] = a;
    out->point[1] = b;
}

/* As lw_side_vertex. */
LW_INLINED vec3 side_vertex(const lw_side *side, uint32_t index)
{
    return side->blocks ? lw_block_point(side->blocks, index) : lw_side_vertex(side, index);
}

#endif
