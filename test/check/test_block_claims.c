/* Claims of blocks (lw_check_options.blocks) are true, complete, and change nothing. In random worlds
 * of every kind of joint and shape, with objects that are attached and released, the verdict is the
 * same bits as without claims; the claims of a pair are about all of the time until free_until; at
 * random times that they are about, the two bodies are apart; and the directions of chords separate the
 * bodies there. test/claims/verify.py verifies the inequalities. */
#include "furnished.h"
#include "many_obstacles.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "body/support_value.h"
#include "check/checker/checker.h"
#include "check/checker/prove.h"
#include "math/pose.h"
#include "motion/motion.h"
#include "pair_at.h"
#include "piece_of.h"
#include "seed.h"
#include "verdicts.h"

enum { MOMENTS = 3, INTERVALS = 7 };

typedef struct claim_list {
    LW_LIST(lw_claim) claims; /* each with copies of its parts and intervals */
    size_t calls;
    size_t fail_at; /* which call fails, from 1; 0: none */
} claim_list;

static void *copy_of(const void *from, size_t count, size_t size)
{
    void *to = calloc(count + 1, size);
    assert_non_null(to);
    if (count)
        memcpy(to, from, count * size);
    return to;
}

static lw_status take(void *context, const lw_claim *claim)
{
    claim_list *list = context;
    if (++list->calls == list->fail_at)
        return LW_ERROR_FILE;
    lw_claim own = *claim;
    own.parts = copy_of(claim->parts, claim->part_count, sizeof *claim->parts);
    own.intervals = copy_of(claim->intervals, claim->interval_count, sizeof *claim->intervals);
    assert_true(LW_ARRAY_GROW(&list->claims));
    list->claims.items[list->claims.count++] = own;
    return LW_OK;
}

/* Takes no memory. */
static lw_status drop(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

static void empty(claim_list *list)
{
    for (size_t i = 0; i < list->claims.count; i++) {
        free((void *)list->claims.items[i].parts);
        free((void *)list->claims.items[i].intervals);
    }
    free(list->claims.items);
    *list = (claim_list){0};
}

/* What was seen. */
typedef struct tally {
    size_t motions, free, contacts, staged;
    size_t blocks, finer, chords, hulls, other;
    size_t truths; /* times at which a pair was found to be apart */
} tally;

static bool is_block(const lw_claim *claim)
{
    return claim->kind == LW_CLAIM_BLOCK || claim->kind == LW_CLAIM_FINER;
}

/* The intervals of a block on which it says that a pair is apart. */
static uint32_t claimed(const lw_claim *block, size_t pair)
{
    const bool finer = block->kind == LW_CLAIM_FINER;
    for (size_t i = 0; i < block->interval_count; i++)
        if (block->intervals[i].pair == pair)
            return finer ? block->intervals[i].mask : ~block->intervals[i].mask & 127U;
    return finer ? 0 : 127;
}

static double time_of(const lw_claim *block, int k)
{
    return k == INTERVALS ? block->to : block->from + (block->to - block->from) * (1.0 / INTERVALS) * k;
}

/* ---- one stage, or a motion without stages ------------------------------------------------------- */

typedef struct trial {
    lw_checker *checker; /* of the stage's scene; it has begun */
    const lw_motion *motion;
    lw_random *random;
    tally *counts;
} trial;

static void is_apart(trial *t, size_t index, size_t piece, double time)
{
    const lw_pair pair = pair_at(t->checker->frozen, index);
    lw_checker_pose_pair(t->checker, piece, time, lw_frozen_pair_at(t->checker->frozen, index));
    if (lw_checker_touches(t->checker, &pair))
        fail_msg("pair %zu touches at %.17g", index, time);
    t->counts->truths++;
}

static void pair_is_apart(trial *t, size_t index, double from, double to)
{
    size_t piece = piece_of(t->motion, from, to);
    is_apart(t, index, piece, from);
    is_apart(t, index, piece, to);
    for (int i = 0; i < MOMENTS; i++)
        is_apart(t, index, piece, lw_random_between(t->random, from, to));
}

/* Whether a direction that is fixed in the common frame separates two whole bodies at a time, by more
 * than is required. */
static void separates(trial *t, const lw_claim *claim, const lw_claim_part *part, double time)
{
    const lw_pair pair = pair_at(t->checker->frozen, claim->pair);
    const lw_body *bodies[2] = {lw_frozen_body(t->checker->frozen, pair.a),
                                lw_frozen_body(t->checker->frozen, pair.b)};
    mat3 then = pair.common < 0 ? mat3_identity()
                                : lw_elementary_pose_at(t->motion, pair.common, claim->at).rotation;
    mat3 now = pair.common < 0 ? mat3_identity()
                               : lw_elementary_pose_at(t->motion, pair.common, time).rotation;
    pose first = lw_body_pose_at(t->motion, bodies[0], claim->at);
    vec3 n = rotate(now, rotate_back(then, rotate(first.rotation, part->normal)));
    pose at[2] = {lw_body_pose_at(t->motion, bodies[0], time),
                  lw_body_pose_at(t->motion, bodies[1], time)};
    double high = dot(n, at[0].position) +
                  lw_geometry_support_value(bodies[0]->geometry, rotate_back(at[0].rotation, n));
    double low = dot(n, at[1].position) -
                 lw_geometry_support_value(bodies[1]->geometry, rotate_back(at[1].rotation, neg(n)));
    assert_true(low - high > pair.margin + pair.padding[0] + pair.padding[1] - 1e-9);
}

static void chord_is_true(trial *t, const lw_claim *claim)
{
    t->counts->chords++;
    for (size_t i = 0; i < claim->part_count; i++) {
        const lw_claim_part *part = &claim->parts[i];
        assert_int_equal(part->rule, LW_CLAIM_CHORD);
        assert_true(fabs(norm(part->normal) - 1) < 1e-12 && norm2(part->turn) == 0);
        t->counts->hulls += part->sets[0].kind == LW_CLAIM_HULL || part->sets[1].kind == LW_CLAIM_HULL;
    }
    if (claim->part_count > 1 || claim->parts[0].sets[0].kind == LW_CLAIM_HULL)
        return;
    separates(t, claim, &claim->parts[0], claim->from);
    separates(t, claim, &claim->parts[0], claim->to);
    separates(t, claim, &claim->parts[0], lw_random_between(t->random, claim->from, claim->to));
}

/* Every hull of the one body with each of the other is in a part. */
static void parts_are_complete(trial *t, const lw_claim *claim)
{
    const lw_pair pair = pair_at(t->checker->frozen, claim->pair);
    size_t cells = 1;
    for (int i = 0; i < 2; i++) {
        uint32_t hulls = lw_frozen_body(t->checker->frozen, i ? pair.b : pair.a)->geometry->hull_count;
        const lw_claim_set *set = &claim->parts[0].sets[i];
        assert_true(set->kind == LW_CLAIM_HULL ? hulls > 1 : set->index == 0);
        cells *= set->kind == LW_CLAIM_HULL ? hulls : 1;
    }
    assert_int_equal(claim->part_count, cells);
    for (size_t i = 0; i < cells; i++)
        for (size_t k = i + 1; k < cells; k++)
            assert_true(claim->parts[i].sets[0].index != claim->parts[k].sets[0].index ||
                        claim->parts[i].sets[1].index != claim->parts[k].sets[1].index);
}

static void block_is_true(trial *t, const lw_claim *block)
{
    const size_t pairs = t->checker->frozen->pairs.count;
    bool finer = block->kind == LW_CLAIM_FINER;
    finer ? t->counts->finer++ : t->counts->blocks++;
    assert_true(!finer || block->interval_count > 0);
    for (size_t i = 0; i < block->interval_count; i++) {
        assert_true(block->intervals[i].pair < pairs);
        assert_true(block->intervals[i].mask > 0 && block->intervals[i].mask < 128);
        for (size_t k = 0; k < i; k++)
            assert_true(block->intervals[i].pair != block->intervals[k].pair);
    }
    for (size_t pair = 0; pair < pairs; pair++)
        for (uint32_t bits = claimed(block, pair); bits; bits &= bits - 1) {
            int k = __builtin_ctz(bits);
            pair_is_apart(t, pair, time_of(block, k), time_of(block, k + 1));
        }
}

static void claim_is_true(trial *t, const lw_claim *claim)
{
    if (is_block(claim)) {
        block_is_true(t, claim);
        return;
    }
    if (claim->kind == LW_CLAIM_OUTSIDE)
        return;
    pair_is_apart(t, claim->pair, claim->from, claim->to);
    if (claim->parts[0].rule == LW_CLAIM_CHORD) {
        parts_are_complete(t, claim);
        chord_is_true(t, claim);
    } else {
        t->counts->other++;
    }
}

typedef struct span {
    double from, to;
} span;

static int by_begin(const void *a, const void *b)
{
    const span *one = a;
    const span *other = b;
    return (one->from > other->from) - (one->from < other->from);
}

/* The claims of a pair reach from the stage's beginning to `until`. */
static void is_covered(const trial *t, const claim_list *list, size_t stage, size_t pair, double until)
{
    span *spans = calloc(INTERVALS * list->claims.count + 1, sizeof *spans);
    size_t count = 0;
    assert_non_null(spans);
    for (size_t i = 0; i < list->claims.count; i++) {
        const lw_claim *claim = &list->claims.items[i];
        if (claim->stage != stage || claim->kind == LW_CLAIM_OUTSIDE)
            continue;
        for (int k = 0; k < INTERVALS && is_block(claim); k++)
            if (claimed(claim, pair) >> k & 1)
                spans[count++] = (span){time_of(claim, k), time_of(claim, k + 1)};
        if (!is_block(claim) && claim->pair == pair)
            spans[count++] = (span){claim->from, claim->to};
    }
    assert_true(count > 0);
    qsort(spans, count, sizeof *spans, by_begin);
    double covered = t->motion->begin;
    for (size_t i = 0; i < count && spans[i].from <= covered; i++)
        covered = fmax(covered, spans[i].to);
    if (!(covered >= until))
        fail_msg("pair %zu of stage %zu is claimed until %.17g of %.17g", pair, stage, covered, until);
    free(spans);
}

static void stage_holds(const lw_motion *motion, size_t stage, const claim_list *list,
                        const lw_verdict *verdict, lw_random *random, tally *counts)
{
    const lw_motion *part = lw_motion_stage(motion, stage);
    trial t = {.motion = part, .random = random, .counts = counts};
    lw_check_options options = lw_default_check_options();
    lw_verdict ignored = lw_default_verdict();
    assert_int_equal(lw_checker_create(lw_motion_scene(part), &t.checker, NULL), LW_OK);
    lw_checker_begin(t.checker, part, &options, &ignored);
    for (size_t i = 0; i < list->claims.count; i++)
        if (list->claims.items[i].stage == stage)
            claim_is_true(&t, &list->claims.items[i]);
    double until = fmin(verdict->free_until, part->end);
    bool proven = verdict->kind == LW_VERDICT_FREE || part->begin < verdict->free_until;
    for (size_t pair = 0; proven && pair < t.checker->frozen->pairs.count; pair++)
        is_covered(&t, list, stage, pair, until);
    lw_checker_end(t.checker);
    lw_checker_destroy(t.checker);
}

/* ---- random worlds ------------------------------------------------------------------------------- */

static void motion_holds(lw_checker *checker, const lw_motion *motion, bool any, lw_random *random,
                         tally *counts)
{
    claim_list list = {0};
    lw_check_options options = lw_default_check_options();
    options.any = any;
    options.clearance = counts->motions % 3 == 0;
    lw_verdict plain = lw_default_verdict();
    lw_verdict proven = lw_default_verdict();
    lw_error error = {0};
    assert_int_equal(lw_check(checker, motion, &options, &plain, &error), LW_OK);
    options.blocks = 1;
    options.claim = take;
    options.claim_context = &list;
    assert_int_equal(lw_check(checker, motion, &options, &proven, &error), LW_OK);
    if (!same_verdict(&plain, &proven))
        fail_msg("the verdict is %d until %.17g with claims, %d until %.17g without", proven.kind,
                 proven.free_until, plain.kind, plain.free_until);
    for (size_t i = 0; i < lw_motion_stage_count(motion); i++)
        stage_holds(motion, i, &list, &proven, random, counts);
    counts->motions++;
    counts->staged += lw_motion_stage_count(motion) > 1;
    counts->free += proven.kind == LW_VERDICT_FREE;
    counts->contacts += proven.kind == LW_VERDICT_CONTACT;
    empty(&list);
}

static void ask(bench *b, uint64_t seed, bool any, void *context)
{
    (void)seed;
    motion_holds(b->checker, b->motion->motion, any, &b->random, context);
}

static void test_random_worlds(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}, .what = "claims of blocks"};
    tally counts = {0};
    furnished_each(&b, test_rounds(1500, 30000), ask, &counts);
    print_message("%zu motions, %zu free, %zu in contact, %zu with stages: %zu blocks, %zu finer, "
                  "%zu chords, %zu of hulls, %zu other claims, %zu distances\n",
                  counts.motions, counts.free, counts.contacts, counts.staged, counts.blocks,
                  counts.finer, counts.chords, counts.hulls, counts.other, counts.truths);
    assert_true(counts.free > counts.motions / 10 && counts.contacts > counts.motions / 10);
    assert_true(counts.blocks > 0 && counts.finer > 0 && counts.chords > 0 && counts.other > 0);
}

/* Among so many obstacles that blocks test them as a crowd, which is not recorded. */
static void test_many_obstacles(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally counts = {0};
    for (int round = test_rounds(12, 200); round > 0; round--) {
        crowd c = new_many(lw_random_bits(&random));
        motion_holds(c.checker, c.motion, round % 2, &random, &counts);
        drop_crowd(&c);
    }
    assert_true(counts.blocks > 0 && counts.other > 0 && counts.free > 0);
}

/* ---- failures ------------------------------------------------------------------------------------ */

static bool stops(void *context)
{
    size_t *left = context;
    return !*left || !--*left;
}

/* If the caller's function fails, so does the check. If the search after the verdict is stopped, the
 * verdict says so. If memory runs out, the check fails; at the next call the checker works again. */
static void test_failures(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    size_t failed = 0;
    size_t stopped = 0;
    size_t starved = 0;
    for (int round = test_rounds(20, 400); round > 0; round--) {
        uint64_t motions[MOTIONS];
        lw_error error = {0};
        claim_list list = {0};
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        lw_verdict other = lw_default_verdict();
        furnished_world(&b, motions);
        furnished_motion(b.world, motions[0], b.motion);
        const lw_motion *motion = b.motion->motion;
        options.blocks = 1;
        options.claim = take;
        options.claim_context = &list;
        assert_int_equal(lw_check(b.checker, motion, &options, &verdict, &error), LW_OK);
        size_t calls = list.calls;
        empty(&list);
        for (size_t n = 1; n <= calls && n < 20; n++) {
            list.fail_at = n;
            assert_int_equal(lw_check(b.checker, motion, &options, &other, &error), LW_ERROR_FILE);
            empty(&list);
            failed++;
        }
        for (size_t n = 1; n < 60; n++) {
            size_t left = n;
            options.stop = stops;
            options.stop_context = &left;
            assert_int_equal(lw_check(b.checker, motion, &options, &other, &error), LW_OK);
            options.stop = NULL;
            empty(&list);
            if (left)
                break;
            stopped += other.kind == LW_VERDICT_UNDECIDED && other.reason == LW_REASON_STOPPED;
            assert_true(other.reason == LW_REASON_STOPPED || same_verdict(&other, &verdict));
        }
        lw_checker *fresh = new_checker(b.world);
        options.claim = drop;
        for (size_t n = 1; n < 60; n++) {
            allocation_fail(n);
            lw_status status = lw_check(fresh, motion, &options, &other, &error);
            bool happened = allocation_failed();
            allocation_fail(0);
            if (!happened)
                break;
            assert_int_equal(status, LW_ERROR_MEMORY);
            starved++;
        }
        lw_checker_destroy(fresh);
        options.claim = take;
        assert_int_equal(lw_check(b.checker, motion, &options, &other, &error), LW_OK);
        assert_true(same_verdict(&verdict, &other));
        assert_int_equal(list.calls, calls);
        empty(&list);
        furnished_drop(&b);
    }
    assert_true(failed > 0 && stopped > 0 && starved > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_worlds),
        cmocka_unit_test(test_many_obstacles),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
