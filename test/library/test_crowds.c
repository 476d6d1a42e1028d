/* Tests checks among few and many obstacles and robots. Their answers are the same as with claims, for
 * which every pair is visited. Near misses and smallest distances are compared with single times, the
 * order of pairs and their stored states with loops over all pairs. */
#include "check/checker/prove.h"
#include "crowd.h"
#include "pair_at.h"
#include "seed.h"
#include "verdicts.h"

#include <stdlib.h>

/* ---- answers ----------------------------------------------------------------------------------- */

static lw_status ignore(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

/* With claims every pair is visited, and the answer has the same bits. */
static void test_answers(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    int kinds[3] = {0};
    int rounds = test_rounds(300, 10000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd(lw_random_bits(&random), false);
        bool few = lw_scene_pair_count(c.scene) <= 3; /* then PCDA may answer, which makes no claims */
        lw_check_options options = lw_default_check_options();
        for (int way = 0; way < 4; way++) {
            lw_verdict plain = lw_default_verdict();
            lw_verdict claimed = lw_default_verdict();
            options.method = way % 2 ? LW_METHOD_SLAB : LW_METHOD_BISECTION;
            options.any = way / 2;
            options.claim = NULL;
            succeed(lw_check(c.checker, c.motion, &options, &plain, &c.error), &c.error);
            options.claim = ignore;
            succeed(lw_check(c.checker, c.motion, &options, &claimed, &c.error), &c.error);
            assert_true(plain.kind == claimed.kind || plain.kind == LW_VERDICT_UNDECIDED ||
                        claimed.kind == LW_VERDICT_UNDECIDED);
            assert_true((few && way == 1) || same_verdict(&plain, &claimed));
            kinds[plain.kind]++;
        }
        drop_crowd(&c);
    }
    assert_true(kinds[LW_VERDICT_FREE] > rounds / 4 && kinds[LW_VERDICT_CONTACT] > rounds / 4);
}

/* ---- near misses ------------------------------------------------------------------------------- */

/* Pairs that are not listed as near misses are never nearer than the threshold. */
static void check_no_misses(crowd *c, const lw_clearance *misses, size_t count, double threshold)
{
    const lw_frozen *frozen = c->checker->frozen;
    size_t next = 0;
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        lw_pair_id id = lw_frozen_pair_at(frozen, i);
        if (next < count &&
            id == lw_pair_id_of((uint32_t)misses[next].pair[0], (uint32_t)misses[next].pair[1])) {
            next++;
            continue;
        }
        lw_distance d;
        double time = lw_random_between(&c->random, c->motion->begin, c->motion->end);
        succeed(lw_pair_distance(c->checker, c->motion, time, i, &d, &c->error), &c->error);
        assert_true(d.upper >= threshold - 1e-9);
    }
    assert_int_equal(next, count);
}

static bool stop_once(void *context)
{
    return ++*(int *)context == 1;
}

/* In space a callback that asked to stop is not called again, for any number of open pairs; and no pair
 * that comes near is missing from the list then. */
static void check_stopped(crowd *c, const lw_clearance *all, size_t count, double threshold)
{
    size_t pairs = lw_scene_pair_count(c->scene);
    int asked = 0;
    lw_check_options options = lw_default_check_options();
    options.fixed_pairs = 1;
    options.stop = stop_once;
    options.stop_context = &asked;
    lw_clearance *open = calloc(pairs + 1, sizeof *open);
    size_t found;
    succeed(lw_near_misses(c->checker, c->motion, threshold, &options, open, pairs, &found, &c->error),
            &c->error);
    assert_true(found >= count && (c->flat || asked <= 1));
    size_t next = 0;
    for (size_t i = 0; i < count; i++) {
        while (next < found && !same_pair(open[next].pair, all[i].pair))
            next++;
        assert_true(next < found && (open[next].lower <= all[i].lower + 1e-9));
    }
    free(open);
}

/* A random time of the crowd's motion, and a pair's distance there. */
static double random_distance(crowd *c, size_t pair)
{
    lw_distance d;
    double time = lw_random_between(&c->random, c->motion->begin, c->motion->end);
    succeed(lw_pair_distance(c->checker, c->motion, time, pair, &d, &c->error), &c->error);
    return d.upper;
}

/* Without fixed pairs the list has the same other pairs, and the distances of the pairs that are left
 * out are constant. Returns the number of pairs left out. */
static size_t check_fixed(crowd *c, const lw_clearance *all, size_t count, double threshold)
{
    size_t pairs = lw_scene_pair_count(c->scene);
    lw_clearance *few = calloc(pairs + 1, sizeof *few);
    size_t found;
    size_t next = 0;
    succeed(lw_near_misses(c->checker, c->motion, threshold, NULL, few, pairs, &found, &c->error),
            &c->error);
    for (size_t i = 0; i < count; i++) {
        if (next < found && same_pair(few[next].pair, all[i].pair)) {
            assert_true(few[next].lower <= few[next].upper);
            next++;
            continue;
        }
        lw_pair_id id = lw_pair_id_of((uint32_t)all[i].pair[0], (uint32_t)all[i].pair[1]);
        size_t index = lw_frozen_pair_index(c->checker->frozen, id);
        double one = random_distance(c, index);
        assert_true(fabs(random_distance(c, index) - one) <= 1e-9 * (1 + fabs(one)));
    }
    assert_int_equal(next, found);
    free(few);
    return count - found;
}

/* Near misses beyond the caller's capacity are counted, and all pairs are found, even if there are more
 * than one pass searches for. */
static void test_capacity(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    size_t many = 0;
    size_t fixed = 0;
    lw_check_options options = lw_default_check_options();
    options.fixed_pairs = 1;
    int rounds = test_rounds(60, 1000);
    for (int round = 0; round < rounds; round++) {
        /* every third round has many obstacles in space: more than one pass searches, in two pieces */
        bool crowded = round % 3 == 0;
        crowd c = new_crowd_of(lw_random_bits(&random), !crowded && round % 2, CROWD_USUAL,
                               crowded ? 280 : -1);
        size_t pairs = lw_scene_pair_count(c.scene);
        static const double thresholds[] = {0.5, 2, 4, 60};
        double threshold = thresholds[lw_random_below(&random, 4)];
        lw_clearance *all = calloc(pairs + 1, sizeof *all);
        lw_clearance *some = calloc(pairs + 1, sizeof *some);
        size_t count;
        size_t again;
        succeed(lw_near_misses(c.checker, c.motion, threshold, &options, all, pairs, &count, &c.error),
                &c.error);
        fixed += check_fixed(&c, all, count, threshold);
        assert_true(count <= pairs && (threshold < 60 || count == pairs));
        many += count > LW_MOST_NEAR;
        check_no_misses(&c, all, count, threshold);
        for (size_t i = 1; i < count; i++)
            assert_true(all[i - 1].pair[0] < all[i].pair[0] ||
                        (all[i - 1].pair[0] == all[i].pair[0] && all[i - 1].pair[1] < all[i].pair[1]));
        for (size_t i = 0; i < count; i++) {
            lw_pair_id id = lw_pair_id_of((uint32_t)all[i].pair[0], (uint32_t)all[i].pair[1]);
            size_t index = lw_frozen_pair_index(c.checker->frozen, id);
            lw_distance d;
            succeed(lw_pair_distance(c.checker, c.motion, all[i].at, index, &d, &c.error), &c.error);
            assert_true(d.upper <= all[i].upper + 1e-9 && all[i].lower <= all[i].upper);
        }
        check_stopped(&c, all, count, threshold);
        size_t room = count / 2;
        succeed(lw_near_misses(c.checker, c.motion, threshold, &options, room ? some : NULL, room,
                               &again, &c.error),
                &c.error);
        assert_int_equal(again, count);
        for (size_t i = 0; i < room; i++)
            assert_true(same_bits(some[i].lower, all[i].lower) &&
                        same_bits(some[i].upper, all[i].upper) && same_pair(some[i].pair, all[i].pair));
        assert_true(some[room].pair[1] == 0 && some[room].upper == 0);
        free(all);
        free(some);
        drop_crowd(&c);
    }
    assert_true(many > (size_t)rounds / 60 && fixed > (size_t)rounds);
}

/* ---- smallest distances ------------------------------------------------------------------------- */

/* No pair is nearer than the lower bound of the smallest distance of its kind (inside robots, or
 * others); and at the time given a pair is as near as the upper bound. */
static void check_clearance(crowd *c, const lw_clearance *clearance, bool self, const double *times,
                            int count)
{
    const lw_frozen *frozen = c->checker->frozen;
    lw_distance d;
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        lw_pair_id id = lw_frozen_pair_at(frozen, i);
        if (lw_frozen_pair(frozen, id).self != self)
            continue;
        for (int k = 0; k < count; k++) {
            succeed(lw_pair_distance(c->checker, c->motion, times[k], i, &d, &c->error), &c->error);
            assert_true(d.upper >= clearance->lower - 1e-9);
        }
    }
    size_t own = lw_frozen_pair_index(
        frozen, lw_pair_id_of((uint32_t)clearance->pair[0], (uint32_t)clearance->pair[1]));
    succeed(lw_pair_distance(c->checker, c->motion, clearance->at, own, &d, &c->error), &c->error);
    assert_true(d.upper <= clearance->upper + 1e-9);
}

static void test_clearances(void **state)
{
    (void)state;
    enum { TIMES = 9 };
    lw_random random = {test_seed() + 5};
    int found[2] = {0};
    int rounds = test_rounds(300, 10000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd_of(lw_random_bits(&random), round % 2, CROWD_USUAL, round % 8);
        double times[TIMES];
        for (int k = 0; k < TIMES; k++)
            times[k] = lw_random_between(&random, c.motion->begin, c.motion->end);
        lw_check_options options = lw_default_check_options();
        options.clearance = true;
        lw_verdict v = lw_default_verdict();
        succeed(lw_check(c.checker, c.motion, &options, &v, &c.error), &c.error);
        if (v.clearance.pair[0] >= 0)
            check_clearance(&c, &v.clearance, false, times, TIMES);
        if (v.self_clearance.pair[0] >= 0)
            check_clearance(&c, &v.self_clearance, true, times, TIMES);
        found[0] += v.clearance.pair[0] >= 0 && v.clearance.lower > 0;
        found[1] += v.self_clearance.pair[0] >= 0 && v.self_clearance.lower > 0;
        drop_crowd(&c);
    }
    assert_true(found[0] > rounds / 10 && found[1] > rounds / 20);
}

/* ---- states of pairs ---------------------------------------------------------------------------- */

/* A state belongs to the pair that asks for it, and to the current motion: it holds the last values
 * written for both, or none. If there are few pairs, none is lost. */
static void test_states(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 7};
    size_t kept = 0;
    size_t lost = 0;
    int rounds = test_rounds(40, 1000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd(lw_random_bits(&random), false);
        const lw_frozen *frozen = c.checker->frozen;
        size_t count = frozen->pairs.count;
        double *written = calloc(count + 1, sizeof *written);
        for (int asked = 0; asked < 3000 && count; asked++) {
            if (!asked || !lw_random_below(&random, 1000)) {
                lw_check_options options = lw_default_check_options();
                lw_verdict ignored = lw_default_verdict();
                lw_checker_begin(c.checker, c.motion, &options, &ignored);
                lw_checker_end(c.checker);
                for (size_t i = 0; i < count; i++)
                    written[i] = 0;
            }
            size_t i = lw_random_below(&random, (uint32_t)count);
            lw_pair_id id = lw_frozen_pair_at(frozen, i);
            lw_pair pair = lw_frozen_pair(frozen, id);
            lw_pair_state *own = lw_checker_state(c.checker, &pair);
            assert_true(own->pair == id && own->motion == c.checker->motions);
            assert_true(own->time == 0 || own->time == written[i]);
            assert_true(own->separated == (own->time != 0));
            kept += own->time != 0;
            lost += own->time == 0 && written[i] != 0;
            if (count <= 3)
                assert_true(own->time == written[i]);
            own->time = written[i] = asked + 1;
            own->separated = true;
        }
        free(written);
        drop_crowd(&c);
    }
    assert_true(kept > lost && lost > 0);
}

/* The shared state of pairs without a place in the cache does not keep values of an earlier motion. */
static void test_cold_state(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 8};
    size_t found = 0;
    int rounds = test_rounds(60, 1000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd(lw_random_bits(&random), false);
        const lw_frozen *frozen = c.checker->frozen;
        size_t count = frozen->pairs.count;
        bool *cold = calloc(count + 1, sizeof *cold);
        size_t last = count;
        lw_check_options options = lw_default_check_options();
        lw_verdict ignored = lw_default_verdict();
        lw_checker_begin(c.checker, c.motion, &options, &ignored);
        for (size_t i = 0; i < count; i++) {
            lw_pair pair = pair_at(frozen, i);
            lw_pair_state *own = lw_checker_state(c.checker, &pair);
            own->time = 1;
            cold[i] = own == &c.checker->cold;
            last = cold[i] ? i : last;
        }
        lw_checker_begin(c.checker, c.motion, &options, &ignored);
        for (size_t i = 0; i <= last && i < count; i++) {
            lw_pair pair = pair_at(frozen, i);
            if (cold[i] && i < last)
                continue;
            lw_pair_state *own = lw_checker_state(c.checker, &pair);
            assert_true(own->time == 0);
            assert_true((own == &c.checker->cold) == cold[i]);
            found += cold[i];
        }
        lw_checker_end(c.checker);
        free(cold);
        drop_crowd(&c);
    }
    assert_true(found > 0);
}

/* ---- the order of pairs ------------------------------------------------------------------------ */

static void test_order(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    int rounds = test_rounds(260, 3000);
    for (int round = 0; round < rounds; round++) {
        /* every number of bodies, up to several blocks of them */
        crowd c =
            new_crowd_of(lw_random_bits(&random), round % 2, CROWD_USUAL, round < 260 ? round / 2 : -1);
        const lw_frozen *frozen = c.checker->frozen;
        size_t index = 0;
        lw_pair_id next = lw_frozen_next_pair(frozen, 0);
        for (uint32_t a = 0; a < frozen->moving_count; a++)
            for (uint32_t b = a + 1; b < frozen->body_count; b++) {
                if (lw_frozen_reason(frozen, a, b) != LW_PAIR_CHECKED)
                    continue;
                lw_pair_id id = lw_pair_id_of(a, b);
                assert_true(next == id);
                assert_int_equal(lw_frozen_pair_index(frozen, id), index);
                assert_true(lw_frozen_pair_at(frozen, index) == id);
                index++;
                next = lw_frozen_next_pair(frozen, id + 1);
            }
        assert_true(next == LW_NO_PAIR);
        assert_int_equal(frozen->pairs.count, index);
        drop_crowd(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),    cmocka_unit_test(test_capacity),
        cmocka_unit_test(test_clearances), cmocka_unit_test(test_states),
        cmocka_unit_test(test_cold_state), cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
