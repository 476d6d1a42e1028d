/* Support functions of the cores, inline, for those who call them in a loop. lw_support is the one
 * for everybody else. A direction may have any length whose square neither over- nor underflows. */
#ifndef LW_SHAPE_SUPPORT_H
#define LW_SHAPE_SUPPORT_H

#include "shape/convex.h"
#include "shape/polytope_cells.h"
#include "shape/wide.h"

static inline vec3 support_points(const vec3 *points, uint32_t count, vec3 direction, uint32_t *vertex)
{
    uint32_t best = 0;
    double most = dot(points[0], direction);
    for (uint32_t i = 1; i < count; i++) {
        double along = dot(points[i], direction);
        best = along > most ? i : best;
        most = along > most ? along : most;
    }
    *vertex = best;
    return points[best];
}

/* By sign bits and without branches, which would be guessed wrong half of the time. */
static inline vec3 support_box(vec3 half, vec3 d, uint32_t *vertex)
{
    *vertex = (uint32_t)!signbit(d.x) | (uint32_t)!signbit(d.y) << 1 | (uint32_t)!signbit(d.z) << 2;
    return v3(copysign(half.x, d.x), copysign(half.y, d.y), copysign(half.z, d.z));
}

/* vertex: 0 the rim below, 1 the rim above */
static inline vec3 support_cylinder(vec3 half, vec3 d, uint32_t *vertex)
{
    *vertex = !signbit(d.z);
    double across = sqrt(d.x * d.x + d.y * d.y);
    double share = across > 0 ? half.x / across : 0;
    return v3(share * d.x, share * d.y, copysign(half.z, d.z));
}

/* vertex: 0 the rim, 1 the tip */
static inline vec3 support_cone(vec3 half, vec3 d, uint32_t *vertex)
{
    double across = sqrt(d.x * d.x + d.y * d.y);
    *vertex = 2 * half.z * d.z >= half.x * across;
    if (*vertex)
        return v3(0, 0, half.z);
    double share = across > 0 ? half.x / across : 0;
    return v3(share * d.x, share * d.y, -half.z);
}

/* Where the highest of four lanes was; each lane's block and half, to which its number is added. */
LW_INLINED uint32_t support_winner(const lw_lanes_2 most[2], const lw_mask_of_2 where[2])
{
    const lw_mask_of_2 lane[2] = {{0, 1}, {2, 3}};
    lw_mask_of_2 right = most[1] > most[0];
    lw_lanes_2 best = (lw_lanes_2)((right & (lw_mask_of_2)most[1]) | (~right & (lw_mask_of_2)most[0]));
    lw_mask_of_2 place = (right & (where[1] + lane[1])) | (~right & (where[0] + lane[0]));
    lw_mask_of_2 second = __builtin_shufflevector(best, best, 1, 1) > best;
    return (uint32_t)((second[0] & place[1]) | (~second[0] & place[0]));
}

/* Of all points in blocks, without branches: eight times the block, plus which of its eight. Four lanes
 * race, of two points of a block each, and keep their best so far and where it was. The same for
 * registers of two numbers and of four, with the same result. */
LW_INLINED uint32_t support_blocks_narrow(const lw_polytope_block *blocks, uint32_t count, vec3 d)
{
    lw_lanes_2 most[2] = {{-HUGE_VAL, -HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    lw_mask_of_2 where[2] = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            const lw_lanes_2(*b)[4] = blocks[i].twos;
            lw_lanes_2 here = b[0][k] * d.x + b[1][k] * d.y + b[2][k] * d.z;
            lw_lanes_2 next = b[0][k + 2] * d.x + b[1][k + 2] * d.y + b[2][k + 2] * d.z;
            lw_mask_of_2 second = next > here;
            here = (lw_lanes_2)((second & (lw_mask_of_2)next) | (~second & (lw_mask_of_2)here));
            lw_mask_of_2 higher = here > most[k];
            most[k] = (lw_lanes_2)((higher & (lw_mask_of_2)here) | (~higher & (lw_mask_of_2)most[k]));
            where[k] = (higher & ((second & 4) + 8 * (int64_t)i)) | (~higher & where[k]);
        }
    return support_winner(most, where);
}

LW_INLINED uint32_t support_blocks_wide(const lw_polytope_block *blocks, uint32_t count, vec3 d)
{
    lw_lanes_4 most = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    lw_mask_of_4 where = {0, 0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const lw_lanes_4(*b)[2] = blocks[i].fours;
        lw_lanes_4 here = b[0][0] * d.x + b[1][0] * d.y + b[2][0] * d.z;
        lw_lanes_4 next = b[0][1] * d.x + b[1][1] * d.y + b[2][1] * d.z;
        lw_mask_of_4 second = next > here;
        here = (lw_lanes_4)((second & (lw_mask_of_4)next) | (~second & (lw_mask_of_4)here));
        lw_mask_of_4 higher = here > most;
        most = (lw_lanes_4)((higher & (lw_mask_of_4)here) | (~higher & (lw_mask_of_4)most));
        where = (higher & ((second & 4) + 8 * (int64_t)i)) | (~higher & where);
    }
    const lw_lanes_2 pairs[2] = {__builtin_shufflevector(most, most, 0, 1),
                                 __builtin_shufflevector(most, most, 2, 3)};
    const lw_mask_of_2 places[2] = {__builtin_shufflevector(where, where, 0, 1),
                                    __builtin_shufflevector(where, where, 2, 3)};
    return support_winner(pairs, places);
}

/* fours: in functions that are LW_WIDE. */
LW_INLINED uint32_t support_blocks(const lw_polytope_block *blocks, uint32_t count, vec3 d, bool fours)
{
    return fours ? support_blocks_wide(blocks, count, d) : support_blocks_narrow(blocks, count, d);
}

LW_INLINED vec3 support_point(const lw_polytope_block *blocks, uint32_t at)
{
    const lw_polytope_block *block = &blocks[at / 8];
    return v3(block->each[0][at % 8], block->each[1][at % 8], block->each[2][at % 8]);
}

LW_INLINED vec3 support_polytope(const lw_polytope *polytope, vec3 d, uint32_t *vertex, bool fours)
{
    const lw_polytope_block *blocks = polytope->blocks;
    uint32_t count = polytope->block_count;
    if (polytope->cells_along > 0) {
        const lw_polytope_cell *cell = &polytope->cells[lw_polytope_cell_of(polytope, d)];
        blocks += cell->first;
        count = cell->count;
    }
    uint32_t at = support_blocks(blocks, count, d, fours);
    *vertex = blocks[at / 8].vertex[at % 8];
    return support_point(blocks, at);
}

static inline vec3 support_core(const lw_convex *shape, vec3 d, uint32_t *vertex)
{
    switch (shape->core) {
    case LW_CORE_SEGMENT:
        *vertex = !signbit(d.z);
        return v3(0, 0, copysign(shape->half.z, d.z));
    case LW_CORE_TRIANGLE:
        return support_points(shape->triangle, 3, d, vertex);
    case LW_CORE_BOX:
        return support_box(shape->half, d, vertex);
    case LW_CORE_CYLINDER:
        return support_cylinder(shape->half, d, vertex);
    case LW_CORE_CONE:
        return support_cone(shape->half, d, vertex);
    case LW_CORE_POLYTOPE:
        return lw_polytope_farthest(shape->polytope, d, vertex);
    default:
        *vertex = 0;
        return v3(0, 0, 0);
    }
}

#endif
