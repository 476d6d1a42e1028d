/* The method `sampled`: its samples find the contacts at their times, at the resolution asked for, and
 * prove nothing. */
#include "one_joint.h"

#include <math.h>

static void test_moments(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
    /* contact while x is from 0.85013 to 1.16013, the margin along */
    obstacle(&w, "wall", box(0.01, 1, 1), at(1.00513, 0, 0));
    succeed(lw_scene_set_margin(w.scene, 0.05, &w.error), &w.error);
    freeze(&w);
    lw_check_options options = lw_default_check_options();
    options.method = LW_METHOD_SAMPLED;
    int missed = 0;
    for (int parts = 1; parts < 60; parts++)
        for (int k = 0; k < 2; k++) {
            double to = k ? 0.9 : 2; /* ends in contact, or beyond it */
            options.resolution = to / (parts - 0.5);
            lw_verdict v = check(&w, 0, to, &options);
            int first = 1;
            while (first < parts && !(to * first / parts > 0.85013 && to * first / parts < 1.16013))
                first++;
            bool contact = to * first / parts > 0.85013 && to * first / parts < 1.16013;
            missed += !contact;
            assert_int_equal(v.kind, contact ? LW_VERDICT_CONTACT : LW_VERDICT_UNDECIDED);
            assert_true(v.free_until == 0 && !v.first);
            if (contact) {
                assert_true(fabs(v.time - ((double)first / parts)) <= 1e-12);
                assert_true(v.contact.upper <= 0.05);
            } else {
                assert_int_equal(v.reason, LW_REASON_SAMPLED);
                assert_int_equal(v.samples, parts + 1);
            }
        }
    assert_true(missed > 0);
    /* a contact at the beginning is the first */
    lw_verdict v = check(&w, 0.9, 0, &options);
    assert_true(v.kind == LW_VERDICT_CONTACT && v.first && v.time == 0);
    finish(&w);
}

/* a box beside a wall: each sample is a query */
static void test_budget(void **state)
{
    (void)state;
    lw_shape_def cube = box(0.1, 0.1, 0.1);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &cube, lw_pose_identity());
    obstacle(&w, "wall", box(0.01, 1, 1), at(1.005, 0, 0));
    freeze(&w);
    lw_check_options options = lw_default_check_options();
    options.method = LW_METHOD_SAMPLED;
    options.resolution = 1e-3;
    lw_verdict whole = check(&w, 0.92, 0.94, &options);
    assert_int_equal(whole.reason, LW_REASON_SAMPLED);
    assert_int_equal(whole.queries, whole.samples);
    for (uint64_t budget = 1; budget < whole.queries; budget++) {
        options.budget_queries = budget;
        lw_verdict v = check(&w, 0.92, 0.94, &options);
        assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
        assert_int_equal(v.reason, LW_REASON_BUDGET);
        assert_int_equal(v.queries, budget);
    }
    finish(&w);
}

/* a ball that is never near the wall: no sample is a query, and yet the budget ends them */
static void test_budget_of_samples(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
    obstacle(&w, "wall", box(0.01, 1, 1), at(10, 0, 0));
    freeze(&w);
    lw_check_options options = lw_default_check_options();
    options.method = LW_METHOD_SAMPLED;
    options.resolution = 1e-9; /* a thousand million samples, and one for the beginning */
    for (uint64_t budget = 1; budget < 2000; budget += 333) {
        options.budget_queries = budget;
        lw_verdict v = check(&w, 0, 1, &options);
        assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
        assert_int_equal(v.reason, LW_REASON_BUDGET);
        assert_int_equal(v.samples, budget);
        assert_int_equal(v.queries, 0);
        assert_true(v.free_until == 0);
    }
    /* a budget that is large enough changes nothing */
    options.resolution = 0.01;
    options.budget_queries = 103;
    assert_int_equal(check(&w, 0, 1, &options).reason, LW_REASON_SAMPLED);
    options.resolution = 0.5e-9;
    lw_verdict v = lw_default_verdict();
    assert_int_equal(lw_check(w.checker, w.motion, &options, &v, &w.error), LW_ERROR_ARGUMENT);
    finish(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moments),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_budget_of_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
