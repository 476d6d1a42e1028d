/* Limits of joints in verdicts (lw_check_options.limits): a ball of radius 0.1 slides along x from 0 to
 * its limit 2, at most 1 m/s; a wall begins at x = 1.1, so that they touch at 1. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "one_joint.h"

static world make_world(double wall)
{
    const lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, at(0, 0, 0));
    lw_joint_limits limits = lw_default_joint_limits();
    limits.lower = 0;
    limits.upper = 2;
    limits.velocity = 1;
    succeed(lw_scene_set_joint_limits(w.scene, "robot", "joint", &limits, &w.error), &w.error);
    obstacle(&w, "wall", box(0.2, 1, 1), at(wall + 0.1, 0, 0));
    freeze(&w);
    return w;
}

static void set_trajectory(world *w, size_t count, const double *times, const double *positions)
{
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = count;
    track.times = times;
    track.positions = positions;
    succeed(lw_motion_set(w->motion, &track, 1, &w->error), &w->error);
}

static lw_check_options counting(void)
{
    lw_check_options options = lw_default_check_options();
    options.limits = 1;
    return options;
}

static lw_verdict ask(world *w, const lw_check_options *options)
{
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_check(w->checker, w->motion, options, &verdict, &w->error), &w->error);
    return verdict;
}

static void assert_limit(const lw_verdict *verdict, double time, double free_until, bool first)
{
    assert_int_equal(verdict->kind, LW_VERDICT_CONTACT);
    assert_int_equal(verdict->reason, LW_REASON_LIMIT);
    assert_float_equal(verdict->time, time, 1e-5);
    assert_float_equal(verdict->free_until, free_until, 1e-5);
    assert_int_equal(verdict->first, first);
    assert_true(verdict->pair[0] == -1 && verdict->pair[1] == -1 && verdict->contact.upper == 0);
    assert_true(verdict->clearance.pair[0] == -1 && verdict->pairs == 1);
}

/* the first of contact and violation decides */
static void test_first(void **state)
{
    (void)state;
    world w = make_world(1.1);
    lw_check_options options = counting();
    const double times[] = {0, 1, 1.5, 2};
    /* too fast after the contact, which is at x = 1, and before it */
    set_trajectory(&w, 3, times, (const double[]){0.5, 1.25, 2});
    lw_verdict verdict = ask(&w, &options);
    assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
    assert_int_equal(verdict.reason, LW_REASON_NONE);
    assert_float_equal(verdict.time, 2.0 / 3, 1e-3);
    set_trajectory(&w, 4, times, (const double[]){0, 0.25, 1.25, 1.5});
    verdict = ask(&w, &options);
    assert_limit(&verdict, 1, 1, true);
    assert_int_equal(verdict.segment, 1);
    /* a contact at the same time is a contact */
    set_trajectory(&w, 2, times, (const double[]){1.05, 2.5});
    verdict = ask(&w, &options);
    assert_int_equal(verdict.reason, LW_REASON_NONE);
    assert_int_equal(verdict.pair[1], 1);
    /* by default limits do not count */
    set_trajectory(&w, 4, times, (const double[]){0, 0.25, 0.75, 0});
    assert_int_equal(ask(&w, NULL).kind, LW_VERDICT_FREE);
    verdict = ask(&w, &options);
    assert_limit(&verdict, 1.5, 1.5, true);
    finish(&w);
}

static void test_without_contact(void **state)
{
    (void)state;
    world w = make_world(7);
    lw_check_options options = counting();
    options.clearance = true;
    lw_verdict verdict = check(&w, 0, 1.5, &options);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    assert_int_equal(verdict.clearance.pair[1], 1);
    verdict = check(&w, 0, 4, &options);
    assert_limit(&verdict, 0.5, 0.5, true);
    /* samples prove nothing before the violation */
    options = counting();
    options.method = LW_METHOD_SAMPLED;
    verdict = ask(&w, &options);
    assert_limit(&verdict, 0.5, 0, false);
    finish(&w);
}

/* A verdict of an older library's size gets the same answer. */
static void test_older_verdict(void **state)
{
    (void)state;
    world w = make_world(7);
    const lw_check_options options = counting();
    lw_verdict verdict = lw_default_verdict();
    verdict.struct_size = offsetof(lw_verdict, start_pairs);
    succeed(lw_motion_set_segment(w.motion, NULL, (const double[]){0}, (const double[]){4}, &w.error),
            &w.error);
    succeed(lw_check(w.checker, w.motion, &options, &verdict, &w.error), &w.error);
    assert_limit(&verdict, 0.5, 0.5, true);
    finish(&w);
}

/* A motion that begins in contact and leaves it is a contact where it leaves the limits. */
static void test_leaving(void **state)
{
    (void)state;
    world w = make_world(1.95);
    lw_check_options options = counting();
    options.leaving = 1;
    assert_int_equal(check(&w, 1.9, 1, &options).kind, LW_VERDICT_LEAVES);
    const lw_verdict verdict = check(&w, 1.9, -0.1, &options);
    assert_limit(&verdict, 0.95, 0, false);
    assert_true(verdict.start_pairs == 0 && verdict.start_distance[0] == 0 && verdict.kept_until == 0);
    finish(&w);
}

static lw_status drop_claim(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

/* What takes no limits says so, or leaves them out. */
static void test_elsewhere(void **state)
{
    (void)state;
    world w = make_world(7);
    lw_check_options options = counting();
    lw_verdict verdict = lw_default_verdict();
    lw_error error = {0};
    succeed(lw_motion_set_segment(w.motion, NULL, (const double[]){0}, (const double[]){4}, &w.error),
            &w.error);
    options.claim = drop_claim;
    assert_int_equal(lw_check(w.checker, w.motion, &options, &verdict, &error), LW_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "none are made of the limits"));
    options.claim = NULL;
    lw_pool *pool = NULL;
    succeed(lw_pool_create(w.scene, 1, &pool, &w.error), &w.error);
    lw_rows rows = lw_default_rows();
    lw_answers answers = lw_default_answers();
    rows.count = 1;
    rows.from = (const double[]){0};
    rows.to = (const double[]){4};
    lw_verdict_kind kind;
    answers.kind = &kind;
    assert_int_equal(lw_pool_segments(pool, &rows, &options, &answers, &error), LW_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "lw_scene_set_strict_limits"));
    const lw_motion *motions[] = {w.motion};
    succeed(lw_pool_check(pool, motions, 1, &options, &verdict, &w.error), &w.error);
    assert_limit(&verdict, 0.5, 0.5, true);
    lw_pool_destroy(pool);
    lw_cross_options cross = lw_default_cross_options();
    lw_cross made = lw_default_cross();
    cross.check = &options;
    succeed(lw_cross_check(w.checker, w.motion, &cross, &made, &w.error), &w.error);
    assert_int_equal(made.conflict_count, 0);
    assert_int_equal(made.verdicts[LW_METHOD_AUTO]->kind, LW_VERDICT_FREE);
    lw_cross_free(&made);
    lw_clearance near[1];
    size_t count = 0;
    succeed(lw_near_misses(w.checker, w.motion, 9, &options, near, 1, &count, &w.error), &w.error);
    assert_true(count == 1 && near[0].lower > 2.8);
    finish(&w);
}

static void test_json(void **state)
{
    (void)state;
    world w = make_world(7);
    const lw_check_options options = counting();
    const double times[] = {0, 1};
    char line[800];
    lw_result result = lw_default_result();
    set_trajectory(&w, 2, times, (const double[]){0.5, -1});
    const lw_verdict verdict = ask(&w, &options);
    result.scene = w.scene;
    result.motion = w.motion;
    result.verdict = &verdict;
    succeed(lw_result_json(&result, line, sizeof line, NULL, &w.error), &w.error);
    const char *part = ", \"free_until\": 0, \"time\": 0, \"segment\": 0, \"reason\": \"limit\", "
                       "\"kind\": \"velocity\", \"joint\": \"joint\", \"until\": 1, \"value\": -1.5, "
                       "\"value_at\": 0, \"limit\": -1, \"notices\"";
    if (!strstr(line, part) || !strstr(line, "\"verdict\": \"contact\""))
        fail_msg("%s", line);
    finish(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first),         cmocka_unit_test(test_without_contact),
        cmocka_unit_test(test_older_verdict), cmocka_unit_test(test_leaving),
        cmocka_unit_test(test_elsewhere),     cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
