/* A tree of configurations. */
#include "plan/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void lw_tree_clear(lw_tree *tree, const lw_cspace *space)
{
    tree->space = space;
    tree->values.count = tree->parents.count = 0;
}

void lw_tree_free(lw_tree *tree)
{
    free(tree->values.items);
    free(tree->parents.items);
}

lw_status lw_tree_add(lw_tree *tree, const double *values, int64_t parent, lw_error *error)
{
    size_t width = tree->space->value_count;
    if (!LW_ARRAY_RESERVE(&tree->values, tree->values.count + width) || !LW_ARRAY_GROW(&tree->parents))
        return lw_fail_memory(error);
    memcpy(tree->values.items + tree->values.count, values, width * sizeof *values);
    tree->values.count += width;
    tree->parents.items[tree->parents.count++] = parent;
    return LW_OK;
}

/* The squares of plain numbers need no look at what kind of column they are. */
static double square(const lw_cspace *space, const double *a, const double *b, double enough)
{
    double sum = 0;
    if (!space->lines_only) {
        double length = lw_cspace_length(space, a, b);
        return length * length;
    }
    for (size_t i = 0; i < space->value_count && sum < enough; i++)
        sum += (b[i] - a[i]) * (b[i] - a[i]);
    return sum;
}

size_t lw_tree_nearest(const lw_tree *tree, const double *values)
{
    size_t nearest = 0;
    double least = HUGE_VAL;
    for (size_t i = 0; i < lw_tree_count(tree); i++) {
        double value = square(tree->space, lw_tree_node(tree, i), values, least);
        if (value < least) {
            least = value;
            nearest = i;
        }
    }
    return nearest;
}
