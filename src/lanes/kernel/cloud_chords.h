/* The tests of a ball against a cloud on the intervals of a block, where its centre goes along chords
 * (lanes/kernel/cloud.h). */
#ifndef LW_LANES_KERNEL_CLOUD_CHORDS_H
#define LW_LANES_KERNEL_CLOUD_CHORDS_H

#include "lanes/kernel/chords.h"
#include "lanes/kernel/cloud_grid.h"

/* Chords in the frame of a cloud, and how far from its points they must stay. */
typedef struct cloud_query {
    const lw_lane_vec *at;
    lw_floats m[3]; /* twice the middles of the chords */
    lw_floats h[3]; /* the chords, from their later ends */
    lw_floats hh;   /* the squares of their lengths */
    float required;
} cloud_query;

LW_INLINED void ask_cloud(const lw_lane_vec *at, float required, cloud_query *out)
{
    const lw_floats *of[3] = {&at->x, &at->y, &at->z};
    out->at = at;
    out->required = required;
    out->hh = (lw_floats){0};
    for (int i = 0; i < 3; i++) {
        lw_floats next = NEXT_POSE(*of[i]);
        out->m[i] = *of[i] + next;
        out->h[i] = *of[i] - next;
        out->hh += out->h[i] * out->h[i];
    }
}

/* The intervals that the grid proves. With bounds a and b at the ends of a chord of length l, a place
 * at a distance s from one end is at least max(a - s, b - (l - s)) >= (a + b - l) / 2 from all points.
 * The middles of the chords halve l. */
LW_INLINED unsigned clear_by_grid(const lw_point_grid *grid, const cloud_query *q)
{
    lw_floats ends;
    lw_floats length;
    grid_bounds(grid, q->at, &ends);
    root_of(&q->hh, &length);
    length *= 1 + 0x1p-20F;
    const lw_floats next = NEXT_POSE(ends);
    const float least = 2 * q->required;
    lw_ints clear = COMPARE_ALL(ends + next - length, >, least);
    unsigned bits = bits_of(&clear) & LW_ALL_INTERVALS;
    if (bits == LW_ALL_INTERVALS)
        return bits;
    const lw_lane_vec middle = {0.5F * q->m[0], 0.5F * q->m[1], 0.5F * q->m[2]};
    lw_floats middles;
    grid_bounds(grid, &middle, &middles);
    length *= 0.5F;
    clear =
        COMPARE_ALL(ends + middles - length, >, least) & COMPARE_ALL(next + middles - length, >, least);
    return bits | bits_of(&clear);
}

/* The intervals on which a chord stays farther than required from a box: as clear_of_box. */
LW_INLINED unsigned clear_of_bounds(const cloud_query *q, const lw_point_box *box)
{
    const lw_floats zero = {0};
    lw_floats nn = zero;
    lw_floats nh = zero;
    for (int i = 0; i < 3; i++) {
        lw_floats over = q->m[i] - ALL(2 * box->high[i]);
        lw_floats under = ALL(2 * box->low[i]) - q->m[i];
        lw_floats outside = GREATER(GREATER(over, under), zero);
        outside += outside;
        nn += outside * outside;
        nh += WITH_SIGN(outside, over - under) * q->h[i];
    }
    return clear_of_half_space(&nn, &nh, q->required);
}

/* The intervals whose chords stay within a cube about the origin, farther than required from its faces:
 * those whose ends do. */
LW_INLINED unsigned kept_within(const cloud_query *q, float half)
{
    const lw_floats *of[3] = {&q->at->x, &q->at->y, &q->at->z};
    unsigned kept = ~0U;
    for (int i = 0; i < 3; i++) {
        lw_ints inside = COMPARE_ALL(ABSOLUTE(*of[i]) + ALL(q->required), <, half);
        kept &= bits_of(&inside);
    }
    return kept & kept >> 1;
}

/* The intervals on which a chord stays farther than required from a point: as clear_of_origin. */
LW_INLINED unsigned clear_of_point(const cloud_query *q, const float point[3])
{
    lw_floats mm = {0};
    lw_floats mh = {0};
    for (int i = 0; i < 3; i++) {
        lw_floats m = q->m[i] - ALL(2 * point[i]);
        mm += m * m;
        mh += m * q->h[i];
    }
    mm *= KEPT_OF_SQUARE;
    mh = ABSOLUTE(mh);
    const float square = 4 * q->required * q->required;
    lw_floats left = (mm - ALL(square)) * q->hh;
    lw_floats at_end = mm + q->hh - (mh + mh);
    lw_ints clear =
        COMPARE(left, >, mh * mh) | (COMPARE(mh, >=, q->hh) & COMPARE_ALL(at_end, >, square));
    return bits_of(&clear);
}

#endif
