/* Bounds on how far points get from the chords of their paths, by the curvature of the paths.
 *
 * On an interval of length h a path stays within A h^2 / 8 of its chord, where A bounds its second
 * derivative. For a point that the joints f of a chain move, with J_f the derivative of its position by
 * the coordinate of f (lw_travel_of in motion/forward_kinematics.h has the derivation),
 *
 *     A = sum over f of
 *         |J_f| (|q_f''| + |q_f'| (|q_f'| [f turns] + 2 sum over turning g above f of |q_g'|)).
 *
 * If f slides, |J_f| <= 1. If f turns, |J_f| is at most the lever arm, the largest distance of the
 * point from the axis of f: the chain between them stretched out, slides at their longest. A joint that
 * mimics another one counts like any other joint here. In the frame of a joint only the joints below it
 * count.
 *
 * A motion within the tolerances is farther from the chord by at most sum over f of |J_f| slack_f, as
 * each joint by itself moves the point by at most its lever arm times its deviation. */
#include "lanes/bends.h"

#include "math/rounding.h"

/* Outward rounding: three floats that are at least the first three numbers. */
LW_INLINED lw_lane_bend bend_above(const lw_doubles_4 *numbers)
{
    typedef float four_floats __attribute__((vector_size(16)));
    const lw_doubles_4 sizes = (lw_doubles_4)((lw_mask_of_4)*numbers & INT64_MAX);
    four_floats above = __builtin_convertvector(*numbers + sizes * 0x1p-22, four_floats);
    return (lw_lane_bend){above[0], above[1], above[2]};
}

/* Sets the sums over the chain from the world to a joint, from those of the joint above. */
LW_INLINED void set_sums(lw_lanes *l, size_t index)
{
    const lw_elementary_joint *own = &l->frozen->chains->elementary[index];
    const lw_lane_sums *above = lw_lane_sums_of(l, own->parent);
    lw_lane_sums *sums = lw_lane_sums_of(l, (int32_t)index);
    bool turns = own->kind == LW_ELEMENTARY_REVOLUTE;
    double rate = l->rates[index];
    double far = above->far + (l->lengths[index] + l->slot_lengths[index] + l->slides[index]);
    double weight =
        rate * (turns ? rate + 2 * above->rates : 2 * above->rates) + l->accelerations[index];
    if (l->coordinates.slackens)
        weight += l->slacks[index] * l->per_square;
    const lw_doubles_4 slides = {0, 0, 1, 0};
    const lw_doubles_4 lever = {1, far, 0, 0};
    const lw_doubles_4 axis = {0, 0, 0, 1};
    sums->far = far;
    if (turns) {
        sums->rates = above->rates + rate;
        sums->all = above->all + lever * weight;
        sums->shared = above->shared + lever * (2 * rate);
        sums->all_but_last = above->all + axis * weight;
        sums->shared_but_last = above->shared + axis * (2 * rate);
    } else {
        sums->rates = above->rates;
        sums->all = sums->all_but_last = above->all + slides * weight;
        sums->shared = sums->shared_but_last = above->shared + slides * (2 * rate);
    }
}

/* The bound on the deviation of paths, in three parts: per distance of the points from the last joint's
 * axis (their lever arm for this joint), per distance from its origin (which adds to all other lever
 * arms), and a constant. part: the sums, less those of the frame in which the paths are seen; lost:
 * bounds on the rounding errors of that difference. */
LW_INLINED lw_lane_bend bend_of(const lw_lanes *l, const lw_lane_sums *sums, const lw_doubles_4 *part,
                                const lw_doubles_4 *lost)
{
    double own =
        sums->far * (*part)[0] - (*part)[1] + (*part)[2] + 4 * sums->far * (*lost)[0] + (*lost)[2];
    lw_doubles_4 bend = {(*part)[3] + (*lost)[3], (*part)[0] + (*lost)[0], own, 0};
    bend *= l->square * LW_UPWARD;
    return bend_above(&bend);
}

/* The relative rounding error of a sum over the chain to a joint. */
LW_INLINED double share_lost(const lw_lanes *l, int32_t joint)
{
    return LW_ROUNDING(8) * (l->steps[joint] + 8);
}

/* The bend of paths that are seen from the world. */
LW_INLINED lw_lane_bend bend_in_world(const lw_lanes *l, int32_t joint)
{
    const lw_lane_sums *sums = lw_lane_sums_of(l, joint);
    const lw_doubles_4 lost = sums->all_but_last * share_lost(l, joint);
    return bend_of(l, sums, &sums->all_but_last, &lost);
}

/* The bend of paths that are seen from a joint's frame. Each term that is taken off for the rates at
 * which the frame turns is a part of the term that it is taken off, so that no sum becomes negative,
 * apart from rounding. */
LW_INLINED lw_lane_bend bend_in_frame(const lw_lanes *l, const lw_lane_seen *seen)
{
    const lw_lane_sums *sums = lw_lane_sums_of(l, seen->joint);
    const lw_lane_sums *from = lw_lane_sums_of(l, seen->from);
    const lw_doubles_4 part =
        (sums->all_but_last - from->all) - from->rates * (sums->shared_but_last - from->shared);
    const lw_doubles_4 lost =
        (sums->all_but_last + from->rates * sums->shared_but_last) * share_lost(l, seen->joint);
    return bend_of(l, sums, &part, &lost);
}

LW_INLINED void set_bends(lw_lanes *l)
{
    const lw_lane_set *posed = l->block.posed;
    for (size_t i = 0; i < posed->joint_count; i++) {
        uint32_t joint = posed->joints[i];
        set_sums(l, joint);
        uint32_t in_world = l->seen_in_world[joint];
        if (in_world)
            l->block.bends[in_world] = bend_in_world(l, (int32_t)joint);
    }
    for (size_t i = 1; i < l->seen_count; i++)
        if (l->seen[i].from >= 0)
            l->block.bends[i] = bend_in_frame(l, &l->seen[i]);
}

static void set_bends_narrow(lw_lanes *l)
{
    set_bends(l);
}

LW_WIDE static void set_bends_wide(lw_lanes *l)
{
    set_bends(l);
}

void lw_lanes_set_bends(lw_lanes *l)
{
    /* sums are times the square of the intervals, which deviations do not depend on */
    l->per_square = 1 / l->square * LW_UPWARD;
    if (lw_has_wide())
        set_bends_wide(l);
    else
        set_bends_narrow(l);
    l->block.share = 1;
}
