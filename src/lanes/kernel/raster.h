/* Balls against a height field or a depth image, by the pyramid of its raster (body/raster.h). The
 * including file brings the tests of poses (raster_poses.h) or of intervals (raster_chords.h).
 *
 * A ball is at a node, a block of cells, if the block's edges reach into the ball's window, the block's
 * columns and rows that the ball may see, and the ball is not clear of a box about what is solid in
 * them. Where rays meet, the box is about that part only which is as deep as the ball reaches:
 *
 *     front <= z <= back,  ball's least z <= z <= ball's largest z
 *
 * The walk begins at the nodes that all windows are in, at most two either way. Their ancestors need no
 * test: the windows and boxes of a node contain those of the nodes below it, also as rounded. So what
 * is found of a pose does not depend on the poses beside it.
 *
 * Rounding. Windows and boxes are a sixteenth of the required distance larger than they have to be.
 * That distance has lw_lane_obstacle.loss in it, of which a sixteenth is more than the rounding errors
 * of edges, windows and boxes together. */
#ifndef LW_LANES_KERNEL_RASTER_H
#define LW_LANES_KERNEL_RASTER_H

#include "body/raster.h"
#include "lanes/kernel/shared.h"

#define LARGER_THAN_REQUIRED 1.0625F
#define MOST_PLACE           0x1p60F /* places and distances beyond it are not tested */
#define LEAST(a, b)          SELECT(COMPARE(a, <, b), a, b)

enum { RASTER_VISITS = 3 * LW_RASTER_LEVELS + 4 };

/* How far balls reach, with allowance, and their windows. */
typedef struct raster_reach {
    lw_floats low[3], high[3];
    lw_floats from[2], to[2]; /* between edges of columns, and of rows */
} raster_reach;

/* A block of cells, and the poses or intervals at it. */
typedef struct raster_visit {
    int level;
    uint32_t row, column; /* of the block */
    unsigned todo;
} raster_visit;

/* The cells that windows are in; the last ones included. */
typedef struct raster_cells {
    uint32_t first[2], last[2]; /* columns, rows */
} raster_cells;

/* What is solid in a block of cells. */
typedef struct raster_block {
    float edge[2][2];  /* of columns, of rows: the least, the largest */
    float front, back; /* between these depths */
} raster_block;

/* A place, as a raster sees it. */
LW_INLINED void into_raster(const lw_raster *raster, lw_lane_vec *at)
{
    if (raster->heights)
        at->z = -at->z;
}

/* The places that tests are made for, as bits: neither far away nor NaN. */
LW_INLINED unsigned testable(const lw_lane_vec *at)
{
    const lw_ints near = COMPARE_ALL(ABSOLUTE(at->x), <, MOST_PLACE) &
                         COMPARE_ALL(ABSOLUTE(at->y), <, MOST_PLACE) &
                         COMPARE_ALL(ABSOLUTE(at->z), <, MOST_PLACE);
    return bits_of(&near);
}

/* Sets windows from what balls reach. */
LW_INLINED void set_windows(const lw_raster *raster, raster_reach *reach)
{
    const lw_floats zero = {0};
    if (raster->heights) {
        for (int i = 0; i < 2; i++) {
            reach->from[i] = reach->low[i];
            reach->to[i] = reach->high[i];
        }
        return;
    }
    /* what is solid begins at the near plane, and ends or, before unseen space, counts up to `deepest`
     */
    const lw_floats low = GREATER(reach->low[2], ALL(raster->near_z));
    const lw_floats end = LEAST(reach->high[2], ALL(raster->deepest));
    const lw_floats high = GREATER(end, low);
    for (int i = 0; i < 2; i++) {
        reach->from[i] = reach->low[i] / SELECT(COMPARE(reach->low[i], <, zero), low, high);
        reach->to[i] = reach->high[i] / SELECT(COMPARE(reach->high[i], <, zero), high, low);
    }
}

/* The cells along an axis that some windows are in. False: none. */
LW_INLINED bool cells_along(const lw_raster *raster, int axis, const raster_reach *reach,
                            const lw_ints *which, raster_cells *cells)
{
    const lw_floats none = ALL(HUGE_VALF);
    const lw_floats low = SELECT(*which, reach->from[axis], none);
    const lw_floats high = SELECT(*which, reach->to[axis], -none);
    float from, to, unused;
    range_of(&low, &from, &unused);
    range_of(&high, &unused, &to);
    from = (from - raster->first[axis]) * raster->inverse[axis] - raster->blur[axis];
    to = (to - raster->first[axis]) * raster->inverse[axis] + raster->blur[axis];
    const uint32_t last = (axis ? raster->rows : raster->columns) - 1;
    if (from > (float)last + 1 || to < 0)
        return false;
    cells->first[axis] = from > 0 ? (uint32_t)from : 0;
    cells->last[axis] = to < (float)last ? (uint32_t)to : last;
    if (cells->first[axis] > last) /* rounded */
        cells->first[axis] = last;
    return true;
}

/* Repeats bits as a mask. */
LW_INLINED void mask_of(unsigned bits, lw_ints *out)
{
    const int32_t all = (int32_t)bits;
    *out = -((lw_ints){all, all >> 1, all >> 2, all >> 3, all >> 4, all >> 5, all >> 6, all >> 7} & 1);
}

LW_INLINED bool cells_of(const lw_raster *raster, const raster_reach *reach, unsigned todo,
                         raster_cells *cells)
{
    lw_ints which;
    mask_of(todo, &which);
    return todo && cells_along(raster, 0, reach, &which, cells) &&
           cells_along(raster, 1, reach, &which, cells);
}

/* Sets what is solid in a block. False: nothing is. */
LW_INLINED bool block_at(const lw_raster *raster, const raster_visit *at, raster_block *out)
{
    const lw_raster_range depths = lw_raster_at(raster, at->level, at->row, at->column);
    const float front = raster->share * depths.least - raster->error;
    out->front = front < raster->near_z  ? raster->near_z
                 : front > raster->far_z ? raster->far_z
                                         : front;
    out->back = raster->unseen    ? HUGE_VALF
                : raster->heights ? raster->back
                                  : raster->back * depths.most + raster->error;
    const uint32_t block[2] = {at->column, at->row};
    const uint32_t count[2] = {raster->columns, raster->rows};
    for (int i = 0; i < 2; i++) {
        const uint64_t end = ((uint64_t)block[i] + 1) << at->level;
        out->edge[i][0] = raster->first[i] + (float)(block[i] << at->level) * raster->step[i];
        out->edge[i][1] =
            raster->first[i] + (float)(end < count[i] ? (uint32_t)end : count[i]) * raster->step[i];
    }
    return depths.least < HUGE_VALF;
}

/* The box about what is solid in a block, as each ball meets it. */
LW_INLINED void box_of_block(const lw_raster *raster, const raster_block *block,
                             const raster_reach *reach, lw_floats low[3], lw_floats high[3])
{
    low[2] = ALL(block->front);
    high[2] = ALL(block->back);
    if (raster->heights) {
        for (int i = 0; i < 2; i++) {
            low[i] = ALL(block->edge[i][0]);
            high[i] = ALL(block->edge[i][1]);
        }
        return;
    }
    low[2] = GREATER(low[2], reach->low[2]);
    high[2] = LEAST(high[2], reach->high[2]);
    const lw_floats end = GREATER(high[2], low[2]);
    for (int i = 0; i < 2; i++) {
        low[i] = ALL(block->edge[i][0]) * (block->edge[i][0] < 0 ? end : low[2]);
        high[i] = ALL(block->edge[i][1]) * (block->edge[i][1] < 0 ? low[2] : end);
    }
}

/* The balls whose windows a block is in. */
LW_INLINED unsigned in_window(const raster_block *block, const raster_reach *reach)
{
    unsigned in = ~0U;
    for (int i = 0; i < 2; i++) {
        const lw_ints both = COMPARE_ALL(reach->from[i], <=, block->edge[i][1]) &
                             COMPARE_ALL(reach->to[i], >=, block->edge[i][0]);
        in &= bits_of(&both);
    }
    return in;
}

/* The level at which the cells of windows are in two blocks either way at most. */
LW_INLINED int level_of(const lw_raster *raster, const raster_cells *cells)
{
    int level = 0;
    while (level < raster->top && ((cells->last[0] >> level) - (cells->first[0] >> level) > 1 ||
                                   (cells->last[1] >> level) - (cells->first[1] >> level) > 1))
        level++;
    return level;
}

/* Adds the blocks of a level, from a first one, at most two either way, that have some of the cells. */
LW_INLINED int add_blocks(const raster_cells *cells, const raster_visit *first, int count,
                          raster_visit *waiting)
{
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < 2; k++) {
            const uint32_t row = first->row + i;
            const uint32_t column = first->column + k;
            if (row >= cells->first[1] >> first->level && row <= cells->last[1] >> first->level &&
                column >= cells->first[0] >> first->level && column <= cells->last[0] >> first->level)
                waiting[count++] = (raster_visit){first->level, row, column, first->todo};
        }
    return count;
}

LW_INLINED int first_blocks(const lw_raster *raster, const raster_cells *cells, unsigned todo,
                            raster_visit *waiting)
{
    const int level = level_of(raster, cells);
    return add_blocks(cells,
                      &(raster_visit){level, cells->first[1] >> level, cells->first[0] >> level, todo},
                      0, waiting);
}

LW_INLINED int blocks_below(const raster_cells *cells, const raster_visit *at, int count,
                            raster_visit *waiting)
{
    return add_blocks(cells, &(raster_visit){at->level - 1, 2 * at->row, 2 * at->column, at->todo},
                      count, waiting);
}

#endif
