/* Forward kinematics with velocities, and the bounds on travel that all proofs rest on. */
#include "motion/forward_kinematics.h"

#include "math/pose.h"
#include "math/rounding.h"

/* Rounding errors up to this, in metres or metres in the unit of time, are not worth a closer look.
 * docs/decisions/proof.md, "The rounding errors of a common base do not count between two links of a
 * robot". */
static const double NEGLIGIBLE = 1e-9;

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
    out->above = lw_arena_array(arena, frozen->chains->elementary_count, sizeof *out->above);
    out->posed = lw_arena_array(arena, frozen->moving_count, sizeof *out->posed);
    if (!out->elementary || !out->bodies || !out->centers || !out->error || !out->above || !out->posed)
        return lw_fail_memory(error);
    /* bodies that never move are posed once */
    for (size_t i = 0; i < frozen->moving_count; i++)
        if (frozen->moving[i].elementary < 0) {
            out->bodies[i] = frozen->moving[i].local;
            out->centers[i] = transform(out->bodies[i], frozen->moving[i].geometry->center);
            out->error[i] = lw_rest_error(&frozen->moving[i].composed);
        }
    return LW_OK;
}

/* Turns or slides the frame of an elementary joint, which it has at 0, to a value of its coordinate. */
static inline void move_frame(const lw_elementary_joint *elementary, double value, pose *frame)
{
    if (elementary->kind == LW_ELEMENTARY_REVOLUTE) {
        double s;
        double c;
        lw_sincos(value, &s, &c);
        vec3 across = frame->rotation.x;
        vec3 up = frame->rotation.y;
        frame->rotation.x = add_scaled(scale(c, across), s, up);
        frame->rotation.y = add_scaled(scale(c, up), -s, across);
    } else if (elementary->kind == LW_ELEMENTARY_PRISMATIC) {
        frame->position = add_scaled(frame->position, value, frame->rotation.z);
    }
}

pose lw_elementary_pose(const lw_elementary_joint *elementary, pose frame, double value)
{
    move_frame(elementary, value, &frame);
    return frame;
}

/* Poses an elementary joint from the frame of its parent, and adds to the sums with which its rounding
 * errors grow. length: of the slot's pose that a motion put into `before`. */
static void pose_elementary(lw_kinematics *kinematics, size_t index, const pose *before, double length)
{
    const lw_elementary_joint *elementary = &kinematics->frozen->chains->elementary[index];
    const lw_coordinates *x = &kinematics->coordinates;
    lw_elementary_state *state = &kinematics->elementary[index];
    if (elementary->parent >= 0) {
        const lw_elementary_state *parent = &kinematics->elementary[elementary->parent];
        state->turns = parent->turns;
        state->steps = parent->steps;
        state->length = parent->length;
        state->frame = compose(parent->frame, *before);
    } else {
        state->turns = state->steps = state->length = 0;
        state->frame = *before;
    }
    double value = elementary->offset;
    double size = fabs(elementary->offset);
    if (elementary->variable >= 0) {
        value += elementary->multiplier * x->value[elementary->variable];
        size += fabs(elementary->multiplier) * x->magnitude[elementary->variable];
    }
    state->turns += elementary->composed.steps + 1;
    state->steps += elementary->composed.steps + 1;
    state->length += elementary->composed.length + length;
    if (elementary->kind == LW_ELEMENTARY_REVOLUTE)
        state->turns += size;
    else if (elementary->kind == LW_ELEMENTARY_PRISMATIC)
        state->length += size;
    move_frame(elementary, value, &state->frame);
}

/* The twist of an elementary joint that is posed, from that of its parent, and bounds on its rates. */
static void move_elementary(lw_kinematics *kinematics, size_t index)
{
    const lw_elementary_joint *elementary = &kinematics->frozen->chains->elementary[index];
    const lw_coordinates *x = &kinematics->coordinates;
    lw_elementary_state *state = &kinematics->elementary[index];
    state->twist = (lw_twist){{0, 0, 0}, {0, 0, 0}};
    state->speed_error = 0;
    if (elementary->parent >= 0) {
        state->twist = kinematics->elementary[elementary->parent].twist;
        state->speed_error = kinematics->elementary[elementary->parent].speed_error;
    }
    double rate = 0;
    double rate_error = 0;
    state->rate_bound = state->acceleration_bound = state->slack = 0;
    if (elementary->variable >= 0) {
        double weight = fabs(elementary->multiplier);
        rate = elementary->multiplier * x->rate[elementary->variable];
        rate_error = weight * x->rate_error[elementary->variable];
        state->rate_bound = weight * x->rate_bound[elementary->variable] * LW_UPWARD;
        state->acceleration_bound = weight * x->acceleration_bound[elementary->variable] * LW_UPWARD;
        if (x->slackens)
            state->slack = weight * x->slack[elementary->variable] * LW_UPWARD;
    }
    /* the joint's own motion does not change its axis, nor, if it turns, the frame's position */
    vec3 axis = state->frame.rotation.z;
    if (elementary->kind == LW_ELEMENTARY_REVOLUTE) {
        state->twist.angular = add_scaled(state->twist.angular, rate, axis);
        state->twist.linear = add_scaled(state->twist.linear, rate, cross(state->frame.position, axis));
    } else if (elementary->kind == LW_ELEMENTARY_PRISMATIC) {
        state->twist.linear = add_scaled(state->twist.linear, rate, axis);
    }
    /* the axis and the frame's origin have the error of a pose, the rate that of the coordinate */
    state->speed_error += LW_POSE_ROUNDING * state->turns * fabs(rate) + rate_error;
}

/* Samples the elementary joints of a joint. */
static void sample_joint(lw_kinematics *kinematics, const lw_motion *motion, size_t joint,
                         bool poses_alone)
{
    const lw_chains *chains = kinematics->frozen->chains;
    const lw_frozen_joint *own = &chains->joints[joint];
    bool floats = own->kind == LW_JOINT_FLOATING;
    size_t first = (size_t)own->elementary;
    size_t count = floats ? LW_FLOATING_SLOTS : lw_joint_value_count(own->kind);
    pose slots[LW_FLOATING_SLOTS];
    if (floats)
        lw_motion_slots(motion, kinematics->piece, joint, slots);
    for (size_t s = 0; s < count; s++) {
        const pose *before = floats ? &slots[s] : &chains->elementary[first + s].before;
        pose_elementary(kinematics, first + s, before, floats ? norm(slots[s].position) : 0);
        if (!poses_alone)
            move_elementary(kinematics, first + s);
    }
}

static void pose_body(lw_kinematics *kinematics, size_t index)
{
    const lw_body *body = &kinematics->frozen->moving[index];
    if (body->elementary < 0)
        return;
    const lw_elementary_state *last = &kinematics->elementary[body->elementary];
    kinematics->bodies[index] = compose(last->frame, body->local);
    kinematics->centers[index] = transform(kinematics->bodies[index], body->geometry->center);
    kinematics->error[index] = LW_POSE_ROUNDING * (last->turns + body->composed.steps + 1) *
                               (last->length + body->composed.length);
}

static void begin_sample(lw_kinematics *kinematics, const lw_motion *motion, size_t piece, double t,
                         double half)
{
    kinematics->piece = piece;
    kinematics->time = t;
    kinematics->half = half;
    lw_motion_coordinates(motion, piece, t, half, &kinematics->coordinates);
    for (size_t i = 0; kinematics->deviation && i < motion->chains->variable_count; i++) {
        kinematics->coordinates.value[i] += kinematics->deviation[i];
        kinematics->coordinates.magnitude[i] += fabs(kinematics->deviation[i]);
    }
}

void lw_kinematics_sample(lw_kinematics *kinematics, const lw_motion *motion, size_t piece, double t,
                          double half)
{
    const lw_frozen *frozen = kinematics->frozen;
    begin_sample(kinematics, motion, piece, t, half);
    for (size_t j = 0; j < frozen->chains->joint_count; j++)
        if (frozen->chains->joints[j].elementary >= 0)
            sample_joint(kinematics, motion, j, false);
    for (size_t i = 0; i < frozen->moving_count; i++) {
        pose_body(kinematics, i);
        kinematics->posed[i] = true;
    }
}

/* Makes the coordinates those of values that stand still, each up to `slack` away. */
static void stand_about(lw_coordinates *x, const double *slack, size_t count)
{
    x->slackens = true;
    for (size_t i = 0; i < count; i++) {
        x->rate[i] = x->rate_bound[i] = x->acceleration_bound[i] = x->rate_error[i] = 0;
        x->slack[i] = slack[i];
    }
}

void lw_kinematics_sample_robot(lw_kinematics *kinematics, const lw_motion *motion, size_t piece,
                                double t, double half, const double *slack, int64_t robot)
{
    const lw_frozen *frozen = kinematics->frozen;
    begin_sample(kinematics, motion, piece, t, slack ? 0 : half);
    if (slack)
        stand_about(&kinematics->coordinates, slack, frozen->chains->variable_count);
    for (size_t j = 0; j < frozen->chains->joint_count; j++)
        if (frozen->chains->joints[j].elementary >= 0 &&
            (int64_t)frozen->chains->joints[j].robot == robot)
            sample_joint(kinematics, motion, j, false);
    for (size_t i = 0; i < frozen->moving_count; i++) {
        kinematics->posed[i] = frozen->moving[i].robot == robot;
        if (kinematics->posed[i])
            pose_body(kinematics, i);
    }
}

/* Marks the joints that move a body. */
static void mark_above(lw_kinematics *kinematics, uint32_t body)
{
    const lw_frozen *frozen = kinematics->frozen;
    int32_t f = body < frozen->moving_count ? frozen->moving[body].elementary : -1;
    for (; f >= 0 && !kinematics->above[f]; f = frozen->chains->elementary[f].parent)
        kinematics->above[f] = true;
}

/* Samples the joints that move some bodies, and poses these. */
static void sample_some(lw_kinematics *kinematics, const lw_motion *motion, const uint32_t *bodies,
                        size_t count, bool poses_alone)
{
    const lw_frozen *frozen = kinematics->frozen;
    for (size_t i = 0; i < frozen->chains->elementary_count; i++)
        kinematics->above[i] = false;
    for (size_t i = 0; i < frozen->moving_count; i++)
        kinematics->posed[i] = false;
    for (size_t i = 0; i < count; i++)
        mark_above(kinematics, bodies[i]);
    for (size_t j = 0; j < frozen->chains->joint_count; j++) {
        int32_t first = frozen->chains->joints[j].elementary;
        if (first >= 0 && kinematics->above[first])
            sample_joint(kinematics, motion, j, poses_alone);
    }
    for (size_t i = 0; i < count; i++) {
        if (bodies[i] >= frozen->moving_count || kinematics->posed[bodies[i]])
            continue;
        pose_body(kinematics, bodies[i]);
        kinematics->posed[bodies[i]] = true;
    }
}

void lw_kinematics_sample_some(lw_kinematics *kinematics, const lw_motion *motion, size_t piece,
                               double t, double half, const lw_some_bodies *bodies)
{
    begin_sample(kinematics, motion, piece, t, half);
    sample_some(kinematics, motion, bodies->items, bodies->count, false);
}

void lw_kinematics_pose_pair(lw_kinematics *kinematics, const lw_motion *motion, size_t piece, double t,
                             lw_pair_id pair)
{
    const uint32_t bodies[2] = {lw_pair_first(pair), lw_pair_second(pair)};
    begin_sample(kinematics, motion, piece, t, 0);
    sample_some(kinematics, motion, bodies, 2, true);
}

/* The share of one body in the rounding error of two that a joint moves, for lw_pair_error and
 * speed_error_below. */
typedef struct below {
    double turns;  /* turns of the poses below the joint, plus the steps of its own frame, which counts
                      as rigid */
    double steps;  /* poses below the joint */
    double length; /* of the chain below the joint, stretched out */
    double far;    /* of the chain from the world's origin, stretched out */
} below;

/* The frame of the joint may be turned and moved wrongly, but both bodies with it. So it counts as
 * exact, except that its axes are perpendicular only as nearly as the poses above it leave them. From
 * there on each pose turns the chain below it wrongly, and rounds its place in the world. Lengths are
 * sums along the chain, to which a pose adds three terms at most. */
static below below_joint(const lw_kinematics *kinematics, const lw_body *own, int32_t common)
{
    const lw_elementary_state *joint = &kinematics->elementary[common];
    const lw_elementary_state *last = &kinematics->elementary[own->elementary];
    below b = {.steps = last->steps - joint->steps + own->composed.steps + 1,
               .far = last->length + own->composed.length};
    b.turns = joint->steps + (last->turns - joint->turns) + own->composed.steps + 1;
    b.length = (b.far - joint->length) + LW_POSE_ROUNDING * b.steps * b.far;
    return b;
}

double lw_pair_error(const lw_kinematics *kinematics, const lw_pair *pair)
{
    double error = lw_body_error(kinematics, pair->a) + lw_body_error(kinematics, pair->b);
    if (pair->common < 0 || error <= NEGLIGIBLE)
        return error;
    const lw_frozen *frozen = kinematics->frozen;
    below a = below_joint(kinematics, lw_frozen_body(frozen, (size_t)pair->a), pair->common);
    below b = below_joint(kinematics, lw_frozen_body(frozen, (size_t)pair->b), pair->common);
    double turned = LW_POSE_ROUNDING * (a.turns + b.turns) * (a.length + b.length);
    double placed = LW_PLACE_ROUNDING * (a.steps * a.far + b.steps * b.far);
    return lesser((turned + placed) * LW_UPWARD, error);
}

/* The rounding error of the velocities of a body's points relative to a joint above it, where they are
 * computed by the difference of two twists: the body's less that joint's. Each joint below that joint
 * adds the errors of its axis and of its rate (`wrong`), over the length below. It also adds its rate
 * times `placed`: the error of its place, and, by the factor 2 there, the rounding of its share of the
 * twist, which grows with `far` because twists are about the world's origin. LW_SUM_ROUNDING is for the
 * additions of these shares and for the difference of the two twists, relative to `sums`. */
static double speed_error_below(const lw_kinematics *kinematics, const lw_body *own, int32_t common)
{
    const lw_elementary_joint *joints = kinematics->frozen->chains->elementary;
    const lw_elementary_state *joint = &kinematics->elementary[common];
    const lw_elementary_state *last = &kinematics->elementary[own->elementary];
    below b = below_joint(kinematics, own, common);
    double placed = LW_POSE_ROUNDING * b.turns * b.length + 2 * LW_PLACE_ROUNDING * b.steps * b.far;
    double error = 0;
    for (int32_t f = own->elementary; f != common; f = joints[f].parent) {
        double rate = kinematics->elementary[f].rate_bound;
        double wrong = LW_POSE_ROUNDING * b.turns * rate;
        if (joints[f].variable >= 0)
            wrong +=
                fabs(joints[f].multiplier) * kinematics->coordinates.rate_error[joints[f].variable];
        error += wrong * (1 + 2 * b.length) + rate * placed;
    }
    double sums = norm(joint->twist.linear) + norm(last->twist.linear) +
                  (norm(joint->twist.angular) + norm(last->twist.angular)) * b.far;
    return (error + LW_SUM_ROUNDING * (b.steps + 1) * sums) * LW_UPWARD;
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
    double speed = 0;  /* sum of |J_j| |q'_j| over the joints so far, from the body to the root */
    double travel = 0; /* that sum with |J_j| at the middle, per unit of time */
    double curvature = 0;
    double slack = 0; /* sum of |J_j| slack_j over the joints so far */
    double moved = 0; /* that sum with |J_j| at the middle */
    double mixed = 0;
    double deviation = 0;
    for (int32_t f = own->elementary; f != common;
         f = frozen->chains->elementary[f].parent, lever_arm++) {
        const lw_elementary_state *state = &kinematics->elementary[f];
        double rate = state->rate_bound;
        double off = state->slack;
        if (frozen->chains->elementary[f].kind != LW_ELEMENTARY_REVOLUTE) {
            curvature += state->acceleration_bound;
            speed += rate;
            travel += rate;
            slack += off;
            moved += off;
            continue;
        }
        if (rate == 0 && state->acceleration_bound == 0 && off == 0)
            continue;
        vec3 from = cross(sub(center, state->frame.position), state->frame.rotation.z);
        double now = lesser((norm(from) + radius) * LW_UPWARD, *lever_arm);
        double most = lesser(now + half * speed + slack, *lever_arm);
        curvature += most * (rate * rate + state->acceleration_bound) + 2 * rate * speed;
        mixed += 2 * (most * rate * off + rate * slack + off * speed);
        deviation += most * off * off + 2 * off * slack;
        speed += most * rate;
        travel += now * rate;
        slack += most * off;
        moved += now * off;
    }
    const lw_elementary_state *last = &kinematics->elementary[own->elementary];
    lw_twist twist = last->twist;
    if (common >= 0) {
        twist.linear = sub(twist.linear, kinematics->elementary[common].twist.linear);
        twist.angular = sub(twist.angular, kinematics->elementary[common].twist.angular);
    }
    out->speed_error =
        last->speed_error * (1 + 2 * (last->length + own->composed.length) + norm(center) + radius);
    if (common >= 0 && out->speed_error > NEGLIGIBLE)
        out->speed_error = lesser(speed_error_below(kinematics, own, common), out->speed_error);
    out->twist = twist;
    out->curvature = curvature * LW_UPWARD;
    /* The sum of the joints' travels, or the bound by the speed at the middle and the curvature,
     * whichever is less. For the sum, change the coordinates from those at the middle one by one, root
     * first: the joints below are then still as at the middle, and so is the body's distance from the
     * axis. */
    double now = norm(add(twist.linear, cross(twist.angular, center))) + norm(twist.angular) * radius +
                 out->speed_error;
    double second = half * now + 0.5 * half * half * curvature;
    out->displacement = lesser(half * travel, second) * LW_UPWARD;
    if (!kinematics->coordinates.slackens)
        return;
    out->mixed_bend = mixed * LW_UPWARD;
    out->deviation_bend = deviation * LW_UPWARD;
    out->slack = moved * LW_UPWARD;
    /* one by one, each joint goes by its travel and its deviation together; or the bound above */
    out->displacement =
        lesser(half * travel + moved, second + moved + 0.5 * (half * mixed + deviation)) * LW_UPWARD;
}
