/* The smallest distances of a motion that is proven free: branch and bound with the same look as
 * bisection (check/sweep.h). The gap to prove is not the margin but a target a little below the
 * smallest distance seen so far. The target only ever falls, so what was proven for an earlier one
 * stays proven, and at the end the last target is the lower end of the bracket. Distances to obstacles
 * and between robots have one target, those inside robots another. */
#include "check/methods.h"

#include <float.h>

/* the first samples, spread evenly, only to start with a good upper end */
enum { SCOUTS = 5 };

typedef struct bracket {
    double upper, target;
    double at;
    int64_t pair;
    bool exists; /* there is a pair of this kind */
} bracket;

typedef struct branching {
    lw_checker *checker;
    size_t piece;
    bracket kinds[2]; /* [1]: inside robots */
    bool spent;
} branching;

static double target_below(const lw_options *options, double upper)
{
    return fmax(0, upper - fmax(options->clearance_relative * upper, options->clearance_absolute));
}

static void note_distance(branching *search, uint32_t pair, double upper)
{
    bool self = search->checker->frozen->pairs[pair].self;
    bracket *kind = &search->kinds[self];
    if (upper >= kind->upper)
        return;
    kind->upper = upper;
    kind->target = fmin(kind->target, target_below(search->checker->options, upper));
    kind->at = search->checker->placement.time;
    kind->pair = pair;
}

/* the exact distance of a pair here, if it can be below the smallest so far */
static void measure(branching *search, uint32_t pair)
{
    lw_checker *checker = search->checker;
    const lw_pair *entry = &checker->frozen->pairs[pair];
    const bracket *kind = &search->kinds[entry->self];
    const lw_placement *placement = &checker->placement;
    const lw_geometry *a = checker->frozen->bodies[entry->a].geometry;
    const lw_geometry *b = checker->frozen->bodies[entry->b].geometry;
    pose at_a = placement->bodies[entry->a];
    pose at_b = placement->bodies[entry->b];
    double apart =
        norm(sub(transform(at_b, b->center), transform(at_a, a->center))) - a->radius - b->radius;
    if (apart >= kind->upper)
        return;
    lw_query query = {
        .b_in_a = relative(at_a, at_b), .enough = kind->upper, .touch = -1, .relative = 0.25};
    lw_bracket found;
    uint32_t elements[2];
    lw_geometry_distance(a, b, &query, NULL, &found, elements);
    checker->verdict->queries++;
    note_distance(search, pair, found.upper);
}

/* whether there is the budget and the memory for more */
static bool goes_on(branching *search)
{
    search->spent = search->spent || lw_checker_spent(search->checker);
    return !search->spent;
}

static void put(branching *search, lw_work_list *list, double from, double to, uint32_t pair)
{
    if (!lw_queue_put(&search->checker->queue, list, (lw_work){from, to, pair}))
        search->spent = true;
}

static void look(branching *search, uint32_t pair, double from, double to, lw_work_list halves[2])
{
    lw_checker *checker = search->checker;
    double middle = checker->placement.time;
    const bracket *kind = &search->kinds[checker->frozen->pairs[pair].self];
    lw_sweep_result result;
    do {
        double nearest;
        checker->targets[pair] = kind->target;
        result = lw_checker_prove(checker, pair, from, to, -1, &nearest);
        note_distance(search, pair, nearest);
        /* one moment has no halves: what was seen there may have brought the target down */
    } while (result != LW_SWEEP_PROVEN && !(from < to) && kind->target < checker->targets[pair] &&
             goes_on(search));
    if (result == LW_SWEEP_PROVEN)
        return;
    put(search, &halves[0], from, middle, pair);
    put(search, &halves[1], middle, to, pair);
}

static void push(branching *search, double begin, double end, lw_work_list list)
{
    lw_queue *queue = &search->checker->queue;
    if (list.first < 0)
        return;
    /* wide intervals first: they bring the upper end down soonest; deep ones when memory is short */
    double width = end - begin;
    lw_interval interval = {lw_queue_crowded(queue) ? -1 / width : 1 / width, begin, end, list};
    if (!lw_queue_push(queue, interval))
        search->spent = true;
}

static void process(branching *search, double begin, double end, lw_work_list *list)
{
    lw_checker *checker = search->checker;
    lw_queue *queue = &checker->queue;
    double middle = begin + 0.5 * (end - begin);
    lw_work_list halves[2] = {lw_work_list_empty(), lw_work_list_empty()};
    lw_checker_place(checker, search->piece, middle, greater(middle - begin, end - middle));
    if (!list) {
        for (uint32_t pair = 0; pair < checker->frozen->pair_count && goes_on(search); pair++)
            look(search, pair, begin, end, halves);
    } else {
        for (int32_t c = list->first; c >= 0 && !search->spent; c = queue->chunks[c].next)
            for (uint32_t i = 0; i < queue->chunks[c].count && goes_on(search); i++) {
                lw_work work = queue->chunks[c].works[i];
                look(search, work.pair, work.from, work.to, halves);
            }
        lw_queue_drop(queue, list);
    }
    /* a target within rounding of the distance is never proven: no narrower interval is left to try */
    if (halves[0].first >= 0 && !(begin < middle && middle < end))
        search->spent = true;
    push(search, begin, middle, halves[0]);
    push(search, middle, end, halves[1]);
}

static void scout(branching *search)
{
    const lw_motion *motion = search->checker->motion;
    for (int i = 0; i < SCOUTS && (i == 0 || goes_on(search)); i++) {
        double t = motion->begin + (motion->end - motion->begin) * i / (SCOUTS - 1);
        lw_checker_place(search->checker, lw_motion_piece_at(motion, t), t, 0);
        for (uint32_t pair = 0; pair < search->checker->frozen->pair_count; pair++)
            measure(search, pair);
    }
}

/* where the budget ran out, only the margins are proven */
static double proven_margin(const lw_frozen *frozen, bool self)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < frozen->pair_count; i++)
        if (frozen->pairs[i].self == self)
            least = fmin(least, frozen->pairs[i].margin);
    return least;
}

static void report(const branching *search, bool self, bool *has, double clearance[2], double *at,
                   int64_t pair[2])
{
    const bracket *kind = &search->kinds[self];
    const lw_frozen *frozen = search->checker->frozen;
    *has = kind->pair >= 0;
    if (!*has)
        return;
    clearance[0] = search->spent ? fmin(proven_margin(frozen, self), kind->upper) : kind->target;
    clearance[1] = kind->upper;
    *at = kind->at;
    pair[0] = frozen->pairs[kind->pair].a;
    pair[1] = frozen->pairs[kind->pair].b;
}

void lw_check_clearance(lw_checker *checker)
{
    const lw_motion *motion = checker->motion;
    lw_verdict *verdict = checker->verdict;
    branching search = {.checker = checker,
                        .kinds = {{DBL_MAX, DBL_MAX, 0, -1, false}, {DBL_MAX, DBL_MAX, 0, -1, false}}};
    scout(&search);
    for (size_t piece = 0; piece < motion->pieces.count && !search.spent; piece++) {
        search.piece = piece;
        lw_queue_reset(&checker->queue);
        process(&search, motion->pieces.items[piece].begin, motion->pieces.items[piece].end, NULL);
        lw_interval interval;
        while (!search.spent && lw_queue_pop(&checker->queue, &interval))
            process(&search, interval.begin, interval.end, &interval.list);
    }
    report(&search, false, &verdict->has_clearance, verdict->clearance, &verdict->clearance_at,
           verdict->clearance_pair);
    report(&search, true, &verdict->has_self_clearance, verdict->self_clearance,
           &verdict->self_clearance_at, verdict->self_clearance_pair);
    verdict->reason = LW_REASON_NONE;
}
