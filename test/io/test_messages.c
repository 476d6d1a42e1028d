/* Tests messages of MoveIt in test/messages as its tools print them, against the same scenes in our
 * JSON. Files: NAME_echo.yaml from `ros2 topic echo`, NAME_rostopic.yaml from `rostopic echo`,
 * NAME_rosservice.yaml from `rosservice call`, NAME_service.txt from `ros2 service call`, and .scene
 * from the RViz plugin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "leeway/leeway.h"
#include "same_scene.h"

#define FOLDER "test/messages/"

static int notice_count;

static lw_status on_notice(void *context, const char *file, int line, const char *sentence)
{
    (void)context;
    (void)file;
    (void)line;
    (void)sentence;
    notice_count++;
    return LW_OK;
}

/* A frozen scene of the arm and a file. */
static lw_scene *load(const char *name)
{
    lw_scene *scene = NULL;
    lw_error error = {0};
    char path[200];
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    lw_scene_on_notice(scene, on_notice, NULL);
    snprintf(path, sizeof path, FOLDER "%s", name);
    if (lw_scene_load_robot(scene, FOLDER "robots/arm.urdf", FOLDER "robots/arm.srdf", NULL, NULL,
                            &error) ||
        lw_scene_load(scene, path, &error) || lw_scene_freeze(scene, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    return scene;
}

/* The verdict on the arm's motion from its left to its right. */
static lw_verdict judge(const lw_scene *scene)
{
    static const double ends[] = {-1, 0.05, 1, 0.3};
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.clearance = true;
    assert_int_equal(lw_checker_create(scene, &checker, NULL), LW_OK);
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    const lw_joints *joints = lw_scene_joints(scene, NULL, "arm", NULL);
    assert_int_equal(lw_motion_set_segment(motion, joints, ends, ends + 2, NULL), LW_OK);
    assert_int_equal(lw_check(checker, motion, &options, &verdict, NULL), LW_OK);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    return verdict;
}

static void test_scenes(void **state)
{
    (void)state;
    static const struct {
        const char *message, *reference;
        int notices; /* of the message, beyond those of the reference */
    } cases[] = {
        {"scene_echo.yaml", "scene.json", 0},
        {"scene_binary.yaml", "scene.json", 0},
        {"scene_rosservice.yaml", "scene.json", 0},
        {"scene_service.txt", "scene.json", 0},
        {"object_echo.yaml", "object.json", 0},
        {"object_rostopic.yaml", "object.json", 0},
        {"object_service.txt", "object.json", 0},
        {"joint_states_echo.yaml", "joint_states.json", 0},
        {"joint_states_rostopic.yaml", "joint_states.json", 0},
        {"link_frame_echo.yaml", "link_frame.json", 0},
        {"carried_echo.yaml", "carried.json", 0},
        {"carried_service.txt", "carried.json", 0},
        {"updates_echo.yaml", "updates.json", 1}, /* for the scene that another one replaces */
        {"updates_rostopic.yaml", "updates.json", 1},
        {"detached_echo.yaml", "detached.json", 0},
        {"plugin_new.scene", "plugin.json", 0},
        {"plugin_old.scene", "plugin.json", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        notice_count = 0;
        lw_scene *reference = load(cases[i].reference);
        const int of_reference = notice_count;
        notice_count = 0;
        lw_scene *scene = load(cases[i].message);
        if (notice_count - of_reference != cases[i].notices)
            fail_msg("%s: %d notices more than the reference, not %d", cases[i].message,
                     notice_count - of_reference, cases[i].notices);
        assert_true(assert_same_scene(reference, scene, cases[i].message) > 3);
        const lw_verdict wanted = judge(reference);
        const lw_verdict got = judge(scene);
        assert_int_equal(got.kind, wanted.kind);
        assert_true(fabs(got.free_until - wanted.free_until) <= 1e-12);
        assert_true(fabs(got.time - wanted.time) <= 1e-12);
        assert_true(fabs(got.clearance.lower - wanted.clearance.lower) <= 1e-12);
        lw_scene_destroy(reference);
        lw_scene_destroy(scene);
    }
}

/* A motion of a message or of our JSON, in a scene with a post. */
typedef struct loaded {
    lw_scene *scene;
    lw_motion *motion;
} loaded;

static loaded load_motion(const char *srdf, const char *name)
{
    loaded l = {0};
    lw_error error = {0};
    char paths[2][200];
    const char *id;
    bool more = false;
    lw_motion_reader *reader = NULL;
    const bool request = !strncmp(name, "request_", 8);
    snprintf(paths[0], sizeof paths[0], FOLDER "robots/%s", srdf);
    snprintf(paths[1], sizeof paths[1], FOLDER "%s", name);
    assert_int_equal(lw_scene_create(&l.scene, NULL), LW_OK);
    assert_int_equal(
        lw_scene_load_robot(l.scene, FOLDER "robots/cart.urdf", paths[0], NULL, NULL, NULL), LW_OK);
    assert_int_equal(lw_scene_load(l.scene, FOLDER "drive_post.json", NULL), LW_OK);
    assert_int_equal(lw_scene_freeze(l.scene, NULL), LW_OK);
    assert_int_equal(lw_motion_create(l.scene, &l.motion, NULL), LW_OK);
    if (lw_motion_reader_open(l.scene, paths[1],
                              request ? LW_MOTION_FORMAT_REQUEST : LW_MOTION_FORMAT_PATH, NULL, &reader,
                              &error) ||
        lw_motion_reader_next(reader, l.motion, &id, &more, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    lw_motion_reader_close(reader);
    assert_true(more);
    return l;
}

static void assert_same_motion(const loaded *a, const loaded *b, const char *what)
{
    double ends[2][2];
    lw_motion_interval(a->motion, &ends[0][0], &ends[0][1]);
    lw_motion_interval(b->motion, &ends[1][0], &ends[1][1]);
    assert_true(ends[0][0] == ends[1][0] && fabs(ends[0][1] - ends[1][1]) <= 1e-12);
    assert_int_equal(lw_motion_interpolation(a->motion), lw_motion_interpolation(b->motion));
    for (size_t joint = 0; joint < lw_scene_joint_count(a->scene); joint++)
        for (int i = 0; i <= 20; i++) {
            double values[2][7] = {{0}, {0}};
            const double time = ends[0][1] * i / 20;
            assert_int_equal(lw_motion_joint_values(a->motion, joint, time, values[0], NULL), LW_OK);
            assert_int_equal(lw_motion_joint_values(b->motion, joint, time, values[1], NULL), LW_OK);
            for (int k = 0; k < 7; k++)
                if (fabs(values[0][k] - values[1][k]) > 1e-12)
                    fail_msg("%s: value %d of joint %zu is %.17g at %g, not %.17g", what, k, joint,
                             values[1][k], time, values[0][k]);
        }
}

static lw_verdict verdict_of(const loaded *l)
{
    lw_checker *checker = NULL;
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.clearance = true;
    assert_int_equal(lw_checker_create(l->scene, &checker, NULL), LW_OK);
    assert_int_equal(lw_check(checker, l->motion, &options, &verdict, NULL), LW_OK);
    lw_checker_destroy(checker);
    return verdict;
}

static void test_motions(void **state)
{
    (void)state;
    static const struct {
        const char *srdf, *message, *reference;
    } motions[] = {
        {"cart.srdf", "drive_echo.yaml", "drive.json"},
        {"cart.srdf", "drive_rostopic.yaml", "drive.json"},
        {"cart.srdf", "drive_names_echo.yaml", "drive.json"},
        {"cart.srdf", "drive_service.txt", "drive_linear.json"},
        {"cart.srdf", "state_echo.yaml", "state.json"},
        {"cart.srdf", "state_names_echo.yaml", "state.json"},
        {"cart.srdf", "request_echo.yaml", "request.json"},
        {"cart.srdf", "request_rostopic.yaml", "request.json"},
        {"drone.srdf", "fly_echo.yaml", "fly.json"},
        {"drone.srdf", "fly_service.txt", "fly.json"},
        {"drone.srdf", "fly_names_echo.yaml", "fly.json"},
    };
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        loaded reference = load_motion(motions[i].srdf, motions[i].reference);
        loaded message = load_motion(motions[i].srdf, motions[i].message);
        /* a pose has no whole turns, so the joint values may differ by some */
        if (strcmp(motions[i].message, "state_echo.yaml") != 0)
            assert_same_motion(&reference, &message, motions[i].message);
        const lw_verdict wanted = verdict_of(&reference);
        const lw_verdict got = verdict_of(&message);
        assert_int_equal(wanted.kind, LW_VERDICT_FREE);
        assert_int_equal(got.kind, LW_VERDICT_FREE);
        assert_true(fabs(got.clearance.upper - wanted.clearance.upper) <= 1e-12);
        assert_true(fabs(got.self_clearance.upper - wanted.self_clearance.upper) <= 1e-12);
        for (size_t k = 0; k < lw_motion_notice_count(message.motion); k++) {
            char sentence[500];
            lw_motion_notice(message.motion, k, sentence, sizeof sentence);
            if (!strstr(sentence, "turns the shorter way"))
                fail_msg("%s: %s", motions[i].message, sentence);
        }
        const loaded *both[] = {&reference, &message};
        for (size_t k = 0; k < 2; k++) {
            lw_motion_destroy(both[k]->motion);
            lw_scene_destroy(both[k]->scene);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_motions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
