/* Notices of the values of a motion: those outside their joints' limits, and quaternions that are not
 * of unit length. */
#include "motion/value_notices.h"

#include <stdio.h>

#include "base/error.h"
#include "math/polynomial.h"
#include "motion/notice.h"

/* How far the length of a quaternion may be from 1 without a notice: files round it to a few digits. */
static const double LENGTH_SLACK = 1e-3;

/* whether a value is more than a turn, and within the limits if it is read as degrees */
static bool looks_like_degrees(const lw_frozen_joint *joint, double value)
{
    static const double degree = 0.017453292519943295;
    return joint->kind == LW_JOINT_REVOLUTE && fabs(value) > 6.3 && value * degree >= joint->lower &&
           value * degree <= joint->upper;
}

/* Whether the value of a joint of one value is outside its limits. */
static bool is_outside(const lw_frozen_joint *joint, double value)
{
    return lw_joint_value_count(joint->kind) == 1 && joint->kind != LW_JOINT_CONTINUOUS &&
           lw_beyond_limits(joint, value) > LW_LIMIT_SLACK;
}

lw_status lw_limits_notice(lw_motion *motion, const lw_frozen_joint *joint, double value,
                           lw_error *error)
{
    if (!is_outside(joint, value))
        return LW_OK;
    const char *hint =
        looks_like_degrees(joint, value) ? "; are these degrees? they must be radians" : "";
    char sentence[LW_NOTICE_SIZE];
    snprintf(sentence, sizeof sentence, "joint \"%s\": value %.9g is outside its limits %g to %g%s",
             joint->name, value, joint->lower, joint->upper, hint);
    if (motion->scene->model.strict_limits)
        return lw_fail(error, LW_ERROR_LIMIT, "%s", sentence);
    return lw_motion_give_notice(motion, LW_ERROR_LIMIT, NULL, error, "%s", sentence);
}

lw_status lw_limits_check(lw_motion *motion, const lw_track *def, const lw_joints *joints,
                          lw_error *error)
{
    size_t column = 0;
    lw_status status = LW_OK;
    for (size_t j = 0; j < joints->count && !status; j++) {
        const lw_frozen_joint *joint = &joints->chains->joints[joints->joints[j]];
        size_t count = lw_joint_value_count(joint->kind);
        double worst = LW_LIMIT_SLACK;
        double value = 0;
        for (size_t i = 0; count == 1 && i < def->point_count; i++) {
            double x = def->positions[i * joints->value_count + column];
            double beyond = lw_beyond_limits(joint, x);
            if (beyond > worst) {
                worst = beyond;
                value = x;
            }
        }
        column += count;
        if (worst > LW_LIMIT_SLACK)
            status = lw_limits_notice(motion, joint, value, error);
    }
    return status;
}

/* The value of a joint that is farthest outside its limits, on some pieces. */
typedef struct farthest {
    double at_ends; /* how far it is outside where pieces meet */
    double beyond, value, time;
} farthest;

/* Notes how far outside the values of a polynomial are. */
static void note_piece(const lw_frozen_joint *joint, const double *c, int degree, double begin,
                       double width, farthest *out)
{
    double rate[LW_POLYNOMIAL_DEGREE + 1];
    double places[LW_POLYNOMIAL_DEGREE + 2] = {0, 1};
    double size = 0;
    for (int i = 1; i <= degree; i++)
        size += fabs(c[i]);
    if (lw_beyond_limits(joint, c[0] - size) <= 0 && lw_beyond_limits(joint, c[0] + size) <= 0)
        return;
    lw_polynomial_derive(c, degree, rate);
    const int count = 2 + lw_polynomial_crossings(rate, degree - 1, 0, 1, places + 2);
    for (int i = 0; i < count; i++) {
        const double value = lw_polynomial_value(c, degree, places[i]);
        const double beyond = lw_beyond_limits(joint, value);
        if (i < 2)
            out->at_ends = greater(out->at_ends, beyond);
        if (!(beyond > out->beyond))
            continue;
        out->beyond = beyond;
        out->value = value;
        out->time = begin + places[i] * width;
    }
}

static lw_status between_notice(lw_motion *motion, const lw_frozen_joint *joint, const farthest *at,
                                lw_error *error)
{
    char sentence[LW_NOTICE_SIZE];
    snprintf(sentence, sizeof sentence,
             "joint \"%s\": its value at %.9g s, %.9g, is outside its limits %g to %g", joint->name,
             at->time, at->value, joint->lower, joint->upper);
    if (motion->scene->model.strict_limits)
        return lw_fail(error, LW_ERROR_LIMIT, "%s", sentence);
    return lw_motion_give_notice(motion, LW_ERROR_LIMIT, NULL, error, "%s", sentence);
}

lw_status lw_limits_between(lw_motion *motion, const lw_motion_track *track, const lw_joints *joints,
                            bool knots, lw_error *error)
{
    const size_t terms = (size_t)track->degree + 1;
    size_t column = 0;
    lw_status status = LW_OK;
    for (size_t j = 0; j < joints->count && !status; j++) {
        const lw_frozen_joint *joint = &joints->chains->joints[joints->joints[j]];
        const bool limited = joint->kind == LW_JOINT_REVOLUTE || joint->kind == LW_JOINT_PRISMATIC;
        farthest at = {.beyond = LW_LIMIT_SLACK};
        for (size_t k = 0; limited && k < track->piece_count; k++)
            note_piece(joint, track->coefficients + (k * track->column_count + column) * terms,
                       track->degree, track->times[k], track->times[k + 1] - track->times[k], &at);
        column += lw_joint_value_count(joint->kind);
        if (at.beyond > LW_LIMIT_SLACK && (knots || at.beyond > at.at_ends + LW_LIMIT_SLACK))
            status = between_notice(motion, joint, &at, error);
    }
    return status;
}

/* The length of a quaternion whose square can be computed; others are far from 1. */
static double length_of(lw_quat q)
{
    return sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
}

static bool is_unit(lw_quat q)
{
    return fabs(length_of(q) - 1) <= LENGTH_SLACK;
}

lw_status lw_length_notice(lw_motion *motion, const lw_frozen_joint *joint, lw_quat orientation,
                           lw_error *error)
{
    if (is_unit(orientation))
        return LW_OK;
    return lw_motion_give_notice(motion, LW_ERROR_NOTICE, NULL, error,
                                 "joint \"%s\": a quaternion of length %g is taken as one of length 1",
                                 joint->name, length_of(orientation));
}

lw_status lw_lengths_check(lw_motion *motion, const lw_track *def, const lw_frozen_joint *joint,
                           size_t column, size_t stride, lw_error *error)
{
    for (size_t k = 0; k < def->point_count; k++) {
        const double *q = def->positions + k * stride + column + 3;
        const lw_quat orientation = {q[0], q[1], q[2], q[3]};
        if (!is_unit(orientation))
            return lw_length_notice(motion, joint, orientation, error);
    }
    return LW_OK;
}
