/* Two cores as GJK sees them: placed in a's frame. */
#include "distance/sides.h"

#include <float.h>

#include "shape/farthest.h"

/* Relative to the size of the sides: ends closer than the first have met, and points closer than the
 * second touch. The first is far above the rounding error of a step, far below what is promised. */
static const double closed = 1e-13;
static const double touching = 16 * DBL_EPSILON;

double lw_sides_tolerance(const lw_sides *sides)
{
    return closed * sides->size;
}

double lw_sides_contact(const lw_sides *sides)
{
    return touching * sides->size;
}

static void place_point(lw_side *side, uint32_t index, vec3 p)
{
    side->points[index] = side->at ? transform(*side->at, p) : p;
}

static void place_polytope(lw_side *side, const lw_polytope *polytope)
{
    if (polytope->cells_along > 0)
        return;
    side->block_count = polytope->block_count;
    side->blocks = polytope->blocks;
    if (!side->at)
        return;
    lw_polytope_place(side->at, polytope->blocks, side->block_count, side->placed);
    side->blocks = side->placed;
    side->at = NULL;
}

static void make_side(const lw_convex *shape, const pose *at, lw_side *side)
{
    side->shape = shape;
    side->pose = at;
    side->at = at;
    side->indexed = shape->core != LW_CORE_CYLINDER && shape->core != LW_CORE_CONE;
    side->count = 0;
    side->blocks = NULL;
    switch (shape->core) {
    case LW_CORE_POINT:
        side->count = 1;
        side->points[0] = at ? at->position : v3(0, 0, 0);
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
    case LW_CORE_POLYTOPE:
        place_polytope(side, shape->polytope);
        break;
    default:
        break;
    }
    if (side->count)
        side->at = NULL;
}

void lw_sides_make(const lw_convex *a, const lw_convex *b, const pose *b_in_a, lw_sides *out)
{
    make_side(a, NULL, &out->side[0]);
    make_side(b, b_in_a, &out->side[1]);
    out->size = lw_convex_extent(a) + lw_convex_extent(b) + norm(b_in_a->position);
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

vec3 lw_side_middle(const lw_side *side)
{
    const pose *at = side->pose;
    if (side->shape->core == LW_CORE_POLYTOPE)
        return at ? transform(*at, side->shape->polytope->center) : side->shape->polytope->center;
    if (side->count == 1)
        return side->points[0];
    if (side->count == 2)
        return scale(0.5, add(side->points[0], side->points[1]));
    if (side->count == 3)
        return scale(1.0 / 3, add(add(side->points[0], side->points[1]), side->points[2]));
    return side->at ? side->at->position : v3(0, 0, 0);
}
