/* A pair of bodies at a sample: whether it touches, and what the spheres and boxes about the bodies, or
 * the trees, prove of an interval. */
#include "check/prove.h"

#include "math/pose.h"
#include "math/rounding.h"

/* the travel of a pair's first (0) or second (1) body */
static const lw_travel *travel_of(lw_checker *checker, uint32_t pair, int end)
{
    lw_known_travel *known = &checker->travels[checker->travel_of_pair[pair][end]];
    if (known->sample != checker->samples_taken) {
        lw_travel_of(&checker->kinematics, (size_t)known->body, known->common, &known->travel);
        known->sample = checker->samples_taken;
    }
    return &known->travel;
}

/* a world twist as a velocity field in a body's frame */
static void field_in(pose frame, const lw_twist *twist, vec3 *linear, vec3 *angular)
{
    *linear = rotate_back(frame.rotation, add(twist->linear, cross(twist->angular, frame.position)));
    *angular = rotate_back(frame.rotation, twist->angular);
}

/* The rounding error of taking the speeds about the first body's origin, and of posing the second in
 * its frame: less than 40 half-units of the last place of the rotation times the distances from the
 * world's origin. The rounding error of a travel does not know how far away the other body's origin
 * is. */
static double field_error(const lw_twist *twist, pose a, pose b)
{
    return LW_FIELD_ROUNDING * norm(twist->angular) * (norm(a.position) + norm(b.position));
}

static bool is_still(const lw_twist *twist)
{
    return norm2(twist->linear) == 0 && norm2(twist->angular) == 0;
}

double lw_checker_travel(lw_checker *checker, uint32_t index)
{
    return travel_of(checker, index, 0)->distance + travel_of(checker, index, 1)->distance;
}

/* Whether the bodies are more than a distance apart, by a sphere around the one and a sphere or a box
 * around the other: this settles most pairs. The rounding errors of the centres are below those that
 * the distance holds twice. */
static bool is_far(const lw_checker *checker, const lw_pair *pair, double distance)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_geometry *a = checker->frozen->bodies[pair->a].geometry;
    const lw_geometry *b = checker->frozen->bodies[pair->b].geometry;
    vec3 between = sub(kinematics->centers[pair->b], kinematics->centers[pair->a]);
    double spheres = distance + a->radius + b->radius;
    if (norm2(between) > spheres * spheres * LW_UPWARD)
        return true;
    /* the centre of a from the box of b */
    vec3 center = transform_back(kinematics->bodies[pair->b], kinematics->centers[pair->a]);
    const lw_node *box = &b->nodes[0];
    vec3 gap = max3(sub(abs3(sub(center, box->center)), box->half), v3(0, 0, 0));
    double sphere = distance + a->radius;
    return norm2(gap) > sphere * sphere * LW_UPWARD;
}

bool lw_checker_touches_by(lw_checker *checker, const lw_pair_bound *bound)
{
    lw_pair_bound at_sample = *bound;
    checker->verdict->queries++;
    return lw_pair_bound_touches(&at_sample);
}

bool lw_checker_touches(lw_checker *checker, uint32_t index)
{
    const lw_pair *pair = &checker->frozen->pairs[index];
    const lw_kinematics *kinematics = &checker->kinematics;
    double error = kinematics->error[pair->a] + kinematics->error[pair->b];
    double touch = lw_pair_gap(pair, pair->margin);
    if (is_far(checker, pair, touch + 2 * error))
        return false;
    lw_pair_bound bound;
    bound.geometry[0] = checker->frozen->bodies[pair->a].geometry;
    bound.geometry[1] = checker->frozen->bodies[pair->b].geometry;
    bound.b_in_a = relative(kinematics->bodies[pair->a], kinematics->bodies[pair->b]);
    bound.touch = touch;
    return lw_checker_touches_by(checker, &bound);
}

bool lw_checker_prove_far(lw_checker *checker, uint32_t index, double from, double to)
{
    const lw_pair *pair = &checker->frozen->pairs[index];
    const lw_kinematics *kinematics = &checker->kinematics;
    double error = kinematics->error[pair->a] + kinematics->error[pair->b];
    double far =
        lw_pair_gap(pair, checker->targets[index]) + 2 * error + lw_checker_travel(checker, index);
    if (!is_far(checker, pair, far))
        return false;
    if (checker->claims.on)
        lw_claim_far(checker, index, from, to);
    return true;
}

bool lw_checker_bound(lw_checker *checker, uint32_t index, double from, double to, double touch,
                      lw_pair_bound *bound)
{
    const lw_pair *pair = &checker->frozen->pairs[index];
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_travel *travel_a = travel_of(checker, index, 0);
    const lw_travel *travel_b = travel_of(checker, index, 1);
    bound->error = kinematics->error[pair->a] + kinematics->error[pair->b];
    bound->target = lw_pair_gap(pair, checker->targets[index]);
    bound->distance = travel_a->distance + travel_b->distance;
    if (lw_checker_prove_far(checker, index, from, to))
        return false;

    pose at_a = kinematics->bodies[pair->a];
    pose at_b = kinematics->bodies[pair->b];
    bound->before = kinematics->time - from;
    bound->after = to - kinematics->time;
    bound->geometry[0] = checker->frozen->bodies[pair->a].geometry;
    bound->geometry[1] = checker->frozen->bodies[pair->b].geometry;
    bound->b_in_a = relative(at_a, at_b);
    bound->curvature = travel_a->curvature + travel_b->curvature;
    bound->speed_error = travel_a->speed_error + travel_b->speed_error;
    bound->touch = touch < 0 ? touch : lw_pair_gap(pair, touch);
    bound->claim = checker->claims.on ? &checker->claims.parts : NULL;
    if (bound->claim)
        bound->claim->count = 0;
    bound->moves[0] = !is_still(&travel_a->twist);
    bound->moves[1] = !is_still(&travel_b->twist);
    if (bound->moves[0])
        bound->speed_error += field_error(&travel_a->twist, at_a, at_b);
    if (bound->moves[1])
        bound->speed_error += field_error(&travel_b->twist, at_a, at_b);
    field_in(at_a, &travel_a->twist, &bound->linear[0], &bound->angular[0]);
    field_in(at_a, &travel_b->twist, &bound->linear[1], &bound->angular[1]);
    return true;
}

lw_pair_state *lw_checker_state(lw_checker *checker, uint32_t index)
{
    lw_pair_state *state = &checker->states[index];
    if (state->motion != checker->motions)
        *state = (lw_pair_state){.motion = checker->motions};
    return state;
}

void lw_claim_by(lw_checker *checker, uint32_t index, double from, double to, const lw_claim_range *by)
{
    const lw_claims *claims = &checker->claims;
    if (!lw_claims_failed(claims)) /* else parts may be missing */
        lw_claim_apart(checker, index, from, checker->kinematics.time, to,
                       claims->parts.items + by->first, by->count);
}

lw_bound_result lw_checker_prove_by_trees(lw_checker *checker, uint32_t index, double from, double to,
                                          lw_pair_bound *bound)
{
    lw_claim_parts *parts = bound->claim;
    checker->verdict->queries++;
    size_t before = lw_claim_count(parts);
    lw_bound_result result = lw_pair_bound_prove(bound, &lw_checker_state(checker, index)->bound);
    if (parts && result == LW_BOUND_PROVEN)
        lw_claim_by(checker, index, from, to, &(lw_claim_range){before, parts->count - before});
    return result;
}

lw_bound_result lw_checker_prove(lw_checker *checker, uint32_t index, double from, double to,
                                 double touch)
{
    lw_pair_bound bound;
    if (!lw_checker_bound(checker, index, from, to, touch, &bound))
        return LW_BOUND_PROVEN;
    return lw_checker_prove_by_trees(checker, index, from, to, &bound);
}
