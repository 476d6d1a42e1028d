/* How near places come to the boxes of an octree (body/voxels.h): for the search of hits, which proves
 * nothing. */
#ifndef LW_LANES_KERNEL_VOXEL_SQUARES_H
#define LW_LANES_KERNEL_VOXEL_SQUARES_H

#include "lanes/kernel/voxels.h"

/* The squares of the distances of places, in voxels, from some bounds; as bits, those that are less
 * than given ones. */
LW_INLINED unsigned nearer_to(const lw_voxels *voxels, const lw_voxel_bounds *bounds,
                              const lw_lane_vec *at, const lw_floats *squares, lw_floats *out)
{
    lw_point_box box;
    float_bounds(voxels, bounds, &box);
    squares_from_bounds(at, &box, out);
    lw_ints nearer = COMPARE(*out, <, *squares);
    return bits_of(&nearer);
}

/* Lowers squares to those of the distances of places from the boxes below a node. */
static void lower_to_boxes(const lw_voxels *voxels, uint32_t node, const lw_lane_vec *at,
                           lw_floats *squares)
{
    const lw_heap_range range = lw_voxels_below(voxels, node);
    for (uint32_t i = range.first; i < range.end; i++) {
        const lw_voxel_bounds own = lw_voxel_bounds_of(&voxels->boxes[i]);
        lw_floats square;
        if (nearer_to(voxels, &own, at, squares, &square))
            *squares = SELECT(COMPARE(square, <, *squares), square, *squares);
    }
}

/* The squares of the distances of places, in the frame of an octree, from its nearest box, or that of
 * `near` where that is less. */
static void squares_from_voxels(const lw_voxels *voxels, const lw_lane_vec *at, float near,
                                lw_meter *work, lw_floats *squares)
{
    uint32_t waiting[VOXEL_LEVELS] = {0};
    lw_lane_vec place = *at;
    into_grid(voxels, &place);
    const float most = near * (float)(1 / voxels->unit);
    *squares = ALL(most * most);
    for (int count = 1; count > 0 && lw_meter_take(work, 1);) {
        const uint32_t node = waiting[--count];
        lw_floats gaps;
        if (!nearer_to(voxels, &voxels->bounds[node], &place, squares, &gaps))
            continue;
        if (2 * node + 1 >= voxels->stored) {
            lower_to_boxes(voxels, node, &place, squares);
            continue;
        }
        waiting[count++] = 2 * node + 2;
        waiting[count++] = 2 * node + 1;
    }
    const float unit = (float)voxels->unit;
    *squares *= ALL(unit * unit);
}

#endif
