/* The gap between two boxes of two trees: the innermost step of every traversal, so it is inline.
 * About 80 floating-point operations, no root, no branch.
 *
 * Why the gap is a lower bound. Let E be the larger of the two bodies' extents, p the position of b's
 * origin, u = 2^-53. Each of the gap's components comes from at most 16 operations on numbers whose
 * sizes add up to at most 16 E + 3 |p|, in frames whose axes are unit and perpendicular up to 2^-46:
 * the gap errs by less than 2^-42 E + 2^-44 |p|. Where |p| <= 8 E that is less than 2^-40 E, by which
 * every box of the larger body has been grown on all sides (LW_BOX_GROWTH). Where |p| is more, the
 * bodies are at least 3/4 |p| apart, the error is under 2^-43 |p|, and LW_GAP_SHRINK takes off more. */
#ifndef LW_TREE_BOX_H
#define LW_TREE_BOX_H

#include "tree/query.h"

/* Shares of the body's extent, of the gap. */
#define LW_BOX_GROWTH 0x1p-40
#define LW_GAP_SHRINK (1 - 0x1p-42)

static inline double lw_positive_square(double value)
{
    double positive = value > 0 ? value : 0;
    return positive * positive;
}

/* The square of the gap, to be compared with the square of a distance; 0 where the boxes are not
 * shown to be apart. Its root times LW_GAP_SHRINK is proven. */
static inline double lw_box_gap_square(const lw_box_frames *frames, const lw_node *a, const lw_node *b)
{
    vec3 t = sub(add(rotate(frames->rotation, b->center), frames->position), a->center);
    vec3 reach_b = rotate(frames->absolute, b->half);
    double in_a = lw_positive_square(fabs(t.x) - a->half.x - reach_b.x) +
                  lw_positive_square(fabs(t.y) - a->half.y - reach_b.y) +
                  lw_positive_square(fabs(t.z) - a->half.z - reach_b.z);
    vec3 s = rotate_back(frames->rotation, t);
    vec3 reach_a = rotate_back(frames->absolute, a->half);
    double in_b = lw_positive_square(fabs(s.x) - b->half.x - reach_a.x) +
                  lw_positive_square(fabs(s.y) - b->half.y - reach_a.y) +
                  lw_positive_square(fabs(s.z) - b->half.z - reach_a.z);
    return in_a > in_b ? in_a : in_b;
}

/* The half diagonal, squared: which of two boxes to split. */
static inline double lw_node_size(const lw_node *node)
{
    return norm2(node->half);
}

#endif
