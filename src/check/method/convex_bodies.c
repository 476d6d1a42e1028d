/* The first contact (time of impact) of two convex bodies in a scene, by PCDA (convex/pcda.h): it finds
 * the contact, or proves that there is none, with fewer distance queries than the search over time.
 * The method slab asks it first where all other pairs are far apart; auto hands it the last pair that
 * its blocks have left open. Where it decides nothing, because the bodies stay as near as rounding
 * errors, the search over time goes on.
 *
 * PCDA runs on one piece of the motion after the other, within which everything is smooth. The shapes
 * are grown by the margin and padding, so that they meet where the bodies are that near. The rounding
 * errors of the poses, of the velocities and of the grown shapes become PCDA's gap, which is proven to
 * stay open and is never a contact. */
#include "check/checker/contact.h"
#include "check/checker/prove.h"
#include "check/method/methods.h"
#include "convex/grown_pair.h"
#include "convex/pcda.h"
#include "math/rounding.h"
#include "motion/frame_travel.h"

/* In a scene of more pairs the search over time excludes those that are far apart for less.
 * docs/decisions/search.md, "PCDA takes the last open pair of a scene". */
enum { MOST_PAIRS = 3 };

/* A pair on one piece of the motion. */
typedef struct meeting {
    lw_checker *checker;
    lw_pair pair;
    size_t piece;
    double required;     /* the distance of the shapes, unpadded, that is sought */
    double error;        /* of their poses */
    lw_grown_pair grown; /* by margin and padding */
} meeting;

static lw_pair_id id_of(const lw_pair *pair)
{
    return lw_pair_id_of((uint32_t)pair->a, (uint32_t)pair->b);
}

/* Whether a part has its body's frame for its own. The only cell of an octree has another one. */
static bool is_in_frame(const lw_part *part)
{
    const mat3 *rotation = &part->at.rotation;
    return norm2(part->at.position) == 0 && rotation->x.x == 1 && rotation->y.y == 1 &&
           rotation->z.z == 1;
}

/* Whether each body of a pair is one convex shape, which has the body's frame for its own: PCDA takes
 * the poses of the bodies for those of the shapes. */
static bool is_convex(const lw_frozen *frozen, lw_pair_id id)
{
    const lw_body *bodies[2] = {lw_frozen_body(frozen, lw_pair_first(id)),
                                lw_frozen_body(frozen, lw_pair_second(id))};
    for (int i = 0; i < 2; i++) {
        const lw_geometry *geometry = bodies[i]->geometry;
        if (geometry->part_count != 1 || geometry->triangle_count || !is_in_frame(&geometry->parts[0]))
            return false;
    }
    return true;
}

/* PCDA is asked first in scenes of few pairs, for motions longer than 0. If any contact will do,
 * samples find one sooner than PCDA finds the first; and PCDA makes no claims and
 * knows no tolerances. */
static bool serves(const lw_checker *checker)
{
    return checker->frozen->pairs.count <= MOST_PAIRS && !checker->options->any &&
           !checker->claims.on && !lw_checker_deviates(checker) &&
           !lw_contact_is_still(checker->motion);
}

static void sample_pair(lw_checker *checker, size_t piece, lw_pair_id id, double at, double half)
{
    const lw_some_bodies bodies = {2, {lw_pair_first(id), lw_pair_second(id)}};
    lw_checker_sample_some(checker, piece, at, half, &bodies);
}

static void moves(void *context, double at, double until, lw_moving bodies[2])
{
    const meeting *m = context;
    const lw_kinematics *kinematics = &m->checker->kinematics;
    const lw_pair *pair = &m->pair;
    const int32_t index[2] = {pair->a, pair->b};
    /* the bounds are rounded up by more than the rounding of until - at */
    sample_pair(m->checker, m->piece, id_of(pair), at, until - at);
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
    const meeting *m = context;
    lw_checker *checker = m->checker;
    const lw_frozen *frozen = checker->frozen;
    lw_meter_take(checker->work,
                  LW_WORK_ELEMENTS +
                      lw_vertex_work(lw_frozen_body(frozen, (size_t)m->pair.a)->geometry, 0) +
                      lw_vertex_work(lw_frozen_body(frozen, (size_t)m->pair.b)->geometry, 0));
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

/* A pair on a piece, in whose middle, with bounds that hold on all of it, its bodies are sampled. */
static meeting meeting_of(lw_checker *checker, lw_pair_id id, size_t piece)
{
    meeting m = {.checker = checker, .pair = lw_frozen_pair(checker->frozen, id), .piece = piece};
    m.required = lw_pair_unpadded(&m.pair, m.pair.margin);
    m.error = lw_frame_travel_error(&checker->kinematics, (size_t)m.pair.a, m.required) +
              lw_frame_travel_error(&checker->kinematics, (size_t)m.pair.b, m.required);
    return m;
}

/* Samples a piece once, and counts the pairs that are not far apart on all of it. *near: out: one of
 * them. */
static size_t count_near(lw_checker *checker, size_t piece, meeting *near)
{
    const lw_frozen *frozen = checker->frozen;
    lw_motion_piece span = checker->motion->pieces.items[piece];
    double middle = span.begin + 0.5 * (span.end - span.begin);
    size_t count = 0;
    lw_checker_sample(checker, piece, middle, greater(middle - span.begin, span.end - middle));
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1)) {
        meeting m = meeting_of(checker, id, piece);
        if (is_far(&checker->kinematics, &m.pair, m.required + 2 * m.error))
            continue;
        *near = m;
        count++;
    }
    return count;
}

static const lw_convex *shape_of(const lw_frozen *frozen, int32_t body)
{
    return &lw_frozen_body(frozen, (size_t)body)->geometry->parts[0].shape;
}

/* Runs PCDA on a part of the piece. */
static lw_pcda_result meet(meeting *m, double begin, double end)
{
    const lw_checker *checker = m->checker;
    const double length = checker->motion->length;
    m->grown = lw_grow_pair(shape_of(checker->frozen, m->pair.a), shape_of(checker->frozen, m->pair.b),
                            m->required);
    lw_pcda pcda = lw_default_pcda(&m->grown.shapes[0], &m->grown.shapes[1], moves, m);
    pcda.begin = begin;
    pcda.end = end;
    pcda.gap = (m->error + m->grown.missing) * LW_UPWARD;
    pcda.trusted = true;
    pcda.delay = lw_grown_pair_delay(&m->grown, checker->options->time_tolerance * length, length);
    pcda.stop = stop;
    return lw_pcda_run(&pcda);
}

/* Whether a contact becomes the verdict: only if the query that reports it finds it too. PCDA's delay
 * is so short that it is the first within the time tolerance. */
static bool conclude_contact(const meeting *m, const lw_pcda_result *found)
{
    lw_checker *checker = m->checker;
    bool known = m->grown.sharp && norm2(found->normal) > 0;
    checker->verdict->free_until = found->time;
    return lw_checker_report_first(checker, &m->pair, m->piece, found->contact,
                                   known ? &found->normal : NULL);
}

/* Whether PCDA reaches a verdict. proven: out, if not: the time until which all bodies are apart. */
static bool decide(lw_checker *checker, double *proven)
{
    const lw_motion *motion = checker->motion;
    lw_verdict *verdict = checker->verdict;
    for (size_t piece = 0; piece < motion->pieces.count; piece++) {
        meeting m;
        lw_motion_piece span = motion->pieces.items[piece];
        size_t near = count_near(checker, piece, &m);
        lw_pcda_result found = {.state = LW_PCDA_FREE, .time = span.end};
        if (near > 1 || (near && !is_convex(checker->frozen, id_of(&m.pair))))
            return false;
        if (near)
            found = meet(&m, span.begin, span.end);
        *proven = found.time;
        if (found.state == LW_PCDA_CONTACT)
            return conclude_contact(&m, &found);
        if (found.state != LW_PCDA_FREE && !verdict->reason)
            return false;
        if (found.state != LW_PCDA_FREE)
            break;
    }
    verdict->free_until = *proven;
    verdict->kind = verdict->reason ? LW_VERDICT_UNDECIDED : LW_VERDICT_FREE;
    return true;
}

lw_bound_result lw_convex_finish(lw_time_search *search, lw_item item, double from, double to,
                                 double *apart, double *contact)
{
    lw_checker *checker = search->context;
    *apart = from;
    if (!is_convex(checker->frozen, item))
        return LW_BOUND_OPEN;
    double middle = from + 0.5 * (to - from);
    sample_pair(checker, search->piece, item, middle, greater(middle - from, to - middle));
    meeting m = meeting_of(checker, item, search->piece);
    lw_pcda_result found = meet(&m, from, to);
    *apart = found.time;
    if (found.state == LW_PCDA_FREE)
        return LW_BOUND_PROVEN;
    search->stopped = checker->verdict->reason != LW_REASON_NONE;
    if (found.state != LW_PCDA_CONTACT)
        return LW_BOUND_OPEN;
    *contact = found.contact;
    lw_checker_pose_pair(checker, search->piece, found.contact, item);
    return lw_checker_touches(checker, &m.pair) ? LW_BOUND_CONTACT : LW_BOUND_OPEN;
}

void lw_check_convex(lw_checker *checker)
{
    double proven = checker->motion->begin;
    if (serves(checker) && decide(checker, &proven))
        return;
    lw_check_contact(checker, &lw_space_slabs, NULL);
    if (checker->verdict->kind == LW_VERDICT_UNDECIDED)
        checker->verdict->free_until = greater(checker->verdict->free_until, proven);
}
