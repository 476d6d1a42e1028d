/* Stops: motions in which each joint brakes by itself until it rests. */
#include "motion/stop.h"

#include "base/error.h"
#include "leeway/verify.h"
#include "math/polynomial.h"
#include "motion/tolerance.h"
#include "motion/track.h"
#include "scene/build.h"

#include <string.h>

/* How far beyond its limit a rate or acceleration may be at the beginning, as a share of it: more than
 * what lw_motion_limits lets pass. */
static const double SLACK = 2 * LW_LIMITS_SLACK;

/* The definition of a joint. */
static const lw_joint_def *definition_of(const lw_motion *motion, size_t joint)
{
    const size_t at = motion->chains->joints[joint].definition;
    return &motion->scene->model.joints.items[at].def;
}

/* Whether a variable is one of a joint's, or of that which the joint follows. */
static bool has_variable(const lw_frozen_joint *joint, int32_t variable)
{
    const size_t count = joint->kind == LW_JOINT_FLOATING ? (size_t)LW_FLOATING_VARIABLES
                                                          : lw_joint_value_count(joint->kind);
    return joint->variable >= 0 && variable >= joint->variable &&
           variable < joint->variable + (int32_t)count;
}

lw_brake lw_brake_of(const lw_motion *motion, int32_t variable)
{
    const lw_chains *chains = motion->chains;
    lw_brake brake = {HUGE_VAL, HUGE_VAL};
    for (size_t i = 0; i < chains->joint_count; i++) {
        const lw_frozen_joint *joint = &chains->joints[i];
        if (!has_variable(joint, variable))
            continue;
        const lw_joint_def *def = definition_of(motion, i);
        const double times =
            joint->mimic >= 0 ? fabs(chains->elementary[joint->elementary].multiplier) : 1;
        if (!(times > 0))
            continue;
        brake.acceleration = lesser(brake.acceleration, def->acceleration / times);
        brake.jerk = lesser(brake.jerk, def->jerk / times);
    }
    return brake;
}

/* Adds a phase, unless it is too short to be a piece. at: the value and its derivatives when it begins;
 * the value is moved on to its end. */
static void add_phase(lw_stop_phases *out, double duration, double *value, double rate,
                      double acceleration, double jerk)
{
    if (!(duration >= LW_SHORTEST_PIECE))
        return;
    double *c = out->c[out->count];
    c[0] = *value;
    c[1] = rate * duration;
    c[2] = acceleration * duration * duration / 2;
    c[3] = jerk * duration * duration * duration / 6;
    out->durations[out->count++] = duration;
    *value = lw_polynomial_value(c, LW_STOP_DEGREE, 1);
}

/* The durations of the phases of a stop, mirrored so that the rate falls, and the deceleration p. */
typedef struct durations {
    double t1, t2, t3, p;
} durations;

static durations durations_of(double v, double a, lw_brake brake)
{
    const double most = greater(brake.acceleration, fabs(a));
    durations out = {.p = sqrt(greater(brake.jerk * v + a * a / 2, 0))};
    if (out.p > most)
        out.p = most;
    out.p = greater(out.p, -a);
    out.t1 = (a + out.p) / brake.jerk;
    out.t3 = out.p / brake.jerk;
    if (out.p >= most)
        out.t2 = greater(v + (a * a - 2 * out.p * out.p) / (2 * brake.jerk), 0) / out.p;
    return out;
}

lw_stop_phases lw_stop_phases_of(lw_variable_state from, lw_brake brake)
{
    lw_stop_phases out = {0};
    double value = from.value;
    double v = from.rate;
    double a = from.acceleration;
    if (brake.jerk == HUGE_VAL) {
        add_phase(&out, fabs(v) / brake.acceleration, &value, v,
                  v > 0 ? -brake.acceleration : brake.acceleration, 0);
        return out;
    }
    const double left = v + a * fabs(a) / (2 * brake.jerk);
    const double s = left > 0 ? 1 : -1; /* if it is 0 both sides give the same stop */
    v *= s;
    a *= s;
    const durations of = durations_of(v, a, brake);
    /* from the end backwards, so that the last phase ends at rest */
    const double third = of.p * of.t3 / 2;
    add_phase(&out, of.t1, &value, s * v, s * a, -s * brake.jerk);
    add_phase(&out, of.t2, &value, s * (third + of.p * of.t2), -s * of.p, 0);
    add_phase(&out, of.t3, &value, s * third, -s * of.p, s * brake.jerk);
    return out;
}

lw_stop_change lw_stop_change_of(double rate, double acceleration, lw_brake brake)
{
    static const double UP = 1 + 0x1p-40;
    if (brake.jerk == HUGE_VAL)
        return (lw_stop_change){.value_by_rate = rate / brake.acceleration * UP};
    /* each grows with the rate and with the acceleration */
    const double most = greater(brake.acceleration, acceleration);
    const double p = lesser(most, sqrt(brake.jerk * rate + acceleration * acceleration / 2));
    const double t1 = (acceleration + p) / brake.jerk;
    const double t3 = p / brake.jerk;
    const double t2 =
        greater(rate + (acceleration * acceleration - 2 * brake.acceleration * brake.acceleration) /
                           (2 * brake.jerk),
                0) /
        brake.acceleration;
    return (lw_stop_change){.value_by_rate = (t1 + t2 + t3 / 2) * UP,
                            .value_by_acceleration = t1 * (t1 / 2 + t2 + t3 / 2) * UP,
                            .rate_by_acceleration = t1 * UP};
}

/* ---- motions ------------------------------------------------------------------------------------- */

static lw_status fail_unlimited(const lw_motion *motion, size_t joint, lw_error *error)
{
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "joint \"%s\" moves and has no limit of acceleration, so that it is not known how "
                   "fast it stops: give it one (joint_limits.yaml)",
                   motion->chains->joints[joint].name);
}

static lw_status check_state(const lw_motion *motion, size_t index, lw_variable_state from,
                             lw_brake brake, lw_error *error)
{
    const char *name = motion->chains->joints[index].name;
    const double fastest = definition_of(motion, index)->velocity;
    const double numbers[] = {from.value, from.rate, from.acceleration};
    static const char *const whats[] = {"value", "velocity", "acceleration"};
    for (int i = 0; i < 3; i++)
        if (!lw_build_in_range(numbers[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "joint \"%s\": its %s is %g; it must be finite and at most %g", name,
                           whats[i], numbers[i], LW_LARGEST);
    if (from.rate == 0 && (from.acceleration == 0 || brake.jerk == HUGE_VAL))
        return LW_OK;
    if (brake.acceleration == HUGE_VAL)
        return fail_unlimited(motion, index, error);
    if (fabs(from.rate) > fastest * (1 + SLACK))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "joint \"%s\" moves at %.9g, faster than its limit %.9g", name, from.rate,
                       fastest);
    if (brake.jerk < HUGE_VAL && fabs(from.acceleration) > brake.acceleration * (1 + SLACK))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "joint \"%s\" has the acceleration %.9g, beyond its limit %.9g", name,
                       from.acceleration, brake.acceleration);
    return LW_OK;
}

/* Adds the track of a variable that brakes. */
static lw_status add_track(lw_motion *motion, size_t joint, int32_t variable,
                           const lw_stop_phases *phases, lw_error *error)
{
    lw_motion_track *track = &motion->tracks.items[motion->tracks.count];
    track->joints = (lw_joints){.robot = motion->chains->joints[joint].robot,
                                .count = 1,
                                .value_count = 1,
                                .chains = motion->chains};
    track->piece_count = (size_t)phases->count;
    track->degree = LW_STOP_DEGREE;
    track->column_count = 1;
    track->floating_count = 0;
    track->approaches = false;
    lw_status status = lw_track_take_memory(track, error);
    if (status)
        return status;
    motion->tracks.count++;
    track->variables[0] = variable;
    track->times[0] = 0;
    for (int i = 0; i < phases->count; i++)
        track->times[i + 1] = track->times[i] + phases->durations[i];
    track->last = track->times[phases->count];
    memcpy(track->coefficients, phases->c, track->piece_count * sizeof phases->c[0]);
    if (!lw_build_in_range(track->last))
        return lw_fail(error, LW_ERROR_ARGUMENT, "joint \"%s\" takes more than %g s to stop",
                       motion->chains->joints[joint].name, LW_LARGEST);
    return LW_OK;
}

/* Lets a variable brake. */
static lw_status brake_variable(lw_motion *motion, size_t joint, int32_t variable,
                                lw_variable_state from, lw_error *error)
{
    const lw_brake brake = lw_brake_of(motion, variable);
    lw_status status = check_state(motion, joint, from, brake, error);
    if (status)
        return status;
    motion->rest[variable] = from.value;
    motion->own_rest[joint] = true;
    if (from.rate == 0 && (from.acceleration == 0 || brake.jerk == HUGE_VAL))
        return LW_OK;
    const lw_stop_phases phases = lw_stop_phases_of(from, brake);
    return phases.count ? add_track(motion, joint, variable, &phases, error) : LW_OK;
}

static lw_status brake_joints(lw_motion *motion, const lw_joints *joints, const double *values,
                              const double *rates, const double *accelerations, lw_error *error)
{
    lw_status status = LW_OK;
    size_t at = 0;
    for (size_t i = 0; i < joints->count && !status; i++) {
        const size_t index = (size_t)joints->joints[i];
        const lw_frozen_joint *joint = &motion->chains->joints[index];
        if (joint->kind == LW_JOINT_FLOATING)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "joint \"%s\" is floating; stops are of joints with one value or three",
                           joint->name);
        for (size_t k = 0; k < lw_joint_value_count(joint->kind) && !status; k++, at++)
            status = brake_variable(
                motion, index, joint->variable + (int32_t)k,
                (lw_variable_state){values[at], rates[at], accelerations ? accelerations[at] : 0},
                error);
    }
    return status;
}

lw_status lw_motion_set_stop(lw_motion *motion, const lw_joints *joints, const double *values,
                             const double *rates, const double *accelerations, lw_error *error)
{
    if (!motion || !values || !rates)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_motion_set_stop needs a motion, values and rates");
    if (!joints && !(joints = lw_scene_joints(motion->scene, NULL, NULL, error)))
        return LW_ERROR_NAME;
    if (joints->chains != motion->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the joints are of another scene than the motion");
    lw_status status = lw_motion_begin(motion, motion->chains->variable_count, error);
    if (!status)
        status = brake_joints(motion, joints, values, rates, accelerations, error);
    motion->seconds = true;
    motion->interpolation = LW_INTERPOLATION_CUBIC;
    return lw_motion_end(motion, status, error);
}

/* ---- the stop from a time of a motion ------------------------------------------------------------ */

/* Where a column of a track is at a time; of two pieces that meet there, in the earlier one. */
static lw_variable_state state_at(const lw_motion_track *track, size_t column, double time)
{
    const size_t terms = (size_t)track->degree + 1;
    size_t piece = 0;
    while (piece + 1 < track->piece_count && time > track->times[piece + 1])
        piece++;
    const double width = track->times[piece + 1] - track->times[piece];
    const double u = lesser(greater((time - track->times[piece]) / width, 0), 1);
    double c[LW_DEGREE + 1];
    double at[3] = {0, 0, 0};
    memcpy(c, track->coefficients + (piece * track->column_count + column) * terms, terms * sizeof *c);
    const bool rests = time < track->times[0] || time > track->last;
    int degree = track->degree;
    for (int k = 0; k < (rests ? 1 : 3); k++) {
        at[k] = lw_polynomial_value(c, degree, u);
        lw_polynomial_derive(c, degree, c);
        degree -= degree > 0;
    }
    return (lw_variable_state){at[0], at[1] / width, at[2] / (width * width)};
}

/* The joint that a variable belongs to; another may follow it. */
static size_t joint_of(const lw_chains *chains, int32_t variable)
{
    size_t i = 0;
    while (chains->joints[i].mimic >= 0 || !has_variable(&chains->joints[i], variable))
        i++;
    return i;
}

static lw_status refuse_floating(const lw_motion *of, lw_error *error)
{
    for (size_t i = 0; i < of->tracks.count; i++)
        if (of->tracks.items[i].floating_count)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "joint \"%s\" is floating; stops are of joints with one value or three",
                           of->chains->joints[of->tracks.items[i].floating[0]].name);
    return LW_OK;
}

static lw_status check_of(const lw_motion *motion, const lw_motion *of, double time, lw_error *error)
{
    if (!motion || !of || motion == of)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_motion_set_stop_at needs two motions");
    if (motion->scene != of->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the two motions are of different scenes");
    if (of->stages)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the motion attaches and releases objects: take the stop of its stage");
    if (!of->seconds)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a path has no times, so that its velocities are not known: stops are of "
                       "trajectories");
    if (!(time >= of->begin && time <= of->end))
        return lw_fail(error, LW_ERROR_ARGUMENT, "time %g is outside the motion, %g to %g", time,
                       of->begin, of->end);
    return refuse_floating(of, error);
}

static lw_status brake_tracks(lw_motion *motion, const lw_motion *of, double time, lw_error *error)
{
    const lw_chains *chains = motion->chains;
    lw_status status = LW_OK;
    memcpy(motion->rest, of->rest, chains->variable_count * sizeof *of->rest);
    memcpy(motion->rest_pose, of->rest_pose, chains->joint_count * sizeof *of->rest_pose);
    memcpy(motion->own_rest, of->own_rest, chains->joint_count * sizeof *of->own_rest);
    for (size_t i = 0; i < of->tracks.count && !status; i++) {
        const lw_motion_track *track = &of->tracks.items[i];
        for (size_t c = 0; c < track->column_count && !status; c++) {
            const int32_t variable = track->variables[c];
            status = brake_variable(motion, joint_of(chains, variable), variable,
                                    state_at(track, c, time), error);
        }
    }
    return status;
}

lw_status lw_motion_set_stop_at(lw_motion *motion, const lw_motion *of, double time, lw_error *error)
{
    lw_status status = check_of(motion, of, time, error);
    if (status)
        return status;
    status = lw_motion_begin(motion, motion->chains->variable_count, error);
    if (!status)
        status = brake_tracks(motion, of, time, error);
    motion->seconds = true;
    motion->interpolation = LW_INTERPOLATION_CUBIC;
    status = lw_motion_end(motion, status, error);
    lw_motion_clear_tolerance(motion);
    return status ? status : lw_tolerances_join(motion, of, error);
}

/* Whether a column of a track moves. */
static bool moves(const lw_motion_track *track, size_t column)
{
    const size_t terms = (size_t)track->degree + 1;
    for (size_t k = 0; k < track->piece_count; k++)
        for (size_t i = 1; i < terms; i++)
            if (track->coefficients[(k * track->column_count + column) * terms + i] != 0)
                return true;
    return false;
}

lw_status lw_stop_check_joints(const lw_motion *of, lw_error *error)
{
    lw_status status = refuse_floating(of, error);
    for (size_t i = 0; i < of->tracks.count && !status; i++) {
        const lw_motion_track *track = &of->tracks.items[i];
        for (size_t c = 0; c < track->column_count; c++)
            if (lw_brake_of(of, track->variables[c]).acceleration == HUGE_VAL && moves(track, c))
                return fail_unlimited(of, joint_of(of->chains, track->variables[c]), error);
    }
    return status;
}
