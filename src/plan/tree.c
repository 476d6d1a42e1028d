/* A tree of configurations, and its nearest-neighbour search: a linear scan, eight nodes at a time. */
#include "plan/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void lw_tree_clear(lw_tree *tree, const lw_cspace *space)
{
    tree->space = space;
    tree->values.count = tree->parents.count = tree->costs.count = tree->radii.count = 0;
}

void lw_tree_free(lw_tree *tree)
{
    free(tree->values.items);
    free(tree->blocks.items);
    free(tree->parents.items);
    free(tree->costs.items);
    free(tree->radii.items);
}

lw_status lw_tree_add(lw_tree *tree, const double *values, int64_t parent, lw_error *error)
{
    size_t width = tree->space->value_count;
    size_t block = lw_tree_count(tree) / LW_TREE_BLOCK;
    size_t lane = lw_tree_count(tree) % LW_TREE_BLOCK;
    if (!LW_ARRAY_RESERVE(&tree->values, tree->values.count + width) ||
        !LW_ARRAY_RESERVE(&tree->blocks, (block + 1) * width * LW_TREE_BLOCK) ||
        !LW_ARRAY_GROW(&tree->parents) || !LW_ARRAY_GROW(&tree->costs) || !LW_ARRAY_GROW(&tree->radii))
        return lw_fail_memory(error);
    double *first = tree->blocks.items + block * width * LW_TREE_BLOCK;
    if (!lane)
        memset(first, 0, width * LW_TREE_BLOCK * sizeof *first);
    for (size_t i = 0; i < width; i++)
        first[i * LW_TREE_BLOCK + lane] = values[i];
    memcpy(tree->values.items + tree->values.count, values, width * sizeof *values);
    tree->values.count += width;
    double cost = 0;
    if (parent != LW_NO_PARENT)
        cost = lw_tree_cost(tree, (size_t)parent) +
               lw_cspace_length(tree->space, lw_tree_node(tree, (size_t)parent), values);
    tree->costs.items[tree->costs.count++] = cost;
    tree->parents.items[tree->parents.count++] = parent;
    tree->radii.items[tree->radii.count++] = HUGE_VAL;
    return LW_OK;
}

/* ---- nearest-neighbour search ------------------------------------------------------------------ */

/* Adds (value - column[i])^2 for the eight nodes of a block. */
static void add_lines(const double *column, double value, double *sums)
{
    for (int i = 0; i < LW_TREE_BLOCK; i++)
        sums[i] += (value - column[i]) * (value - column[i]);
}

/* Adds the squares of angles, taken the shorter way round. Adding 1.5 * 2^52 rounds to a whole number
 * without a call, so that the compiler can vectorise the loop (SIMD). */
static void add_turns(const double *column, double value, double *sums)
{
    static const double whole = 0x1.8p52;
    static const double turn = 2 * 3.141592653589793;
    for (int i = 0; i < LW_TREE_BLOCK; i++) {
        double step = value - column[i];
        double turns = step * (1 / turn) + whole - whole;
        step -= turn * turns;
        sums[i] += step * step;
    }
}

static bool has_rotations(const lw_cspace *space)
{
    return space->column_count < space->value_count;
}

size_t lw_tree_squares(const lw_tree *tree, size_t block, const double *values,
                       double out[LW_TREE_BLOCK])
{
    const lw_cspace *space = tree->space;
    size_t first = block * LW_TREE_BLOCK;
    size_t left = lw_tree_count(tree) - first;
    size_t count = left < LW_TREE_BLOCK ? left : LW_TREE_BLOCK;
    if (has_rotations(space)) {
        for (size_t i = 0; i < count; i++) {
            double length = lw_cspace_length(space, lw_tree_node(tree, first + i), values);
            out[i] = length * length;
        }
        return count;
    }
    for (int i = 0; i < LW_TREE_BLOCK; i++)
        out[i] = 0;
    const double *columns = tree->blocks.items + first * space->value_count;
    for (size_t i = 0; i < space->column_count; i++)
        if (space->columns[i].kind == LW_COLUMN_TURN)
            add_turns(columns + i * LW_TREE_BLOCK, values[i], out);
        else
            add_lines(columns + i * LW_TREE_BLOCK, values[i], out);
    return count;
}

static double lesser(double a, double b)
{
    return a < b ? a : b;
}

/* The smallest of eight numbers. */
static double least_of(const double x[LW_TREE_BLOCK])
{
    double halves[4];
    for (int i = 0; i < 4; i++)
        halves[i] = lesser(x[i], x[i + 4]);
    return lesser(lesser(halves[0], halves[2]), lesser(halves[1], halves[3]));
}

size_t lw_tree_nearest_square(const lw_tree *tree, const double *values, double *square)
{
    size_t nearest = 0;
    double least = HUGE_VAL;
    const size_t count = lw_tree_count(tree);
    for (size_t first = 0; first < count; first += LW_TREE_BLOCK) {
        double squares[LW_TREE_BLOCK];
        for (size_t i = lw_tree_squares(tree, first / LW_TREE_BLOCK, values, squares);
             i < LW_TREE_BLOCK; i++)
            squares[i] = HUGE_VAL;
        double here = least_of(squares);
        if (!(here < least))
            continue;
        least = here;
        nearest = first;
        while (squares[nearest - first] > here)
            nearest++;
    }
    *square = least;
    return nearest;
}

size_t lw_tree_nearest(const lw_tree *tree, const double *values)
{
    double square;
    return lw_tree_nearest_square(tree, values, &square);
}

size_t lw_tree_nearest_within(const lw_tree *tree, const double *values, double cost)
{
    if (cost == HUGE_VAL)
        return lw_tree_nearest(tree, values);
    size_t nearest = 0;
    double least = HUGE_VAL;
    for (size_t b = 0; b < lw_tree_block_count(tree); b++) {
        double squares[LW_TREE_BLOCK];
        size_t count = lw_tree_squares(tree, b, values, squares);
        for (size_t i = 0; i < count; i++) {
            double left = cost - lw_tree_cost(tree, b * LW_TREE_BLOCK + i);
            double apart = squares[i] + left * left;
            if (left >= 0 && squares[i] <= left * left && apart < least) {
                least = apart;
                nearest = b * LW_TREE_BLOCK + i;
            }
        }
    }
    return nearest;
}
