/* Two cores as GJK sees them: placed in a's frame, and the extreme points of their difference. */
#include "distance/sides.h"

#include "distance/side_support.h"

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

vec3 lw_side_support(const lw_side *side, vec3 direction, uint32_t *vertex)
{
    return side_support(side, direction, vertex, false);
}

LW_INLINED void find_extreme(const lw_sides *sides, vec3 direction, lw_extreme *out, bool fours)
{
    vec3 a = side_support(&sides->side[0], direction, &out->vertex[0], fours);
    vec3 b = side_support(&sides->side[1], neg(direction), &out->vertex[1], fours);
    out->w = sub(b, a);
    out->point[0] = a;
    out->point[1] = b;
}

static void extreme_of_twos(const lw_sides *sides, vec3 direction, lw_extreme *out)
{
    find_extreme(sides, direction, out, false);
}

LW_WIDE static void extreme_of_fours(const lw_sides *sides, vec3 direction, lw_extreme *out)
{
    find_extreme(sides, direction, out, true);
}

void lw_sides_extreme(const lw_sides *sides, vec3 direction, lw_extreme *out)
{
    if (lw_has_wide())
        extreme_of_fours(sides, direction, out);
    else
        extreme_of_twos(sides, direction, out);
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
        return support_point(side->blocks, index);
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
