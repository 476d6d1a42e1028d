/* Tests the notices of a motion: repairs, omissions and assumptions when it was set stay with it,
 * whether somebody listens or not, until it is set again, and stand in its result. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "small_scene.h"

enum { VALUES = 9 }; /* j: -1 to 1; wheel: continuous; at: floating */

/* A frozen scene with a joint "j" with limits, a continuous one, "wheel", and a floating one, "at". */
static lw_scene *open_scene(bool strict)
{
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_CONTINUOUS, LW_JOINT_FLOATING};
    static const char *const names[] = {"j", "wheel", "at"};
    static const char *const links[] = {"l0", "arm", "rim", "box"};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def sphere = sphere_of(0.1);
    succeed(lw_scene_set_strict(scene, strict, &error), &error);
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    for (size_t i = 0; i < 4; i++) {
        succeed(lw_scene_add_link(scene, "r", links[i], &error), &error);
        succeed(lw_scene_add_shape(scene, "r", links[i], &sphere, lw_pose_identity(), &error), &error);
    }
    for (size_t i = 0; i < 3; i++) {
        lw_joint_def joint = joint_of(names[i], kinds[i], links[i], links[i + 1]);
        joint.lower = -1;
        joint.upper = 1;
        succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    }
    succeed(lw_scene_add_obstacle(scene, "can", &sphere, lw_pose_from_rpy((lw_vec3){0, 9, 0}, 0, 0, 0),
                                  &error),
            &error);
    return scene;
}

typedef struct held {
    lw_scene *scene;
    const lw_joints *joints; /* j and wheel */
    const lw_joints *all;
    lw_motion *motion;
    notices heard;
} held;

static held open_motion(bool strict)
{
    lw_error error = {0};
    held h = {.scene = open_scene(strict)};
    succeed(lw_scene_add_group(h.scene, "r", "turning", (const char *const[]){"j", "wheel"}, 2, &error),
            &error);
    succeed(
        lw_scene_add_group(h.scene, "r", "all", (const char *const[]){"j", "wheel", "at"}, 3, &error),
        &error);
    succeed(lw_scene_freeze(h.scene, &error), &error);
    h.all = lw_scene_joints(h.scene, "r", "all", &error);
    h.joints = lw_scene_joints(h.scene, "r", "turning", &error);
    assert_non_null(h.joints);
    succeed(lw_motion_create(h.scene, &h.motion, &error), &error);
    return h;
}

static void close_motion(held *h)
{
    lw_motion_destroy(h->motion);
    lw_scene_destroy(h->scene);
}

static void set(held *h, double j0, double wheel0, double j1, double wheel1)
{
    lw_error error = {0};
    succeed(lw_motion_set_segment(h->motion, h->joints, (const double[]){j0, wheel0},
                                  (const double[]){j1, wheel1}, &error),
            &error);
}

static void assert_notice(const lw_motion *motion, size_t index, const char *wanted)
{
    char text[600];
    assert_int_equal(lw_motion_notice(motion, index, text, sizeof text), strlen(wanted));
    assert_string_equal(text, wanted);
}

static const char beyond[] = "joint \"j\": value 2 is outside its limits -1 to 1";
static const char turned[] =
    "joint \"wheel\": from waypoint 0 to 1, from 3 to -3, it turns the shorter way, by 0.283185307";

/* each segment has its own, whichever way it is set */
static void test_segments(void **state)
{
    (void)state;
    held h = open_motion(false);
    for (int heard = 0; heard < 2; heard++) {
        lw_motion_on_notice(h.motion, heard ? take_notice : NULL, &h.heard);
        set(&h, 0, 0, 0.5, 0.5);
        assert_int_equal(lw_motion_notice_count(h.motion), 0);
        set(&h, 0, 0, 2, 0.5);
        assert_int_equal(lw_motion_notice_count(h.motion), 1);
        assert_notice(h.motion, 0, beyond);
        set(&h, 2, 3, 0.5, -3);
        assert_int_equal(lw_motion_notice_count(h.motion), 2);
        assert_notice(h.motion, 0, beyond);
        assert_notice(h.motion, 1, turned);
        assert_notice(h.motion, 2, "");
        set(&h, 0, 0, 0.5, 0.5);
        assert_int_equal(lw_motion_notice_count(h.motion), 0);
        assert_notice(h.motion, 0, "");
    }
    assert_int_equal(h.heard.count, 2); /* of the limits */
    close_motion(&h);
}

/* as snprintf writes */
static void test_short_rooms(void **state)
{
    (void)state;
    held h = open_motion(false);
    char text[8] = "unset";
    set(&h, 0, 3, 2, -3);
    assert_int_equal(lw_motion_notice(h.motion, 0, NULL, 0), sizeof beyond - 1);
    assert_int_equal(lw_motion_notice(h.motion, 0, text, sizeof text), sizeof beyond - 1);
    assert_string_equal(text, "joint \"");
    assert_int_equal(lw_motion_notice(h.motion, 1, text, 1), sizeof turned - 1);
    assert_string_equal(text, "");
    close_motion(&h);
}

/* A path's turns are counted; values that are whole turns apart on the way do not count. */
static void test_turns(void **state)
{
    (void)state;
    held h = open_motion(false);
    lw_error error = {0};
    const double rows[] = {0, 0, 0, 3, 0, -3, 0, -2.5, 0, 3};
    lw_track track = lw_default_track();
    track.joints = h.joints;
    track.point_count = 5;
    track.positions = rows;
    succeed(lw_motion_set(h.motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(h.motion), 1);
    assert_notice(h.motion, 0,
                  "joint \"wheel\": from waypoint 1 to 2, from 3 to -3, it turns the shorter way, by "
                  "0.283185307; 2 times in all");
    track.no_wrap = true;
    succeed(lw_motion_set(h.motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(h.motion), 0);
    /* more than half a turn by as much as rounding: both ways are one */
    set(&h, 0, 0, 0, 3.1415);
    assert_int_equal(lw_motion_notice_count(h.motion), 0);
    close_motion(&h);
}

/* Where notices are errors, a value outside its limits is one, and a turn is not. */
static void test_strict(void **state)
{
    (void)state;
    held h = open_motion(true);
    lw_error error = {0};
    const double two[] = {2, 0};
    assert_int_equal(lw_motion_set_segment(h.motion, h.joints, two, two, &error), LW_ERROR_LIMIT);
    assert_int_equal(lw_motion_notice_count(h.motion), 0);
    assert_int_equal(lw_motion_set_joint(h.motion, "r", "j", two, 1, &error), LW_ERROR_LIMIT);
    assert_string_equal(error.message, beyond);
    set(&h, 0, 3, 0, -3);
    assert_int_equal(lw_motion_notice_count(h.motion), 1);
    assert_int_equal(lw_motion_add_notice(h.motion, "an input", &error), LW_ERROR_NOTICE);
    assert_string_equal(error.message, "an input");
    assert_int_equal(lw_motion_notice_count(h.motion), 1);
    close_motion(&h);
}

/* of joints that the motion does not move */
static void test_values_at_rest(void **state)
{
    (void)state;
    held h = open_motion(false);
    lw_error error = {0};
    const double nine[VALUES] = {2, 0, 0, 0, 0, 0, 2};
    lw_motion_on_notice(h.motion, take_notice, &h.heard);
    for (int i = 0; i < 2; i++) /* each sentence once */
        succeed(lw_motion_set_joint(h.motion, "r", "j", nine, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(h.motion), 1);
    assert_notice(h.motion, 0, beyond);
    succeed(lw_motion_set_joint(h.motion, "r", "at", nine, 7, &error), &error);
    assert_int_equal(lw_motion_notice_count(h.motion), 2);
    assert_notice(h.motion, 1, "joint \"at\": a quaternion of length 2 is taken as one of length 1");
    succeed(lw_motion_set_joint(h.motion, "r", "wheel", (const double[]){99}, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(h.motion), 2);
    assert_int_equal(h.heard.count, 3);
    close_motion(&h);
}

static void test_quaternions(void **state)
{
    (void)state;
    held h = open_motion(false);
    lw_error error = {0};
    double rows[2][VALUES] = {{0, 0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 0.7072, 0.7071}};
    lw_track track = lw_default_track();
    track.joints = h.all;
    track.point_count = 2;
    track.positions = rows[0];
    succeed(lw_motion_set(h.motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(h.motion), 0);
    rows[1][7] = 1.2;
    rows[1][8] = 1.6;
    succeed(lw_motion_set(h.motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(h.motion), 1);
    assert_notice(h.motion, 0, "joint \"at\": a quaternion of length 2 is taken as one of length 1");
    close_motion(&h);

    /* a rigid motion */
    lw_scene *scene = new_scene();
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_FLOATING}, 1);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    track = lw_default_track();
    track.kind = LW_TRACK_RIGID;
    track.duration = 1;
    track.pose.orientation.w = -1;
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(motion), 0);
    track.pose.orientation.w = 3;
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(motion), 1);
    assert_notice(motion, 0, "joint \"j1\": a quaternion of length 3 is taken as one of length 1");
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* However many there are, a result stays short. */
static void test_many(void **state)
{
    (void)state;
    held h = open_motion(false);
    lw_error error = {0};
    char text[64];
    set(&h, 0, 3, 0, -3);
    for (int i = 0; i < 250; i++) {
        snprintf(text, sizeof text, "input %d is ignored", i % 150);
        succeed(lw_motion_add_notice(h.motion, text, &error), &error);
    }
    assert_int_equal(lw_motion_notice_count(h.motion), 102);
    assert_notice(h.motion, 99, "input 99 is ignored");
    assert_notice(h.motion, 100, turned);
    assert_notice(h.motion, 101, "50 more notices are left out");
    assert_int_equal(lw_motion_add_notice(h.motion, NULL, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_motion_add_notice(NULL, "input", &error), LW_ERROR_ARGUMENT);
    set(&h, 0, 0, 0, 0);
    assert_int_equal(lw_motion_notice_count(h.motion), 0);
    close_motion(&h);
}

static const char *line_of(const held *h, char *text, size_t size)
{
    lw_error error = {0};
    size_t length;
    lw_verdict verdict = lw_default_verdict();
    lw_result result = lw_default_result();
    result.scene = h->scene;
    result.motion = h->motion;
    result.verdict = &verdict;
    verdict.free_until = 1;
    verdict.clearance.pair[0] = verdict.self_clearance.pair[0] = -1;
    succeed(lw_result_json(&result, text, size, &length, &error), &error);
    assert_true(length < size);
    return text;
}

/* Control characters and quotes in names are escaped; without notices there is no field. */
static void test_result(void **state)
{
    (void)state;
    held h = open_motion(false);
    lw_error error = {0};
    char text[1024];
    set(&h, 0, 0, 0.5, 0);
    assert_null(strstr(line_of(&h, text, sizeof text), "notices"));
    set(&h, 0, 3, 2, -3);
    succeed(lw_motion_add_notice(h.motion, "\n\x1b[31m\xff\"</script>", &error), &error);
    assert_non_null(
        strstr(line_of(&h, text, sizeof text),
               ", \"notices\": [\"joint \\\"j\\\": value 2 is outside its limits -1 to 1\", "
               "\"\\u000a\\u001b[31m\\ufffd\\\"</script>\", "
               "\"joint \\\"wheel\\\": from waypoint 0 to 1, from 3 to -3, it turns the "
               "shorter way, by 0.283185307\"], \"pairs\": 0"));
    close_motion(&h);
}

/* The motion has them, not its stages; names that nothing has are among them. */
static void test_stages(void **state)
{
    (void)state;
    held h = open_motion(false);
    lw_error error = {0};
    const char *line = "{\"path\": [[0, 3], [0, -3], [2, -3]], \"group\": \"turning\", \"attach\": "
                       "[{\"waypoint\": 1, \"id\": \"can\", \"link\": \"rim\", \"may_touch\": "
                       "[\"ghost\\n\"]}]}";
    succeed(lw_motion_read_json(h.scene, line, NULL, 0, NULL, h.motion, NULL, 0, &error), &error);
    assert_int_equal(lw_motion_notice_count(h.motion), 3);
    assert_notice(h.motion, 0, beyond);
    assert_notice(h.motion, 1,
                  "waypoint 1 of robot \"r\": may_touch names \"ghost\n\", which nothing in the scene "
                  "has: ignored");
    assert_true(lw_motion_stage_count(h.motion) > 1);
    for (size_t i = 0; i < lw_motion_stage_count(h.motion); i++)
        assert_int_equal(lw_motion_notice_count(lw_motion_stage(h.motion, i)), 0);
    /* another scene makes the stages anew, and the motion was not set again */
    lw_scene *copy = NULL;
    succeed(lw_scene_copy(h.scene, &copy, &error), &error);
    succeed(lw_scene_freeze(copy, &error), &error);
    succeed(lw_motion_set_scene(h.motion, copy, &error), &error);
    assert_int_equal(lw_motion_notice_count(h.motion), 3);
    close_motion(&h);
    lw_scene_destroy(copy);
}

/* Setting that fails leaves none. */
static void test_failures(void **state)
{
    (void)state;
    held h = open_motion(false);
    lw_error error = {0};
    set(&h, 0, 0, 2, 0);
    assert_int_equal(lw_motion_set_segment(h.motion, h.joints, (const double[]){2, NAN},
                                           (const double[]){2, 0}, &error),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_motion_notice_count(h.motion), 0);
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    const double two[] = {2, 0};
    for (int i = 0; i < 2; i++) {
        tracks[i].joints = h.joints;
        tracks[i].point_count = 1;
        tracks[i].positions = two;
    }
    assert_int_equal(lw_motion_set(h.motion, tracks, 2, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_motion_notice_count(h.motion), 0);
    close_motion(&h);
}

/* A pool says how many each row has, of states too, on any number of threads. */
static void test_rows(void **state)
{
    (void)state;
    held h = open_motion(false);
    lw_error error = {0};
    enum { COUNT = 64 };
    double from[COUNT][2] = {{0}};
    double to[COUNT][2] = {{0}};
    uint32_t wanted[COUNT];
    uint32_t counts[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        from[i][0] = i % 3 ? 0 : 2;
        from[i][1] = i % 4 ? 0 : 3;
        to[i][1] = i % 4 ? 0 : -3;
        wanted[i] = (i % 3 == 0) + (i % 4 == 0);
    }
    for (unsigned threads = 1; threads <= 3; threads++) {
        lw_pool *pool = NULL;
        succeed(lw_pool_create(h.scene, threads, &pool, &error), &error);
        lw_rows rows = lw_default_rows();
        lw_answers answers = lw_default_answers();
        rows.joints = h.joints;
        rows.count = COUNT;
        rows.from = from[0];
        rows.to = to[0];
        rows.from_stride = rows.to_stride = 2;
        answers.notices = counts;
        memset(counts, 0xff, sizeof counts);
        succeed(lw_pool_segments(pool, &rows, NULL, &answers, &error), &error);
        assert_memory_equal(counts, wanted, sizeof counts);
        memset(counts, 0xff, sizeof counts);
        succeed(lw_pool_states(pool, &rows, NULL, &answers, &error), &error);
        for (size_t i = 0; i < COUNT; i++)
            assert_int_equal(counts[i], i % 3 == 0);
        rows.seconds = 1e-9; /* rows that are left unanswered have none */
        memset(counts, 0xff, sizeof counts);
        succeed(lw_pool_segments(pool, &rows, NULL, &answers, &error), &error);
        assert_int_equal(counts[COUNT - 1], 0);
        lw_pool_destroy(pool);
    }
    close_motion(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_segments),       cmocka_unit_test(test_short_rooms),
        cmocka_unit_test(test_turns),          cmocka_unit_test(test_strict),
        cmocka_unit_test(test_values_at_rest), cmocka_unit_test(test_quaternions),
        cmocka_unit_test(test_many),           cmocka_unit_test(test_result),
        cmocka_unit_test(test_stages),         cmocka_unit_test(test_failures),
        cmocka_unit_test(test_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
