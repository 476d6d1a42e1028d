/* Tests searches with several goals: which is reached, those in contact, and bad arguments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "plan_world.h"
#include "verdicts.h"

enum { METHODS = 4, MANY = 200 };

static const double inside[] = {0.05, -0.5}; /* the part of the wall below the hole */
static const double above[] = {0.05, 0.9};   /* the part above it */

static lw_plan find_any(lw_planner *planner, const double *from, const double *goals, size_t count,
                        const lw_plan_options *options)
{
    lw_error error = {0};
    lw_plan plan = lw_default_plan();
    succeed(lw_planner_find_any(planner, from, goals, count, options, &plan, &error), &error);
    return plan;
}

static lw_plan_options options_of(int method)
{
    lw_plan_options options = lw_default_plan_options();
    options.method = (lw_plan_method)method;
    options.budget_nodes = 3000;
    return options;
}

static bool same_path(const lw_plan *a, const double *path, size_t count)
{
    bool same = a->point_count == count;
    for (size_t i = 0; i < count * a->value_count && same; i++)
        same = same_bits(a->path[i], path[i]);
    return same;
}

/* One goal: the path of lw_planner_find, to the bit. */
static void test_one(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_planner *planner = planner_of(scene, NULL, 1);
    for (int m = 0; m < METHODS; m++) {
        lw_plan_options options = options_of(m);
        lw_plan one = find(planner, on_the_left, on_the_right, &options);
        assert_int_equal(one.kind, LW_PLAN_FOUND);
        assert_int_equal(one.goal, 0);
        double path[200];
        const size_t count = one.point_count;
        memcpy(path, one.path, count * one.value_count * sizeof *path);
        lw_plan any = find_any(planner, on_the_left, on_the_right, 1, &options);
        assert_true(same_path(&any, path, count));
        assert_int_equal(any.edges, one.edges);
        assert_int_equal(any.nodes, one.nodes);
    }
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Goals behind a wall without a hole, and a farther one that can be reached around another wall:
 * every method leads to the latter, on any number of threads, and the path is free. */
static void test_reached(void **state)
{
    (void)state;
    lw_error error = {0};
    const double start[] = {-0.2, -0.5};
    const double goals[] = {0.8, 0.3, 0.3, -0.5, -0.8, -0.5, 0.3, 0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "wall", 0, 0, 0.1, 4);
    add_wall(scene, "aside", -0.5, -0.6, 0.1, 1);
    succeed(lw_scene_freeze(scene, &error), &error);
    for (int m = 0; m < METHODS; m++) {
        double path[400];
        size_t count = 0;
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            lw_planner *planner = planner_of(scene, NULL, threads);
            lw_plan_options options = options_of(m);
            lw_plan plan = find_any(planner, start, goals, 4, &options);
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
            assert_int_equal(plan.goal, 2);
            assert_true(plan.point_count > 2);
            check_path(scene, lw_scene_movable_joints(scene, 0), &plan, start, goals + 4, 2);
            assert_true(threads == 1 || same_path(&plan, path, count));
            count = plan.point_count;
            memcpy(path, plan.path, count * plan.value_count * sizeof *path);
            options.budget_nodes = 200;
            plan = find_any(planner, start, goals, 2, &options);
            assert_int_equal(plan.kind, LW_PLAN_NONE);
            assert_int_equal(plan.goal, 0);
            lw_planner_destroy(planner);
        }
    }
    lw_scene_destroy(scene);
}

/* Of goals that straight segments lead to, the nearest one is taken, wherever it is in the list. Goals
 * in contact are left out, also where there are more than one batch of them. */
static void test_left_out(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_planner *planner = planner_of(scene, NULL, 1);
    double goals[2 * MANY];
    for (size_t i = 0; i < MANY; i++)
        memcpy(goals + 2 * i, i ? inside : above, sizeof inside);
    lw_plan plan = find_any(planner, on_the_left, goals, MANY, NULL);
    assert_int_equal(plan.kind, LW_PLAN_GOAL_IN_CONTACT);
    assert_string_equal(lw_scene_body_name(scene, (size_t)plan.contact->pair[1]), "above");
    const double far[] = {-0.3, 0.1};
    const double near[] = {-0.6, 0.1};
    memcpy(goals + 2 * (MANY - 2), far, sizeof far);
    plan = find_any(planner, on_the_left, goals, MANY, NULL);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_int_equal(plan.goal, MANY - 2);
    assert_null(plan.contact);
    assert_true(fabs(plan.length - 0.5) < 1e-15);
    memcpy(goals + 2 * (MANY - 1), near, sizeof near);
    plan = find_any(planner, on_the_left, goals, MANY, NULL);
    assert_int_equal(plan.goal, MANY - 1);
    assert_int_equal(plan.point_count, 2);
    assert_true(fabs(plan.length - 0.2) < 1e-15);
    /* the start counts before the goals */
    plan = find_any(planner, inside, goals, MANY, NULL);
    assert_int_equal(plan.kind, LW_PLAN_START_IN_CONTACT);
    assert_string_equal(lw_scene_body_name(scene, (size_t)plan.contact->pair[1]), "below");
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Of more goals than one batch of straight segments has, only a far one is reached by one. */
static void test_straight(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "wall", 0, 0, 0.1, 1);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    double goals[2 * MANY];
    const double start[] = {-0.2, 0};
    const double beside[] = {-0.2, 1};
    for (size_t i = 0; i < MANY; i++) {
        goals[2 * i] = 0.2 + 0.0001 * (double)i;
        goals[2 * i + 1] = 0;
    }
    memcpy(goals + 6, beside, sizeof beside);
    lw_plan plan = find_any(planner, start, goals, MANY, NULL);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_int_equal(plan.goal, 3);
    assert_int_equal(plan.point_count, 2);
    assert_true(fabs(plan.length - 1) < 1e-15);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* aorrtc begins with the goal that a straight segment leads to, and ends with a nearer one behind a
 * small obstacle. */
static void test_anytime(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "small", 0, 0, 0.1, 0.1);
    succeed(lw_scene_freeze(scene, &error), &error);
    const double start[] = {-0.3, 0};
    const double goals[] = {-0.3, 0.9, 0.3, 0, -0.3, -0.95};
    for (unsigned threads = 1; threads <= 2; threads++) {
        lw_planner *planner = planner_of(scene, NULL, threads);
        lw_plan_options options = options_of(LW_PLAN_RRT_CONNECT);
        lw_plan plan = find_any(planner, start, goals, 3, &options);
        assert_int_equal(plan.goal, 0);
        options = options_of(LW_PLAN_AORRTC);
        plan = find_any(planner, start, goals, 3, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        assert_int_equal(plan.goal, 1);
        assert_true(plan.length > 0.6 && plan.length < 0.75);
        check_path(scene, lw_scene_movable_joints(scene, 0), &plan, start, goals + 2, 2);
        lw_planner_destroy(planner);
    }
    lw_scene_destroy(scene);
}

/* A roadmap that is kept leads to the goal that it reaches, and stays as it is. */
static void test_roadmap(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_roadmap *roadmap = NULL;
    lw_roadmap_options grow = lw_default_roadmap_options();
    grow.nodes = 400;
    succeed(lw_roadmap_create(planner, 3, &roadmap, &error), &error);
    succeed(lw_roadmap_grow(roadmap, &grow, &error), &error);
    const size_t edges = lw_roadmap_edge_count(roadmap);
    const double goals[] = {0.05, -0.5, 0.8, -0.2, 0.9, -0.9};
    for (int m = 0; m < METHODS - 1; m++) {
        lw_plan_options options = options_of(m);
        options.roadmap = roadmap;
        lw_plan plan = find_any(planner, on_the_left, goals, 3, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        assert_int_equal(plan.goal, 1);
        check_path(scene, lw_scene_movable_joints(scene, 0), &plan, on_the_left, goals + 2, 2);
        assert_int_equal(lw_roadmap_node_count(roadmap), 400);
        assert_int_equal(lw_roadmap_edge_count(roadmap), edges);
    }
    lw_roadmap_destroy(roadmap);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

static void test_arguments(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_plan plan = lw_default_plan();
    const double goals[] = {0.5, 0.1, 0.2, (double)NAN};
    refused(lw_planner_find_any(planner, on_the_left, goals, 0, NULL, &plan, &error), LW_ERROR_ARGUMENT,
            &error, "there is no goal");
    refused(lw_planner_find_any(planner, on_the_left, goals, 1000001, NULL, &plan, &error),
            LW_ERROR_ARGUMENT, &error, "1000000 at most");
    refused(lw_planner_find_any(planner, on_the_left, NULL, 2, NULL, &plan, &error), LW_ERROR_ARGUMENT,
            &error, "the goal with index 0 is missing");
    refused(lw_planner_find_any(planner, on_the_left, goals, 2, NULL, &plan, &error), LW_ERROR_ARGUMENT,
            &error, "value 2 of the goal with index 1 is not finite");
    refused(lw_planner_find_any(planner, on_the_left, goals + 2, 1, NULL, &plan, &error),
            LW_ERROR_ARGUMENT, &error, "value 2 of the goal is not finite");
    refused(lw_planner_find_any(NULL, on_the_left, goals, 1, NULL, &plan, &error), LW_ERROR_ARGUMENT,
            &error, "planner");
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one),       cmocka_unit_test(test_reached),
        cmocka_unit_test(test_left_out),  cmocka_unit_test(test_straight),
        cmocka_unit_test(test_anytime),   cmocka_unit_test(test_roadmap),
        cmocka_unit_test(test_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
