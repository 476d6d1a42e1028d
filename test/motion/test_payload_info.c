/* Tests lw_motion_payload: the objects that a motion attaches and releases, and when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "small_scene.h"

/* Two arms "a" and "b" of one joint each, and obstacles "cup" and "jug" far from both. */
static lw_scene *two_arms(void)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    lw_shape_def ball = sphere_of(0.1);
    lw_pose place = lw_pose_identity();
    add_chain(scene, "a", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    add_chain(scene, "b", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    place.position.z = 5;
    succeed(lw_scene_add_obstacle(scene, "cup", &ball, place, &e), &e);
    place.position.z = 7;
    succeed(lw_scene_add_obstacle(scene, "jug", &ball, place, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    return scene;
}

static lw_payload payload_of(lw_payload_kind kind, size_t waypoint, const char *object)
{
    lw_payload payload = lw_default_payload();
    payload.kind = kind;
    payload.waypoint = waypoint;
    payload.object = object;
    payload.link = kind == LW_PAYLOAD_ATTACH ? "l1" : NULL;
    return payload;
}

static lw_track track_of(const lw_scene *scene, const char *robot, const double *positions,
                         size_t count, const lw_payload *payloads, size_t payload_count)
{
    lw_error e = {0};
    lw_track track = lw_default_track();
    track.joints = lw_scene_joints(scene, robot, NULL, &e);
    assert_non_null(track.joints);
    track.positions = positions;
    track.point_count = count;
    track.payloads = payloads;
    track.payload_count = payload_count;
    return track;
}

static void check_payload(const lw_motion *motion, size_t index, lw_payload_info wanted)
{
    lw_error e = {0};
    lw_payload_info found = lw_default_payload_info();
    succeed(lw_motion_payload(motion, index, &found, &e), &e);
    assert_int_equal(found.struct_size, sizeof found);
    assert_int_equal(found.kind, wanted.kind);
    assert_true(found.time == wanted.time);
    assert_int_equal(found.robot, wanted.robot);
    assert_int_equal(found.waypoint, wanted.waypoint);
    assert_string_equal(found.object, wanted.object);
    if (wanted.link)
        assert_string_equal(found.link, wanted.link);
    else
        assert_null(found.link);
}

/* b hands the cup to a at t = 0.5, where both robots do something: the release comes first, although a
 * was given first. */
static void set_handover(lw_scene *scene, lw_motion *motion)
{
    static const double five[] = {0, 0.1, 0.2, 0.3, 0.4};
    lw_error e = {0};
    const lw_payload of_a[] = {payload_of(LW_PAYLOAD_RELEASE, 4, "cup"),
                               payload_of(LW_PAYLOAD_ATTACH, 2, "cup"),
                               payload_of(LW_PAYLOAD_ATTACH, 1, "jug")};
    const lw_payload of_b[] = {payload_of(LW_PAYLOAD_RELEASE, 1, "cup"),
                               payload_of(LW_PAYLOAD_ATTACH, 0, "cup")};
    const lw_track tracks[] = {track_of(scene, "a", five, 5, of_a, 3),
                               track_of(scene, "b", five, 3, of_b, 2)};
    succeed(lw_motion_set(motion, tracks, 2, &e), &e);
}

static void test_in_the_order_in_which_it_is_done(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = two_arms();
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &e), &e);
    assert_int_equal(lw_motion_payload_count(motion), 0);
    set_handover(scene, motion);
    const lw_payload_info wanted[] = {
        {.kind = LW_PAYLOAD_ATTACH,
         .time = 0,
         .robot = 1,
         .waypoint = 0,
         .object = "cup",
         .link = "l1"},
        {.kind = LW_PAYLOAD_ATTACH, .time = 0.25, .waypoint = 1, .object = "jug", .link = "l1"},
        {.kind = LW_PAYLOAD_RELEASE, .time = 0.5, .robot = 1, .waypoint = 1, .object = "cup"},
        {.kind = LW_PAYLOAD_ATTACH, .time = 0.5, .waypoint = 2, .object = "cup", .link = "l1"},
        {.kind = LW_PAYLOAD_RELEASE, .time = 1, .waypoint = 4, .object = "cup"}};
    assert_int_equal(lw_motion_payload_count(motion), 5);
    for (size_t i = 0; i < 5; i++)
        check_payload(motion, i, wanted[i]);
    /* a stage attaches nothing itself */
    assert_int_equal(lw_motion_stage_count(motion), 3);
    assert_int_equal(lw_motion_payload_count(lw_motion_stage(motion, 1)), 0);
    succeed(lw_motion_set(motion, NULL, 0, &e), &e);
    assert_int_equal(lw_motion_payload_count(motion), 0);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void test_in_another_scene(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = two_arms();
    lw_scene *other = NULL;
    lw_motion *motion = NULL;
    succeed(lw_scene_copy(scene, &other, &e), &e);
    succeed(lw_scene_freeze(other, &e), &e);
    succeed(lw_motion_create(scene, &motion, &e), &e);
    set_handover(scene, motion);
    succeed(lw_motion_set_scene(motion, other, &e), &e);
    assert_int_equal(lw_motion_payload_count(motion), 5);
    check_payload(
        motion, 1,
        (lw_payload_info){
            .kind = LW_PAYLOAD_ATTACH, .time = 0.25, .waypoint = 1, .object = "jug", .link = "l1"});
    lw_motion_destroy(motion);
    lw_scene_destroy(other);
    lw_scene_destroy(scene);
}

static void test_what_there_is_not(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = two_arms();
    lw_motion *motion = NULL;
    lw_payload_info found = lw_default_payload_info();
    succeed(lw_motion_create(scene, &motion, &e), &e);
    assert_int_equal(lw_motion_payload(motion, 0, &found, &e), LW_ERROR_ARGUMENT);
    assert_non_null(strstr(e.message, "there is no payload 0"));
    set_handover(scene, motion);
    assert_int_equal(lw_motion_payload(motion, 5, &found, &e), LW_ERROR_ARGUMENT);
    assert_non_null(strstr(e.message, "there is no payload 5; the motion attaches and releases 5"));
    assert_int_equal(lw_motion_payload(NULL, 0, &found, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_motion_payload(motion, 0, NULL, &e), LW_ERROR_ARGUMENT);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_the_order_in_which_it_is_done),
        cmocka_unit_test(test_in_another_scene),
        cmocka_unit_test(test_what_there_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
