/* A complete binary tree over a list, in heap order: node i has the children 2 i + 1 and 2 i + 2. The
 * leaves are the items of the list, in order, so that the items below a node are neighbours in the list
 * and no node stores where they are. A tree over n items has 2 n - 1 nodes. */
#ifndef LW_BODY_HEAP_TREE_H
#define LW_BODY_HEAP_TREE_H

#include <stdint.h>

/* The levels below the lowest node that a user stores, which has at most 8 items: a group. */
enum { LW_HEAP_LEVELS_BELOW_GROUP = 3 };

/* The items that lie below a node: from `first` on, before `end`. */
typedef struct lw_heap_range {
    uint32_t first, end;
} lw_heap_range;

/* The depth of a node: the root's is 0. */
static inline int lw_heap_depth(uint32_t node)
{
    return 31 - __builtin_clz(node + 1);
}

/* The number of items before a slot. The deepest level has 2^depth slots. Its leaves fill the first of
 * these; each leaf on the level above takes two slots. */
static inline uint32_t lw_heap_before(uint32_t slot, uint32_t deepest)
{
    return slot <= deepest ? slot : deepest + (slot - deepest) / 2;
}

/* The items below a node of the tree over `count` items. */
static inline lw_heap_range lw_heap_below(uint32_t count, uint32_t node)
{
    const int depth = lw_heap_depth(2 * count - 2);
    const uint32_t deepest = 2 * count - (1U << depth); /* leaves on the deepest level */
    const int below = depth - lw_heap_depth(node);
    const uint32_t place = node + 1 - (1U << (depth - below)); /* among the nodes of its level */
    return (lw_heap_range){lw_heap_before(place << below, deepest),
                           lw_heap_before((place + 1) << below, deepest)};
}

/* How many nodes, from the root on, are the groups and the nodes above them. */
static inline uint32_t lw_heap_stored(uint32_t count)
{
    const int depth = lw_heap_depth(2 * count - 2);
    return depth > LW_HEAP_LEVELS_BELOW_GROUP ? (2U << (depth - LW_HEAP_LEVELS_BELOW_GROUP)) - 1 : 1;
}

#endif
