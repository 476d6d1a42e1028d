/* The support function of a polytope with SIMD, inline: for loops, and for functions that are compiled
 * for two kinds of processors. */
#ifndef LW_SHAPE_BLOCK_SUPPORT_H
#define LW_SHAPE_BLOCK_SUPPORT_H

#include <string.h>

#include "math/intrinsics.h"
#include "shape/polytope_cells.h"

LW_INLINED lw_doubles_2 higher_of_2(lw_doubles_2 a, lw_doubles_2 b)
{
    lw_mask_of_2 higher = a > b;
    return (lw_doubles_2)((higher & (lw_mask_of_2)a) | (~higher & (lw_mask_of_2)b));
}

/* The index of the support point, eight times its block plus its lane: the first lane that has the
 * largest value. lanes: a bit for each lane that has it; where: for each lane, the block of its largest
 * value. */
LW_INLINED uint32_t first_of_lanes(uint32_t lanes, uint32_t count, const void *where)
{
    uint32_t lane = (uint32_t)__builtin_ctz(lanes);
    if (count == 1)
        return lane;
    int64_t block[8];
    memcpy(block, where, sizeof block);
    return 8 * (uint32_t)block[lane] + lane;
}

/* The index of the support point among the points of blocks, without branches. Each of the eight lanes
 * keeps its largest value so far, and the block of that value. Of equal values the first lane wins,
 * then the first block, so the copies of its first point that fill up a block never win. Registers of
 * two numbers and of four give the same result. */
LW_INLINED uint32_t support_blocks_narrow(const lw_polytope_block *blocks, uint32_t count, vec3 d)
{
    lw_doubles_2 most[4];
    lw_mask_of_2 where[4];
    for (int k = 0; k < 4; k++) {
        const lw_doubles_2(*b)[4] = blocks[0].twos;
        most[k] = b[0][k] * d.x + b[1][k] * d.y + b[2][k] * d.z;
        where[k] = (lw_mask_of_2){0, 0};
    }
    for (uint32_t i = 1; i < count; i++)
        for (int k = 0; k < 4; k++) {
            const lw_doubles_2(*b)[4] = blocks[i].twos;
            lw_doubles_2 here = b[0][k] * d.x + b[1][k] * d.y + b[2][k] * d.z;
            lw_mask_of_2 higher = here > most[k];
            most[k] = higher_of_2(here, most[k]);
            where[k] = (higher & (int64_t)i) | (~higher & where[k]);
        }
    lw_doubles_2 all = higher_of_2(higher_of_2(most[0], most[1]), higher_of_2(most[2], most[3]));
    all = higher_of_2(all, __builtin_shufflevector(all, all, 1, 0));
    uint32_t lanes = 128; /* so that some lane is set where the values are not numbers */
    for (int k = 0; k < 4; k++) {
        lw_mask_of_2 is = most[k] == all;
        lanes |= ((uint32_t)(is[0] & 1) | (uint32_t)(is[1] & 2)) << 2 * k;
    }
    return first_of_lanes(lanes, count, where);
}

#ifdef LW_HAS_WIDE
LW_WIDE static inline __m256d farther_of_4(__m256d a, __m256d b, bool against)
{
    return against ? _mm256_min_pd(a, b) : _mm256_max_pd(a, b);
}

/* As support_blocks_narrow with registers of four, along d or against it; d is in all lanes. along:
 * out, the point's product with d. */
LW_WIDE static inline uint32_t support_blocks_wide(const lw_polytope_block *blocks, uint32_t count,
                                                   const vec3x4 *d, bool against, double *along)
{
    __m256d most[2];
    __m256i where[2];
    for (int k = 0; k < 2; k++) {
        const lw_doubles_4(*b)[2] = blocks[0].fours;
        most[k] = b[0][k] * d->x + b[1][k] * d->y + b[2][k] * d->z;
        where[k] = _mm256_setzero_si256();
    }
    for (uint32_t i = 1; i < count; i++)
        for (int k = 0; k < 2; k++) {
            const lw_doubles_4(*b)[2] = blocks[i].fours;
            __m256d here = b[0][k] * d->x + b[1][k] * d->y + b[2][k] * d->z;
            __m256d farther = against ? here < most[k] : here > most[k];
            most[k] = farther_of_4(here, most[k], against);
            where[k] = _mm256_blendv_epi8(where[k], _mm256_set1_epi64x(i), (__m256i)farther);
        }
    __m256d all = farther_of_4(most[0], most[1], against);
    all = farther_of_4(all, _mm256_permute2f128_pd(all, all, 1), against);
    all = farther_of_4(all, _mm256_permute_pd(all, 5), against);
    *along = all[0];
    uint32_t lanes = 128 | (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(most[0], all, _CMP_EQ_OQ)) |
                     (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(most[1], all, _CMP_EQ_OQ)) << 4;
    return first_of_lanes(lanes, count, where);
}
#endif

/* fours: true in functions that are LW_WIDE. */
LW_INLINED uint32_t support_blocks(const lw_polytope_block *blocks, uint32_t count, vec3 d, bool fours)
{
#ifdef LW_HAS_WIDE
    if (fours) {
        vec3x4 all = x4_all(d);
        double along;
        return support_blocks_wide(blocks, count, &all, false, &along);
    }
#endif
    (void)fours;
    return support_blocks_narrow(blocks, count, d);
}

/* The support point of a polytope: among the blocks of the direction's cell, or among all blocks where
 * the vertices are few; the blocks then hold the vertices in order. */
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
