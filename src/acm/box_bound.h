/* The directional bound of second order on the gap of two bodies over a box of joint values. */
#ifndef LW_ACM_BOX_BOUND_H
#define LW_ACM_BOX_BOUND_H

#include "acm/joint_path.h"
#include "body/geometry.h"

/* A lower bound, rounded down, on the gap of two convex parts, one of each body, along a direction of
 * the common frame (of length 1, from the first to the second). It holds while each joint value changes
 * by at most `half` from where the path is posed. The joints before `split` move the first body, the
 * others the second (lw_joint_path_split).
 *
 * Derivation. A part is its core grown by a radius on all sides, wherever it is, so the gap along n is
 * that of the cores less both radii. Hold the frame between joints split - 1 and split still: then
 * joints before it move only the first body, the others only the second, and n stands still. Let joints
 * 1 ... m move a body, joint 1 nearest to that frame, let c be their coordinates at the middle, and let
 * |q_j - c_j| <= d_j. A point of the body at x(q) has f(q) = n . x(q), which is smooth, so by Taylor
 *
 *     |f(q) - f(c)| <= sum_j d_j |df/dq_j (c)| + 1/2 sum_ij d_i d_j sup |d2f/dq_i dq_j|,
 *
 * the supremum over the box. With axis w_j through o_j, at q, df/dq_j = n . (w_j x (x - o_j)) = (n x
 * w_j) . (x - o_j) where j turns, and n . w_j where it slides. For i <= j, d2x/dq_i dq_j is w_i x (w_j
 * x (x - o_j)) where both turn, w_i x w_j where i turns and j slides, and 0 where i slides. So it is at
 * most A_j, 1 and 0, if no point of the core gets farther than A_j from axis j anywhere in the box.
 * Only joints beyond j, toward the body, change that distance. Move from c to q by joints j + 1, j + 2,
 * ..., m in this order: while joint k moves, those beyond it are as at the middle, so the point travels
 * by at most min(d_k, 2) times its distance from axis k at the middle, or by d_k where k slides. A_j is
 * the distance at the middle and the sum of these. The error term is then
 *
 *     Q = sum over turning j of 1/2 A_j d_j (d_j + 2 D_j) + sum over sliding j of d_j D_j,
 *
 * D_j the sum of d_i over turning i < j. f(c) and the first-order term belong to the same point x. One
 * body needs the minimum over its core of n . x - sum_j d_j |(n x w_j) . (x - o_j)|, the other the
 * maximum of n . x + sum_j d_j |(n x w_j) . (x - o_j)|. The second is convex in x and the first is
 * concave, so a vertex of the core attains each. A round core is a few points, each grown by a disc,
 * whose support values are added to each term. A mimic joint counts as a joint of its own: the
 * coordinates that it can have with the others lie in the box. */
double lw_directional_gap(lw_joint_path *path, size_t split, const lw_part *const parts[2],
                          const double *half, vec3 along);

/* Whether both bodies are proven to stay more than a margin apart over the box: each pair of their
 * bounding hulls by its own direction, or by the travel of all points (lw_joint_path_travel). False
 * where a body has no hulls.
 */
bool lw_box_is_apart(lw_joint_path *path, const double *half, double margin, double travel);

#endif
