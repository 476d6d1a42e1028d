/* Near misses: each pair's smallest distance along a motion, if it is below a threshold. The threshold
 * is the first target of the branch and bound, so that pairs that stay farther apart cost no more than
 * a check with that margin. */
#include "base/array.h"
#include "base/error.h"
#include "check/ask/clearance.h"
#include "check/ask/stages.h"
#include "check/checker/prove.h"
#include "check/method/methods.h"
#include "check/method/planar.h"
#include "motion/between.h"
#include "motion/stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pairs that may come near, collected in order. */
typedef struct collection {
    lw_checker *checker;
    lw_pair_id from;
    double begin, end; /* of the sample's interval */
} collection;

/* Whether a pair is wanted: the motion moves its bodies against each other, or the options want all
 * pairs. */
static bool is_wanted(const lw_checker *checker, lw_pair_id id)
{
    return checker->options->fixed_pairs ||
           lw_motion_moves_between(checker->motion, lw_pair_first(id), lw_pair_second(id));
}

/* Inserts a pair into the sorted list, if it is among the first that there is room for. */
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
    if (id >= c->from && is_wanted(c->checker, id))
        keep(&c->checker->near, id);
    return true;
}

static bool keep_near(void *context, lw_pair_id id)
{
    const collection *c = context;
    if (id < c->from || !is_wanted(c->checker, id))
        return true;
    lw_pair pair = lw_frozen_pair(c->checker->frozen, id);
    if (!lw_checker_prove_far(c->checker, &pair, c->begin, c->end))
        keep(&c->checker->near, id);
    return true;
}

/* Collects the pairs from an id on that may come nearer than the threshold, as many as there is room
 * for. Returns the id from which to collect the next ones; LW_NO_PAIR: there are no more. */
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

/* Searches for the smallest distances of the near pairs. Once a budget is used up, or the caller has
 * stopped the check, they stay unknown, except where a contact is known without a search. free: the
 * motion is known to be. */
static void find_smallest(lw_checker *checker, double threshold, bool free)
{
    lw_near_pairs *near = &checker->near;
    double begin = checker->motion->begin;
    bool ended = checker->verdict->reason != LW_REASON_NONE;
    /* a part inside a solid is in contact, however far the surfaces are apart */
    lw_checker_sample(checker, 0, begin, 0);
    for (size_t i = 0; i < near->count; i++) {
        lw_pair pair = lw_frozen_pair(checker->frozen, near->pairs[i]);
        near->smallest[i] = (lw_smallest){.upper = threshold,
                                          .target = threshold,
                                          .at = begin,
                                          .pair = -1,
                                          .open = ended,
                                          .free = free};
        if (lw_checker_contained(checker, &pair))
            near->smallest[i] = (lw_smallest){.at = begin, .pair = (int64_t)near->pairs[i]};
    }
    if (!ended)
        lw_find_smallest(checker);
}

/* The clearances found: in the caller's array, or for a motion of stages in a list. */
typedef struct near_misses {
    lw_clearance *out;
    size_t capacity, count;
    LW_LIST(lw_clearance) list;
    bool listed;
    bool free;    /* the motion is known to be free: each pair is no nearer than its margin */
    bool below;   /* a lower bound is below the margin of its pair */
    bool stopped; /* the caller has stopped the check */
} near_misses;

static bool add_miss(near_misses *misses, const lw_clearance *miss)
{
    if (misses->listed) {
        if (!LW_ARRAY_GROW(&misses->list))
            return false;
        misses->list.items[misses->list.count++] = *miss;
    } else if (misses->count < misses->capacity) {
        misses->out[misses->count] = *miss;
    }
    misses->count++;
    return true;
}

static lw_status report(const lw_checker *checker, near_misses *misses, lw_error *error)
{
    const lw_near_pairs *near = &checker->near;
    for (size_t i = 0; i < near->count; i++) {
        const lw_smallest *smallest = &near->smallest[i];
        double margin = lw_frozen_pair(checker->frozen, near->pairs[i]).margin;
        bool beyond = misses->free && margin >= smallest->upper;
        if (smallest->pair < 0 && (beyond || !smallest->open))
            continue;
        double lower = smallest->open ? 0 : fmin(smallest->target, smallest->upper);
        if (misses->free)
            lower = greater(lower, margin);
        lw_clearance miss = {.pair = {lw_pair_first(near->pairs[i]), lw_pair_second(near->pairs[i])},
                             .lower = lower,
                             .upper = greater(lower, smallest->upper),
                             .at = smallest->at};
        misses->below = misses->below || lower < margin;
        if (!add_miss(misses, &miss))
            return lw_fail_memory(error);
    }
    return LW_OK;
}

/* The near misses of the motion that the checker is prepared for. */
static lw_status find_all(lw_checker *checker, double threshold, near_misses *misses, lw_error *error)
{
    lw_status status = LW_OK;
    for (lw_pair_id from = 0; from != LW_NO_PAIR && !status;) {
        from = collect(checker, threshold, from);
        if (checker->near.count)
            find_smallest(checker, threshold, misses->free);
        status = report(checker, misses, error);
    }
    checker->near.count = 0;
    return status;
}

/* ---- motions of stages --------------------------------------------------------------------------- */

/* The id of a pair, the same for either order of its bodies. */
static lw_pair_id unordered(const lw_clearance *miss)
{
    int64_t a = miss->pair[0];
    int64_t b = miss->pair[1];
    return a < b ? lw_pair_id_of((uint32_t)a, (uint32_t)b) : lw_pair_id_of((uint32_t)b, (uint32_t)a);
}

/* Orders clearances by their pairs, and for one pair the nearest first. */
static int compare_misses(const void *a, const void *b)
{
    const lw_clearance *one = a;
    const lw_clearance *other = b;
    if (unordered(one) != unordered(other))
        return unordered(one) < unordered(other) ? -1 : 1;
    if (one->upper != other->upper)
        return one->upper < other->upper ? -1 : 1;
    return (one->at > other->at) - (one->at < other->at);
}

/* Gives each pair's smallest distance once. */
static void give_sorted(near_misses *misses)
{
    lw_clearance *list = misses->list.items;
    size_t count = misses->list.count;
    if (count)
        qsort(list, count, sizeof *list, compare_misses);
    misses->listed = false;
    misses->count = 0;
    for (size_t i = 0, next = 0; i < count; i = next) {
        for (next = i; next < count && unordered(&list[next]) == unordered(&list[i]); next++)
            list[i].lower = lesser(list[i].lower, list[next].lower);
        add_miss(misses, &list[i]);
    }
}

/* Finds the near misses of a stage, and names their bodies as in the checker's scene. */
static lw_status find_in_stage(lw_checker *checker, const lw_motion *stage, double threshold,
                               near_misses *misses, lw_error *error)
{
    lw_checker *own = NULL;
    lw_verdict counts;
    size_t begin = misses->list.count;
    lw_status status = lw_checker_create(stage->scene, &own, error);
    if (status)
        return status;
    lw_check_take_up(own, checker, stage, &counts);
    counts.reason = checker->verdict->reason;
    status = find_all(own, threshold, misses, error);
    lw_check_give_back(checker, &counts);
    checker->verdict->reason = counts.reason;
    lw_checker_destroy(own);
    for (size_t i = begin; i < misses->list.count; i++)
        lw_stage_pair(stage->scene, checker->scene, misses->list.items[i].pair);
    return status;
}

static lw_status find_in_stages(lw_checker *checker, double threshold, near_misses *misses,
                                lw_error *error)
{
    const lw_motion *motion = checker->motion;
    lw_status status = LW_OK;
    misses->listed = true;
    for (size_t i = 0; i < lw_motion_stage_count(motion) && !status; i++)
        status = find_in_stage(checker, lw_motion_stage(motion, i), threshold, misses, error);
    if (!status)
        give_sorted(misses);
    free(misses->list.items);
    misses->list.items = NULL;
    misses->list.count = misses->list.capacity = 0;
    return status;
}

/* Finds the near misses of a motion anew. options: of this library's size. */
static lw_status find(lw_checker *checker, const lw_motion *motion, double threshold,
                      const lw_check_options *options, near_misses *misses, lw_error *error)
{
    lw_verdict ignored;
    lw_status status = lw_check_begin(checker, motion, options, &ignored, error);
    if (status)
        return status;
    misses->count = 0;
    if (motion->stages)
        status = find_in_stages(checker, threshold, misses, error);
    else
        status = find_all(checker, threshold, misses, error);
    misses->stopped = ignored.reason == LW_REASON_STOPPED;
    lw_checker_end(checker);
    return status;
}

/* Whether lw_check with the same options says that the motion is free. */
static lw_status ask_whether_free(lw_checker *checker, const lw_motion *motion,
                                  lw_check_options options, bool *out, lw_error *error)
{
    lw_verdict verdict = lw_default_verdict();
    options.clearance = false;
    options.unmeasured = true;
    options.claim = NULL;
    options.sample = NULL;
    options.leaving = options.limits = 0;
    lw_status status = lw_check(checker, motion, &options, &verdict, error);
    *out = verdict.kind == LW_VERDICT_FREE;
    return status;
}

lw_status lw_near_misses(lw_checker *checker, const lw_motion *motion, double threshold,
                         const lw_check_options *options, lw_clearance *out, size_t capacity,
                         size_t *count, lw_error *error)
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
    if (!status)
        status = lw_check_serves(checker, checker->options, true, error);
    if (status)
        return status;
    const lw_check_options own = *checker->options;
    lw_checker_end(checker);
    near_misses misses = {.out = out, .capacity = capacity};
    status = find(checker, motion, threshold, &own, &misses, error);
    /* for a lower bound below the margin, perhaps only by the tolerance, the verdict says whether the
     * pair is free */
    if (!status && misses.below && !misses.stopped)
        status = ask_whether_free(checker, motion, own, &misses.free, error);
    if (!status && misses.free)
        status = find(checker, motion, threshold, &own, &misses, error);
    *count = status ? 0 : misses.count;
    return status;
}
