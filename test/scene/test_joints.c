/* Joints chosen by name, and the values that a motion gives them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "plan_world.h"
#include "slider.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joints_by_name),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
