/* A planned path in time: the fastest trajectory along it within the limits of its joints that is
 * proven free. Corners are cut as far as that is free: a corner where the trajectory is not free is
 * passed more slowly, so that less of it is cut, and at last at rest, on the path. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "plan/planner.h"

/* A corner that is passed at less than this share of the largest speed comes to rest instead. */
static const double least_share = 0.1;

/* ---- motions ----------------------------------------------------------------------------------- */

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
    const size_t count = timed ? timed->point_count : plan->point_count;
    track->kind = timed ? LW_TRACK_TRAJECTORY : LW_TRACK_PATH;
    track->joints = joints;
    track->point_count = count;
    track->positions =
        copy_columns(timed ? timed->positions : plan->path, count, plan->value_count, first, own);
    if (timed) {
        track->times = timed->times;
        track->interpolation = LW_INTERPOLATION_CUBIC;
        track->velocities = copy_columns(timed->velocities, count, plan->value_count, first, own);
    }
    return track->positions && (!timed || track->velocities) ? LW_OK : lw_fail_memory(error);
}

static void free_rows(lw_track *tracks, size_t count)
{
    for (size_t r = 0; tracks && r < count; r++) {
        free((void *)tracks[r].positions);
        free((void *)tracks[r].velocities);
    }
    free(tracks);
}

static lw_status set_motion(const lw_planner *planner, const lw_plan *plan, const lw_timed_path *timed,
                            lw_motion *motion, lw_error *error)
{
    const lw_cspace *space = &planner->space;
    size_t first = 0;
    lw_track *tracks = calloc(space->joints_count, sizeof *tracks);
    lw_status status = tracks ? LW_OK : lw_fail_memory(error);
    for (size_t r = 0; r < space->joints_count && !status; r++) {
        tracks[r] = lw_default_track();
        status = make_track(space->joints[r], first, plan, timed, &tracks[r], error);
        first += lw_joints_value_count(space->joints[r]);
    }
    if (!status)
        status = lw_motion_set(motion, tracks, space->joints_count, error);
    if (!status)
        status = lw_edges_set_rest(&planner->edges, motion, error);
    free_rows(tracks, space->joints_count);
    return status;
}

/* Reads the caller's plan, which must have a path of the planner's values. */
static lw_status take_plan(const lw_planner *planner, const lw_plan *given, lw_plan *out,
                           lw_error *error)
{
    *out = lw_default_plan();
    if (!planner || !given)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a planner, or its plan, is missing");
    lw_status status = lw_sized_read(LW_SIZED(plan), given, out, error);
    if (status)
        return status;
    if (out->kind != LW_PLAN_FOUND || !out->path || !out->point_count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the plan has no path: none was found");
    if (out->value_count != planner->space.value_count)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the plan has %zu values in each configuration, its planner %zu",
                       out->value_count, planner->space.value_count);
    return LW_OK;
}

lw_status lw_motion_set_plan(lw_motion *motion, const lw_planner *planner, const lw_plan *plan,
                             const lw_timed_path *timed, lw_error *error)
{
    lw_plan own;
    lw_timed_path room = lw_default_timed_path();
    lw_status status = take_plan(planner, plan, &own, error);
    if (!status)
        LW_SIZED_TAKE(timed_path, timed, &room, status, error);
    if (status)
        return status;
    if (timed && timed->value_count != own.value_count)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the path in time has %zu values in each configuration, the plan %zu",
                       timed->value_count, own.value_count);
    return set_motion(planner, &own, timed, motion, error);
}

/* ---- limits ------------------------------------------------------------------------------------ */

/* The limits of each value. */
typedef struct rates {
    double *velocities, *accelerations;
    double scales[2];
    double acceleration; /* of joints that have no limit */
    size_t count;        /* so far */
    size_t unlimited;    /* values that have no limit of acceleration */
} rates;

static lw_status add_joint(const lw_scene *scene, size_t index, rates *out, lw_error *error)
{
    lw_joint_info joint = lw_default_joint_info();
    lw_status status = lw_scene_joint_info(scene, index, &joint, error);
    if (status)
        return status;
    if (joint.kind == LW_JOINT_FLOATING)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "joint \"%s\" is floating; a trajectory of joint values cannot hold it",
                       joint.name);
    if (!(joint.velocity < HUGE_VAL))
        return lw_fail(error, LW_ERROR_LIMIT,
                       "joint \"%s\" has no largest velocity; give it one in the URDF's <limit "
                       "velocity> or in a joint_limits.yaml",
                       joint.name);
    bool limited = joint.acceleration < HUGE_VAL;
    for (size_t i = 0; i < joint.value_count; i++, out->count++) {
        out->velocities[out->count] = joint.velocity * out->scales[0];
        out->accelerations[out->count] =
            (limited ? joint.acceleration : out->acceleration) * out->scales[1];
        out->unlimited += !limited;
    }
    return LW_OK;
}

static lw_status find_rates(const lw_cspace *space, const lw_timed_options *options, rates *out,
                            lw_error *error)
{
    lw_status status = LW_OK;
    const lw_scene *scene = space->scene;
    lw_scene_rate_scales(scene, &out->scales[0], &out->scales[1]);
    if (options->velocity_scale > 0)
        out->scales[0] = options->velocity_scale;
    if (options->acceleration_scale > 0)
        out->scales[1] = options->acceleration_scale;
    out->acceleration = options->acceleration;
    for (size_t r = 0; r < space->joints_count; r++)
        for (size_t i = 0; i < lw_joints_count(space->joints[r]) && !status; i++) {
            const char *robot = lw_scene_robot_name(scene, lw_joints_robot(space->joints[r]));
            int64_t joint = lw_scene_find_joint(scene, robot, lw_joints_name(space->joints[r], i));
            status = add_joint(scene, (size_t)joint, out, error);
        }
    return status;
}

/* ---- proofs ------------------------------------------------------------------------------------ */

/* The data for proofs of trajectories of the path. */
typedef struct prover {
    const lw_planner *planner;
    const lw_plan *plan;
    lw_motion *motion;
    lw_checker *checker;
} prover;

/* Checks a trajectory with the very numbers that the caller gets: its verdict and clearance. */
static lw_status prove(prover *p, const lw_timed_path *timed, lw_verdict *out, lw_error *error)
{
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    *out = lw_default_verdict();
    lw_status status = set_motion(p->planner, p->plan, timed, p->motion, error);
    return status ? status : lw_check(p->checker, p->motion, &options, out, error);
}

/* Slows down at the corner where a trajectory is not free, so that less of it is cut; false: it rests
 * at all corners already. */
static bool slow_down(const lw_timed_path *timed, size_t count, double time, double *corners)
{
    size_t nearest = 0;
    bool passed = false;
    for (size_t k = 1; k + 1 < count; k++) {
        passed = passed || corners[k] > 0;
        if (corners[k] > 0 &&
            (!nearest || fabs(timed->waypoints[k] - time) < fabs(timed->waypoints[nearest] - time)))
            nearest = k;
    }
    if (nearest)
        corners[nearest] = corners[nearest] > least_share ? 0.5 * corners[nearest] : 0;
    return passed;
}

/* Finds the fastest trajectory whose corners are proven free too. */
static lw_status find_free(prover *p, const lw_timing *timing, double *corners, lw_timed_path *out,
                           lw_error *error)
{
    for (;;) {
        lw_verdict verdict;
        lw_status status = lw_time_path(timing, out, error);
        if (!status)
            status = prove(p, out, &verdict, error);
        if (status)
            return status;
        if (verdict.kind == LW_VERDICT_FREE) {
            out->clearance = verdict.clearance;
            out->self_clearance = verdict.self_clearance;
            return LW_OK;
        }
        double time = verdict.kind == LW_VERDICT_CONTACT ? verdict.time : verdict.free_until;
        if (!slow_down(out, timing->point_count, time, corners))
            return lw_fail(error, LW_ERROR_STATE,
                           "the trajectory along the path is not proven free, even at rest at each "
                           "waypoint: the path is too close to a contact; plan with a larger margin");
        lw_timed_path_free(out);
    }
}

static lw_status find_timed(const lw_planner *planner, const lw_plan *plan, const lw_timing *timing,
                            double *corners, lw_timed_path *out, lw_error *error)
{
    prover p = {.planner = planner, .plan = plan};
    lw_status status = lw_motion_create(planner->space.scene, &p.motion, error);
    if (!status)
        status = lw_checker_create(planner->space.scene, &p.checker, error);
    if (!status)
        status = find_free(&p, timing, corners, out, error);
    lw_checker_destroy(p.checker);
    lw_motion_destroy(p.motion);
    return status;
}

static lw_status check_options(const lw_timed_options *options, lw_error *error)
{
    if (!(options->velocity_scale >= 0) || isinf(options->velocity_scale) ||
        !(options->acceleration_scale >= 0) || isinf(options->acceleration_scale))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the velocities are scaled by %g and the accelerations by %g; both must be 0 or "
                       "more, and finite",
                       options->velocity_scale, options->acceleration_scale);
    if (!(options->acceleration > 0) || isinf(options->acceleration))
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "the acceleration of joints without a limit is %g; it must be above 0, and finite",
            options->acceleration);
    return LW_OK;
}

/* Finds the trajectory; its arrays are freed by the caller in any case. */
static lw_status make(const lw_planner *planner, const lw_plan *plan, const lw_timed_options *options,
                      lw_timed_path *out, lw_error *error)
{
    size_t width = plan->value_count;
    rates limits = {.velocities = calloc(2 * width + plan->point_count, sizeof(double))};
    if (!limits.velocities)
        return lw_fail_memory(error);
    limits.accelerations = limits.velocities + width;
    double *corners = limits.accelerations + width;
    for (size_t k = 0; k < plan->point_count; k++)
        corners[k] = options->stops ? 0 : 1;
    lw_timing timing = lw_default_timing();
    timing.path = plan->path;
    timing.point_count = plan->point_count;
    timing.value_count = width;
    timing.velocities = limits.velocities;
    timing.accelerations = limits.accelerations;
    timing.corners = options->stops ? NULL : corners;
    lw_status status = find_rates(&planner->space, options, &limits, error);
    if (!status)
        status = find_timed(planner, plan, &timing, corners, out, error);
    out->unlimited_count = limits.unlimited;
    free(limits.velocities);
    return status;
}

lw_status lw_plan_timed(const lw_planner *planner, const lw_plan *plan, const lw_timed_options *options,
                        lw_timed_path *out, lw_error *error)
{
    lw_plan own;
    lw_timed_options how = lw_default_timed_options();
    lw_timed_path timed = lw_default_timed_path();
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no place for the path in time");
    lw_status status = lw_sized_check(LW_SIZED(timed_path), out, error);
    if (!status)
        status = take_plan(planner, plan, &own, error);
    if (!status && options)
        status = lw_sized_read(LW_SIZED(timed_options), options, &how, error);
    if (!status)
        status = check_options(&how, error);
    if (!status)
        status = make(planner, &own, &how, &timed, error);
    if (status)
        lw_timed_path_free(&timed);
    else
        lw_sized_write(LW_SIZED(timed_path), &timed, out);
    return status;
}
