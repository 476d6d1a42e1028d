/* The narrow phase of a check: whether a pair of bodies touches at the sample, and proofs for an
 * interval. */
#include "check/checker/prove.h"

#include "bound/far.h"
#include "check/checker/doubt.h"
#include "math/pose.h"
#include "math/rounding.h"

/* the travel of a pair's first (0) or second (1) body */
static const lw_travel *travel_of(lw_checker *checker, const lw_pair *pair, int end)
{
    return lw_checker_travel_of(checker, (uint32_t)(end ? pair->b : pair->a),
                                (uint32_t)(end ? pair->a : pair->b));
}

/* how many places of the hash table of states are probed for a pair */
enum { MOST_PLACES = 8 };

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

const lw_travel *lw_checker_travel_of(lw_checker *checker, uint32_t body, uint32_t other)
{
    static const lw_travel still = {0};
    if (body >= checker->frozen->moving_count)
        return &still;
    uint32_t index = lw_frozen_travel(checker->frozen, body, other);
    lw_known_travel *known = &checker->travels[index];
    if (known->sample != checker->samples_taken) {
        const lw_travel_slot *slot = &checker->frozen->pairs.travels[index];
        lw_travel_of(&checker->kinematics, (size_t)slot->body, slot->common, &known->travel);
        known->sample = checker->samples_taken;
    }
    return &known->travel;
}

double lw_checker_travel(lw_checker *checker, const lw_pair *pair)
{
    return travel_of(checker, pair, 0)->displacement + travel_of(checker, pair, 1)->displacement +
           lw_doubt_of_pair(checker, pair).displacement;
}

double lw_checker_slack(lw_checker *checker, const lw_pair *pair)
{
    return travel_of(checker, pair, 0)->slack + travel_of(checker, pair, 1)->slack +
           lw_doubt_of_pair(checker, pair).slack;
}

/* A body at the sample. */
static lw_standing standing_of(const lw_checker *checker, int32_t body)
{
    return (lw_standing){.geometry = lw_frozen_body(checker->frozen, (size_t)body)->geometry,
                         .at = lw_body_pose(&checker->kinematics, body),
                         .center = lw_body_center(&checker->kinematics, body)};
}

bool lw_checker_is_far(const lw_checker *checker, const lw_pair *pair, double distance)
{
    const lw_standing a = standing_of(checker, pair->a);
    const lw_standing b = standing_of(checker, pair->b);
    return lw_are_far(&a, &b, distance);
}

bool lw_checker_touches_by(lw_checker *checker, const lw_pair *pair, const lw_pair_bound *bound)
{
    lw_pair_bound at_sample = *bound;
    lw_meter_take(checker->work, LW_WORK_PAIR);
    checker->verdict->queries++;
    lw_touching *touching = &checker->touching;
    if (!lw_pair_bound_touches(&at_sample, &touching->contact))
        return false;
    touching->sample = checker->samples_taken;
    touching->a = pair->a;
    touching->b = pair->b;
    return true;
}

bool lw_checker_touches_at(lw_checker *checker, const lw_pair *pair, const pose at[2], double touch)
{
    lw_pair_bound bound;
    bound.geometry[0] = lw_frozen_body(checker->frozen, pair->a)->geometry;
    bound.geometry[1] = lw_frozen_body(checker->frozen, pair->b)->geometry;
    bound.b_in_a = relative(at[0], at[1]);
    bound.touch = touch;
    bound.tube = NULL;
    bound.work = checker->work;
    return lw_checker_touches_by(checker, pair, &bound);
}

bool lw_checker_touches(lw_checker *checker, const lw_pair *pair)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    double error = lw_pair_error(kinematics, pair);
    const lw_pair at = lw_pair_at(checker->frozen, pair, kinematics->time);
    double touch = lw_pair_unpadded(&at, pair->margin);
    lw_meter_take(checker->work, 1);
    if (lw_checker_is_far(checker, pair, touch + 2 * error))
        return false;
    const pose placed[2] = {lw_body_pose(kinematics, pair->a), lw_body_pose(kinematics, pair->b)};
    return lw_checker_touches_at(checker, pair, placed, touch);
}

bool lw_checker_prove_far(lw_checker *checker, const lw_pair *pair, double from, double to)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    double error = lw_pair_error(kinematics, pair);
    const lw_pair last = lw_pair_at(checker->frozen, pair, kinematics->time + kinematics->half);
    double far =
        lw_pair_unpadded(&last, checker->target) + 2 * error + lw_checker_travel(checker, pair);
    lw_meter_take(checker->work, 1);
    if (!lw_checker_is_far(checker, pair, far))
        return false;
    if (checker->claims.on)
        lw_claim_far(checker, pair, from, to);
    return true;
}

/* Adds the joints of a chain whose values may be off, in the frame of the pair's first body. */
static uint32_t add_tube_parts(const lw_kinematics *kinematics, int32_t body, int32_t common, pose at_a,
                               lw_tube_part *out)
{
    const lw_frozen *frozen = kinematics->frozen;
    uint32_t count = 0;
    if ((size_t)body >= frozen->moving_count)
        return 0;
    for (int32_t f = frozen->moving[body].elementary; f >= 0 && f != common;
         f = frozen->chains->elementary[f].parent) {
        const lw_elementary_state *state = &kinematics->elementary[f];
        if (!(state->slack > 0))
            continue;
        const bool turns = frozen->chains->elementary[f].kind == LW_ELEMENTARY_REVOLUTE;
        const vec3 axis = rotate_back(at_a.rotation, state->frame.rotation.z);
        out[count++] = (lw_tube_part){.slide = turns ? v3(0, 0, 0) : axis,
                                      .turn = turns ? axis : v3(0, 0, 0),
                                      .origin = transform_back(at_a, state->frame.position),
                                      .slack = state->slack};
    }
    return count;
}

/* Sets the checker's tube to that of a pair at the sample. */
static const lw_tube *set_tube(lw_checker *checker, const lw_pair *pair, pose at_a, pose at_b)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    lw_tube *tube = &checker->tube;
    const int32_t body[2] = {pair->a, pair->b};
    tube->b_in_a = relative(at_a, at_b);
    /* axes and origins are off by as much as the points that they move; the first body's frame is too
     */
    double off = 8 * (lw_body_error(kinematics, pair->a) + lw_body_error(kinematics, pair->b)) +
                 LW_FIELD_ROUNDING * (norm(at_a.position) + norm(at_b.position));
    for (int i = 0; i < 2; i++) {
        tube->count[i] = add_tube_parts(kinematics, body[i], pair->common, at_a, tube->parts[i]);
        tube->rounding[i] = 0;
        for (uint32_t k = 0; k < tube->count[i]; k++)
            tube->rounding[i] += tube->parts[i][k].slack * off;
        tube->spins[i] = (lw_tube_spin){{0, 0, 0}, 0};
        if (!lw_pair_is_doubted(checker->frozen, pair))
            continue;
        tube->spins[i] = (lw_tube_spin){transform_back(at_a, lw_doubt_origin(checker, body[i])),
                                        lw_frozen_body(checker->frozen, (size_t)body[i])->doubt.angle};
        tube->rounding[i] += tube->spins[i].angle * off;
    }
    return tube;
}

/* Fills a bound of a pair, except its geometries and rounding error. The second body is at a given
 * pose. */
static void fill_bound(lw_checker *checker, const lw_pair *pair, double from, double to, pose at_b,
                       lw_pair_bound *bound)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_travel *travel_a = travel_of(checker, pair, 0);
    const lw_travel *travel_b = travel_of(checker, pair, 1);
    pose at_a = lw_body_pose(kinematics, pair->a);
    const lw_pair last = lw_pair_at(checker->frozen, pair, to);
    const lw_pair_doubt doubt = lw_doubt_of_pair(checker, pair);
    bound->target = lw_pair_unpadded(&last, checker->target);
    bound->tube = NULL;
    bound->displacement = travel_a->displacement + travel_b->displacement + doubt.displacement;
    bound->before = kinematics->time - from;
    bound->after = to - kinematics->time;
    bound->b_in_a = relative(at_a, at_b);
    bound->curvature = travel_a->curvature + travel_b->curvature;
    bound->speed_error = travel_a->speed_error + travel_b->speed_error;
    bound->shortens = false;
    bound->work = checker->work;
    bound->claim = checker->claims.on ? &checker->claims.parts : NULL;
    if (bound->claim)
        bound->claim->count = 0;
    bound->moves[0] = !is_still(&travel_a->twist);
    bound->moves[1] = !is_still(&travel_b->twist);
    if (bound->moves[0])
        bound->speed_error += field_error(&travel_a->twist, at_a, at_b);
    if (bound->moves[1])
        bound->speed_error += field_error(&travel_b->twist, at_a, at_b);
    const lw_twist field[2] = {lw_twist_in(at_a, &travel_a->twist),
                               lw_twist_in(at_a, &travel_b->twist)};
    for (int i = 0; i < 2; i++) {
        bound->linear[i] = field[i].linear;
        bound->angular[i] = field[i].angular;
    }
    if (kinematics->coordinates.slackens) {
        /* d - tau s - (A_2 tau^2 + A_1 tau + A_0) / 2, by the terms that are there anyway */
        bound->target += 0.5 * (travel_a->deviation_bend + travel_b->deviation_bend) * LW_UPWARD;
        bound->speed_error += 0.5 * (travel_a->mixed_bend + travel_b->mixed_bend) * LW_UPWARD;
    }
    bound->target += doubt.bend;
    if (kinematics->coordinates.slackens || doubt.displacement > 0)
        bound->tube = set_tube(checker, pair, at_a, at_b);
}

bool lw_checker_bound(lw_checker *checker, const lw_pair *pair, double from, double to, double touch,
                      lw_pair_bound *bound)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    if (lw_checker_prove_far(checker, pair, from, to))
        return false;
    fill_bound(checker, pair, from, to, lw_body_pose(kinematics, pair->b), bound);
    bound->geometry[0] = lw_frozen_body(checker->frozen, pair->a)->geometry;
    bound->geometry[1] = lw_frozen_body(checker->frozen, pair->b)->geometry;
    bound->error = lw_pair_error(kinematics, pair);
    const lw_pair at = lw_pair_at(checker->frozen, pair, kinematics->time);
    bound->touch = touch < 0 ? touch : lw_pair_unpadded(&at, touch);
    return true;
}

void lw_checker_bound_box(lw_checker *checker, const lw_pair *pair, double from, double to,
                          lw_pair_bound *bound)
{
    fill_bound(checker, pair, from, to, pose_identity(), bound);
    bound->geometry[0] = lw_frozen_body(checker->frozen, pair->a)->geometry;
    bound->touch = -1;
}

lw_pair_state *lw_checker_state(lw_checker *checker, const lw_pair *pair)
{
    lw_pair_id id = lw_pair_id_of((uint32_t)pair->a, (uint32_t)pair->b);
    size_t place = (size_t)((id * 0x9e3779b97f4a7c15U) >> 32);
    for (int i = 0; i < MOST_PLACES; i++, place++) {
        lw_pair_state *state = &checker->states[place & (checker->state_count - 1)];
        if (state->motion != checker->motions)
            *state = (lw_pair_state){.pair = id, .motion = checker->motions};
        if (state->pair == id)
            return state;
    }
    if (checker->cold.pair != id || checker->cold.motion != checker->motions)
        checker->cold = (lw_pair_state){.pair = id, .motion = checker->motions};
    return &checker->cold;
}

void lw_claim_by(lw_checker *checker, const lw_pair *pair, double from, double to,
                 const lw_claim_range *by)
{
    const lw_claims *claims = &checker->claims;
    if (!lw_claims_failed(claims)) /* after a failure parts may be missing */
        lw_claim_apart(checker, pair, from, checker->kinematics.time, to,
                       claims->parts.items + by->first, by->count);
}

lw_bound_result lw_checker_prove_by_trees(lw_checker *checker, const lw_pair *pair, double from,
                                          double to, lw_pair_bound *bound)
{
    lw_claim_parts *parts = bound->claim;
    lw_meter_take(checker->work, LW_WORK_PAIR);
    checker->verdict->queries++;
    size_t before = lw_claim_count(parts);
    lw_bound_result result = lw_pair_bound_prove(bound, &lw_checker_state(checker, pair)->bound);
    if (parts && result == LW_BOUND_PROVEN)
        lw_claim_by(checker, pair, from, to, &(lw_claim_range){before, parts->count - before});
    return result;
}

lw_bound_result lw_checker_prove(lw_checker *checker, const lw_pair *pair, double from, double to,
                                 double touch)
{
    lw_pair_bound bound;
    if (!lw_checker_bound(checker, pair, from, to, touch, &bound))
        return LW_BOUND_PROVEN;
    return lw_checker_prove_by_trees(checker, pair, from, to, &bound);
}
