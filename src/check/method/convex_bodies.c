/* Scenes of two convex bodies in space: PCDA (convex/pcda.h) finds their first contact (time of
 * impact), or proves that there is none, with fewer distance queries than the search over time. Where
 * it does neither, because the bodies stay as near as rounding errors, the search over time decides.
 *
 * PCDA runs on one piece of the motion after the other, within which everything is smooth. The shapes
 * are grown by the margin and padding, so that they meet where the bodies are that near. The rounding
 * errors of the poses, of the velocities and of the grown shapes become PCDA's gap, which is proven to
 * stay open and is never a contact. */
#include "check/checker/contact.h"
#include "check/method/methods.h"
#include "convex/pcda.h"
#include "math/rounding.h"
#include "motion/frame_travel.h"

/* How late a contact may be found, as a share of the time tolerance. docs/decisions/search.md, "A scene
 * of two convex bodies is checked by PCDA". */
static const double ROUND_DELAY = 0.9;

/* The delay between shapes that have vertices, as a share of the motion. It is so short that the
 * direction of the last slab is the contact's normal. For round shapes the direction turns with the
 * square root of the delay, and their normal takes a query of its own. docs/decisions/search.md, "A
 * scene of two convex bodies is checked by PCDA". */
static const double SHARP_DELAY = 1e-9;

/* One piece of the motion. */
typedef struct meeting {
    lw_checker *checker;
    lw_pair pair;
    size_t piece;
    lw_convex shapes[2]; /* of the pair, the first grown by margin and padding */
    bool sharp;          /* neither shape is round, not even by growing */
} meeting;

/* The scene's first pair. */
static lw_pair only_pair(const lw_frozen *frozen)
{
    return lw_frozen_pair(frozen, lw_frozen_pair_at(frozen, 0));
}

/* PCDA needs one pair of bodies in space, each of one convex shape, which has the body's frame for its
 * own (scene/body_geometry.c), and a motion longer than 0. If any contact will do, samples find one
 * sooner than PCDA finds the first; and PCDA makes no claims. */
bool lw_convex_serves(const lw_checker *checker)
{
    const lw_frozen *frozen = checker->frozen;
    if (frozen->pairs.count != 1 || checker->options->any || checker->claims.on ||
        !(checker->motion->end > checker->motion->begin))
        return false;
    const lw_pair only = only_pair(frozen);
    const lw_pair *pair = &only;
    const lw_body *bodies[2] = {lw_frozen_body(frozen, pair->a), lw_frozen_body(frozen, pair->b)};
    for (int i = 0; i < 2; i++) {
        const lw_geometry *geometry = bodies[i]->geometry;
        if (geometry->part_count != 1 || geometry->triangle_count || bodies[i]->polygon_count)
            return false;
    }
    return true;
}

static void moves(void *context, double at, double until, lw_moving bodies[2])
{
    const meeting *m = context;
    const lw_kinematics *kinematics = &m->checker->kinematics;
    const lw_pair *pair = &m->pair;
    const int32_t index[2] = {pair->a, pair->b};
    /* the bounds are rounded up by more than the rounding of until - at */
    lw_checker_sample(m->checker, m->piece, at, until - at);
    for (int i = 0; i < 2; i++) {
        lw_frame_travel travel;
        lw_frame_travel_of(kinematics, (size_t)index[i], &travel);
        bodies[i] = (lw_moving){.pose = lw_body_pose(kinematics, index[i]),
                                .linear = travel.linear,
                                .angular = travel.angular,
                                .acceleration = travel.acceleration,
                                .spin = travel.spin,
                                .spin_change = travel.spin_change};
    }
}

/* Counts a distance, unless the budget is used up. */
static bool stop(void *context)
{
    lw_checker *checker = ((const meeting *)context)->checker;
    if (lw_checker_out_of_budget(checker))
        return true;
    checker->verdict->queries++;
    return false;
}

/* Whether the bodies are too far apart to meet in a piece, by their bounding spheres. The robots are
 * posed at its middle. */
static bool is_far(const lw_kinematics *kinematics, const lw_pair *pair, double gap)
{
    const lw_frozen *frozen = kinematics->frozen;
    lw_travel travels[2];
    lw_travel_of(kinematics, (size_t)pair->a, -1, &travels[0]);
    lw_travel_of(kinematics, (size_t)pair->b, -1, &travels[1]);
    double reach = gap + travels[0].displacement + travels[1].displacement +
                   lw_frozen_body(frozen, (size_t)pair->a)->geometry->radius +
                   lw_frozen_body(frozen, (size_t)pair->b)->geometry->radius;
    vec3 between = sub(lw_body_center(kinematics, pair->b), lw_body_center(kinematics, pair->a));
    return norm2(between) > reach * reach * LW_UPWARD;
}

static bool is_sharp(const lw_convex *shape)
{
    return shape->radius == 0 && !lw_core_is_round(shape->core);
}

/* Takes the shapes of the pair and grows the first by the required gap minus the rounding error, so
 * that a contact of the shapes is one of the bodies. Returns an upper bound on the part that is
 * missing. */
static double take_shapes(meeting *m, double required)
{
    const lw_frozen *frozen = m->checker->frozen;
    const lw_pair *pair = &m->pair;
    m->shapes[0] = lw_frozen_body(frozen, pair->a)->geometry->parts[0].shape;
    m->shapes[1] = lw_frozen_body(frozen, pair->b)->geometry->parts[0].shape;
    double grown = m->shapes[0].radius + required;
    if (required > 0)
        m->shapes[0].radius = grown * (1 - LW_ROUNDING(8));
    m->sharp = is_sharp(&m->shapes[0]) && is_sharp(&m->shapes[1]);
    return required > 0 ? grown * LW_ROUNDING(16) : 0;
}

/* How much later than the end of the proof a contact may be. */
static double delay_of(const meeting *m)
{
    const lw_motion *motion = m->checker->motion;
    double share = ROUND_DELAY * m->checker->options->time_tolerance;
    return (m->sharp ? lesser(share, SHARP_DELAY) : share) * motion->length;
}

/* Runs PCDA on a piece. */
static lw_pcda_result meet(meeting *m)
{
    lw_checker *checker = m->checker;
    const lw_pair *pair = &m->pair;
    lw_motion_piece span = checker->motion->pieces.items[m->piece];
    double middle = span.begin + 0.5 * (span.end - span.begin);
    lw_checker_sample(checker, m->piece, middle, greater(middle - span.begin, span.end - middle));
    double required = lw_pair_unpadded(pair, pair->margin);
    double error = lw_frame_travel_error(&checker->kinematics, (size_t)pair->a, required) +
                   lw_frame_travel_error(&checker->kinematics, (size_t)pair->b, required);
    if (is_far(&checker->kinematics, pair, required + 2 * error))
        return (lw_pcda_result){.state = LW_PCDA_FREE, .time = span.end};
    double rounding = take_shapes(m, required);
    lw_pcda pcda = lw_default_pcda(&m->shapes[0], &m->shapes[1], moves, m);
    pcda.begin = span.begin;
    pcda.end = span.end;
    pcda.gap = (error + rounding) * LW_UPWARD;
    pcda.trusted = true;
    pcda.delay = delay_of(m);
    pcda.stop = stop;
    return lw_pcda_run(&pcda);
}

/* Whether a contact becomes the verdict: only if the query that reports it finds it too. PCDA's delay
 * is so short that it is the first within the time tolerance. */
static bool conclude_contact(const meeting *m, const lw_pcda_result *found)
{
    lw_checker *checker = m->checker;
    bool known = m->sharp && norm2(found->normal) > 0;
    checker->verdict->free_until = found->time;
    return lw_checker_report_first(checker, &m->pair, m->piece, found->contact,
                                   known ? &found->normal : NULL);
}

/* Whether PCDA reaches a verdict. proven: out, if not: the time until which the bodies are apart. */
static bool decide(lw_checker *checker, double *proven)
{
    const lw_motion *motion = checker->motion;
    lw_verdict *verdict = checker->verdict;
    lw_pcda_result found = {.time = motion->begin};
    for (size_t piece = 0; piece < motion->pieces.count; piece++) {
        meeting m = {.checker = checker, .pair = only_pair(checker->frozen), .piece = piece};
        found = meet(&m);
        *proven = found.time;
        if (found.state == LW_PCDA_CONTACT)
            return conclude_contact(&m, &found);
        if (found.state != LW_PCDA_FREE && !verdict->reason)
            return false;
        if (found.state != LW_PCDA_FREE)
            break;
    }
    verdict->free_until = found.time;
    verdict->kind = verdict->reason ? LW_VERDICT_UNDECIDED : LW_VERDICT_FREE;
    return true;
}

void lw_check_convex(lw_checker *checker)
{
    double proven = checker->motion->begin;
    if (lw_convex_serves(checker) && decide(checker, &proven))
        return;
    lw_check_contact(checker, &lw_space_slabs, NULL);
    if (checker->verdict->kind == LW_VERDICT_UNDECIDED)
        checker->verdict->free_until = greater(checker->verdict->free_until, proven);
}
