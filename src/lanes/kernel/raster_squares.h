/* How near places come to what is solid in a raster (body/raster.h): for the search of hits, which
 * proves nothing. */
#ifndef LW_LANES_KERNEL_RASTER_SQUARES_H
#define LW_LANES_KERNEL_RASTER_SQUARES_H

#include "lanes/kernel/raster.h"

/* Sets what balls of one radius reach. */
static void reach_of_places(const lw_raster *raster, const lw_lane_vec *at, float radius,
                            raster_reach *out)
{
    const lw_floats *of[3] = {&at->x, &at->y, &at->z};
    for (int i = 0; i < 3; i++) {
        out->low[i] = *of[i] - ALL(radius);
        out->high[i] = *of[i] + ALL(radius);
    }
    set_windows(raster, out);
}

/* Lowers squares to those of the distances of places from what is solid in a block; as bits, those that
 * it lowered. */
static unsigned lower_to_block(const lw_raster *raster, const lw_lane_vec *at,
                               const raster_reach *reach, const raster_visit *visit, lw_floats *squares)
{
    const lw_floats zero = {0};
    const lw_floats *of[3] = {&at->x, &at->y, &at->z};
    raster_block block;
    lw_floats low[3], high[3];
    if (!block_at(raster, visit, &block))
        return 0;
    box_of_block(raster, &block, reach, low, high);
    lw_floats square = zero;
    for (int i = 0; i < 3; i++) {
        lw_floats outside = GREATER(*of[i] - high[i], low[i] - *of[i]);
        outside = GREATER(outside, zero);
        square += outside * outside;
    }
    const lw_ints nearer = COMPARE(square, <, *squares);
    const unsigned bits = bits_of(&nearer) & in_window(&block, reach);
    if (visit->level == 0 && bits) {
        lw_ints chosen;
        mask_of(bits, &chosen);
        *squares = SELECT(chosen, square, *squares);
    }
    return bits;
}

/* The squares of how far places, in the frame of a raster, are before what is solid. */
static void squares_of_gaps(const lw_raster *raster, const lw_lane_vec *at, lw_floats *squares)
{
    for (int lane = 0; lane < LW_LANES; lane++) {
        const float gap = (float)lw_raster_gap(raster, lw_in_lane(at, lane));
        (*squares)[lane] = gap * gap;
    }
}

/* Sets squares to `most`, but to 0 where the places are out of the picture of an image whose unseen
 * space is an obstacle. */
static void squares_of_unseen(const lw_raster *raster, const lw_lane_vec *at, float most,
                              lw_floats *squares)
{
    const lw_floats zero = {0};
    *squares = ALL(most);
    if (!raster->unseen)
        return;
    const lw_floats *of[2] = {&at->x, &at->y};
    const uint32_t count[2] = {raster->columns, raster->rows};
    lw_ints unseen = COMPARE_ALL(at->z, <, raster->near_z);
    for (int i = 0; i < 2; i++) {
        const float end = raster->first[i] + (float)count[i] * raster->step[i];
        unseen |= COMPARE(*of[i], <, at->z * raster->first[i]) | COMPARE(*of[i], >, at->z * end);
    }
    *squares = SELECT(unseen, zero, *squares);
}

/* The squares of the distances of places, in the frame of a raster, from what is solid and seen, or
 * that of `near` where that is less. */
static void squares_from_raster(const lw_raster *raster, const lw_lane_vec *place, float near,
                                lw_meter *work, lw_floats *squares)
{
    raster_visit waiting[RASTER_VISITS];
    raster_reach reach;
    raster_cells cells;
    lw_lane_vec at = *place;
    squares_of_unseen(raster, &at, near * near, squares);
    into_raster(raster, &at);
    const unsigned todo = testable(&at);
    reach_of_places(raster, &at, near, &reach);
    if (!(near < MOST_PLACE) || !cells_of(raster, &reach, todo, &cells))
        return;
    for (int count = first_blocks(raster, &cells, todo, waiting);
         count > 0 && lw_meter_take(work, 1);) {
        raster_visit visit = waiting[--count];
        visit.todo = lower_to_block(raster, &at, &reach, &visit, squares);
        if (visit.todo && visit.level > 0)
            count = blocks_below(&cells, &visit, count, waiting);
    }
}

#endif
