/* Tracks: one robot's waypoints as splines, linear, cubic Hermite (positions and velocities) or quintic
 * Hermite (accelerations too), as ROS's joint trajectory controllers interpolate; and rigid motions of
 * a floating joint, which are screws. */
#include "motion/track.h"

#include "math/angle.h"
#include "math/pose.h"
#include "motion/approach.h"
#include "motion/notice.h"
#include "motion/value_notices.h"

#include <string.h>

lw_interpolation lw_track_interpolation(const lw_track *def)
{
    if (def->kind != LW_TRACK_TRAJECTORY)
        return LW_INTERPOLATION_LINEAR;
    if (def->interpolation != LW_INTERPOLATION_DEFAULT)
        return def->interpolation;
    return def->accelerations && def->velocities ? LW_INTERPOLATION_QUINTIC
           : def->velocities                     ? LW_INTERPOLATION_CUBIC
                                                 : LW_INTERPOLATION_LINEAR;
}

static int degree_of(lw_interpolation interpolation)
{
    return interpolation == LW_INTERPOLATION_QUINTIC ? 5
           : interpolation == LW_INTERPOLATION_CUBIC ? 3
                                                     : 1;
}

static bool in_range(double x)
{
    return fabs(x) <= LW_LARGEST;
}

static lw_status check_numbers(const double *numbers, size_t count, size_t columns, const char *what,
                               lw_error *error)
{
    if (count && !numbers)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a motion without %ss", what);
    for (size_t i = 0; i < count; i++)
        if (!in_range(numbers[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "a %s of waypoint %zu is %g; it must be finite and at most %g", what,
                           i / columns, numbers[i], LW_LARGEST);
    return LW_OK;
}

static lw_status check_times(const lw_track *def, lw_error *error)
{
    lw_status status = check_numbers(def->times, def->point_count, 1, "time", error);
    if (status)
        return status;
    for (size_t i = 1; i < def->point_count; i++)
        if (!(def->times[i] - def->times[i - 1] >= LW_SHORTEST_PIECE))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "times must increase, by %g at least: time %zu is %.17g, after %.17g",
                           LW_SHORTEST_PIECE, i, def->times[i], def->times[i - 1]);
    if (def->times[0] < 0)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the first time is %g; it must be 0 or more",
                       def->times[0]);
    return LW_OK;
}

/* whether the track has the velocities and accelerations that its interpolation needs, and every joint
 * admits the interpolation */
static lw_status check_interpolation(const lw_track *def, const lw_joints *joints, lw_error *error)
{
    lw_interpolation interpolation = lw_track_interpolation(def);
    if ((int)interpolation < LW_INTERPOLATION_LINEAR || (int)interpolation > LW_INTERPOLATION_QUINTIC)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no interpolation %d", (int)interpolation);
    if (interpolation == LW_INTERPOLATION_CUBIC && !def->velocities)
        return lw_fail(error, LW_ERROR_ARGUMENT, "cubic interpolation needs velocities");
    if (interpolation == LW_INTERPOLATION_QUINTIC && !(def->velocities && def->accelerations))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "quintic interpolation needs velocities and accelerations");
    for (size_t i = 0; interpolation != LW_INTERPOLATION_LINEAR && i < joints->count; i++)
        if (joints->chains->joints[joints->joints[i]].kind == LW_JOINT_FLOATING)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "joint \"%s\" is floating; its trajectory is interpolated linearly only",
                           joints->chains->joints[joints->joints[i]].name);
    return LW_OK;
}

static lw_status check_track(const lw_track *def, const lw_joints *joints, lw_error *error)
{
    if (def->kind != LW_TRACK_PATH && def->kind != LW_TRACK_TRAJECTORY)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no kind %d of track", (int)def->kind);
    if (def->point_count < 1)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a motion without waypoints");
    if (def->point_count > UINT32_MAX / 64)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a motion of %zu waypoints is too long",
                       def->point_count);
    size_t columns = joints->value_count;
    size_t values = def->point_count * columns;
    lw_status status = check_numbers(def->positions, values, columns, "position", error);
    if (status || def->kind == LW_TRACK_PATH)
        return status;
    if ((status = check_times(def, error)))
        return status;
    if (def->velocities &&
        (status = check_numbers(def->velocities, values, columns, "velocity", error)))
        return status;
    if (def->accelerations &&
        (status = check_numbers(def->accelerations, values, columns, "acceleration", error)))
        return status;
    return check_interpolation(def, joints, error);
}

lw_status lw_track_lay_out(lw_motion_track *track, const lw_joints *joints, size_t pieces, int degree,
                           lw_error *error)
{
    const lw_chains *chains = joints->chains;
    size_t columns = 0;
    size_t floating = 0;
    for (size_t i = 0; i < joints->count; i++) {
        bool is_floating = chains->joints[joints->joints[i]].kind == LW_JOINT_FLOATING;
        columns += is_floating ? LW_FLOATING_VARIABLES
                               : lw_joint_value_count(chains->joints[joints->joints[i]].kind);
        floating += is_floating;
    }
    track->joints = *joints;
    track->joints.joints = NULL;
    track->piece_count = pieces;
    track->degree = degree;
    track->column_count = columns;
    track->floating_count = floating;
    lw_status status = lw_track_take_memory(track, error);
    if (status)
        return status;

    columns = floating = 0;
    for (size_t i = 0; i < joints->count; i++) {
        const lw_frozen_joint *joint = &chains->joints[joints->joints[i]];
        bool is_floating = joint->kind == LW_JOINT_FLOATING;
        size_t count = is_floating ? LW_FLOATING_VARIABLES : lw_joint_value_count(joint->kind);
        for (size_t k = 0; k < count; k++)
            track->variables[columns++] = joint->variable + (int32_t)k;
        if (is_floating)
            track->floating[floating++] = (size_t)joints->joints[i];
    }
    return LW_OK;
}

/* The Hermite polynomial of a piece of length w, in u from 0 to 1. start, end: p and its derivatives p'
 * and p'' by time; d: p(1) - p(0), which is read in place of p at the end. */
static void hermite(int degree, double w, double d, const double *start, const double *end, double *c)
{
    if (degree == 1) {
        c[0] = start[0];
        c[1] = d;
        return;
    }
    double v0 = start[1] * w;
    double v1 = end[1] * w;
    c[0] = start[0];
    c[1] = v0;
    if (degree == 3) {
        c[2] = 3 * d - 2 * v0 - v1;
        c[3] = v0 + v1 - 2 * d;
        return;
    }
    double a0 = start[2] * w * w;
    double a1 = end[2] * w * w;
    c[2] = a0 / 2;
    c[3] = 10 * d - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1;
    c[4] = -15 * d + 8 * v0 + 7 * v1 + 1.5 * a0 - a1;
    c[5] = 6 * d - 3 * (v0 + v1) - 0.5 * (a0 - a1);
}

/* a frame whose z axis is a unit vector */
static pose facing(vec3 axis)
{
    vec3 across = lw_perpendicular(axis);
    return (pose){{across, cross(axis, across), axis}, {0, 0, 0}};
}

/* The slots of slides along x, y and z of a frame, each along the z axis of its slot. The rotation
 * takes z to x, x to y and y to z: applied again, it takes one slot to the next, and the third time
 * back to the frame. */
static void slots_of_slides(pose frame, pose slots[3])
{
    pose cycle = {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {0, 0, 0}};
    slots[0] = compose(frame, cycle);
    slots[1] = slots[2] = cycle;
}

/* frame = base * T(x) * T(y) * T(z) * R0 * (turn about axis) */
void lw_slots_slerp(const lw_frozen_joint *joint, lw_pose from, lw_pose to,
                    pose slots[LW_FLOATING_SLOTS], double *angle)
{
    vec3 axis;
    lw_quat_axis_angle(lw_quat_multiply(lw_quat_conjugate(from.orientation), to.orientation), &axis,
                       angle);
    slots_of_slides(joint->base, slots);
    pose to_axis = facing(axis);
    slots[3] = (pose){mul(lw_rotation_from_quat(from.orientation), to_axis.rotation), {0, 0, 0}};
    slots[4] = inverse(to_axis);
}

static bool row_pose(const double *row, lw_pose *out)
{
    *out = (lw_pose){{row[0], row[1], row[2]}, {row[3], row[4], row[5], row[6]}};
    return lw_quat_normalize(&out->orientation);
}

/* How far an angle turns from a waypoint to the next. previous: the angle at the waypoint, which may be
 * whole turns more than `row`. If the next waypoint is half a turn away, the rows alone decide which
 * way the angle turns. */
static double turn_to(double previous, double row, double next)
{
    double way = lw_shorter_turn(previous, next);
    if (previous == row)
        return way;
    double of_rows = lw_shorter_turn(row, next);
    return fabs(way - of_rows) < 1 ? way : of_rows;
}

/* compiles one value of a joint over all pieces; column: its index among the values; out: among the
 * variables */
static void compile_value(const lw_track *def, lw_motion_track *track, size_t column, size_t out,
                          bool wrap)
{
    size_t stride = track->joints.value_count;
    size_t block = (size_t)track->degree + 1;
    double previous = def->positions[column];
    for (size_t k = 0; k < track->piece_count; k++) {
        size_t row = k * stride + column;
        size_t next = k + 1 < def->point_count ? row + stride : row;
        double start[3] = {previous};
        double end[3] = {def->positions[next]};
        double way = wrap ? turn_to(previous, def->positions[row], end[0]) : end[0] - previous;
        if (track->degree >= 3) {
            start[1] = def->velocities[row];
            end[1] = def->velocities[next];
        }
        if (track->degree == 5) {
            start[2] = def->accelerations[row];
            end[2] = def->accelerations[next];
        }
        double width = track->times[k + 1] - track->times[k];
        hermite(track->degree, width, way, start, end,
                track->coefficients + (k * track->column_count + out) * block);
        previous = wrap ? previous + way : end[0];
    }
}

static bool same_orientation(const double *row, const double *next)
{
    return row[3] == next[3] && row[4] == next[4] && row[5] == next[5] && row[6] == next[6];
}

static lw_status compile_floating(lw_motion *motion, const lw_track *def, lw_motion_track *track,
                                  size_t column, size_t out, size_t floating, lw_error *error)
{
    const lw_frozen_joint *joint = &track->joints.chains->joints[track->floating[floating]];
    size_t stride = track->joints.value_count;
    for (size_t k = 0; k < track->piece_count; k++) {
        const double *row = def->positions + k * stride + column;
        const double *next = k + 1 < def->point_count ? row + stride : row;
        lw_pose from;
        lw_pose to;
        if (!row_pose(row, &from) || !row_pose(next, &to))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "joint \"%s\": the quaternion of a waypoint, %zu or %zu, has length zero",
                           joint->name, k - (k && track->approaches), k + 1 - track->approaches);
        double angle;
        lw_slots_slerp(joint, from, to,
                       track->slots + (k * track->floating_count + floating) * LW_FLOATING_SLOTS,
                       &angle);
        double *c = track->coefficients + (k * track->column_count + out) * 2;
        for (int i = 0; i < 3; i++) {
            c[2 * i] = row[i];
            c[2 * i + 1] = next[i] - row[i];
        }
        c[6] = 0;
        /* the angle between two orientations that are the same may be a rounding error */
        c[7] = same_orientation(row, next) ? 0 : angle;
    }
    return lw_lengths_check(motion, def, joint, column, stride, error);
}

/* Whether other joints mimic a joint: a whole turn more would move them, though not the joint. */
static bool is_mimicked(const lw_chains *chains, int64_t joint)
{
    for (size_t i = 0; i < chains->joint_count; i++)
        if (chains->joints[i].mimic == joint)
            return true;
    return false;
}

/* Keeps the turns of an angle that turns the shorter way, or of a heading that turns the longer way,
 * with the motion. */
static lw_status keep_turns(lw_motion *motion, const lw_track *def, const lw_motion_track *track,
                            const lw_frozen_joint *joint, size_t column, size_t out, bool wrap,
                            lw_error *error)
{
    const size_t stride = track->joints.value_count;
    const size_t block = (size_t)track->degree + 1;
    lw_motion_turn turn = {.joint = joint->name, .literal = !wrap, .approaches = track->approaches};
    for (size_t k = 0; k + 1 < def->point_count; k++) {
        const double *row = def->positions + k * stride + column;
        double way = wrap ? track->coefficients[(k * track->column_count + out) * block + 1]
                          : lw_shorter_turn(row[0], row[stride]);
        /* false: the difference of the values is the shorter way itself */
        bool turns = fabs(row[stride] - row[0] - way) > 1;
        if (!turns || turn.times++)
            continue;
        turn.waypoint = k;
        turn.from = row[0];
        turn.to = row[stride];
        turn.way = way;
    }
    return turn.times && !lw_motion_keep_turn(motion, &turn) ? lw_fail_memory(error) : LW_OK;
}

/* Compiles all values of a joint that is not floating. column: of its first value; out: of its first
 * variable. */
static lw_status compile_joint(lw_motion *motion, const lw_track *def, lw_motion_track *track,
                               int64_t index, size_t column, size_t out, lw_error *error)
{
    const lw_chains *chains = track->joints.chains;
    const lw_frozen_joint *joint = &chains->joints[index];
    const int turning = lw_turning_value(joint);
    bool wrap =
        turning >= 0 && def->kind == LW_TRACK_PATH && !def->no_wrap && !is_mimicked(chains, index);
    for (size_t i = 0; i < lw_joint_value_count(joint->kind); i++)
        compile_value(def, track, column + i, out + i, wrap && (int)i == turning);
    if (!wrap && joint->kind != LW_JOINT_PLANAR)
        return LW_OK;
    const size_t angle = (size_t)turning;
    return keep_turns(motion, def, track, joint, column + angle, out + angle, wrap, error);
}

static lw_status compile_points(lw_motion *motion, const lw_track *given, const lw_joints *joints,
                                lw_motion_track *track, lw_error *error)
{
    lw_track led;
    const lw_track *def = &led;
    lw_status status = check_track(given, joints, error);
    if (status || (status = lw_approach_take(motion, given, joints, &led, &track->approaches, error)) ||
        (status = lw_limits_check(motion, def, joints, error)))
        return status;
    size_t pieces = def->point_count > 1 ? def->point_count - 1 : 1;
    /* at a single waypoint the robot stands still */
    int degree = def->point_count > 1 ? degree_of(lw_track_interpolation(def)) : 1;
    if ((status = lw_track_lay_out(track, joints, pieces, degree, error)))
        return status;
    for (size_t k = 0; k <= pieces; k++) {
        if (def->kind == LW_TRACK_PATH)
            track->times[k] = (double)k / (double)pieces;
        else
            track->times[k] = k < def->point_count ? def->times[k] : def->times[k - 1] + 1;
    }
    bool single = def->kind == LW_TRACK_TRAJECTORY && def->point_count == 1;
    track->last = track->times[single ? 0 : pieces];
    size_t column = 0;
    size_t out = 0;
    size_t floating = 0;
    for (size_t j = 0; j < joints->count; j++) {
        const lw_frozen_joint *joint = &joints->chains->joints[joints->joints[j]];
        if (joint->kind == LW_JOINT_FLOATING) {
            if ((status = compile_floating(motion, def, track, column, out, floating++, error)))
                return status;
            out += LW_FLOATING_VARIABLES;
        } else {
            status = compile_joint(motion, def, track, joints->joints[j], column, out, error);
            if (status)
                return status;
            out += lw_joint_value_count(joint->kind);
        }
        column += lw_joint_value_count(joint->kind);
    }
    return degree > 1 ? lw_limits_between(motion, track, joints, false, error) : LW_OK;
}

static lw_status check_rigid(lw_motion *motion, const lw_track *def, const lw_joints *joints,
                             lw_pose *start, lw_error *error)
{
    if (joints->count != 1 || joints->chains->joints[joints->joints[0]].kind != LW_JOINT_FLOATING)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a rigid motion needs a robot with one floating joint");
    *start = def->pose;
    vec3 parts[] = {start->position, def->linear_velocity, def->angular_velocity};
    static const char *const names[] = {"starting position", "linear velocity", "angular velocity"};
    for (size_t i = 0; i < 3; i++)
        if (!(max_component(abs3(parts[i])) <= LW_LARGEST) || !finite3(parts[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "the %s of a rigid motion is (%g, %g, %g); its parts must be finite and at "
                           "most %g",
                           names[i], parts[i].x, parts[i].y, parts[i].z, LW_LARGEST);
    if (!lw_quat_normalize(&start->orientation))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the starting orientation of a rigid motion has length zero or is not finite");
    if (!(def->duration >= LW_SHORTEST_PIECE) || !in_range(def->duration))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the duration of a rigid motion is %g; it must be from %g to %g", def->duration,
                       LW_SHORTEST_PIECE, LW_LARGEST);
    return lw_length_notice(motion, &joints->chains->joints[joints->joints[0]], def->pose.orientation,
                            error);
}

/* Constant velocities in the parent frame: p0 + v t, and a turn about a fixed direction w through the
 * body's origin, which is R0^T w in the body's frame. */
static void compile_rigid_in_parent(const lw_motion_track *track, const lw_frozen_joint *joint,
                                    lw_pose start, vec3 slide, vec3 axis)
{
    slots_of_slides(joint->base, track->slots);
    mat3 r0 = lw_rotation_from_quat(start.orientation);
    pose to_axis = facing(rotate_back(r0, axis));
    track->slots[3] = (pose){mul(r0, to_axis.rotation), {0, 0, 0}};
    track->slots[4] = inverse(to_axis);
    double p[3] = {start.position.x, start.position.y, start.position.z};
    double d[3] = {slide.x, slide.y, slide.z};
    for (int i = 0; i < 3; i++) {
        track->coefficients[2 * i] = p[i];
        track->coefficients[2 * i + 1] = d[i];
    }
}

/* Constant velocities in the body's frame: a screw, T0 * Trans(c) * (slide along and turn about w) *
 * Trans(-c), with c = w x v / |w|^2 the point of the screw's axis nearest to the body's origin. */
static void compile_rigid_screw(const lw_motion_track *track, const lw_frozen_joint *joint,
                                lw_pose start, vec3 slide, vec3 axis, double angle)
{
    pose center = {mat3_identity(), scale(1 / angle, cross(axis, slide))};
    pose to_axis = compose(center, facing(axis));
    track->slots[0] = compose(compose(joint->base, lw_pose_in(start)), to_axis);
    for (int i = 1; i < 4; i++)
        track->slots[i] = pose_identity();
    track->slots[4] = inverse(to_axis);
    track->coefficients[1] = dot(axis, slide);
}

/* The angle in radians below which compile_rigid_series makes a screw. */
#define SMALL_ANGLE 0x1p-9

enum { SERIES_DEGREE = 5 /* of compile_rigid_series */ };

/* Constant velocities in the body's frame with an angle so small that the screw's axis would be far
 * away and rounding errors large: the origin's path from the initial pose is the series d u + a x d u^2
 * / 2! + a x (a x d) u^3 / 3! + ..., with a the turn and d the slide of the whole motion. The terms
 * after the fifth are below angle^5 / 720, 2^-54 of the slide, and covered by the coefficients'
 * rounding errors. */
static void compile_rigid_series(const lw_motion_track *track, const lw_frozen_joint *joint,
                                 lw_pose start, vec3 slide, vec3 axis, double angle)
{
    enum { BLOCK = SERIES_DEGREE + 1 };
    slots_of_slides(compose(joint->base, lw_pose_in(start)), track->slots);
    track->slots[3] = facing(axis);
    track->slots[4] = inverse(track->slots[3]);
    vec3 term = slide;
    for (int k = 1; k <= SERIES_DEGREE; k++) {
        track->coefficients[0 * BLOCK + k] = term.x;
        track->coefficients[1 * BLOCK + k] = term.y;
        track->coefficients[2 * BLOCK + k] = term.z;
        term = scale(angle / (k + 1), cross(axis, term));
    }
}

static lw_status compile_rigid(lw_motion *motion, const lw_track *def, const lw_joints *joints,
                               lw_motion_track *track, lw_error *error)
{
    lw_pose start;
    lw_status status = check_rigid(motion, def, joints, &start, error);
    if (status)
        return status;
    track->approaches = false;
    vec3 w = def->angular_velocity;
    double largest = max_component(abs3(w));
    vec3 axis = {0, 0, 1};
    double angle = 0;
    if (largest > 0) {
        axis = v3(w.x / largest, w.y / largest, w.z / largest);
        angle = largest * norm(axis) * def->duration;
        axis = scale(1 / norm(axis), axis);
    }
    bool series = def->in_body_frame && angle < SMALL_ANGLE;
    if ((status = lw_track_lay_out(track, joints, 1, series ? SERIES_DEGREE : 1, error)))
        return status;
    size_t block = (size_t)track->degree + 1;
    memset(track->coefficients, 0, LW_FLOATING_VARIABLES * block * sizeof *track->coefficients);
    track->coefficients[3 * block + 1] = angle;
    track->times[0] = 0;
    track->times[1] = track->last = def->duration;
    const lw_frozen_joint *joint = &joints->chains->joints[joints->joints[0]];
    vec3 slide = scale(def->duration, def->linear_velocity);
    if (!def->in_body_frame)
        compile_rigid_in_parent(track, joint, start, slide, axis);
    else if (series)
        compile_rigid_series(track, joint, start, slide, axis, angle);
    else
        compile_rigid_screw(track, joint, start, slide, axis, angle);
    return LW_OK;
}

lw_status lw_track_compile(lw_motion *motion, const lw_track *def, const lw_joints *joints,
                           lw_motion_track *track, lw_error *error)
{
    if (def->kind == LW_TRACK_RIGID)
        return compile_rigid(motion, def, joints, track, error);
    return compile_points(motion, def, joints, track, error);
}
