/* lw_checker_set_scene: a checker that was moved on to another scene asks nothing of its old one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "leeway/tolerance.h"
#include "small_scene.h"

/* A ball on a link that turns about z, at the distance 1 from the axis, and another one, which it does
 * not touch unless it deviates. */
static void test_deviations_after_a_move(void **state)
{
    (void)state;
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE};
    lw_error error = {0};
    const double from[2] = {0, 0};
    const double to[2] = {0.3, 0};
    const lw_shape_def ball = sphere_of(0.1);
    lw_scene *scene = new_scene();
    lw_scene *next = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_pose pose = lw_pose_identity();
    pose.position = (lw_vec3){0, 0, 9};
    add_chain(scene, "r", kinds, 2);
    succeed(lw_scene_add_obstacle(scene, "post", &ball, pose, &error), &error);
    built_scene at = build_on(scene);
    succeed(lw_motion_set_segment(at.motion, NULL, from, to, &error), &error);
    succeed(lw_motion_set_tolerances(at.motion, 0.05, 0, &error), &error);
    succeed(lw_check(at.checker, at.motion, NULL, &verdict, &error), &error);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    /* the moving ball's centre ends at 1 + cos 0.3, sin 0.3; with 0.05 more it comes within 0.2 */
    pose.position = (lw_vec3){1 + cos(0.53), sin(0.53), 0};
    succeed(lw_scene_copy(scene, &next, &error), &error);
    succeed(lw_scene_move_obstacle(next, "post", pose, &error), &error);
    succeed(lw_scene_freeze(next, &error), &error);
    succeed(lw_checker_set_scene(at.checker, next, &error), &error);
    succeed(lw_motion_set_scene(at.motion, next, &error), &error);
    succeed(lw_check(at.checker, at.motion, NULL, &verdict, &error), &error);
    assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
    assert_int_equal(verdict.deviates, 1);
    lw_scene_destroy(next);
    drop_built(&at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deviations_after_a_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
