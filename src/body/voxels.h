/* The obstacles of an octree: boxes of whole voxels of a grid, under a bounding volume hierarchy (BVH)
 * that takes a few bytes a box. A voxel is the smallest cell of the grid, which has 2^16 voxels along
 * each axis, and the origin in its middle. The hierarchy is a complete binary tree over the boxes,
 * whose order suits it (body/heap_tree.h). Bounds are stored for the nodes above groups of at most 8
 * boxes; they are whole numbers, as the boxes are. The bounds below groups are computed when they are
 * asked for.
 *
 * The boxes are parts of their geometry (lw_geometry.parts), given by value (lw_part_at). Where unknown
 * space is an obstacle, six more boxes lie around the grid. */
#ifndef LW_BODY_VOXELS_H
#define LW_BODY_VOXELS_H

#include "body/geometry.h"
#include "body/heap_tree.h"

/* The number of voxels from an end of the grid to its middle; the most boxes of a geometry, outer ones
 * aside, whose nodes are numbered in 31 bits; and the outer boxes. */
enum { LW_VOXELS_HALF = 1 << 15, LW_VOXEL_BOXES = INT32_MAX / 2 - 6, LW_OUTER_BOXES = 6 };

/* A box: a cube of 2^level voxels along each axis, and twice as long along the axes whose bits are in
 * `along`. low: the corner with the least coordinates, counted from that of the grid. */
typedef struct lw_voxel_box {
    uint16_t low[3];
    uint8_t level, along;
} lw_voxel_box;

/* The voxels from low to last, last included. low > last: none. */
typedef struct lw_voxel_bounds {
    uint16_t low[3], last[3];
} lw_voxel_bounds;

struct lw_voxels {
    uint32_t count;     /* of boxes, the outer ones included; at least 2 */
    uint32_t inner;     /* of these, how many are in the grid: the first ones */
    uint32_t stored;    /* how many nodes, from the root on, have `bounds` */
    double unit;        /* the length of a voxel's edges */
    double radius;      /* by which each box is rounded */
    double outer_reach; /* how far the outer boxes reach along each axis; 0: there are none */
    double growth;      /* by which the box of a node is grown on each side, beside the radius */
    /* Tests of balls see the grid only as far as `known` voxels from the middle along each axis: there
     * are no boxes beyond, or there is nothing that is free */
    int32_t known;
    const lw_voxel_box *boxes; /* the inner ones */
    lw_voxel_bounds *bounds;   /* of the inner boxes below a node */
};

/* The definition of the boxes of an octree. */
typedef struct lw_voxels_def {
    double unit, radius, outer_reach;
    int32_t known; /* as in lw_voxels */
    const lw_voxel_box *boxes;
    size_t count; /* at most LW_VOXEL_BOXES */
} lw_voxels_def;

static inline lw_voxel_bounds lw_voxel_bounds_of(const lw_voxel_box *box)
{
    lw_voxel_bounds out;
    for (int k = 0; k < 3; k++) {
        out.low[k] = box->low[k];
        out.last[k] = (uint16_t)(box->low[k] + (1U << (box->level + (box->along >> k & 1))) - 1);
    }
    return out;
}

/* The inner boxes below a node. */
static inline lw_heap_range lw_voxels_below(const lw_voxels *voxels, uint32_t node)
{
    lw_heap_range range = lw_heap_below(voxels->count, node);
    range.first = range.first < voxels->inner ? range.first : voxels->inner;
    range.end = range.end < voxels->inner ? range.end : voxels->inner;
    return range;
}

/* Takes the geometry of two or more boxes in a grid, which are copied. It counts as not convex. Costs
 * O(n log n) in time, 8 bytes a box while it is built, and at most 14 bytes a box in the arena. Errors:
 * memory. */
lw_status lw_voxels_geometry(lw_arena *arena, const lw_voxels_def *def, lw_geometry **out,
                             lw_error *error);

/* The support value of the boxes below a node, with their rounding, and which of them has it. */
double lw_voxels_support_value(const lw_voxels *voxels, uint32_t node, vec3 along, uint32_t *which);

/* Calls `visit` with the index of each box whose distance from `about`, without rounding, is at most
 * `within`, and perhaps of others, until it returns true. Returns whether it did. */
typedef bool (*lw_voxel_visit)(void *context, uint32_t box);
bool lw_voxels_near(const lw_voxels *voxels, vec3 about, double within, lw_voxel_visit visit,
                    void *context);

/* The distance of a place from the nearest box without its rounding; within boxes, minus the depth in
 * the one in which the place lies deepest. `within` if no box is nearer. which: the box. */
double lw_voxels_distance(const lw_voxels *voxels, vec3 at, double within, uint32_t *which);

/* The first fault of the numbers and the bounds, as half a sentence; NULL: there is none. */
const char *lw_voxels_fault(const lw_voxels *voxels);

#endif
