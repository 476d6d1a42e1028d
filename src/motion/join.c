/* Several motions as one, on one clock: the tracks of all of them. */
#include "motion/motion.h"

#include "motion/cut.h"
#include "motion/notice.h"
#include "motion/stages.h"
#include "motion/tolerance.h"
#include "motion/track.h"

#include <string.h>

static lw_status check_parts(const lw_motion *motion, const lw_motion *const *parts, size_t count,
                             lw_error *error)
{
    if (!motion || (count && !parts))
        return lw_fail(error, LW_ERROR_ARGUMENT, "no motion or no parts were given");
    for (size_t i = 0; i < count; i++) {
        if (!parts[i] || parts[i] == motion)
            return lw_fail(error, LW_ERROR_ARGUMENT, "part %zu is missing, or is the motion itself", i);
        if (parts[i]->scene != motion->scene)
            return lw_fail(error, LW_ERROR_ARGUMENT, "part %zu is of another scene", i);
    }
    return LW_OK;
}

static lw_status take_tracks(lw_motion *motion, const lw_motion *part, lw_error *error)
{
    for (size_t i = 0; i < part->tracks.count; i++) {
        lw_motion_track *track = &motion->tracks.items[motion->tracks.count];
        if (motion->tracks.count && part->seconds != motion->seconds)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "a motion mixes a path, over t from 0 to 1, with a trajectory in seconds");
        motion->seconds = part->seconds;
        lw_track_free(track);
        lw_status status = lw_track_copy(&part->tracks.items[i], track, error);
        if (status)
            return status;
        motion->tracks.count++;
    }
    if (part->interpolation > motion->interpolation)
        motion->interpolation = part->interpolation;
    return LW_OK;
}

/* Takes over the values of joints that the part has set itself. */
static void take_rest(lw_motion *motion, const lw_motion *part)
{
    for (size_t i = 0; i < motion->chains->joint_count; i++) {
        const lw_frozen_joint *joint = &motion->chains->joints[i];
        if (!part->own_rest[i])
            continue;
        motion->own_rest[i] = true;
        motion->rest_pose[i] = part->rest_pose[i];
        if (joint->kind != LW_JOINT_FLOATING)
            memcpy(&motion->rest[joint->variable], &part->rest[joint->variable],
                   lw_joint_value_count(joint->kind) * sizeof *motion->rest);
    }
}

lw_status lw_motion_join(lw_motion *motion, const lw_motion *const *parts, size_t count,
                         lw_error *error)
{
    size_t tracks = 0;
    double begin = 0;
    lw_status status = check_parts(motion, parts, count, error);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++) {
        tracks += parts[i]->tracks.count;
        begin = greater(begin, parts[i]->begin);
    }
    status = lw_motion_begin(motion, tracks, error);
    for (size_t i = 0; i < count && !status; i++)
        status = lw_tolerances_join(motion, parts[i], error);
    if (status || !tracks)
        return status;
    for (size_t i = 0; i < count && !status; i++) {
        take_rest(motion, parts[i]);
        status = take_tracks(motion, parts[i], error);
        if (!status)
            status = lw_payloads_copy(motion, parts[i], error);
        if (!status && !lw_motion_keep_notices(motion, parts[i]))
            status = lw_fail_memory(error);
    }
    status = lw_motion_end(motion, status, error);
    if (!status && begin > motion->begin)
        lw_motion_drop_before(motion, begin);
    return status;
}
