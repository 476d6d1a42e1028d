/* Tests of the grid of a cloud (body/point_grid.h) for eight places side by side. */
#ifndef LW_LANES_KERNEL_CLOUD_GRID_H
#define LW_LANES_KERNEL_CLOUD_GRID_H

#include "body/point_grid.h"
#include "lanes/kernel/shared.h"

/* Lower bounds of the distances of eight places from the nearest point of a cloud; the same bits as
 * lw_grid_bound. The bound of a place that is no number, or infinite, is no number. */
LW_INLINED void grid_bounds(const lw_point_grid *grid, const lw_lane_vec *at, lw_floats *out)
{
    const lw_floats zero = {0};
    const lw_floats *of[3] = {&at->x, &at->y, &at->z};
    lw_floats cells[3];
    for (int i = 0; i < 3; i++) {
        lw_floats cell = (*of[i] - ALL(grid->origin[i])) * ALL(grid->inverse);
        cell = GREATER(cell, zero);
        cells[i] = SELECT(COMPARE_ALL(cell, <, grid->last[i]), cell, ALL(grid->last[i]));
    }
    lw_floats bounds;
    for (int k = 0; k < LW_LANES; k++)
        bounds[k] = (float)grid->bounds[(int32_t)cells[0][k] + (int32_t)cells[1][k] * grid->row +
                                        (int32_t)cells[2][k] * grid->plane];
    const lw_floats none = (at->x + at->y + at->z) * 0;
    *out = bounds * ALL(grid->step) + none;
}

/* The squares of the distances of eight places from a box. */
LW_INLINED void squares_from_bounds(const lw_lane_vec *at, const lw_point_box *box, lw_floats *out)
{
    const lw_floats zero = {0};
    const lw_floats *of[3] = {&at->x, &at->y, &at->z};
    lw_floats squares = zero;
    for (int i = 0; i < 3; i++) {
        lw_floats outside = GREATER(*of[i] - ALL(box->high[i]), ALL(box->low[i]) - *of[i]);
        outside = GREATER(outside, zero);
        squares += outside * outside;
    }
    *out = squares;
}

#endif
