/* The clearances of check/ask/clearance.c by the method auto, where blocks prove pairs that are far
 * apart, against those by slab: random motions of random robots with every kind of joint and shape,
 * with margins, padding and objects that are attached or released on the way. Both brackets hold the
 * truth, so they overlap; and no distance at any time is below the lower end. */
#include "check/checker/checker.h"
#include "furnished.h"
#include "pair_at.h"
#include "seed.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct tally {
    int free;
    int bracketed[2]; /* over pairs of different owners, and over pairs inside robots */
    double nearest;   /* a distance came so near to the lower end */
} tally;

/* Asks for a clearance. Slab uses no blocks; after auto, the target of blocks is the margin again. */
static lw_verdict ask(const bench *b, lw_method method)
{
    const lw_block *block = &b->checker->lanes->block;
    uint64_t blocks = block->number;
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.clearance = true;
    assert_int_equal(lw_check(b->checker, b->motion->motion, &options, &verdict, NULL), LW_OK);
    assert_true(method == LW_METHOD_AUTO || block->number == blocks);
    assert_true(block->above_margin[0] == 0 && block->above_margin[1] == 0);
    return verdict;
}

static bool overlap(const lw_clearance *one, const lw_clearance *other)
{
    return one->lower <= other->upper && other->lower <= one->upper;
}

static void compare_brackets(const lw_clearance *fast, const lw_clearance *sure, int *bracketed)
{
    assert_int_equal(fast->pair[0] >= 0, sure->pair[0] >= 0);
    if (fast->pair[0] < 0)
        return;
    assert_true(fast->lower <= fast->upper && overlap(fast, sure));
    (*bracketed)++;
}

/* Distances at some times, of a motion that attaches nothing. */
static void sample(bench *b, const lw_verdict *verdict, tally *all)
{
    const lw_motion *motion = b->motion->motion;
    const lw_frozen *frozen = b->world->scene->frozen;
    for (size_t pair = 0; pair < frozen->pairs.count; pair++) {
        const lw_pair of = pair_at(frozen, pair);
        const lw_clearance *bracket = of.self ? &verdict->self_clearance : &verdict->clearance;
        lw_distance distance;
        double time = lw_random_between(&b->random, motion->begin, motion->end);
        assert_int_equal(lw_pair_distance(b->other, motion, time, pair, &distance, NULL), LW_OK);
        assert_true(distance.upper >= bracket->lower);
        all->nearest = fmin(all->nearest, distance.upper - bracket->lower);
    }
}

static void compare(bench *b, uint64_t motion, bool any, void *context)
{
    (void)motion;
    (void)any;
    tally *all = context;
    lw_verdict sure = ask(b, LW_METHOD_SLAB);
    lw_verdict fast = ask(b, LW_METHOD_AUTO);
    if (sure.kind != LW_VERDICT_FREE || fast.kind != LW_VERDICT_FREE)
        return;
    all->free++;
    compare_brackets(&fast.clearance, &sure.clearance, &all->bracketed[0]);
    compare_brackets(&fast.self_clearance, &sure.self_clearance, &all->bracketed[1]);
    if (!b->motion->motion->stages)
        sample(b, &fast, all);
}

static void test_brackets_overlap(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    tally all = {.nearest = HUGE_VAL};
    int rounds = test_motion_count(3000, 100000);
    int carried = furnished_each(&b, rounds, compare, &all);
    printf("%d motions, %d with objects attached or released: %d free, %d and %d brackets, distances "
           "from %.2g m above their lower ends\n",
           b.round, carried, all.free, all.bracketed[0], all.bracketed[1], all.nearest);
    assert_true(all.free > rounds / 4 && carried > rounds / 40);
    assert_true(all.bracketed[0] > all.free / 2 && all.bracketed[1] > all.free / 8);
    assert_true(all.nearest < 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brackets_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
