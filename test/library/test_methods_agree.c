/* Tests all methods by lw_cross_check on the same random motions of random robots, as in
 * test_auto_slab.c. If one method proves a time free, no other method has a contact there; first
 * contacts are at the same time; brackets of clearances overlap; and samples find no contact in a time
 * that a method has proven. LEEWAY_MOTIONS sets the number of motions (test/common/seed.h). */
#include "agree.h"
#include "check/method/methods.h"
#include "furnished.h"
#include "seed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { METHODS = LW_METHODS, SAMPLES = 10 };

typedef struct tally {
    int kinds[METHODS][3];
    size_t grazing;
    uint64_t samples, distances;
} tally;

/* Every third motion with clearances. */
static void compare(bench *b, uint64_t motion, bool any, void *context)
{
    tally *all = context;
    char where[80];
    lw_check_options check = lw_default_check_options();
    lw_cross_options options = lw_default_cross_options();
    check.any = any;
    check.clearance = b->round % 3 == 0;
    check.resolution = 0.1;
    check.budget_queries = 50000; /* expanded takes very many steps beside a few bodies */
    options.check = &check;
    options.samples = SAMPLES;
    snprintf(where, sizeof where, "world %llu%s, motion %llu%s", (unsigned long long)b->seed,
             b->odd ? " (odd)" : "", (unsigned long long)motion, any ? ", any contact" : "");
    lw_cross cross = cross_agree(b->checker, b->motion->motion, &options, where);
    assert_int_equal(cross.method_count, METHODS);
    assert_int_equal(cross.served, METHODS);
    for (size_t m = 0; m < METHODS; m++)
        all->kinds[m][cross.verdicts[m]->kind]++;
    all->grazing += cross.grazing;
    all->samples += cross.samples;
    all->distances += cross.distances;
    lw_cross_free(&cross);
}

static void test_all_agree(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    tally all = {0};
    int rounds = test_motion_count(2000, 1000000);
    int carried = furnished_each(&b, rounds, compare, &all);
    printf("%d motions, %d with objects attached or released; %llu samples, %llu distances, %zu "
           "grazing\n",
           b.round, carried, (unsigned long long)all.samples, (unsigned long long)all.distances,
           all.grazing);
    for (size_t m = 0; m < METHODS; m++) {
        const int *kinds = all.kinds[m];
        printf("%s: free %d, contact %d, undecided %d\n", lw_method_name((lw_method)m),
               kinds[LW_VERDICT_FREE], kinds[LW_VERDICT_CONTACT], kinds[LW_VERDICT_UNDECIDED]);
        assert_true(kinds[LW_VERDICT_CONTACT] > rounds / 4);
        if (!lw_method_serves((lw_method)m, LW_SERVICE_FREE))
            continue;
        assert_true(kinds[LW_VERDICT_FREE] > rounds / 4 && kinds[LW_VERDICT_UNDECIDED] <= rounds / 50);
    }
    assert_true(carried > rounds / 40 && all.distances > all.samples);
    assert_true(all.grazing <= (size_t)rounds / 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
