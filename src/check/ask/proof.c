/* Claims for the verdicts of blocks of eight poses. A block claims the pairs that balls prove, by one
 * line; directions that separate bounding hulls, or slices, are claimed by the rule of the chord; and
 * what is left, such as pairs that the search over time has proven, is searched again by slabs that
 * make claims. */
#include "check/ask/proof.h"

#include "base/assert.h"
#include "base/error.h"
#include "check/ask/cell_parts.h"
#include "check/ask/contact_proof.h"
#include "check/checker/contact.h"
#include "check/method/methods.h"
#include "lanes/lanes.h"
#include "lanes/record.h"
#include "math/pose.h"

#include <stdlib.h>
#include <string.h>

/* A pair on an interval within a piece. */
typedef struct span {
    lw_pair_id pair;
    size_t piece;
    double from, to;
} span;

typedef LW_LIST(span) spans;

/* The claims of a check that are being made. */
typedef struct proof {
    lw_checker *checker;
    const lw_lanes_record *record;
    double until;                          /* the verdict's free_until */
    spans open;                            /* what first blocks leave */
    spans proven;                          /* what finer blocks and hulls prove of it */
    spans rest;                            /* what is left to search */
    LW_LIST(lw_claim_intervals) intervals; /* of the claim of a block that is made now */
    bool out_of_memory;
    bool failed; /* the search has not proven all */
} proof;

static void add_span(proof *p, spans *to, span added)
{
    if (!LW_ARRAY_GROW(to))
        p->out_of_memory = true;
    else
        to->items[to->count++] = added;
}

/* Adds a pair on some intervals of a block. */
static void add_intervals(proof *p, spans *to, const lw_recorded_block *block, lw_pair_id pair,
                          uint32_t intervals)
{
    for (; intervals; intervals &= intervals - 1) {
        int k = __builtin_ctz(intervals);
        add_span(p, to, (span){pair, block->piece, block->times[k], block->times[k + 1]});
    }
}

/* ---- blocks ------------------------------------------------------------------------------------ */

/* Lists a pair in the claim of a block, once. */
static void mark(proof *p, lw_pair_id pair, uint32_t intervals)
{
    size_t index = lw_frozen_pair_index(p->checker->frozen, pair);
    for (size_t i = 0; i < p->intervals.count; i++)
        if (p->intervals.items[i].pair == index) {
            p->intervals.items[i].mask |= intervals;
            return;
        }
    if (!LW_ARRAY_GROW(&p->intervals))
        p->out_of_memory = true;
    else
        p->intervals.items[p->intervals.count++] = (lw_claim_intervals){index, intervals};
}

/* Leaves all pairs of an obstacle. */
static void leave_obstacle(proof *p, const lw_recorded_block *block, uint32_t obstacle)
{
    const lw_frozen *frozen = p->checker->frozen;
    for (uint32_t i = 0; i < frozen->moving_count; i++) {
        if (frozen->pairs.reasons[i * frozen->body_count + obstacle] != LW_PAIR_CHECKED)
            continue;
        lw_pair_id pair = lw_pair_id_of(i, obstacle);
        mark(p, pair, LW_ALL_INTERVALS);
        add_intervals(p, &p->open, block, pair, LW_ALL_INTERVALS);
    }
}

/* Leaves the pairs of obstacles that the broad phase may have left out by a box that does not contain
 * the shape in the claim. */
static void leave_unboxed(proof *p, const lw_recorded_block *block)
{
    const lw_frozen *frozen = p->checker->frozen;
    for (size_t i = frozen->moving_count; i < frozen->body_count; i++)
        if (!lw_lanes_around_is_boxed(lw_frozen_body(frozen, i)->geometry))
            leave_obstacle(p, block, (uint32_t)i);
}

/* Claims what balls prove in a block. */
static void claim_block(proof *p, const lw_recorded_block *block)
{
    p->intervals.count = 0;
    for (size_t i = block->first_pair; i < block->pair_end; i++) {
        const lw_recorded_pair *pair = &p->record->pairs.items[i];
        if (pair->intervals)
            mark(p, pair->pair, pair->intervals);
        add_intervals(p, block->is_finer ? &p->proven : &p->open, block, pair->pair, pair->intervals);
    }
    if (!block->is_finer)
        leave_unboxed(p, block);
    if (!p->out_of_memory && !(block->is_finer && !p->intervals.count))
        lw_claim_block(p->checker, block->is_finer, block->times[0], block->times[LW_LANES - 1],
                       p->intervals.items, p->intervals.count);
}

/* ---- hulls and slices -------------------------------------------------------------------------- */

static lw_claim_set set_of(const lw_geometry *geometry, uint32_t hull)
{
    if (hull == LW_EVERY_HULL || geometry->hull_count < 2)
        return (lw_claim_set){LW_CLAIM_NODE, 0};
    return (lw_claim_set){LW_CLAIM_HULL, hull};
}

static bool same_set(const lw_claim_set *a, const lw_claim_set *b)
{
    return a->kind == b->kind && a->index == b->index;
}

static bool has_part(const lw_claim_part *parts, size_t count, const lw_claim_part *part)
{
    for (size_t i = 0; i < count; i++)
        if (same_set(&parts[i].sets[0], &part->sets[0]) && same_set(&parts[i].sets[1], &part->sets[1]))
            return true;
    return false;
}

/* Collects the parts of a claim about one interval of a block: the whole bodies by one direction, or
 * each hull of the one body with each of the other; the normals are in the common frame. Returns their
 * number. */
static size_t take_parts(const proof *p, const lw_recorded_pair *recorded, int interval,
                         const lw_geometry *const bodies[2], lw_claim_part parts[LW_MOST_CELL_PARTS])
{
    size_t count = 0;
    for (size_t i = recorded->first_direction; i < recorded->direction_end; i++) {
        const lw_recorded_direction *own = &p->record->directions.items[i];
        if (!(own->intervals >> interval & 1))
            continue;
        const vec3 n = v3((double)own->normal[0], (double)own->normal[1], (double)own->normal[2]);
        const lw_claim_part part = {
            .sets = {set_of(bodies[0], own->hulls[0]), set_of(bodies[1], own->hulls[1])},
            .rule = LW_CLAIM_CHORD,
            .normal = scale(1 / norm(n), n)};
        if (own->hulls[0] == LW_EVERY_HULL) {
            parts[0] = part;
            return 1;
        }
        if (!has_part(parts, count, &part) && count < LW_MOST_CELL_PARTS)
            parts[count++] = part;
    }
    LW_ASSERT(count, ==, (size_t)bodies[0]->hull_count * bodies[1]->hull_count);
    return count;
}

/* Claims a pair on one interval of a block, by directions that separate its hulls or its slices. False
 * where the directions do not make a claim. */
static bool claim_interval(const proof *p, const lw_recorded_block *block,
                           const lw_recorded_pair *recorded, int interval, bool by_slices)
{
    lw_checker *checker = p->checker;
    const lw_pair pair = lw_frozen_pair(checker->frozen, recorded->pair);
    const lw_body *bodies[2] = {lw_frozen_body(checker->frozen, pair.a),
                                lw_frozen_body(checker->frozen, pair.b)};
    const lw_geometry *const geometries[2] = {bodies[0]->geometry, bodies[1]->geometry};
    double from = block->times[interval];
    double to = block->times[interval + 1];
    double at = from + 0.5 * (to - from);
    mat3 common = pair.common < 0 ? mat3_identity()
                                  : lw_elementary_pose_at(checker->motion, pair.common, at).rotation;
    mat3 first = lw_body_pose_at(checker->motion, bodies[0], at).rotation;
    mat3 turn = {rotate_back(first, common.x), rotate_back(first, common.y),
                 rotate_back(first, common.z)};
    lw_claim_part parts[LW_MOST_CELL_PARTS];
    const lw_recorded_slices *slices = p->record->slices.items;
    size_t count = by_slices
                       ? lw_cell_parts(geometries, slices + recorded->first_slices,
                                       recorded->slices_end - recorded->first_slices, interval, parts)
                       : take_parts(p, recorded, interval, geometries, parts);
    for (size_t i = 0; i < count; i++)
        parts[i].normal = rotate(turn, parts[i].normal);
    if (count)
        lw_claim_apart(checker, &pair, from, at, to, parts, count);
    return count > 0;
}

/* Claims what hulls and slices prove in a block. */
static void claim_directions(proof *p, const lw_recorded_block *block)
{
    for (size_t i = block->first_pair; i < block->pair_end; i++) {
        const lw_recorded_pair *pair = &p->record->pairs.items[i];
        for (uint32_t bits = pair->by_hulls | pair->by_slices; bits; bits &= bits - 1) {
            int k = __builtin_ctz(bits);
            if (claim_interval(p, block, pair, k, pair->by_slices >> k & 1))
                add_intervals(p, &p->proven, block, pair->pair, 1U << k);
        }
    }
}

/* Claims what all blocks prove. */
static void claim_blocks(proof *p)
{
    for (size_t i = 0; i < p->record->blocks.count && !p->out_of_memory; i++) {
        const lw_recorded_block *block = &p->record->blocks.items[i];
        if (block->times[0] >= p->until)
            continue;
        claim_block(p, block);
        claim_directions(p, block);
    }
}

/* ---- the rest ---------------------------------------------------------------------------------- */

/* by pair, then by time */
static int compare_pairs(const void *a, const void *b)
{
    const span *one = a;
    const span *other = b;
    if (one->pair != other->pair)
        return one->pair > other->pair ? 1 : -1;
    return (one->from > other->from) - (one->from < other->from);
}

/* by piece, then by time */
static int compare_times(const void *a, const void *b)
{
    const span *one = a;
    const span *other = b;
    if (one->piece != other->piece)
        return one->piece > other->piece ? 1 : -1;
    if (one->from != other->from)
        return one->from > other->from ? 1 : -1;
    return compare_pairs(a, b);
}

static void sort(const spans *list, int (*compare)(const void *, const void *))
{
    if (list->count)
        qsort(list->items, list->count, sizeof *list->items, compare);
}

/* Adds a part to the rest, or lengthens its last part by it. */
static void add_rest(proof *p, span part)
{
    part.to = lesser(part.to, p->until);
    if (!(part.from < part.to))
        return;
    span *last = p->rest.count ? &p->rest.items[p->rest.count - 1] : NULL;
    if (last && last->pair == part.pair && last->piece == part.piece && last->to == part.from)
        last->to = part.to;
    else
        add_span(p, &p->rest, part);
}

/* Finds the rest: what is open and not proven. */
static void find_rest(proof *p)
{
    sort(&p->open, compare_pairs);
    sort(&p->proven, compare_pairs);
    const span *proven = p->proven.items;
    const span *end = p->proven.count ? proven + p->proven.count : proven;
    for (size_t i = 0; i < p->open.count; i++) {
        span open = p->open.items[i];
        while (proven < end &&
               (proven->pair < open.pair || (proven->pair == open.pair && proven->to <= open.from)))
            proven++;
        for (const span *s = proven; s < end && s->pair == open.pair && s->from < open.to; s++) {
            add_rest(p, (span){open.pair, open.piece, open.from, s->from});
            open.from = greater(open.from, s->to);
        }
        add_rest(p, open);
    }
    sort(&p->rest, compare_times);
}

/* Whether a search has proven all that it was asked for. */
static bool is_proven(const lw_time_search *search)
{
    return !search->stopped && !search->exhausted && search->contact == HUGE_VAL &&
           search->unresolved == HUGE_VAL && search->dropped == HUGE_VAL;
}

static bool has_first_block(const lw_lanes_record *record, size_t piece)
{
    for (size_t i = 0; i < record->blocks.count; i++)
        if (record->blocks.items[i].piece == piece && !record->blocks.items[i].is_finer)
            return true;
    return false;
}

/* Begins a search for claims alone: where it cannot prove all, the verdict is sought again. */
static void begin_search(const proof *p, lw_time_search *search)
{
    lw_space_search_begin(search, p->checker, &lw_space_slabs, LW_GOAL_FIRST);
    search->only_proves = true;
}

/* Searches all pairs on a piece that has no block. */
static void search_piece(proof *p, size_t piece)
{
    lw_motion_piece whole = p->checker->motion->pieces.items[piece];
    lw_time_search search;
    begin_search(p, &search);
    lw_time_search_span(&search, piece, whole.begin, lesser(whole.end, p->until));
    p->failed |= !is_proven(&search);
}

/* Searches parts of the rest, all in one piece. */
static void search_parts(proof *p, const span *parts, size_t count)
{
    lw_work works[LW_MOST_REST];
    size_t piece = parts[0].piece;
    for (size_t i = 0; i < count; i++)
        works[i] = (lw_work){parts[i].from, parts[i].to, parts[i].pair};
    lw_time_search search;
    begin_search(p, &search);
    lw_time_search_works(&search, piece, p->checker->motion->pieces.items[piece].begin, works, count);
    p->failed |= !is_proven(&search);
}

static void search_rest(proof *p)
{
    for (size_t i = 0; i < p->rest.count && !p->failed;) {
        size_t count = 1;
        while (i + count < p->rest.count && count < LW_MOST_REST &&
               p->rest.items[i + count].piece == p->rest.items[i].piece)
            count++;
        search_parts(p, p->rest.items + i, count);
        i += count;
    }
    const lw_motion *motion = p->checker->motion;
    for (size_t i = 0; i < motion->pieces.count && !p->failed; i++)
        if (motion->pieces.items[i].begin < p->until && !has_first_block(p->record, i))
            search_piece(p, i);
}

/* Claims a free motion in which nothing moves. */
static void search_still(proof *p)
{
    lw_time_search search;
    begin_search(p, &search);
    lw_contact_check_still(&search);
    p->failed |= !is_proven(&search);
}

static void make_claims(proof *p)
{
    const lw_motion *motion = p->checker->motion;
    if (lw_contact_is_still(motion)) {
        search_still(p);
        return;
    }
    if (!(p->until > motion->begin))
        return;
    claim_blocks(p);
    find_rest(p);
    if (!p->out_of_memory)
        search_rest(p);
}

/* After the search has failed: searches the whole motion by slabs, as a check with claims but without
 * blocks does, within the caller's tolerances and budget: without any, bodies that slide along each
 * other would be searched without end. Where that proves less than the verdict says, its own verdict is
 * taken. */
static void search_again(proof *p, lw_verdict *verdict)
{
    lw_checker *checker = p->checker;
    lw_verdict *own = checker->verdict;
    lw_verdict_empty(own);
    own->pairs = verdict->pairs;
    if (!lw_claims_failed(&checker->claims))
        lw_check_contact(checker, &lw_space_slabs, NULL);
    if (own->free_until >= p->until && own->reason != LW_REASON_STOPPED)
        return;
    own->queries += verdict->queries;
    own->samples += verdict->samples;
    *verdict = *own;
}

/* Makes claims by the checker's memory, but not in its verdict. */
static void prove_apart(proof *p)
{
    lw_checker *checker = p->checker;
    const lw_check_options *options = checker->options;
    lw_verdict *verdict = checker->verdict;
    const double deadline = checker->deadline;
    const lw_meter work = *checker->work;
    lw_check_options own = *options;
    lw_verdict second;
    own.any = own.clearance = false;
    own.budget_queries = own.budget_work = 0;
    own.budget_seconds = 0;
    own.sample = NULL;
    /* what is proven may end at a contact by less than the tolerances */
    own.time_tolerance = own.distance_tolerance = 0;
    lw_checker_begin(checker, checker->motion, &own, &second);
    checker->claims.on = true;
    make_claims(p);
    if (p->failed) {
        own.time_tolerance = options->time_tolerance;
        own.distance_tolerance = options->distance_tolerance;
        own.budget_queries = options->budget_queries;
        search_again(p, verdict);
    }
    checker->options = options;
    checker->verdict = verdict;
    checker->deadline = deadline;
    *checker->work = work;
}

/* Claims what the record of blocks says, and what it leaves. */
static lw_status prove_free(lw_checker *checker, lw_error *error)
{
    const lw_verdict *verdict = checker->verdict;
    bool proves = verdict->free_until > checker->motion->begin || verdict->kind == LW_VERDICT_FREE;
    proof p = {.checker = checker, .record = checker->claims.record, .until = verdict->free_until};
    p.out_of_memory = p.record->out_of_memory;
    if (proves && !p.out_of_memory)
        prove_apart(&p);
    checker->claims.record = NULL;
    free(p.open.items);
    free(p.proven.items);
    free(p.rest.items);
    free(p.intervals.items);
    lw_status status = lw_claims_end(checker, error);
    return p.out_of_memory && !status ? lw_fail_memory(error) : status;
}

lw_status lw_check_prove(lw_checker *checker, lw_error *error)
{
    lw_status status = checker->claims.record ? prove_free(checker, error) : LW_OK;
    if (status || !checker->claims.of_contact || checker->verdict->kind != LW_VERDICT_CONTACT)
        return status;
    checker->claims.on = true;
    lw_prove_contact(checker);
    return lw_claims_end(checker, error);
}
