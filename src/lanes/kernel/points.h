/* The tests of a block of states (lanes/kernel/kernel.h): each pose by itself, without chords.
 * Distances are the same in every frame, so none is turned into the frame of a common joint. Boxes are
 * about all states of a block, so they rule out no pairs of bodies: the pairs left of a state must not
 * depend on other states. */
#ifndef LW_LANES_KERNEL_POINTS_H
#define LW_LANES_KERNEL_POINTS_H

#include "lanes/kernel/outside.h"
#include "lanes/kernel/raster_poses.h"

LW_INLINED void ask_cloud(const lw_lane_vec *at, float required, cloud_query *out)
{
    const lw_floats of_all = ALL(required);
    ask_places(at, &of_all, out);
}

#define ALL_TESTED(block) ((block)->states)
enum { IN_COMMON_FRAME = false };

/* The poses at which a point is farther than `required` from the origin. */
LW_INLINED unsigned clear_of_origin(const lw_lane_vec *at, float required)
{
    const lw_floats of_all = ALL(required);
    return outside_origin(at, &of_all);
}

/* The poses at which a point is farther than `required` from a box about the origin. */
LW_INLINED unsigned clear_of_box(const lw_lane_vec *at, const float half[3], float required)
{
    const lw_floats of_all = ALL(required);
    return outside_box(at, half, &of_all);
}

/* The poses at which a point is farther than `required` from a cylinder about the origin. */
LW_INLINED unsigned clear_of_cylinder(const lw_lane_vec *at, const float half[3], float required)
{
    const lw_floats of_all = ALL(required);
    return outside_cylinder(at, half, &of_all);
}

#endif
