/* The pose of one body or link at a time of a motion, from the joints of its own chain and nothing
 * else, and the values of one joint: no memory is taken. */
#include "base/error.h"
#include "math/pose.h"
#include "motion/forward_kinematics.h"
#include "motion/stages.h"

#include <string.h>

/* Whether an elementary joint is another one, or above it on its chain: parents come before their
 * children. */
static bool is_above(const lw_frozen *frozen, int32_t elementary, int32_t last)
{
    while (last > elementary)
        last = frozen->chains->elementary[last].parent;
    return last == elementary;
}

/* Poses the elementary joints of a joint, of which `parent` is the parent's frame (NULL: the world).
 * Writes the frame of the last of them to *frame, and returns its address. */
static const pose *pass_joint(const lw_motion *motion, size_t piece, double t, size_t index,
                              const pose *parent, pose *frame)
{
    const lw_frozen *frozen = motion->scene->frozen;
    const lw_frozen_joint *joint = &frozen->chains->joints[index];
    bool floats = joint->kind == LW_JOINT_FLOATING;
    size_t count = floats ? LW_FLOATING_SLOTS : lw_joint_value_count(joint->kind);
    pose slots[LW_FLOATING_SLOTS];
    if (floats)
        lw_motion_slots(motion, piece, index, slots);
    for (size_t s = 0; s < count; s++) {
        const lw_elementary_joint *elementary =
            &frozen->chains->elementary[(size_t)joint->elementary + s];
        pose before = floats ? slots[s] : elementary->before;
        double value = elementary->offset;
        if (elementary->variable >= 0)
            value += elementary->multiplier * lw_motion_value(motion, piece, t, elementary->variable);
        *frame = lw_elementary_pose(elementary, parent ? compose(*parent, before) : before, value);
        parent = frame;
    }
    return parent;
}

/* the pose of a body at `local` in the frame of an elementary joint; -1: in the world */
static pose pose_of(const lw_motion *motion, int32_t elementary, pose local, double time)
{
    const lw_frozen *frozen = motion->scene->frozen;
    size_t piece = lw_motion_piece_at(motion, time);
    pose frame;
    const pose *parent = NULL;
    for (size_t j = 0; j < frozen->chains->joint_count; j++) {
        int32_t first = frozen->chains->joints[j].elementary;
        if (first >= 0 && is_above(frozen, first, elementary))
            parent = pass_joint(motion, piece, time, j, parent, &frame);
    }
    return parent ? compose(*parent, local) : local;
}

pose lw_elementary_pose_at(const lw_motion *motion, int32_t elementary, double time)
{
    return pose_of(motion, elementary, (pose){mat3_identity(), v3(0, 0, 0)}, time);
}

pose lw_body_pose_at(const lw_motion *motion, const lw_body *body, double time)
{
    return pose_of(motion, body->elementary, body->local, time);
}

static lw_status check_time(const lw_motion *motion, double time, lw_error *error)
{
    if (time >= motion->begin && time <= motion->end)
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT, "time %g is outside the motion, %g to %g", time,
                   motion->begin, motion->end);
}

lw_status lw_motion_pose(const lw_motion *motion, size_t body, double time, lw_pose *out,
                         lw_error *error)
{
    if (!motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_motion_pose needs a motion and a pose");
    const lw_frozen *frozen = motion->scene->frozen;
    if (body >= frozen->body_count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no body %zu", body);
    lw_status status = check_time(motion, time, error);
    if (status)
        return status;
    if (motion->stages) {
        size_t stage = lw_motion_stage_at(motion, time);
        body = (size_t)lw_motion_stage_body(motion, stage, body);
        frozen = lw_motion_stage(motion, stage)->scene->frozen;
    }
    *out = lw_pose_out(pose_of(motion, lw_frozen_body(frozen, body)->elementary,
                               lw_frozen_body(frozen, body)->local, time));
    return LW_OK;
}

lw_status lw_motion_link_pose(const lw_motion *motion, size_t link, double time, lw_pose *out,
                              lw_error *error)
{
    if (!motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_motion_link_pose needs a motion and a pose");
    const lw_frozen *frozen = motion->scene->frozen;
    if (link >= frozen->chains->link_count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no link %zu", link);
    lw_status status = check_time(motion, time, error);
    if (!status)
        *out = lw_pose_out(pose_of(motion, frozen->chains->links[link].elementary,
                                   frozen->chains->links[link].local, time));
    return status;
}

lw_status lw_motion_joint_values(const lw_motion *motion, size_t joint, double time, double *values,
                                 lw_error *error)
{
    if (!motion || !values)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_motion_joint_values needs a motion and values");
    const lw_chains *chains = motion->scene->frozen->chains;
    if (joint >= chains->joint_count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no joint %zu", joint);
    lw_status status = check_time(motion, time, error);
    const lw_frozen_joint *found = &chains->joints[joint];
    if (status || found->elementary < 0)
        return status;
    size_t piece = lw_motion_piece_at(motion, time);
    if (found->kind == LW_JOINT_FLOATING) {
        pose frame;
        lw_pose at =
            lw_pose_out(relative(found->base, *pass_joint(motion, piece, time, joint, NULL, &frame)));
        memcpy(values, &at.position, 3 * sizeof *values);
        memcpy(values + 3, &at.orientation, 4 * sizeof *values);
        return LW_OK;
    }
    for (size_t i = 0; i < lw_joint_value_count(found->kind); i++) {
        const lw_elementary_joint *elementary = &chains->elementary[(size_t)found->elementary + i];
        values[i] = elementary->offset;
        if (elementary->variable >= 0)
            values[i] +=
                elementary->multiplier * lw_motion_value(motion, piece, time, elementary->variable);
    }
    return LW_OK;
}
