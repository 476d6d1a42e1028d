/* A command as a motion: the way through some waypoints of a chunk, and the stop from its end. */
#include "gate/command.h"

#include "base/array.h"
#include "base/error.h"
#include "math/polynomial.h"
#include "motion/limits.h"
#include "motion/track.h"
#include "scene/build.h"

#include <string.h>

enum { TERMS = LW_STOP_DEGREE + 1 };

/* ---- joints -------------------------------------------------------------------------------------- */

static const lw_joint_def *definition_of(const lw_scene *scene, const lw_frozen_joint *joint)
{
    return &scene->model.joints.items[joint->definition].def;
}

/* Replaces a limit of a stop by the caller's. */
static lw_status take_brake(const char *joint, const char *what, const double *given, double most,
                            double *limit, lw_error *error)
{
    if (given && !(*given > 0 && *given <= most))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "joint \"%s\": the %s of its stop is %g; it must be "
                       "above 0",
                       joint, what, *given);
    if (given)
        *limit = *given;
    return LW_OK;
}

static lw_status take_value(const lw_motion *still, const lw_gate_options *options, size_t column,
                            lw_command_value *value, lw_error *error)
{
    const char *name = still->chains->joints[value->joint].name;
    const double *acceleration = options->stop_acceleration;
    const double *jerk = options->stop_jerk;
    value->brake = lw_brake_of(still, value->variable);
    lw_status status = take_brake(name, "acceleration", acceleration ? acceleration + column : NULL,
                                  LW_LARGEST, &value->brake.acceleration, error);
    if (!status)
        status =
            take_brake(name, "jerk", jerk ? jerk + column : NULL, HUGE_VAL, &value->brake.jerk, error);
    if (!status && value->brake.acceleration == HUGE_VAL)
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "joint \"%s\" has no limit of acceleration, so that it is not known how fast "
                         "it stops: give it one (joint_limits.yaml), or stop_acceleration",
                         name);
    return status;
}

static lw_status take_values(lw_arena *arena, const lw_scene *scene, const lw_joints *joints,
                             const lw_gate_options *options, lw_command *out, lw_error *error)
{
    lw_motion *still = NULL;
    size_t column = 0;
    out->values = lw_arena_array(arena, joints->value_count, sizeof *out->values);
    if (!out->values)
        return lw_fail_memory(error);
    lw_status status = lw_motion_create(scene, &still, error);
    for (size_t i = 0; i < joints->count && !status; i++) {
        const size_t index = (size_t)joints->joints[i];
        const lw_frozen_joint *joint = &joints->chains->joints[index];
        if (joint->kind == LW_JOINT_FLOATING)
            status = lw_fail(error, LW_ERROR_ARGUMENT,
                             "joint \"%s\" is floating; a gate is for joints with one value or three",
                             joint->name);
        for (size_t k = 0; k < lw_joint_value_count(joint->kind) && !status; k++, column++) {
            out->values[column] =
                (lw_command_value){.variable = joint->variable + (int32_t)k, .joint = index, .part = k};
            status = take_value(still, options, column, &out->values[column], error);
        }
    }
    out->column_count = column;
    lw_motion_destroy(still);
    return status;
}

/* The column of a variable; column_count: none. */
static size_t column_of(const lw_command *command, int32_t variable)
{
    size_t column = 0;
    while (column < command->column_count && command->values[column].variable != variable)
        column++;
    return column;
}

/* Lists the values of joints that follow the columns, those of mimic joints too. */
static lw_status take_limits(lw_arena *arena, const lw_scene *scene, lw_command *out, lw_error *error)
{
    const lw_chains *chains = scene->frozen->chains;
    out->limits = lw_arena_array(arena, 3 * chains->joint_count, sizeof *out->limits);
    if (!out->limits)
        return lw_fail_memory(error);
    for (size_t i = 0; i < chains->joint_count; i++) {
        const lw_frozen_joint *joint = &chains->joints[i];
        const lw_joint_def *def = definition_of(scene, joint);
        const bool has = joint->kind == LW_JOINT_REVOLUTE || joint->kind == LW_JOINT_PRISMATIC;
        const bool mimics = joint->mimic >= 0;
        for (size_t k = 0; joint->variable >= 0 && k < lw_joint_value_count(joint->kind); k++) {
            const size_t column = column_of(out, joint->variable + (int32_t)k);
            if (column == out->column_count)
                continue;
            const lw_elementary_joint *moves = &chains->elementary[joint->elementary];
            out->limits[out->limit_count++] =
                (lw_command_limit){.column = column,
                                   .multiplier = mimics ? moves->multiplier : 1,
                                   .offset = mimics ? moves->offset : 0,
                                   .lower = has ? joint->lower : -HUGE_VAL,
                                   .upper = has ? joint->upper : HUGE_VAL,
                                   .velocity = def->velocity,
                                   .acceleration = def->acceleration};
        }
    }
    return LW_OK;
}

/* The most pieces of a command. */
static size_t most_pieces(const lw_command *command)
{
    return command->points + LW_STOP_PHASES * command->column_count + 1;
}

lw_status lw_command_create(lw_arena *arena, const lw_scene *scene, const lw_gate_options *options,
                            lw_command *out, lw_error *error)
{
    const lw_joints *joints = options->joints;
    if (!joints && !(joints = lw_scene_joints(scene, NULL, NULL, error)))
        return LW_ERROR_NAME;
    if (joints->chains != scene->frozen->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the joints are of another scene than the gate");
    *out = (lw_command){.joints = *joints, .points = options->points, .period = options->period};
    out->joints.joints = NULL;
    lw_status status = take_values(arena, scene, joints, options, out, error);
    out->times = lw_arena_array(arena, most_pieces(out) + 1, sizeof *out->times);
    if (!status && !out->times)
        status = lw_fail_memory(error);
    return status ? status : take_limits(arena, scene, out, error);
}

/* ---- motions ------------------------------------------------------------------------------------- */

lw_status lw_command_reserve(const lw_command *command, lw_motion *motion, lw_error *error)
{
    const size_t most = most_pieces(command);
    lw_motion_track *track = motion->tracks.items;
    track->piece_count = most;
    track->degree = LW_STOP_DEGREE;
    track->column_count = command->column_count;
    track->floating_count = 0;
    lw_status status = lw_track_take_memory(track, error);
    if (!status && (!LW_ARRAY_RESERVE(&motion->pieces, most + 3) ||
                    !LW_ARRAY_RESERVE(&motion->piece_of_track, most + 3)))
        status = lw_fail_memory(error);
    return status;
}

/* The velocity of a column at a waypoint. */
static double velocity_at(const lw_command *command, const lw_gate_chunk *chunk, size_t point,
                          size_t column)
{
    const size_t columns = command->column_count;
    const double *at = chunk->points + point * columns + column;
    if (chunk->velocities)
        return chunk->velocities[point * columns + column];
    const double before = point ? at[-(ptrdiff_t)columns] : chunk->values[column];
    return point + 1 < chunk->count ? (at[columns] - before) / (2 * command->period)
                                    : (at[0] - before) / command->period;
}

/* The length of the way to a waypoint, from 0. */
static double width_of(const lw_command *command, size_t point)
{
    return lw_command_time(command, point + 1) - lw_command_time(command, point);
}

/* A column's polynomial on the way to a waypoint. */
static void set_way(const lw_command *command, const lw_gate_chunk *chunk, size_t point, size_t column,
                    double *c)
{
    const size_t columns = command->column_count;
    const double width = width_of(command, point);
    const double from = point ? chunk->points[(point - 1) * columns + column] : chunk->values[column];
    const double v0 =
        width * (point ? velocity_at(command, chunk, point - 1, column) : chunk->rates[column]);
    const double v1 = width * velocity_at(command, chunk, point, column);
    const double way = chunk->points[point * columns + column] - from;
    c[0] = from;
    c[1] = v0;
    c[2] = 3 * way - 2 * v0 - v1;
    c[3] = v0 + v1 - 2 * way;
}

/* Where a column is at the end of the way. */
static lw_variable_state end_of_way(const lw_command *command, const lw_gate_chunk *chunk,
                                    size_t passed, size_t column)
{
    double c[TERMS];
    if (!passed)
        return (lw_variable_state){chunk->values[column], chunk->rates[column], 0};
    const double width = width_of(command, passed - 1);
    set_way(command, chunk, passed - 1, column, c);
    return (lw_variable_state){.value = lw_polynomial_value(c, LW_STOP_DEGREE, 1),
                               .rate = (c[1] + 2 * c[2] + 3 * c[3]) / width,
                               .acceleration = (2 * c[2] + 6 * c[3]) / (width * width)};
}

/* A column's polynomial of a stop that begins at the time `start`, on the interval from `begin` to
 * `end`, in which no phase begins. */
static void set_phase(const lw_stop_phases *stop, double start, double begin, double end, double *c)
{
    const double middle = begin + (end - begin) / 2;
    double from = start;
    int phase = 0;
    while (phase < stop->count && middle > from + stop->durations[phase])
        from += stop->durations[phase++];
    memset(c, 0, TERMS * sizeof *c);
    if (phase == stop->count) {
        c[0] = lw_polynomial_value(stop->c[phase - 1], LW_STOP_DEGREE, 1);
        return;
    }
    const double *p = stop->c[phase];
    const double u = (begin - from) / stop->durations[phase];
    const double share = (end - begin) / stop->durations[phase];
    c[0] = lw_polynomial_value(p, LW_STOP_DEGREE, u);
    c[1] = share * (p[1] + u * (2 * p[2] + u * 3 * p[3]));
    c[2] = share * share * (p[2] + u * 3 * p[3]);
    c[3] = share * share * share * p[3];
}

/* Finds the stops of all columns, and lists the times between pieces: those of waypoints, and those at
 * which a phase of a stop ends. Returns the number of pieces. */
static size_t find_times(lw_command *command, const lw_gate_chunk *chunk, size_t passed)
{
    const double start = lw_command_time(command, passed);
    double *times = command->times + passed;
    size_t count = 1;
    for (size_t k = 0; k <= passed; k++)
        command->times[k] = lw_command_time(command, k);
    for (size_t i = 0; i < command->column_count; i++) {
        lw_command_value *value = &command->values[i];
        const lw_variable_state at = end_of_way(command, chunk, passed, i);
        value->stop = (lw_stop_phases){.count = 0};
        if (at.rate != 0 || (at.acceleration != 0 && value->brake.jerk < HUGE_VAL))
            value->stop = lw_stop_phases_of(at, value->brake);
        double time = start;
        for (int k = 0; k < value->stop.count; k++)
            times[count++] = time += value->stop.durations[k];
        if (!value->stop.count) { /* it rests */
            value->stop.count = 1;
            value->stop.c[0][0] = at.value;
        }
    }
    return passed + lw_times_sort(times, count) - 1;
}

/* Sets the polynomials of all pieces. */
static void set_pieces(const lw_command *command, const lw_gate_chunk *chunk, size_t passed,
                       lw_motion_track *track)
{
    const size_t columns = command->column_count;
    for (size_t k = 0; k < track->piece_count; k++)
        for (size_t i = 0; i < columns; i++) {
            double *c = track->coefficients + (k * columns + i) * TERMS;
            if (k < passed)
                set_way(command, chunk, k, i, c);
            else
                set_phase(&command->values[i].stop, track->times[passed], track->times[k],
                          track->times[k + 1], c);
        }
}

/* Sets the one piece of a track of no length, in which everything rests. */
static void let_rest(const lw_command *command, lw_motion_track *track)
{
    for (size_t i = 0; i < command->column_count; i++) {
        double *c = track->coefficients + i * TERMS;
        memset(c, 0, TERMS * sizeof *c);
        c[0] = command->values[i].stop.c[0][0];
    }
    track->times[1] = 1;
    track->last = 0;
}

lw_status lw_command_set(lw_command *command, const lw_gate_chunk *chunk, size_t passed,
                         lw_motion *motion, lw_error *error)
{
    lw_status status = lw_motion_begin(motion, 1, error);
    if (status)
        return status;
    const size_t pieces = find_times(command, chunk, passed);
    lw_motion_track *track = motion->tracks.items;
    track->joints = command->joints;
    track->piece_count = pieces ? pieces : 1;
    track->degree = LW_STOP_DEGREE;
    track->column_count = command->column_count;
    track->floating_count = 0;
    track->approaches = false;
    status = lw_track_take_memory(track, error);
    if (status)
        return status;
    for (size_t i = 0; i < command->column_count; i++)
        track->variables[i] = command->values[i].variable;
    memcpy(track->times, command->times, (pieces + 1) * sizeof *track->times);
    track->last = track->times[pieces];
    if (pieces)
        set_pieces(command, chunk, passed, track);
    else
        let_rest(command, track);
    if (!lw_build_in_range(track->last))
        status = lw_fail(error, LW_ERROR_ARGUMENT, "the stop takes more than %g s", LW_LARGEST);
    motion->tracks.count = 1;
    motion->seconds = true;
    motion->interpolation = LW_INTERPOLATION_CUBIC;
    return lw_motion_end(motion, status, error);
}

/* ---- limits -------------------------------------------------------------------------------------- */

/* The largest magnitude of some numbers. */
static double largest_of(const double *numbers, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++)
        largest = greater(largest, fabs(numbers[i]));
    return largest;
}

/* Whether a piece is shown to keep a limit, by its Bezier points, between which a polynomial stays.
 * Their rounding errors are below those that lw_motion_limits lets pass. */
static bool piece_keeps(const lw_command_limit *limit, const double *c, double width, bool in_stop)
{
    static const double UP = 1 + LW_LIMITS_SLACK;
    const double m = limit->multiplier;
    const double points[TERMS] = {c[0], c[0] + c[1] / 3, c[0] + (2 * c[1] + c[2]) / 3,
                                  c[0] + c[1] + c[2] + c[3]};
    const double rates[TERMS - 1] = {c[1], c[1] + c[2], c[1] + 2 * c[2] + 3 * c[3]};
    const double accelerations[TERMS - 2] = {2 * c[2], 2 * c[2] + 6 * c[3]};
    bool keeps = true;
    for (int i = 0; i < TERMS; i++) {
        const double value = m * points[i] + limit->offset;
        keeps &= value >= limit->lower - LW_LIMITS_SLACK && value <= limit->upper + LW_LIMITS_SLACK;
    }
    keeps &= fabs(m) * largest_of(rates, TERMS - 1) <= limit->velocity * UP * width;
    return keeps && (in_stop || fabs(m) * largest_of(accelerations, TERMS - 2) <=
                                    limit->acceleration * UP * width * width);
}

/* Whether all pieces are shown to keep all limits. */
static bool keeps_limits(const lw_command *command, const lw_motion_track *track, size_t passed)
{
    const size_t columns = command->column_count;
    for (size_t k = 0; k < track->piece_count; k++) {
        const double width = track->times[k + 1] - track->times[k];
        for (size_t i = 0; i < command->limit_count; i++)
            if (!piece_keeps(&command->limits[i],
                             track->coefficients + (k * columns + command->limits[i].column) * TERMS,
                             width, k >= passed))
                return false;
    }
    return true;
}

bool lw_command_violation(const lw_command *command, const lw_motion *motion, size_t passed,
                          lw_violation *out, bool *in_stop)
{
    enum {
        IN_STOP = 1 << LW_LIMIT_POSITION | 1 << LW_LIMIT_VELOCITY,
        ON_WAY = IN_STOP | 1 << LW_LIMIT_ACCELERATION
    };
    *in_stop = false;
    if (keeps_limits(command, motion->tracks.items, passed))
        return false;
    if (passed && lw_limits_first(motion, ON_WAY, LW_LIMITS_SLACK, out) &&
        out->begin < lw_command_time(command, passed))
        return true;
    *in_stop = true;
    return lw_limits_first(motion, IN_STOP, LW_LIMITS_SLACK, out);
}
