/* Parts of the kernels of blocks and of one state by itself: sine and cosine, and points in the frame
 * of an obstacle. */
#ifndef LW_LANES_KERNEL_SHARED_H
#define LW_LANES_KERNEL_SHARED_H

#include "lanes/kernel/eight.h"

#include <string.h>

/* A test of a pair of balls loses no more than this share of the square of the distance by rounding: in
 * sums of products that are no larger than four times that square, 24 u of it at most (u = 2^-24). */
#define KEPT_OF_SQUARE (1 - 0x1p-18F)

/* pi / 2 in two parts, of which the first has 33 bits, and its inverse */
#define QUARTER      0x1.921fb544p0
#define QUARTER_REST 0x1.0b4611a626331p-34
#define QUARTERS     0x1.45f306dc9c883p-1
/* added and taken off again, it rounds to an integer, which then stands in the last bits of the sum */
#define INTEGER 0x1.8p52

typedef double doubles_4 __attribute__((vector_size(32)));

/* Loads four doubles into a variable of their own. As part of an array, gcc copies them by halves, and
 * to read them as a whole then stalls, because store forwarding fails. */
LW_INLINED void load(const double from[4], doubles_4 *to)
{
    memcpy(to, from, sizeof *to);
}

/* Takes quarter turns off four angles, which leaves `rest`. The number of quarter turns stands in the
 * last bits of `sum`. */
LW_INLINED void take_turns(const doubles_4 *angles, floats_4 *rest, doubles_4 *sum)
{
    *sum = *angles * QUARTERS + INTEGER;
    doubles_4 turned = *sum - INTEGER;
    *rest = __builtin_convertvector((*angles - turned * QUARTER) - turned * QUARTER_REST, floats_4);
}

/* Sine and cosine of eight angles: polynomials on the rest between -1/8 and 1/8 of a turn, then a
 * number of quarter turns. The polynomials are those of Cephes (Moshier); they err by less than 2^-23.
 */
LW_INLINED void sine_and_cosine(const doubles_4 angles[2], lw_floats *sine, lw_floats *cosine)
{
    floats_4 rest[2];
    doubles_4 sums[2];
    take_turns(&angles[0], &rest[0], &sums[0]);
    take_turns(&angles[1], &rest[1], &sums[1]);
    const lw_floats r = JOIN(rest[0], rest[1]);
    const lw_ints q = LAST_BITS(sums[0], sums[1]);
    lw_floats z = r * r;
    lw_floats s = ((-1.9515295891E-4F * z + 8.3321608736E-3F) * z - 1.6666654611E-1F) * z * r + r;
    lw_floats c = ((2.443315711809948E-5F * z - 1.388731625493765E-3F) * z + 4.166664568298827E-2F) * z;
    c = c * z - 0.5F * z + 1;
    lw_ints odd = -(q & 1);
    lw_floats first = SELECT(odd, c, s);
    lw_floats second = SELECT(odd, s, c);
    *sine = (lw_floats)((lw_ints)first ^ ((q << 30) & INT32_MIN));
    *cosine = (lw_floats)((lw_ints)second ^ (((q + 1) << 30) & INT32_MIN));
}

/* The coordinates of a vector in the frame of an obstacle. */
LW_INLINED void turn_into_obstacle(const lw_lane_vec *v, const lw_lane_obstacle *o, lw_lane_vec *out)
{
    const float *axes[3] = {o->x, o->y, o->z};
    lw_floats *coordinates[3] = {&out->x, &out->y, &out->z};
    for (int i = 0; i < 3; i++)
        *coordinates[i] = v->x * ALL(axes[i][0]) + v->y * ALL(axes[i][1]) + v->z * ALL(axes[i][2]);
}

/* The coordinates of a point in the frame of an obstacle. */
LW_INLINED void into_obstacle(const lw_lane_vec *at, const lw_lane_obstacle *o, lw_lane_vec *out)
{
    turn_into_obstacle(at, o, out);
    out->x += ALL(o->offset[0]);
    out->y += ALL(o->offset[1]);
    out->z += ALL(o->offset[2]);
}

/* Broad phase: the boxes of a group of eight obstacles that overlap a body's box, as bits. */
LW_INLINED unsigned boxes_near(const lw_block *block, size_t group, const float box[6])
{
    const lw_floats *boxes = block->obstacle_boxes + 6 * group;
    lw_ints apart = COMPARE_ALL(boxes[0], >, box[3]) | COMPARE_ALL(boxes[1], >, box[4]) |
                    COMPARE_ALL(boxes[2], >, box[5]) | COMPARE_ALL(boxes[3], <, box[0]) |
                    COMPARE_ALL(boxes[4], <, box[1]) | COMPARE_ALL(boxes[5], <, box[2]);
    return ~bits_of(&apart) & 0xff;
}

/* Lists a pair with its unproven intervals, if there are any. */
static void leave(lw_block *block, lw_block_rest rest)
{
    if (!rest.intervals)
        return;
    block->overflowed |= block->rest_count == block->rest_room;
    if (!block->overflowed)
        block->rest[block->rest_count++] = rest;
}

#endif
