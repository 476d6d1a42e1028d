/* Tests all methods on the same random motions of random robots, as in test_auto_slab.c. If one method
 * proves a time free, no other method has a contact there; first contacts are at the same time; and
 * samples find no contact in a time that another method has proven. LEEWAY_MOTIONS sets the number of
 * motions (test/common/seed.h). */
#include "agree.h"
#include "furnished.h"
#include "seed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { METHODS = 5, PROVING = 4 };

static const lw_method methods[METHODS] = {LW_METHOD_AUTO, LW_METHOD_SLAB, LW_METHOD_BISECTION,
                                           LW_METHOD_EXPANDED, LW_METHOD_SAMPLED};

typedef struct tally {
    int kinds[METHODS][3];
    int found; /* by samples */
} tally;

static lw_verdict ask(const bench *b, lw_method method, bool any)
{
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.any = any;
    if (method == LW_METHOD_SAMPLED) {
        options.resolution = 0.1;
        options.budget_queries = 2000;
    }
    assert_int_equal(lw_check(b->checker, b->motion->motion, &options, &verdict, NULL), LW_OK);
    return verdict;
}

static bool agrees(const lw_verdict *one, const lw_verdict *two, int second, bool any, double tolerance)
{
    if (second < PROVING)
        return answers_agree(one, two, any, tolerance);
    return two->kind != LW_VERDICT_CONTACT || one->free_until <= two->time;
}

static void compare(bench *b, uint64_t motion, bool any, void *context)
{
    tally *all = context;
    lw_verdict verdicts[METHODS];
    for (int m = 0; m < METHODS; m++) {
        verdicts[m] = ask(b, methods[m], any);
        all->kinds[m][verdicts[m].kind]++;
    }
    for (int m = 0; m < METHODS; m++)
        for (int k = 0; k < m && k < PROVING; k++) {
            const lw_verdict *one = &verdicts[k];
            const lw_verdict *two = &verdicts[m];
            if (!agrees(one, two, m, any, 1.1e-4 * b->motion->motion->length))
                fail_msg("world %llu%s, motion %llu%s: method %d says %d at %.17g, free until %.17g; "
                         "method %d %d at %.17g, free until %.17g",
                         (unsigned long long)b->seed, b->odd ? " (odd)" : "",
                         (unsigned long long)motion, any ? ", any contact" : "", (int)methods[k],
                         (int)one->kind, one->time, one->free_until, (int)methods[m], (int)two->kind,
                         two->time, two->free_until);
        }
    all->found += verdicts[PROVING].kind == LW_VERDICT_CONTACT;
}

static void test_all_agree(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    tally all = {0};
    int rounds = test_motion_count(2000, 60000);
    int carried = furnished_each(&b, rounds, compare, &all);
    printf("%d motions, %d with objects attached or released; samples found %d contacts\n", b.round,
           carried, all.found);
    for (int m = 0; m < PROVING; m++) {
        const int *kinds = all.kinds[m];
        printf("method %d: free %d, contact %d, undecided %d\n", (int)methods[m],
               kinds[LW_VERDICT_FREE], kinds[LW_VERDICT_CONTACT], kinds[LW_VERDICT_UNDECIDED]);
        assert_true(kinds[LW_VERDICT_FREE] > rounds / 4 && kinds[LW_VERDICT_CONTACT] > rounds / 4);
        assert_true(kinds[LW_VERDICT_UNDECIDED] <= rounds / 50);
    }
    assert_true(carried > rounds / 40 && all.found > rounds / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
