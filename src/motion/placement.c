/* Forward kinematics with velocities, and the bounds on travel that everything rests on. */
#include "motion/placement.h"

#include "math/pose.h"
#include "math/rounding.h"

/* A pose is composed of others, each of which turns a little wrongly, by at most 64 half-units of the
 * last place in matrix norm: a given quaternion to a matrix 36 (5 in each component by normalising it,
 * 12 by the products), an axis to a matrix and back 40, sine and cosine with their products 12, a
 * product of two matrices 9 on top of any of these; an angle is off by as many half-units of its
 * magnitude (lw_coordinates). A point is off by at most the sum of these, times the length of the
 * chain stretched out; the sums that make its position add less than what was left above. */
#define PLACE_ERROR 0x1p-47

lw_status lw_placement_create(lw_arena *arena, const lw_scene *scene, lw_placement *out,
                              lw_error *error)
{
    const lw_frozen *frozen = scene->frozen;
    *out = (lw_placement){.frozen = frozen};
    double **arrays[] = {&out->coordinates.value,      &out->coordinates.rate,
                         &out->coordinates.rate_bound, &out->coordinates.acceleration_bound,
                         &out->coordinates.magnitude,  &out->coordinates.rate_error};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!(*arrays[i] = lw_arena_array(arena, frozen->variable_count, sizeof(double))))
            return lw_fail_memory(error);
    out->factors = lw_arena_array(arena, frozen->factor_count, sizeof *out->factors);
    out->bodies = lw_arena_array(arena, frozen->body_count, sizeof *out->bodies);
    out->centers = lw_arena_array(arena, frozen->body_count, sizeof *out->centers);
    out->error = lw_arena_array(arena, frozen->body_count, sizeof *out->error);
    if (!out->factors || !out->bodies || !out->centers || !out->error)
        return lw_fail_memory(error);
    /* what never moves is placed once */
    for (size_t i = 0; i < frozen->body_count; i++)
        if (frozen->bodies[i].factor < 0) {
            out->bodies[i] = frozen->bodies[i].local;
            out->centers[i] = transform(out->bodies[i], frozen->bodies[i].geometry->center);
            const lw_composed *composed = &frozen->bodies[i].composed;
            out->error[i] = PLACE_ERROR * (composed->steps + 1) * composed->length;
        }
    return LW_OK;
}

/* The frame and twist of a factor after those of its parent. length: of what a motion put into before.
 */
static void place_factor(lw_placement *placement, size_t index, const pose *before, double length)
{
    const lw_factor *factor = &placement->frozen->factors[index];
    const lw_coordinates *x = &placement->coordinates;
    lw_placed_factor *placed = &placement->factors[index];
    pose frame = *before;
    if (factor->parent >= 0) {
        *placed = placement->factors[factor->parent];
        frame = compose(placed->frame, *before);
    } else {
        *placed = (lw_placed_factor){.turns = 0};
    }
    double value = factor->offset;
    double rate = 0;
    double rate_error = 0;
    double size = fabs(factor->offset);
    double weight = fabs(factor->multiplier);
    placed->rate_bound = placed->acceleration_bound = 0;
    if (factor->variable >= 0) {
        value += factor->multiplier * x->value[factor->variable];
        rate = factor->multiplier * x->rate[factor->variable];
        rate_error = weight * x->rate_error[factor->variable];
        size += weight * x->magnitude[factor->variable];
        placed->rate_bound = weight * x->rate_bound[factor->variable] * LW_UPWARD;
        placed->acceleration_bound = weight * x->acceleration_bound[factor->variable] * LW_UPWARD;
    }
    placed->turns += factor->composed.steps + 1;
    placed->length += factor->composed.length + length;
    vec3 axis = frame.rotation.z;
    if (factor->kind == LW_FACTOR_REVOLUTE) {
        double s;
        double c;
        lw_sincos(value, &s, &c);
        vec3 across = frame.rotation.x;
        vec3 up = frame.rotation.y;
        frame.rotation.x = add_scaled(scale(c, across), s, up);
        frame.rotation.y = add_scaled(scale(c, up), -s, across);
        placed->twist.angular = add_scaled(placed->twist.angular, rate, axis);
        placed->twist.linear = add_scaled(placed->twist.linear, rate, cross(frame.position, axis));
        placed->turns += size;
    } else if (factor->kind == LW_FACTOR_PRISMATIC) {
        frame.position = add_scaled(frame.position, value, axis);
        placed->twist.linear = add_scaled(placed->twist.linear, rate, axis);
        placed->length += size;
    }
    /* the axis and the place of the frame are wrong as poses are, the rate as the coordinate says */
    placed->noise += PLACE_ERROR * placed->turns * fabs(rate) + rate_error;
    placed->frame = frame;
}

void lw_place(lw_placement *placement, const lw_motion *motion, size_t piece, double t, double half)
{
    const lw_frozen *frozen = placement->frozen;
    placement->piece = piece;
    placement->time = t;
    placement->half = half;
    lw_motion_coordinates(motion, piece, t, half, &placement->coordinates);
    size_t next = 0;
    for (size_t j = 0; j < frozen->joint_count; j++) {
        const lw_frozen_joint *joint = &frozen->joints[j];
        if (joint->factor < 0)
            continue;
        if (joint->kind == LW_FLOATING) {
            pose slots[LW_FLOATING_SLOTS];
            lw_motion_slots(motion, piece, j, slots);
            for (int s = 0; s < LW_FLOATING_SLOTS; s++, next++)
                place_factor(placement, next, &slots[s], norm(slots[s].position));
        } else {
            size_t count = lw_joint_value_count(joint->kind);
            for (size_t s = 0; s < count; s++, next++)
                place_factor(placement, next, &frozen->factors[next].before, 0);
        }
    }
    for (size_t i = 0; i < frozen->body_count; i++) {
        const lw_body *body = &frozen->bodies[i];
        if (body->factor < 0)
            continue;
        const lw_placed_factor *last = &placement->factors[body->factor];
        placement->bodies[i] = compose(last->frame, body->local);
        placement->centers[i] = transform(placement->bodies[i], body->geometry->center);
        placement->error[i] = PLACE_ERROR * (last->turns + body->composed.steps + 1) *
                              (last->length + body->composed.length);
    }
}

void lw_travel_of(const lw_placement *placement, size_t body, int32_t common, lw_travel *out)
{
    const lw_frozen *frozen = placement->frozen;
    const lw_body *own = &frozen->bodies[body];
    *out = (lw_travel){0};
    if (own->factor == common || own->factor < 0)
        return;
    vec3 center = placement->centers[body];
    /* centre, axis and the frame's place are off by no more than the body's points */
    double radius = own->geometry->radius + 4 * placement->error[body];
    const double *arm = frozen->arms + own->first_arm;
    double half = placement->half;
    double speed = 0; /* sum over the factors so far, from the body upwards, of |J_j| |q'_j| ... */
    double way = 0;   /* ... and the same with |J_j| at the middle */
    double curvature = 0;
    for (int32_t f = own->factor; f != common; f = frozen->factors[f].parent, arm++) {
        const lw_placed_factor *placed = &placement->factors[f];
        double rate = placed->rate_bound;
        if (frozen->factors[f].kind != LW_FACTOR_REVOLUTE) {
            curvature += placed->acceleration_bound;
            speed += rate;
            way += rate;
            continue;
        }
        if (rate == 0 && placed->acceleration_bound == 0)
            continue;
        vec3 from = cross(sub(center, placed->frame.position), placed->frame.rotation.z);
        double now = lesser((norm(from) + radius) * LW_UPWARD, *arm);
        double most = lesser(now + half * speed, *arm);
        curvature += most * (rate * rate + placed->acceleration_bound) + 2 * rate * speed;
        speed += most * rate;
        way += now * rate;
    }
    const lw_placed_factor *last = &placement->factors[own->factor];
    lw_twist twist = last->twist;
    if (common >= 0) {
        twist.linear = sub(twist.linear, placement->factors[common].twist.linear);
        twist.angular = sub(twist.angular, placement->factors[common].twist.angular);
    }
    out->noise = last->noise * (1 + 2 * (last->length + own->composed.length) + norm(center) + radius);
    out->twist = twist;
    out->curvature = curvature * LW_UPWARD;
    /* The sum of the joints' travels, or the speed at the middle and the curvature, whichever is less.
     * For the sum, change the coordinates from those at the middle one by one, root first: what lies
     * below is then still as it was at the middle, and so is its distance from the axis. */
    double now = norm(add(twist.linear, cross(twist.angular, center))) + norm(twist.angular) * radius +
                 out->noise;
    double second = half * now + 0.5 * half * half * curvature;
    out->distance = lesser(half * way, second) * LW_UPWARD;
}

double lw_chord_deviation(const lw_travel *travel, double half)
{
    return travel->curvature * half * half * 0.5 * LW_UPWARD;
}
