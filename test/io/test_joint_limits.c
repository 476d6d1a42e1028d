/* Tests the limits of joints, their positions, velocities and accelerations, from URDF, MoveIt's
 * joint_limits.yaml, and calls. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "allocation.h"
#include "files_fixture.h"
#include "small_scene.h"

static const char *const robot =
    "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>"
    "<joint name='one' type='revolute'><parent link='a'/><child link='b'/>"
    "<limit lower='-1' upper='2' velocity='1.5'/></joint>"
    "<joint name='two' type='continuous'><parent link='b'/><child link='c'/>"
    "<limit velocity='2.5' effort='3'/></joint>"
    "<joint name='three' type='prismatic'><parent link='c'/><child link='d'/>"
    "<limit lower='-1' upper='1' velocity='0'/></joint></robot>";

/* Two robots with the same joints. */
static lw_scene *loaded(void)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    const char *path = files_write(&here, "r.urdf", robot);
    succeed(lw_scene_load_robot(scene, path, NULL, "left", NULL, &error), &error);
    succeed(lw_scene_load_robot(scene, path, NULL, "right", NULL, &error), &error);
    return scene;
}

static lw_joint_info info_of(const lw_scene *scene, const char *of, const char *joint)
{
    lw_error error = {0};
    lw_joint_info info = lw_default_joint_info();
    int64_t index = lw_scene_find_joint(scene, of, joint);
    assert_true(index >= 0);
    succeed(lw_scene_joint_info(scene, (size_t)index, &info, &error), &error);
    return info;
}

static void test_urdf(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = loaded();
    succeed(lw_scene_freeze(scene, &error), &error);
    assert_true(info_of(scene, "left", "one").velocity == 1.5);
    assert_true(info_of(scene, "left", "one").acceleration == HUGE_VAL);
    assert_true(info_of(scene, "right", "two").velocity == 2.5);
    assert_true(info_of(scene, "left", "three").velocity == HUGE_VAL);
    double scales[2];
    lw_scene_rate_scales(scene, &scales[0], &scales[1]);
    assert_true(scales[0] == 1 && scales[1] == 1);
    lw_scene_rate_scales(scene, NULL, NULL);
    lw_scene_destroy(scene);
    /* a negative velocity is no limit, and gives a notice */
    notices heard = {0};
    scene = new_scene();
    lw_scene_on_notice(scene, take_notice, &heard);
    const char *path = files_write(&here, "n.urdf",
                                   "<robot name='n'><link name='a'/><link name='b'/>"
                                   "<joint name='one' type='continuous'><parent link='a'/>"
                                   "<child link='b'/><limit velocity='-1'/></joint></robot>");
    succeed(lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error), &error);
    assert_int_equal(heard.count, 1);
    assert_non_null(strstr(heard.last, "its largest velocity -1 is negative"));
    succeed(lw_scene_freeze(scene, &error), &error);
    assert_true(info_of(scene, "n", "one").velocity == HUGE_VAL);
    lw_scene_destroy(scene);
}

static void test_file(void **state)
{
    (void)state;
    lw_error error = {0};
    /* without and with the keys that ROS 2 puts above parameters */
    static const char *const heads[] = {"", "robot_description_planning:\n",
                                        "/**:\n  ros__parameters:\n    robot_description_planning:\n"};
    static const char *const indents[] = {"", "  ", "      "};
    for (int i = 0; i < 3; i++) {
        char text[2048];
        const char *in = indents[i];
        snprintf(text, sizeof text,
                 "# comment\n%s%sdefault_velocity_scaling_factor: 0.5\n"
                 "%sdefault_acceleration_scaling_factor: 0.25\n%sjoint_limits:\n"
                 "%s  one:\n%s    has_velocity_limits: true\n%s    max_velocity: 3\n"
                 "%s    has_acceleration_limits: true\n%s    max_acceleration: 4.5\n"
                 "%s    has_jerk_limits: false\n%s    max_jerk: 5\n"
                 "%s    max_position: 1.25\n"
                 "%s  two:\n%s    has_velocity_limits: false\n%s    max_velocity: 9\n"
                 "%s    max_acceleration: 7\n%s    min_position: -0.5\n%s    max_jerk: 60\n",
                 heads[i], in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in);
        lw_scene *scene = loaded();
        succeed(lw_scene_load_joint_limits(scene, files_write(&here, "j.yaml", text), &error), &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        for (int r = 0; r < 2; r++) {
            lw_joint_info one = info_of(scene, r ? "left" : "right", "one");
            lw_joint_info two = info_of(scene, r ? "left" : "right", "two");
            assert_true(one.velocity == 3 && one.acceleration == 4.5);
            assert_true(one.lower == -1 && one.upper == 1.25);
            assert_true(two.velocity == 2.5 && two.acceleration == 7);
            assert_true(one.jerk == HUGE_VAL && two.jerk == 60);
            assert_true(two.lower == -HUGE_VAL && two.upper == HUGE_VAL);
        }
        double scales[2];
        lw_scene_rate_scales(scene, &scales[0], &scales[1]);
        assert_true(scales[0] == 0.5 && scales[1] == 0.25);
        assert_string_equal(lw_scene_file(scene, lw_scene_file_count(scene) - 1),
                            files_path(&here, "j.yaml"));
        refused(lw_scene_load_joint_limits(scene, files_path(&here, "j.yaml"), &error), LW_ERROR_STATE,
                &error, "frozen");
        lw_scene_destroy(scene);
    }
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        lw_status status;
        int line;
        const char *sentence;
    } bad[] = {
        {"limits: {}\n", LW_ERROR_SYNTAX, 1, "joint_limits"},
        {"joint_limits: 3\n", LW_ERROR_SYNTAX, 1, "an object"},
        {"joint_limits:\n  one: 3\n", LW_ERROR_SYNTAX, 2, "joint \"one\""},
        {"joint_limits:\n  one:\n    max_velocity: 0\n", LW_ERROR_ARGUMENT, 3, "must be above 0"},
        {"joint_limits:\n  one:\n    max_velocity: -1\n", LW_ERROR_ARGUMENT, 3, "must be above 0"},
        {"joint_limits:\n  one:\n    max_velocity: .nan\n", LW_ERROR_ARGUMENT, 3, "max_velocity"},
        {"joint_limits:\n  one:\n    max_acceleration: 0\n", LW_ERROR_ARGUMENT, 3, "must be above 0"},
        {"joint_limits:\n  one:\n    max_jerk: -1\n", LW_ERROR_ARGUMENT, 3, "must be above 0"},
        {"joint_limits:\n  one:\n    has_jerk_limits: true\n", LW_ERROR_SYNTAX, 3,
         "max_jerk is missing"},
        {"joint_limits:\n  one: {max_velocity: 1}\n  one: {max_velocity: 2}\n", LW_ERROR_SYNTAX, 3,
         "given twice"},
        {"joint_limits:\n  one:\n    max_velocity: fast\n", LW_ERROR_SYNTAX, 3, "max_velocity"},
        {"joint_limits:\n  one:\n    has_velocity_limits: maybe\n", LW_ERROR_SYNTAX, 3,
         "has_velocity_limits"},
        {"joint_limits:\n  one:\n    has_velocity_limits: true\n", LW_ERROR_SYNTAX, 3,
         "max_velocity is missing"},
        {"joint_limits:\n  one:\n    max_velocty: 1\n", LW_ERROR_SYNTAX, 3, "max_velocty"},
        {"joint_limits:\n  one: {max_velocity: 1}\n  oen: {max_velocity: 1}\n", LW_ERROR_NAME, 3,
         "the nearest name is \"one\""},
        {"joint_limits:\n  one: {max_velocity: 7}\n  three: {min_position: 5}\n", LW_ERROR_MODEL, 3,
         "lower limit 5 and upper limit 1"},
        {"default_velocity_scaling_factor: 1.5\njoint_limits: {}\n", LW_ERROR_ARGUMENT, 1, "at most 1"},
        {"default_acceleration_scaling_factor: 0\njoint_limits: {}\n", LW_ERROR_ARGUMENT, 1, "above 0"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_error error = {0};
        lw_scene *scene = loaded();
        lw_status status =
            lw_scene_load_joint_limits(scene, files_write(&here, "j.yaml", bad[i].text), &error);
        if (status != bad[i].status || !strstr(error.message, bad[i].sentence) ||
            error.line != bad[i].line)
            fail_msg("%zu: %s, line %d: %s", i, lw_status_name(status), error.line, error.message);
        /* no limit of the file applies */
        succeed(lw_scene_freeze(scene, &error), &error);
        assert_true(info_of(scene, "left", "one").velocity == 1.5);
        lw_scene_destroy(scene);
    }
    lw_error error = {0};
    lw_scene *scene = loaded();
    refused(lw_scene_load_joint_limits(scene, "/none/such", &error), LW_ERROR_FILE, &error, "No such");
    refused(lw_scene_load_joint_limits(scene, NULL, &error), LW_ERROR_ARGUMENT, &error, "no file");
    refused(lw_scene_load_joint_limits(NULL, "x", &error), LW_ERROR_ARGUMENT, &error, "no scene");
    lw_scene_destroy(scene);
}

static void test_calls(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = loaded();
    lw_joint_limits limits = lw_default_joint_limits();
    succeed(lw_scene_set_joint_limits(scene, "left", "one", &limits, &error), &error);
    limits.velocity = 0.5;
    limits.lower = -0.25;
    succeed(lw_scene_set_joint_limits(scene, "left", "one", &limits, &error), &error);
    limits.velocity = 0;
    refused(lw_scene_set_joint_limits(scene, "left", "one", &limits, &error), LW_ERROR_MODEL, &error,
            "must be above 0");
    limits.velocity = 1;
    limits.lower = 3;
    refused(lw_scene_set_joint_limits(scene, "left", "one", &limits, &error), LW_ERROR_MODEL, &error,
            "lower limit 3");
    limits.lower = -1;
    limits.jerk = 0;
    refused(lw_scene_set_joint_limits(scene, "left", "one", &limits, &error), LW_ERROR_MODEL, &error,
            "jerk 0; they must be above 0");
    refused(lw_scene_set_joint_limits(scene, "middle", "one", &limits, &error), LW_ERROR_NAME, &error,
            "middle");
    refused(lw_scene_set_joint_limits(scene, "left", "four", &limits, &error), LW_ERROR_NAME, &error,
            "has no joint \"four\"");
    refused(lw_scene_set_joint_limits(scene, "left", NULL, &limits, &error), LW_ERROR_ARGUMENT, &error,
            "no joint");
    refused(lw_scene_set_joint_limits(scene, "left", "one", NULL, &error), LW_ERROR_ARGUMENT, &error,
            "no limits");
    lw_joint_def joint = joint_of("bad", LW_JOINT_REVOLUTE, "d", "e");
    joint.acceleration = -1;
    succeed(lw_scene_add_link(scene, "left", "e", &error), &error);
    refused(lw_scene_add_joint(scene, "left", &joint, &error), LW_ERROR_MODEL, &error,
            "acceleration -1");
    joint.acceleration = 3;
    succeed(lw_scene_add_joint(scene, "left", &joint, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    assert_true(info_of(scene, "left", "one").velocity == 0.5);
    assert_true(info_of(scene, "left", "one").lower == -0.25);
    assert_true(info_of(scene, "left", "one").upper == 2);
    assert_true(info_of(scene, "right", "one").velocity == 1.5);
    assert_true(info_of(scene, "left", "bad").acceleration == 3);
    lw_scene_destroy(scene);
}

/* If memory runs out, the limits stay as they were. */
static void test_memory(void **state)
{
    (void)state;
    const char *path = files_write(&here, "m.yaml",
                                   "joint_limits:\n  one: {max_velocity: 7}\n"
                                   "  two: {max_velocity: 7, max_acceleration: 3}\n");
    for (size_t n = 1;; n++) {
        lw_error error = {0};
        lw_scene *scene = loaded();
        allocation_fail(n);
        lw_status status = lw_scene_load_joint_limits(scene, path, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        succeed(lw_scene_freeze(scene, &error), &error);
        assert_true(info_of(scene, "left", "one").velocity == (failed ? 1.5 : 7));
        lw_scene_destroy(scene);
        if (!failed)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_urdf),  cmocka_unit_test(test_file),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_calls), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
