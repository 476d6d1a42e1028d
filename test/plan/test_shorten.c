/* Tests paths that are shortened, over the end of a wall: shortcuts cut corners, moves pull waypoints
 * down, and the number of tries is bounded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "plan/planner.h"
#include "plan_world.h"

static const double high[] = {-0.8, -0.5, 0, 0.9, 0.6, -0.6};

/* Shortens a path high over the wall's end; returns the number of waypoints that it has then. */
static size_t shorten(lw_planner *planner, uint64_t tries, double *length, uint64_t *asked)
{
    lw_error error = {0};
    lw_plan_options options = lw_default_plan_options();
    options.shortcuts = tries;
    lw_planner_begin(planner, &options);
    lw_search *search = &planner->search;
    succeed(lw_path_reserve(search, 3, &error), &error);
    memcpy(search->path.items, high, sizeof high);
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
    assert_int_equal(shorten(planner, 0, &length, &asked), 3);
    assert_int_equal(asked, 0);
    assert_true(fabs(length - whole) < 1e-12);
    /* Shortcuts begin and end inside segments, which leaves more waypoints. A try asks about one
     * segment, a move about two; removing waypoints that are not needed costs some more. */
    size_t count = shorten(planner, 200, &length, &asked);
    assert_true(count > 3 && count < 10);
    assert_true(length < 0.65 * whole);
    assert_true(asked <= 200 + 100 + 60);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_wall)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
