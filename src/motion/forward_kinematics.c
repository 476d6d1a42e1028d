/* Forward kinematics with velocities, and the bounds on travel that all proofs rest on. */
#include "motion/forward_kinematics.h"

#include "math/pose.h"
#include "math/rounding.h"

lw_status lw_kinematics_create(lw_arena *arena, const lw_scene *scene, lw_kinematics *out,
                               lw_error *error)
{
    const lw_frozen *frozen = scene->frozen;
    *out = (lw_kinematics){.frozen = frozen};
    if (!lw_coordinates_take(arena, frozen->chains->variable_count, &out->coordinates))
        return lw_fail_memory(error);
    out->elementary = lw_arena_array(arena, frozen->chains->elementary_count, sizeof *out->elementary);
    out->bodies = lw_arena_array(arena, frozen->moving_count, sizeof *out->bodies);
    out->centers = lw_arena_array(arena, frozen->moving_count, sizeof *out->centers);
    out->error = lw_arena_array(arena, frozen->moving_count, sizeof *out->error);
    if (!out->elementary || !out->bodies || !out->centers || !out->error)
        return lw_fail_memory(error);
    /* what never moves is posed once */
    for (size_t i = 0; i < frozen->moving_count; i++)
        if (frozen->moving[i].elementary < 0) {
            out->bodies[i] = frozen->moving[i].local;
            out->centers[i] = transform(out->bodies[i], frozen->moving[i].geometry->center);
            out->error[i] = lw_rest_error(&frozen->moving[i].composed);
        }
    return LW_OK;
}

pose lw_elementary_pose(const lw_elementary_joint *elementary, pose frame, double value)
{
    if (elementary->kind == LW_ELEMENTARY_REVOLUTE) {
        double s;
        double c;
        lw_sincos(value, &s, &c);
        vec3 across = frame.rotation.x;
        vec3 up = frame.rotation.y;
        frame.rotation.x = add_scaled(scale(c, across), s, up);
        frame.rotation.y = add_scaled(scale(c, up), -s, across);
    } else if (elementary->kind == LW_ELEMENTARY_PRISMATIC) {
        frame.position = add_scaled(frame.position, value, frame.rotation.z);
    }
    return frame;
}

/* The frame and twist of an elementary joint, from those of its parent. length: of the slot's pose that
 * a motion put into `before`. */
static void sample_elementary(lw_kinematics *kinematics, size_t index, const pose *before,
                              double length)
{
    const lw_elementary_joint *elementary = &kinematics->frozen->chains->elementary[index];
    const lw_coordinates *x = &kinematics->coordinates;
    lw_elementary_state *state = &kinematics->elementary[index];
    pose frame = *before;
    if (elementary->parent >= 0) {
        *state = kinematics->elementary[elementary->parent];
        frame = compose(state->frame, *before);
    } else {
        *state = (lw_elementary_state){.turns = 0};
    }
    double value = elementary->offset;
    double rate = 0;
    double rate_error = 0;
    double size = fabs(elementary->offset);
    double weight = fabs(elementary->multiplier);
    state->rate_bound = state->acceleration_bound = 0;
    if (elementary->variable >= 0) {
        value += elementary->multiplier * x->value[elementary->variable];
        rate = elementary->multiplier * x->rate[elementary->variable];
        rate_error = weight * x->rate_error[elementary->variable];
        size += weight * x->magnitude[elementary->variable];
        state->rate_bound = weight * x->rate_bound[elementary->variable] * LW_UPWARD;
        state->acceleration_bound = weight * x->acceleration_bound[elementary->variable] * LW_UPWARD;
    }
    state->turns += elementary->composed.steps + 1;
    state->length += elementary->composed.length + length;
    vec3 axis = frame.rotation.z;
    if (elementary->kind == LW_ELEMENTARY_REVOLUTE) {
        state->twist.angular = add_scaled(state->twist.angular, rate, axis);
        state->twist.linear = add_scaled(state->twist.linear, rate, cross(frame.position, axis));
        state->turns += size;
    } else if (elementary->kind == LW_ELEMENTARY_PRISMATIC) {
        state->twist.linear = add_scaled(state->twist.linear, rate, axis);
        state->length += size;
    }
    /* the axis and the frame's origin have the error of a pose, the rate that of the coordinate */
    state->speed_error += LW_POSE_ROUNDING * state->turns * fabs(rate) + rate_error;
    state->frame = lw_elementary_pose(elementary, frame, value);
}

void lw_kinematics_sample(lw_kinematics *kinematics, const lw_motion *motion, size_t piece, double t,
                          double half)
{
    const lw_frozen *frozen = kinematics->frozen;
    kinematics->piece = piece;
    kinematics->time = t;
    kinematics->half = half;
    lw_motion_coordinates(motion, piece, t, half, &kinematics->coordinates);
    size_t next = 0;
    for (size_t j = 0; j < frozen->chains->joint_count; j++) {
        const lw_frozen_joint *joint = &frozen->chains->joints[j];
        if (joint->elementary < 0)
            continue;
        if (joint->kind == LW_JOINT_FLOATING) {
            pose slots[LW_FLOATING_SLOTS];
            lw_motion_slots(motion, piece, j, slots);
            for (int s = 0; s < LW_FLOATING_SLOTS; s++, next++)
                sample_elementary(kinematics, next, &slots[s], norm(slots[s].position));
        } else {
            size_t count = lw_joint_value_count(joint->kind);
            for (size_t s = 0; s < count; s++, next++)
                sample_elementary(kinematics, next, &frozen->chains->elementary[next].before, 0);
        }
    }
    for (size_t i = 0; i < frozen->moving_count; i++) {
        const lw_body *body = &frozen->moving[i];
        if (body->elementary < 0)
            continue;
        const lw_elementary_state *last = &kinematics->elementary[body->elementary];
        kinematics->bodies[i] = compose(last->frame, body->local);
        kinematics->centers[i] = transform(kinematics->bodies[i], body->geometry->center);
        kinematics->error[i] = LW_POSE_ROUNDING * (last->turns + body->composed.steps + 1) *
                               (last->length + body->composed.length);
    }
}

void lw_travel_of(const lw_kinematics *kinematics, size_t body, int32_t common, lw_travel *out)
{
    const lw_frozen *frozen = kinematics->frozen;
    const lw_body *own = lw_frozen_body(frozen, body);
    *out = (lw_travel){0};
    if (own->elementary == common || own->elementary < 0)
        return;
    vec3 center = kinematics->centers[body];
    /* the centre, the axis and the frame's origin have at most the error of the body's points */
    double radius = own->geometry->radius + 4 * kinematics->error[body];
    const double *lever_arm = frozen->lever_arms + own->first_lever_arm;
    double half = kinematics->half;
    double speed = 0;  /* sum of |J_j| |q'_j| over the joints so far, from the body to the root ... */
    double travel = 0; /* ... and the same with |J_j| at the middle, per unit of time */
    double curvature = 0;
    for (int32_t f = own->elementary; f != common;
         f = frozen->chains->elementary[f].parent, lever_arm++) {
        const lw_elementary_state *state = &kinematics->elementary[f];
        double rate = state->rate_bound;
        if (frozen->chains->elementary[f].kind != LW_ELEMENTARY_REVOLUTE) {
            curvature += state->acceleration_bound;
            speed += rate;
            travel += rate;
            continue;
        }
        if (rate == 0 && state->acceleration_bound == 0)
            continue;
        vec3 from = cross(sub(center, state->frame.position), state->frame.rotation.z);
        double now = lesser((norm(from) + radius) * LW_UPWARD, *lever_arm);
        double most = lesser(now + half * speed, *lever_arm);
        curvature += most * (rate * rate + state->acceleration_bound) + 2 * rate * speed;
        speed += most * rate;
        travel += now * rate;
    }
    const lw_elementary_state *last = &kinematics->elementary[own->elementary];
    lw_twist twist = last->twist;
    if (common >= 0) {
        twist.linear = sub(twist.linear, kinematics->elementary[common].twist.linear);
        twist.angular = sub(twist.angular, kinematics->elementary[common].twist.angular);
    }
    out->speed_error =
        last->speed_error * (1 + 2 * (last->length + own->composed.length) + norm(center) + radius);
    out->twist = twist;
    out->curvature = curvature * LW_UPWARD;
    /* The sum of the joints' travels, or the bound by the speed at the middle and the curvature,
     * whichever is less. For the sum, change the coordinates from those at the middle one by one, root
     * first: the joints below are then still as at the middle, and so is the body's distance from the
     * axis. */
    double now = norm(add(twist.linear, cross(twist.angular, center))) + norm(twist.angular) * radius +
                 out->speed_error;
    double second = half * now + 0.5 * half * half * curvature;
    out->distance = lesser(half * travel, second) * LW_UPWARD;
}

double lw_chord_deviation(const lw_travel *travel, double half)
{
    return travel->curvature * half * half * 0.5 * LW_UPWARD;
}
