/* Near misses: each pair's smallest distance along a motion, where it is below a threshold. The
 * threshold is the first target of the branch and bound, so pairs that stay farther apart cost no more
 * than a check with that margin. */
#include "base/error.h"
#include "check/methods.h"
#include "check/planar.h"
#include "check/prove.h"

#include <math.h>
#include <string.h>

/* Pairs that may come near, collected in order. */
typedef struct collection {
    lw_checker *checker;
    lw_pair_id from;
    double begin, end; /* of the sample's interval */
} collection;

/* Keeps a pair, if it is among the first that there is room for. */
static void keep(lw_near_pairs *near, lw_pair_id id)
{
    size_t place = lw_near_place(near, id);
    if (place == LW_MOST_NEAR || (place < near->count && near->pairs[place] == id))
        return;
    size_t last = near->count < LW_MOST_NEAR ? near->count++ : LW_MOST_NEAR - 1;
    memmove(near->pairs + place + 1, near->pairs + place, (last - place) * sizeof *near->pairs);
    near->pairs[place] = id;
}

static bool keep_any(void *context, lw_pair_id id)
{
    const collection *c = context;
    if (id >= c->from)
        keep(&c->checker->near, id);
    return true;
}

static bool keep_near(void *context, lw_pair_id id)
{
    const collection *c = context;
    if (id < c->from)
        return true;
    lw_pair pair = lw_frozen_pair(c->checker->frozen, id);
    if (!lw_checker_prove_far(c->checker, &pair, c->begin, c->end))
        keep(&c->checker->near, id);
    return true;
}

/* Collects the first pairs from an id on that may come nearer than the threshold, as many as there is
 * room for. Returns from where on to collect the next ones; LW_NO_PAIR: these are all. */
static lw_pair_id collect(lw_checker *checker, double threshold, lw_pair_id from)
{
    const lw_motion *motion = checker->motion;
    lw_near_pairs *near = &checker->near;
    collection c = {.checker = checker, .from = from};
    near->count = 0;
    if (checker->frozen->flat)
        lw_planar_visit(checker, threshold, keep_any, &c);
    for (size_t i = 0; !checker->frozen->flat && i < motion->pieces.count; i++) {
        c.begin = motion->pieces.items[i].begin;
        c.end = motion->pieces.items[i].end;
        double middle = c.begin + 0.5 * (c.end - c.begin);
        lw_checker_sample(checker, i, middle, greater(middle - c.begin, c.end - middle));
        checker->target = threshold;
        lw_checker_visit(checker, threshold, keep_near, &c);
    }
    return near->count < LW_MOST_NEAR ? LW_NO_PAIR : near->pairs[LW_MOST_NEAR - 1] + 1;
}

/* Searches for the smallest distances of the near pairs; once a budget is used up, or the caller wanted
 * to stop, all that is not known without a search stays open. */
static void find_smallest(lw_checker *checker, double threshold)
{
    lw_near_pairs *near = &checker->near;
    double begin = checker->motion->begin;
    bool ended = checker->verdict->reason != LW_REASON_NONE;
    /* a part inside a solid is in contact, however far its surface is */
    lw_checker_sample(checker, 0, begin, 0);
    for (size_t i = 0; i < near->count; i++) {
        lw_pair pair = lw_frozen_pair(checker->frozen, near->pairs[i]);
        near->smallest[i] = (lw_smallest){
            .upper = threshold, .target = threshold, .at = begin, .pair = -1, .open = ended};
        if (lw_checker_contained(checker, &pair))
            near->smallest[i] = (lw_smallest){.at = begin, .pair = (int64_t)near->pairs[i]};
    }
    if (!ended)
        lw_find_smallest(checker);
}

static void report(const lw_checker *checker, lw_clearance *out, size_t capacity, size_t *count)
{
    const lw_near_pairs *near = &checker->near;
    for (size_t i = 0; i < near->count; i++) {
        const lw_smallest *smallest = &near->smallest[i];
        if (smallest->pair < 0 && !smallest->open)
            continue;
        double lower = smallest->open ? 0 : fmin(smallest->target, smallest->upper);
        lw_clearance miss = {.pair = {lw_pair_first(near->pairs[i]), lw_pair_second(near->pairs[i])},
                             .lower = lower,
                             .upper = smallest->upper,
                             .at = smallest->at};
        if (*count < capacity)
            out[*count] = miss;
        ++*count;
    }
}

lw_status lw_near_misses(lw_checker *checker, const lw_motion *motion, double threshold,
                         const lw_options *options, lw_clearance *out, size_t capacity, size_t *count,
                         lw_error *error)
{
    if (!checker || !motion || (!out && capacity) || !count)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_near_misses needs a checker, a motion, and room for pairs and their count");
    *count = 0;
    if (!(threshold > 0) || !isfinite(threshold))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the threshold of near misses is %g; it must be finite and above 0", threshold);
    lw_verdict ignored;
    lw_status status = lw_check_begin(checker, motion, options, &ignored, error);
    if (status)
        return status;
    for (lw_pair_id from = 0; from != LW_NO_PAIR;) {
        from = collect(checker, threshold, from);
        if (checker->near.count)
            find_smallest(checker, threshold);
        report(checker, out, capacity, count);
    }
    checker->near.count = 0;
    lw_checker_end(checker);
    return LW_OK;
}
