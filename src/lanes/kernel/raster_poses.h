/* The tests of eight balls against a raster, each by itself: at the poses of a block of states, or
 * those of one state (lanes/kernel/raster.h). */
#ifndef LW_LANES_KERNEL_RASTER_POSES_H
#define LW_LANES_KERNEL_RASTER_POSES_H

#include "lanes/kernel/cloud_poses.h"
#include "lanes/kernel/raster.h"

/* Sets what balls reach. Returns those that tests are made for. */
LW_INLINED unsigned reach_of(const cloud_query *q, raster_reach *out)
{
    const lw_floats *of[3] = {&q->at.x, &q->at.y, &q->at.z};
    const lw_floats grown = q->required * LARGER_THAN_REQUIRED;
    for (int i = 0; i < 3; i++) {
        out->low[i] = *of[i] - grown;
        out->high[i] = *of[i] + grown;
    }
    const lw_ints near = COMPARE_ALL(q->required, <, MOST_PLACE);
    return testable(&q->at) & bits_of(&near);
}

/* As clear_of_bounds, with a box for each ball. */
LW_INLINED unsigned clear_of_boxes(const cloud_query *q, const lw_floats low[3],
                                   const lw_floats high[3])
{
    const lw_floats zero = {0};
    const lw_floats *of[3] = {&q->at.x, &q->at.y, &q->at.z};
    lw_floats gap = zero;
    for (int i = 0; i < 3; i++) {
        lw_floats outside = GREATER(*of[i] - high[i], low[i] - *of[i]);
        outside = GREATER(outside, zero);
        gap += outside * outside;
    }
    gap *= KEPT_OF_SQUARE;
    lw_ints clear = COMPARE(gap, >, q->square);
    return bits_of(&clear);
}

/* The balls that are beyond the plane through the origin and an edge, on the side of larger (side: 1)
 * or smaller (-1) coordinates. */
LW_INLINED unsigned beyond_edge(const cloud_query *q, int axis, float slope, float normal, float side)
{
    const lw_floats *of[2] = {&q->at.x, &q->at.y};
    lw_ints beyond = COMPARE((*of[axis] - q->at.z * slope) * side, >, q->required * normal);
    return bits_of(&beyond);
}

LW_INLINED unsigned between_depths(const cloud_query *q, float near, float far)
{
    lw_ints between =
        COMPARE_ALL(q->at.z - q->required, >, near) & COMPARE_ALL(q->at.z + q->required, <, far);
    return bits_of(&between);
}

/* The balls that are before a plane through a point, of some slopes. */
LW_INLINED unsigned before_plane(const cloud_query *q, const float point[3], const float slopes[2],
                                 float normal)
{
    const lw_floats plane =
        ALL(point[2]) + (q->at.x - ALL(point[0])) * slopes[0] + (q->at.y - ALL(point[1])) * slopes[1];
    lw_ints before = COMPARE(plane - q->at.z, >, q->required * normal);
    return bits_of(&before);
}

#include "lanes/kernel/raster_open.h"

#endif
