/* A scene of two shapes and nothing else. */
#include "convex/two_shapes.h"

static lw_status build(lw_scene *scene, const lw_shape_def *a, lw_pose pose_a, const lw_shape_def *b,
                       lw_pose pose_b, lw_error *error)
{
    bool planar = a->kind == LW_DISC || a->kind == LW_POLYGON;
    lw_status status = lw_scene_set_dimension(scene, planar ? 2 : 3, error);
    if (!status)
        status = lw_scene_add_robot(scene, "a", lw_pose_identity(), error);
    if (!status)
        status = lw_scene_add_link(scene, "a", "a", error);
    if (!status)
        status = lw_scene_add_shape(scene, "a", "a", a, pose_a, error);
    if (!status)
        status = lw_scene_add_obstacle(scene, "b", b, pose_b, error);
    if (!status)
        status = lw_scene_freeze(scene, error);
    return status;
}

lw_status lw_two_shapes(const lw_shape_def *a, lw_pose pose_a, const lw_shape_def *b, lw_pose pose_b,
                        lw_scene **out, lw_error *error)
{
    *out = NULL;
    lw_scene *scene = NULL;
    lw_status status = lw_scene_create(&scene, error);
    if (!status)
        status = build(scene, a, pose_a, b, pose_b, error);
    if (status)
        lw_scene_destroy(scene);
    else
        *out = scene;
    return status;
}
