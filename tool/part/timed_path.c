/* A planned path in time. */
#include "part/timed_path.h"

#include "part/path_json.h"
#include "part/planned_motion.h"
#include "text/fail.h"
#include "text/json_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* MoveIt's default: radians or metres per second squared */
static const double default_acceleration = 1;

/* ---- limits ------------------------------------------------------------------------------------ */

/* The limits of each value. */
typedef struct rates {
    double *velocities, *accelerations;
    double scales[2];
    size_t count;      /* so far */
    size_t by_default; /* values that have no limit of acceleration */
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
                       "velocity> or by --joint-limits",
                       joint.name);
    bool limited = joint.acceleration < HUGE_VAL;
    for (size_t i = 0; i < joint.value_count; i++, out->count++) {
        out->velocities[out->count] = joint.velocity * out->scales[0];
        out->accelerations[out->count] =
            (limited ? joint.acceleration : default_acceleration) * out->scales[1];
        out->by_default += !limited;
    }
    return LW_OK;
}

static lw_status find_rates(const lw_scene *scene, const lw_joint_space *space,
                            const lw_timing_options *options, rates *out, lw_error *error)
{
    lw_status status = LW_OK;
    lw_scene_rate_scales(scene, &out->scales[0], &out->scales[1]);
    if (options->velocity_scale > 0)
        out->scales[0] = options->velocity_scale;
    if (options->acceleration_scale > 0)
        out->scales[1] = options->acceleration_scale;
    for (size_t r = 0; r < space->count; r++)
        for (size_t i = 0; i < lw_joints_count(space->joints[r]) && !status; i++) {
            const char *robot = lw_scene_robot_name(scene, lw_joints_robot(space->joints[r]));
            int64_t joint = lw_scene_find_joint(scene, robot, lw_joints_name(space->joints[r], i));
            status = add_joint(scene, (size_t)joint, out, error);
        }
    return status;
}

/* ---- the proof --------------------------------------------------------------------------------- */

/* The data for proofs of trajectories of the path. */
typedef struct prover {
    const lw_scene *scene;
    const lw_joint_space *space;
    const lw_plan *plan;
    lw_motion *motion;
    lw_checker *checker;
} prover;

static lw_status begin_proofs(const lw_scene *scene, const lw_joint_space *space, const lw_plan *plan,
                              prover *out, lw_error *error)
{
    *out = (prover){.scene = scene, .space = space, .plan = plan};
    lw_status status = lw_motion_create(scene, &out->motion, error);
    return status ? status : lw_checker_create(scene, &out->checker, error);
}

static void end_proofs(prover *p)
{
    lw_checker_destroy(p->checker);
    lw_motion_destroy(p->motion);
}

/* Checks a trajectory with the very numbers that are written: its verdict and clearance. */
static lw_status prove(prover *p, const lw_timed_path *timed, lw_verdict *out, lw_error *error)
{
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    *out = lw_default_verdict();
    lw_status status = lw_planned_motion_set(p->scene, p->space, p->plan, timed, p->motion, error);
    return status ? status : lw_check(p->checker, p->motion, &options, out, error);
}

/* ---- corners ----------------------------------------------------------------------------------- */

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
        corners[nearest] = corners[nearest] > 0.1 ? 0.5 * corners[nearest] : 0;
    return passed;
}

/* Finds the fastest trajectory whose corners are proven free too. */
static lw_status find_free(prover *p, lw_timing *timing, double *corners, lw_timed_path *out,
                           lw_verdict *verdict, lw_error *error)
{
    for (;;) {
        lw_status status = lw_time_path(timing, out, error);
        if (!status)
            status = prove(p, out, verdict, error);
        if (status || verdict->kind == LW_VERDICT_FREE)
            return status;
        double time = verdict->kind == LW_VERDICT_CONTACT ? verdict->time : verdict->free_until;
        if (!slow_down(out, timing->point_count, time, corners))
            return lw_fail(error, LW_ERROR_STATE,
                           "the path is free, but so close to a contact that the rounding errors of "
                           "its trajectory matter; plan with a larger --margin");
        lw_timed_path_free(out);
    }
}

static lw_status find_timed(const lw_scene *scene, const lw_joint_space *space, lw_timing *timing,
                            double *corners, lw_plan *plan, lw_timed_path *out, lw_error *error)
{
    prover p;
    lw_verdict verdict;
    lw_status status = begin_proofs(scene, space, plan, &p, error);
    if (!status)
        status = find_free(&p, timing, corners, out, &verdict, error);
    end_proofs(&p);
    if (status)
        return status;
    plan->clearance = verdict.clearance;
    plan->self_clearance = verdict.self_clearance;
    return LW_OK;
}

lw_status lw_timed_path_find(const lw_scene *scene, const lw_joint_space *space, lw_plan *plan,
                             const lw_timing_options *options, lw_report *report, lw_timed_path *out,
                             lw_error *error)
{
    *out = lw_default_timed_path();
    if (options->format != LW_FORMAT_JSON && space->count > 1)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a JointTrajectory is of one robot; several robots need --format json");
    size_t width = plan->value_count;
    rates limits = {.velocities = calloc(2 * width + plan->point_count, sizeof(double))};
    if (!limits.velocities)
        return lw_fail_memory(error);
    limits.accelerations = limits.velocities + width;
    double *corners = limits.accelerations + width;
    for (size_t k = 0; k < plan->point_count; k++)
        corners[k] = 1;
    lw_timing timing = lw_default_timing();
    timing.path = plan->path;
    timing.point_count = plan->point_count;
    timing.value_count = width;
    timing.velocities = limits.velocities;
    timing.accelerations = limits.accelerations;
    timing.corners = options->stops ? NULL : corners;
    if (options->stops)
        memset(corners, 0, plan->point_count * sizeof *corners);
    lw_status status = find_rates(scene, space, options, &limits, error);
    if (!status && limits.by_default)
        lw_report_say(report,
                      "%zu values have no largest acceleration: %g rad/s^2 (m/s^2) is taken; "
                      "--joint-limits can give them",
                      limits.by_default, default_acceleration);
    if (!status)
        status = find_timed(scene, space, &timing, corners, plan, out, error);
    free(limits.velocities);
    return status;
}

/* ---- JSON -------------------------------------------------------------------------------------- */

static void print_values(FILE *file, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "[", file);
        lw_print_number(file, values[i]);
    }
    fputs("]", file);
}

static void print_rows(FILE *file, const char *key, const double *rows, const lw_timed_path *timed,
                       size_t first, size_t own)
{
    fprintf(file, ",\n    \"%s\": [", key);
    for (size_t i = 0; i < timed->point_count; i++) {
        fputs(i ? ",\n      " : "\n      ", file);
        print_values(file, rows + i * timed->value_count + first, own);
    }
    fputs("]", file);
}

static void print_part(FILE *file, const lw_joints *joints, size_t first, const void *context)
{
    const lw_timed_path *timed = context;
    size_t own = lw_joints_value_count(joints);
    fputs("\"trajectory\": {\"interpolation\": \"cubic\",\n    \"times\": ", file);
    print_values(file, timed->times, timed->point_count);
    print_rows(file, "positions", timed->positions, timed, first, own);
    print_rows(file, "velocities", timed->velocities, timed, first, own);
    fputs("}", file);
}

/* ---- ROS --------------------------------------------------------------------------------------- */

static void print_point(FILE *file, const lw_timed_path *timed, size_t i, bool second_edition)
{
    int64_t nanoseconds = (int64_t)llround(timed->times[i] * 1e9);
    size_t width = timed->value_count;
    fputs("- positions: ", file);
    print_values(file, timed->positions + i * width, width);
    fputs("\n  velocities: ", file);
    print_values(file, timed->velocities + i * width, width);
    fprintf(file,
            "\n  accelerations: []\n  effort: []\n  time_from_start: {%s: %" PRId64 ", %s: %" PRId64
            "}\n",
            second_edition ? "sec" : "secs", nanoseconds / 1000000000,
            second_edition ? "nanosec" : "nsecs", nanoseconds % 1000000000);
}

static void print_ros(FILE *file, const lw_joints *joints, const lw_timed_path *timed,
                      bool second_edition)
{
    fputs(second_edition ? "header: {stamp: {sec: 0, nanosec: 0}, frame_id: ''}\njoint_names: ["
                         : "header: {seq: 0, stamp: {secs: 0, nsecs: 0}, frame_id: ''}\njoint_names: [",
          file);
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        fputs(i ? ", " : "", file);
        lw_print_string(file, lw_joints_name(joints, i));
    }
    fputs("]\npoints:\n", file);
    for (size_t i = 0; i < timed->point_count; i++)
        print_point(file, timed, i, second_edition);
}

void lw_timed_path_print(FILE *file, const char *id, const lw_scene *scene, const lw_joint_space *space,
                         const lw_plan *plan, const lw_timing_options *options,
                         const lw_timed_path *timed)
{
    if (options->format == LW_FORMAT_JSON)
        lw_motion_json(file, id, scene, &space->def, plan, print_part, timed);
    else
        print_ros(file, space->joints[0], timed, options->format == LW_FORMAT_ROS2);
}
