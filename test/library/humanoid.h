/* A humanoid of 29 joints: two legs of six, a waist of three, two arms of seven. Its links are boxes
 * and cylinders of about a man's size. */
#ifndef LW_TEST_HUMANOID_H
#define LW_TEST_HUMANOID_H

#include <stdio.h>

#include "base/random.h"
#include "leeway/leeway.h"

enum { HUMANOID_JOINTS = 29 };

typedef struct humanoid_joint {
    const char *child, *parent;
    lw_vec3 origin, axis;
    double lower, upper;
    lw_vec3 size, middle; /* of the child's shape: a box, or a cylinder along z if y is 0 */
} humanoid_joint;

/* The joints of the left side; the right side is its mirror image. */
static const humanoid_joint humanoid_side[13] = {
    {"hip_pitch", "pelvis", {0, 0.09, -0.08}, {0, 1, 0}, -2.5, 2.8, {0.05, 0, 0.06}, {0, 0.02, 0}},
    {"hip_roll", "hip_pitch", {0, 0.04, -0.04}, {1, 0, 0}, -0.5, 2.9, {0.06, 0, 0.12}, {0, 0, -0.06}},
    {"hip_yaw", "hip_roll", {0, 0, -0.13}, {0, 0, 1}, -2.7, 2.7, {0.065, 0, 0.16}, {0, 0, -0.06}},
    {"knee", "hip_yaw", {0, 0, -0.18}, {0, 1, 0}, -0.1, 2.8, {0.05, 0, 0.28}, {0, 0, -0.14}},
    {"ankle_pitch", "knee", {0, 0, -0.3}, {0, 1, 0}, -0.8, 0.5, {0.03, 0, 0.04}, {0, 0, 0}},
    {"ankle_roll", "ankle_pitch", {0, 0, -0.02}, {1, 0, 0}, -0.3, 0.3, {0.2, 0.08, 0.03}, {0.03, 0, 0}},
    {"shoulder_pitch", "torso", {0, 0.12, 0.24}, {0, 1, 0}, -3, 2.6, {0.04, 0, 0.06}, {0, 0, 0}},
    {"shoulder_roll",
     "shoulder_pitch",
     {0, 0.05, 0},
     {1, 0, 0},
     -1.5,
     2.2,
     {0.04, 0, 0.1},
     {0, 0, -0.04}},
    {"shoulder_yaw",
     "shoulder_roll",
     {0, 0, -0.1},
     {0, 0, 1},
     -2.6,
     2.6,
     {0.04, 0, 0.12},
     {0, 0, -0.04}},
    {"elbow", "shoulder_yaw", {0, 0, -0.1}, {0, 1, 0}, -1, 2, {0.035, 0, 0.12}, {0, 0, -0.05}},
    {"wrist_roll", "elbow", {0, 0, -0.12}, {0, 0, 1}, -1.9, 1.9, {0.03, 0, 0.06}, {0, 0, -0.02}},
    {"wrist_pitch", "wrist_roll", {0, 0, -0.05}, {0, 1, 0}, -1.6, 1.6, {0.03, 0, 0.05}, {0, 0, -0.02}},
    {"wrist_yaw",
     "wrist_pitch",
     {0, 0, -0.05},
     {1, 0, 0},
     -1.6,
     1.6,
     {0.09, 0.03, 0.12},
     {0, 0, -0.06}},
};

static const humanoid_joint humanoid_waist[3] = {
    {"waist_yaw", "pelvis", {0, 0, 0.06}, {0, 0, 1}, -2.6, 2.6, {0.06, 0, 0.04}, {0, 0, 0}},
    {"waist_roll", "waist_yaw", {0, 0, 0.03}, {1, 0, 0}, -0.5, 0.5, {0.06, 0, 0.03}, {0, 0, 0}},
    {"torso", "waist_roll", {0, 0, 0.02}, {0, 1, 0}, -0.5, 0.5, {0.16, 0.2, 0.36}, {0, 0, 0.18}},
};

static inline lw_status humanoid_add_shape(lw_scene *scene, const char *link, lw_vec3 size,
                                           lw_vec3 middle, lw_error *error)
{
    lw_shape_def shape = lw_default_shape();
    lw_pose at = lw_pose_identity();
    at.position = middle;
    shape.kind = size.y > 0 ? LW_SHAPE_BOX : LW_SHAPE_CYLINDER;
    shape.size = size;
    shape.radius = size.x;
    shape.length = size.z;
    return lw_scene_add_shape(scene, "humanoid", link, &shape, at, error);
}

/* prefix: "", or the side's; mirror: 1, or -1 for the right side. */
static inline lw_status humanoid_add_joint(lw_scene *scene, const humanoid_joint *joint,
                                           const char *prefix, double mirror, lw_error *error)
{
    char child[32];
    char parent[32];
    bool middle = joint->parent[0] == 'p' || joint->parent[0] == 't';
    snprintf(child, sizeof child, "%s%s", prefix, joint->child);
    snprintf(parent, sizeof parent, "%s%s", middle ? "" : prefix, joint->parent);
    lw_joint_def def = lw_default_joint();
    def.name = child;
    def.kind = LW_JOINT_REVOLUTE;
    def.parent = parent;
    def.child = child;
    def.origin.position = joint->origin;
    def.origin.position.y *= mirror;
    def.axis = joint->axis;
    def.axis.x *= mirror;
    def.axis.z *= mirror;
    def.lower = joint->lower;
    def.upper = joint->upper;
    lw_vec3 place = joint->middle;
    place.y *= mirror;
    lw_status status = lw_scene_add_link(scene, "humanoid", child, error);
    if (!status)
        status = lw_scene_add_joint(scene, "humanoid", &def, error);
    if (!status)
        status = humanoid_add_shape(scene, child, joint->size, place, error);
    return status;
}

/* Adds the robot "humanoid" to an open scene. */
static inline lw_status humanoid_add(lw_scene *scene, lw_error *error)
{
    const lw_vec3 pelvis = {0.12, 0.16, 0.1};
    const lw_vec3 middle = {0, 0, 0};
    lw_status status = lw_scene_add_robot(scene, "humanoid", lw_pose_identity(), error);
    if (!status)
        status = lw_scene_add_link(scene, "humanoid", "pelvis", error);
    if (!status)
        status = humanoid_add_shape(scene, "pelvis", pelvis, middle, error);
    for (int i = 0; i < 3 && !status; i++)
        status = humanoid_add_joint(scene, &humanoid_waist[i], "", 1, error);
    for (int i = 0; i < 26 && !status; i++)
        status = humanoid_add_joint(scene, &humanoid_side[i % 13], i < 13 ? "left_" : "right_",
                                    i < 13 ? 1 : -1, error);
    return status;
}

/* Random values of its joints within their limits, in the order of the scene. */
static inline void humanoid_draw(lw_random *random, double values[HUMANOID_JOINTS])
{
    for (int i = 0; i < HUMANOID_JOINTS; i++) {
        const humanoid_joint *joint = i < 3 ? &humanoid_waist[i] : &humanoid_side[(i - 3) % 13];
        values[i] = lw_random_between(random, joint->lower, joint->upper);
    }
}

#endif
