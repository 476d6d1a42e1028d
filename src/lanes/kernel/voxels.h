/* Balls against the boxes of an octree (body/voxels.h), by its tree. Places are seen in voxels from the
 * middle of the grid, so that the bounds of nodes and boxes are whole numbers, which floats hold as
 * they are. The including file brings the tests of poses (cloud_poses.h) or of intervals
 * (cloud_chords.h).
 *
 * The tests see the grid as far as lw_voxels.known: bounds are clamped to it. A box that reaches beyond
 * is as near to a place within as before, and one that lies beyond comes nearer, which proves less. */
#ifndef LW_LANES_KERNEL_VOXELS_H
#define LW_LANES_KERNEL_VOXELS_H

#include "body/voxels.h"

enum { VOXEL_LEVELS = 40 };

/* Places and a distance in voxels. The distance is rounded upwards, also if its product with the
 * inverse of the unit is. */
LW_INLINED void into_grid(const lw_voxels *voxels, lw_lane_vec *at)
{
    const float inverse = (float)(1 / voxels->unit);
    at->x *= ALL(inverse);
    at->y *= ALL(inverse);
    at->z *= ALL(inverse);
}

LW_INLINED float voxels_a_metre(const lw_voxels *voxels)
{
    return (float)(1 / voxels->unit) * (1 + 0x1p-21F);
}

LW_INLINED float clamped(int32_t at, int32_t known)
{
    return (float)(at < -known ? -known : at > known ? known : at);
}

/* Bounds as floats. */
LW_INLINED void float_bounds(const lw_voxels *voxels, const lw_voxel_bounds *bounds, lw_point_box *out)
{
    for (int k = 0; k < 3; k++) {
        out->low[k] = clamped(bounds->low[k] - LW_VOXELS_HALF, voxels->known);
        out->high[k] = clamped(bounds->last[k] + 1 - LW_VOXELS_HALF, voxels->known);
    }
}

/* Those of `todo` that the boxes below a node leave open. */
static unsigned open_of_boxes(const lw_voxels *voxels, uint32_t node, const cloud_query *q,
                              unsigned todo)
{
    const lw_heap_range range = lw_voxels_below(voxels, node);
    unsigned open = 0;
    for (uint32_t i = range.first; i < range.end && todo & ~open; i++) {
        const lw_voxel_bounds own = lw_voxel_bounds_of(&voxels->boxes[i]);
        lw_point_box box;
        float_bounds(voxels, &own, &box);
        open |= todo & ~clear_of_bounds(q, &box);
    }
    return open;
}

/* Those of `todo` that are not proven clear of an octree. q: in voxels. */
static unsigned open_of_voxels(const lw_voxels *voxels, const cloud_query *q, unsigned todo,
                               lw_meter *work)
{
    cloud_visit waiting[VOXEL_LEVELS] = {{0, todo}};
    unsigned open = 0;
    if (voxels->outer_reach > 0)
        open = todo & ~kept_within(q, (float)voxels->known);
    for (int count = 1; count > 0 && todo & ~open;) {
        cloud_visit at = waiting[--count];
        at.todo &= ~open;
        if (!lw_meter_take(work, 1))
            return todo;
        if (!at.todo)
            continue;
        lw_point_box box;
        float_bounds(voxels, &voxels->bounds[at.node], &box);
        at.todo &= ~clear_of_bounds(q, &box);
        if (!at.todo)
            continue;
        const uint32_t child = 2 * at.node + 1;
        if (child >= voxels->stored) {
            open |= open_of_boxes(voxels, at.node, q, at.todo);
            continue;
        }
        waiting[count++] = (cloud_visit){child + 1, at.todo};
        waiting[count++] = (cloud_visit){child, at.todo};
    }
    return open;
}

#endif
