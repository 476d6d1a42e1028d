/* The tests of a ball against a raster on the intervals of a block, where its centre goes along chords
 * (lanes/kernel/raster.h). */
#ifndef LW_LANES_KERNEL_RASTER_CHORDS_H
#define LW_LANES_KERNEL_RASTER_CHORDS_H

#include "lanes/kernel/cloud_chords.h"
#include "lanes/kernel/raster.h"

/* What holds at both ends of a chord. */
LW_INLINED unsigned at_both_ends(unsigned poses)
{
    return poses & poses >> 1;
}

/* Sets what the ball reaches. Returns the intervals that tests are made for. */
LW_INLINED unsigned reach_of(const cloud_query *q, raster_reach *out)
{
    const lw_floats *of[3] = {&q->at->x, &q->at->y, &q->at->z};
    const lw_floats grown = ALL(q->required * LARGER_THAN_REQUIRED);
    for (int i = 0; i < 3; i++) {
        const lw_floats next = NEXT_POSE(*of[i]);
        out->low[i] = LEAST(*of[i], next) - grown;
        out->high[i] = GREATER(*of[i], next) + grown;
    }
    return q->required < MOST_PLACE ? at_both_ends(testable(q->at)) : 0;
}

/* As clear_of_bounds, with a box for each interval. */
LW_INLINED unsigned clear_of_boxes(const cloud_query *q, const lw_floats low[3],
                                   const lw_floats high[3])
{
    const lw_floats zero = {0};
    lw_floats nn = zero;
    lw_floats nh = zero;
    for (int i = 0; i < 3; i++) {
        lw_floats over = q->m[i] - (high[i] + high[i]);
        lw_floats under = (low[i] + low[i]) - q->m[i];
        lw_floats outside = GREATER(GREATER(over, under), zero);
        outside += outside;
        nn += outside * outside;
        nh += WITH_SIGN(outside, over - under) * q->h[i];
    }
    return clear_of_half_space(&nn, &nh, q->required);
}

/* The intervals on which the ball is beyond the plane through the origin and an edge, on the side of
 * larger (side: 1) or smaller (-1) coordinates. */
LW_INLINED unsigned beyond_edge(const cloud_query *q, int axis, float slope, float normal, float side)
{
    const lw_floats *of[2] = {&q->at->x, &q->at->y};
    lw_ints beyond = COMPARE_ALL((*of[axis] - q->at->z * slope) * side, >, q->required * normal);
    return at_both_ends(bits_of(&beyond));
}

LW_INLINED unsigned between_depths(const cloud_query *q, float near, float far)
{
    lw_ints between = COMPARE_ALL(q->at->z - ALL(q->required), >, near) &
                      COMPARE_ALL(q->at->z + ALL(q->required), <, far);
    return at_both_ends(bits_of(&between));
}

/* The intervals on which the ball is before a plane through a point, of some slopes. */
LW_INLINED unsigned before_plane(const cloud_query *q, const float point[3], const float slopes[2],
                                 float normal)
{
    const lw_floats plane =
        ALL(point[2]) + (q->at->x - ALL(point[0])) * slopes[0] + (q->at->y - ALL(point[1])) * slopes[1];
    lw_ints before = COMPARE_ALL(plane - q->at->z, >, q->required * normal);
    return at_both_ends(bits_of(&before));
}

#include "lanes/kernel/raster_open.h"

#endif
