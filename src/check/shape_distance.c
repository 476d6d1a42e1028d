/* The distance of two shapes by themselves: a scene of two bodies and one query. */
#include "base/error.h"
#include "convex/two_shapes.h"

lw_status lw_shape_distance(const lw_shape_def *a, lw_pose pose_a, const lw_shape_def *b,
                            lw_pose pose_b, lw_distance *out, lw_error *error)
{
    lw_scene *scene = NULL;
    lw_motion *still = NULL;
    lw_checker *checker = NULL;
    if (!a || !b || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_shape_distance needs two shapes and room for an answer");
    lw_status status = lw_two_shapes(a, pose_a, b, pose_b, &scene, error);
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
