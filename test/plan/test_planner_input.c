/* Tests the arguments that planners refuse: ends in contact, bad arguments; and lack of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "allocation.h"
#include "plan_world.h"

enum { METHODS = 4 };

static void test_ends(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_planner *planner = planner_of(scene, NULL, 1);
    const double inside[] = {0.05, -0.5};
    lw_plan plan = find(planner, inside, on_the_right, NULL);
    assert_int_equal(plan.kind, LW_PLAN_START_IN_CONTACT);
    assert_int_equal(plan.contact->kind, LW_VERDICT_CONTACT);
    assert_string_equal(lw_scene_body_name(scene, (size_t)plan.contact->pair[1]), "below");
    assert_true(fabs(plan.contact->contact.depth - 0.1) < 1e-9);
    plan = find(planner, on_the_left, inside, NULL);
    assert_int_equal(plan.kind, LW_PLAN_GOAL_IN_CONTACT);
    plan = find(planner, inside, inside, NULL);
    assert_int_equal(plan.kind, LW_PLAN_START_IN_CONTACT);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

static void test_arguments(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_scene *open = new_scene();
    lw_scene *empty = new_scene();
    succeed(lw_scene_freeze(empty, &error), &error);
    lw_planner *planner = NULL;
    refused(lw_planner_create(scene, NULL, 1, NULL, &error), LW_ERROR_ARGUMENT, &error, "place");
    refused(lw_planner_create(NULL, NULL, 1, &planner, &error), LW_ERROR_STATE, &error, "frozen");
    refused(lw_planner_create(open, NULL, 1, &planner, &error), LW_ERROR_STATE, &error, "frozen");
    refused(lw_planner_create(empty, NULL, 1, &planner, &error), LW_ERROR_STATE, &error, "robot");
    lw_plan_space space = lw_default_plan_space();
    const lw_joints *joints[] = {lw_scene_movable_joints(scene, 0), lw_scene_movable_joints(scene, 0)};
    space.joints = joints;
    refused(lw_planner_create(scene, &space, 1, &planner, &error), LW_ERROR_ARGUMENT, &error,
            "no joints to plan for");
    space.joints_count = 2;
    refused(lw_planner_create(scene, &space, 1, &planner, &error), LW_ERROR_ARGUMENT, &error,
            "given twice");
    joints[1] = NULL;
    refused(lw_planner_create(scene, &space, 1, &planner, &error), LW_ERROR_ARGUMENT, &error,
            "missing");
    space.joints_count = 1;
    double lower[] = {0.5, (double)NAN};
    double upper[] = {0.4, (double)NAN};
    space.lower = lower;
    space.upper = upper;
    refused(lw_planner_create(scene, &space, 1, &planner, &error), LW_ERROR_ARGUMENT, &error,
            "joint \"x\" of robot \"puck\" has no room between its bounds 0.5 and 0.4");
    upper[0] = HUGE_VAL;
    refused(lw_planner_create(scene, &space, 1, &planner, &error), LW_ERROR_LIMIT, &error,
            "joint \"x\" of robot \"puck\" has no limits");
    lower[0] = upper[0] = 0.5;
    lower[1] = upper[1] = 0;
    refused(lw_planner_create(scene, &space, 1, &planner, &error), LW_ERROR_ARGUMENT, &error,
            "no joint has room to move");
    assert_null(planner);
    planner = planner_of(scene, NULL, 1);
    lw_plan plan = lw_default_plan();
    const double far[] = {-0.8, 1.1};
    const double nothing[] = {(double)NAN, 0};
    refused(lw_planner_find(NULL, on_the_left, on_the_right, NULL, &plan, &error), LW_ERROR_ARGUMENT,
            &error, "a planner, or");
    refused(lw_planner_find(planner, NULL, on_the_right, NULL, &plan, &error), LW_ERROR_ARGUMENT,
            &error, "the start is missing");
    refused(lw_planner_find(planner, on_the_left, NULL, NULL, &plan, &error), LW_ERROR_ARGUMENT, &error,
            "the goal is missing");
    refused(lw_planner_find(planner, on_the_left, on_the_right, NULL, NULL, &error), LW_ERROR_ARGUMENT,
            &error, "plan");
    refused(lw_planner_find(planner, far, on_the_right, NULL, &plan, &error), LW_ERROR_LIMIT, &error,
            "value 2 of the start is 1.1, outside its limits -1 and 1");
    refused(lw_planner_find(planner, on_the_left, nothing, NULL, &plan, &error), LW_ERROR_ARGUMENT,
            &error, "value 1 of the goal is not finite");
    lw_plan_options options = lw_default_plan_options();
    options.method = (lw_plan_method)77;
    refused(lw_planner_find(planner, on_the_left, on_the_right, &options, &plan, &error),
            LW_ERROR_ARGUMENT, &error, "no method 77");
    options = lw_default_plan_options();
    options.budget_seconds = (double)NAN;
    refused(lw_planner_find(planner, on_the_left, on_the_right, &options, &plan, &error),
            LW_ERROR_ARGUMENT, &error, "time budget");
    options = lw_default_plan_options();
    options.range = -1;
    refused(lw_planner_find(planner, on_the_left, on_the_right, &options, &plan, &error),
            LW_ERROR_ARGUMENT, &error, "range");
    assert_int_equal(lw_planner_value_count(NULL), 0);
    lw_planner_destroy(NULL);
    lw_plan_method method;
    assert_true(lw_plan_method_from_name("rrt-connect", &method));
    assert_int_equal(method, LW_PLAN_RRT_CONNECT);
    assert_false(lw_plan_method_from_name("rrt", &method));
    assert_false(lw_plan_method_from_name(NULL, &method));
    assert_string_equal(lw_plan_method_name(LW_PLAN_RRT_CONNECT), "rrt-connect");
    assert_null(lw_plan_method_name((lw_plan_method)77));
    assert_string_equal(lw_plan_method_name(LW_PLAN_PRM), "prm");
    assert_true(lw_plan_method_from_name("lazy-prm", &method));
    assert_int_equal(method, LW_PLAN_LAZY_PRM);
    assert_null(lw_plan_method_name((lw_plan_method)METHODS));
    lw_planner_destroy(planner);
    lw_scene_destroy(empty);
    lw_scene_destroy(open);
    lw_scene_destroy(scene);
}

/* If memory runs out at any place, the call returns an error; nothing leaks or is left half made. */
static void test_memory(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    int done = 0;
    for (size_t n = 1;; n++) {
        lw_planner *planner = NULL;
        lw_plan plan = lw_default_plan();
        lw_plan_options options = lw_default_plan_options();
        options.method = (lw_plan_method)(n % METHODS);
        if (options.method == LW_PLAN_AORRTC) /* it goes on until its budget is used up */
            options.budget_nodes = 500;
        allocation_fail(n);
        lw_status status = lw_planner_create(scene, NULL, 1, &planner, &error);
        if (!status)
            status = lw_planner_find(planner, on_the_left, on_the_right, &options, &plan, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        if (failed)
            assert_int_equal(status, LW_ERROR_MEMORY);
        else
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
        /* after a failure the same call works */
        if (planner) {
            succeed(lw_planner_find(planner, on_the_left, on_the_right, &options, &plan, &error),
                    &error);
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
        }
        lw_planner_destroy(planner);
        done = failed ? 0 : done + 1;
        if (done == METHODS)
            break;
    }
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
