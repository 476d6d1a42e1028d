/* The method `auto`: blocks of eight poses in SIMD registers prove most intervals (lanes/lanes.h), and
 * slabs the parts that these leave. States are motions in which nothing moves. Two convex bodies are
 * left to PCDA. Checks with claims use slabs alone, since blocks do not record their proofs. */
#include "check/checker/blocks.h"
#include "check/checker/contact.h"
#include "check/checker/crowd.h"
#include "check/checker/prove.h"
#include "check/method/methods.h"
#include "lanes/guess.h"
#include "motion/state.h"

#include <stdlib.h>

enum {
    MOST_TRIED = 3, /* so many pairs are tested where they are likely to meet */
    MANY_LEFT = 3   /* so many parts that a block leaves take longer to refine than a state to test.
                       docs/decisions/lanes.md, "Blocks of eight poses in SIMD registers prove most free
                       motions". */
};

/* Whether a pair is in contact where it is likely to meet, or the queries are used up. If balls make a
 * contact certain, no query is needed, unless the contact is to be measured: then the query finds the
 * elements that touch. */
static bool meets_at(lw_time_search *search, size_t piece, const lw_guess *guess)
{
    lw_checker *checker = search->context;
    if (guess->is_hit && checker->options->unmeasured &&
        lw_lanes_is_certain(checker->lanes, checker->motion, piece)) {
        lw_time_search_note_contact(search, guess->pair, piece, guess->time);
        return true;
    }
    search->stopped = lw_checker_out_of_queries(checker);
    if (search->stopped)
        return true;
    lw_checker_pose_pair(checker, piece, guess->time, guess->pair);
    lw_pair pair = lw_frozen_pair(checker->frozen, guess->pair);
    if (!lw_checker_touches(checker, &pair))
        return false;
    lw_time_search_note_contact(search, guess->pair, piece, guess->time);
    return true;
}

/* For any contact: tests pairs of a body and an obstacle where they are likely to meet. This finds the
 * contact of most motions that have one, before more is proven. Links of one robot are often near each
 * other, and seldom in contact. */
static bool meets_where_likely(lw_time_search *search, size_t piece)
{
    lw_checker *checker = search->context;
    lw_guess guesses[MOST_TRIED];
    size_t count = lw_lanes_guess(checker->lanes, MOST_TRIED, guesses);
    bool meets = false;
    for (size_t i = 0; i < count && !meets; i++)
        meets = meets_at(search, piece, &guesses[i]);
    return meets;
}

/* Proves pairs with obstacles by a block. For any contact, tests where they are likely to be met;
 * *is_over: the search ends there. False: nothing is known. */
static bool prove_obstacles(lw_time_search *search, size_t piece, double begin, double end,
                            bool *is_over)
{
    lw_checker *checker = search->context;
    lw_lanes *lanes = checker->lanes;
    *is_over = false;
    if (search->goal != LW_GOAL_ANY)
        return lw_lanes_prove_obstacles(lanes, checker->motion, piece, begin, end);
    lw_guess hit;
    lw_lanes_answer answer = lw_lanes_seek_obstacles(lanes, checker->motion, piece, begin, end, &hit);
    if (answer != LW_LANES_HIT)
        return answer == LW_LANES_KNOWN;
    *is_over = meets_at(search, piece, &hit);
    if (*is_over)
        return false;
    bool known = lw_lanes_prove_placed_obstacles(lanes);
    *is_over = known && meets_where_likely(search, piece);
    return known;
}

/* Proves the other pairs by a block. Returns how many parts are left of all pairs; 0 where the search
 * ends. */
static size_t prove_pairs(lw_time_search *search, size_t piece)
{
    lw_checker *checker = search->context;
    lw_guess hit;
    size_t count;
    if (search->goal != LW_GOAL_ANY)
        return lw_lanes_prove_pairs(checker->lanes, checker->left);
    if (!lw_lanes_seek_pairs(checker->lanes, checker->left, &count, &hit))
        return count;
    return meets_at(search, piece, &hit) ? 0 : lw_lanes_prove_pairs(checker->lanes, checker->left);
}

/* The piece that is searched. */
typedef struct searched_piece {
    lw_time_search *search;
    size_t piece;
    double begin;
    bool few;   /* any contact will do, and the first block has left fewer than MANY_LEFT parts
                   unproven. At the motion's beginning, a body and an obstacle are then tested only for
                   one of them inside the other */
    bool meets; /* a pair of a crowd that was visited is in contact at the beginning */
} searched_piece;

static bool meets_in_piece(void *context, const lw_guess *guess)
{
    const searched_piece *at = context;
    return meets_at(at->search, at->piece, guess);
}

/* Samples the motion's beginning for a pair, unless the last sample is of that: a hit may have been
 * tested at another time since. */
static void sample_begin(const searched_piece *at, lw_pair_id id)
{
    lw_checker *checker = at->search->context;
    if (!lw_checker_is_at(checker, 0, at->begin, id))
        lw_checker_sample(checker, 0, at->begin, 0);
}

/* Whether a pair that blocks have left open from the motion's beginning on is in contact there, or one
 * of its bodies inside the other, or the queries are used up. Pairs that are proven at the beginning
 * need no such test: no body comes inside another while the surfaces stay apart. */
static bool meets_at_begin(searched_piece *at, lw_pair_id id)
{
    lw_time_search *search = at->search;
    lw_checker *checker = search->context;
    lw_pair pair = lw_frozen_pair(checker->frozen, id);
    bool surfaces = !at->few || lw_pair_second(id) < checker->frozen->moving_count;
    if (!surfaces && !lw_checker_has_inside(checker, &pair))
        return false;
    sample_begin(at, id);
    search->stopped = lw_checker_out_of_queries(checker);
    if (search->stopped)
        return true;
    if (!(surfaces && lw_checker_touches(checker, &pair)) && !lw_checker_contained(checker, &pair))
        return false;
    lw_time_search_note_contact(search, id, 0, at->begin);
    return true;
}

static bool visit_at_begin(void *context, lw_pair_id id)
{
    searched_piece *at = context;
    at->meets = meets_at_begin(at, id);
    return !at->meets;
}

/* Whether any pair meets at the beginning: a single one, or a body with every obstacle. */
static bool any_meets_at_begin(searched_piece *at, lw_pair_id id)
{
    lw_checker *checker = at->search->context;
    if (!lw_pair_is_crowd(id))
        return meets_at_begin(at, id);
    sample_begin(at, id);
    lw_crowd_visit(checker, lw_pair_first(id), checker->frozen->pairs.largest_margin, false,
                   visit_at_begin, at);
    return at->meets;
}

/* Whether any pair of the parts that blocks have left meets at the beginning: then the search ends
 * before the rest is refined. */
static bool begins_in_contact(void *context, const lw_unproven *parts, size_t count)
{
    searched_piece *at = context;
    const lw_checker *checker = at->search->context;
    bool meets = false;
    for (size_t i = 0; i < count && !meets && at->begin == checker->motion->begin; i++)
        meets = parts[i].from <= at->begin && any_meets_at_begin(at, parts[i].pair);
    return meets;
}

/* Searches the whole span by slabs alone. */
static void search_by_slabs(lw_time_search *search, size_t piece, double begin, double end)
{
    const lw_motion *motion = ((lw_checker *)search->context)->motion;
    if (begin > motion->begin || !lw_contact_test(search, piece, begin, true))
        lw_time_search_span(search, piece, begin, end);
    else
        search->dropped = begin;
}

/* Whether one of the parts that are left is of a crowd. */
static bool has_crowd(const lw_unproven *left, size_t count)
{
    bool has = false;
    for (size_t i = 0; i < count; i++)
        has |= lw_pair_is_crowd(left[i].pair);
    return has;
}

/* Searches the parts that blocks have left. With a crowd, in the order of time: for any contact wide
 * intervals would come first, and each takes many samples beside very many obstacles. */
static void search_rest(lw_time_search *search, size_t piece, double begin, const lw_unproven *left,
                        size_t count)
{
    const lw_motion *motion = ((lw_checker *)search->context)->motion;
    search->in_order = has_crowd(left, count);
    lw_blocks_search(search, piece, begin, left, count);
    if (begin == motion->begin)
        lw_contact_test_unreached(search, piece, begin, false);
}

/* How much nearer the bodies of a pair may be at a time than they are said to be, because they move: at
 * most. Blocks know nothing else of doubts but turns of obstacles, and paddings. */
static double moved_until(const lw_checker *checker, double time)
{
    const lw_movers *bases = &checker->frozen->bases_move;
    const lw_movers *obstacles = &checker->frozen->obstacles_move;
    return 2 * lw_moved_by(bases->fastest, bases->since, time) +
           lw_moved_by(obstacles->fastest, obstacles->since, time);
}

static void search_span(lw_time_search *search, size_t piece, double begin, double end)
{
    lw_checker *checker = search->context;
    lw_unproven *left = checker->left;
    search->stopped = lw_checker_out_of_budget(checker);
    if (search->stopped) {
        search->dropped = lesser(search->dropped, begin);
        return;
    }
    if (checker->frozen->bases_turn) {
        search_by_slabs(search, piece, begin, end);
        return;
    }
    lw_lanes *lanes = lw_blocks_begin(checker);
    lw_lanes_raise_target(lanes, (double[2]){moved_until(checker, end), 0});
    lanes->crowds = true;
    bool is_over;
    bool known = prove_obstacles(search, piece, begin, end, &is_over);
    size_t count = LW_MOST_REST + 1;
    if (known && !is_over)
        count = prove_pairs(search, piece);
    bool any = search->goal == LW_GOAL_ANY;
    searched_piece here = {search, piece, begin, .few = any && count < MANY_LEFT};
    const lw_refine_calls calls = {any ? meets_in_piece : NULL, begins_in_contact, &here};
    if (count && count <= LW_MOST_REST)
        count = lw_lanes_refine(lanes, checker->motion, piece, left, &calls);
    lanes->crowds = false;
    lw_blocks_end(checker);
    if (search->stopped || search->contact < HUGE_VAL) {
        search->dropped = lesser(search->dropped, begin);
        return;
    }
    if (count > LW_MOST_REST)
        search_by_slabs(search, piece, begin, end);
    else if (count)
        search_rest(search, piece, begin, left, count);
}

static int compare(const void *a, const void *b)
{
    lw_pair_id one = ((const lw_unproven *)a)->pair;
    lw_pair_id other = ((const lw_unproven *)b)->pair;
    return (one > other) - (one < other);
}

/* The number of pairs that blocks leave of a motion in which nothing moves; LW_MOST_REST + 1: nothing
 * is known. */
static size_t prove_still(lw_checker *checker)
{
    const lw_states_left *known = checker->known;
    lw_checker_count(checker, checker->motion->begin, LW_LANES);
    if (!known)
        return lw_lanes_prove_state(checker->lanes, checker->motion, checker->left);
    size_t count = 0;
    for (size_t i = 0; i < known->count; i++)
        if (known->items[i].states >> checker->known_state & 1) {
            checker->left[count].meets = known->items[i].meets >> checker->known_state & 1;
            checker->left[count++].pair = known->items[i].pair;
        }
    return count;
}

/* Settles pairs that a block leaves of a motion in which nothing moves, in order, up to the first that
 * is in contact. If balls make a contact certain, no query is needed. */
static void settle_left(lw_time_search *search, const lw_unproven *left, size_t count)
{
    lw_checker *checker = search->context;
    bool sampled = false;
    bool goes_on = true;
    for (size_t i = 0; i < count && goes_on; i++) {
        if (left[i].meets) {
            lw_time_search_note_contact(search, left[i].pair, 0, checker->motion->begin);
            return;
        }
        if (!sampled)
            lw_contact_sample_still(checker);
        sampled = true;
        goes_on = lw_contact_settle_still(search, left[i].pair);
    }
}

/* Checks a motion in which nothing moves: by a block whose poses are all the same; then settles the
 * pairs that it leaves, in order. */
static void check_still(lw_time_search *search)
{
    lw_checker *checker = search->context;
    lw_unproven *left = checker->left;
    size_t count = prove_still(checker);
    if (count > LW_MOST_REST) {
        lw_contact_check_still(search);
        return;
    }
    if (!count)
        return;
    qsort(left, count, sizeof *left, compare);
    settle_left(search, left, count);
}

void lw_check_auto(lw_checker *checker)
{
    if (checker->claims.on || !checker->lanes) {
        lw_check_convex(checker);
        return;
    }
    lw_goal goal = checker->options->any ? LW_GOAL_ANY : LW_GOAL_FIRST;
    lw_time_search search;
    const bool deviates = lw_checker_deviates(checker);
    lw_space_search_begin(&search, checker,
                          deviates ? &lw_space_slabs_of_tubes : &lw_space_slabs_and_slices, goal);
    if (lw_contact_is_still(checker->motion) && deviates)
        lw_contact_check_still(&search);
    else if (lw_contact_is_still(checker->motion))
        check_still(&search);
    else
        lw_contact_search_pieces(&search, search_span);
    lw_conclude(checker, &search);
}

bool lw_auto_serves_states(const lw_checker *checker, const lw_check_options *options)
{
    return !checker->frozen->doubts && lw_method_takes_shortcuts(options->method) && !options->claim &&
           !options->clearance && !options->budget_work && checker->lanes &&
           lw_lanes_serves_states(checker->lanes);
}

/* The states of a set of lanes, both as bits. */
static unsigned states_in(const unsigned states[LW_LANES], unsigned lanes)
{
    unsigned all = 0;
    for (; lanes; lanes &= lanes - 1)
        all |= states[__builtin_ctz(lanes)];
    return all;
}

/* Puts the values of states into lanes, one after the other, but of those that are refused or noticed.
 * states: per lane, its state as a bit. Returns how many lanes are in use. */
static size_t put_states(lw_checker *checker, const lw_joints *joints, const double *const rows[],
                         size_t count, unsigned states[LW_LANES])
{
    size_t lane = 0;
    for (size_t i = 0; i < count; i++)
        if (lw_state_values(checker->frozen, joints, rows[i], checker->lanes->values + lane, LW_LANES))
            states[lane++] = 1U << i;
    return lane;
}

void lw_auto_prove_states(lw_checker *checker, const lw_joints *joints, const double *const rows[],
                          size_t count, bool whether, lw_states_left *left)
{
    lw_lanes *lanes = checker->lanes;
    unsigned states[LW_LANES];
    size_t lane = put_states(checker, joints, rows, count, states);
    left->proven = left->met = left->listed = 0;
    left->count = 0;
    if (!lane)
        return;
    lw_lanes_prove_states(lanes, lane, whether, left);
    if (lane == count)
        return;
    left->proven = states_in(states, left->proven);
    left->met = states_in(states, left->met);
    left->listed = states_in(states, left->listed);
    for (size_t i = 0; i < left->count; i++) {
        left->items[i].states = states_in(states, left->items[i].states);
        left->items[i].meets = states_in(states, left->items[i].meets);
    }
}

unsigned lw_auto_contacts(lw_checker *checker, const lw_joints *joints, const double *const rows[],
                          size_t count)
{
    lw_lanes *lanes = checker->lanes;
    unsigned states[LW_LANES];
    if (checker->frozen->doubts || !lanes || !lanes->exact || !lw_lanes_serves_states(lanes))
        return 0;
    size_t lane = put_states(checker, joints, rows, count, states);
    return lane ? states_in(states, lw_lanes_contacts(lanes, lane)) : 0;
}
