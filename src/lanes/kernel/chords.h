/* The tests of a block of a motion (lanes/kernel/kernel.h): points that go along chords from pose to
 * pose. Points of two bodies are seen in the frame of the last joint that moves both. */
#ifndef LW_LANES_KERNEL_CHORDS_H
#define LW_LANES_KERNEL_CHORDS_H

#include "lanes/kernel/shared.h"

#define ALL_TESTED(block) LW_ALL_INTERVALS
enum { IN_COMMON_FRAME = true };

/* Added to a divisor, so that it is not 0. */
#define LEAST_RADIUS 0x1p-100F

/* The intervals on which a point that goes along chords stays farther than `required` from the origin.
 * Let m be the middle of a chord, and h half of it; both are doubled here. The squared distance is at
 * least m^2 - (m . h)^2 / h^2, and at the nearer end m^2 + h^2 - 2 |m . h|. */
LW_INLINED unsigned clear_of_origin(const lw_lane_vec *at, float required)
{
    lw_lane_vec next = {NEXT_POSE(at->x), NEXT_POSE(at->y), NEXT_POSE(at->z)};
    lw_lane_vec m = {at->x + next.x, at->y + next.y, at->z + next.z};
    lw_lane_vec h = {next.x - at->x, next.y - at->y, next.z - at->z};
    lw_floats mm = (m.x * m.x + m.y * m.y + m.z * m.z) * KEPT_OF_SQUARE;
    lw_floats hh = h.x * h.x + h.y * h.y + h.z * h.z;
    lw_floats mh = ABSOLUTE(m.x * h.x + m.y * h.y + m.z * h.z);
    float square = 4 * required * required;
    lw_floats left = (mm - ALL(square)) * hh;
    lw_floats right = mh * mh;
    lw_floats at_end = mm + hh - (mh + mh);
    lw_ints line = COMPARE(left, >, right);
    lw_ints end = COMPARE(mh, >=, hh) & COMPARE_ALL(at_end, >, square);
    lw_ints either = line | end;
    return bits_of(&either);
}

/* The intervals on which both ends of a chord are farther than `required` from a half-space: see
 * clear_of_box. */
LW_INLINED unsigned clear_of_half_space(const lw_floats *nn, const lw_floats *nh, float required)
{
    lw_floats least = *nn - ABSOLUTE(*nh + *nh);
    lw_ints far =
        COMPARE_ALL(least, >, 0) & COMPARE(least * least, >, *nn * ALL(16 * required * required));
    return bits_of(&far);
}

/* The intervals on which a point that goes along chords stays farther than `required` from a box about
 * the origin: from the half-space that contains the box and touches it in its point nearest to the
 * chord's middle. With n from that point to the middle, and h half of the chord, the half-space is
 * |n| -+ n . h / |n| away from the ends. Here n is four times as long, and h twice. No direction n is
 * wrong; |n|^2, like a product of n with a point, has the rounding errors of a gap along n. */
LW_INLINED unsigned clear_of_box(const lw_lane_vec *at, const float half[3], float required)
{
    lw_lane_vec next = {NEXT_POSE(at->x), NEXT_POSE(at->y), NEXT_POSE(at->z)};
    const lw_floats m[3] = {at->x + next.x, at->y + next.y, at->z + next.z};
    const lw_floats h[3] = {at->x - next.x, at->y - next.y, at->z - next.z};
    lw_floats nn = {0};
    lw_floats nh = {0};
    for (int i = 0; i < 3; i++) {
        /* 2 max(x, 0) */
        lw_floats outside = ABSOLUTE(m[i]) - ALL(2 * half[i]);
        outside += ABSOLUTE(outside);
        nn += outside * outside;
        nh += WITH_SIGN(outside, m[i]) * h[i];
    }
    return clear_of_half_space(&nn, &nh, required);
}

/* The intervals on which a point that goes along chords stays farther than `required` from a cylinder
 * about the origin: from a half-space that contains the cylinder, as in clear_of_box. */
LW_INLINED unsigned clear_of_cylinder(const lw_lane_vec *at, const float half[3], float required)
{
    lw_lane_vec next = {NEXT_POSE(at->x), NEXT_POSE(at->y), NEXT_POSE(at->z)};
    const lw_lane_vec m = {at->x + next.x, at->y + next.y, at->z + next.z};
    const lw_lane_vec h = {at->x - next.x, at->y - next.y, at->z - next.z};
    lw_floats square = m.x * m.x + m.y * m.y;
    lw_floats radial;
    root_of(&square, &radial);
    lw_floats across = radial - ALL(2 * half[0]);
    lw_floats along = ABSOLUTE(m.z) - ALL(2 * half[2]);
    across += ABSOLUTE(across);
    along += ABSOLUTE(along);
    lw_floats nn = across * across + along * along;
    lw_floats nh =
        across * ((m.x * h.x + m.y * h.y) / (radial + ALL(LEAST_RADIUS))) + WITH_SIGN(along, m.z) * h.z;
    return clear_of_half_space(&nn, &nh, required);
}

#endif
