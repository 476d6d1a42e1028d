/* Segments from one configuration to another. Planners ask about many segments of the same joints in a
 * row: then only the polynomials' coefficients change. */
#include "motion/segment.h"

#include "math/angle.h"
#include "motion/notice.h"
#include "motion/track.h"

#include <string.h>

/* Whether a value of a joint goes straight from one number to another, and gives no notice. value: its
 * index among the joint's values. */
static bool is_plain(const lw_frozen_joint *joint, size_t value, double from, double to, bool no_wrap)
{
    if (!(fabs(from) <= LW_LARGEST && fabs(to) <= LW_LARGEST))
        return false;
    switch (joint->kind) {
    case LW_JOINT_REVOLUTE:
    case LW_JOINT_PRISMATIC:
        return lw_beyond_limits(joint, from) <= LW_LIMIT_SLACK &&
               lw_beyond_limits(joint, to) <= LW_LIMIT_SLACK;
    case LW_JOINT_CONTINUOUS:
        return no_wrap || fabs(to - from) <= LW_HALF_TURN;
    case LW_JOINT_PLANAR:
        return value < 2 || fabs(to - from) <= LW_HALF_TURN;
    case LW_JOINT_FIXED:
    case LW_JOINT_FLOATING:
        break;
    }
    return false;
}

/* Whether a segment of these joints differs from the motion, which is a segment, in nothing but the
 * ends of values that go straight. */
static bool is_alike(const lw_motion *motion, const lw_joints *joints, const double *from,
                     const double *to, bool no_wrap)
{
    const lw_motion_track *track = &motion->tracks.items[0];
    if (joints->chains != motion->chains || joints->value_count != track->column_count)
        return false;
    size_t column = 0;
    for (size_t i = 0; i < joints->count; i++) {
        const lw_frozen_joint *joint = &joints->chains->joints[joints->joints[i]];
        size_t count = lw_joint_value_count(joint->kind);
        for (size_t k = 0; k < count; k++, column++)
            if (track->variables[column] != joint->variable + (int32_t)k ||
                !is_plain(joint, k, from[column], to[column], no_wrap))
                return false;
    }
    return true;
}

/* Returns true. It is a function of its own, so that segments without notices save no registers for a
 * call. */
static __attribute__((noinline, cold)) bool forget_notices(lw_motion *motion)
{
    lw_motion_clear_notices(motion);
    return true;
}

bool lw_segment_set_ends(lw_motion *motion, const lw_joints *joints, const double *from,
                         const double *to, bool no_wrap)
{
    if (!motion->is_segment || !is_alike(motion, joints, from, to, no_wrap))
        return false;
    const lw_motion_track *track = &motion->tracks.items[0];
    for (size_t column = 0; column < track->column_count; column++) {
        track->coefficients[2 * column] = from[column];
        track->coefficients[2 * column + 1] = to[column] - from[column];
    }
    return !motion->notices.any || forget_notices(motion);
}

/* Sets the motion as a path of two waypoints. */
static lw_status set_path(lw_motion *motion, const lw_joints *joints, const double *from,
                          const double *to, lw_error *error)
{
    size_t count = joints->value_count;
    if (!LW_ARRAY_RESERVE(&motion->rows, 2 * count + 1))
        return lw_fail_memory(error);
    if (count) {
        memcpy(motion->rows.items, from, count * sizeof *from);
        memcpy(motion->rows.items + count, to, count * sizeof *to);
    }
    lw_track track = lw_default_track();
    track.joints = joints;
    track.point_count = 2;
    track.positions = motion->rows.items;
    return lw_motion_set(motion, &track, 1, error);
}

lw_status lw_motion_set_segment(lw_motion *motion, const lw_joints *joints, const double *from,
                                const double *to, lw_error *error)
{
    if (!motion || !from || !to)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no motion, or not both ends of it, were given");
    if (!joints && !(joints = lw_scene_joints(motion->scene, NULL, NULL, error)))
        return LW_ERROR_NAME;
    if (lw_segment_set_ends(motion, joints, from, to, false))
        return LW_OK;
    return set_path(motion, joints, from, to, error);
}
