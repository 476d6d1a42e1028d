/* The farthest vertex of a polytope, inline, for those who ask in a loop and those who are compiled for
 * two kinds of processors. */
#ifndef LW_SHAPE_BLOCK_SUPPORT_H
#define LW_SHAPE_BLOCK_SUPPORT_H

#include "shape/polytope_cells.h"
#include "shape/wide.h"

/* The masks' lanes where one is set, else the others'. */
LW_INLINED lw_mask_of_2 choose_2(lw_mask_of_2 mask, lw_mask_of_2 a, lw_mask_of_2 b)
{
    return (mask & a) | (~mask & b);
}

/* Where the highest of four lanes was. */
LW_INLINED uint32_t support_winner(const lw_lanes_2 most[2], const lw_mask_of_2 where[2])
{
    lw_mask_of_2 right = most[1] > most[0];
    lw_lanes_2 best = (lw_lanes_2)choose_2(right, (lw_mask_of_2)most[1], (lw_mask_of_2)most[0]);
    lw_mask_of_2 place = choose_2(right, where[1], where[0]);
    lw_mask_of_2 second = __builtin_shufflevector(best, best, 1, 1) > best;
    return (uint32_t)choose_2(second, __builtin_shufflevector(place, place, 1, 1), place)[0];
}

/* Half of a block: the farther of the points in each of two lanes, and which it is. */
LW_INLINED void support_half(const lw_polytope_block *block, int half, vec3 d, lw_lanes_2 *most,
                             lw_mask_of_2 *where)
{
    const lw_lanes_2(*b)[4] = block->twos;
    const lw_mask_of_2 lane = {2 * half, 2 * half + 1};
    lw_lanes_2 here = b[0][half] * d.x + b[1][half] * d.y + b[2][half] * d.z;
    lw_lanes_2 next = b[0][half + 2] * d.x + b[1][half + 2] * d.y + b[2][half + 2] * d.z;
    lw_mask_of_2 second = next > here;
    *most = (lw_lanes_2)choose_2(second, (lw_mask_of_2)next, (lw_mask_of_2)here);
    *where = (second & 4) + lane;
}

/* A block: likewise in each of four lanes. */
LW_INLINED void support_whole(const lw_polytope_block *block, vec3 d, lw_lanes_4 *most,
                              lw_mask_of_4 *where)
{
    const lw_lanes_4(*b)[2] = block->fours;
    const lw_mask_of_4 lane = {0, 1, 2, 3};
    lw_lanes_4 here = b[0][0] * d.x + b[1][0] * d.y + b[2][0] * d.z;
    lw_lanes_4 next = b[0][1] * d.x + b[1][1] * d.y + b[2][1] * d.z;
    lw_mask_of_4 second = next > here;
    *most = (lw_lanes_4)((second & (lw_mask_of_4)next) | (~second & (lw_mask_of_4)here));
    *where = (second & 4) + lane;
}

/* Of all points in blocks, without branches: eight times the block, plus which of its eight. Each of
 * four lanes keeps its best so far and where it was. Of equal ones the first in a lane and then the
 * first lane wins, so that a point that repeats a block's first never does. The same for registers of
 * two numbers and of four, with the same result. */
LW_INLINED uint32_t support_blocks_narrow(const lw_polytope_block *blocks, uint32_t count, vec3 d)
{
    lw_lanes_2 most[2];
    lw_mask_of_2 where[2];
    for (int half = 0; half < 2; half++)
        support_half(&blocks[0], half, d, &most[half], &where[half]);
    for (uint32_t i = 1; i < count; i++)
        for (int half = 0; half < 2; half++) {
            lw_lanes_2 here;
            lw_mask_of_2 place;
            support_half(&blocks[i], half, d, &here, &place);
            lw_mask_of_2 higher = here > most[half];
            most[half] = (lw_lanes_2)choose_2(higher, (lw_mask_of_2)here, (lw_mask_of_2)most[half]);
            where[half] = choose_2(higher, place + 8 * (int64_t)i, where[half]);
        }
    return support_winner(most, where);
}

LW_INLINED uint32_t support_blocks_wide(const lw_polytope_block *blocks, uint32_t count, vec3 d)
{
    lw_lanes_4 most;
    lw_mask_of_4 where;
    support_whole(&blocks[0], d, &most, &where);
    for (uint32_t i = 1; i < count; i++) {
        lw_lanes_4 here;
        lw_mask_of_4 place;
        support_whole(&blocks[i], d, &here, &place);
        lw_mask_of_4 higher = here > most;
        most = (lw_lanes_4)((higher & (lw_mask_of_4)here) | (~higher & (lw_mask_of_4)most));
        where = (higher & (place + 8 * (int64_t)i)) | (~higher & where);
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

/* Of a cell's blocks, or of a few vertices, which lie in their blocks as they are numbered. */
LW_INLINED vec3 support_polytope(const lw_polytope *polytope, vec3 d, uint32_t *vertex, bool fours)
{
    const lw_polytope_block *blocks = polytope->blocks;
    if (polytope->cells_along == 0) {
        *vertex = support_blocks(blocks, polytope->block_count, d, fours);
        return lw_block_point(blocks, *vertex);
    }
    const lw_polytope_cell *cell = &polytope->cells[lw_polytope_cell_of(polytope, d)];
    blocks += cell->first;
    uint32_t at = support_blocks(blocks, cell->count, d, fours);
    *vertex = blocks[at / 8].vertex[at % 8];
    return lw_block_point(blocks, at);
}

#endif
