/* Motions that begin in contact: whether they leave it, are free after that, and no pair gets deeper
 * than it was. People who move a robot out of contact need to know that no contact gets worse.
 *
 * Contact is defined as in any check: a distance of at most the pair's margin; it is negative where the
 * bodies overlap. Let S be the pairs that are in contact at the beginning, with distances d in [lower,
 * upper], and e the depth tolerance. The check has three steps:
 *
 * First it finds S, by a test of all pairs at the beginning. If S is empty, the ordinary check answers.
 *
 * Second it finds the first time at which a pair of S is more than e deeper than at the beginning, or
 * another pair is in contact: by the search over time with the bound of check/ask/kept.h. If there is
 * none, every distance of S is proven to be above upper - e all along, and every other pair to be free.
 * A pair is certain to be deeper if its distance is below lower - e. If a bracket is wider than e, its
 * pair cannot be proven to be above upper - e even at the beginning, and the verdict is undecided.
 *
 * Third it finds the last contact, of pairs in S, the only ones left. Intervals are proven free from
 * the end backwards. One that cannot be proven is halved, its later half first, until it is as short as
 * the time tolerance. All after it is proven free; before it, a pair may leave its contact and come
 * back to it. The end is tested first: a pair that is in contact there fails.
 *
 * A motion with stages is searched stage by stage, the first time forwards and then backwards. A pair
 * is identified across stages by its bodies; stages that do not check it skip it.
 *
 * Costs: the search of method slab, a depth for each sample of each pair of S, and some ten samples. */
#include "check/ask/leaving.h"

#include <stdlib.h>

#include "base/error.h"
#include "check/ask/kept.h"
#include "check/ask/stages.h"
#include "check/checker/contact.h"
#include "check/checker/prove.h"
#include "check/method/methods.h"
#include "math/rounding.h"
#include "motion/stages.h"

/* Intervals that wait: more than the levels of halving down to LW_SHORTEST_INTERVAL. */
enum { STACK = 64 };

typedef struct leaving {
    lw_checker *checker; /* of the motion's scene; it holds options, budgets and the verdict */
    lw_checker *own;     /* of a stage's scene; NULL: the motion has no stages */
    lw_checker *at;      /* `checker` or `own`: the checker of the current stage */
    lw_verdict stage;    /* of the current stage */
    lw_kept kept;
    bool out_of_memory;
    double free_from;         /* proven so far: all is free from here on */
    const lw_kept_pair *last; /* the pair that is not proven on the interval before `free_from` */
} leaving;

/* ---- stages ------------------------------------------------------------------------------------ */

static lw_pair_id id_in(const leaving *l, const lw_kept_pair *kept, const lw_scene *scene)
{
    const lw_scene *whole = l->checker->scene;
    const int64_t a = lw_stage_body(whole, kept->bodies[0], scene);
    const int64_t b = lw_stage_body(whole, kept->bodies[1], scene);
    const int64_t index = a < 0 || b < 0 ? -1 : lw_scene_find_pair(scene, (size_t)a, (size_t)b);
    return index < 0 ? LW_NO_PAIR : lw_frozen_pair_at(scene->frozen, (size_t)index);
}

/* Prepares a checker for a stage. A motion without stages is its own only stage, and uses its own
 * checker. */
static lw_status begin_stage(leaving *l, size_t index, lw_error *error)
{
    const lw_motion *stage = lw_motion_stage(l->checker->motion, index);
    l->at = l->checker;
    if (l->checker->motion->stages) {
        lw_status status = l->own ? lw_checker_set_scene(l->own, stage->scene, error)
                                  : lw_checker_create(stage->scene, &l->own, error);
        if (status)
            return status;
        lw_check_take_up(l->own, l->checker, stage, &l->stage);
        l->at = l->own;
        for (size_t i = 0; i < l->kept.pairs.count; i++)
            l->kept.pairs.items[i].id = id_in(l, &l->kept.pairs.items[i], stage->scene);
    }
    l->at->kept_pairs = &l->kept;
    return LW_OK;
}

static void end_stage(leaving *l)
{
    lw_verdict *out = l->checker->verdict;
    l->at->kept_pairs = NULL;
    if (l->at == l->checker)
        return;
    lw_check_give_back(l->checker, &l->stage);
    *l->checker->work = *l->at->work;
    out->pairs = l->stage.pairs > out->pairs ? l->stage.pairs : out->pairs;
    lw_checker_end(l->at);
}

/* ---- the beginning ----------------------------------------------------------------------------- */

static bool keep_pair(leaving *l, lw_pair_id id, const lw_pair *pair)
{
    const double tolerance = l->checker->options->depth_tolerance;
    lw_distance distance;
    if (!LW_ARRAY_GROW(&l->kept.pairs))
        return false;
    lw_checker_distance(l->at, pair, -1, &distance);
    int64_t bodies[2] = {pair->a, pair->b};
    lw_stage_pair(l->at->scene, l->checker->scene, bodies);
    l->kept.pairs.items[l->kept.pairs.count++] =
        (lw_kept_pair){.bodies = {(uint32_t)bodies[0], (uint32_t)bodies[1]},
                       .id = id,
                       .lower = distance.lower,
                       .upper = distance.upper,
                       .deeper = distance.lower - tolerance,
                       .not_deeper = distance.upper - tolerance};
    return true;
}

static bool list_pair(void *context, lw_pair_id id)
{
    leaving *l = context;
    const lw_pair pair = lw_frozen_pair(l->at->frozen, id);
    if (lw_checker_out_of_queries(l->at))
        return false;
    if (lw_checker_touches(l->at, &pair) || lw_checker_contained(l->at, &pair))
        l->out_of_memory = !keep_pair(l, id, &pair);
    return !l->out_of_memory;
}

/* Lists the pairs that are in contact where the motion begins. */
static lw_status list_pairs(leaving *l, lw_error *error)
{
    lw_checker_sample(l->at, 0, l->at->motion->begin, 0);
    lw_checker_visit(l->at, l->at->frozen->pairs.largest_margin, list_pair, l);
    return l->out_of_memory ? lw_fail_memory(error) : LW_OK;
}

/* ---- verdicts ---------------------------------------------------------------------------------- */

/* Copies the stage's verdict into that of the motion. pair: the pair of the verdict, with its distance
 * at the beginning; NULL: it was not in contact then. */
static void give_verdict(leaving *l, lw_failure failure, const lw_kept_pair *pair)
{
    lw_verdict *out = l->checker->verdict;
    const lw_verdict found = *l->at->verdict;
    out->kind = found.kind;
    out->reason = found.reason;
    out->failure = failure;
    out->time = found.time;
    out->first = found.first;
    out->segment = found.segment;
    out->contact = found.contact;
    out->pair[0] = found.pair[0];
    out->pair[1] = found.pair[1];
    if (l->at != l->checker)
        lw_stage_pair(l->at->scene, l->checker->scene, out->pair);
    if (!pair)
        return;
    out->pair[0] = pair->bodies[0];
    out->pair[1] = pair->bodies[1];
    out->start_distance[0] = pair->lower;
    out->start_distance[1] = pair->upper;
}

static void conclude(leaving *l, const lw_time_search *search)
{
    const lw_kept *kept = &l->kept;
    lw_verdict *verdict = l->at->verdict;
    const lw_kept_pair *pair = NULL;
    lw_failure failure = LW_FAILURE_NONE;
    lw_conclude(l->at, search);
    l->checker->verdict->kept_until = verdict->free_until;
    if (verdict->kind == LW_VERDICT_CONTACT) {
        pair = lw_kept_find(kept, search->contact_item);
        failure = pair ? LW_FAILURE_DEEPER : LW_FAILURE_NEW;
    } else if (verdict->reason == LW_REASON_PRECISION && kept->open_from <= search->unresolved) {
        verdict->reason = LW_REASON_DEPTH;
        pair = kept->open;
    }
    give_verdict(l, failure, pair);
}

/* Searches stage after stage for the first failure. The first stage has begun. */
static lw_status search_forwards(leaving *l, lw_error *error)
{
    const size_t count = lw_motion_stage_count(l->checker->motion);
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++) {
        lw_time_search search;
        if (i && (status = begin_stage(l, i, error)))
            break;
        lw_kept_search(l->at, &search);
        conclude(l, &search);
        end_stage(l);
        if (l->checker->verdict->kind != LW_VERDICT_FREE)
            break;
    }
    return status;
}

/* ---- the last contact -------------------------------------------------------------------------- */

/* Whether a pair is in contact at the end of the motion, in its last stage. */
static bool ends_in_contact(leaving *l)
{
    lw_checker *at = l->at;
    const size_t piece = at->motion->pieces.count - 1;
    const double end = at->motion->end;
    lw_checker_sample(at, piece, end, 0);
    for (size_t i = 0; i < l->kept.pairs.count; i++) {
        const lw_kept_pair *kept = &l->kept.pairs.items[i];
        if (kept->id == LW_NO_PAIR)
            continue;
        const lw_pair pair = lw_frozen_pair(at->frozen, kept->id);
        if (!lw_checker_touches(at, &pair) && !lw_checker_contained(at, &pair))
            continue;
        at->verdict->first = false; /* so that the normal is measured at the end itself */
        lw_checker_report(at, &pair, piece, end);
        at->verdict->first = true;
        give_verdict(l, LW_FAILURE_STAYS, kept);
        return true;
    }
    return false;
}

/* Whether the pairs are proven free on an interval of a piece. */
static bool is_free(leaving *l, size_t piece, const lw_motion_piece *span)
{
    lw_checker *at = l->at;
    const double middle = span->begin + 0.5 * (span->end - span->begin);
    lw_checker_sample(at, piece, middle, greater(middle - span->begin, span->end - middle));
    for (size_t i = 0; i < l->kept.pairs.count; i++) {
        const lw_kept_pair *kept = &l->kept.pairs.items[i];
        if (kept->id == LW_NO_PAIR)
            continue;
        const lw_pair pair = lw_frozen_pair(at->frozen, kept->id);
        at->target = pair.margin;
        if (lw_checker_prove(at, &pair, span->begin, span->end, -1) == LW_BOUND_PROVEN &&
            !lw_checker_contained(at, &pair))
            continue;
        l->last = kept;
        return false;
    }
    return !lw_checker_out_of_work(at); /* else a body may be inside another */
}

/* Whether an interval is not divided any more. An interval that ends with the motion is divided as
 * often as possible: no proven time follows it. */
static bool is_short(const leaving *l, const lw_motion_piece *span)
{
    const lw_motion *motion = l->checker->motion;
    const double width = span->end - span->begin;
    return width <= LW_SHORTEST_INTERVAL * motion->length ||
           (span->end < motion->end && width <= l->checker->options->time_tolerance * motion->length);
}

/* Proves intervals of a piece free, the later ones first. False where one has no proof. */
static bool search_piece(leaving *l, size_t piece)
{
    lw_motion_piece waiting[STACK];
    size_t count = 0;
    waiting[count++] = l->at->motion->pieces.items[piece];
    while (count) {
        const lw_motion_piece span = waiting[--count];
        if (lw_checker_out_of_budget(l->at))
            return false;
        if (!(span.end > span.begin) || is_free(l, piece, &span)) {
            l->free_from = span.begin;
            continue;
        }
        if (is_short(l, &span))
            return false;
        const double middle = span.begin + 0.5 * (span.end - span.begin);
        waiting[count++] = (lw_motion_piece){span.begin, middle};
        waiting[count++] = (lw_motion_piece){middle, span.end};
    }
    return true;
}

/* Searches the pieces of a stage from its end backwards. False where it ends at an interval without a
 * proof. */
static bool search_stage(leaving *l)
{
    bool all_free = true;
    for (size_t i = l->at->motion->pieces.count; i-- > 0 && all_free;)
        all_free = search_piece(l, i);
    return all_free;
}

/* Gives the verdict that the motion leaves its contacts, if time after the last one is proven free. */
static void give_last(leaving *l)
{
    lw_verdict *verdict = l->at->verdict;
    verdict->time = l->free_from;
    verdict->kind = LW_VERDICT_LEAVES;
    if (verdict->reason != LW_REASON_NONE) {
        verdict->kind = LW_VERDICT_UNDECIDED;
    } else if (!(l->free_from < l->checker->motion->end)) {
        verdict->kind = LW_VERDICT_UNDECIDED;
        verdict->reason = LW_REASON_PRECISION;
    }
    give_verdict(l, LW_FAILURE_NONE, l->last);
}

static lw_status search_backwards(leaving *l, lw_error *error)
{
    bool all_free = true;
    const size_t count = lw_motion_stage_count(l->checker->motion);
    l->free_from = l->checker->motion->end;
    for (size_t i = count; i-- > 0 && all_free;) {
        lw_status status = begin_stage(l, i, error);
        if (status)
            return status;
        all_free = (i + 1 < count || !ends_in_contact(l)) && search_stage(l);
        if (l->at->verdict->kind != LW_VERDICT_CONTACT && (!all_free || i == 0))
            give_last(l);
        end_stage(l);
    }
    return LW_OK;
}

/* ---- the whole check --------------------------------------------------------------------------- */

static lw_status judge(leaving *l, lw_error *error)
{
    lw_verdict *out = l->checker->verdict;
    lw_status status = search_forwards(l, error);
    if (!status && out->kind == LW_VERDICT_FREE)
        status = search_backwards(l, error);
    out->start_pairs = l->kept.pairs.count;
    out->free_until = l->checker->motion->begin;
    return status;
}

lw_status lw_check_leaving(lw_checker *checker, bool *begins_free, lw_error *error)
{
    const lw_check_options *asked = checker->options;
    lw_check_options options = *asked;
    leaving l = {.checker = checker, .kept.open_from = HUGE_VAL};
    options.any = false; /* the depth of a pair that fails is wanted */
    checker->options = &options;
    lw_status status = begin_stage(&l, 0, error);
    if (!status)
        status = list_pairs(&l, error);
    *begins_free = !status && !l.kept.pairs.count && l.at->verdict->reason == LW_REASON_NONE;
    if (!status && !*begins_free)
        status = judge(&l, error);
    else if (l.at)
        end_stage(&l);
    checker->options = asked;
    checker->kept_pairs = NULL;
    free(l.kept.pairs.items);
    lw_checker_destroy(l.own);
    return status;
}
