/* A pose as an FCL transform. */
#ifndef BENCH_PEER_FCL_TRANSFORM_H
#define BENCH_PEER_FCL_TRANSFORM_H

#include "peer_fcl.h"

#include <fcl/fcl.h>

inline fcl::Transform3d transform_of(const peer_fcl_pose &pose)
{
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    for (int column = 0; column < 3; column++) {
        for (int row = 0; row < 3; row++)
            transform.linear()(row, column) = pose.rotation[column][row];
        transform.translation()(column) = pose.position[column];
    }
    return transform;
}

#endif
