/* A search tree of configurations (RRT): each but the root has a parent, from which a proven segment
 * leads to it. Also the exact nearest-neighbour search of planners: a vectorised linear scan, no k-d
 * tree. */
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
        double *items; /* the values once more. Each block is a structure of arrays: all first values,
                          all second values, and so on */
        size_t count, capacity;
    } blocks;
    struct {
        int64_t *items;
        size_t count, capacity;
    } parents;
    struct {
        double *items; /* the length of the way from the root to each node */
        size_t count, capacity;
    } costs;
    struct {
        double *items; /* of each node, infinite at first: see domain_steps in plan/rrt_connect.c */
        size_t count, capacity;
    } radii;
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

/* Adds a configuration; its index is the old lw_tree_count. Errors: memory. */
lw_status lw_tree_add(lw_tree *tree, const double *values, int64_t parent, lw_error *error);

/* Removes the configuration that was added last. */
static inline void lw_tree_remove_last(lw_tree *tree)
{
    tree->parents.count--;
    tree->costs.count--;
    tree->radii.count--;
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

/* The node nearest to a configuration, of equally near ones the first. A pass over all nodes, so it is
 * exact. The tree must have nodes. */
size_t lw_tree_nearest(const lw_tree *tree, const double *values);

/* The same, with the square of the length to it. */
size_t lw_tree_nearest_square(const lw_tree *tree, const double *values, double *square);

/* The nearest node in the space that has the cost of the way from the root as one more coordinate
 * (AO-x), only among nodes n with cost(n) + |n - values| <= cost; the root where there is none. With an
 * infinite cost: lw_tree_nearest. */
size_t lw_tree_nearest_within(const lw_tree *tree, const double *values, double cost);

#endif
