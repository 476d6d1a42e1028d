/* The space that several depth cameras have seen together, as one obstacle. What one camera has seen to
 * be empty is free; what none has seen is an obstacle.
 *
 * A depth image whose unseen space is an obstacle makes all that its own camera does not see solid, so
 * that several of them as obstacles leave free only what every camera sees. Merged into one octree they
 * leave free what at least one of them sees. */
#ifndef LEEWAY_SEEN_H
#define LEEWAY_SEEN_H

#include <leeway/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A depth image, and the pose of its camera's optical frame in the world. */
typedef struct lw_view {
    const lw_shape_def *image; /* of kind LW_SHAPE_DEPTH_IMAGE */
    lw_pose pose;
} lw_view;

/* Makes an octree (files.h, Octrees) of what depth images have seen, in the world's frame: its cells
 * are free, and all else is unknown, which is an obstacle. A cell is free if
 * - one image has seen all of it as empty: it lies in the picture, between near_z and far_z, and before
 *   the surface of each of its pixels, d - e (files.h, Depth images); and
 * - no image has measured a surface in it, from d - e to d + e of a pixel. So where one image shows a
 *   surface and another one looks through it, there is an obstacle.
 * A cell that is not free is cut into eight, down to the resolution; two images may so cover together
 * what neither covers alone, as far as cells of this size show it. A cell is tested by the rectangle of
 * pixels about it and by its least and greatest z. Cells that may be free and are not shown to be are
 * obstacles.
 *
 * robots: NULL, or a motion whose robots were where it has them at `time` when the images were taken.
 * Then a cell is also free if all of it is at most `margin` (metres, >= 1e-9) from a robot, as
 * lw_points_near_robots (ask.h) tells of points: the cameras saw the robot there, and what it covers is
 * the robot itself. Space behind the robot, farther from it than the margin, stays unseen. With a
 * margin of at least 1.75 times the resolution the robots at that time are free of the octree. NULL:
 * time and margin count for nothing.
 *
 * views: count of them, at least 1; all images have LW_UNKNOWN_OBSTACLE and no rounding. resolution:
 * edge of the smallest cells, metres, 1e-6 to 16; the octree has 65536 of them along each axis about
 * the world's origin, and all beyond is an obstacle. out: initialised (lw_default_shape()); its arrays
 * belong to the caller, and lw_octree_free frees them. All others may go when the call returns. Time
 * and memory grow with the area of the seen space over the square of the resolution. Errors: argument
 * (no views or room, another kind of shape or other unseen space, what lw_scene_add_obstacle refuses of
 * an image, a pose that is not finite, a resolution out of range, more than 16,777,216 cells to look
 * at in one size, no free cell at all, and what lw_points_near_robots refuses), memory; then out stays
 * as it was. Any thread. */
LW_API lw_status lw_seen_octree(const lw_view *views, size_t count, double resolution,
                                const lw_motion *robots, double time, double margin, lw_shape_def *out,
                                lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
