/* Tests motions of several robots that are joined to one: it equals the motion of all their tracks. */
#include "allocation.h"
#include "files_fixture.h"
#include "read_motion.h"

/* Two balls that slide in the plane, each with a can within reach. */
static const char world[] =
    "{\"robots\": ["
    "{\"name\": \"a\", \"joint\": {\"type\": \"planar\"},"
    " \"links\": [{\"name\": \"ball\", \"type\": \"sphere\", \"radius\": 0.1}]},"
    "{\"name\": \"b\", \"joint\": {\"type\": \"planar\"}, \"base\": {\"position\": [0, 1, 0]},"
    " \"links\": [{\"name\": \"ball\", \"type\": \"sphere\", \"radius\": 0.1}]}],"
    "\"obstacles\": [{\"id\": \"can\", \"type\": \"sphere\", \"radius\": 0.05, \"position\": [1, 0.5, "
    "0]}]}";

static const char timed_a[] =
    "{\"robots\": {\"a\": {\"trajectory\": {\"times\": [0, 2], \"positions\": [[0, 0, 0], [1, 0, 0]],"
    " \"velocities\": [[1, 0, 0], [0, 0, 0]]}}}}";
static const char timed_b[] =
    "{\"robots\": {\"b\": {\"trajectory\": {\"times\": [1, 3], \"positions\": [[0, 0, 0], [0, 1, 0]]},"
    " \"attach\": [{\"id\": \"can\", \"waypoint\": 1, \"link\": \"ball\", \"touch_links\": "
    "[\"none\"]}]}}}";
static const char timed_both[] =
    "{\"robots\": {\"a\": {\"trajectory\": {\"times\": [0, 2], \"positions\": [[0, 0, 0], [1, 0, 0]],"
    " \"velocities\": [[1, 0, 0], [0, 0, 0]]}},"
    "\"b\": {\"trajectory\": {\"times\": [1, 3], \"positions\": [[0, 0, 0], [0, 1, 0]]},"
    " \"attach\": [{\"id\": \"can\", \"waypoint\": 1, \"link\": \"ball\", \"touch_links\": "
    "[\"none\"]}]}}}";
static const char path_b[] = "{\"robots\": {\"b\": {\"from\": [0, 0, 0], \"to\": [0, 1, 0]}}}";

static void test_as_all_tracks(void **state)
{
    (void)state;
    lw_scene *scene = read_scene(&here, world);
    lw_error error = {0};
    lw_motion *both = read_motion(scene, timed_both);
    lw_motion *joined = read_motion(scene, timed_a); /* its earlier motion is forgotten */
    lw_motion *parts[] = {read_motion(scene, timed_a), read_motion(scene, timed_b),
                          read_motion(scene, NULL)};
    assert_int_equal(lw_motion_join(joined, (const lw_motion *const *)parts, 3, &error), LW_OK);
    double begin[2];
    double end[2];
    lw_motion_interval(both, &begin[0], &end[0]);
    lw_motion_interval(joined, &begin[1], &end[1]);
    assert_true(begin[0] == begin[1] && end[0] == end[1] && end[1] == 3);
    assert_true(lw_motion_in_seconds(joined));
    assert_int_equal(lw_motion_interpolation(joined), LW_INTERPOLATION_CUBIC);
    assert_int_equal(lw_motion_payload_count(joined), 1);
    assert_int_equal(lw_motion_stage_count(joined), lw_motion_stage_count(both));
    assert_true(lw_motion_notice_count(joined) > 0);
    assert_int_equal(lw_motion_notice_count(joined), lw_motion_notice_count(both));
    assert_int_equal(lw_motion_piece_count(joined), lw_motion_piece_count(both));
    for (int i = 0; i <= 30; i++)
        for (size_t joint = 0; joint < lw_scene_joint_count(scene); joint++) {
            double values[2][7];
            memset(values, 0, sizeof values);
            succeed(lw_motion_joint_values(both, joint, 0.1 * i, values[0], &error), &error);
            succeed(lw_motion_joint_values(joined, joint, 0.1 * i, values[1], &error), &error);
            assert_memory_equal(values[0], values[1], sizeof values[0]);
        }
    for (int i = 0; i < 3; i++)
        lw_motion_destroy(parts[i]);
    lw_motion_destroy(both);
    lw_motion_destroy(joined);
    lw_scene_destroy(scene);
}

static void test_refusals(void **state)
{
    (void)state;
    lw_scene *scene = read_scene(&here, world);
    lw_scene *other = read_scene(&here, world);
    lw_error error = {0};
    lw_motion *motion = read_motion(scene, timed_a);
    lw_motion *a = read_motion(scene, timed_a);
    lw_motion *path = read_motion(scene, path_b);
    lw_motion *stranger = read_motion(other, timed_b);
    const lw_motion *twice[] = {a, a};
    const lw_motion *mixed[] = {a, path};
    const lw_motion *foreign[] = {a, stranger};
    const lw_motion *itself[] = {motion};
    const lw_motion *missing[] = {NULL};
    refused(lw_motion_join(motion, twice, 2, &error), LW_ERROR_ARGUMENT, &error, "moved twice");
    assert_false(lw_motion_in_seconds(motion));
    refused(lw_motion_join(motion, mixed, 2, &error), LW_ERROR_ARGUMENT, &error, "mixes a path");
    refused(lw_motion_join(motion, foreign, 2, &error), LW_ERROR_ARGUMENT, &error,
            "part 1 is of another");
    refused(lw_motion_join(motion, itself, 1, &error), LW_ERROR_ARGUMENT, &error, "the motion itself");
    refused(lw_motion_join(motion, missing, 1, &error), LW_ERROR_ARGUMENT, &error, "part 0 is missing");
    refused(lw_motion_join(NULL, twice, 1, &error), LW_ERROR_ARGUMENT, &error, "no motion");
    assert_int_equal(lw_motion_join(motion, NULL, 0, &error), LW_OK);
    assert_int_equal(lw_motion_piece_count(motion), 1);
    lw_motion_destroy(motion);
    lw_motion_destroy(a);
    lw_motion_destroy(path);
    lw_motion_destroy(stranger);
    lw_scene_destroy(other);
    lw_scene_destroy(scene);
}

/* A value that a part sets for a joint holds in the whole. */
static void test_rest(void **state)
{
    (void)state;
    lw_scene *scene = read_scene(&here, world);
    lw_error error = {0};
    lw_motion *motion = read_motion(scene, NULL);
    lw_motion *a = read_motion(scene, timed_a);
    const lw_motion *parts[] = {a};
    const double stands[] = {0.25, 0.5, 1};
    double values[7];
    const int64_t joint = lw_scene_find_joint(scene, "b", "joint");
    assert_true(joint >= 0);
    assert_int_equal(lw_motion_set_joint(a, "b", "joint", stands, 3, &error), LW_OK);
    assert_int_equal(lw_motion_join(motion, parts, 1, &error), LW_OK);
    succeed(lw_motion_joint_values(motion, (size_t)joint, 1, values, &error), &error);
    assert_memory_equal(values, stands, sizeof stands);
    lw_motion_destroy(a);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    lw_scene *scene = read_scene(&here, world);
    lw_motion *parts[] = {read_motion(scene, timed_a), read_motion(scene, timed_b)};
    for (size_t n = 1;; n++) {
        lw_motion *joined = read_motion(scene, NULL);
        lw_error error = {0};
        allocation_fail(n);
        lw_status status = lw_motion_join(joined, (const lw_motion *const *)parts, 2, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        assert_int_equal(lw_motion_payload_count(joined), failed ? 0 : 1);
        lw_motion_destroy(joined);
        if (!failed)
            break;
    }
    lw_motion_destroy(parts[0]);
    lw_motion_destroy(parts[1]);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_all_tracks),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_rest),
        cmocka_unit_test(test_every_allocation_failing),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
