/* The smallest distances of a motion, of all pairs or of each: branch and bound over the queries of the
 * method slab (check/checker.h). The target to prove is not the margin but a little less than the
 * smallest distance found so far. It only ever falls, so what was proven for an earlier target stays
 * proven, and at the end the last target is the lower end of the bracket. Distances to obstacles and
 * between robots share one target, those inside robots another; or each pair has its own. */
#include "base/error.h"
#include "check/methods.h"
#include "check/planar.h"

#include <float.h>

/* the first samples, spread evenly, only give a good upper end to start with */
enum { FIRST_SAMPLES = 5 };

typedef struct branching {
    lw_checker *checker;
    size_t piece;
    lw_smallest *smallest;
    bool each;   /* `smallest` has one for each pair; else two, [1] for pairs inside robots */
    bool splits; /* the interval has a middle between its ends */
    bool out_of_budget;
} branching;

double lw_clearance_target(const void *context, double upper)
{
    const lw_options *options = ((const lw_checker *)context)->options;
    return fmax(0, upper - fmax(options->clearance_relative * upper, options->clearance_absolute));
}

static lw_smallest *smallest_of(const branching *search, uint32_t pair)
{
    return &search->smallest[search->each ? pair : search->checker->frozen->pairs[pair].self];
}

static void note_distance(branching *search, uint32_t pair, double upper)
{
    lw_smallest *smallest = smallest_of(search, pair);
    if (upper >= smallest->upper)
        return;
    smallest->upper = upper;
    smallest->target = fmin(smallest->target, lw_clearance_target(search->checker, upper));
    smallest->at = search->checker->kinematics.time;
    smallest->pair = pair;
}

/* nothing is nearer than contact, and what cannot be proven is reported as open once */
static bool is_settled(const lw_smallest *smallest)
{
    return smallest->upper <= 0 || smallest->open;
}

/* queries the distance of a pair at the sample, if it can be below the smallest so far */
static void measure(branching *search, uint32_t pair)
{
    lw_checker *checker = search->checker;
    const lw_pair *entry = &checker->frozen->pairs[pair];
    const lw_smallest *smallest = smallest_of(search, pair);
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_geometry *a = checker->frozen->bodies[entry->a].geometry;
    const lw_geometry *b = checker->frozen->bodies[entry->b].geometry;
    pose at_a = kinematics->bodies[entry->a];
    pose at_b = kinematics->bodies[entry->b];
    double apart =
        norm(sub(transform(at_b, b->center), transform(at_a, a->center))) - a->radius - b->radius;
    double enough = lw_pair_gap(entry, smallest->upper);
    if (apart >= enough)
        return;
    lw_query query = {.b_in_a = relative(at_a, at_b), .enough = enough, .touch = -1, .relative = 0.25};
    lw_bracket found;
    uint32_t elements[2];
    lw_geometry_distance(a, b, &query, NULL, &found, elements);
    checker->verdict->queries++;
    note_distance(search, pair, lw_pair_padded(entry, found.upper));
}

/* whether budget and memory are left */
static bool goes_on(branching *search)
{
    search->out_of_budget = search->out_of_budget || lw_checker_out_of_budget(search->checker);
    return !search->out_of_budget;
}

static void put(branching *search, lw_work_list *list, double from, double to, uint32_t pair)
{
    if (!lw_queue_put(&search->checker->queue, list, (lw_work){from, to, pair}))
        search->out_of_budget = true;
}

static void query_pair(branching *search, uint32_t pair, double from, double to, lw_work_list halves[2])
{
    lw_checker *checker = search->checker;
    double middle = checker->kinematics.time;
    lw_smallest *smallest = smallest_of(search, pair);
    if (is_settled(smallest))
        return;
    /* a part on one side of the middle is left to that half, unless there are no halves */
    if (search->splits && (to <= middle || from >= middle)) {
        put(search, &halves[to > middle], from, to, pair);
        return;
    }
    from = lesser(from, middle);
    to = greater(to, middle);
    lw_proven_part part = {middle, middle, middle, HUGE_VAL};
    lw_bound_result result;
    do {
        checker->targets[pair] = smallest->target;
        result = lw_checker_prove_slab(checker, pair, from, to, -1, false, &part);
        note_distance(search, pair, part.nearest);
        /* a single time has no halves, and the query may have lowered the target */
    } while (result != LW_BOUND_PROVEN && !(from < to) && smallest->target < checker->targets[pair] &&
             goes_on(search));
    if (result == LW_BOUND_PROVEN || is_settled(smallest))
        return;
    /* a target within rounding of the distance is never proven, and nothing narrower is left */
    if (!search->splits) {
        smallest->open = true;
        return;
    }
    if (from < part.from)
        put(search, &halves[0], from, part.from, pair);
    if (part.to < to)
        put(search, &halves[1], part.to, to, pair);
}

static void push(branching *search, double begin, double end, lw_work_list list)
{
    lw_queue *queue = &search->checker->queue;
    if (list.first < 0)
        return;
    /* wide intervals first, which lower the upper end soonest; deep ones when memory is short */
    double width = end - begin;
    lw_interval interval = {lw_queue_crowded(queue) ? -1 / width : 1 / width, begin, end, list};
    if (!lw_queue_push(queue, interval))
        search->out_of_budget = true;
}

static void query_interval(branching *search, double begin, double end, lw_work_list *list)
{
    lw_checker *checker = search->checker;
    lw_queue *queue = &checker->queue;
    double middle = begin + 0.5 * (end - begin);
    lw_work_list halves[2] = {lw_work_list_empty(), lw_work_list_empty()};
    search->splits = begin < middle && middle < end;
    lw_checker_sample(checker, search->piece, middle, greater(middle - begin, end - middle));
    if (!list) {
        for (uint32_t pair = 0; pair < checker->frozen->pair_count && goes_on(search); pair++)
            query_pair(search, pair, begin, end, halves);
    } else {
        for (int32_t c = list->first; c >= 0 && !search->out_of_budget; c = queue->chunks[c].next)
            for (uint32_t i = 0; i < queue->chunks[c].count && goes_on(search); i++) {
                lw_work work = queue->chunks[c].works[i];
                query_pair(search, work.pair, work.from, work.to, halves);
            }
        lw_queue_drop(queue, list);
    }
    push(search, begin, middle, halves[0]);
    push(search, middle, end, halves[1]);
}

static void sample_first(branching *search)
{
    const lw_motion *motion = search->checker->motion;
    for (int i = 0; i < FIRST_SAMPLES && (i == 0 || goes_on(search)); i++) {
        double t = motion->begin + (motion->end - motion->begin) * i / (FIRST_SAMPLES - 1);
        lw_checker_sample(search->checker, lw_motion_piece_at(motion, t), t, 0);
        for (uint32_t pair = 0; pair < search->checker->frozen->pair_count; pair++)
            measure(search, pair);
    }
}

/* the smallest distances, as far as the budget goes */
static void branch(lw_checker *checker, lw_smallest *smallest, bool each)
{
    const lw_motion *motion = checker->motion;
    branching search = {.checker = checker, .smallest = smallest, .each = each};
    sample_first(&search);
    for (size_t piece = 0; piece < motion->pieces.count && !search.out_of_budget; piece++) {
        search.piece = piece;
        lw_queue_reset(&checker->queue);
        query_interval(&search, motion->pieces.items[piece].begin, motion->pieces.items[piece].end,
                       NULL);
        lw_interval interval;
        while (!search.out_of_budget && lw_queue_pop(&checker->queue, &interval))
            query_interval(&search, interval.begin, interval.end, &interval.list);
    }
    for (size_t i = 0; search.out_of_budget && i < (each ? checker->frozen->pair_count : 2); i++)
        smallest[i].open = !(smallest[i].upper <= 0);
}

void lw_find_smallest(lw_checker *checker, lw_smallest *smallest, bool each)
{
    if (checker->frozen->flat)
        lw_planar_smallest(checker, smallest, each);
    else
        branch(checker, smallest, each);
}

/* where the check is out of budget, only the margins are proven */
static double proven_margin(const lw_frozen *frozen, bool self)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < frozen->pair_count; i++)
        if (frozen->pairs[i].self == self)
            least = fmin(least, frozen->pairs[i].margin);
    return least;
}

static void report(const lw_checker *checker, bool self, bool *has, double clearance[2], double *at,
                   int64_t pair[2])
{
    const lw_smallest *smallest = &checker->smallest[self];
    const lw_frozen *frozen = checker->frozen;
    *has = smallest->pair >= 0;
    if (!*has)
        return;
    clearance[0] =
        smallest->open ? fmin(proven_margin(frozen, self), smallest->upper) : smallest->target;
    clearance[1] = smallest->upper;
    *at = smallest->at;
    pair[0] = frozen->pairs[smallest->pair].a;
    pair[1] = frozen->pairs[smallest->pair].b;
}

void lw_check_clearance(lw_checker *checker)
{
    lw_verdict *verdict = checker->verdict;
    for (int i = 0; i < 2; i++)
        checker->smallest[i] = (lw_smallest){.upper = DBL_MAX, .target = DBL_MAX, .pair = -1};
    lw_find_smallest(checker, checker->smallest, false);
    report(checker, false, &verdict->has_clearance, verdict->clearance, &verdict->clearance_at,
           verdict->clearance_pair);
    report(checker, true, &verdict->has_self_clearance, verdict->self_clearance,
           &verdict->self_clearance_at, verdict->self_clearance_pair);
    verdict->reason = LW_REASON_NONE;
}
