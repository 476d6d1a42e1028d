/* A scene of two shapes and nothing else. */
#ifndef LW_CONVEX_TWO_SHAPES_H
#define LW_CONVEX_TWO_SHAPES_H

#include "leeway/leeway.h"

/* A frozen scene with a as body 0, on a robot without joints, and b as body 1, an obstacle; in the
 * plane where a is a shape of the plane. The caller destroys it; NULL on error. */
lw_status lw_two_shapes(const lw_shape_def *a, lw_pose pose_a, const lw_shape_def *b, lw_pose pose_b,
                        lw_scene **out, lw_error *error);

#endif
