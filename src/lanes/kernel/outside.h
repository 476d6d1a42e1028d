/* Tests whether eight points, side by side, are farther from a shape about the origin than each must
 * be. */
#ifndef LW_LANES_KERNEL_OUTSIDE_H
#define LW_LANES_KERNEL_OUTSIDE_H

#include "lanes/kernel/shared.h"

/* The points that are farther from the origin than required, as bits. required_square: the squares of
 * the required distances. */
LW_INLINED unsigned outside_square(const lw_lane_vec *at, const lw_floats *required_square)
{
    lw_floats square = (at->x * at->x + at->y * at->y + at->z * at->z) * KEPT_OF_SQUARE;
    lw_ints far = COMPARE(square, >, *required_square);
    return bits_of(&far);
}

LW_INLINED unsigned outside_origin(const lw_lane_vec *at, const lw_floats *required)
{
    const lw_floats required_square = *required * *required;
    return outside_square(at, &required_square);
}

/* The distances that are more than required, as bits. square: four times the square of each. */
LW_INLINED unsigned more_than(const lw_floats *square, const lw_floats *required)
{
    lw_ints far = COMPARE(*square, >, 4 * *required * *required);
    return bits_of(&far);
}

LW_INLINED unsigned outside_box(const lw_lane_vec *at, const float half[3], const lw_floats *required)
{
    lw_floats x = ABSOLUTE(at->x) - ALL(half[0]);
    lw_floats y = ABSOLUTE(at->y) - ALL(half[1]);
    lw_floats z = ABSOLUTE(at->z) - ALL(half[2]);
    /* 2 max(x, 0), and y and z likewise */
    x += ABSOLUTE(x);
    y += ABSOLUTE(y);
    z += ABSOLUTE(z);
    lw_floats gap = x * x + y * y + z * z;
    return more_than(&gap, required);
}

LW_INLINED unsigned outside_cylinder(const lw_lane_vec *at, const float half[3],
                                     const lw_floats *required)
{
    lw_floats square = (at->x * at->x + at->y * at->y) * KEPT_OF_SQUARE;
    lw_floats nearest;
    root_of(&square, &nearest);
    lw_floats across = nearest - ALL(half[0]);
    lw_floats along = ABSOLUTE(at->z) - ALL(half[2]);
    across += ABSOLUTE(across);
    along += ABSOLUTE(along);
    lw_floats gap = across * across + along * along;
    return more_than(&gap, required);
}

/* The squares of the distances of points from an obstacle in its frame, without its radius. */
LW_INLINED void squares_outside(const lw_lane_vec *at, const lw_lane_obstacle *o, lw_floats *squares)
{
    const lw_floats zero = {0};
    lw_floats x = ABSOLUTE(at->x) - ALL(o->half[0]);
    lw_floats y = ABSOLUTE(at->y) - ALL(o->half[1]);
    lw_floats z = ABSOLUTE(at->z) - ALL(o->half[2]);
    if (o->shape == LW_LANE_CYLINDER) {
        lw_floats square = at->x * at->x + at->y * at->y;
        root_of(&square, &x);
        x -= ALL(o->half[0]);
        y = zero;
    }
    x = GREATER(x, zero);
    y = GREATER(y, zero);
    z = GREATER(z, zero);
    *squares = x * x + y * y + z * z;
}

/* Squares of distances below this are contacts for certain, where less than `reach` is a contact: by
 * more than twice the rounding errors of both bodies. Twice, because the sizes of shapes, and these
 * sums, were rounded as well. 0: none is certain. */
LW_INLINED float certain_below(float reach, float lost)
{
    const float least = reach - 2 * lost;
    return least > 0 ? least * least * (1 - 0x1p-18F) : 0;
}

/* The distances at which two bodies are in contact for certain, as bits. squares: of the distances. */
LW_INLINED unsigned certain_of(const lw_floats *squares, float reach, float lost)
{
    lw_ints certain = COMPARE_ALL(*squares, <, certain_below(reach, lost));
    return bits_of(&certain);
}

/* The same with a reach of its own for each distance. */
LW_INLINED unsigned certain_of_each(const lw_floats *squares, const lw_floats *reach, float lost)
{
    const lw_floats zero = {0};
    lw_floats least = *reach - ALL(2 * lost);
    lw_ints positive = COMPARE(least, >, zero);
    lw_ints certain = COMPARE(*squares, <, least * least * (1 - 0x1p-18F)) & positive;
    return bits_of(&certain);
}

/* The poses at which a ball of a body is in an obstacle for certain. at: its centre, in the obstacle's
 * frame; lost: the rounding errors of the centre and of the obstacle. */
LW_INLINED unsigned certain_in_obstacle(const lw_lane_body *body, uint32_t ball, const lw_lane_vec *at,
                                        const lw_lane_obstacle *o, float lost)
{
    lw_floats squares;
    squares_outside(at, o, &squares);
    return certain_of(&squares, body->cover->balls[ball].radius - body->sticks_out + o->radius, lost);
}

#endif
