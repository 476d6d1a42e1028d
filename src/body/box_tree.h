/* A bounding volume hierarchy (BVH) over boxes that stand still in the world: it finds the boxes that
 * come near a point or meet a box. */
#ifndef LW_BODY_BOX_TREE_H
#define LW_BODY_BOX_TREE_H

#include "base/arena.h"
#include "base/error.h"
#include "math/vec.h"

/* Along the world's axes. */
typedef struct lw_world_box {
    vec3 low, high;
} lw_world_box;

/* docs/decisions/obstacles.md, "Bodies are held against one tree of all obstacles" */
enum { LW_LEAF_BOXES = 8 };

/* Eight boxes side by side, to be tested in SIMD registers. The places from `count` on are filled with
 * infinity, which is near nothing. */
typedef struct lw_box_leaf {
    double low[3][LW_LEAF_BOXES], high[3][LW_LEAF_BOXES];
    uint32_t items[LW_LEAF_BOXES];
    uint32_t count;
} lw_box_leaf;

/* A node, with the box about everything below it. Its children are the nodes child and child + 1; if
 * child is negative, its only child is the leaf -1 - child. */
typedef struct lw_box_node {
    double low[3], high[3];
    int32_t child;
} lw_box_node;

typedef struct lw_box_tree {
    lw_box_leaf *leaves;
    lw_box_node *nodes; /* the root first; none where there are few leaves */
    uint32_t leaf_count, node_count;
} lw_box_tree;

/* Errors: memory. */
lw_status lw_box_tree_create(lw_arena *arena, const lw_world_box *boxes, size_t count, lw_box_tree *out,
                             lw_error *error);

/* Copies a tree and renumbers its items: item i becomes numbers[i], and is left out if that is
 * LW_NO_ITEM. Boxes of nodes stay as they are. Errors: memory. */
#define LW_NO_ITEM UINT32_MAX
lw_status lw_box_tree_graft(lw_arena *arena, const lw_box_tree *from, const uint32_t *numbers,
                            lw_box_tree *out, lw_error *error);

/* Whether a tree is not much larger than a tree of `count` items has to be. */
bool lw_box_tree_suits(const lw_box_tree *tree, size_t count);

/* Write the items whose boxes are at most `distance` from a point (lw_box_square), or meet a box, in
 * rising order, and return their number. out: room for all. The result depends on each box alone, not
 * on the shape of the tree.
 *
 * lw_box_tree_meeting may stop early: a count above `most` means that more than `most` boxes meet the
 * box; `out` then may lack some of them, and is in no order. */
size_t lw_box_tree_near(const lw_box_tree *tree, vec3 point, double distance, uint32_t *out);
size_t lw_box_tree_meeting(const lw_box_tree *tree, const lw_world_box *box, size_t most,
                           uint32_t *out);

/* Sorts items in place and allocates nothing. */
void lw_box_items_sort(uint32_t *items, size_t count);

static inline bool lw_boxes_meet(const lw_world_box *a, const lw_world_box *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

/* The square of the distance of a point from a box. */
static inline double lw_box_square(const lw_world_box *box, vec3 point)
{
    vec3 beyond = max3(max3(sub(box->low, point), sub(point, box->high)), v3(0, 0, 0));
    return beyond.x * beyond.x + beyond.y * beyond.y + beyond.z * beyond.z;
}

#endif
