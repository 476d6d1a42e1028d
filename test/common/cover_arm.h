/* An arm with links of several kinds, frozen with a cover or without, and covers as text. */
#ifndef LW_TEST_COVER_ARM_H
#define LW_TEST_COVER_ARM_H

#include "scene/frozen.h"

#include "files_fixture.h"
#include "small_scene.h"

#include <stdio.h>
#include <stdlib.h>

static const double arm_corners[] = {0, 0, 0, 0.2, 0, 0, 0, 0.3, 0, 0, 0, 0.4};
static const uint32_t arm_faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

static inline lw_pose at(double x, double y, double z, double turn)
{
    return lw_pose_from_rpy((lw_vec3){x, y, z}, turn, 0.5 * turn, turn);
}

static inline void add_arm_shape(lw_scene *scene, const char *link, lw_shape_def shape, lw_pose place)
{
    lw_error error = {0};
    succeed(lw_scene_add_shape(scene, "r", link, &shape, place, &error), &error);
}

/* An arm of four links: a ball, a bar away from its frame, a can with a box, a rounded mesh. */
static inline lw_scene *new_arm(double bar)
{
    static const char *const links[] = {"ball", "bar", "can", "mesh"};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    for (int i = 0; i < 4; i++) {
        succeed(lw_scene_add_link(scene, "r", links[i], &error), &error);
        lw_joint_def joint = joint_of(links[i], LW_JOINT_REVOLUTE, i ? links[i - 1] : NULL, links[i]);
        if (i)
            succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    }
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_BOX;
    box.size = (lw_vec3){bar, 0.1, 0.12};
    lw_shape_def can = lw_default_shape();
    can.kind = LW_SHAPE_CYLINDER;
    can.radius = 0.1;
    can.length = 0.5;
    can.rounding = 0.02;
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = arm_corners;
    mesh.vertex_count = 4;
    mesh.triangles = arm_faces;
    mesh.triangle_count = 4;
    mesh.rounding = 0.01;
    add_arm_shape(scene, "ball", sphere_of(0.125), at(0, 0, 0, 0));
    add_arm_shape(scene, "bar", box, at(0.3, 0.05, 0, 0.7));
    add_arm_shape(scene, "can", can, at(0.1, 0, 0, 0.3));
    add_arm_shape(scene, "can", box, at(0, 0.2, 0, 1));
    add_arm_shape(scene, "mesh", mesh, at(0, 0, 0, 0));
    return scene;
}

static inline lw_scene *frozen_arm(const char *cover)
{
    lw_error error = {0};
    lw_scene *scene = new_arm(0.6);
    if (cover)
        succeed(lw_scene_load_cover(scene, "r", cover, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static inline char *cover_text(const lw_scene *scene, size_t robot)
{
    lw_error error = {0};
    size_t length = 0;
    succeed(lw_scene_cover_json(scene, robot, NULL, 0, &length, &error), &error);
    char *text = malloc(length + 1);
    assert_non_null(text);
    succeed(lw_scene_cover_json(scene, robot, text, length + 1, NULL, &error), &error);
    assert_int_equal(strlen(text), length);
    return text;
}

/* A copy of the text in which a part that occurs once is replaced; the caller frees it. */
static inline char *edited(const char *text, const char *old, const char *new)
{
    const char *place = strstr(text, old);
    if (!place)
        fail_msg("\"%s\" is not there", old);
    size_t size = strlen(text) + strlen(new) + 1;
    char *out = malloc(size);
    assert_non_null(out);
    snprintf(out, size, "%.*s%s%s", (int)(place - text), text, new, place + strlen(old));
    return out;
}

#endif
