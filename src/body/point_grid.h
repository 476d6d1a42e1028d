/* A grid of lower bounds of the distance to the nearest point of a cloud, one byte for each cell, so
 * that most tests of balls that are clear of the cloud are one load.
 *
 * A cell's bound holds for every place in the cell: it is the gap between the cell and the nearest cell
 * that has a point. With d_i the difference of two cells' indices along axis i, that gap is
 *     sqrt(sum of max(0, |d_i| - 1)^2)
 * cells. A place outside the grid counts as the nearest place inside, and so would a point: going to
 * the nearest place in a box brings no two places farther apart. */
#ifndef LW_BODY_POINT_GRID_H
#define LW_BODY_POINT_GRID_H

#include "body/points.h"

struct lw_point_grid {
    float origin[3]; /* the corner with the least coordinates, in the frame of the points */
    float inverse;   /* cells a metre */
    float last[3];   /* the number of cells along each axis, less one */
    int32_t row;     /* cells along x */
    int32_t plane;   /* cells along x, times those along y */
    float step;      /* metres: a bound is the cell's byte times the step */
    uint8_t *bounds;
};

enum {
    LW_GRID_MOST_CELLS = 1 << 20, /* of a grid */
    LW_GRID_STEPS = 8,            /* in the width of a cell */
    LW_GRID_REACH = 15            /* the largest bound, in cells */
};

/* Makes the grid of a cloud: cells of 2 cm, or larger where there would be more than 64 cells for each
 * point or more than LW_GRID_MOST_CELLS. Costs one pass over the points and 62 additions for each cell,
 * vectorised, and 4 bytes a cell while it is built. Errors: memory. */
lw_status lw_point_grid_create(lw_arena *arena, const lw_points *points, const lw_point_grid **out,
                               lw_error *error);

/* The cell of a coordinate along an axis. Coordinates that are no numbers go to the first cell. */
static inline int32_t lw_grid_index(const lw_point_grid *grid, int axis, float at)
{
    float cell = (at - grid->origin[axis]) * grid->inverse;
    cell = cell > 0 ? cell : 0;
    return (int32_t)(cell < grid->last[axis] ? cell : grid->last[axis]);
}

/* A lower bound of the distance of a place from the nearest point of the cloud, in metres. */
static inline float lw_grid_bound(const lw_point_grid *grid, const float at[3])
{
    int32_t cell = lw_grid_index(grid, 0, at[0]) + lw_grid_index(grid, 1, at[1]) * grid->row +
                   lw_grid_index(grid, 2, at[2]) * grid->plane;
    return (float)grid->bounds[cell] * grid->step;
}

#endif
