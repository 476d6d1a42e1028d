/* lw_scene_set_strict: every notice is an error, with its sentence, file and line, and leaves the scene
 * as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "scene/model.h"
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

/* a scene that names a robot: notices before, within and after it */
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

/* the scene stays open; motions fail with the status of strict limits */
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

/* ---- functions that end the call ----------------------------------------------------------------- */

/* Ends the call at this notice; the first is 1. */
typedef struct ending {
    int at;
    int heard;
} ending;

static lw_status end_at(void *context, const char *file, int line, const char *sentence)
{
    ending *e = context;
    (void)file;
    (void)line;
    assert_true(strlen(sentence) > 0);
    return ++e->heard == e->at ? LW_ERROR_STOPPED : LW_OK;
}

static void assert_ended(lw_status status, const lw_error *error)
{
    assert_int_equal(status, LW_ERROR_STOPPED);
    assert_int_equal(error->status, LW_ERROR_STOPPED);
    assert_non_null(strstr(error->message, "the function that takes notices failed (stopped) at: "));
}

typedef lw_status (*building)(lw_scene *scene, lw_error *error);

static lw_status load_robot(lw_scene *scene, lw_error *error)
{
    return lw_scene_load_robot(scene, files_write(&here, "r.urdf", robot), NULL, NULL, NULL, error);
}

static lw_status load_nested(lw_scene *scene, lw_error *error)
{
    files_write(&here, "r.urdf", robot);
    files_write(&here, "good.urdf", "<robot name='g'><link name='a'/></robot>");
    return lw_scene_load(scene,
                         files_write(&here, "scene.json",
                                     "{\"robots\": [{\"urdf\": \"good.urdf\"}, "
                                     "{\"urdf\": \"r.urdf\"}],\n\"link_padding\": {\"x\": 1}}"),
                         error);
}

static lw_status load_moveit(lw_scene *scene, lw_error *error)
{
    return lw_scene_load(scene,
                         files_write(&here, "scene.yaml",
                                     "world: {collision_objects: []}\nunknown_a: 1\nunknown_b: 2\n"),
                         error);
}

/* Adds a rule that names nobody, and freezes the scene; the notices come with freezing. */
static lw_status freeze(lw_scene *scene, lw_error *error)
{
    lw_status status = lw_scene_allow_pair(scene, "ghost", "phantom", true, error);
    return status ? status : lw_scene_freeze(scene, error);
}

/* A call of each kind ends with the listener's status at any of its notices, gives no more notices and
 * leaves the scene as it was; if the listener goes on, so does the call. */
static void test_listeners_that_fail(void **state)
{
    (void)state;
    const building calls[] = {load_robot, load_nested, load_moveit, freeze};
    const int notices_of[] = {2, 3, 2, 2};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        lw_error error = {0};
        lw_scene *scene = new_scene();
        add_chain(scene, "before", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
        const lw_model *model = &scene->model;
        size_t links = model->links.count;
        for (int at = 1; at <= notices_of[i]; at++) {
            ending e = {.at = at};
            lw_scene_on_notice(scene, end_at, &e);
            assert_ended(calls[i](scene, &error), &error);
            assert_int_equal(e.heard, at);
            assert_int_equal(model->robots.count, 1);
            assert_int_equal(model->links.count, links);
            assert_int_equal(model->paddings.count, 0);
            assert_null(scene->frozen);
            /* without room for the error, and once more */
            e.heard = 0;
            assert_int_equal(calls[i](scene, NULL), LW_ERROR_STOPPED);
        }
        ending e = {0};
        lw_scene_on_notice(scene, end_at, &e);
        succeed(calls[i](scene, &error), &error);
        assert_true(e.heard >= notices_of[i]);
        lw_scene_destroy(scene);
    }
}

/* Where notices are errors, the first one stays the call's error, whatever the listener does with the
 * others. */
static void test_strict_scenes_and_listeners_that_fail(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    ending e = {.at = 1};
    lw_scene_on_notice(scene, end_at, &e);
    succeed(lw_scene_set_strict(scene, true, &error), &error);
    for (int i = 0; i < 2; i++) {
        e.heard = 0;
        assert_int_equal(load_nested(scene, &error), LW_ERROR_NOTICE);
        assert_non_null(strstr(error.message, "link \"a\": a sphere with a size of 0"));
        assert_int_equal(e.heard, 1);
    }
    succeed(lw_scene_set_strict(scene, false, &error), &error);
    e.heard = 0;
    assert_ended(load_nested(scene, &error), &error);
    lw_scene_destroy(scene);
}

static lw_scene *limited_scene(void)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_chain(scene, "r", NULL, 0);
    succeed(lw_scene_add_link(scene, "r", "hand", &error), &error);
    lw_joint_def joint = joint_of("j", LW_JOINT_REVOLUTE, "l0", "hand");
    joint.lower = -1;
    joint.upper = 1;
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* A motion's listener hears the notices of calls that set the motion, from memory and from files, and
 * can end them; the scene's listener hears none of these. */
static void test_motions_have_their_own(void **state)
{
    (void)state;
    static const char *const request =
        "group_name: ''\nstart_state: {joint_state: {name: [j, no], position: [0, 0]}}\n"
        "goal_constraints: [{joint_constraints: [{joint_name: j, position: 0.5}]}]\n";
    lw_error error = {0};
    lw_scene *scene = limited_scene();
    ending of_scene = {.at = 1};
    lw_scene_on_notice(scene, end_at, &of_scene);
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    for (int at = 1; at >= 0; at--) {
        ending e = {.at = at};
        lw_motion_on_notice(motion, end_at, &e);
        lw_status status =
            lw_motion_set_segment(motion, NULL, (const double[]){0}, (const double[]){2}, &error);
        at ? assert_ended(status, &error) : succeed(status, &error);
        assert_int_equal(e.heard, 1);
        e.heard = 0;
        status = lw_motion_read_json(scene, "{\"path\": [[0], [3]]}", NULL, 0, NULL, motion, NULL, 0,
                                     &error);
        at ? assert_ended(status, &error) : succeed(status, &error);
        assert_int_equal(e.heard, 1);
        e.heard = 0;
        lw_motion_reader *reader = NULL;
        const char *id;
        bool more;
        succeed(lw_motion_reader_open(scene, files_write(&here, "request.yaml", request),
                                      LW_MOTION_FORMAT_REQUEST, NULL, &reader, &error),
                &error);
        status = lw_motion_reader_next(reader, motion, &id, &more, &error);
        at ? assert_ended(status, &error) : succeed(status, &error);
        assert_int_equal(e.heard, 1);
        lw_motion_reader_close(reader);
    }
    assert_int_equal(of_scene.heard, 0);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A pool's listener hears the rows' notices; if it fails, so does the call, at the first notice. */
static void test_pools_have_their_own(void **state)
{
    (void)state;
    const double rows_of[] = {0, 0.5, 2, 3, 0};
    lw_error error = {0};
    lw_scene *scene = limited_scene();
    ending of_scene = {.at = 1};
    lw_scene_on_notice(scene, end_at, &of_scene);
    lw_pool *pool = NULL;
    succeed(lw_pool_create(scene, 1, &pool, &error), &error);
    lw_verdict_kind kinds[5];
    lw_rows rows = lw_default_rows();
    lw_answers answers = lw_default_answers();
    rows.count = 5;
    rows.from = rows_of;
    rows.from_stride = 1;
    answers.kind = kinds;
    ending e = {0};
    lw_pool_on_notice(pool, end_at, &e);
    succeed(lw_pool_states(pool, &rows, NULL, &answers, &error), &error);
    assert_int_equal(e.heard, 2);
    e = (ending){.at = 1};
    assert_ended(lw_pool_states(pool, &rows, NULL, &answers, &error), &error);
    assert_non_null(strstr(error.message, "state 2 (the first is 0): "));
    assert_int_equal(e.heard, 1);
    lw_pool_on_notice(pool, NULL, NULL);
    succeed(lw_pool_states(pool, &rows, NULL, &answers, &error), &error);
    assert_int_equal(e.heard, 1);
    assert_int_equal(of_scene.heard, 0);
    lw_pool_destroy(pool);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_several_in_one_call),
        cmocka_unit_test(test_nested_files),
        cmocka_unit_test(test_freezing_and_motions),
        cmocka_unit_test(test_listeners_that_fail),
        cmocka_unit_test(test_strict_scenes_and_listeners_that_fail),
        cmocka_unit_test(test_motions_have_their_own),
        cmocka_unit_test(test_pools_have_their_own),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
