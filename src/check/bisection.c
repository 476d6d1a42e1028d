/* The methods `bisection` and `slab`: a search over time. `bisection` uses Schwarzer's condition
 * (Feyeux and Landry, section 3, (6) and Table 1; Wu et al., (5)) in the second-order, directional form
 * of bound/pair_bound.h: it samples the middle of an interval, and halves the interval where the
 * condition does not hold.
 *
 * An interval carries a list of pairs, each with the part of the interval that is not yet proven for
 * it. One sample of the robots serves the whole list; what it leaves unproven goes on to the halves.
 * For the first contact, intervals are taken in the order of time, and a contact at t makes everything
 * after t irrelevant; the search ends when everything before the contact, up to the tolerance, is
 * proven. For any contact, wide intervals come first, so that samples spread over the motion (Wu et
 * al., section 2.3: their length (15) is a length of time here).
 *
 * The method `slab` is the same search, but a sample tries separating slabs (Hong) before it queries a
 * distance. What a slab proves of an interval is not sampled again: for the first contact the halves
 * are only what is left of them, and the last samples before a contact are taken where a slab closes
 * instead of at the middle. */
#include "check/methods.h"
#include "math/rounding.h"

#include <float.h>

/* how many samples in a row need not halve the interval */
enum { MOST_AIMED_SAMPLES = 3 };
/* how late a sample may be taken where a contact is expected, as a share of the time tolerance */
static const double CONTACT_DELAY = 0.9;

/* into how many parts the first samples for any contact divide a motion */
enum { FIRST_SAMPLES = 8 };

typedef struct bisection {
    lw_checker *checker;
    size_t piece;
    double length;       /* of the whole motion */
    double contact_time; /* HUGE_VAL: none yet */
    uint32_t contact_pair;
    size_t contact_piece;
    double unresolved; /* where the first interval begins that is too short to divide; HUGE_VAL: none */
    double dropped;    /* where the first interval begins that is in no list any more; HUGE_VAL: none */
    double proven;     /* everything before this time is proven */
    bool any;
    bool slabs;            /* whether this is the method slab */
    lw_proven_part closed; /* slab: what the last slab that closed has proven */
    int aimed_samples;     /* slab: how many samples in a row were taken where it closed */
    double aimed_length;   /* slab: the length of the interval at the first of them */
    bool done;             /* nothing is left to search */
    bool out_of_budget;    /* the queries, the time or the memory are used up */
} bisection;

/* what one sample of an interval's pairs leaves for its halves */
typedef struct halves {
    lw_work_list left, right;
} halves;

static bool put(bisection *search, lw_work_list *list, double from, double to, uint32_t pair)
{
    if (lw_queue_put(&search->checker->queue, list, (lw_work){from, to, pair}))
        return true;
    /* no memory for a search this wide: reported as out of budget */
    search->checker->verdict->reason = LW_REASON_BUDGET;
    search->out_of_budget = true;
    search->dropped = lesser(search->dropped, from);
    return false;
}

static void note_contact(bisection *search, uint32_t pair, double time)
{
    if (time < search->contact_time) {
        search->contact_time = time;
        search->contact_pair = pair;
        search->contact_piece = search->piece;
    }
    if (search->any)
        search->done = true;
}

/* whether an interval is below the time tolerance, with no body moving as much as the distance
 * tolerance in it, and is still not proven */
static bool too_short(const bisection *search, uint32_t pair, double from, double to)
{
    const lw_options *options = search->checker->options;
    double width = to - from;
    if (width <= LW_SHORTEST_INTERVAL * search->length)
        return true;
    return width <= options->time_tolerance * search->length &&
           lw_checker_travel(search->checker, pair) <= 0.5 * options->distance_tolerance;
}

/* whether something is left to search, and budget for it */
static bool goes_on(bisection *search)
{
    search->out_of_budget = search->out_of_budget || lw_checker_out_of_budget(search->checker);
    return !search->done && !search->out_of_budget;
}

/* queries one pair on [from, to], a part of an interval in which the robots are posed at one time */
static void query_pair(bisection *search, uint32_t pair, double from, double to, halves *out)
{
    lw_checker *checker = search->checker;
    double middle = checker->kinematics.time;
    /* what comes after a contact does not matter any more */
    to = lesser(to, search->contact_time);
    if (!(from < to))
        return;
    /* a part on one side of the middle is left to that half, unless there are no halves */
    bool splits = 2 * checker->kinematics.half > LW_SHORTEST_INTERVAL * search->length;
    if (splits && (to <= middle || from >= middle)) {
        put(search, to <= middle ? &out->left : &out->right, from, to, pair);
        return;
    }
    from = lesser(from, middle);
    to = greater(to, middle);
    /* the part about the middle that the query proves; the rest goes to the halves */
    lw_proven_part part = {middle, middle, middle, HUGE_VAL};
    double touch = checker->targets[pair];
    lw_bound_result result = search->slabs
                                 ? lw_checker_prove_slab(checker, pair, from, to, touch,
                                                         search->contact_time < HUGE_VAL, &part)
                                 : lw_checker_prove(checker, pair, from, to, touch, NULL);
    if (result == LW_BOUND_PROVEN)
        return;
    if (result == LW_BOUND_CONTACT) {
        note_contact(search, pair, middle);
        put(search, &out->left, from, middle, pair);
        return;
    }
    if (too_short(search, pair, from, to)) {
        /* the query may have been given up for its cost; this one, as there are no halves, is not */
        if (lw_checker_prove(checker, pair, from, to, -1, NULL) != LW_BOUND_PROVEN)
            search->unresolved = lesser(search->unresolved, from);
        return;
    }
    /* once an interval is unresolved, only contacts are searched for, at the time tolerance */
    if (search->unresolved < HUGE_VAL && from > search->unresolved &&
        to - from <= checker->options->time_tolerance * search->length)
        return;
    if (from < part.from)
        put(search, &out->left, from, part.from, pair);
    if (part.to < to)
        put(search, &out->right, part.to, to, pair);
    if (part.to > middle && part.to < to)
        search->closed = part;
}

/* the order of the search: small keys first */
static double key_of(const bisection *search, double begin, double end)
{
    if (!search->any)
        return begin;
    double level = search->length / (end - begin);
    /* wide before narrow, but deep before wide when memory gets short */
    return lw_queue_crowded(&search->checker->queue) ? -level : level;
}

/* the smallest interval that contains all work of a list */
static void trim(const lw_queue *queue, const lw_work_list *list, double *begin, double *end)
{
    *begin = HUGE_VAL;
    *end = -HUGE_VAL;
    for (int32_t c = list->first; c >= 0; c = queue->chunks[c].next)
        for (uint32_t i = 0; i < queue->chunks[c].count; i++) {
            *begin = lesser(*begin, queue->chunks[c].works[i].from);
            *end = greater(*end, queue->chunks[c].works[i].to);
        }
}

static void push_half(bisection *search, double begin, double end, lw_work_list *list)
{
    if (list->first < 0)
        return;
    /* the method bisection's own sample times find any contact no later than these would */
    if (search->slabs && !search->any)
        trim(&search->checker->queue, list, &begin, &end);
    lw_interval interval = {key_of(search, begin, end), begin, end, *list};
    if (!lw_queue_push(&search->checker->queue, interval)) {
        search->checker->verdict->reason = LW_REASON_BUDGET;
        search->out_of_budget = true;
        search->dropped = lesser(search->dropped, begin);
    }
}

/* the earliest time of a list that is not proven */
static double frontier_of(const lw_queue *queue, const lw_work_list *list)
{
    double frontier = HUGE_VAL;
    for (int32_t c = list->first; c >= 0; c = queue->chunks[c].next)
        for (uint32_t i = 0; i < queue->chunks[c].count; i++)
            frontier = lesser(frontier, queue->chunks[c].works[i].from);
    return frontier;
}

/* The time at which an interval is sampled: its middle. The method slab samples elsewhere where a
 * contact ends the interval, a slab closed at its beginning and one pair is left: a little after the
 * time at which that slab would have closed, as in Hong's step from slab to slab, which comes to a
 * contact faster than halving does. After a few of these samples the interval must be half as long, or
 * else it is halved. */
static double sample_time(bisection *search, double begin, double end, const lw_work_list *list)
{
    const lw_checker *checker = search->checker;
    double middle = begin + 0.5 * (end - begin);
    if (!search->slabs || !list || search->closed.to != begin || end < search->contact_time ||
        list->first != list->last || checker->queue.chunks[list->first].count > 1)
        return middle;
    double tolerance = CONTACT_DELAY * checker->options->time_tolerance * search->length;
    double time = begin + greater(2 * (search->closed.closes - begin), tolerance);
    /* the sample's bounds cover as much time before it as after it, all within the piece */
    double first = checker->motion->pieces.items[search->piece].begin;
    if (!(time > begin && time < middle && time - (end - time) >= first))
        return middle;
    if (search->aimed_samples == MOST_AIMED_SAMPLES && end - begin > 0.5 * search->aimed_length) {
        search->aimed_samples = 0;
        return middle;
    }
    if (search->aimed_samples == MOST_AIMED_SAMPLES || search->aimed_samples == 0) {
        search->aimed_samples = 0;
        search->aimed_length = end - begin;
    }
    search->aimed_samples++;
    return time;
}

/* samples an interval and queries the pairs of its list, or all pairs where the list is NULL */
static void query_interval(bisection *search, double begin, double end, lw_work_list *list)
{
    lw_checker *checker = search->checker;
    lw_queue *queue = &checker->queue;
    double middle = sample_time(search, begin, end, list);
    double half = greater(middle - begin, end - middle);
    halves out = {lw_work_list_empty(), lw_work_list_empty()};
    bool whole = true; /* the whole list was queried */
    lw_checker_sample(checker, search->piece, middle, half);
    if (!list) {
        for (uint32_t pair = 0; pair < checker->frozen->pair_count && whole; pair++)
            if ((whole = goes_on(search)))
                query_pair(search, pair, begin, end, &out);
    } else {
        for (int32_t c = list->first; c >= 0 && whole; c = queue->chunks[c].next)
            for (uint32_t i = 0; i < queue->chunks[c].count && whole; i++) {
                lw_work work = queue->chunks[c].works[i];
                if ((whole = goes_on(search)))
                    query_pair(search, work.pair, work.from, work.to, &out);
            }
        lw_queue_drop(queue, list);
    }
    if (!whole)
        search->dropped = lesser(search->dropped, begin);
    push_half(search, begin, middle, &out.left);
    push_half(search, middle, end, &out.right);
}

/* the earliest time that the queue leaves unproven, at most `until` */
static double proven_until(bisection *search, double until)
{
    lw_queue *queue = &search->checker->queue;
    for (uint32_t i = 0; i < queue->heap_count; i++)
        until = lesser(until, frontier_of(queue, &queue->heap[i].list));
    return lesser(until, lesser(search->unresolved, search->dropped));
}

/* searches one piece of the motion, within which everything is smooth */
static void search_piece(bisection *search, size_t piece)
{
    lw_checker *checker = search->checker;
    lw_motion_piece span = checker->motion->pieces.items[piece];
    double tolerance = checker->options->time_tolerance * search->length;
    search->piece = piece;
    lw_queue_reset(&checker->queue);
    query_interval(search, span.begin, span.end, NULL);
    lw_interval interval;
    while (!search->done && !search->out_of_budget && lw_queue_pop(&checker->queue, &interval)) {
        if (!search->any && search->contact_time < HUGE_VAL) {
            double frontier = lesser(frontier_of(&checker->queue, &interval.list), search->unresolved);
            if (search->contact_time - frontier <= tolerance) {
                /* everything before it is proven, since intervals come in the order of time */
                lw_queue_push(&checker->queue, interval);
                search->done = true;
                break;
            }
        }
        query_interval(search, interval.begin, interval.end, &interval.list);
    }
    if (search->contact_time < HUGE_VAL)
        search->done = true;
    if (search->done || search->out_of_budget)
        search->proven = proven_until(search, lesser(span.end, search->contact_time));
    else
        search->proven = lesser(span.end, search->unresolved);
}

/* samples one time and tests for a contact there, without a bound over an interval */
static bool test_sample(bisection *search, size_t piece, double time, bool inside)
{
    lw_checker_sample(search->checker, piece, time, 0);
    int64_t pair = lw_checker_touching(search->checker, inside);
    if (pair < 0)
        return false;
    search->piece = piece;
    note_contact(search, (uint32_t)pair, time);
    return true;
}

/* For any contact: tests the end, the middle, the quarters and so on before anything is proven. Most
 * motions that collide are found out here. */
static bool sample_first(bisection *search)
{
    const lw_motion *motion = search->checker->motion;
    if (test_sample(search, motion->pieces.count - 1, motion->end, false))
        return true;
    for (int parts = 2; parts <= FIRST_SAMPLES; parts *= 2)
        for (int i = 1; i < parts; i += 2) {
            double time = motion->begin + search->length * i / parts;
            if (test_sample(search, lw_motion_piece_at(motion, time), time, false))
                return true;
        }
    return false;
}

/* A motion of length 0 is one time, at which no contact was found: whether that is proven. */
static void prove_single_time(bisection *search, double time)
{
    lw_checker *checker = search->checker;
    lw_checker_sample(checker, 0, time, 0);
    for (uint32_t pair = 0; pair < checker->frozen->pair_count && goes_on(search); pair++)
        if (lw_checker_prove(checker, pair, time, time, -1, NULL) != LW_BOUND_PROVEN)
            search->unresolved = time;
    search->proven = time;
}

static void conclude(bisection *search)
{
    lw_checker *checker = search->checker;
    lw_verdict *verdict = checker->verdict;
    const lw_motion *motion = checker->motion;
    verdict->free_until = lesser(greater(search->proven, motion->begin), motion->end);
    if (search->contact_time < HUGE_VAL) {
        double tolerance = checker->options->time_tolerance * search->length;
        verdict->free_until = lesser(verdict->free_until, search->contact_time);
        verdict->first = search->contact_time - verdict->free_until <= tolerance;
        lw_checker_report(checker, search->contact_pair, search->contact_piece, search->contact_time);
        return;
    }
    if (!search->out_of_budget && search->unresolved == HUGE_VAL) {
        verdict->kind = LW_FREE;
        return;
    }
    verdict->kind = LW_UNDECIDED;
    if (!search->out_of_budget)
        verdict->reason = LW_REASON_PRECISION;
}

static void check(lw_checker *checker, bool slabs)
{
    const lw_motion *motion = checker->motion;
    size_t pieces = motion->pieces.count;
    bisection search = {.checker = checker,
                        .length = motion->end - motion->begin,
                        .contact_time = HUGE_VAL,
                        .unresolved = HUGE_VAL,
                        .dropped = HUGE_VAL,
                        .proven = motion->begin,
                        .any = checker->options->any,
                        .closed = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL},
                        .slabs = slabs};
    bool found = test_sample(&search, 0, motion->begin, true);
    if (!found && search.any && search.length > 0)
        found = sample_first(&search);
    if (!found && search.length > 0)
        for (size_t piece = 0; piece < pieces && !search.done && !search.out_of_budget; piece++) {
            search_piece(&search, piece);
            /* halving never reaches the end: where it was unresolved on the way, test the end */
            if (search.unresolved < HUGE_VAL && search.contact_time == HUGE_VAL &&
                !search.out_of_budget)
                search.done = test_sample(&search, piece, motion->pieces.items[piece].end, false);
        }
    else if (!found)
        prove_single_time(&search, motion->end);
    conclude(&search);
}

void lw_check_bisection(lw_checker *checker)
{
    check(checker, false);
}

void lw_check_slab(lw_checker *checker)
{
    check(checker, true);
}
