/* Octrees: cubic cells of a grid, occupied or free, in a root cube of 2^16 cells along each axis. */
#ifndef LW_SCENE_OCTREE_H
#define LW_SCENE_OCTREE_H

#include "body/voxels.h"
#include "scene/model.h"

/* The columns of a row of cells. */
enum { LW_CELL_X, LW_CELL_Y, LW_CELL_Z, LW_CELL_WIDTH, LW_CELL_STATE, LW_CELL_COLUMNS };

/* The states of a cell, as rows have them. */
enum { LW_CELL_FREE, LW_CELL_OCCUPIED, LW_CELL_UNKNOWN };

/* The levels of cells below the root cube, and the width of the root cube in smallest cells. */
enum { LW_OCTREE_DEPTH = 16, LW_OCTREE_WIDTH = 1 << LW_OCTREE_DEPTH };

/* The sizes that the smallest cells may have, metres. At the largest the root cube stays within
 * LW_OCTREE_REACH. */
#define LW_OCTREE_LEAST_RESOLUTION   1e-6
#define LW_OCTREE_LARGEST_RESOLUTION 16.0

/* How far the space outside the root cube is an obstacle along each axis, metres, where unknown space
 * is one. */
#define LW_OCTREE_REACH 1e6

typedef LW_LIST(lw_part) lw_parts;
typedef LW_LIST(lw_voxel_box) lw_voxel_boxes;

/* Checks an octree, and copies its cells into the arena, in the order of a depth-first traversal.
 * Errors: argument, memory. */
lw_status lw_octree_take(lw_arena *arena, lw_shape_def *octree, lw_error *error);

/* Appends the boxes of the space in the root cube that is an obstacle, of an octree that was taken, in
 * the order of a depth-first traversal. Cells that fill their parent's cell together become one box,
 * and so do four of its children that are a face of it, and two that share a face. most: boxes that
 * there may be. Errors: argument (too many boxes), memory. */
lw_status lw_octree_boxes(const lw_shape_def *octree, size_t most, lw_voxel_boxes *boxes,
                          lw_error *error);

/* Appends these boxes, and those around the root cube where unknown space is an obstacle, as the
 * geometry of a body that has other shapes too takes them. at: the octree's pose in the body's frame.
 * Errors: argument (more than 8,388,608 boxes), memory. */
lw_status lw_octree_parts(const lw_shape_def *octree, pose at, lw_parts *parts, lw_error *error);

/* The geometry of an octree alone, in its own frame: voxels (body/voxels.h), but of few boxes ordinary
 * parts. Errors: argument (more boxes than nodes can be numbered for), memory. */
lw_status lw_octree_geometry(lw_arena *arena, const lw_shape_def *octree, lw_geometry **out,
                             lw_error *error);

#endif
