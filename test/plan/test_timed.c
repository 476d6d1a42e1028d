/* Tests lw_plan_timed and lw_motion_set_plan: against dense samples, against the limits of the joints,
 * with several robots, and bad input. test_cli_timed compares with what leeway plan --timed prints. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "plan_world.h"
#include "seed.h"

/* Sets the rates of both joints of a puck; NaN: none. */
static void limit(lw_scene *scene, const char *robot, const double velocities[2],
                  const double accelerations[2])
{
    lw_error error = {0};
    for (int i = 0; i < 2; i++) {
        lw_joint_limits limits = lw_default_joint_limits();
        limits.velocity = velocities[i];
        limits.acceleration = accelerations[i];
        succeed(lw_scene_set_joint_limits(scene, robot, i ? "y" : "x", &limits, &error), &error);
    }
}

/* A wall with a hole, and a puck with largest velocities of 0.5 and 0.8, whose first joint has a
 * largest acceleration of 2. */
static lw_scene *limited_wall(double at, double width)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    limit(scene, "puck", (const double[]){0.5, 0.8}, (const double[]){2, (double)NAN});
    double low = at - 0.5 * width + 2;
    double high = 2 - at - 0.5 * width;
    add_wall(scene, "below", 0, -2 + 0.5 * low, 0.1, low);
    add_wall(scene, "above", 0, 2 - 0.5 * high, 0.1, high);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* ---- random walls ------------------------------------------------------------------------------ */

/* Rows begin and end at rest at the ends of the path, and keep the limits; between two rows of the
 * cubic spline the acceleration is largest at an end. */
static void check_rows(const lw_plan *plan, const lw_timed_path *t, const double velocities[2],
                       const double accelerations[2])
{
    assert_true(t->point_count >= 2 && t->value_count == 2 && t->times[0] == 0);
    for (size_t i = 0; i < 2; i++) {
        size_t last = 2 * (t->point_count - 1) + i;
        assert_true(t->positions[i] == plan->path[i]);
        assert_true(t->positions[last] == plan->path[2 * (plan->point_count - 1) + i]);
        assert_true(t->velocities[i] == 0 && t->velocities[last] == 0);
        for (size_t row = 0; row < t->point_count; row++)
            assert_true(fabs(t->velocities[2 * row + i]) <= velocities[i] * (1 + 1e-9));
        for (size_t row = 1; row < t->point_count; row++) {
            double h = t->times[row] - t->times[row - 1];
            double way = t->positions[2 * row + i] - t->positions[2 * row - 2 + i];
            double from = t->velocities[2 * row - 2 + i];
            double to = t->velocities[2 * row + i];
            assert_true(h > 0);
            double first = (6 * way / h - 4 * from - 2 * to) / h;
            double second = (4 * to + 2 * from - 6 * way / h) / h;
            assert_true(fmax(fabs(first), fabs(second)) <= accelerations[i] * (1 + 1e-4) + 1e-5);
        }
    }
}

/* The smallest distance of the puck from the walls in samples of a motion. */
static double smallest(const lw_scene *scene, const lw_motion *motion)
{
    lw_error error = {0};
    lw_checker *checker = NULL;
    double begin;
    double end;
    double least = HUGE_VAL;
    succeed(lw_checker_create(scene, &checker, &error), &error);
    lw_motion_interval(motion, &begin, &end);
    for (int i = 0; i <= 1000; i++)
        for (size_t p = 0; p < lw_scene_pair_count(scene); p++) {
            lw_distance distance;
            succeed(lw_pair_distance(checker, motion, fmin(end, begin + (end - begin) * i / 1000), p,
                                     &distance, &error),
                    &error);
            least = fmin(least, distance.upper);
        }
    lw_checker_destroy(checker);
    return least;
}

/* With stops, each waypoint is passed at rest at its time. */
static void check_stops(const lw_plan *plan, const lw_timed_path *t)
{
    size_t row = 0;
    for (size_t k = 0; k < plan->point_count; k++) {
        while (row < t->point_count && t->times[row] < t->waypoints[k])
            row++;
        assert_true(row < t->point_count && t->times[row] == t->waypoints[k]);
        for (size_t i = 0; i < 2; i++) {
            assert_true(fabs(t->positions[2 * row + i] - plan->path[2 * k + i]) < 1e-12);
            assert_true(t->velocities[2 * row + i] == 0);
        }
    }
}

static void test_walls(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_error error = {0};
    int cut = 0;
    for (int round = 0; round < test_rounds(40, 2000); round++) {
        lw_scene *scene =
            limited_wall(lw_random_between(&random, -0.7, 0.7), lw_random_between(&random, 0.21, 0.5));
        lw_planner *planner = planner_of(scene, NULL, 1);
        lw_plan_options options = lw_default_plan_options();
        options.seed = lw_random_bits(&random);
        options.shortcuts = lw_random_below(&random, 2) ? 200 : 0;
        lw_plan plan = find(planner, on_the_left, on_the_right, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        double scales[2] = {lw_random_between(&random, 0.1, 1), lw_random_between(&random, 0.1, 1)};
        double velocities[] = {0.5 * scales[0], 0.8 * scales[0]};
        double accelerations[] = {2 * scales[1], 3 * scales[1]};
        double durations[2];
        lw_timed_options how = lw_default_timed_options();
        how.velocity_scale = scales[0];
        how.acceleration_scale = scales[1];
        how.acceleration = 3;
        for (int stops = 0; stops < 2; stops++) {
            lw_timed_path t = lw_default_timed_path();
            lw_motion *motion = NULL;
            how.stops = stops;
            succeed(lw_plan_timed(planner, &plan, &how, &t, &error), &error);
            assert_int_equal(t.unlimited_count, 1);
            check_rows(&plan, &t, velocities, accelerations);
            if (stops)
                check_stops(&plan, &t);
            durations[stops] = t.times[t.point_count - 1];
            succeed(lw_motion_create(scene, &motion, &error), &error);
            succeed(lw_motion_set_plan(motion, planner, &plan, &t, &error), &error);
            double least = smallest(scene, motion);
            assert_true(least > 0 && t.clearance.pair[0] >= 0 && t.self_clearance.pair[0] == -1);
            assert_true(least >= t.clearance.lower);
            assert_true(t.clearance.upper <= 1.02 * least + 2e-5);
            lw_motion_destroy(motion);
            lw_timed_path_free(&t);
        }
        cut += durations[0] < 0.999 * durations[1];
        /* never faster than at full speed at each corner, nor slower than at rest */
        double all[64];
        for (int i = 0; i < 64; i++)
            all[i] = 1;
        lw_timing timing = lw_default_timing();
        lw_timed_path fastest = lw_default_timed_path();
        timing.path = plan.path;
        timing.point_count = plan.point_count;
        timing.value_count = 2;
        timing.velocities = velocities;
        timing.accelerations = accelerations;
        timing.corners = all;
        assert_true(plan.point_count <= 64);
        succeed(lw_time_path(&timing, &fastest, &error), &error);
        double duration = fastest.times[fastest.point_count - 1];
        assert_true(durations[0] > 0.999 * duration && durations[0] < 1.001 * durations[1]);
        lw_timed_path resting = lw_default_timed_path();
        timing.corners = NULL;
        succeed(lw_time_path(&timing, &resting, &error), &error);
        assert_true(durations[1] == resting.times[resting.point_count - 1]);
        lw_timed_path_free(&resting);
        lw_timed_path_free(&fastest);
        lw_planner_destroy(planner);
        lw_scene_destroy(scene);
    }
    assert_true(cut > test_rounds(40, 2000) / 4);
}

/* ---- which corner is slowed down --------------------------------------------------------------- */

/* A path with two right-angled corners, of which only the second one has an obstacle at its inside: the
 * first one is passed at full speed. */
static void test_one_corner(void **state)
{
    (void)state;
    static const double path[] = {-0.8, -0.8, 0, -0.8, 0, 0.8, 0.8, 0.8};
    static const double both[] = {1, 1, 1, 1};
    static const double rest[] = {1, 1, 0, 1};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    limit(scene, "puck", (const double[]){1, 1}, (const double[]){1, 1});
    add_wall(scene, "corner", 0.1 + 0.001 + 0.2, 0.8 - 0.1 - 0.001 - 0.2, 0.4, 0.4);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_plan plan = lw_default_plan();
    plan.path = path;
    plan.point_count = 4;
    plan.value_count = 2;
    lw_timing timing = lw_default_timing();
    timing.path = path;
    timing.point_count = 4;
    timing.value_count = 2;
    timing.velocities = timing.accelerations = (const double[]){1, 1};
    lw_timed_path t[3] = {lw_default_timed_path(), lw_default_timed_path(), lw_default_timed_path()};
    timing.corners = both;
    succeed(lw_time_path(&timing, &t[0], &error), &error);
    timing.corners = rest;
    succeed(lw_time_path(&timing, &t[1], &error), &error);
    succeed(lw_plan_timed(planner, &plan, NULL, &t[2], &error), &error);
    double durations[3];
    for (int i = 0; i < 3; i++) {
        durations[i] = t[i].times[t[i].point_count - 1];
        /* until the middle of the first corner all three are the same */
        assert_true(t[i].waypoints[1] == t[0].waypoints[1]);
    }
    assert_true(durations[0] < durations[2] && durations[2] < durations[1]);
    for (int i = 0; i < 3; i++)
        lw_timed_path_free(&t[i]);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* ---- several robots ---------------------------------------------------------------------------- */

/* Two pucks that move as one, and a third one that stands where a motion has it. */
static void test_robots(void **state)
{
    (void)state;
    static const double from[] = {-0.8, 0.1, 0.8, 0.6};
    static const double to[] = {0.8, 0, -0.7, 0.7};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    static const char *const names[] = {"a", "b", "still"};
    for (int i = 0; i < 3; i++) {
        add_puck(scene, names[i], LW_JOINT_PRISMATIC);
        limit(scene, names[i], (const double[]){0.5, 0.8}, (const double[]){2, 2});
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_motion *rest = NULL;
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &rest, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    const double at[] = {0.25, -0.75};
    const lw_joints *joints[3];
    for (size_t i = 0; i < 3; i++)
        joints[i] = lw_scene_movable_joints(scene, i);
    succeed(lw_motion_set_segment(rest, joints[2], at, at, &error), &error);
    lw_plan_space space = lw_default_plan_space();
    space.joints = joints;
    space.joints_count = 2;
    space.rest = rest;
    lw_planner *planner = planner_of(scene, &space, 1);
    lw_plan plan = find(planner, from, to, NULL);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    lw_timed_path t = lw_default_timed_path();
    succeed(lw_plan_timed(planner, &plan, NULL, &t, &error), &error);
    assert_int_equal(t.unlimited_count, 0);
    assert_int_equal(t.value_count, 4);
    for (int timed = 0; timed < 2; timed++) {
        succeed(lw_motion_set_plan(motion, planner, &plan, timed ? &t : NULL, &error), &error);
        double begin;
        double end;
        lw_motion_interval(motion, &begin, &end);
        assert_true(begin == 0 && end == (timed ? t.times[t.point_count - 1] : 1));
        for (size_t r = 0; r < 3; r++)
            for (int i = 0; i < 2; i++) {
                int64_t joint = lw_scene_find_joint(scene, names[r], i ? "y" : "x");
                double value;
                for (int last = 0; last < 2; last++) {
                    succeed(lw_motion_joint_values(motion, (size_t)joint, last ? end : begin, &value,
                                                   &error),
                            &error);
                    double wanted = r == 2 ? at[i] : (last ? to : from)[2 * r + (size_t)i];
                    assert_true(fabs(value - wanted) < 1e-12);
                }
            }
    }
    lw_timed_path_free(&t);
    lw_planner_destroy(planner);
    lw_motion_destroy(motion);
    lw_motion_destroy(rest);
    lw_scene_destroy(scene);
}

/* ---- bad input --------------------------------------------------------------------------------- */

static void test_input(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = limited_wall(0, 0.5);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_plan plan = find(planner, on_the_left, on_the_right, NULL);
    lw_timed_path t = lw_default_timed_path();
    lw_timed_options how = lw_default_timed_options();
    refused(lw_plan_timed(NULL, &plan, NULL, &t, &error), LW_ERROR_ARGUMENT, &error, "missing");
    refused(lw_plan_timed(planner, NULL, NULL, &t, &error), LW_ERROR_ARGUMENT, &error, "missing");
    refused(lw_plan_timed(planner, &plan, NULL, NULL, &error), LW_ERROR_ARGUMENT, &error, "no place");
    static const double bad[] = {-1, (double)NAN, (double)HUGE_VAL};
    for (size_t i = 0; i < 3; i++) {
        how.velocity_scale = bad[i];
        refused(lw_plan_timed(planner, &plan, &how, &t, &error), LW_ERROR_ARGUMENT, &error, "scaled");
        how.velocity_scale = 0;
        how.acceleration_scale = bad[i];
        refused(lw_plan_timed(planner, &plan, &how, &t, &error), LW_ERROR_ARGUMENT, &error, "scaled");
        how.acceleration_scale = 0;
        how.acceleration = i ? bad[i] : 0;
        refused(lw_plan_timed(planner, &plan, &how, &t, &error), LW_ERROR_ARGUMENT, &error,
                "without a limit");
        how.acceleration = 1;
    }
    lw_plan none = lw_default_plan();
    refused(lw_plan_timed(planner, &none, NULL, &t, &error), LW_ERROR_ARGUMENT, &error,
            "none was found");
    none = plan;
    none.kind = LW_PLAN_NONE;
    refused(lw_plan_timed(planner, &none, NULL, &t, &error), LW_ERROR_ARGUMENT, &error,
            "none was found");
    none = plan;
    none.value_count = 3;
    refused(lw_plan_timed(planner, &none, NULL, &t, &error), LW_ERROR_ARGUMENT, &error,
            "3 values in each configuration, its planner 2");
    /* a path through the wall */
    static const double through[] = {-0.8, 0.9, 0.8, 0.9};
    none = plan;
    none.path = through;
    none.point_count = 2;
    refused(lw_plan_timed(planner, &none, NULL, &t, &error), LW_ERROR_STATE, &error, "not proven free");
    assert_true(!t.times && !t.point_count);
    succeed(lw_plan_timed(planner, &plan, NULL, &t, &error), &error);
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    refused(lw_motion_set_plan(NULL, planner, &plan, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "no motion");
    refused(lw_motion_set_plan(motion, NULL, &plan, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "missing");
    t.value_count = 3;
    refused(lw_motion_set_plan(motion, planner, &plan, &t, &error), LW_ERROR_ARGUMENT, &error,
            "3 values in each configuration, the plan 2");
    t.value_count = 2;
    lw_scene *other = limited_wall(0, 0.5);
    lw_planner *of_other = planner_of(other, NULL, 1);
    refused(lw_motion_set_plan(motion, of_other, &plan, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "another scene");
    lw_planner_destroy(of_other);
    lw_scene_destroy(other);
    lw_motion_destroy(motion);
    lw_timed_path_free(&t);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Joints without a largest velocity, and floating ones. */
static void test_joints(void **state)
{
    (void)state;
    static const lw_joint_kind kinds[] = {LW_JOINT_PRISMATIC, LW_JOINT_FLOATING};
    static const double at[] = {0, 0, 0, 0, 0, 0, 1};
    static const double low[] = {-1, -1, -1, -1, -1, -1, -1};
    static const double high[] = {1, 1, 1, 1, 1, 1, 1};
    for (int i = 0; i < 2; i++) {
        lw_error error = {0};
        lw_scene *scene = new_scene();
        add_puck(scene, "puck", kinds[i]);
        succeed(lw_scene_freeze(scene, &error), &error);
        lw_plan_space space = lw_default_plan_space();
        space.lower = low;
        space.upper = high;
        lw_planner *planner = planner_of(scene, &space, 1);
        lw_plan plan = find(planner, at, at, NULL);
        lw_timed_path t = lw_default_timed_path();
        if (i)
            refused(lw_plan_timed(planner, &plan, NULL, &t, &error), LW_ERROR_ARGUMENT, &error,
                    "is floating");
        else
            refused(lw_plan_timed(planner, &plan, NULL, &t, &error), LW_ERROR_LIMIT, &error,
                    "joint \"x\" has no largest velocity");
        lw_planner_destroy(planner);
        lw_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walls), cmocka_unit_test(test_one_corner),
                                       cmocka_unit_test(test_robots), cmocka_unit_test(test_input),
                                       cmocka_unit_test(test_joints)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
