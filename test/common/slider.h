/* Robots whose poses show the values of their joints: "s" slides a ball along x, y and z (jx, jy, jz),
 * with a fixed joint, one that mimics jx, two groups and a state; "f" is a ball on a floating joint. */
#ifndef LW_TEST_SLIDER_H
#define LW_TEST_SLIDER_H

#include <math.h>

#include "written.h"

static inline void slider_joint(lw_scene *scene, const char *robot, const char *name,
                                lw_joint_kind kind, const char *parent, const char *child, lw_vec3 axis,
                                const char *mimic)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = name;
    joint.kind = kind;
    joint.parent = parent;
    joint.child = child;
    joint.axis = axis;
    joint.mimic = mimic;
    assert_int_equal(lw_scene_add_joint(scene, robot, &joint, NULL), LW_OK);
}

/* A frozen scene, with or without the flying ball. */
static inline lw_scene *slider_scene(bool flying)
{
    lw_scene *scene = NULL;
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.01;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "s", lw_pose_identity(), NULL), LW_OK);
    static const char *const links[] = {"base", "lx", "ly", "tip", "held", "shadow"};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(lw_scene_add_link(scene, "s", links[i], NULL), LW_OK);
    slider_joint(scene, "s", "jx", LW_JOINT_PRISMATIC, "base", "lx", (lw_vec3){1, 0, 0}, NULL);
    slider_joint(scene, "s", "jy", LW_JOINT_PRISMATIC, "lx", "ly", (lw_vec3){0, 1, 0}, NULL);
    slider_joint(scene, "s", "jz", LW_JOINT_PRISMATIC, "ly", "tip", (lw_vec3){0, 0, 1}, NULL);
    slider_joint(scene, "s", "stiff", LW_JOINT_FIXED, "tip", "held", (lw_vec3){1, 0, 0}, NULL);
    slider_joint(scene, "s", "echo", LW_JOINT_PRISMATIC, "base", "shadow", (lw_vec3){1, 0, 0}, "jx");
    assert_int_equal(lw_scene_add_shape(scene, "s", "tip", &ball, lw_pose_identity(), NULL), LW_OK);
    static const char *const xy[] = {"jx", "jy"};
    static const char *const zx[] = {"jz", "jx"};
    assert_int_equal(lw_scene_add_group(scene, "s", "xy", xy, 2, NULL), LW_OK);
    assert_int_equal(lw_scene_add_group(scene, "s", "zx", zx, 2, NULL), LW_OK);
    assert_int_equal(lw_scene_add_state(scene, "s", "xy", "home", xy, (double[]){1, 2}, 2, NULL),
                     LW_OK);
    assert_int_equal(lw_scene_set_joint(scene, "s", "jz", (double[]){7}, 1, NULL), LW_OK);
    if (flying) {
        assert_int_equal(lw_scene_add_robot(scene, "f", lw_pose_identity(), NULL), LW_OK);
        assert_int_equal(lw_scene_add_link(scene, "f", "nest", NULL), LW_OK);
        assert_int_equal(lw_scene_add_link(scene, "f", "bird", NULL), LW_OK);
        slider_joint(scene, "f", "fly", LW_JOINT_FLOATING, "nest", "bird", (lw_vec3){1, 0, 0}, NULL);
        assert_int_equal(lw_scene_add_shape(scene, "f", "bird", &ball, lw_pose_identity(), NULL),
                         LW_OK);
    }
    lw_error error = {0};
    if (lw_scene_freeze(scene, &error))
        fail_msg("%s", error.message);
    return scene;
}

/* Asserts the position of a body at a time: body 0 is the tip, body 1 the flying ball. */
static inline void assert_at(const lw_motion *motion, size_t body, double time, double x, double y,
                             double z)
{
    lw_pose at;
    assert_int_equal(lw_motion_pose(motion, body, time, &at, NULL), LW_OK);
    if (!(fabs(at.position.x - x) < 1e-12 && fabs(at.position.y - y) < 1e-12 &&
          fabs(at.position.z - z) < 1e-12))
        fail_msg("at %g: (%.17g, %.17g, %.17g) is not (%g, %g, %g)", time, at.position.x, at.position.y,
                 at.position.z, x, y, z);
}

#endif
