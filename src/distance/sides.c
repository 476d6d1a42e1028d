/* Two cores as GJK sees them: placed in a's frame. */
#include "distance/sides.h"

static void place_point(lw_side *side, uint32_t index, vec3 p)
{
    side->points[index] = side->at ? transform(*side->at, p) : p;
}

void lw_side_place_points(lw_side *side)
{
    const lw_convex *shape = side->shape;
    switch (shape->core) {
    case LW_CORE_POINT:
        side->count = 1;
        side->points[0] = side->at ? side->at->position : v3(0, 0, 0);
        break;
    case LW_CORE_SEGMENT:
        side->count = 2;
        place_point(side, 0, v3(0, 0, -shape->half.z));
        place_point(side, 1, v3(0, 0, shape->half.z));
        break;
    case LW_CORE_TRIANGLE:
        side->count = 3;
        for (uint32_t i = 0; i < 3; i++)
            place_point(side, i, shape->triangle[i]);
        break;
    default:
        return;
    }
    side->at = NULL;
}

uint32_t lw_side_vertex_count(const lw_side *side)
{
    if (side->count)
        return side->count;
    return side->shape->core == LW_CORE_BOX ? 8 : side->shape->polytope->vertex_count;
}

vec3 lw_side_vertex(const lw_side *side, uint32_t index)
{
    if (side->blocks)
        return lw_block_point(side->blocks, index);
    if (side->count)
        return side->points[index];
    vec3 half = side->shape->half;
    vec3 p = side->shape->core == LW_CORE_BOX
                 ? v3(index & 1 ? half.x : -half.x, index & 2 ? half.y : -half.y,
                      index & 4 ? half.z : -half.z)
                 : side->shape->polytope->vertices[index];
    return side->at ? transform(*side->at, p) : p;
}
