/* Tests that a check with claims of blocks ends: of a motion in the plane along which bodies graze each
 * other, as it is proven in the plane alone, the second search for claims once had no end. */
#include "any/any_world.h"
#include "small_scene.h"

enum { GRAZING = 1003509007, MOTION = 6, BUDGET = 4000, MOST_CALLS = 1 << 20 };

typedef struct calls {
    size_t stops, claims;
} calls;

static bool too_many(void *context)
{
    calls *c = context;
    return ++c->stops > MOST_CALLS;
}

static lw_status count_claim(void *context, const lw_claim *claim)
{
    calls *c = context;
    (void)claim;
    c->claims++;
    return LW_OK;
}

static void grazing_is_within_the_budget(void **state)
{
    (void)state;
    any_motion m;
    calls c = {0};
    lw_error error;
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    lw_verdict plain = lw_default_verdict();
    lw_verdict proven = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    any_world *w = any_world_new(GRAZING);
    succeed(lw_checker_create(w->scene, &checker, &error), &error);
    succeed(lw_motion_create(w->scene, &motion, &error), &error);
    any_motion_new(w, GRAZING + MOTION, &m);
    assert_true(any_motion_set(w, w->scene, &m, motion));
    options.any = true;
    options.budget_queries = BUDGET;
    succeed(lw_check(checker, motion, &options, &plain, &error), &error);
    assert_int_equal(plain.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(plain.reason, LW_REASON_PRECISION);
    assert_true(plain.free_until > 0);
    options.blocks = 1;
    options.claim = count_claim;
    options.claim_context = &c;
    options.stop = too_many;
    options.stop_context = &c;
    succeed(lw_check(checker, motion, &options, &proven, &error), &error);
    /* claims prove what the verdict says, and no more is asked than a check may ask twice */
    assert_int_equal(proven.kind, LW_VERDICT_UNDECIDED);
    assert_true(proven.reason != LW_REASON_STOPPED);
    assert_true(proven.free_until <= plain.free_until && c.claims > 0);
    assert_true(proven.queries <= 2 * BUDGET + 1000);
    printf("%zu calls, %zu claims, %llu queries\n", c.stops, c.claims,
           (unsigned long long)proven.queries);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
    any_world_drop(w);
    any_world_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grazing_is_within_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
