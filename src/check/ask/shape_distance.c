/* The distance of two shapes by themselves: two bodies without a scene, and one query. */
#include "base/error.h"
#include "base/sized.h"
#include "check/checker/measure.h"
#include "math/rounding.h"
#include "scene/shape_body.h"

/* The rounding error of the body's points, as in lw_kinematics_create. */
static double error_of(const lw_body *body)
{
    return LW_POSE_ROUNDING * (body->composed.steps + 1) * body->composed.length;
}

lw_status lw_shape_distance(const lw_shape_def *a, lw_pose pose_a, const lw_shape_def *b,
                            lw_pose pose_b, lw_distance *out, lw_error *error)
{
    if (!a || !b || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_shape_distance needs two shapes and room for an answer");
    lw_shape_def rooms[2];
    lw_status status = LW_OK;
    LW_SIZED_TAKE(shape_def, a, &rooms[0], status, error);
    if (!status)
        LW_SIZED_TAKE(shape_def, b, &rooms[1], status, error);
    if (status)
        return status;
    lw_arena arena = {0};
    lw_body bodies[2];
    bool flat = lw_shape_is_flat(a);
    status = lw_shape_body(&arena, a, pose_a, flat, &bodies[0], error);
    if (!status)
        status = lw_shape_body(&arena, b, pose_b, flat, &bodies[1], error);
    if (!status) {
        const lw_pair unpadded = {.common = -1};
        const lw_posed_pair pair = {.pair = &unpadded,
                                    .bodies = {&bodies[0], &bodies[1]},
                                    .at = {bodies[0].local, bodies[1].local},
                                    .error = error_of(&bodies[0]) + error_of(&bodies[1])};
        lw_posed_distance(&pair, -1, out);
    }
    lw_arena_free(&arena);
    return status;
}
