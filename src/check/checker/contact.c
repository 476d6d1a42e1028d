/* The search for the first contact of a motion in space, or any contact: the search over time, piece
 * after piece, with the bound of a method; and the verdict. */
#include "check/checker/contact.h"

#include "check/checker/doubt.h"
#include "check/checker/prove.h"
#include "check/checker/witness.h"
#include "math/rounding.h"

/* times of the first samples of a motion of several pieces, as shares of it */
static const double quarters[] = {0.5, 0.25, 0.75};

/* ---- functions shared by the bounds in space --------------------------------------------------- */

/* The bodies of the pairs in a list; false where the list stands for all pairs, or the bodies are too
 * many. */
static bool list_bodies(const lw_queue *queue, const lw_work_list *pairs, lw_some_bodies *out)
{
    out->count = 0;
    for (int32_t c = pairs->first; c >= 0; c = queue->chunks[c].next)
        for (uint32_t i = 0; i < queue->chunks[c].count; i++) {
            if (out->count > LW_SOME_BODIES - 2)
                return false;
            lw_pair_id pair = queue->chunks[c].works[i].item;
            out->items[out->count++] = lw_pair_first(pair);
            out->items[out->count++] = lw_pair_second(pair);
        }
    return !pairs->all;
}

void lw_space_sample(lw_time_search *search, size_t piece, double t, double half,
                     const lw_work_list *items)
{
    lw_some_bodies bodies;
    if (list_bodies(search->queue, items, &bodies))
        lw_checker_sample_some(search->context, piece, t, half, &bodies);
    else
        lw_checker_sample(search->context, piece, t, half);
}

lw_bound_result lw_space_test(lw_time_search *search, lw_item item, double from, double to)
{
    lw_checker *checker = search->context;
    lw_pair pair = lw_frozen_pair(checker->frozen, item);
    checker->target = pair.margin;
    if (lw_checker_prove_far(checker, &pair, from, to))
        return LW_BOUND_PROVEN;
    return lw_checker_touches(checker, &pair) ? LW_BOUND_CONTACT : LW_BOUND_OPEN;
}

void lw_space_keep(lw_time_search *search, int place)
{
    lw_checker *checker = search->context;
    lw_checker_swap_sample(checker, &checker->kept[place]);
}

void lw_space_recall(lw_time_search *search, int place)
{
    lw_space_keep(search, place);
}

lw_bound_result lw_space_settle(lw_time_search *search, lw_item item, double from, double to,
                                double *contact)
{
    lw_checker *checker = search->context;
    lw_pair pair = lw_frozen_pair(checker->frozen, item);
    /* a query that also seeks a contact may have been given up for its cost; this one seeks none and is
     * not given up, as there are no halves to go on with */
    checker->target = lw_time_search_target(search, item);
    *contact = HUGE_VAL; /* a proof meets none */
    lw_bound_result result = lw_checker_prove(checker, &pair, from, to, -1);
    const double times[] = {search->time, to, from};
    for (size_t i = 0; i < sizeof times / sizeof *times && result == LW_BOUND_OPEN; i++)
        if (lw_checker_find_witness(checker, &pair, search->piece, times[i], search->contact)) {
            *contact = times[i];
            result = LW_BOUND_CONTACT;
        }
    return result;
}

bool lw_space_inside(lw_time_search *search, lw_item item, double time)
{
    const lw_checker *checker = search->context;
    lw_pair pair = lw_frozen_pair(checker->frozen, item);
    if (!lw_checker_has_inside(checker, &pair))
        return false;
    pose at_a = lw_body_pose_at(checker->motion, lw_frozen_body(checker->frozen, pair.a), time);
    pose at_b = lw_body_pose_at(checker->motion, lw_frozen_body(checker->frozen, pair.b), time);
    return lw_checker_inside(checker, &pair, at_a, at_b);
}

bool lw_space_hopeless(lw_time_search *search, lw_item item)
{
    lw_checker *checker = search->context;
    if (!lw_checker_deviates(checker))
        return false;
    const lw_pair pair = lw_frozen_pair(checker->frozen, item);
    const double time = checker->kinematics.time;
    const double slack = lw_checker_slack(checker, &pair);
    return slack > 0 &&
           lw_checker_travel(checker, &pair) + lw_doubt_moved(checker, &pair) <= 2 * slack &&
           lw_checker_prove(checker, &pair, time, time, -1) != LW_BOUND_PROVEN;
}

double lw_space_travel(lw_time_search *search, lw_item item)
{
    lw_checker *checker = search->context;
    lw_pair pair = lw_frozen_pair(checker->frozen, item);
    return lw_checker_travel(checker, &pair) - lw_checker_slack(checker, &pair) +
           lw_doubt_moved(checker, &pair);
}

double lw_space_margin(const lw_time_search *search, lw_item item)
{
    const lw_checker *checker = search->context;
    return lw_frozen_pair(checker->frozen, item).margin;
}

lw_smallest *lw_space_smallest(const lw_time_search *search, lw_item item)
{
    lw_checker *checker = search->context;
    return lw_checker_smallest(checker, item);
}

void lw_space_visit(lw_time_search *search, lw_item_visit visit, void *context)
{
    lw_checker *checker = search->context;
    const lw_near_pairs *near = &checker->near;
    if (search->goal != LW_GOAL_SMALLEST)
        lw_checker_visit(checker, checker->frozen->pairs.largest_margin, visit, context);
    else if (!near->count)
        lw_checker_visit(checker, checker->smallest[0].target, visit, context);
    for (size_t i = 0; search->goal == LW_GOAL_SMALLEST && i < near->count; i++)
        if (!visit(context, near->pairs[i]))
            return;
}

static bool is_out_of_budget(lw_time_search *search)
{
    return lw_checker_out_of_budget(search->context);
}

static bool is_out_of_queries(lw_time_search *search)
{
    return lw_checker_out_of_queries(search->context);
}

void lw_space_search_begin(lw_time_search *search, lw_checker *checker, const lw_time_bound *bound,
                           lw_goal goal)
{
    const lw_check_options *options = checker->options;
    double length = checker->motion->length;
    lw_time_search_begin(search, bound, checker, &checker->queue);
    search->goal = goal;
    search->time_tolerance = options->time_tolerance * length;
    search->distance_tolerance = options->distance_tolerance;
    search->shortest = LW_SHORTEST_INTERVAL * length;
    search->out_of_budget = is_out_of_budget;
    search->out_of_queries = is_out_of_queries;
}

/* ---- contacts ---------------------------------------------------------------------------------- */

bool lw_contact_test(lw_time_search *search, size_t piece, double time, bool inside)
{
    lw_checker *checker = search->context;
    checker->tests.of_all++;
    lw_checker_sample(checker, piece, time, 0);
    lw_pair_id pair = lw_checker_touching(checker, inside);
    if (pair != LW_NO_PAIR)
        lw_time_search_note_contact(search, pair, piece, time);
    return pair != LW_NO_PAIR;
}

void lw_contact_test_unreached(lw_time_search *search, size_t piece, double time, bool inside)
{
    if (search->unresolved < HUGE_VAL && search->contact == HUGE_VAL && !search->stopped)
        lw_contact_test(search, piece, time, inside);
}

/* For any contact in a motion of several pieces: tests the end, the middle and the quarters before
 * anything is proven. For a motion of one piece, lw_time_search_spread tests four samples and uses them
 * in proofs; there the end is not worth a sample of its own. */
static bool sample_pieces(lw_time_search *search)
{
    const lw_motion *motion = ((lw_checker *)search->context)->motion;
    if (lw_contact_test(search, motion->pieces.count - 1, motion->end, false))
        return true;
    for (size_t i = 0; i < sizeof quarters / sizeof *quarters; i++) {
        double time = lw_motion_time(motion, quarters[i], 1);
        if (lw_contact_test(search, lw_motion_piece_at(motion, time), time, false))
            return true;
    }
    return false;
}

/* Queries a pair on all of a motion in which nothing moves, from its one sample. touch: see
 * lw_pair_bound. */
static lw_bound_result query_still_pair(lw_time_search *search, const lw_pair *pair, double touch)
{
    lw_checker *checker = search->context;
    const lw_motion *motion = checker->motion;
    lw_pair_bound bound;
    if (!lw_checker_bound(checker, pair, motion->begin, motion->end, touch, &bound))
        return LW_BOUND_PROVEN;
    search->stopped = lw_checker_out_of_budget(checker);
    if (search->stopped)
        return LW_BOUND_OPEN;
    return lw_checker_prove_by_trees(checker, pair, motion->begin, motion->end, &bound);
}

bool lw_contact_settle_still(lw_time_search *search, lw_pair_id id)
{
    lw_checker *checker = search->context;
    lw_pair pair = lw_frozen_pair(checker->frozen, id);
    checker->target = pair.margin;
    lw_bound_result result = query_still_pair(search, &pair, pair.margin);
    /* a query that also seeks a contact may have been given up for its cost; this one seeks none and is
     * not given up, as there are no halves to go on with */
    if (result == LW_BOUND_OPEN && !search->stopped)
        result = query_still_pair(search, &pair, -1);
    if (search->stopped)
        search->dropped = checker->motion->begin;
    else if (result == LW_BOUND_CONTACT || lw_checker_contained(checker, &pair) ||
             (result == LW_BOUND_OPEN &&
              lw_checker_find_witness(checker, &pair, 0, checker->motion->begin, search->contact)))
        lw_time_search_note_contact(search, id, 0, checker->motion->begin);
    else if (lw_checker_out_of_work(checker)) { /* nor is it known that none is inside the other */
        search->stopped = true;
        search->dropped = checker->motion->begin;
    } else if (result == LW_BOUND_OPEN)
        search->unresolved = checker->motion->begin;
    return !search->stopped && !(search->contact < HUGE_VAL);
}

bool lw_contact_is_still(const lw_motion *motion)
{
    return !(motion->end > motion->begin) || (!(lw_frozen_fastest(motion->scene->frozen) > 0) &&
                                              motion->pieces.count == 1 && lw_motion_is_still(motion));
}

static bool settle_visited(void *context, lw_pair_id id)
{
    return lw_contact_settle_still(context, id);
}

void lw_contact_sample_still(lw_checker *checker)
{
    const lw_motion *motion = checker->motion;
    lw_checker_sample(checker, 0, motion->begin, motion->end - motion->begin);
}

void lw_contact_check_still(lw_time_search *search)
{
    lw_checker *checker = search->context;
    lw_contact_sample_still(checker);
    lw_checker_visit(checker, checker->frozen->pairs.largest_margin, settle_visited, search);
}

void lw_contact_search_pieces(lw_time_search *search, lw_span_search search_span)
{
    const lw_motion *motion = ((lw_checker *)search->context)->motion;
    for (size_t i = 0; i < motion->pieces.count; i++) {
        lw_motion_piece span = motion->pieces.items[i];
        search_span(search, i, span.begin, span.end);
        lw_contact_test_unreached(search, i, span.end, true);
        if (search->stopped || search->contact < HUGE_VAL) {
            search->dropped = lesser(search->dropped, span.end);
            return;
        }
    }
}

void lw_check_contact(lw_checker *checker, const lw_time_bound *bound, lw_span_search search_span)
{
    const lw_motion *motion = checker->motion;
    const bool any = checker->options->any;
    const bool spreads = any && !search_span && motion->pieces.count == 1;
    if (!search_span)
        search_span = spreads ? lw_time_search_spread : lw_time_search_span;
    lw_time_search search;
    lw_space_search_begin(&search, checker, bound, any ? LW_GOAL_ANY : LW_GOAL_FIRST);
    if (lw_contact_is_still(motion))
        lw_contact_check_still(&search);
    else if (lw_contact_test(&search, 0, motion->begin, true) ||
             (any && !spreads && sample_pieces(&search)))
        search.dropped = motion->begin;
    else
        lw_contact_search_pieces(&search, search_span);
    lw_conclude(checker, &search);
}

void lw_conclude(lw_checker *checker, const lw_time_search *search)
{
    lw_verdict *verdict = checker->verdict;
    const lw_motion *motion = checker->motion;
    verdict->free_until = greater(lw_time_search_proven(search, motion->end), motion->begin);
    if (search->contact < HUGE_VAL) {
        /* a search that was cut short might have gone on to an earlier contact within the tolerance */
        verdict->first = search->contact - verdict->free_until <= search->time_tolerance &&
                         !lw_meter_is_over(checker->work);
        lw_pair pair = lw_frozen_pair(checker->frozen, search->contact_item);
        bool deviates = lw_checker_is_witnessed(checker, &pair, search->contact) &&
                        lw_checker_deviate(checker, true);
        if (!deviates)
            checker->witness.motion = 0;
        lw_checker_report(checker, &pair, search->contact_piece, search->contact);
        verdict->deviates = deviates;
        if (deviates)
            lw_checker_deviate(checker, false);
        checker->placed = NULL;
        return;
    }
    bool proven = !search->stopped && search->unresolved == HUGE_VAL && search->dropped == HUGE_VAL;
    verdict->kind = proven ? LW_VERDICT_FREE : LW_VERDICT_UNDECIDED;
    if (proven || verdict->reason != LW_REASON_NONE)
        return;
    /* memory that was too small for the search counts as a budget */
    verdict->reason = search->stopped || search->exhausted ? LW_REASON_BUDGET
                      : lw_checker_deviates(checker)       ? LW_REASON_TOLERANCE
                                                           : LW_REASON_PRECISION;
}
