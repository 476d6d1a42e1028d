/* The values of all variables at a time of a motion, and bounds on their derivatives about it. */
#include "math/pose.h"
#include "math/rounding.h"
#include "motion/motion.h"
#include "motion/track.h"

typedef struct derivatives {
    double value, rate, rate_bound, acceleration_bound;
    double magnitude, rate_error;
} derivatives;

/* Evaluates one polynomial in u on a piece of length w. Derivatives are by time; their bounds over
 * |t - middle| <= half come from Taylor's formula at the middle with all terms taken positive. */
static derivatives evaluate(const double *c, int degree, double u, double w, double half)
{
    double per = 1 / w;
    if (degree == 1) {
        double rate = c[1] * per;
        double size = fabs(c[0]) + fabs(c[1]);
        double rate_error = c[1] != 0 ? size * per * LW_STRAIGHT_RATE : 0;
        return (derivatives){.value = c[0] + c[1] * u,
                             .rate = rate,
                             .rate_bound = (fabs(rate) + rate_error) * LW_UPWARD,
                             .magnitude = size,
                             .rate_error = rate_error};
    }
    double derivative[LW_DEGREE + 1];
    double power[LW_DEGREE + 1];
    for (int i = 0; i <= degree; i++)
        power[i] = c[i];
    double unit = 1;
    for (int k = 0; k <= degree; k++) {
        double value = 0;
        for (int i = degree - k; i >= 0; i--)
            value = value * u + power[i];
        derivative[k] = value * unit;
        unit *= per;
        for (int i = 0; i < degree - k; i++)
            power[i] = power[i + 1] * (i + 1);
    }
    /* sum over k of |d^(k+1)| half^k / k! */
    double rate = 0;
    double acceleration = 0;
    double term = 1;
    for (int k = 1; k <= degree; k++) {
        rate += fabs(derivative[k]) * term;
        if (k < degree)
            acceleration += fabs(derivative[k + 1]) * term;
        term *= half / k;
    }
    double size = 0;
    for (int i = 1; i <= degree; i++)
        size += fabs(c[i]);
    double rate_error = size * per * LW_CURVE_RATE;
    return (derivatives){.value = derivative[0],
                         .rate = derivative[1],
                         .rate_bound = (rate + rate_error) * LW_UPWARD,
                         .acceleration_bound =
                             (acceleration + size * per * per * LW_CURVE_ACCELERATION) * LW_UPWARD,
                         .magnitude = 32 * (size + fabs(c[0])),
                         .rate_error = rate_error};
}

void lw_motion_coordinates(const lw_motion *motion, size_t piece, double t, double half,
                           lw_coordinates *out)
{
    size_t variables = motion->scene->frozen->variable_count;
    size_t tracks = motion->tracks.count;
    for (size_t i = 0; i < variables; i++) {
        out->value[i] = motion->rest[i];
        out->magnitude[i] = fabs(motion->rest[i]);
        out->rate[i] = out->rate_bound[i] = out->acceleration_bound[i] = out->rate_error[i] = 0;
    }
    for (size_t i = 0; i < tracks; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        int64_t own = motion->piece_of_track.items[piece * tracks + i];
        bool still = own < 0;
        size_t k = own == LW_TRACK_BEFORE  ? 0
                   : own == LW_TRACK_AFTER ? track->piece_count - 1
                                           : (size_t)own;
        double width = track->times[k + 1] - track->times[k];
        double u = own == LW_TRACK_BEFORE  ? 0
                   : own == LW_TRACK_AFTER ? 1
                                           : lesser(greater((t - track->times[k]) / width, 0), 1);
        size_t block = (size_t)track->degree + 1;
        const double *c = track->coefficients + k * track->column_count * block;
        for (size_t column = 0; column < track->column_count; column++, c += block) {
            int32_t variable = track->variables[column];
            derivatives x = evaluate(c, track->degree, u, width, half);
            out->value[variable] = x.value;
            out->magnitude[variable] = x.magnitude;
            if (still)
                continue;
            out->rate[variable] = x.rate;
            out->rate_bound[variable] = x.rate_bound;
            out->acceleration_bound[variable] = x.acceleration_bound;
            out->rate_error[variable] = x.rate_error;
        }
    }
}

void lw_motion_slots(const lw_motion *motion, size_t piece, size_t joint, pose slots[LW_FLOATING_SLOTS])
{
    size_t tracks = motion->tracks.count;
    for (size_t i = 0; i < tracks; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        int64_t own = motion->piece_of_track.items[piece * tracks + i];
        size_t k = own == LW_TRACK_BEFORE  ? 0
                   : own == LW_TRACK_AFTER ? track->piece_count - 1
                                           : (size_t)own;
        for (size_t f = 0; f < track->floating_count; f++) {
            if (track->floating[f] != joint)
                continue;
            for (int s = 0; s < LW_FLOATING_SLOTS; s++)
                slots[s] =
                    track->slots[(k * track->floating_count + f) * LW_FLOATING_SLOTS + (size_t)s];
            return;
        }
    }
    /* nothing moves the joint: the slots hold its pose, the coordinates are 0 */
    const lw_frozen_joint *frozen = &motion->scene->frozen->joints[joint];
    lw_pose at = motion->rest_pose[joint];
    double angle;
    lw_slots_slerp(frozen, at, at, slots, &angle);
    slots[0].position = transform(frozen->base, at.position);
}
