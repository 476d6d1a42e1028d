/* lw_gate_check: each reason for which waypoints do not pass, the stops that it falls back on. The
 * joint x drives a ball towards another one at (1, 0). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "gate_asked.h"

static double shown_value(const asked *a, size_t joint, double time)
{
    double value;
    assert_non_null(lw_gate_motion(a->table.gate));
    assert_int_equal(lw_motion_joint_values(lw_gate_motion(a->table.gate), joint, time, &value, NULL),
                     LW_OK);
    return value;
}

static void assert_close_to(double value, double expected)
{
    if (!(fabs(value - expected) < 1e-9))
        fail_msg("%.12g instead of %.12g", value, expected);
}

/* ---- reasons ------------------------------------------------------------------------------------- */

static void test_passes(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    open_gate(&a, &table, NULL);
    drive(&a, 1, 0, 0.4, 5);
    expect(&a, LW_GATE_REASON_NONE, 5);
    assert_int_equal(a.answer.proven, 1);
    assert_true(a.answer.begun == 0 && a.answer.checks == 1);
    assert_true(a.answer.joint == -1 && a.answer.pair[0] == -1 && a.answer.pair[1] == -1);
    assert_close_to(a.answer.end, 0.6); /* 0.5 s, and 0.4 / 4 s to stop */
    assert_close_to(shown_value(&a, 1, 0.25), 0.1);
    assert_close_to(shown_value(&a, 1, 0.6), 0.2 + 0.4 * 0.4 / 8);
    lw_motion *copy = NULL; /* a motion like any other */
    succeed(lw_motion_create(a.table.scene, &copy, &a.error), &a.error);
    const lw_motion *shown = lw_gate_motion(a.table.gate);
    succeed(lw_motion_join(copy, &shown, 1, &a.error), &a.error);
    for (int i = 0; i < 12; i++) {
        double value;
        assert_int_equal(lw_motion_joint_values(copy, 1, 0.05 * i, &value, NULL), LW_OK);
        assert_close_to(shown_value(&a, 1, 0.05 * i), value);
    }
    lw_motion_destroy(copy);
    drive(&a, 1, 0, 0.4, 1); /* one waypoint */
    a.request.time = 1;
    expect(&a, LW_GATE_REASON_NONE, 1);
    drive(&a, 1, 0.5, 0, 1); /* nothing moves */
    expect(&a, LW_GATE_REASON_NONE, 1);
    assert_close_to(a.answer.end, PERIOD);
    drop_table(&a.table);
}

static void test_contact_between_waypoints(void **state)
{
    (void)state;
    asked a;
    gate_table table = open_table();
    table.acceleration = 1e6;
    open_gate(&a, &table, NULL);
    drive(&a, 0, 0.7, 6, 2); /* waypoints at 1.3 and 1.9, the ball at 1 in between */
    expect(&a, LW_GATE_REASON_CONTACT, 0);
    assert_true(a.answer.time < PERIOD);
    assert_int_equal(a.answer.joint, -1);
    assert_string_equal(lw_scene_body_name(a.table.scene, (size_t)a.answer.pair[1]), "b0");
    drop_table(&a.table);
}

/* The arm's ball reaches the other ball when x is at 1 - ARM - 2 RADIUS = 0.5. */
static void test_no_room_to_stop(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    open_gate(&a, &table, NULL);
    drive(&a, 0, 0, 1, 4); /* a stop from 1 m/s takes 0.125 m */
    expect(&a, LW_GATE_REASON_STOP_CONTACT, 3);
    assert_true(a.answer.time > 4 * PERIOD && a.answer.time < 0.6);
    assert_close_to(a.answer.end, 3 * PERIOD + 0.25);
    assert_close_to(shown_value(&a, 0, a.answer.end), 0.425);
    drive(&a, 0, 0, 1, 9); /* the way itself is cut at 0.5 */
    expect(&a, LW_GATE_REASON_STOP_CONTACT, 3);
    assert_close_to(shown_value(&a, 0, 0.3), 0.3);
    drop_table(&a.table);
}

static void test_limits(void **state)
{
    (void)state;
    asked a;
    gate_table table = open_table();
    table.reach = 0.45;
    table.velocity = 1.5;
    open_gate(&a, &table, NULL);
    drive(&a, 1, 0, 1, 4);
    expect(&a, LW_GATE_REASON_STOP_POSITION, 3);
    assert_int_equal(a.answer.joint, 1);
    assert_close_to(a.answer.value, 0.525);
    assert_close_to(a.answer.limit, 0.45);
    drive(&a, 1, 0, 1, 6);
    expect(&a, LW_GATE_REASON_STOP_POSITION, 3);
    drive(&a, 1, 0.4, 0.05, 12); /* slow: 0.45 is reached at a waypoint */
    expect(&a, LW_GATE_REASON_STOP_POSITION, 9);
    drive(&a, 1, 0.44999, 0.0009, 2); /* beyond it only between waypoints, and back */
    a.points[OWN + 1] = 0.44999;
    expect(&a, LW_GATE_REASON_POSITION, 0);
    drive(&a, 1, 0, 0, 2);
    a.points[1] = 0.1;
    a.points[OWN + 1] = 0.16;
    expect(&a, LW_GATE_REASON_ACCELERATION, 0);
    assert_true(a.answer.joint == 1 && a.answer.time >= 0 && a.answer.time < PERIOD);
    assert_true(fabs(a.answer.value) > 4 && fabs(a.answer.limit) == 4);
    drive(&a, 1, 0, 1.5001, 1); /* the robot itself is too fast, and gets slower */
    a.points[1] = 0.145;
    expect(&a, LW_GATE_REASON_VELOCITY, 0);
    assert_true(a.answer.joint == 1 && a.answer.time == 0 && a.answer.limit == 1.5);
    assert_close_to(a.answer.value, 1.5001);
    drop_table(&a.table);
}

/* While the acceleration of a stop falls at the limit of jerk, the velocity may still grow. */
static void test_jerk(void **state)
{
    (void)state;
    asked a;
    gate_table table = open_table();
    const double jerks[OWN] = {8, 8, 8};
    lw_gate_options options = options_of(NULL);
    options.stop_jerk = jerks;
    table.velocity = 1;
    open_gate(&a, &table, &options);
    lw_motion *stop = NULL;
    drive(&a, 1, 0, 0, 1);
    a.points[1] = 0.01; /* ends at 0.1 m/s, with the acceleration -2 */
    expect(&a, LW_GATE_REASON_NONE, 1);
    drop_table(&a.table);
    table.jerk = 8;
    open_gate(&a, &table, NULL);
    drive(&a, 1, 0, 0, 1);
    a.points[1] = 0.01;
    expect(&a, LW_GATE_REASON_NONE, 1);
    succeed(lw_motion_create(a.table.scene, &stop, &a.error), &a.error);
    a.points[2] = 0.004; /* joints brake for different times */
    expect(&a, LW_GATE_REASON_NONE, 1);
    const double at[OWN] = {0, 0.01, 0.004};
    const double rates[OWN] = {0, 0.1, 0.04};
    const double accelerations[OWN] = {0, (6 * -0.1 + 4 * 0.1) / PERIOD,
                                       (6 * -0.04 + 4 * 0.04) / PERIOD};
    succeed(lw_motion_set_stop(stop, NULL, at, rates, accelerations, &a.error), &a.error);
    double begin;
    double end;
    lw_motion_interval(stop, &begin, &end);
    assert_close_to(a.answer.end, PERIOD + end);
    for (int i = 0; i <= 20; i++) {
        for (size_t k = 0; k < OWN; k++) {
            double value;
            assert_int_equal(lw_motion_joint_values(stop, k, end * i / 20, &value, NULL), LW_OK);
            assert_close_to(shown_value(&a, k, PERIOD + end * i / 20), value);
        }
    }
    drive(&a, 1, 0, 0.9, 1);
    const double fast[OWN] = {0, 0.99, 0};
    a.request.velocities = fast;
    a.points[1] = 0.093;
    expect(&a, LW_GATE_REASON_STOP_VELOCITY, 0);
    assert_true(a.answer.value > 1 && a.answer.joint == 1);
    lw_motion_destroy(stop);
    drop_table(&a.table);
}

/* A robot whose first joint a second one follows twice as far; a third one rests beyond its limits. */
static lw_scene *pair_of_slides(double limit, double third)
{
    static const char *const links[] = {"a", "b", "c", "d"};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    const lw_shape_def ball = sphere_of(RADIUS);
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    for (int i = 0; i < 4; i++)
        succeed(lw_scene_add_link(scene, "r", links[i], &error), &error);
    for (int i = 0; i < 3; i++) {
        lw_joint_def joint = joint_of(links[i + 1], LW_JOINT_PRISMATIC, links[i], links[i + 1]);
        joint.lower = -1;
        joint.upper = i == 1 ? limit : 1;
        joint.acceleration = 4;
        joint.jerk = 1; /* cubics break this limit; their stops have one of their own */
        joint.mimic = i == 1 ? "b" : NULL;
        joint.mimic_multiplier = 2;
        succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    }
    succeed(lw_scene_add_shape(scene, "r", "d", &ball, lw_pose_identity(), &error), &error);
    succeed(lw_scene_set_joint(scene, "r", "d", &third, 1, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static lw_gate_answer ask_slides(double limit, double third)
{
    lw_error error = {0};
    lw_joints *joints = NULL;
    lw_gate *gate = NULL;
    lw_scene *scene = pair_of_slides(limit, third);
    lw_gate_options options = options_of(NULL);
    lw_gate_request request = lw_default_gate_request();
    lw_gate_answer answer = lw_default_gate_answer();
    const double jerk = HUGE_VAL;
    const double zero = 0;
    const double points[2] = {0.005, 0.015};
    succeed(lw_joints_create(scene, "r", (const char *const[]){"b"}, 1, &joints, &error), &error);
    options.joints = joints;
    options.stop_jerk = &jerk;
    request.values = request.rates = &zero;
    request.points = points;
    request.count = 2;
    succeed(lw_gate_create(scene, &options, &gate, &error), &error);
    succeed(lw_gate_check(gate, &request, &answer, &error), &error);
    lw_gate_destroy(gate);
    lw_joints_destroy(joints);
    lw_scene_destroy(scene);
    return answer;
}

static void test_mimic(void **state)
{
    (void)state;
    /* the stop from 0.015 at 0.1 m/s ends at 0.0175, since the second joint brakes at 4 m/s^2 */
    assert_int_equal(ask_slides(1, 0).passed, 2);
    const lw_gate_answer answer = ask_slides(0.034, 0);
    assert_int_equal(answer.passed, 1);
    assert_int_equal(answer.reason, LW_GATE_REASON_STOP_POSITION);
    assert_int_equal(answer.joint, 1);
    assert_close_to(answer.value, 0.035);
    assert_int_equal(ask_slides(0.034, 3).passed, 1); /* joints at rest do not count */
}

static void test_stop_limits(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    const double accelerations[OWN] = {2, 0.5, 2};
    lw_gate_options options = options_of(NULL);
    options.stop_acceleration = accelerations;
    open_gate(&a, &table, &options);
    drive(&a, 1, 0, 0.4, 2);
    expect(&a, LW_GATE_REASON_NONE, 2);
    assert_close_to(a.answer.end, 2 * PERIOD + 0.8);
    drop_table(&a.table);
}

static void test_tolerance(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    const double tolerance[OWN] = {0.02, 0, 0};
    const double per_speed[OWN] = {0.1, 0, 0};
    lw_gate_options options = options_of(NULL);
    open_gate(&a, &table, NULL);
    drive(&a, 0, 0.47, 0.1, 1); /* stops at 0.48125, which is 18.75 mm before the ball */
    expect(&a, LW_GATE_REASON_NONE, 1);
    drop_table(&a.table);
    options.tolerance = tolerance;
    open_gate(&a, &table, &options);
    drive(&a, 0, 0.47, 0.1, 1);
    expect(&a, LW_GATE_REASON_STOP_CONTACT, 0);
    drive(&a, 0, 0.46, 0.1, 1);
    expect(&a, LW_GATE_REASON_NONE, 1);
    drop_table(&a.table);
    options.tolerance_per_speed = per_speed;
    open_gate(&a, &table, &options);
    drive(&a, 0, 0.465, 0.1, 1); /* 30 mm on the way, which are left at 0.47 */
    expect(&a, LW_GATE_REASON_CONTACT, 0);
    drive(&a, 0, 0.458, 0.1, 1);
    expect(&a, LW_GATE_REASON_NONE, 1);
    drop_table(&a.table);
}

/* Between two waypoints that keep the limit, with no other limit of the way. */
static void test_overshoot(void **state)
{
    (void)state;
    asked a;
    gate_table table = open_table();
    const double brakes[OWN] = {4, 4, 4};
    const double back[OWN] = {0, -0.15, 0};
    lw_gate_options options = options_of(NULL);
    table.reach = 0.45;
    table.acceleration = HUGE_VAL;
    options.stop_acceleration = brakes;
    open_gate(&a, &table, &options);
    drive(&a, 1, 0.449, 0, 1);
    a.points[1] = 0.4495;
    a.request.velocities = back;
    expect(&a, LW_GATE_REASON_POSITION, 0);
    assert_true(a.answer.value > 0.4515 && a.answer.value < 0.452);
    drop_table(&a.table);
}

static void test_start(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    lw_gate_options options = options_of(NULL);
    options.start_tolerance = 0.05;
    open_gate(&a, &table, &options);
    drive(&a, 1, 0, 0.4, 3);
    expect(&a, LW_GATE_REASON_NONE, 3);
    drive(&a, 1, 0, 0.51, 3);
    expect(&a, LW_GATE_REASON_START, 0);
    assert_true(a.answer.joint == 1 && a.answer.part == 0);
    assert_true(a.answer.value == a.points[1] && a.answer.limit == 0);
    drop_table(&a.table);
}

static bool always(void *context)
{
    ++*(int *)context;
    return true;
}

static bool once(void *context)
{
    return ++*(int *)context == 2;
}

/* What passes and what stops within a budget of work: all of it, or the reason budget. */
static void test_budget_of_work(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    lw_check_options check = lw_default_check_options();
    lw_gate_options options = options_of(&check);
    open_gate(&a, &table, &options);
    drive(&a, 0, 0, 1, 9);
    expect(&a, LW_GATE_REASON_STOP_CONTACT, 3);
    const uint64_t all = a.answer.work;
    assert_true(all > 100 && a.answer.checks == 3);
    drop_table(&a.table);
    for (uint64_t budget = 1; budget < all; budget += 1 + all / 300) {
        check.budget_work = budget;
        open_gate(&a, &table, &options);
        drive(&a, 0, 0, 1, 9);
        expect(&a, LW_GATE_REASON_BUDGET, 0);
        assert_true(a.answer.work > 0 && a.answer.work <= budget);
        drop_table(&a.table);
    }
    check.budget_work = all;
    open_gate(&a, &table, &options);
    drive(&a, 0, 0, 1, 9);
    expect(&a, LW_GATE_REASON_STOP_CONTACT, 3);
    assert_int_equal(a.answer.work, all);
    drive(&a, 0, 0, 0.1, 2); /* each call has the whole budget */
    expect(&a, LW_GATE_REASON_NONE, 2);
    assert_true(a.answer.work > 0 && a.answer.work <= all);
    drop_table(&a.table);
}

static void test_budget(void **state)
{
    (void)state;
    asked a;
    int calls = 0;
    const gate_table table = open_table();
    lw_check_options check = lw_default_check_options();
    check.stop = always;
    check.stop_context = &calls;
    lw_gate_options options = options_of(&check);
    open_gate(&a, &table, &options);
    drive(&a, 1, 0, 0.4, 3);
    expect(&a, LW_GATE_REASON_BUDGET, 0);
    assert_int_equal(a.answer.proven, 0);
    assert_true(calls > 0);
    drop_table(&a.table);
    calls = 0;
    check.stop = once; /* a call that was to end gives no shorter part a try */
    open_gate(&a, &table, &options);
    drive(&a, 1, 0, 0.4, 3);
    expect(&a, LW_GATE_REASON_BUDGET, 0);
    drop_table(&a.table);
    check = lw_default_check_options();
    check.method = LW_METHOD_BISECTION; /* each distance is a query */
    open_gate(&a, &table, &options);
    drive(&a, 0, 0, 1, 9);
    expect(&a, LW_GATE_REASON_STOP_CONTACT, 3);
    const uint64_t all = a.answer.queries;
    assert_true(all > 4 && a.answer.checks == 3);
    drop_table(&a.table);
    for (uint64_t budget = 1; budget < all; budget++) {
        check.budget_queries = budget;
        open_gate(&a, &table, &options);
        drive(&a, 0, 0, 1, 9);
        expect(&a, LW_GATE_REASON_BUDGET, 0);
        assert_true(a.answer.queries <= budget + 3); /* those that measure contacts come beside */
        drop_table(&a.table);
    }
    check.budget_queries = 0;
    check.budget_seconds = 1e-12;
    open_gate(&a, &table, &options);
    drive(&a, 1, 0, 0.4, 3);
    expect(&a, LW_GATE_REASON_BUDGET, 0);
    assert_int_equal(a.answer.checks, 0);
    drop_table(&a.table);
}

/* ---- stops --------------------------------------------------------------------------------------- */

static void test_stop_from_here(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    open_gate(&a, &table, NULL);
    drive(&a, 0, 0, 1, 3);
    expect(&a, LW_GATE_REASON_NONE, 3);
    drive(&a, 0, 0.2, 1, 1); /* 0.2 s later, as expected */
    a.request.time = 0.2;
    a.points[0] = 0.7; /* into the ball */
    expect(&a, LW_GATE_REASON_ACCELERATION, 0);
    assert_true(a.answer.proven == 1 && a.answer.begun == 0);
    assert_close_to(a.answer.end, 0.25);
    assert_close_to(shown_value(&a, 0, 0.25), 0.325);
    drop_table(&a.table);
}

/* Where the stop from here is not free, or the request says nothing of it, what passed last goes on. */
static void test_goes_on(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    open_gate(&a, &table, NULL);
    drive(&a, 0, 0, 1, 3);
    expect(&a, LW_GATE_REASON_NONE, 3);
    drive(&a, 0, 0.2, 2.5, 1); /* it is where it should be, and reports too fast a velocity */
    a.request.time = 0.2;
    expect(&a, LW_GATE_REASON_STOP_CONTACT, 0);
    assert_close_to(a.answer.begun, 0.2);
    assert_int_equal(a.answer.proven, 1);
    assert_close_to(shown_value(&a, 0, a.answer.begun), 0.2);
    assert_close_to(a.answer.end, 0.55);
    a.values[0] = 0.2 + 2e-6; /* not where it should be */
    expect(&a, LW_GATE_REASON_STOP_CONTACT, 0);
    assert_true(a.answer.proven == 0 && a.answer.begun == 0);
    a.values[0] = (double)NAN;
    assert_int_equal(ask(&a), LW_ERROR_ARGUMENT);
    assert_true(a.answer.reason == LW_GATE_REASON_INPUT && a.answer.kind == LW_GATE_STOP);
    assert_true(a.answer.proven == 0 && a.answer.end > 0.5);
    assert_close_to(a.answer.begun, 0.2);
    drop_table(&a.table);
}

static void test_scene_of_now(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    open_gate(&a, &table, NULL);
    drive(&a, 0, 0, 1, 3);
    expect(&a, LW_GATE_REASON_NONE, 3);
    lw_scene *near = with_ball_at(a.table.scene, 0, 0.65, 0); /* x may get to 0.15 */
    lw_scene_destroy(a.table.scene);
    a.table.scene = near;
    a.request.scene = near;
    drive(&a, 0, 0.1, 1, 2);
    a.request.time = 0.1;
    expect(&a, LW_GATE_REASON_CONTACT, 0);
    assert_true(a.answer.proven == 0 && a.answer.begun == 0.1); /* neither stop is free now */
    lw_scene *far = with_ball_at(near, 0, 0.88, 0);             /* x may get to 0.38 */
    lw_scene_destroy(near);
    a.table.scene = far;
    a.request.scene = far;
    expect(&a, LW_GATE_REASON_STOP_CONTACT, 1);
    assert_close_to(shown_value(&a, 0, a.answer.end), 0.325);
    a.request.scene = NULL;
    drive(&a, 0, 0.2, 2.5, 1); /* what passed last goes on, and is proven */
    a.request.time = 0.2;
    expect(&a, LW_GATE_REASON_CONTACT, 0);
    assert_true(a.answer.proven == 1);
    lw_scene *passed = with_ball_at(far, 0, 0.6, 0); /* where the arm has been */
    lw_scene_destroy(far);
    a.table.scene = passed;
    a.request.scene = passed;
    drive(&a, 0, 0.325, 0, 1);
    a.points[0] = 0;
    a.request.time = 5;
    assert_int_equal(ask(&a), LW_OK);
    assert_true(a.answer.proven == 0);
    drop_table(&a.table);
}

/* The part of the last motion that is over no longer counts. */
static void test_only_what_comes(void **state)
{
    (void)state;
    asked a;
    const gate_table table = open_table();
    open_gate(&a, &table, NULL);
    drive(&a, 0, -1, 1, 8);
    expect(&a, LW_GATE_REASON_NONE, 8);
    lw_scene *behind = with_ball_at(a.table.scene, 0, -1.1, 0); /* it was at -1 */
    lw_scene_destroy(a.table.scene);
    a.table.scene = behind;
    a.request.scene = behind;
    drive(&a, 0, -0.4, 9, 1);
    a.request.time = 0.6;
    a.table.balls[0][0] = -1.1;
    expect(&a, LW_GATE_REASON_STOP_POSITION, 0);
    assert_true(a.answer.proven == 1);
    assert_close_to(a.answer.begun, 0.6);
    drop_table(&a.table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_contact_between_waypoints),
        cmocka_unit_test(test_no_room_to_stop),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_jerk),
        cmocka_unit_test(test_mimic),
        cmocka_unit_test(test_stop_limits),
        cmocka_unit_test(test_tolerance),
        cmocka_unit_test(test_overshoot),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_budget_of_work),
        cmocka_unit_test(test_stop_from_here),
        cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_scene_of_now),
        cmocka_unit_test(test_only_what_comes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
