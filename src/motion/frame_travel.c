/* How the frame of a body moves: its velocity at a time, and bounds on how that changes about it. */
#include "motion/frame_travel.h"

#include "math/rounding.h"

void lw_frame_travel_of(const lw_kinematics *kinematics, size_t body, lw_frame_travel *out)
{
    const lw_frozen *frozen = kinematics->frozen;
    const lw_body *own = lw_frozen_body(frozen, body);
    *out = (lw_frame_travel){0};
    if (own->elementary < 0)
        return;
    vec3 origin = kinematics->bodies[body].position;
    /* the origin, the axes and the frames' origins have at most the error of the body's points */
    double error = 4 * kinematics->error[body];
    double half = kinematics->half;
    double speed = 0; /* bound on the origin's speed by the joints so far, from the body to the root */
    double acceleration = 0;
    double spin = 0;
    double spin_change = 0;
    double reach = 0; /* bound on the origin's distance from the current joint, at all times */
    vec3 below = origin;
    for (int32_t f = own->elementary; f >= 0; f = frozen->chains->elementary[f].parent) {
        const lw_elementary_state *state = &kinematics->elementary[f];
        double rate = state->rate_bound;
        reach += norm(sub(below, state->frame.position)) + error;
        below = state->frame.position;
        if (frozen->chains->elementary[f].kind == LW_ELEMENTARY_PRISMATIC)
            reach = HUGE_VAL; /* a slide has no end */
        if (frozen->chains->elementary[f].kind != LW_ELEMENTARY_REVOLUTE) {
            acceleration += state->acceleration_bound;
            speed += rate;
            continue;
        }
        if (rate == 0 && state->acceleration_bound == 0)
            continue;
        vec3 arm = cross(sub(origin, state->frame.position), state->frame.rotation.z);
        double most = lesser(norm(arm) + error + half * speed, reach);
        acceleration += most * (rate * rate + state->acceleration_bound) + 2 * rate * speed;
        speed += most * rate;
        spin_change += state->acceleration_bound + rate * spin;
        spin += rate;
    }
    const lw_twist *twist = &kinematics->elementary[own->elementary].twist;
    out->linear = add(twist->linear, cross(twist->angular, origin));
    out->angular = twist->angular;
    out->acceleration = acceleration * LW_UPWARD;
    out->spin = spin * LW_UPWARD;
    out->spin_change = spin_change * LW_UPWARD;
}

double lw_frame_travel_error(const lw_kinematics *kinematics, size_t body, double radius)
{
    const lw_frozen *frozen = kinematics->frozen;
    const lw_body *own = lw_frozen_body(frozen, body);
    double turns = own->composed.steps + 1;
    double length = own->composed.length + radius;
    if (own->elementary >= 0) {
        turns += kinematics->elementary[own->elementary].turns;
        length += kinematics->elementary[own->elementary].length;
    }
    double error = LW_POSE_ROUNDING * turns * length;
    double spin = 0;
    double wrong = 0; /* e: over all joints, rate times error of the axis, plus error of the rate */
    for (int32_t f = own->elementary; f >= 0; f = frozen->chains->elementary[f].parent) {
        const lw_elementary_joint *elementary = &frozen->chains->elementary[f];
        const lw_elementary_state *state = &kinematics->elementary[f];
        wrong += LW_POSE_ROUNDING * state->turns * state->rate_bound;
        if (elementary->variable >= 0)
            wrong +=
                fabs(elementary->multiplier) * kinematics->coordinates.rate_error[elementary->variable];
        if (elementary->kind == LW_ELEMENTARY_REVOLUTE)
            spin += state->rate_bound;
    }
    double speed = wrong * (1 + 4 * length) + spin * error;
    return (error + 2 * kinematics->half * speed) * LW_UPWARD;
}
