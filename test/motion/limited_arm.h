/* A robot whose joints have limits: a revolute joint j0, a prismatic one j1, j2, which mimics j0, and a
 * continuous one j3. */
#ifndef LW_TEST_LIMITED_ARM_H
#define LW_TEST_LIMITED_ARM_H

#include "small_scene.h"

enum {
    JOINTS = 4, /* revolute, prismatic, one that mimics the first, continuous */
    OWN = 3,    /* values of a waypoint */
    ORDERS = 4
};

typedef struct limits {
    double lower, upper, rates[ORDERS]; /* [1] to [3] */
    double multiplier, offset;
} limits;

typedef struct arm {
    lw_scene *scene;
    lw_motion *motion;
    limits of[JOINTS];
} arm;

static inline arm make_arm(const limits of[JOINTS])
{
    static const lw_joint_kind kinds[JOINTS] = {LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC,
                                                LW_JOINT_REVOLUTE, LW_JOINT_CONTINUOUS};
    lw_error error = {0};
    arm a = {.scene = new_scene()};
    lw_shape_def sphere = sphere_of(0.1);
    succeed(lw_scene_add_robot(a.scene, "r", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(a.scene, "r", "l0", &error), &error);
    for (int i = 0; i < JOINTS; i++) {
        char names[3][16];
        snprintf(names[0], sizeof names[0], "j%d", i);
        snprintf(names[1], sizeof names[1], "l%d", i);
        snprintf(names[2], sizeof names[2], "l%d", i + 1);
        lw_joint_def joint = joint_of(names[0], kinds[i], names[1], names[2]);
        a.of[i] = of[i];
        joint.lower = of[i].lower;
        joint.upper = of[i].upper;
        joint.velocity = of[i].rates[1];
        joint.acceleration = of[i].rates[2];
        joint.jerk = of[i].rates[3];
        if (i == 2) {
            joint.mimic = "j0";
            joint.mimic_multiplier = of[i].multiplier;
            joint.mimic_offset = of[i].offset;
        }
        succeed(lw_scene_add_link(a.scene, "r", names[2], &error), &error);
        succeed(lw_scene_add_shape(a.scene, "r", names[2], &sphere, lw_pose_identity(), &error),
                &error);
        succeed(lw_scene_add_joint(a.scene, "r", &joint, &error), &error);
    }
    succeed(lw_scene_add_obstacle(a.scene, "can", &sphere,
                                  lw_pose_from_rpy((lw_vec3){0, 9, 0}, 0, 0, 0), &error),
            &error);
    succeed(lw_scene_freeze(a.scene, &error), &error);
    succeed(lw_motion_create(a.scene, &a.motion, &error), &error);
    return a;
}

static inline void drop_arm(arm *a)
{
    lw_motion_destroy(a->motion);
    lw_scene_destroy(a->scene);
}

#endif
