/* Tests the dynamic domains of RRT-Connect: nodes beside obstacles grow towards near samples only. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "plan/planner.h"
#include "plan_world.h"
#include "seed.h"

static const double range = 0.01;

/* Two pockets in which a puck has no room for a step, about (-0.5, 0) and (0.5, 0). */
static lw_scene *pockets(void)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    static const char *const names[2][4] = {{"a", "b", "c", "d"}, {"e", "f", "g", "h"}};
    for (int i = 0; i < 2; i++) {
        double x = i ? 0.5 : -0.5;
        const double off = 0.1 + 0.001 + 0.05;
        add_wall(scene, names[i][0], x - off, 0, 0.1, 0.4);
        add_wall(scene, names[i][1], x + off, 0, 0.1, 0.4);
        add_wall(scene, names[i][2], x, -off, 0.4, 0.1);
        add_wall(scene, names[i][3], x, off, 0.4, 0.1);
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* Nothing grows, so that the search ends after ten times as many failures as its budget has nodes: 90.
 * A sample is within four steps of the root with the probability 4e-4 pi, and one of 64 with 0.077. So
 * 90 failures stand for 7 segments. Without domains each of them is a segment; with a single sample in
 * place of 64 there is almost none. */
static void test_pockets(void **state)
{
    (void)state;
    lw_scene *scene = pockets();
    lw_planner *planner = planner_of(scene, NULL, 1);
    static const double from[] = {-0.5, 0};
    static const double to[] = {0.5, 0};
    uint64_t edges = 0;
    enum { SEARCHES = 20, FAILURES = 90 };
    for (uint64_t seed = 1; seed <= SEARCHES; seed++) {
        lw_plan_options options = lw_default_plan_options();
        options.seed = seed;
        options.range = range;
        options.budget_nodes = FAILURES / 10;
        lw_plan plan = find(planner, from, to, &options);
        assert_int_equal(plan.kind, LW_PLAN_NONE);
        assert_int_equal(plan.reason, LW_REASON_BUDGET);
        assert_int_equal(plan.nodes, 2);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(lw_tree_count(&planner->search.trees[i]), 1);
            assert_true(planner->search.trees[i].radii.items[0] == 4 * range);
        }
        edges += plan.edges - 3; /* start, goal, and the straight way */
    }
    /* the first step of each root has no domain yet */
    double wanted = SEARCHES * (2 + (FAILURES - 2) * (1 - pow(1 - 4e-4 * pi, 64)));
    double off = 4 * sqrt(wanted);
    assert_true(fabs((double)edges - wanted) < off);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Nodes that never met an obstacle have no domain, and neither has a tree that is planted anew. */
static void test_radii(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_hole(0.5, 0.3);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_plan_options options = lw_default_plan_options();
    size_t with = 0;
    size_t without = 0;
    for (options.seed = 1; options.seed <= 10; options.seed++) {
        lw_plan plan = find(planner, on_the_left, on_the_right, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        for (int i = 0; i < 2; i++) {
            const lw_tree *tree = &planner->search.trees[i];
            assert_int_equal(tree->radii.count, lw_tree_count(tree));
            for (size_t k = 0; k < lw_tree_count(tree); k++) {
                double radius = tree->radii.items[k];
                with += radius < HUGE_VAL;
                without += radius == HUGE_VAL;
                assert_true(radius == HUGE_VAL || fabs(radius - 4 * 0.06 * sqrt(8)) < 1e-12);
            }
        }
    }
    assert_true(with > 5 && without > 5);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Around a small obstacle hardly a step fails: no more nodes have a domain than steps have failed. */
static void test_few_failures(void **state)
{
    (void)state;
    static const double from[] = {-0.8, 0};
    static const double to[] = {0.8, 0};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "post", 0, 0, 0.02, 0.02);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_plan_options options = lw_default_plan_options();
    for (options.seed = 1; options.seed <= 20; options.seed++) {
        (void)find(planner, from, to, &options);
        size_t with = 0;
        for (int i = 0; i < 2; i++)
            for (size_t k = 0; k < lw_tree_count(&planner->search.trees[i]); k++)
                with += planner->search.trees[i].radii.items[k] < HUGE_VAL;
        assert_true(with <= planner->search.failed);
    }
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Steps that are prepared together, and sifted by a block of their ends, are those that a search takes
 * one by one: a method that takes no shortcuts sifts none, and finds the same path, by as many
 * segments. */
static void test_prepared(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_hole(0.5, 0.25);
    lw_planner *planners[] = {planner_of(scene, NULL, 1), planner_of(scene, NULL, 1)};
    planners[1]->edges.sought = 1000000;
    uint64_t seeds = (uint64_t)test_rounds(100, 10000);
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        lw_plan_options options = lw_default_plan_options();
        options.seed = seed;
        options.range = 0.1;
        lw_plan plans[2];
        for (int i = 0; i < 2; i++)
            plans[i] = find(planners[i], on_the_left, on_the_right, &options);
        assert_int_equal(plans[0].kind, LW_PLAN_FOUND);
        assert_int_equal(plans[0].edges, plans[1].edges);
        assert_int_equal(plans[0].nodes, plans[1].nodes);
        assert_int_equal(plans[0].point_count, plans[1].point_count);
        assert_memory_equal(plans[0].path, plans[1].path, 2 * plans[0].point_count * sizeof(double));
    }
    assert_true(planners[0]->edges.seen > planners[0]->edges.sought / 8);
    assert_int_equal(planners[1]->edges.sought, 1000000);
    for (int i = 0; i < 2; i++)
        lw_planner_destroy(planners[i]);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pockets), cmocka_unit_test(test_radii),
                                       cmocka_unit_test(test_few_failures),
                                       cmocka_unit_test(test_prepared)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
