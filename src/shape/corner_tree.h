/* The corners of a polygon that is being triangulated, and a k-d tree over the corners that may block a
 * cut. */
#ifndef LW_SHAPE_CORNER_TREE_H
#define LW_SHAPE_CORNER_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "math/vec.h"
#include "math/vec2.h"

/* One array serves three purposes: entry i describes corner i, place i of the tree, and node i of the
 * tree. */
typedef struct lw_corner {
    vec2 at;
    uint32_t next, previous; /* in the ring of corners; a corner that was clipped: itself */
    uint32_t after;          /* the next in the queue of corners that may be ears */
    uint32_t place;          /* the place of this corner in the tree; LW_NO_CORNER: none */
    uint32_t number;         /* the corner at this place of the tree; LW_NO_CORNER: removed */
    vec2 low, high;          /* the box about the corners in this node */
} lw_corner;

#define LW_NO_CORNER UINT32_MAX

typedef struct lw_corner_tree {
    lw_corner *corners;
    uint32_t count;  /* number of places */
    uint32_t leaves; /* a power of 2; the nodes are numbered from the root, 1, the leaves come last */
} lw_corner_tree;

/* Builds a tree over the corners that `number` names at places 0 to count - 1, and reorders the places.
 * The array must have at least two entries, and at least count. Time: count log count. */
void lw_corner_tree_build(lw_corner_tree *tree, lw_corner *corners, uint32_t count);

/* Removes a corner; does nothing where it is not in the tree. */
void lw_corner_tree_remove(lw_corner_tree *tree, uint32_t corner);

/* Twice the signed area of a b c: positive where they turn left. */
static inline double twice_area(vec2 a, vec2 b, vec2 c)
{
    return cross2(sub2(b, a), sub2(c, a));
}

/* Whether a corner lies in the triangle a b c, which turns left, or on its rim, but not at a, b or c.
 * work counts the nodes that were looked at. */
bool lw_corner_tree_blocks(const lw_corner_tree *tree, const vec2 triangle[3], uint64_t *work);

#endif
