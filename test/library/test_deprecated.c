/* Tests old names (leeway/deprecated.h): each does the same as the new one. The warnings that they are
 * meant to give are switched off here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "leeway/leeway.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static uint64_t fingerprint_of(bool old)
{
    const char *const touch[] = {"base"};
    const lw_pose at = lw_pose_from_rpy((lw_vec3){3, 2, 1}, 0, 0, 1);
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.25;
    lw_shape *shape = NULL;
    lw_scene *scene = NULL;
    assert_int_equal(lw_shape_create(&ball, &shape, NULL), LW_OK);
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "r", lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "r", "base", NULL), LW_OK);
    assert_int_equal((old ? lw_scene_add_link_shape : lw_scene_add_shared_shape)(scene, "r", "base",
                                                                                 shape, at, NULL),
                     LW_OK);
    assert_int_equal((old ? lw_scene_add_obstacle_shape
                          : lw_scene_add_shared_obstacle)(scene, "wall", shape, at, NULL),
                     LW_OK);
    assert_int_equal((old ? lw_scene_attach : lw_scene_add_attached)(scene, "r", "base", "can", &ball,
                                                                     at, touch, 1, NULL),
                     LW_OK);
    assert_int_equal((old ? lw_scene_attach_shape : lw_scene_add_shared_attached)(
                         scene, "r", "base", "cup", shape, lw_pose_identity(), touch, 1, NULL),
                     LW_OK);
    uint64_t fingerprint = 0;
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    assert_int_equal(lw_scene_object_count(scene), 3);
    assert_int_equal(lw_scene_fingerprint(scene, &fingerprint, NULL), LW_OK);
    lw_scene_destroy(scene);
    lw_shape_destroy(shape);
    return fingerprint;
}

static void test_scenes_are_the_same(void **state)
{
    (void)state;
    assert_int_equal(fingerprint_of(true), fingerprint_of(false));
}

static void test_lines_are_the_same(void **state)
{
    (void)state;
    enum { ROOM = 4096 };
    char old[ROOM];
    char line[ROOM];
    const double positions[] = {0, 1};
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "r", lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "r", "base", NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "r", "tip", NULL), LW_OK);
    lw_joint_def joint = lw_default_joint();
    joint.name = "turn";
    joint.parent = "base";
    joint.child = "tip";
    joint.kind = LW_JOINT_CONTINUOUS;
    assert_int_equal(lw_scene_add_joint(scene, "r", &joint, NULL), LW_OK);
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    lw_track track = lw_default_track();
    track.point_count = 2;
    track.positions = positions;
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    assert_int_equal(lw_motion_set(motion, &track, 1, NULL), LW_OK);
    lw_claimed_motion of = lw_default_claimed_motion();
    of.motion = motion;
    assert_int_equal(lw_claims_scene_json(scene, old, ROOM, NULL, NULL), LW_OK);
    assert_int_equal(lw_claims_blocks_json(scene, line, ROOM, NULL, NULL), LW_OK);
    assert_string_equal(old, line);
    assert_int_equal(lw_claims_begin_json(&of, old, ROOM, NULL, NULL), LW_OK);
    assert_int_equal(lw_claims_blocks_begin_json(&of, line, ROOM, NULL, NULL), LW_OK);
    assert_string_equal(old, line);
    assert_int_equal(lw_claims_stage_json(motion, 0, old, ROOM, NULL, NULL), LW_OK);
    assert_int_equal(lw_claims_blocks_stage_json(motion, 0, line, ROOM, NULL, NULL), LW_OK);
    assert_string_equal(old, line);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void test_options_are_the_same(void **state)
{
    (void)state;
    const lw_options old = lw_default_options();
    const lw_check_options options = lw_default_check_options();
    assert_memory_equal(&old, &options, sizeof old);
}

static void test_every_build_has_the_viewer(void **state)
{
    (void)state;
    assert_true(lw_page_has_viewer());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scenes_are_the_same),
        cmocka_unit_test(test_options_are_the_same),
        cmocka_unit_test(test_lines_are_the_same),
        cmocka_unit_test(test_every_build_has_the_viewer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
