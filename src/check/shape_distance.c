/* The distance of two shapes by themselves: a scene of two bodies, asked once. */
#include "base/error.h"
#include "leeway/leeway.h"

static lw_status build(lw_scene *scene, const lw_shape_def *a, lw_pose pose_a, const lw_shape_def *b,
                       lw_pose pose_b, lw_error *error)
{
    lw_status status = lw_scene_add_robot(scene, "a", lw_pose_identity(), error);
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

lw_status lw_shape_distance(const lw_shape_def *a, lw_pose pose_a, const lw_shape_def *b,
                            lw_pose pose_b, lw_distance *out, lw_error *error)
{
    lw_scene *scene = NULL;
    lw_motion *still = NULL;
    lw_checker *checker = NULL;
    if (!a || !b || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_shape_distance needs two shapes and room for an answer");
    lw_status status = lw_scene_create(&scene, error);
    if (!status)
        status = build(scene, a, pose_a, b, pose_b, error);
    if (!status)
        status = lw_motion_create(scene, &still, error);
    if (!status)
        status = lw_checker_create(scene, &checker, error);
    if (!status)
        status = lw_pair_distance(checker, still, 0, 0, out, error);
    lw_checker_destroy(checker);
    lw_motion_destroy(still);
    lw_scene_destroy(scene);
    return status;
}
