/* The search over time, by adaptive bisection (Feyeux and Landry, section 3 and Table 1; Wu et al.,
 * section 2.3): samples an interval, and where the bound at the sample does not prove all of it,
 * samples the unproven rests of its halves.
 *
 * An interval carries a list of items, each with the part of the interval that is not yet proven for
 * it. One sample serves the whole list; the parts that it leaves unproven go on to the halves. For the
 * first contact, intervals are taken in the order of time, and a contact at t makes everything after t
 * irrelevant; the search ends when everything before the contact, up to the tolerance, is proven. For
 * any contact, wide intervals come first, so that samples spread over the motion (Wu et al., their
 * length (15) is a length of time here). For the smallest distances wide intervals come first too, as
 * they lower the target soonest. This is branch and bound: the target is a little less than the
 * smallest distance found so far. It only ever falls, so proofs for earlier targets stay valid, and at
 * the end the last target is a lower bound of all distances. */
#include "check/search/time_search.h"

#include "base/assert.h"
#include "math/rounding.h"
#include "scene/frozen.h"

#include <string.h>

/* if the bound aims: after so many samples in a row that do not halve an interval, it is halved */
enum { MOST_AIMED_SAMPLES = 3 };
/* how late a sample may be taken where a contact is expected, as a share of the time tolerance */
static const double CONTACT_DELAY = 0.9;

/* of an interval whose sample is not kept */
enum { NO_SAMPLE = -1 };

/* the work that one sample of an interval leaves for its halves */
typedef struct halves {
    lw_work_list left, right;
} halves;

/* A search at its beginning, to be copied: gcc clears so large a struct by an instruction that takes
 * long to begin. */
static const lw_time_search nothing_known = {.closed = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL},
                                             .contact = HUGE_VAL,
                                             .unresolved = HUGE_VAL,
                                             .dropped = HUGE_VAL,
                                             .unfinished = UINT64_MAX};

void lw_time_search_begin(lw_time_search *search, const lw_time_bound *bound, void *context,
                          lw_queue *queue)
{
    memcpy(search, &nothing_known, sizeof *search);
    search->bound = bound;
    search->context = context;
    search->queue = queue;
}

bool lw_time_search_is_over(const lw_time_search *search)
{
    return search->stopped || (search->goal == LW_GOAL_ANY && search->contact < HUGE_VAL);
}

double lw_time_search_proven(const lw_time_search *search, double end)
{
    return lesser(lesser(end, search->contact), lesser(search->unresolved, search->dropped));
}

void lw_time_search_note_contact(lw_time_search *search, lw_item item, size_t piece, double time)
{
    if (time >= search->contact)
        return;
    search->contact = time;
    search->contact_item = item;
    search->contact_piece = piece;
}

double lw_time_search_target(const lw_time_search *search, lw_item item)
{
    return search->goal == LW_GOAL_SMALLEST ? search->bound->smallest(search, item)->target
                                            : search->bound->margin(search, item);
}

void lw_time_search_note(lw_time_search *search, lw_item item, double upper)
{
    if (search->goal != LW_GOAL_SMALLEST)
        return;
    lw_smallest *smallest = search->bound->smallest(search, item);
    if (upper >= smallest->upper)
        return;
    double target = search->lower_target(search, upper);
    if (smallest->free)
        target = greater(target, search->bound->margin(search, item));
    smallest->upper = upper;
    smallest->target = lesser(smallest->target, target);
    smallest->at = search->time;
    smallest->pair = (int64_t)item;
}

/* Notes that a part of the motion from a time on will not be proven. */
static void drop(lw_time_search *search, double from)
{
    search->dropped = lesser(search->dropped, from);
}

static void put(lw_time_search *search, lw_work_list *list, double from, double to, lw_item item)
{
    lw_queue_put(search->queue, list, (lw_work){from, to, item});
}

/* Whether halving the sample's interval would gain nothing. */
static bool gains_nothing(lw_time_search *search, lw_item item)
{
    return search->goal != LW_GOAL_SMALLEST && search->bound->hopeless &&
           search->bound->hopeless(search, item);
}

/* Whether an interval is below the time tolerance, and no body moves as much as the distance tolerance
 * in it. The smallest distances have no tolerance of time. */
static bool is_too_short(lw_time_search *search, lw_item item, double from, double to)
{
    double width = to - from;
    if (width <= search->shortest || gains_nothing(search, item))
        return true;
    return search->goal != LW_GOAL_SMALLEST && width <= search->time_tolerance &&
           search->bound->travel(search, item) <= 0.5 * search->distance_tolerance;
}

/* Gives up an interval: it stays neither proven nor in contact (unresolved). A body that comes through
 * a surface within it may touch that for an instant only, as a point does: then it is inside at the
 * end, which is a contact. No body comes inside another where the surfaces are proven apart, so it is
 * enough to test the ends of unresolved intervals. */
static void leave_open(lw_time_search *search, lw_item item, double from, double to)
{
    const lw_time_bound *bound = search->bound;
    search->unresolved = lesser(search->unresolved, from);
    if (search->goal != LW_GOAL_SMALLEST && to < search->contact && bound->inside &&
        bound->inside(search, item, to))
        lw_time_search_note_contact(search, item, search->piece, to);
    search->stopped = search->stopped || search->only_proves;
}

/* Whether an item stands for many: a crowd. */
static bool is_group(const lw_time_search *search, lw_item item)
{
    return search->bound->visit_group && lw_pair_is_crowd(item);
}

static void settle(lw_time_search *search, lw_item item, double from, double to)
{
    double contact = HUGE_VAL;
    switch (search->bound->settle(search, item, from, to, &contact)) {
    case LW_BOUND_PROVEN:
        return;
    case LW_BOUND_CONTACT:
        lw_time_search_note_contact(search, item, search->piece, contact);
        break;
    case LW_BOUND_OPEN:
        break;
    }
    leave_open(search, item, from, to);
    if (search->goal == LW_GOAL_SMALLEST)
        search->bound->smallest(search, item)->open = true;
}

/* Whether an item's smallest distance is sought, and is settled. */
static bool is_settled(const lw_time_search *search, lw_item item)
{
    return search->goal == LW_GOAL_SMALLEST &&
           lw_smallest_is_settled(search->bound->smallest(search, item),
                                  search->bound->margin(search, item));
}

/* Whether intervals of the length of the sample's are divided. */
static bool splits(const lw_time_search *search)
{
    return 2 * search->half > search->shortest;
}

/* Whether [from, to], a part of the sample's interval, is to be queried now. It is cut off at the
 * earliest contact. A part on one side of the sample is left to that half, unless the interval is not
 * divided any more. Else the part is widened to the sample's time. */
static bool is_due(lw_time_search *search, lw_item item, double *from, double *to, halves *out)
{
    double middle = search->time;
    *to = lesser(*to, search->contact);
    if (!(*from < *to))
        return false;
    if (splits(search) && (*to <= middle || *from >= middle)) {
        put(search, *to <= middle ? &out->left : &out->right, *from, *to, item);
        return false;
    }
    *from = lesser(*from, middle);
    *to = greater(*to, middle);
    return true;
}

/* Queries an item on [from, to], a part of the interval that was sampled. */
static void query_item(lw_time_search *search, lw_item item, double from, double to, halves *out)
{
    bool smallest = search->goal == LW_GOAL_SMALLEST;
    double middle = search->time;
    if (is_settled(search, item) || !is_due(search, item, &from, &to, out))
        return;
    /* the query widens this part to all that it proves; the rest goes to the halves */
    lw_proven_part part = {middle, middle, middle, HUGE_VAL};
    lw_bound_result result = search->bound->prove(search, item, from, to, &part);
    LW_ASSERT(part.from, <=, middle);
    LW_ASSERT(part.to, >=, middle);
    if (result == LW_BOUND_PROVEN)
        return;
    if (result == LW_BOUND_CONTACT) {
        lw_time_search_note_contact(search, item, search->piece, middle);
        if (from < middle)
            put(search, &out->left, from, middle, item);
        return;
    }
    if (is_settled(search, item))
        return;
    if (is_too_short(search, item, from, to)) {
        settle(search, item, from, to);
        return;
    }
    /* once an interval is unresolved, only contacts are searched for, at the time tolerance */
    if (!smallest && search->unresolved < HUGE_VAL && from > search->unresolved &&
        to - from <= search->time_tolerance) {
        leave_open(search, item, from, to);
        return;
    }
    if (from < part.from)
        put(search, &out->left, from, part.from, item);
    if (part.to < to)
        put(search, &out->right, part.to, to, item);
    if (part.to > middle && part.to < to)
        search->closed = part;
}

static bool in_order(const lw_time_search *search)
{
    return search->in_order || search->goal == LW_GOAL_FIRST;
}

/* the order of the search: small keys first */
static double key_of(const lw_time_search *search, double begin, double end)
{
    if (in_order(search))
        return begin;
    double narrow = 1 / (end - begin);
    /* wide before narrow, but deep before wide when memory gets short */
    return lw_queue_crowded(search->queue) ? -narrow : narrow;
}

/* Whether the next item may be queried. */
static bool goes_on(lw_time_search *search)
{
    if (search->out_of_queries && search->out_of_queries(search))
        search->stopped = true;
    return !lw_time_search_is_over(search);
}

/* An interval of which all items are visited. */
typedef struct visited {
    lw_time_search *search;
    double begin, end;
    halves *out;        /* of a query */
    lw_work_list *open; /* of a test */
    bool whole;         /* no item was left out */
} visited;

static bool query_visited(void *context, lw_item item)
{
    visited *v = context;
    v->whole = goes_on(v->search);
    if (v->whole)
        query_item(v->search, item, v->begin, v->end, v->out);
    return v->whole;
}

/* Queries the items of a group on [from, to], if they are few, or the interval is not divided any more;
 * else leaves them to the halves. False where the search ended before all were queried. */
static bool query_group(lw_time_search *search, lw_item group, double from, double to, halves *out)
{
    double middle = search->time;
    if (!is_due(search, group, &from, &to, out))
        return true;
    bool divides = splits(search) && to - from > search->time_tolerance;
    visited v = {.search = search, .begin = from, .end = to, .out = out, .whole = true};
    if (search->bound->visit_group(search, group, divides, query_visited, &v))
        return v.whole;
    put(search, &out->left, from, middle, group);
    put(search, &out->right, middle, to, group);
    return true;
}

/* cuts [begin, end] to the smallest interval that contains all work of a list */
static void trim(const lw_queue *queue, const lw_work_list *list, double *begin, double *end)
{
    if (list->all)
        return;
    *begin = HUGE_VAL;
    *end = -HUGE_VAL;
    for (int32_t c = list->first; c >= 0; c = queue->chunks[c].next)
        for (uint32_t i = 0; i < queue->chunks[c].count; i++) {
            *begin = lesser(*begin, queue->chunks[c].works[i].from);
            *end = greater(*end, queue->chunks[c].works[i].to);
        }
}

static void push_half(lw_time_search *search, double begin, double end, lw_work_list *list)
{
    if (lw_work_list_is_empty(list))
        return;
    if (search->bound->trims)
        trim(search->queue, list, &begin, &end);
    lw_interval interval = {key_of(search, begin, end), begin, end, *list, NO_SAMPLE};
    if (!lw_queue_push(search->queue, interval)) {
        search->stopped = true;
        drop(search, begin);
    }
}

/* the earliest time of an interval that is not proven */
static double frontier_of(const lw_queue *queue, const lw_interval *interval)
{
    double frontier = interval->begin;
    double end = interval->end;
    trim(queue, &interval->list, &frontier, &end);
    return frontier;
}

/* The time at which an interval is sampled: its middle, unless the bound aims, a contact ends the
 * interval, a proven part ended at its beginning, and one item is left. Then it is a little after the
 * time at which the bodies were expected to meet. This is Hong's step from slab to slab: like
 * conservative advancement it takes its length from the last bound, and reaches a contact faster than
 * halving does. If the interval is not half as long after a few of these samples, it is halved. */
static double sample_time(lw_time_search *search, double begin, double end, const lw_work_list *list)
{
    double middle = begin + 0.5 * (end - begin);
    if (!search->bound->aims || list->all || search->closed.to != begin || end < search->contact ||
        list->first != list->last || search->queue->chunks[list->first].count > 1)
        return middle;
    double time =
        begin + greater(2 * (search->closed.closes - begin), CONTACT_DELAY * search->time_tolerance);
    /* the sample's bounds cover as much time before it as after it, all within the piece */
    if (!(time > begin && time < middle && time - (end - time) >= search->first))
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

/* Queries the items of a list. False where the search ended before all were queried. */
static bool query_items(lw_time_search *search, double begin, double end, const lw_work_list *list,
                        halves *out)
{
    if (list->all) {
        visited v = {.search = search, .begin = begin, .end = end, .out = out, .whole = true};
        search->bound->visit(search, query_visited, &v);
        return v.whole;
    }
    for (int32_t c = list->first; c >= 0; c = search->queue->chunks[c].next)
        for (uint32_t i = 0; i < search->queue->chunks[c].count; i++) {
            lw_work work = search->queue->chunks[c].works[i];
            if (!goes_on(search))
                return false;
            if (!is_group(search, work.item))
                query_item(search, work.item, work.from, work.to, out);
            else if (!query_group(search, work.item, work.from, work.to, out))
                return false;
        }
    return true;
}

/* Samples an interval at a time within it, for the items of a list. False where a budget is used up. */
static bool sample_interval(lw_time_search *search, double begin, double end, double time, int kept,
                            const lw_work_list *list)
{
    search->stopped = search->stopped || search->out_of_budget(search);
    if (search->stopped) {
        drop(search, begin);
        return false;
    }
    search->exhausted = ++search->intervals > search->most_intervals && search->most_intervals > 0;
    search->time = time;
    search->half = greater(time - begin, end - time);
    search->tested = kept != NO_SAMPLE;
    if (search->tested)
        search->bound->recall(search, kept);
    else
        search->bound->sample(search, search->piece, search->time, search->half, list);
    return true;
}

static double middle_of(double begin, double end)
{
    return begin + 0.5 * (end - begin);
}

/* Whether an interval is searched at once: one item is left of it. *last: out: its part. */
static bool is_finished_at_once(const lw_time_search *search, const lw_work_list *list, lw_work *last)
{
    const lw_time_bound *bound = search->bound;
    if (search->goal != LW_GOAL_FIRST || !bound->finish || list->all ||
        (bound->waits && search->contact == HUGE_VAL) || list->first != list->last ||
        search->queue->chunks[list->first].count > 1)
        return false;
    *last = search->queue->chunks[list->first].works[0];
    return !is_group(search, last->item) && last->item != search->unfinished &&
           last->from < search->contact && !search->stopped;
}

/* Searches the last item of an interval at once. Whether it leaves a part of it, *rest, open. */
static bool finish(lw_time_search *search, const lw_work *last, lw_work *rest)
{
    double apart = last->from;
    double contact = HUGE_VAL;
    *rest = *last;
    rest->to = lesser(last->to, search->contact);
    lw_bound_result result =
        search->bound->finish(search, last->item, last->from, rest->to, &apart, &contact);
    if (result == LW_BOUND_CONTACT) {
        search->unresolved = lesser(search->unresolved, apart);
        lw_time_search_note_contact(search, last->item, search->piece, contact);
    }
    if (result == LW_BOUND_OPEN)
        search->unfinished = last->item;
    /* nothing is known of the time `apart` itself, so the rest is never empty */
    if (apart < rest->to)
        rest->from = apart;
    return result == LW_BOUND_OPEN;
}

/* Searches an interval at once, or samples it and queries the items of its list. */
static void query_interval(lw_time_search *search, double begin, double end, lw_work_list *list,
                           int kept)
{
    lw_work last;
    lw_work rest;
    if (is_finished_at_once(search, list, &last)) {
        lw_queue_drop(search->queue, list);
        if (!finish(search, &last, &rest))
            return;
        begin = rest.from;
        end = rest.to;
        kept = NO_SAMPLE; /* whose sample is of the whole interval's middle */
        put(search, list, begin, end, rest.item);
    }
    double time = kept == NO_SAMPLE ? sample_time(search, begin, end, list) : middle_of(begin, end);
    if (!sample_interval(search, begin, end, time, kept, list))
        return;
    halves out = {lw_work_list_empty(), lw_work_list_empty()};
    if (!query_items(search, begin, end, list, &out))
        drop(search, begin);
    lw_queue_drop(search->queue, list);
    push_half(search, begin, search->time, &out.left);
    push_half(search, search->time, end, &out.right);
}

/* Whether everything before the contact is proven, up to the tolerance, or unresolved. Intervals come
 * in the order of time. */
static bool is_first(const lw_time_search *search, const lw_interval *next)
{
    if (search->goal != LW_GOAL_FIRST || search->contact == HUGE_VAL)
        return false;
    double frontier = lesser(frontier_of(search->queue, next), search->unresolved);
    return search->contact - frontier <= search->time_tolerance;
}

/* Takes intervals until nothing is left to search. */
static void run(lw_time_search *search)
{
    lw_queue *queue = search->queue;
    lw_interval next;
    while (!lw_time_search_is_over(search) && !search->exhausted && lw_queue_pop(queue, &next)) {
        if (is_first(search, &next)) {
            drop(search, frontier_of(queue, &next));
            break;
        }
        query_interval(search, next.begin, next.end, &next.list, next.kept);
    }
    for (uint32_t i = 0; i < queue->heap_count; i++)
        drop(search, frontier_of(queue, &queue->heap[i]));
}

static void start(lw_time_search *search, size_t piece, double begin)
{
    search->piece = piece;
    search->first = begin;
    lw_queue_reset(search->queue);
}

void lw_time_search_span(lw_time_search *search, size_t piece, double begin, double end)
{
    lw_work_list all = lw_work_list_all();
    start(search, piece, begin);
    query_interval(search, begin, end, &all, NO_SAMPLE);
    run(search);
}

/* Tests an item at the sample, and puts it into a list if it stays open. */
static void test_item(lw_time_search *search, lw_item item, double begin, double end,
                      lw_work_list *open)
{
    lw_bound_result result = search->bound->test(search, item, begin, end);
    if (result == LW_BOUND_CONTACT)
        lw_time_search_note_contact(search, item, search->piece, search->time);
    if (result == LW_BOUND_OPEN)
        put(search, open, begin, end, item);
}

static bool test_visited(void *context, lw_item item)
{
    const visited *v = context;
    bool on = goes_on(v->search);
    if (on)
        test_item(v->search, item, v->begin, v->end, v->open);
    return on;
}

/* Tests the items of a list at the middle of an interval. Returns those that stay unproven. */
static lw_work_list test_interval(lw_time_search *search, double begin, double end,
                                  const lw_work_list *list)
{
    lw_work_list open = lw_work_list_empty();
    if (!sample_interval(search, begin, end, middle_of(begin, end), NO_SAMPLE, list))
        return open;
    if (list->all) {
        visited v = {.search = search, .begin = begin, .end = end, .open = &open};
        search->bound->visit(search, test_visited, &v);
    }
    for (int32_t c = list->first; c >= 0; c = search->queue->chunks[c].next)
        for (uint32_t i = 0; i < search->queue->chunks[c].count && goes_on(search); i++)
            test_item(search, search->queue->chunks[c].works[i].item, begin, end, &open);
    return open;
}

void lw_time_search_spread(lw_time_search *search, size_t piece, double begin, double end)
{
    /* near the end first: a planner's motion begins where the robot already stood */
    static const int order[LW_KEPT_SAMPLES] = {3, 1, 0, 2};
    start(search, piece, begin);
    lw_work_list all = lw_work_list_all();
    lw_work_list left = test_interval(search, begin, end, &all);
    for (int i = 0;
         i < LW_KEPT_SAMPLES && !lw_work_list_is_empty(&left) && !lw_time_search_is_over(search); i++) {
        double share = (end - begin) / LW_KEPT_SAMPLES;
        double from = begin + order[i] * share;
        double to = order[i] == LW_KEPT_SAMPLES - 1 ? end : begin + (order[i] + 1) * share;
        lw_work_list open = test_interval(search, from, to, &left);
        if (lw_work_list_is_empty(&open))
            continue;
        /* proven later, from the same sample */
        search->bound->keep(search, i);
        if (!lw_queue_push(search->queue, (lw_interval){key_of(search, from, to), from, to, open, i}))
            search->stopped = true;
    }
    lw_queue_drop(search->queue, &left);
    /* if the search ends here, intervals that were not sampled are not proven */
    if (lw_time_search_is_over(search))
        drop(search, begin);
    run(search);
}

void lw_time_search_works(lw_time_search *search, size_t piece, double begin, const lw_work *works,
                          size_t count)
{
    start(search, piece, begin);
    for (size_t i = 0; i < count; i++) {
        bool seen = false;
        for (size_t j = 0; j < i && !seen; j++)
            seen = works[j].from == works[i].from && works[j].to == works[i].to;
        if (seen)
            continue;
        lw_work_list list = lw_work_list_empty();
        for (size_t j = i; j < count; j++)
            if (works[j].from == works[i].from && works[j].to == works[i].to)
                put(search, &list, works[j].from, works[j].to, works[j].item);
        push_half(search, works[i].from, works[i].to, &list);
    }
    run(search);
}
