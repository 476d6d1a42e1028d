/* Planners: scenes whose answer is known, paths held to dense samples, one path on any number of
 * threads, bad input, memory that runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "random_robot.h"
#include "seed.h"
#include "slider.h"
#include "small_scene.h"

enum { METHODS = 3 };

static const double pi = 3.141592653589793;

static lw_shape_def box_of(double x, double y, double z)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_BOX;
    shape.size = (lw_vec3){x, y, z};
    return shape;
}

static lw_pose placed(double x, double y)
{
    lw_pose at = lw_pose_identity();
    at.position = (lw_vec3){x, y, 0};
    return at;
}

/* A ball of radius 0.1 that slides along x and y, each from -1 to 1; or on a planar or floating joint.
 */
static void add_puck(lw_scene *scene, const char *name, lw_joint_kind kind)
{
    lw_error error = {0};
    lw_shape_def ball = sphere_of(0.1);
    succeed(lw_scene_add_robot(scene, name, lw_pose_identity(), &error), &error);
    static const char *const links[] = {"base", "slide", "ball"};
    for (int i = 0; i < 3; i++)
        succeed(lw_scene_add_link(scene, name, links[i], &error), &error);
    for (int i = 0; i < 2; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = i ? "y" : "x";
        joint.kind = LW_JOINT_PRISMATIC;
        joint.parent = links[i];
        joint.child = links[i + 1];
        joint.axis = (lw_vec3){!i, i, 0};
        joint.lower = -1;
        joint.upper = 1;
        if (kind != LW_JOINT_PRISMATIC) {
            joint.kind = i ? kind : LW_JOINT_FIXED;
            joint.axis = (lw_vec3){0, 0, 1};
        }
        succeed(lw_scene_add_joint(scene, name, &joint, &error), &error);
    }
    succeed(lw_scene_add_shape(scene, name, "ball", &ball, lw_pose_identity(), &error), &error);
}

static void add_wall(lw_scene *scene, const char *id, double x, double y, double width, double height)
{
    lw_error error = {0};
    lw_shape_def wall = box_of(width, height, 3);
    succeed(lw_scene_add_obstacle(scene, id, &wall, placed(x, y), &error), &error);
}

static lw_planner *planner_of(const lw_scene *scene, const lw_plan_space *space, unsigned threads)
{
    lw_error error = {0};
    lw_planner *planner = NULL;
    succeed(lw_planner_create(scene, space, threads, &planner, &error), &error);
    return planner;
}

static lw_plan find(lw_planner *planner, const double *from, const double *to,
                    const lw_plan_options *options)
{
    lw_error error = {0};
    lw_plan plan = lw_default_plan();
    succeed(lw_planner_find(planner, from, to, options, &plan, &error), &error);
    return plan;
}

/* Holds a path of one robot's joints to samples that share nothing with the search: it begins and ends
 * where it should, and no pair is within its margin. */
static void check_path(const lw_scene *scene, const lw_joints *joints, const lw_plan *plan,
                       const double *from, const double *to, size_t width)
{
    lw_error error = {0};
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    lw_track track = lw_default_track();
    track.joints = joints;
    track.point_count = plan->point_count;
    track.positions = plan->path;
    track.no_wrap = true;
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    assert_int_equal(plan->value_count, width);
    for (size_t i = 0; i < width; i++) {
        assert_true(fabs(plan->path[i] - from[i]) < 1e-12);
        double off = plan->path[(plan->point_count - 1) * width + i] - to[i];
        /* a quaternion may have the other sign */
        double sum = plan->path[(plan->point_count - 1) * width + i] + to[i];
        assert_true(fabs(off) < 1e-12 || fabs(fabs(off) - 2 * pi) < 1e-9 ||
                    (width == 7 && i >= 3 && fabs(sum) < 1e-12));
    }
    for (int i = 0; i <= 1000; i++)
        for (size_t p = 0; p < lw_scene_pair_count(scene); p++) {
            lw_distance distance;
            lw_pair_info pair = lw_default_pair_info();
            succeed(lw_scene_pair_info(scene, p, &pair, &error), &error);
            succeed(lw_pair_distance(checker, motion, i / 1000.0, p, &distance, &error), &error);
            assert_true(distance.upper > pair.margin);
        }
    /* who takes turns for the shorter way round takes the same way */
    track.no_wrap = false;
    lw_motion *read = NULL;
    succeed(lw_motion_create(scene, &read, &error), &error);
    succeed(lw_motion_set(read, &track, 1, &error), &error);
    for (int i = 0; i <= 100; i++)
        for (size_t k = 0; k < lw_joints_count(joints); k++) {
            size_t joint = (size_t)lw_scene_find_joint(
                scene, lw_scene_robot_name(scene, lw_joints_robot(joints)), lw_joints_name(joints, k));
            double values[2][7] = {{0}};
            succeed(lw_motion_joint_values(motion, joint, i / 100.0, values[0], &error), &error);
            succeed(lw_motion_joint_values(read, joint, i / 100.0, values[1], &error), &error);
            for (int v = 0; v < 7; v++)
                assert_true(fabs(values[0][v] - values[1][v]) < 1e-12);
        }
    lw_motion_destroy(read);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
}

/* ---- scenes whose answer is known -------------------------------------------------------------- */

/* A wall at x = 0 from y = -2 to 2 but for a hole of a width about y = at. */
static lw_scene *wall_with_hole(double at, double width)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    double low = at - 0.5 * width + 2;
    double high = 2 - at - 0.5 * width;
    add_wall(scene, "below", 0, -2 + 0.5 * low, 0.1, low);
    add_wall(scene, "above", 0, 2 - 0.5 * high, 0.1, high);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static const double left[] = {-0.8, 0.1};
static const double right[] = {0.8, -0.2};

static void test_hole(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(20, 1000); round++) {
        /* the ball takes 0.2 of it */
        double width = lw_random_between(&random, 0.24, 0.5);
        lw_scene *scene = wall_with_hole(lw_random_between(&random, -0.7, 0.7), width);
        lw_planner *planner = planner_of(scene, NULL, 1);
        lw_plan_options options = lw_default_plan_options();
        options.seed = lw_random_bits(&random);
        options.method = (lw_plan_method)(round % METHODS);
        options.clearance = true;
        lw_plan plan = find(planner, left, right, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        assert_int_equal(plan.value_count, 2);
        assert_true(plan.point_count >= 2 && plan.point_count <= 12);
        assert_true(plan.clearance.lower > 0 &&
                    plan.clearance.upper <= 1.011 * (0.5 * width - 0.1) + 1e-5);
        assert_true(plan.length >= hypot(1.6, 0.3) && plan.length < 4);
        check_path(scene, lw_scene_movable_joints(scene, 0), &plan, left, right, 2);
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

/* A hole that the ball does not pass, and no hole: no path, by the budget, by time, by the caller. */
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
        lw_plan plan = find(planner, left, right, &options);
        assert_int_equal(plan.kind, LW_PLAN_NONE);
        assert_int_equal(plan.reason, LW_REASON_BUDGET);
        assert_true(plan.nodes >= 300 && plan.nodes < 364);
        assert_null(plan.path);
        /* the ball is kept 0.15 from the wall's middle on both sides */
        assert_true(plan.closest > 0.3 && plan.closest < 1);
        options.budget_nodes = 1000000000;
        options.budget_seconds = 0.02;
        plan = find(planner, left, right, &options);
        assert_int_equal(plan.kind, LW_PLAN_NONE);
        assert_int_equal(plan.reason, LW_REASON_BUDGET);
        options.budget_seconds = 0;
        int turns = 20;
        options.stop = stop_at;
        options.stop_context = &turns;
        plan = find(planner, left, right, &options);
        assert_int_equal(plan.kind, LW_PLAN_NONE);
        assert_int_equal(plan.reason, LW_REASON_STOPPED);
        assert_int_equal(turns, -1);
        lw_planner_destroy(planner);
        lw_scene_destroy(scene);
    }
}

/* Nothing in between: one segment, of the straight length; and nothing to do at all. */
static void test_straight(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "aside", 0, 1.5, 0.1, 0.1);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_plan plan = find(planner, left, right, NULL);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_int_equal(plan.point_count, 2);
    assert_true(fabs(plan.length - hypot(1.6, 0.3)) < 1e-15);
    assert_int_equal(plan.clearance.pair[0], -1); /* not asked for */
    assert_int_equal(plan.nodes, 3);
    assert_int_equal(plan.edges, 3);
    for (int m = 1; m < METHODS; m++) {
        lw_plan_options options = lw_default_plan_options();
        options.method = (lw_plan_method)m;
        plan = find(planner, left, right, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        assert_int_equal(plan.point_count, 2);
        assert_int_equal(plan.nodes, 2);
        assert_int_equal(plan.edges, 3);
    }
    plan = find(planner, left, left, NULL);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_true(plan.length == 0);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Walls from both sides in turn: the way winds through. */
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
    /* replayed with a track for each robot */
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
    lw_options options = lw_default_options();
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

/* A continuous joint goes the shorter way across the end of its turn, and no other. */
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
    /* with bounds of its own it is a joint like others */
    const double bounds[] = {-3.1, 3.1};
    lw_plan_space space = lw_default_plan_space();
    space.lower = &bounds[0];
    space.upper = &bounds[1];
    planner = planner_of(scene, &space, 1);
    plan = find(planner, from, to, NULL);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    assert_true(fabs(plan.length - 6) < 1e-12);
    /* and goes the long way, also for who takes turns for the shorter one */
    assert_true(plan.point_count >= 3);
    assert_true(plan.path[plan.point_count - 1] == -3);
    check_path(scene, lw_scene_movable_joints(scene, 0), &plan, from, to, 1);
    lw_planner_destroy(planner);
    /* half a turn, which is no shorter one way than the other; several turns */
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

/* A bar on a planar joint, and one that flies, which turn to pass a slit. */
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
            /* half a turn, or a third of one about (1, 1, 1) */
            assert_true(plan.length > hypot(1.4, flies ? 2 * pi / 3 : pi));
            check_path(scene, lw_scene_movable_joints(scene, 0), &plan, from, to, flies ? 7 : 3);
        }
        lw_planner_destroy(planner);
        lw_scene_destroy(scene);
    }
}

/* Some joints by name, the others where a motion rests. */
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
        lw_plan plan = find(planner, left, right, &options);
        assert_int_equal(plan.kind, level ? LW_PLAN_FOUND : LW_PLAN_NONE);
        lw_planner_destroy(planner);
    }
    lw_motion_destroy(motion);
    lw_joints_destroy(only);
    lw_scene_destroy(scene);
}

/* Random robots with joints of all kinds among obstacles: what is found is free. */
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
            lw_options sampled = lw_default_options();
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

/* ---- one path, whatever else ------------------------------------------------------------------- */

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
            lw_plan plan = find(planners[i % 2], left, right, &options);
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

/* A planner of one thread that has been used once allocates only where its trees grow. */
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
        lw_plan plan = find(planner, left, right, &options);
        assert_int_equal(plan.shortened, 0);
        double before = plan.length;
        options.shortcuts = 200;
        plan = find(planner, left, right, &options);
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

/* A lazy roadmap asks about fewer segments than one that is not, for a way as short. */
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
            lw_plan plan = find(planner, left, right, &options);
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

/* ---- bad input --------------------------------------------------------------------------------- */

static void test_ends(void **state)
{
    (void)state;
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_planner *planner = planner_of(scene, NULL, 1);
    const double inside[] = {0.05, -0.5};
    lw_plan plan = find(planner, inside, right, NULL);
    assert_int_equal(plan.kind, LW_PLAN_START_IN_CONTACT);
    assert_int_equal(plan.contact.kind, LW_VERDICT_CONTACT);
    assert_string_equal(lw_scene_body_name(scene, (size_t)plan.contact.pair[1]), "below");
    assert_true(fabs(plan.contact.contact.depth - 0.1) < 1e-9);
    plan = find(planner, left, inside, NULL);
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
    refused(lw_planner_find(NULL, left, right, NULL, &plan, &error), LW_ERROR_ARGUMENT, &error,
            "a planner, or");
    refused(lw_planner_find(planner, NULL, right, NULL, &plan, &error), LW_ERROR_ARGUMENT, &error,
            "the start is missing");
    refused(lw_planner_find(planner, left, NULL, NULL, &plan, &error), LW_ERROR_ARGUMENT, &error,
            "the goal is missing");
    refused(lw_planner_find(planner, left, right, NULL, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "plan");
    refused(lw_planner_find(planner, far, right, NULL, &plan, &error), LW_ERROR_LIMIT, &error,
            "value 2 of the start is 1.1, outside its limits -1 and 1");
    refused(lw_planner_find(planner, left, nothing, NULL, &plan, &error), LW_ERROR_ARGUMENT, &error,
            "value 1 of the goal is not finite");
    lw_plan_options options = lw_default_plan_options();
    options.method = (lw_plan_method)77;
    refused(lw_planner_find(planner, left, right, &options, &plan, &error), LW_ERROR_ARGUMENT, &error,
            "no method 77");
    options = lw_default_plan_options();
    options.budget_seconds = (double)NAN;
    refused(lw_planner_find(planner, left, right, &options, &plan, &error), LW_ERROR_ARGUMENT, &error,
            "time budget");
    options = lw_default_plan_options();
    options.range = -1;
    refused(lw_planner_find(planner, left, right, &options, &plan, &error), LW_ERROR_ARGUMENT, &error,
            "range");
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

static void test_joints_by_name(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_joints *joints = NULL;
    static const char *const unknown[] = {"x", "z"};
    static const char *const twice[] = {"x", "x"};
    static const char *const missing[] = {"x", NULL};
    static const char *const swapped[] = {"y", "x"};
    static const char *const many[] = {"x", "y", "x"};
    refused(lw_joints_create(scene, NULL, unknown, 2, &joints, &error), LW_ERROR_NAME, &error,
            "robot \"puck\" has no joint \"z\"");
    refused(lw_joints_create(scene, "nobody", twice, 1, &joints, &error), LW_ERROR_NAME, &error,
            "nobody");
    refused(lw_joints_create(scene, NULL, twice, 2, &joints, &error), LW_ERROR_ARGUMENT, &error,
            "named twice");
    refused(lw_joints_create(scene, NULL, missing, 2, &joints, &error), LW_ERROR_ARGUMENT, &error,
            "missing");
    refused(lw_joints_create(scene, NULL, swapped, 0, &joints, &error), LW_ERROR_ARGUMENT, &error,
            "missing");
    refused(lw_joints_create(scene, NULL, many, 3, &joints, &error), LW_ERROR_ARGUMENT, &error,
            "3 joints are named, of 2");
    refused(lw_joints_create(NULL, NULL, swapped, 2, &joints, &error), LW_ERROR_ARGUMENT, &error,
            "missing");
    assert_null(joints);
    succeed(lw_joints_create(scene, "puck", swapped, 2, &joints, &error), &error);
    assert_int_equal(lw_joints_value_count(joints), 2);
    assert_string_equal(lw_joints_name(joints, 0), "y");
    lw_joints_destroy(joints);
    lw_joints_destroy(NULL);
    double values[7];
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    refused(lw_motion_joint_values(motion, 2, 0, values, &error), LW_ERROR_ARGUMENT, &error,
            "no joint 2");
    refused(lw_motion_joint_values(motion, 0, 2, values, &error), LW_ERROR_ARGUMENT, &error,
            "outside the motion");
    refused(lw_motion_joint_values(NULL, 0, 0, values, &error), LW_ERROR_ARGUMENT, &error, "needs");
    refused(lw_motion_joint_values(motion, 0, 0, NULL, &error), LW_ERROR_ARGUMENT, &error, "needs");
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* Joints that have no value of their own, and the values of all kinds of joints. */
static void test_values(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = slider_scene(true);
    lw_joints *joints = NULL;
    static const char *const fixed[] = {"stiff"};
    static const char *const mimics[] = {"echo"};
    refused(lw_joints_create(scene, "s", fixed, 1, &joints, &error), LW_ERROR_ARGUMENT, &error,
            "joint \"stiff\" has no value of its own");
    refused(lw_joints_create(scene, "s", mimics, 1, &joints, &error), LW_ERROR_ARGUMENT, &error,
            "joint \"echo\" has no value of its own");
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    const double slides[] = {1, 2, 3, 3, 2, 1};
    const double half = sqrt(0.5);
    const double flights[] = {1, 2, 3, 0, 0, 0, 1, 3, 2, 1, 0, 0, half, half};
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    tracks[0].joints = lw_scene_movable_joints(scene, 0);
    tracks[1].joints = lw_scene_movable_joints(scene, 1);
    tracks[0].point_count = tracks[1].point_count = 2;
    tracks[0].positions = slides;
    tracks[1].positions = flights;
    succeed(lw_motion_set(motion, tracks, 2, &error), &error);
    double values[7] = {0};
    static const char *const names[] = {"jx", "jy", "jz", "echo"};
    static const double middles[] = {2, 2, 2, 2};
    static const double ends[] = {3, 2, 1, 3};
    for (int i = 0; i < 4; i++) {
        size_t joint = (size_t)lw_scene_find_joint(scene, "s", names[i]);
        succeed(lw_motion_joint_values(motion, joint, 0.5, values, &error), &error);
        assert_true(values[0] == middles[i]);
        succeed(lw_motion_joint_values(motion, joint, 1, values, &error), &error);
        assert_true(values[0] == ends[i]);
    }
    size_t flight = (size_t)lw_scene_find_joint(scene, "f", "fly");
    succeed(lw_motion_joint_values(motion, flight, 0.5, values, &error), &error);
    const double turned[] = {2, 2, 2, 0, 0, sin(pi / 8), cos(pi / 8)};
    for (int i = 0; i < 7; i++)
        assert_true(fabs(values[i] - turned[i]) < 1e-14);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* Memory that runs out anywhere is an error, and nothing leaks or is left half made. */
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
        allocation_fail(n);
        lw_status status = lw_planner_create(scene, NULL, 1, &planner, &error);
        if (!status)
            status = lw_planner_find(planner, left, right, &options, &plan, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        if (failed)
            assert_int_equal(status, LW_ERROR_MEMORY);
        else
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
        /* what failed once works the next time */
        if (planner) {
            succeed(lw_planner_find(planner, left, right, &options, &plan, &error), &error);
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
        cmocka_unit_test(test_hole),           cmocka_unit_test(test_closed),
        cmocka_unit_test(test_straight),       cmocka_unit_test(test_comb),
        cmocka_unit_test(test_swap),           cmocka_unit_test(test_turn),
        cmocka_unit_test(test_slit),           cmocka_unit_test(test_rest),
        cmocka_unit_test(test_random_robots),  cmocka_unit_test(test_same_path),
        cmocka_unit_test(test_shortcuts),      cmocka_unit_test(test_lazy),
        cmocka_unit_test(test_ends),           cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_joints_by_name), cmocka_unit_test(test_values),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
