/* lw_scene_leave_out_mesh: links without their meshes, also empty ones, and the notices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "small_scene.h"

#include "files_fixture.h" /* last: it has a variable whose name headers use too */

#define LINK(name, shapes) "<link name='" name "'>" shapes "</link>"
#define BOX                "<collision><geometry><box size='1 1 1'/></geometry></collision>"
#define MESH(file)         "<collision><geometry><mesh filename='" file "'/></geometry></collision>"
#define ROBOT(links)                                                                                   \
    "<robot name='r'>" links "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>"     \
    "<axis xyz='0 0 1'/><limit lower='-1' upper='1'/></joint></robot>"

static lw_status load(lw_scene *scene, const char *text, const char *name, lw_error *error)
{
    const char *path = files_write(&here, "robot.urdf", text);
    return lw_scene_load_robot(scene, path, NULL, name, NULL, error);
}

/* A mesh that is no mesh is refused, and left out where the caller says so. */
static void test_empty_meshes(void **state)
{
    (void)state;
    static const struct {
        const char *file, *bytes;
    } meshes[] = {{"empty.stl", ""},  {"none.stl", "solid none\nendsolid none\n"},
                  {"empty.obj", ""},  {"none.obj", "v 0 0 0\nv 1 0 0\n"},
                  {"empty.ply", ""},  {"empty.dae", ""},
                  {"empty.gltf", ""}, {"empty.glb", ""}};
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; i++) {
        char text[1000];
        char sentence[500];
        lw_error error = {0};
        files_write(&here, meshes[i].file, meshes[i].bytes);
        snprintf(text, sizeof text,
                 ROBOT(LINK("a", BOX) LINK("b", BOX "<collision><geometry><mesh filename='%s'/>"
                                                    "</geometry></collision>")),
                 meshes[i].file);
        lw_scene *scene = new_scene();
        assert_int_not_equal(load(scene, text, NULL, &error), LW_OK);
        if (!strstr(error.message, meshes[i].file))
            fail_msg("%s", error.message);
        succeed(lw_scene_leave_out_mesh(scene, "b", &error), &error);
        succeed(load(scene, text, NULL, &error), &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        /* its box is there still, and its motions give a notice */
        assert_int_equal(lw_scene_body_count(scene), 2);
        lw_motion *motion = NULL;
        succeed(lw_motion_create(scene, &motion, &error), &error);
        assert_int_equal(lw_motion_notice_count(motion), 1);
        lw_motion_notice(motion, 0, sentence, sizeof sentence);
        assert_string_equal(sentence,
                            "the mesh of link \"b\" is left out; what only it would hit is not seen");
        lw_motion_notice(motion, 1, sentence, sizeof sentence);
        assert_string_equal(sentence, "");
        const double ends[] = {0, 2};
        succeed(lw_motion_set_segment(motion, NULL, ends, ends + 1, &error), &error);
        assert_int_equal(lw_motion_notice_count(motion), 2); /* and a value outside its limits */
        lw_motion_notice(motion, 1, sentence, sizeof sentence);
        assert_non_null(strstr(sentence, "is left out"));
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

/* A name means a link of one robot, or of all robots that have such a link; a name without a mesh is an
 * error. */
static void test_names(void **state)
{
    (void)state;
    static const char text[] = ROBOT(LINK("a", BOX) LINK("b", MESH("missing.stl") MESH("missing.stl")));
    static const struct {
        const char *names[2];
        lw_status first, second, frozen;
        size_t notices;
        const char *sentence;
    } cases[] = {
        {{"b", "left/b"}, LW_OK, LW_OK, LW_OK, 2, "the mesh of link \"left/b\" is left out"},
        {{"left/b", "right/b"}, LW_OK, LW_OK, LW_OK, 2, "the mesh of link \"left/b\" is left out"},
        {{"left/b", "left/b"}, LW_OK, LW_ERROR_FILE, LW_OK, 0, ""},
        {{"a", "a"}, LW_ERROR_FILE, LW_ERROR_FILE, LW_OK, 0, ""},
        {{"b", "c"}, LW_OK, LW_OK, LW_ERROR_NAME, 0, "no mesh of a link \"c\" to leave out"},
        {{"b", "a"}, LW_OK, LW_OK, LW_ERROR_NAME, 0, "no mesh of a link \"a\" to leave out"},
        {{"b", "bb"}, LW_OK, LW_OK, LW_ERROR_NAME, 0, "; the nearest name is \"b\""},
        {{"b", "left_b"}, LW_OK, LW_OK, LW_ERROR_NAME, 0, "no mesh of a link \"left_b\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_error error = {0};
        char sentence[500] = "";
        lw_scene *scene = new_scene();
        lw_motion *motion = NULL;
        for (size_t k = 0; k < 2; k++)
            succeed(lw_scene_leave_out_mesh(scene, cases[i].names[k], &error), &error);
        assert_int_equal(load(scene, text, "left", &error), cases[i].first);
        assert_int_equal(load(scene, text, "right", &error), cases[i].second);
        if (cases[i].first || cases[i].second) {
            lw_scene_destroy(scene);
            continue;
        }
        error = (lw_error){0};
        assert_int_equal(lw_scene_freeze(scene, &error), cases[i].frozen);
        if (cases[i].frozen) {
            if (!strstr(error.message, cases[i].sentence))
                fail_msg("%s", error.message);
        } else {
            succeed(lw_motion_create(scene, &motion, &error), &error);
            assert_int_equal(lw_motion_notice_count(motion), cases[i].notices);
            lw_motion_notice(motion, 0, sentence, sizeof sentence);
            assert_non_null(strstr(sentence, cases[i].sentence));
            lw_motion_destroy(motion);
        }
        lw_scene_destroy(scene);
    }
}

/* A copy of a scene refuses to leave out meshes, and goes on giving the notices. */
static void test_copies(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_scene *copy = NULL;
    lw_motion *motion = NULL;
    assert_int_equal(lw_scene_leave_out_mesh(scene, "", &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_leave_out_mesh(scene, NULL, &error), LW_ERROR_ARGUMENT);
    succeed(lw_scene_leave_out_mesh(scene, "b", &error), &error);
    succeed(load(scene, ROBOT(LINK("a", BOX) LINK("b", MESH("missing.stl"))), NULL, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_scene_copy(scene, &copy, &error), &error);
    assert_int_equal(lw_scene_leave_out_mesh(copy, "a", &error), LW_ERROR_STATE);
    lw_shape_def ball = lw_default_shape();
    ball.kind = LW_SHAPE_SPHERE;
    ball.radius = 0.1;
    succeed(lw_scene_add_obstacle(copy, "ball", &ball, lw_pose_identity(), &error), &error);
    succeed(lw_scene_freeze(copy, &error), &error);
    lw_scene_destroy(scene);
    succeed(lw_motion_create(copy, &motion, &error), &error);
    assert_int_equal(lw_motion_notice_count(motion), 1);
    lw_motion_destroy(motion);
    lw_scene_destroy(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_meshes),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_copies),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
