/* A planned path, or its trajectory, as a motion, and its proof. */
#include "part/planned_motion.h"

#include "text/fail.h"
#include "text/interrupt.h"

#include <stdlib.h>
#include <string.h>

/* Copies the columns of one robot from rows of all values. */
static double *copy_columns(const double *rows, size_t count, size_t width, size_t first, size_t own)
{
    double *copy = calloc(count * own + 1, sizeof *copy);
    for (size_t i = 0; i < count && copy; i++)
        memcpy(copy + i * own, rows + i * width + first, own * sizeof *copy);
    return copy;
}

/* Fills the track of one robot, whose values begin at `first`; its rows are freed by free_rows. */
static lw_status make_track(const lw_joints *joints, size_t first, const lw_plan *plan,
                            const lw_timed_path *timed, lw_track *track, lw_error *error)
{
    const size_t own = lw_joints_value_count(joints);
    const bool in_time = timed && timed->point_count > 0;
    const size_t count = in_time ? timed->point_count : plan->point_count;
    track->kind = in_time ? LW_TRACK_TRAJECTORY : LW_TRACK_PATH;
    track->joints = joints;
    track->point_count = count;
    track->positions =
        copy_columns(in_time ? timed->positions : plan->path, count, plan->value_count, first, own);
    if (in_time) {
        track->times = timed->times;
        track->interpolation = LW_INTERPOLATION_CUBIC;
        track->velocities = copy_columns(timed->velocities, count, plan->value_count, first, own);
    }
    return track->positions && (!in_time || track->velocities) ? LW_OK : lw_fail_memory(error);
}

static void free_rows(lw_track *tracks, size_t count)
{
    for (size_t r = 0; tracks && r < count; r++) {
        free((void *)tracks[r].positions);
        free((void *)tracks[r].velocities);
    }
    free(tracks);
}

/* Sets all joints that the path does not move to their values at rest. */
static lw_status set_rest(const lw_scene *scene, const lw_motion *rest, lw_motion *motion,
                          lw_error *error)
{
    double begin;
    double end;
    lw_status status = LW_OK;
    lw_motion_interval(rest, &begin, &end);
    for (size_t i = 0; i < lw_scene_joint_count(scene) && !status; i++) {
        lw_joint_info joint = lw_default_joint_info();
        double values[7];
        status = lw_scene_joint_info(scene, i, &joint, error);
        if (status || !joint.value_count || lw_motion_moves(motion, i))
            continue;
        status = lw_motion_joint_values(rest, i, begin, values, error);
        if (!status)
            status = lw_motion_set_joint(motion, lw_scene_robot_name(scene, joint.robot), joint.name,
                                         values, joint.value_count, error);
    }
    return status;
}

lw_status lw_planned_motion_set(const lw_scene *scene, const lw_joint_space *space, const lw_plan *plan,
                                const lw_timed_path *timed, lw_motion *motion, lw_error *error)
{
    size_t first = 0;
    lw_track *tracks = calloc(space->count + 1, sizeof *tracks);
    lw_status status = tracks ? LW_OK : lw_fail_memory(error);
    for (size_t r = 0; r < space->count && !status; r++) {
        tracks[r] = lw_default_track();
        status = make_track(space->joints[r], first, plan, timed, &tracks[r], error);
        first += lw_joints_value_count(space->joints[r]);
    }
    if (!status)
        status = lw_motion_set(motion, tracks, space->count, error);
    if (!status)
        status = set_rest(scene, space->def.rest, motion, error);
    free_rows(tracks, space->count);
    return status;
}

lw_status lw_planned_motion_prove(const lw_scene *scene, const lw_motion *motion, const char *id,
                                  lw_method method, lw_claims_file *file, lw_error *error)
{
    lw_checker *checker = NULL;
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.method = method;
    options.stop = lw_interrupted;
    options.blocks = true;
    options.claim = lw_claims_file_take;
    options.claim_context = file;
    lw_status status = lw_claims_file_begin(file, scene, error);
    if (!status)
        status = lw_checker_create(scene, &checker, error);
    if (!status)
        status = lw_check(checker, motion, &options, &verdict, error);
    if (!status && verdict.kind != LW_VERDICT_FREE)
        status = lw_fail(error, LW_ERROR_STATE, "%s",
                         verdict.reason == LW_REASON_STOPPED
                             ? "the proof was stopped"
                             : "each segment is proven free, but the whole path could not be proven");
    if (!status)
        status = lw_claims_file_write(file, 0, motion, id, &verdict, error);
    lw_checker_destroy(checker);
    return status;
}
