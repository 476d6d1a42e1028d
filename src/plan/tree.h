/* A tree of configurations, each with the one before it, to which a proven segment leads. */
#ifndef LW_PLAN_TREE_H
#define LW_PLAN_TREE_H

#include "base/array.h"
#include "plan/cspace.h"

enum { LW_NO_PARENT = -1 };

typedef struct lw_tree {
    const lw_cspace *space;
    struct {
        double *items; /* count x value_count */
        size_t count, capacity;
    } values;
    struct {
        int64_t *items;
        size_t count, capacity;
    } parents;
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

/* Adds a configuration, which is the index lw_tree_count then. Errors: memory. */
lw_status lw_tree_add(lw_tree *tree, const double *values, int64_t parent, lw_error *error);

/* Takes away the configuration that was added last. */
static inline void lw_tree_remove_last(lw_tree *tree)
{
    tree->parents.count--;
    tree->values.count -= tree->space->value_count;
}

/* The node that is nearest to a configuration, the first of several; the tree has nodes. By a pass over
 * all of them, which is exact. */
size_t lw_tree_nearest(const lw_tree *tree, const double *values);

#endif
