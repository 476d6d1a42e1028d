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
        cmocka_unit_test(test_every_build_has_the_viewer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
