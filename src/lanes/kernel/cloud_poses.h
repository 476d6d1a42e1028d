/* The tests of eight balls against a cloud, each by itself: at the poses of a block of states, or those
 * of one state (lanes/kernel/cloud.h). */
#ifndef LW_LANES_KERNEL_CLOUD_POSES_H
#define LW_LANES_KERNEL_CLOUD_POSES_H

#include "lanes/kernel/cloud_grid.h"
#include "lanes/kernel/outside.h"

/* Eight places in the frame of a cloud, and how far from its points each must be. */
typedef struct cloud_query {
    lw_lane_vec at;
    lw_floats required;
    lw_floats square; /* of `required` */
} cloud_query;

LW_INLINED void ask_places(const lw_lane_vec *at, const lw_floats *required, cloud_query *out)
{
    *out = (cloud_query){*at, *required, *required * *required};
}

/* The places that the grid proves. */
LW_INLINED unsigned clear_by_grid(const lw_point_grid *grid, const cloud_query *q)
{
    lw_floats bounds;
    grid_bounds(grid, &q->at, &bounds);
    lw_ints clear = COMPARE(bounds, >, q->required);
    return bits_of(&clear);
}

/* The places that are farther from a box than required: as outside_box. */
LW_INLINED unsigned clear_of_bounds(const cloud_query *q, const lw_point_box *box)
{
    lw_floats gap;
    squares_from_bounds(&q->at, box, &gap);
    gap *= KEPT_OF_SQUARE;
    lw_ints clear = COMPARE(gap, >, q->square);
    return bits_of(&clear);
}

/* The places that are within a cube about the origin, farther than required from its faces. */
LW_INLINED unsigned kept_within(const cloud_query *q, float half)
{
    const lw_floats *of[3] = {&q->at.x, &q->at.y, &q->at.z};
    unsigned kept = ~0U;
    for (int i = 0; i < 3; i++) {
        lw_ints inside = COMPARE_ALL(ABSOLUTE(*of[i]) + q->required, <, half);
        kept &= bits_of(&inside);
    }
    return kept;
}

LW_INLINED unsigned clear_of_point(const cloud_query *q, const float point[3])
{
    lw_lane_vec d = {q->at.x - ALL(point[0]), q->at.y - ALL(point[1]), q->at.z - ALL(point[2])};
    return outside_square(&d, &q->square);
}

#endif
