/* Tests paths that are shortened, over the end of a wall: shortcuts cut corners, moves pull waypoints
 * down, and the number of tries is bounded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "plan/planner.h"
#include "plan_world.h"

static const double high[] = {-0.8, -0.5, 0, 0.9, 0.6, -0.6};

/* Shortens a path of three waypoints; returns the number of waypoints that it has then. */
static size_t shorten(lw_planner *planner, const double *path, uint64_t tries, double *length,
                      uint64_t *asked)
{
    lw_error error = {0};
    lw_plan_options options = lw_default_plan_options();
    options.shortcuts = tries;
    lw_planner_begin(planner, &options);
    lw_search *search = &planner->search;
    succeed(lw_path_reserve(search, 3, &error), &error);
    memcpy(search->path.items, path, 6 * sizeof *path);
    search->path.count = 3;
    succeed(lw_shorten(search, &error), &error);
    *length = lw_path_length(search);
    *asked = planner->edges.asked;
    return search->path.count;
}

static void test_wall(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "wall", 0, -1, 1e-3, 2);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    double whole = hypot(0.8, 1.4) + hypot(0.6, 1.5);
    double length;
    uint64_t asked;
    assert_int_equal(shorten(planner, high, 0, &length, &asked), 3);
    assert_int_equal(asked, 0);
    assert_true(fabs(length - whole) < 1e-12);
    /* Shortcuts begin and end inside segments, which leaves more waypoints. A try asks about one
     * segment, a move about two; removing waypoints that are not needed costs some more. */
    size_t count = shorten(planner, high, 200, &length, &asked);
    assert_true(count > 3 && count < 10);
    assert_true(length < 0.65 * whole);
    assert_true(asked <= 90); /* most tries gain too little to be checked */
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* The segments that are checked for a path over a needle of no width, at x = at, that blocks all ways
 * that pass it below a height. The middle waypoint is at the height of `up`. */
static uint64_t asked_over_needle(double at, double height, double up)
{
    const double path[] = {-0.8, 0, 0, up, 0.8, 0};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "needle", at, height - 0.1 - 0.5, 1e-6, 1);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    double length;
    uint64_t asked;
    assert_int_equal(shorten(planner, path, 200, &length, &asked), 3);
    assert_true(fabs(length - 2 * hypot(0.8, up)) < 1e-12);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
    return asked;
}

/* Two segments are checked to drop the waypoint, before and after shortcuts, none of which would gain a
 * hundredth. */
static void test_small_gains(void **state)
{
    (void)state;
    /* a move to the straight line would gain 0.03^2 / (2 * 0.8^2) = 7e-4 */
    assert_int_equal(asked_over_needle(0, 0.025, 0.03), 2);
    /* it would gain 2e-3, and half of the way 1.5e-3; the first segment of each is not free */
    assert_int_equal(asked_over_needle(0, 0.04, 0.05), 2 + 2);
}

/* The segment that was not free last is checked first: of the second move it alone. */
static void test_order(void **state)
{
    (void)state;
    assert_int_equal(asked_over_needle(0.4, 0.0225, 0.05), 2 + 2 + 1);
    assert_int_equal(asked_over_needle(-0.4, 0.0225, 0.05), 2 + 1 + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_wall), cmocka_unit_test(test_small_gains),
                                       cmocka_unit_test(test_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
