/* lw_gate_create and lw_gate_check: bad input, and memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "gate_asked.h"

static void refuse(asked *a, lw_status status, const char *words)
{
    assert_int_equal(ask(a), status);
    assert_int_equal(a->answer.kind, LW_GATE_STOP);
    assert_int_equal(a->answer.reason, LW_GATE_REASON_INPUT);
    if (!strstr(a->error.message, words))
        fail_msg("\"%s\" does not say \"%s\"", a->error.message, words);
}

static void test_bad_requests(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    open_gate(&a, &table, NULL);
    drive(&a, 1, 0, 0.4, 3);
    assert_null(lw_gate_motion(a.table.gate));
    a.values[2] = (double)NAN;
    refuse(&a, LW_ERROR_ARGUMENT, "joint \"turn\": its value now is nan in row 0");
    assert_null(lw_gate_motion(a.table.gate));
    a.values[2] = 0;
    a.rates[0] = HUGE_VAL;
    refuse(&a, LW_ERROR_ARGUMENT, "its velocity now is inf");
    a.rates[0] = 0;
    a.points[4] = (double)NAN;
    refuse(&a, LW_ERROR_ARGUMENT, "joint \"y\": its value is nan in row 1");
    assert_int_equal(a.answer.proven, 1); /* the stop from here is */
    drive(&a, 1, 0, 0.4, 3);
    a.request.count = 0;
    refuse(&a, LW_ERROR_ARGUMENT, "a chunk of 0 waypoints; the gate takes 1 to 16");
    a.request.count = MOST + 1;
    refuse(&a, LW_ERROR_ARGUMENT, "a chunk of 17 waypoints");
    a.request.count = 3;
    const double bad[3 * OWN] = {[8] = -HUGE_VAL};
    a.request.velocities = bad;
    refuse(&a, LW_ERROR_ARGUMENT, "joint \"turn\": its velocity is -inf in row 2");
    a.request.velocities = NULL;
    a.request.time = 2;
    expect(&a, LW_GATE_REASON_NONE, 3);
    a.request.time = 1.99;
    refuse(&a, LW_ERROR_ARGUMENT, "clocks must not run backwards");
    a.request.time = (double)NAN;
    refuse(&a, LW_ERROR_ARGUMENT, "the time is nan s");
    a.request.time = 2;
    expect(&a, LW_GATE_REASON_NONE, 3);
    a.request.values = NULL;
    refuse(&a, LW_ERROR_ARGUMENT, "needs the robot's values and rates");
    assert_int_equal(lw_gate_check(a.table.gate, NULL, &a.answer, &a.error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_gate_check(NULL, &a.request, &a.answer, &a.error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_gate_check(a.table.gate, &a.request, NULL, &a.error), LW_ERROR_ARGUMENT);
    drop_table(&a.table);
}

static void test_wrong_scenes(void **state)
{
    (void)state;
    asked a;
    gate_table other = open_table();
    const gate_table table = open_table();
    build_table(&other);
    open_gate(&a, &table, NULL);
    drive(&a, 1, 0, 0.4, 3);
    a.request.scene = other.scene;
    refuse(&a, LW_ERROR_ARGUMENT, "other robots than the gate");
    assert_int_equal(a.answer.proven, 0); /* the scene of now is not known */
    lw_scene *open = NULL;
    succeed(lw_scene_copy(a.table.scene, &open, &a.error), &a.error);
    a.request.scene = open;
    refuse(&a, LW_ERROR_STATE, "not frozen");
    a.request.scene = NULL;
    expect(&a, LW_GATE_REASON_NONE, 3);
    lw_scene_destroy(open);
    drop_table(&other);
    drop_table(&a.table);
}

/* Where an obstacle may move, a scene is that of one request. */
static void test_moving_obstacles(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    open_gate(&a, &table, NULL);
    lw_scene *moving = NULL;
    const lw_uncertainty walks = {.speed = 0.001};
    succeed(lw_scene_copy(a.table.scene, &moving, &a.error), &a.error);
    succeed(lw_scene_set_uncertainty(moving, ball_name(0), &walks, &a.error), &a.error);
    succeed(lw_scene_freeze(moving, &a.error), &a.error);
    drive(&a, 1, 0, 0.4, 3);
    for (int i = 0; i < 2; i++) {
        a.request.scene = moving;
        expect(&a, LW_GATE_REASON_NONE, 3);
        a.request.scene = NULL;
        refuse(&a, LW_ERROR_ARGUMENT, "each request needs the scene of now");
        assert_int_equal(a.answer.proven, 1); /* what passed last was proven to its end */
    }
    a.request.scene = a.table.scene;
    expect(&a, LW_GATE_REASON_NONE, 3);
    a.request.scene = NULL;
    expect(&a, LW_GATE_REASON_NONE, 3);
    lw_scene_destroy(moving);
    drop_table(&a.table);
}

static void refuse_options(const gate_table *t, const lw_gate_options *options, const char *words)
{
    lw_error error = {0};
    lw_gate *gate = NULL;
    assert_int_equal(lw_gate_create(t->scene, options, &gate, &error), LW_ERROR_ARGUMENT);
    assert_null(gate);
    if (!strstr(error.message, words))
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
}

static void test_bad_options(void **state)
{
    (void)state;
    lw_error error = {0};
    gate_table t = open_table();
    t.acceleration = HUGE_VAL;
    build_table(&t);
    double numbers[OWN] = {1, 0, 1};
    lw_check_options check = lw_default_check_options();
    lw_gate_options options = options_of(NULL);
    refuse_options(&t, &options, "joint \"x\" has no limit of acceleration");
    options.stop_acceleration = numbers;
    refuse_options(&t, &options, "joint \"y\": the acceleration of its stop is 0");
    numbers[1] = (double)NAN;
    refuse_options(&t, &options, "joint \"y\": the acceleration of its stop is nan");
    numbers[1] = HUGE_VAL;
    refuse_options(&t, &options, "the acceleration of its stop is inf");
    numbers[1] = 1;
    const double jerks[OWN] = {1, 1, -1};
    options.stop_jerk = jerks;
    refuse_options(&t, &options, "joint \"turn\": the jerk of its stop is -1");
    options.stop_jerk = NULL;
    options.tolerance = jerks;
    refuse_options(&t, &options, "the tolerance of joint 'turn' is -1");
    options.tolerance = NULL;
    options.period = 0;
    refuse_options(&t, &options, "the period of a gate is 0 s");
    options.period = (double)NAN;
    refuse_options(&t, &options, "the period of a gate is nan s");
    options.period = PERIOD;
    options.points = 0;
    refuse_options(&t, &options, "a gate for chunks of 0 waypoints");
    options.points = MOST;
    options.start_tolerance = -1;
    refuse_options(&t, &options, "the start tolerance is -1");
    options.start_tolerance = HUGE_VAL;
    options.check = &check;
    check.time_tolerance = -1;
    refuse_options(&t, &options, "time");
    check.time_tolerance = 1e-4;
    lw_gate *gate = NULL;
    succeed(lw_gate_create(t.scene, &options, &gate, &error), &error);
    lw_gate_destroy(gate);
    assert_int_equal(lw_gate_create(NULL, &options, &gate, &error), LW_ERROR_STATE);
    assert_int_equal(lw_gate_create(t.scene, &options, NULL, &error), LW_ERROR_ARGUMENT);
    drop_table(&t);
}

/* ---- memory -------------------------------------------------------------------------------------- */

static void test_allocates_nothing(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    open_gate(&a, &table, NULL);
    lw_scene *moved = with_ball_at(a.table.scene, 0, 0.7, 0);
    const size_t before = allocation_count();
    for (int i = 0; i < 200; i++) {
        drive(&a, i % OWN, 0.01 * (i % 70), i % 3 ? 1 : 2, 1 + (size_t)i % MOST);
        a.request.time = i;
        a.request.scene = i % 4 ? NULL : i % 8 ? moved : a.table.scene;
        (void)ask(&a);
    }
    assert_int_equal(allocation_count(), before);
    drop_table(&a.table);
    lw_scene_destroy(moved);
}

static void test_out_of_memory_in_gate(void **state)
{
    (void)state;
    lw_error error = {0};
    gate_table t = open_table();
    build_table(&t);
    for (size_t n = 1;; n++) {
        lw_gate *gate = NULL;
        allocation_fail(n);
        const lw_status status = lw_gate_create(t.scene, NULL, &gate, &error);
        if (!allocation_failed()) {
            assert_int_equal(status, LW_OK);
            lw_gate_destroy(gate);
            break;
        }
        assert_int_equal(status, LW_ERROR_MEMORY);
        assert_null(gate);
    }
    allocation_fail(0);
    drop_table(&t);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(lw_gate_name(LW_GATE_STOP), "stop");
    assert_string_equal(lw_gate_name(LW_GATE_PASS), "pass");
    assert_null(lw_gate_name((lw_gate_kind)(LW_GATE_PASS + 1)));
    assert_null(lw_gate_reason_name(LW_GATE_REASON_NONE));
    assert_string_equal(lw_gate_reason_name(LW_GATE_REASON_STOP_CONTACT), "stop_contact");
    assert_string_equal(lw_gate_reason_name(LW_GATE_REASON_INPUT), "input");
    assert_null(lw_gate_reason_name((lw_gate_reason)(LW_GATE_REASON_INPUT + 1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_requests),
        cmocka_unit_test(test_wrong_scenes),
        cmocka_unit_test(test_moving_obstacles),
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_allocates_nothing),
        cmocka_unit_test(test_out_of_memory_in_gate),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
