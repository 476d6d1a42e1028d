/* The gap between two boxes of two bounding volume hierarchies: the innermost step of every traversal,
 * so it is inline. It tries the six face normals of the boxes as separating axes, and joins the gaps
 * along the three normals of either box into a distance. It takes about 80 floating-point operations in
 * SIMD registers, as wide as there are (LW_WIDE), no root, no branch.
 *
 * Why the gap is a lower bound. Let E be the larger of the two bodies' extents, p the position of b's
 * origin, u = 2^-53. Each of the gap's components comes from at most 16 operations on numbers whose
 * sizes add up to at most 16 E + 3 |p|, in frames whose axes are unit and perpendicular up to 2^-46:
 * the gap errs by less than 2^-42 E + 2^-44 |p|. Where |p| <= 8 E that is less than 2^-40 E, by which
 * every box of the larger body has been grown on all sides (LW_BOX_GROWTH). Where |p| is more, the
 * bodies are at least 3/4 |p| apart, the error is under 2^-43 |p|, and LW_GAP_SHRINK takes off more. */
#ifndef LW_BODY_BOX_H
#define LW_BODY_BOX_H

#include <stddef.h>
#include <string.h>

#include "body/query.h"

/* The growth is a share of the body's extent; the shrinking is a factor of the gap. */
#define LW_BOX_GROWTH 0x1p-40
#define LW_GAP_SHRINK (1 - 0x1p-42)

static inline double lw_positive_square(double value)
{
    double positive = value > 0 ? value : 0;
    return positive * positive;
}

/* Loads three numbers of a node. The fourth lane takes the bytes that follow them and is not used. */
LW_INLINED void load_three(const lw_node *node, size_t offset, lw_doubles_4 *out)
{
    memcpy(out, (const char *)node + offset, sizeof *out);
}

LW_INLINED void product(const lw_doubles_4 columns[3], double x, double y, double z, lw_doubles_4 *out)
{
    *out = columns[0] * x + columns[1] * y + columns[2] * z;
}

/* How far a box's centre lies beyond the sum of two half widths along each axis; 0 if it does not. */
LW_INLINED void beyond(const lw_doubles_4 *center, const lw_doubles_4 *half,
                       const lw_doubles_4 *other_half, lw_doubles_4 *out)
{
    const lw_mask_of_4 sign = (lw_mask_of_4)(lw_doubles_4){-0.0, -0.0, -0.0, -0.0};
    lw_doubles_4 out_by = (lw_doubles_4)((lw_mask_of_4)*center & ~sign) - *half - *other_half;
    lw_mask_of_4 positive = out_by > 0;
    *out = (lw_doubles_4)((lw_mask_of_4)out_by & positive);
}

LW_INLINED double sum_of_squares(const lw_doubles_4 *of)
{
    lw_doubles_4 square = *of * *of;
    return square[0] + square[1] + square[2];
}

/* The gap of two boxes in both frames, as three numbers each; the fourth lane is not used. */
typedef struct box_gaps {
    lw_doubles_4 center_b;   /* from a's centre to b's, in a's frame */
    lw_doubles_4 turned;     /* center_b in b's frame */
    lw_doubles_4 in_a, in_b; /* not negative */
    double square_a, square_b;
} box_gaps;

LW_INLINED void find_gaps(const lw_box_frames *frames, const lw_node *a, const lw_node *b,
                          box_gaps *out)
{
    lw_doubles_4 center, half_a, half_b, half_a_in_b, half_b_in_a;
    load_three(a, offsetof(lw_node, center), &center);
    load_three(a, offsetof(lw_node, half), &half_a);
    load_three(b, offsetof(lw_node, half), &half_b);
    product(frames->column, b->center.x, b->center.y, b->center.z, &out->center_b);
    out->center_b = out->center_b + frames->origin - center;
    product(frames->absolute_column, b->half.x, b->half.y, b->half.z, &half_b_in_a);
    product(frames->row, out->center_b[0], out->center_b[1], out->center_b[2], &out->turned);
    product(frames->absolute_row, a->half.x, a->half.y, a->half.z, &half_a_in_b);
    beyond(&out->center_b, &half_a, &half_b_in_a, &out->in_a);
    beyond(&out->turned, &half_b, &half_a_in_b, &out->in_b);
    out->square_a = sum_of_squares(&out->in_a);
    out->square_b = sum_of_squares(&out->in_b);
}

/* The square of the gap, to be compared with the square of a distance; 0 if the boxes are not shown to
 * be apart. Its root times LW_GAP_SHRINK is a proven lower bound of the distance. */
LW_INLINED double lw_box_gap_square(const lw_box_frames *frames, const lw_node *a, const lw_node *b)
{
    box_gaps gaps;
    find_gaps(frames, a, b, &gaps);
    return greater(gaps.square_a, gaps.square_b);
}

/* The half diagonal, squared: it decides which of two boxes is split. */
static inline double lw_node_size(const lw_node *node)
{
    return norm2(node->half);
}

#endif
