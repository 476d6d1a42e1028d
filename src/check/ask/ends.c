/* The ends of a motion that a robot is to run. */
#include "check/ask/ends.h"

#include "base/error.h"
#include "scene/frozen.h"

/* Radians or metres per second below which a joint is at rest: files round. */
static const double REST = 1e-6;

/* The angle between two orientations. */
static double turn_between(const double *a, const double *b)
{
    double same = 0;
    for (int i = 0; i < 4; i++)
        same += a[i] * b[i];
    return 2 * acos(fmin(1, fabs(same)));
}

/* How far a value of a joint is from another one. */
static double difference(lw_joint_kind kind, size_t part, const double *values, const double *rest)
{
    const bool turns = kind == LW_JOINT_CONTINUOUS || (kind == LW_JOINT_PLANAR && part == 2);
    if (kind == LW_JOINT_FLOATING && part >= 3)
        return turn_between(values + 3, rest + 3);
    return fabs(turns ? lw_shorter_turn(rest[part], values[part]) : values[part] - rest[part]);
}

/* Where the robot's joints are. */
typedef struct robot_place {
    const lw_joints *joints; /* NULL: the scene alone states it */
    const double *values;
    double tolerance;
} robot_place;

/* The values of a joint where the robot is; NULL: nothing states them. */
static const double *place_of(const robot_place *place, size_t index, const lw_joint_info *joint)
{
    const double *values = place->values;
    for (size_t i = 0; place->joints && i < place->joints->count; i++) {
        const lw_frozen_joint *own = &place->joints->chains->joints[place->joints->joints[i]];
        if ((size_t)place->joints->joints[i] == index)
            return values;
        values += lw_joint_value_count(own->kind);
    }
    return joint->stated ? joint->rest : NULL;
}

/* Whether the joint begins farther than the tolerance from where the robot is. */
static lw_status compare_start(const lw_motion *motion, size_t index, const lw_joint_info *joint,
                               const double *robot, double tolerance, lw_end *out, lw_error *error)
{
    double values[7] = {0};
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    lw_status status = lw_motion_joint_values(motion, index, begin, values, error);
    for (size_t i = 0; i < joint->value_count && !status; i++) {
        if (difference(joint->kind, i, values, robot) <= tolerance)
            continue;
        out->fault = LW_SAFETY_REASON_START;
        out->joint = index;
        out->part = i;
        out->value = values[i];
        out->robot = robot[i];
        break;
    }
    return status;
}

/* Whether the joint has a velocity at a time. That of a linear motion counts only where it is a jump of
 * a joint that must not jump. moves: the fault of a joint that has one. */
static lw_status find_velocity(const lw_motion *motion, size_t index, const lw_joint_info *joint,
                               double time, lw_safety_reason moves, lw_end *out, lw_error *error)
{
    const bool linear = lw_motion_interpolation(motion) == LW_INTERPOLATION_LINEAR;
    double rates[3] = {0};
    lw_status status = lw_motion_joint_rates(motion, index, time, rates, error);
    if (status || (linear && joint->acceleration == HUGE_VAL && joint->jerk == HUGE_VAL))
        return status;
    for (size_t i = 0; i < 3; i++)
        if (fabs(rates[i]) > REST) {
            out->fault = linear ? LW_SAFETY_REASON_VELOCITY_JUMP : moves;
            out->joint = index;
            out->part = i;
            out->value = rates[i];
            break;
        }
    return LW_OK;
}

static lw_status find_place(const lw_motion *motion, const lw_verify_options *options, robot_place *out,
                            lw_error *error)
{
    const lw_scene *scene = lw_motion_scene(motion);
    *out = (robot_place){.values = options->start, .tolerance = options->start_tolerance};
    if (!(out->tolerance >= 0))
        return lw_fail(error, LW_ERROR_ARGUMENT, "the start tolerance is %g; it must be 0 or more",
                       out->tolerance);
    if (!options->start)
        return LW_OK;
    out->joints =
        options->start_joints ? options->start_joints : lw_scene_joints(scene, NULL, NULL, error);
    if (!out->joints)
        return LW_ERROR_NAME;
    if (out->joints->chains != scene->frozen->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the joints of the start are of another scene than the motion");
    for (size_t i = 0; i < out->joints->value_count; i++)
        if (!isfinite(out->values[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT, "value %zu of the start is %g; it must be finite",
                           i, out->values[i]);
    return LW_OK;
}

lw_status lw_end_begin(const lw_motion *motion, const lw_verify_options *options, lw_end *out,
                       lw_error *error)
{
    const lw_scene *scene = lw_motion_scene(motion);
    double begin;
    double end;
    robot_place place;
    lw_end moving = {0};
    lw_motion_interval(motion, &begin, &end);
    *out = (lw_end){0};
    lw_status status = find_place(motion, options, &place, error);
    for (size_t i = 0; i < lw_scene_joint_count(scene) && !status && !out->fault; i++) {
        lw_joint_info joint = lw_default_joint_info();
        status = lw_scene_joint_info(scene, i, &joint, error);
        if (status || joint.mimic >= 0 || !lw_motion_moves(motion, i))
            continue;
        const double *robot = place_of(&place, i, &joint);
        if (robot)
            status = compare_start(motion, i, &joint, robot, place.tolerance, out, error);
        else
            out->unstated += !lw_motion_approaches(motion, i);
        if (!status && !moving.fault)
            status =
                find_velocity(motion, i, &joint, begin, LW_SAFETY_REASON_START_MOVING, &moving, error);
    }
    moving.unstated = out->unstated;
    if (!out->fault)
        *out = moving;
    return status;
}

lw_status lw_end_last(const lw_motion *motion, lw_end *out, lw_error *error)
{
    const lw_scene *scene = lw_motion_scene(motion);
    double begin;
    double end;
    lw_status status = LW_OK;
    lw_motion_interval(motion, &begin, &end);
    *out = (lw_end){0};
    for (size_t i = 0; i < lw_scene_joint_count(scene) && !status && !out->fault; i++) {
        lw_joint_info joint = lw_default_joint_info();
        status = lw_scene_joint_info(scene, i, &joint, error);
        if (!status && joint.mimic < 0 && lw_motion_moves(motion, i))
            status = find_velocity(motion, i, &joint, end, LW_SAFETY_REASON_END_MOVING, out, error);
    }
    return status;
}
