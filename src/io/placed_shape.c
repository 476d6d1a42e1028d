/* A shape at a pose: the composition of poses. */
#include "io/placed_shape.h"

#include "math/pose.h"

lw_pose lw_pose_compose(lw_pose a, lw_pose b)
{
    pose outer = lw_pose_in(a);
    return (lw_pose){transform(outer, b.position), lw_quat_multiply(a.orientation, b.orientation)};
}
