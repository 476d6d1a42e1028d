/* lw_scene_set_strict: every notice is an error, with its sentence, file and line, and leaves the scene
 * as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "robot/model.h"
#include "small_scene.h"

#include "files_fixture.h" /* last: it has a variable whose name headers use too */

static const char robot[] = "<robot name='r'>\n"
                            "<link name='a'><collision><geometry><sphere radius='0'/></geometry>"
                            "</collision></link>\n"
                            "<link name='b'><collision><geometry><box size='0 1 1'/></geometry>"
                            "</collision></link>\n"
                            "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>"
                            "<limit lower='-1' upper='1'/></joint>\n</robot>\n";

static lw_scene *strict_scene(notices *heard)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    *heard = (notices){0};
    lw_scene_on_notice(scene, take_notice, heard);
    succeed(lw_scene_set_strict(scene, true, &error), &error);
    return scene;
}

/* the first is the error, the others are heard, and a second call is as the first */
static void test_several_in_one_call(void **state)
{
    (void)state;
    notices heard;
    lw_scene *scene = strict_scene(&heard);
    const char *path = files_write(&here, "r.urdf", robot);
    for (int i = 1; i <= 2; i++) {
        lw_error error = {0};
        assert_int_equal(lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error), LW_ERROR_NOTICE);
        assert_int_equal(error.status, LW_ERROR_NOTICE);
        assert_string_equal(error.message, "link \"a\": a sphere with a size of 0 is taken as a point");
        assert_string_equal(error.file, path);
        assert_int_equal(error.line, 2);
        assert_int_equal(heard.count, i);
        assert_non_null(strstr(heard.last, "link \"b\": a box"));
        assert_int_equal(scene->model.robots.count + scene->model.links.count, 0);
    }
    lw_error error = {0};
    succeed(lw_scene_set_strict(scene, false, &error), &error);
    succeed(lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error), &error);
    assert_int_equal(heard.count, 4);
    lw_scene_destroy(scene);
}

/* a scene that names a robot: what is noticed before, within and after it */
static void test_nested_files(void **state)
{
    (void)state;
    static const char *const scenes[][2] = {
        {"{\"robots\": [{\"urdf\": \"r.urdf\"}]}", "link \"a\": a sphere"},
        {"{\"robots\": [{\"urdf\": \"good.urdf\"}],\n\"link_padding\": {\"x\": 1}}", "\"x\""},
        {"{\"robots\": [{\"urdf\": \"good.urdf\"}, {\"urdf\": \"r.urdf\"}],\n"
         "\"link_padding\": {\"x\": 1}}",
         "link \"a\": a sphere"},
    };
    files_write(&here, "r.urdf", robot);
    files_write(&here, "good.urdf", "<robot name='g'><link name='a'/></robot>");
    for (size_t i = 0; i < 3; i++) {
        notices heard;
        lw_error error = {0};
        lw_scene *scene = strict_scene(&heard);
        const char *path = files_write(&here, "scene.json", scenes[i][0]);
        assert_int_equal(lw_scene_load(scene, path, &error), LW_ERROR_NOTICE);
        if (!strstr(error.message, scenes[i][1]))
            fail_msg("%s", error.message);
        assert_int_equal(scene->model.robots.count, 0);
        files_write(&here, "scene.json", "{\"robots\": [{\"urdf\": \"good.urdf\"}]}");
        succeed(lw_scene_load(scene, path, &error), &error);
        lw_scene_destroy(scene);
    }
}

/* freezing stays undone; motions fail with the status that strict limits have */
static void test_freezing_and_motions(void **state)
{
    (void)state;
    lw_error error = {0};
    notices heard;
    lw_scene *scene = strict_scene(&heard);
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    succeed(lw_scene_allow_pair(scene, "ghost", NULL, true, &error), &error);
    assert_int_equal(lw_scene_freeze(scene, &error), LW_ERROR_NOTICE);
    assert_non_null(strstr(error.message, "\"ghost\", which nothing in the scene has"));
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_ERROR_NOTICE);
    lw_shape_def shape = sphere_of(1);
    succeed(lw_scene_add_obstacle(scene, "ghost", &shape, lw_pose_identity(), &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_scene_destroy(scene);

    scene = strict_scene(&heard);
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "r", "a", &error), &error);
    succeed(lw_scene_add_link(scene, "r", "b", &error), &error);
    lw_joint_def joint = joint_of("j", LW_JOINT_REVOLUTE, "a", "b");
    joint.lower = -1;
    joint.upper = 1;
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    assert_int_equal(
        lw_motion_set_segment(motion, NULL, (const double[]){0}, (const double[]){2}, &error),
        LW_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "value 2 is outside its limits -1 to 1"));
    assert_int_equal(heard.count, 0);
    succeed(lw_motion_set_segment(motion, NULL, (const double[]){0}, (const double[]){1}, &error),
            &error);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_several_in_one_call),
        cmocka_unit_test(test_nested_files),
        cmocka_unit_test(test_freezing_and_motions),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
