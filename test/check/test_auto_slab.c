/* check/method/auto.c against check/method/slab.c: random motions of random robots with every kind of
 * joint and shape, among obstacles near their paths, with margins, padding and attached objects, some
 * of which are attached or released on the way. If one says free, the other does not say contact; and
 * the first contact is at the same time. LEEWAY_MOTIONS says how many motions (test/common/seed.h). */
#include "agree.h"
#include "furnished.h"
#include "seed.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct tally {
    int kinds[3];
    int by_blocks, undecided_alone;
    int certain; /* contacts that took no query, as they were not measured */
} tally;

static lw_verdict ask(const bench *b, lw_method method, bool any)
{
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.any = any;
    assert_int_equal(lw_check(b->checker, b->motion->motion, &options, &verdict, NULL), LW_OK);
    return verdict;
}

/* An unmeasured verdict equals a measured one, less the measures. Returns whether it took no query. */
static bool check_unmeasured(const bench *b, lw_verdict measured)
{
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.any = options.unmeasured = true;
    assert_int_equal(lw_check(b->checker, b->motion->motion, &options, &verdict, NULL), LW_OK);
    memset(&measured.contact, 0, sizeof measured.contact);
    assert_true(verdict.queries <= measured.queries && verdict.samples <= measured.samples);
    assert_true(verdict.work <= measured.work);
    measured.work = verdict.work;
    measured.queries = verdict.queries;
    measured.samples = verdict.samples;
    assert_memory_equal(&verdict, &measured, sizeof verdict);
    return verdict.kind == LW_VERDICT_CONTACT && verdict.queries == 0;
}

static void compare(bench *b, uint64_t motion, bool any, void *context)
{
    tally *all = context;
    lw_verdict sure = ask(b, LW_METHOD_SLAB, any);
    lw_verdict fast = ask(b, LW_METHOD_AUTO, any);
    if (!answers_agree(&sure, &fast, any, 1.1e-4 * b->motion->motion->length))
        fail_msg(
            "world %llu, motion %llu%s: slab %d at %.17g, free until %.17g; auto %d at %.17g, free "
            "until %.17g",
            (unsigned long long)b->seed, (unsigned long long)motion, any ? ", any contact" : "",
            (int)sure.kind, sure.time, sure.free_until, (int)fast.kind, fast.time, fast.free_until);
    all->kinds[fast.kind]++;
    if (any)
        all->certain += check_unmeasured(b, fast);
    all->by_blocks += fast.kind == LW_VERDICT_FREE && fast.queries == 0;
    all->undecided_alone += fast.kind == LW_VERDICT_UNDECIDED && sure.kind != LW_VERDICT_UNDECIDED;
}

static void test_they_agree(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    b.spheres = true;
    tally all = {0};
    int rounds = test_motion_count(8000, 400000);
    int carried = furnished_each(&b, rounds, compare, &all);
    printf("%d motions, %d with objects attached or released: free %d (%d by blocks), contact %d (%d "
           "certain), undecided %d (%d where slab decides)\n",
           b.round, carried, all.kinds[LW_VERDICT_FREE], all.by_blocks, all.kinds[LW_VERDICT_CONTACT],
           all.certain, all.kinds[LW_VERDICT_UNDECIDED], all.undecided_alone);
    assert_true(all.kinds[LW_VERDICT_FREE] > rounds / 4 && all.kinds[LW_VERDICT_CONTACT] > rounds / 4);
    assert_true(all.kinds[LW_VERDICT_UNDECIDED] <= rounds / 100);
    assert_true(carried > rounds / 40 && all.certain > rounds / 100);
    assert_true(all.by_blocks > all.kinds[LW_VERDICT_FREE] / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_they_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
