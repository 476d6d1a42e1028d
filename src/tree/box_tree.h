/* A tree over boxes that stand still in the world: which of them come near a point. */
#ifndef LW_TREE_BOX_TREE_H
#define LW_TREE_BOX_TREE_H

#include "base/arena.h"
#include "base/error.h"
#include "math/vec.h"

enum { LW_LEAF_BOXES = 8 };

/* Boxes along the world's axes, side by side; those behind the last one are near nothing. */
typedef struct lw_box_leaf {
    double low[3][LW_LEAF_BOXES], high[3][LW_LEAF_BOXES];
    uint32_t items[LW_LEAF_BOXES];
    uint32_t count;
} lw_box_leaf;

/* A box about what is below it: two nodes, child and child + 1, or where child is negative the leaf
 * -1 - child. */
typedef struct lw_box_node {
    double low[3], high[3];
    int32_t child;
} lw_box_node;

typedef struct lw_box_tree {
    lw_box_leaf *leaves;
    lw_box_node *nodes; /* the root first; none where there are few leaves */
    uint32_t leaf_count, node_count, item_count;
} lw_box_tree;

typedef struct lw_world_box {
    vec3 low, high;
} lw_world_box;

/* Errors: memory. */
lw_status lw_box_tree_create(lw_arena *arena, const lw_world_box *boxes, size_t count, lw_box_tree *out,
                             lw_error *error);

/* Writes the boxes that are at most a distance from a point, up to a rounding of 2^-50 of the sizes, in
 * order, and returns how many there are. out: room for all. What is found depends on each box alone,
 * not on the tree. */
size_t lw_box_tree_near(const lw_box_tree *tree, vec3 point, double distance, uint32_t *out);

#endif
