/* Tests the planner AORRTC, whose paths get shorter as long as its budget lasts, in scenes with a known
 * shortest path, and the configurations that it samples. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "plan/planner.h"
#include "plan_world.h"
#include "seed.h"

static lw_plan_options aorrtc_of(uint64_t seed, uint64_t nodes)
{
    lw_plan_options options = lw_default_plan_options();
    options.method = LW_PLAN_AORRTC;
    options.seed = seed;
    options.budget_nodes = nodes;
    return options;
}

/* ---- scenes with a known shortest path --------------------------------------------------------- */

/* The length of the shortest way of a disc's centre from one point to another over the end of a thin
 * wall, which is at the origin: two tangents to the circle of the disc's radius, and the arc between
 * them. */
static double around(double x, double y, double to_x, double to_y, double radius)
{
    double first = hypot(x, y);
    double second = hypot(to_x, to_y);
    double between = 2 * pi - acos((x * to_x + y * to_y) / (first * second));
    double arc = between - acos(radius / first) - acos(radius / second);
    return sqrt(first * first - radius * radius) + sqrt(second * second - radius * radius) +
           radius * arc;
}

static const double left_below[] = {-0.8, -0.5};
static const double right_below[] = {0.6, -0.6};

/* A thin wall from below up to the origin; there is no way round beneath it. */
static lw_scene *wall_with_end(void)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "wall", 0, -1, 1e-3, 2);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static void test_corner(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_end();
    lw_planner *planner = planner_of(scene, NULL, 1);
    /* the disc's centre goes round the end's two corners, which are 1 mm apart */
    double least = around(-0.8, -0.5, 0.6, -0.6, 0.1);
    double sums[2] = {0};
    for (uint64_t seed = 1; seed <= 5; seed++)
        for (int more = 0; more < 2; more++) {
            lw_plan_options options = aorrtc_of(seed, more ? 20000 : 200);
            lw_plan plan = find(planner, left_below, right_below, &options);
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
            assert_true(plan.length >= least - 1e-9 && plan.length < (more ? 1.01 : 1.1) * least);
            assert_true(plan.nodes >= options.budget_nodes && plan.nodes < options.budget_nodes + 30);
            assert_true(plan.point_count <= 20);
            /* each configuration costs about three segments, in all rounds together */
            assert_true(plan.edges < 4 * options.budget_nodes);
            sums[more] += plan.length;
            check_path(scene, lw_scene_movable_joints(scene, 0), &plan, left_below, right_below, 2);
        }
    assert_true(sums[1] < sums[0]);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Two ways: the shorter one leads through a hole that the puck barely passes. For some seeds the first
 * path leads round the wall, and no shortcut leads from there into the hole; later rounds find it. */
static void test_two_ways(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "below", 0, -1.12, 0.1, 2);
    add_wall(scene, "above", 0, 0.36, 0.1, 0.48);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    const double from[] = {-0.5, 0.3};
    const double to[] = {0.5, 0.3};
    int round_it = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        lw_plan_options options = aorrtc_of(seed, 10000);
        lw_plan plan = find(planner, from, to, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        /* over (0, 0.7), or through (-0.05, 0.02) and (0.05, 0.02) */
        assert_true(plan.length > 2 * hypot(0.45, 0.28) + 0.1 - 1e-9);
        assert_true(plan.length < 2 * hypot(0.5, 0.4));
        check_path(scene, lw_scene_movable_joints(scene, 0), &plan, from, to, 2);
        options.method = LW_PLAN_RRT_CONNECT;
        round_it += find(planner, from, to, &options).length > 1.25;
    }
    assert_true(round_it > 0);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* With nothing in between the straight segment is the shortest path, and the search ends there; also
 * where a continuous joint crosses the end of its turn. */
static void test_straight(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "aside", 0, 1.5, 0.1, 0.1);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_plan_options options = aorrtc_of(1, UINT64_MAX);
    lw_plan plan = find(planner, on_the_left, on_the_right, &options);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_int_equal(plan.point_count, 2);
    assert_int_equal(plan.nodes, 3);
    plan = find(planner, on_the_left, on_the_left, &options);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_true(plan.length == 0);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);

    static const lw_joint_kind kinds[] = {LW_JOINT_CONTINUOUS};
    scene = new_scene();
    add_chain(scene, "arm", kinds, 1);
    succeed(lw_scene_freeze(scene, &error), &error);
    planner = planner_of(scene, NULL, 1);
    const double from[] = {3};
    const double to[] = {-3};
    plan = find(planner, from, to, &options);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_true(fabs(plan.length - (2 * pi - 6)) < 1e-12);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* A puck that turns and one that flies, over a wall's end: there is no straight way, and the bounds
 * count turns and rotations as lengths. */
static void test_turns(void **state)
{
    (void)state;
    lw_error error = {0};
    const double planar[2][3] = {{-0.8, -0.5, 3}, {0.6, -0.6, -3}};
    const double floating[2][7] = {{-0.8, -0.5, 0, 0, 0, 0, 1}, {0.6, -0.6, 0, 0, 0, 1, 0}};
    for (int flies = 0; flies < 2; flies++) {
        lw_scene *scene = new_scene();
        add_puck(scene, "puck", flies ? LW_JOINT_FLOATING : LW_JOINT_PLANAR);
        add_wall(scene, "wall", 0, -1, 1e-3, 2);
        succeed(lw_scene_freeze(scene, &error), &error);
        double lower[7] = {-1, -1, flies ? -0.3 : (double)NAN, NAN, NAN, NAN, NAN};
        double upper[7] = {1, 1, flies ? 0.3 : (double)NAN, NAN, NAN, NAN, NAN};
        lw_plan_space space = lw_default_plan_space();
        space.lower = lower;
        space.upper = upper;
        lw_planner *planner = planner_of(scene, &space, 1);
        const double *from = flies ? floating[0] : planar[0];
        const double *to = flies ? floating[1] : planar[1];
        lw_plan_options options = aorrtc_of(1, 8000);
        lw_plan plan = find(planner, from, to, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        /* the puck turns evenly along the way */
        double least = hypot(around(-0.8, -0.5, 0.6, -0.6, 0.1), flies ? pi : 2 * pi - 6);
        assert_true(plan.length > least - 1e-9 && plan.length < 1.04 * least);
        check_path(scene, lw_scene_movable_joints(scene, 0), &plan, from, to, flies ? 7 : 3);
        lw_planner_destroy(planner);
        lw_scene_destroy(scene);
    }
}

/* ---- budgets, threads, memory ------------------------------------------------------------------ */

static bool stop_at(void *context)
{
    return --*(int *)context < 0;
}

/* Whatever ends the search, its answer is the best path so far; a longer search gives a path that is no
 * longer. */
static void test_budgets(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_end();
    lw_planner *planner = planner_of(scene, NULL, 1);
    double last = HUGE_VAL;
    for (int turns = 200; turns <= 51200; turns *= 4) {
        lw_plan_options options = aorrtc_of(3, UINT64_MAX);
        int left = turns;
        options.stop = stop_at;
        options.stop_context = &left;
        lw_plan plan = find(planner, left_below, right_below, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        assert_true(plan.length <= last);
        assert_true(left < 0);
        last = plan.length;
    }
    lw_plan_options options = aorrtc_of(3, UINT64_MAX);
    options.budget_seconds = 0.1;
    lw_plan plan = find(planner, left_below, right_below, &options);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);

    scene = wall_with_hole(0.3, 0.19); /* the puck does not pass */
    planner = planner_of(scene, NULL, 1);
    options = aorrtc_of(1, 300);
    plan = find(planner, on_the_left, on_the_right, &options);
    assert_int_equal(plan.kind, LW_PLAN_NONE);
    assert_int_equal(plan.reason, LW_REASON_BUDGET);
    /* at an end of the hole the puck's centre stays 0.05 + sqrt(0.1^2 - 0.095^2) from the wall's middle
     * plane */
    assert_true(plan.closest > 0.1624 && plan.closest < 1);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* One seed gives one path, for any number of threads and after any other question. */
static void test_same_path(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_end();
    lw_planner *planners[] = {planner_of(scene, NULL, 1), planner_of(scene, NULL, 3)};
    double path[64];
    size_t count = 0;
    for (int i = 0; i < 5; i++) {
        lw_plan_options options = aorrtc_of(i == 2 ? 8 : 7, 5000);
        lw_plan plan = find(planners[i % 2], left_below, right_below, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        if (!i) {
            count = plan.point_count;
            assert_true(2 * count <= 64);
            memcpy(path, plan.path, 2 * count * sizeof *path);
        }
        bool same = plan.point_count == count && !memcmp(path, plan.path, 2 * count * sizeof *path);
        assert_true(same == (i != 2));
    }
    for (int i = 0; i < 2; i++)
        lw_planner_destroy(planners[i]);
    lw_scene_destroy(scene);
}

/* A roadmap gives the first path, and the rounds shorten it. */
static void test_roadmap(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_end();
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_roadmap *roadmap = NULL;
    succeed(lw_roadmap_create(planner, 1, &roadmap, &error), &error);
    lw_roadmap_options grow = lw_default_roadmap_options();
    grow.nodes = 300;
    succeed(lw_roadmap_grow(roadmap, &grow, &error), &error);
    lw_plan_options options = aorrtc_of(1, 20000);
    options.roadmap = roadmap;
    lw_plan plan = find(planner, left_below, right_below, &options);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_true(plan.length < 1.01 * around(-0.8, -0.5, 0.6, -0.6, 0.1));
    assert_true(plan.nodes >= 20000 && plan.nodes < 20030);
    lw_roadmap_destroy(roadmap);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Each allocation fails in turn: the call returns an error, and the planner works afterwards. */
static void test_memory(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_end();
    lw_plan_options options = aorrtc_of(1, 1000);
    size_t failures = 0;
    for (size_t n = 1;; n++) {
        lw_error error = {0};
        lw_planner *planner = NULL;
        lw_plan plan = lw_default_plan();
        allocation_fail(n);
        lw_status status = lw_planner_create(scene, NULL, 1, &planner, &error);
        if (!status)
            status = lw_planner_find(planner, left_below, right_below, &options, &plan, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        if (planner) {
            plan = find(planner, left_below, right_below, &options);
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
        }
        lw_planner_destroy(planner);
        failures += failed;
        if (!failed)
            break;
    }
    assert_true(failures > 10);
    lw_scene_destroy(scene);
}

/* ---- one round --------------------------------------------------------------------------------- */

/* Costs are the lengths of the ways from the root, also after a node got a new parent. */
static void check_costs(const lw_tree *tree)
{
    for (size_t i = 1; i < lw_tree_count(tree); i++) {
        size_t up = (size_t)tree->parents.items[i];
        double length = lw_cspace_length(tree->space, lw_tree_node(tree, up), lw_tree_node(tree, i));
        /* a node with children gets no new parent, so its children's costs stay right */
        assert_true(fabs(lw_tree_cost(tree, up) + length - lw_tree_cost(tree, i)) < 1e-9);
    }
}

/* A round's path is below the bound; a round without a path ends, and counts its tries. */
static void test_round(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_end();
    lw_planner *planner = planner_of(scene, NULL, 1);
    int found_some = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        lw_plan_options options = aorrtc_of(seed, UINT64_MAX);
        lw_plan plan = find(planner, left_below, right_below, NULL);
        assert_int_equal(plan.kind, LW_PLAN_FOUND); /* the ends stay in the planner */
        lw_planner_begin(planner, &options);
        lw_search *search = &planner->search;
        bool found = false;
        search->bound = 2.05;
        search->round_end = 1000;
        succeed(lw_rrt_connect_below(search, &found, &error), &error);
        for (int i = 0; i < 2; i++)
            check_costs(&search->trees[i]);
        assert_true(search->spent > 0);
        assert_true(found || lw_search_nodes(search) >= 1000);
        if (found)
            assert_true(lw_path_length(search) < 2.05);
        found_some += found;
    }
    assert_true(found_some > 5);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* ---- configurations that can shorten a path ---------------------------------------------------- */

/* All samples can shorten a path, and all configurations that can are sampled evenly: a thin ellipse
 * has as many points on either side of its axes, which are computed here independently. */
static void test_informed(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_arena arena = {0};
    lw_scene *scene = wall_with_end();
    lw_plan_space def = lw_default_plan_space();
    lw_cspace space;
    succeed(lw_cspace_make(&arena, scene, &def, &space, &error), &error);
    double scratch[4];
    const double start[] = {-0.5, -0.3};
    const double goals[] = {0.95, -0.95, 0.3, 0.3}; /* the first is farther away than the bound */
    const double *goal = goals + 2;
    for (int thin = 0; thin < 2; thin++) {
        lw_search search = {.space = &space,
                            .random = {test_seed()},
                            .start = start,
                            .goals = thin ? goals : goal,
                            .goal_count = thin ? 2 : 1,
                            .scratch = scratch,
                            .bound = thin ? 1.0001 : 1.2}; /* the straight way is 1 */
        double width = sqrt(search.bound * search.bound - 1) / 2;
        int along = 0;
        int across = 0;
        int outer = 0;
        for (int i = 0; i < 4000; i++) {
            double values[2];
            assert_true(lw_informed_sample(&search, values));
            double way = hypot(values[0] - start[0], values[1] - start[1]) +
                         hypot(goal[0] - values[0], goal[1] - values[1]);
            assert_true(way < search.bound);
            double x = 0.8 * (values[0] + 0.1) + 0.6 * values[1];
            double y = 0.8 * values[1] - 0.6 * (values[0] + 0.1);
            along += x > 0;
            across += y > 0;
            outer += hypot(2 * x / search.bound, y / width) > sqrt(0.5);
        }
        /* half of 4,000 each, within five standard deviations of 32 */
        assert_true(abs(along - 2000) < 160 && abs(across - 2000) < 160 && abs(outer - 2000) < 160);
        search.bound = 4; /* more than the joints' limits leave */
        double none[2];
        for (int i = 0; i < 1000; i++) {
            assert_true(lw_informed_sample(&search, none));
            assert_true(fabs(none[0]) <= 1 && fabs(none[1]) <= 1);
        }
        search.bound = 0.99;
        assert_false(lw_informed_sample(&search, none));
    }
    lw_arena_free(&arena);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corner),   cmocka_unit_test(test_two_ways),
        cmocka_unit_test(test_straight), cmocka_unit_test(test_turns),
        cmocka_unit_test(test_budgets),  cmocka_unit_test(test_same_path),
        cmocka_unit_test(test_memory),   cmocka_unit_test(test_round),
        cmocka_unit_test(test_roadmap),  cmocka_unit_test(test_informed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
