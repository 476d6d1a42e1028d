/* A tree of configurations, each with the one before it, to which a proven segment leads. */
#ifndef LW_PLAN_TREE_H
#define LW_PLAN_TREE_H

#include "base/array.h"
#include "plan/cspace.h"

enum { LW_NO_PARENT = -1, LW_TREE_BLOCK = 8 /* nodes */ };

typedef struct lw_tree {
    const lw_cspace *space;
    struct {
        double *items; /* count x value_count */
        size_t count, capacity;
    } values;
    struct {
        double
            *items; /* the same, block by block: the first values of its nodes, then the second ... */
        size_t count, capacity;
    } blocks;
    struct {
        int64_t *items;
        size_t count, capacity;
    } parents;
    struct {
        double *items; /* the length of the way from the root */
        size_t count, capacity;
    } costs;
} lw_tree;

/* Makes a tree empty; it keeps its memory. */
void lw_tree_clear(lw_tree *tree, const lw_cspace *space);
void lw_tree_free(lw_tree *tree);

static inline size_t lw_tree_count(const lw_tree *tree)
{
    return tree->parents.count;
}

static inline const double *lw_tree_node(const lw_tree *tree, size_t node)
{
    return tree->values.items + node * tree->space->value_count;
}

static inline double lw_tree_cost(const lw_tree *tree, size_t node)
{
    return tree->costs.items[node];
}

/* Adds a configuration, which is the index lw_tree_count then. Errors: memory. */
lw_status lw_tree_add(lw_tree *tree, const double *values, int64_t parent, lw_error *error);

/* Takes away the configuration that was added last. */
static inline void lw_tree_remove_last(lw_tree *tree)
{
    tree->parents.count--;
    tree->costs.count--;
    tree->values.count -= tree->space->value_count;
}

/* The squares of the lengths from the nodes of a block to a configuration; returns how many nodes it
 * has. Block b begins with node LW_TREE_BLOCK b. */
size_t lw_tree_squares(const lw_tree *tree, size_t block, const double *values,
                       double out[LW_TREE_BLOCK]);

static inline size_t lw_tree_block_count(const lw_tree *tree)
{
    return (lw_tree_count(tree) + LW_TREE_BLOCK - 1) / LW_TREE_BLOCK;
}

/* The node that is nearest to a configuration, the first of several; the tree has nodes. By a pass over
 * all of them, which is exact. */
size_t lw_tree_nearest(const lw_tree *tree, const double *values);

/* The same in the space that has the cost as one more value, among the nodes from which the straight
 * way to a configuration costs no more than so much in all; the root where there is none. Infinite:
 * lw_tree_nearest. */
size_t lw_tree_nearest_within(const lw_tree *tree, const double *values, double cost);

#endif
