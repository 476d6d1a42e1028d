/* Tests planners: scenes with a known answer, paths against dense samples, and the same path on any
 * number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "plan/planner.h"
#include "plan_world.h"
#include "random_robot.h"
#include "seed.h"

enum { METHODS = 3 };

/* ---- scenes with a known answer ---------------------------------------------------------------- */

static void test_hole(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(20, 1000); round++) {
        /* the ball takes 0.2 of the width */
        double width = lw_random_between(&random, 0.24, 0.5);
        lw_scene *scene = wall_with_hole(lw_random_between(&random, -0.7, 0.7), width);
        lw_planner *planner = planner_of(scene, NULL, 1);
        lw_plan_options options = lw_default_plan_options();
        options.seed = lw_random_bits(&random);
        options.method = (lw_plan_method)(round % METHODS);
        options.clearance = true;
        lw_plan plan = find(planner, on_the_left, on_the_right, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        assert_int_equal(plan.value_count, 2);
        assert_true(plan.point_count >= 2 && plan.point_count <= 12);
        assert_true(plan.clearance.lower > 0 &&
                    plan.clearance.upper <= 1.011 * (0.5 * width - 0.1) + 1e-5);
        assert_true(plan.length >= hypot(1.6, 0.3) && plan.length < 4);
        check_path(scene, lw_scene_movable_joints(scene, 0), &plan, on_the_left, on_the_right, 2);
        double sum = 0;
        for (size_t i = 1; i < plan.point_count; i++)
            sum += hypot(plan.path[2 * i] - plan.path[2 * i - 2],
                         plan.path[2 * i + 1] - plan.path[2 * i - 1]);
        assert_true(fabs(sum - plan.length) < 1e-12);
        assert_true(plan.nodes >= 2 && plan.edges > 2);
        lw_planner_destroy(planner);
        lw_scene_destroy(scene);
    }
}

/* A hole that the ball does not pass, or no hole: there is no path, and the search ends by the budget,
 * by time, or by the caller. */
static bool stop_at(void *context)
{
    return --*(int *)context < 0;
}

static void test_closed(void **state)
{
    (void)state;
    for (int round = 0; round < 2 * METHODS; round++) {
        lw_scene *scene = wall_with_hole(0.3, round % 2 ? 0.19 : 0);
        lw_planner *planner = planner_of(scene, NULL, 1);
        lw_plan_options options = lw_default_plan_options();
        options.method = (lw_plan_method)(round / 2);
        options.budget_nodes = 300;
        lw_plan plan = find(planner, on_the_left, on_the_right, &options);
        assert_int_equal(plan.kind, LW_PLAN_NONE);
        assert_int_equal(plan.reason, LW_REASON_BUDGET);
        assert_true(plan.nodes >= 300 && plan.nodes < 364);
        assert_null(plan.path);
        /* The ball's centre stays 0.15 from the wall's middle plane on both sides; at an end of the
         * hole it stays 0.05 + sqrt(0.1^2 - 0.095^2) from it. */
        assert_true(plan.closest > (round % 2 ? 0.1624 : 0.3) && plan.closest < 1);
        options.budget_nodes = 1000000000;
        options.budget_seconds = 0.02;
        plan = find(planner, on_the_left, on_the_right, &options);
        assert_int_equal(plan.kind, LW_PLAN_NONE);
        assert_int_equal(plan.reason, LW_REASON_BUDGET);
        options.budget_seconds = 0;
        int turns = 20;
        options.stop = stop_at;
        options.stop_context = &turns;
        plan = find(planner, on_the_left, on_the_right, &options);
        assert_int_equal(plan.kind, LW_PLAN_NONE);
        assert_int_equal(plan.reason, LW_REASON_STOPPED);
        assert_int_equal(turns, -1);
        lw_planner_destroy(planner);
        lw_scene_destroy(scene);
    }
}

/* With nothing in between the path is one straight segment; and a goal at the start gives a path of
 * length 0. */
static void test_straight(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "aside", 0, 1.5, 0.1, 0.1);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_plan plan = find(planner, on_the_left, on_the_right, NULL);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_int_equal(plan.point_count, 2);
    assert_true(fabs(plan.length - hypot(1.6, 0.3)) < 1e-15);
    assert_int_equal(plan.clearance.pair[0], -1); /* was not asked for */
    assert_int_equal(plan.nodes, 3);
    assert_int_equal(plan.edges, 3);
    for (int m = 1; m < METHODS; m++) {
        lw_plan_options options = lw_default_plan_options();
        options.method = (lw_plan_method)m;
        plan = find(planner, on_the_left, on_the_right, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        assert_int_equal(plan.point_count, 2);
        assert_int_equal(plan.nodes, 2);
        assert_int_equal(plan.edges, 3);
    }
    plan = find(planner, on_the_left, on_the_left, NULL);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_true(plan.length == 0);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Walls from both sides in turn: the path winds through. */
static void test_comb(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    for (int i = 0; i < 4; i++) {
        char id[16];
        snprintf(id, sizeof id, "t%d", i);
        add_wall(scene, id, -0.45 + 0.3 * i, i % 2 ? 0.7 : -0.7, 0.04, 2);
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    const double from[] = {-0.9, 0};
    const double to[] = {0.9, 0};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        lw_plan_options options = lw_default_plan_options();
        options.seed = seed;
        options.method = (lw_plan_method)(seed % METHODS);
        lw_plan plan = find(planner, from, to, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        /* up to 0.4 - and down to -0.4 between the teeth, four times */
        assert_true(plan.length > 2.5);
        check_path(scene, lw_scene_movable_joints(scene, 0), &plan, from, to, 2);
    }
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* The puck begins, or ends, in a narrow pocket: a corridor with two bends, from which few steps are
 * free. A planner that grows its trees in turn would fill the space outside with nodes in vain. */
static void test_pocket(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    /* a corridor of 0.21 along x, closed at x = -1.1, and its bends */
    add_wall(scene, "north", -0.6, 0.205, 1, 0.2);
    add_wall(scene, "south", -0.705, -0.205, 0.79, 0.2);
    add_wall(scene, "end", 0.005, -0.1, 0.21, 0.81);
    add_wall(scene, "floor", -0.4, -0.62, 0.6, 0.2);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    const double ends[2][2] = {{-0.95, 0}, {0.8, 0.3}};
    uint64_t nodes = 0;
    for (uint64_t seed = 1; seed <= 10; seed++)
        for (int back = 0; back < 2; back++) {
            lw_plan_options options = lw_default_plan_options();
            options.seed = seed;
            options.shortcuts = 0;
            lw_plan plan = find(planner, ends[back], ends[1 - back], &options);
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
            nodes += plan.nodes;
            check_path(scene, lw_scene_movable_joints(scene, 0), &plan, ends[back], ends[1 - back], 2);
        }
    assert_true(nodes < 20 * 500); /* 2,700 each if the trees grow in turn, else 140 */
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Walls are so close round the start, or both ends, that no step is free: the search ends. */
static void test_no_step(void **state)
{
    (void)state;
    for (int both = 0; both < 2; both++) {
        lw_error error = {0};
        lw_scene *scene = new_scene();
        add_puck(scene, "puck", LW_JOINT_PRISMATIC);
        for (int i = 0; i < 8; i++) {
            const double x = i < 4 ? -0.5 : 0.5;
            const double out = i % 2 ? 0.12001 : -0.12001;
            char id[16];
            snprintf(id, sizeof id, "t%d", i);
            if (i < 4 || both)
                add_wall(scene, id, x + (i % 4 < 2 ? out : 0), i % 4 < 2 ? 0 : out, 0.04, 0.04);
        }
        succeed(lw_scene_freeze(scene, &error), &error);
        lw_planner *planner = planner_of(scene, NULL, 1);
        const double from[] = {-0.5, 0};
        const double to[] = {0.5, 0};
        lw_plan_options options = lw_default_plan_options();
        int left = 100000;
        options.stop = stop_at;
        options.stop_context = &left;
        options.budget_nodes = 300;
        lw_plan plan = find(planner, from, to, &options);
        assert_int_equal(plan.kind, LW_PLAN_NONE);
        assert_int_equal(plan.reason, LW_REASON_BUDGET);
        /* the ends, the segment from one to the other, and 3,000 steps in vain */
        assert_true(plan.nodes < 10 && plan.edges >= 3003 && plan.edges < 3020);
        lw_planner_destroy(planner);
        lw_scene_destroy(scene);
    }
}

/* Two pucks that must change places in a corridor with one bay. */
static void test_swap(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "a", LW_JOINT_PRISMATIC);
    add_puck(scene, "b", LW_JOINT_PRISMATIC);
    add_wall(scene, "south", 0, -0.25, 4, 0.2);
    add_wall(scene, "north west", -1.2, 0.4, 2, 0.5);
    add_wall(scene, "north east", 1.2, 0.4, 2, 0.5);
    succeed(lw_scene_freeze(scene, &error), &error);
    const lw_joints *both[] = {lw_scene_movable_joints(scene, 0), lw_scene_movable_joints(scene, 1)};
    lw_plan_space space = lw_default_plan_space();
    space.joints = both;
    space.joints_count = 2;
    lw_planner *planner = planner_of(scene, &space, 1);
    assert_int_equal(lw_planner_value_count(planner), 4);
    const double from[] = {-0.7, 0, 0.7, 0};
    const double to[] = {0.7, 0, -0.7, 0};
    lw_plan plan = find(planner, from, to, NULL);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    /* checks the path as a motion with a track for each robot */
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    double rows[2][400];
    assert_true(plan.point_count <= 200);
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    for (size_t r = 0; r < 2; r++) {
        for (size_t i = 0; i < plan.point_count; i++)
            for (size_t k = 0; k < 2; k++)
                rows[r][2 * i + k] = plan.path[4 * i + 2 * r + k];
        tracks[r].joints = both[r];
        tracks[r].point_count = plan.point_count;
        tracks[r].positions = rows[r];
    }
    succeed(lw_motion_set(motion, tracks, 2, &error), &error);
    succeed(lw_check(checker, motion, NULL, &verdict, &error), &error);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    lw_check_options options = lw_default_check_options();
    options.method = LW_METHOD_SAMPLED;
    options.resolution = 1e-4;
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    assert_int_not_equal(verdict.kind, LW_VERDICT_CONTACT);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* ---- joints ------------------------------------------------------------------------------------ */

/* A continuous joint takes the shorter way, across the end of its turn, and no other. */
static void test_turn(void **state)
{
    (void)state;
    lw_error error = {0};
    static const lw_joint_kind kinds[] = {LW_JOINT_CONTINUOUS};
    lw_scene *scene = new_scene();
    add_chain(scene, "arm", kinds, 1);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    const double from[] = {3};
    const double to[] = {-3};
    lw_plan plan = find(planner, from, to, NULL);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_true(fabs(plan.length - (2 * pi - 6)) < 1e-12);
    assert_true(fabs(plan.path[plan.point_count - 1] - (2 * pi - 3)) < 1e-12);
    lw_planner_destroy(planner);
    /* with bounds of its own it is like any joint */
    const double bounds[] = {-3.1, 3.1};
    lw_plan_space space = lw_default_plan_space();
    space.lower = &bounds[0];
    space.upper = &bounds[1];
    planner = planner_of(scene, &space, 1);
    plan = find(planner, from, to, NULL);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_true(fabs(plan.length - 6) < 1e-12);
    /* it goes the long way, even if the path is followed by a program that takes the shorter turn
     * between waypoints */
    assert_true(plan.point_count >= 3);
    assert_true(plan.path[plan.point_count - 1] == -3);
    check_path(scene, lw_scene_movable_joints(scene, 0), &plan, from, to, 1);
    lw_planner_destroy(planner);
    /* half a turn, for which both ways are as long; and several turns */
    static const double far[][2] = {{0, 3.141592653589793}, {0.1, -3.0415926535897932}, {-20, 20}};
    for (int i = 0; i < 3; i++) {
        const double wide[] = {-30, 30};
        space.lower = i < 2 ? NULL : &wide[0];
        space.upper = i < 2 ? NULL : &wide[1];
        planner = planner_of(scene, &space, 1);
        plan = find(planner, &far[i][0], &far[i][1], NULL);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        check_path(scene, lw_scene_movable_joints(scene, 0), &plan, &far[i][0], &far[i][1], 1);
        lw_planner_destroy(planner);
    }
    lw_scene_destroy(scene);
}

/* A bar on a planar joint, and one that flies: they turn to pass a slit. */
static void test_slit(void **state)
{
    (void)state;
    for (int flies = 0; flies < 2; flies++) {
        lw_error error = {0};
        lw_scene *scene = new_scene();
        lw_joint_def joint = lw_default_joint();
        lw_shape_def bar = box_of(0.6, 0.1, 0.1);
        succeed(lw_scene_add_robot(scene, "bar", lw_pose_identity(), &error), &error);
        succeed(lw_scene_add_link(scene, "bar", "ground", &error), &error);
        succeed(lw_scene_add_link(scene, "bar", "body", &error), &error);
        joint.name = "at";
        joint.kind = flies ? LW_JOINT_FLOATING : LW_JOINT_PLANAR;
        joint.axis = (lw_vec3){0, 0, 1};
        joint.parent = "ground";
        joint.child = "body";
        succeed(lw_scene_add_joint(scene, "bar", &joint, &error), &error);
        succeed(lw_scene_add_shape(scene, "bar", "body", &bar, lw_pose_identity(), &error), &error);
        add_wall(scene, "below", 0, -1.15, 0.1, 2);
        add_wall(scene, "above", 0, 1.15, 0.1, 2);
        succeed(lw_scene_freeze(scene, &error), &error);
        lw_plan_space space = lw_default_plan_space();
        lw_planner *planner = NULL;
        refused(lw_planner_create(scene, &space, 1, &planner, &error), LW_ERROR_LIMIT, &error,
                "joint \"at\" of robot \"bar\" has no limits; planning needs bounds for it");
        const double any = (double)NAN;
        const double lower[] = {-1, -0.5, flies ? -0.3 : any, any, any, any, any};
        const double upper[] = {1, 0.5, flies ? 0.3 : any, any, any, any, any};
        space.lower = lower;
        space.upper = upper;
        planner = planner_of(scene, &space, 1);
        const double half = sqrt(0.5);
        const double planar[2][3] = {{-0.7, 0, 0.5 * pi}, {0.7, 0, -0.5 * pi}};
        const double floating[2][7] = {{-0.7, 0, 0, 0, 0, half, half}, {0.7, 0, 0, 0, half, 0, half}};
        const double *from = flies ? floating[0] : planar[0];
        const double *to = flies ? floating[1] : planar[1];
        for (uint64_t seed = 1; seed <= 6; seed++) {
            lw_plan_options options = lw_default_plan_options();
            options.seed = seed;
            options.method = (lw_plan_method)(seed % METHODS);
            lw_plan plan = find(planner, from, to, &options);
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
            assert_true(plan.point_count > 2);
            /* half a turn, or a third of a turn about (1, 1, 1) */
            assert_true(plan.length > hypot(1.4, flies ? 2 * pi / 3 : pi));
            check_path(scene, lw_scene_movable_joints(scene, 0), &plan, from, to, flies ? 7 : 3);
        }
        lw_planner_destroy(planner);
        lw_scene_destroy(scene);
    }
}

/* Some joints are planned by name, the others stay at the rest values of a motion. */
static void test_rest(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.6, 0.3);
    lw_joints *only = NULL;
    static const char *const names[] = {"x"};
    succeed(lw_joints_create(scene, NULL, names, 1, &only, &error), &error);
    assert_int_equal(lw_joints_count(only), 1);
    assert_int_equal(lw_joints_robot(only), 0);
    assert_string_equal(lw_joints_name(only, 0), "x");
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    lw_plan_space space = lw_default_plan_space();
    const lw_joints *list[] = {only};
    space.joints = list;
    space.joints_count = 1;
    space.rest = motion;
    for (int level = 0; level < 2; level++) {
        const double y = level ? 0.6 : 0;
        double value;
        succeed(lw_motion_set_joint(motion, NULL, "y", &y, 1, &error), &error);
        succeed(lw_motion_joint_values(motion, 1, 0, &value, &error), &error);
        assert_true(value == y);
        lw_planner *planner = planner_of(scene, &space, 1);
        lw_plan_options options = lw_default_plan_options();
        options.budget_nodes = 200;
        lw_plan plan = find(planner, on_the_left, on_the_right, &options);
        assert_int_equal(plan.kind, level ? LW_PLAN_FOUND : LW_PLAN_NONE);
        lw_planner_destroy(planner);
    }
    lw_motion_destroy(motion);
    lw_joints_destroy(only);
    lw_scene_destroy(scene);
}

/* Random robots with joints of all kinds among obstacles: every path that is found is free. */
static void test_random_robots(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int found = 0;
    for (int round = 0; round < test_rounds(60, 3000); round++) {
        lw_error error = {0};
        const world_options size = {.robots = 2, .joints = 4, .size = 0.4};
        world *w = world_random(&random, &size);
        lw_scene *scene = w->scene;
        const lw_joints *joints = lw_scene_movable_joints(scene, 0);
        size_t width = lw_joints_value_count(joints);
        double lower[64];
        double upper[64];
        assert_true(width <= 64);
        for (size_t i = 0; i < width; i++) {
            lower[i] = -1.5;
            upper[i] = 1.5;
        }
        const lw_joints *list[] = {joints};
        lw_plan_space space = lw_default_plan_space();
        space.joints = list;
        space.joints_count = 1;
        space.lower = lower;
        space.upper = upper;
        lw_planner *planner = NULL;
        lw_status status = lw_planner_create(scene, &space, 1, &planner, &error);
        double from[64];
        double to[64];
        for (size_t i = 0; i < width; i++) {
            from[i] = lw_random_between(&random, -1, 1);
            to[i] = lw_random_between(&random, -1, 1);
        }
        lw_plan_options options = lw_default_plan_options();
        options.seed = lw_random_bits(&random);
        options.method = (lw_plan_method)(round % METHODS);
        options.budget_nodes = 100;
        lw_plan plan = lw_default_plan();
        if (!status)
            succeed(lw_planner_find(planner, from, to, &options, &plan, &error), &error);
        if (!status && plan.kind == LW_PLAN_FOUND) {
            lw_motion *motion = NULL;
            lw_checker *checker = NULL;
            lw_verdict verdict = lw_default_verdict();
            lw_track track = lw_default_track();
            lw_check_options sampled = lw_default_check_options();
            sampled.method = LW_METHOD_SAMPLED;
            sampled.resolution = 1e-3;
            track.joints = joints;
            track.point_count = plan.point_count;
            track.positions = plan.path;
            track.no_wrap = true;
            succeed(lw_motion_create(scene, &motion, &error), &error);
            succeed(lw_checker_create(scene, &checker, &error), &error);
            succeed(lw_motion_set(motion, &track, 1, &error), &error);
            succeed(lw_check(checker, motion, &sampled, &verdict, &error), &error);
            assert_int_not_equal(verdict.kind, LW_VERDICT_CONTACT);
            found++;
            lw_checker_destroy(checker);
            lw_motion_destroy(motion);
        }
        lw_planner_destroy(planner);
        world_free(w);
    }
    assert_true(found > 5);
}

/* ---- the same path in all circumstances -------------------------------------------------------- */

static void test_same_path(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_planner *planners[] = {planner_of(scene, NULL, 1), planner_of(scene, NULL, 3)};
    for (int m = 0; m < METHODS; m++) {
        double path[64];
        lw_plan_options options = lw_default_plan_options();
        size_t count = 0;
        int others = 0;
        options.method = (lw_plan_method)m;
        for (int i = 0; i < 6; i++) {
            options.seed = i == 3 ? 8 : 7; /* another question in between */
            lw_plan plan = find(planners[i % 2], on_the_left, on_the_right, &options);
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
            if (!i) {
                count = plan.point_count;
                assert_true(2 * count <= 64);
                memcpy(path, plan.path, 2 * count * sizeof *path);
            }
            bool same = plan.point_count == count && !memcmp(path, plan.path, 2 * count * sizeof *path);
            assert_true(same || i == 3);
            others += !same;
        }
        assert_int_equal(others, 1);
    }
    for (int i = 0; i < 2; i++)
        lw_planner_destroy(planners[i]);
    lw_scene_destroy(scene);
}

/* Shortcuts never make a path longer, and make paths much shorter on average. */
static void test_shortcuts(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_plan_options options = lw_default_plan_options();
    double raw = 0;
    double shorter = 0;
    for (options.seed = 1; options.seed <= 20; options.seed++) {
        options.shortcuts = 0;
        lw_plan plan = find(planner, on_the_left, on_the_right, &options);
        assert_int_equal(plan.shortened, 0);
        double before = plan.length;
        options.shortcuts = 200;
        plan = find(planner, on_the_left, on_the_right, &options);
        assert_true(plan.length <= before);
        assert_true(plan.shortened > 0);
        raw += before;
        shorter += plan.length;
    }
    /* past the hole's corners: (-0.8, 0.1), about (0, 0.5), (0.8, -0.2) */
    assert_true(shorter / 20 < 2.1);
    assert_true(raw > 1.2 * shorter);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* A lazy roadmap asks about fewer segments than an eager one, for a path about as short. */
static void test_lazy(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_hole(0.5, 0.3);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_plan_options options = lw_default_plan_options();
    options.shortcuts = 0;
    uint64_t edges[METHODS] = {0};
    double length[METHODS] = {0};
    for (options.seed = 1; options.seed <= 20; options.seed++)
        for (int m = LW_PLAN_PRM; m < METHODS; m++) {
            options.method = (lw_plan_method)m;
            lw_plan plan = find(planner, on_the_left, on_the_right, &options);
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
            edges[m] += plan.edges;
            length[m] += plan.length;
        }
    assert_true(edges[LW_PLAN_LAZY_PRM] * 3 < edges[LW_PLAN_PRM]);
    assert_true(length[LW_PLAN_LAZY_PRM] < 1.1 * length[LW_PLAN_PRM]);
    assert_true(length[LW_PLAN_PRM] < 20 * 3);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Each method that proves serves a planner; others are refused. */
static void test_proofs(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_hole(0.2, 0.3);
    size_t proving = 0;
    for (int m = -1; m <= 8; m++) {
        lw_error error = {0};
        lw_planner *planner = NULL;
        lw_plan_space space = lw_default_plan_space();
        space.check = (lw_method)m;
        if (!lw_method_serves(space.check, LW_SERVICE_FREE)) {
            char sentence[80];
            snprintf(sentence, sizeof sentence,
                     "method %d proves no segment free; a planner needs one that does", m);
            assert_int_equal(lw_planner_create(scene, &space, 1, &planner, &error), LW_ERROR_ARGUMENT);
            assert_string_equal(error.message, sentence);
            assert_null(planner);
            continue;
        }
        proving++;
        planner = planner_of(scene, &space, 1);
        assert_int_equal(planner->edges.any.method, m);
        for (int i = 0; i < METHODS; i++) {
            lw_plan_options options = lw_default_plan_options();
            options.method = (lw_plan_method)i;
            options.clearance = i == 1;
            lw_plan plan = find(planner, on_the_left, on_the_right, &options);
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
            assert_true((plan.clearance.pair[0] >= 0) == options.clearance);
            check_path(scene, lw_scene_movable_joints(scene, 0), &plan, on_the_left, on_the_right, 2);
        }
        lw_planner_destroy(planner);
    }
    assert_int_equal(proving, 4);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hole),          cmocka_unit_test(test_closed),
        cmocka_unit_test(test_straight),      cmocka_unit_test(test_comb),
        cmocka_unit_test(test_pocket),        cmocka_unit_test(test_no_step),
        cmocka_unit_test(test_swap),          cmocka_unit_test(test_turn),
        cmocka_unit_test(test_slit),          cmocka_unit_test(test_rest),
        cmocka_unit_test(test_random_robots), cmocka_unit_test(test_same_path),
        cmocka_unit_test(test_shortcuts),     cmocka_unit_test(test_lazy),
        cmocka_unit_test(test_proofs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
