#include "common/arm.h"

#include <stdio.h>

#include "math/vec.h"

enum { LINKS = 6 };

static const double LINK = 0.2; /* between two joints */

lw_status bench_add_arm(lw_scene *scene, lw_error *error)
{
    lw_status status = lw_scene_add_robot(scene, "arm", lw_pose_identity(), error);
    if (!status)
        status = lw_scene_add_link(scene, "arm", "base", error);
    for (int i = 0; i < LINKS && !status; i++) {
        char link[16];
        char parent[16];
        char name[16];
        snprintf(link, sizeof link, "link%d", i);
        snprintf(parent, sizeof parent, i ? "link%d" : "base", i - 1);
        snprintf(name, sizeof name, "joint%d", i);
        lw_joint_def joint = lw_default_joint();
        joint.name = name;
        joint.kind = LW_JOINT_REVOLUTE;
        joint.parent = parent;
        joint.child = link;
        joint.origin.position.z = i ? LINK : 0;
        joint.axis = i % 3 == 0 ? v3(0, 0, 1) : v3(0, 1, 0);
        joint.lower = -3;
        joint.upper = 3;
        lw_shape_def shape = lw_default_shape();
        shape.kind = LW_SHAPE_CAPSULE;
        shape.radius = 0.04;
        shape.length = LINK - 0.1;
        lw_pose middle = lw_pose_identity();
        middle.position.z = LINK / 2;
        if (!(status = lw_scene_add_link(scene, "arm", link, error)) &&
            !(status = lw_scene_add_joint(scene, "arm", &joint, error)))
            status = lw_scene_add_shape(scene, "arm", link, &shape, middle, error);
    }
    return status;
}

lw_status bench_arm_motion(const lw_scene *scene, lw_random *random, lw_motion **out, lw_error *error)
{
    double values[2 * LINKS];
    for (int k = 0; k < LINKS; k++) {
        values[k] = lw_random_between(random, -1, 1);
        values[LINKS + k] = values[k] + lw_random_between(random, -0.5, 0.5);
    }
    lw_track track = lw_default_track();
    track.joints = lw_scene_joints(scene, "arm", NULL, error);
    track.positions = values;
    track.point_count = 2;
    lw_status status = lw_motion_create(scene, out, error);
    if (!status)
        status = lw_motion_set(*out, &track, 1, error);
    return status;
}
