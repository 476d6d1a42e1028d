/* The ends of a motion that a robot is to run. */
#include "option/motion_ends.h"

#include "text/fail.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAMES = 200 };

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

/* Whether the joint begins farther than the tolerance from where the robot is. */
static lw_status compare_start(const lw_motion *motion, size_t index, const lw_joint_info *joint,
                               double time, double tolerance, lw_end *out, lw_error *error)
{
    double values[7] = {0};
    lw_status status = lw_motion_joint_values(motion, index, time, values, error);
    for (size_t i = 0; i < joint->value_count && !status; i++) {
        if (difference(joint->kind, i, values, joint->rest) <= tolerance)
            continue;
        *out = (lw_end){LW_END_FAR, index, values[i], joint->rest[i]};
        return LW_OK;
    }
    return status;
}

/* Whether the joint has a velocity at a time. That of a linear motion counts only where it is a jump of
 * a joint that must not jump. */
static lw_status find_velocity(const lw_motion *motion, size_t index, const lw_joint_info *joint,
                               double time, lw_end *out, lw_error *error)
{
    const bool linear = lw_motion_interpolation(motion) == LW_INTERPOLATION_LINEAR;
    double rates[3] = {0};
    lw_status status = lw_motion_joint_rates(motion, index, time, rates, error);
    if (status || (linear && joint->acceleration == HUGE_VAL && joint->jerk == HUGE_VAL))
        return status;
    for (int i = 0; i < 3; i++)
        if (fabs(rates[i]) > REST) {
            *out = (lw_end){linear ? LW_END_JUMPS : LW_END_MOVES, index, rates[i], 0};
            break;
        }
    return LW_OK;
}

/* Adds a name to a list, or counts it where there is no room. */
static void add_name(char *names, size_t *left_out, const char *name)
{
    const size_t used = strlen(names);
    if (*left_out || used + strlen(name) + 5 > NAMES)
        ++*left_out;
    else
        snprintf(names + used, NAMES - used, "%s\"%s\"", used ? ", " : "", name);
}

static lw_status tell_unknown(lw_motion *motion, const char *names, size_t left_out, lw_error *error)
{
    char more[40] = "";
    lw_error sentence;
    if (!*names && !left_out)
        return LW_OK;
    if (left_out)
        snprintf(more, sizeof more, "%s%zu more", *names ? " and " : "", left_out);
    lw_fail(&sentence, LW_ERROR_NOTICE,
            "nothing states where these joints are before the motion, so that its start is not "
            "compared: %s%s",
            names, more);
    return lw_motion_add_notice(motion, sentence.message, error);
}

lw_status lw_end_begin(lw_motion *motion, double tolerance, lw_end *out, lw_error *error)
{
    const lw_scene *scene = lw_motion_scene(motion);
    char names[NAMES] = "";
    size_t left_out = 0;
    double begin;
    double end;
    lw_end moving = {0};
    lw_status status = LW_OK;
    lw_motion_interval(motion, &begin, &end);
    *out = (lw_end){0};
    for (size_t i = 0; i < lw_scene_joint_count(scene) && !status && !out->fault; i++) {
        lw_joint_info joint = lw_default_joint_info();
        status = lw_scene_joint_info(scene, i, &joint, error);
        if (status || joint.mimic >= 0 || !lw_motion_moves(motion, i))
            continue;
        if (joint.stated)
            status = compare_start(motion, i, &joint, begin, tolerance, out, error);
        else if (!lw_motion_approaches(motion, i))
            add_name(names, &left_out, joint.name);
        if (!status && !moving.fault)
            status = find_velocity(motion, i, &joint, begin, &moving, error);
    }
    if (!out->fault)
        *out = moving;
    return status ? status : tell_unknown(motion, names, left_out, error);
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
            status = find_velocity(motion, i, &joint, end, out, error);
    }
    return status;
}
