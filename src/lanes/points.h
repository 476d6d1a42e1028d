/* The tests of a block of states (lanes/kernel.h): each pose by itself, without chords. Distances are
 * the same in every frame, so that none is turned into that of a common joint. The boxes are about all
 * states, so that a pair is not told apart by them: what is left of a state must not depend on others.
 */
#ifndef LW_LANES_POINTS_H
#define LW_LANES_POINTS_H

#define ALL_TESTED(block) ((block)->states)
enum { IN_COMMON_FRAME = false, BY_BOXES = false };

/* A point is farther than `need` from the origin. */
LW_INLINED unsigned clear_of_origin(const lw_lane_vec *at, float need)
{
    lw_floats square = (at->x * at->x + at->y * at->y + at->z * at->z) * KEPT_OF_SQUARE;
    lw_ints far = COMPARE_ALL(square, >, need * need);
    return bits_of(&far);
}

/* A distance is more than `need`, of which four times the square is given. */
LW_INLINED unsigned more_than(const lw_floats *square, float need)
{
    lw_ints far = COMPARE_ALL(*square, >, 4 * need * need);
    return bits_of(&far);
}

/* And from a box about it. */
LW_INLINED unsigned clear_of_box(const lw_lane_vec *at, const float half[3], float need)
{
    lw_floats x = ABSOLUTE(at->x) - ALL(half[0]);
    lw_floats y = ABSOLUTE(at->y) - ALL(half[1]);
    lw_floats z = ABSOLUTE(at->z) - ALL(half[2]);
    /* what is positive doubled, what is not 0 */
    x += ABSOLUTE(x);
    y += ABSOLUTE(y);
    z += ABSOLUTE(z);
    lw_floats gap = x * x + y * y + z * z;
    return more_than(&gap, need);
}

/* And from a cylinder. */
LW_INLINED unsigned clear_of_cylinder(const lw_lane_vec *at, const float half[3], float need)
{
    lw_floats square = (at->x * at->x + at->y * at->y) * KEPT_OF_SQUARE;
    lw_floats nearest;
    root_of(&square, &nearest);
    lw_floats across = nearest - ALL(half[0]);
    lw_floats along = ABSOLUTE(at->z) - ALL(half[2]);
    across += ABSOLUTE(across);
    along += ABSOLUTE(along);
    lw_floats gap = across * across + along * along;
    return more_than(&gap, need);
}

#endif
