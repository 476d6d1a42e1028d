/* A tree of configurations, and its nearest-neighbour search: a linear scan, eight nodes at a time. */
#include "plan/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "math/simd.h"

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

/* A sum with `whole`, 1.5 * 2^52, is rounded to a whole number without a call, so that loops over
 * angles can be vectorised (SIMD). */
static const double whole = 0x1.8p52;
static const double turn = 2 * 3.141592653589793;

/* Adds the squares of angles, taken the shorter way round. */
static void add_turns(const double *column, double value, double *sums)
{
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

/* The smallest of eight numbers. */
LW_INLINED double least_of(const double x[LW_TREE_BLOCK])
{
    double halves[4];
    for (int i = 0; i < 4; i++)
        halves[i] = lesser(x[i], x[i + 4]);
    return lesser(lesser(halves[0], halves[2]), lesser(halves[1], halves[3]));
}

/* The nearest node where lengths have no rotations. Each lane has its own least square, so that no
 * block waits for the one before; of equally near nodes the first wins in its lane, and then among
 * lanes. */
LW_INLINED size_t nearest_by_lanes(const lw_tree *tree, const double *values, double *square)
{
    enum { HALVES = LW_TREE_BLOCK / 4 };
    const lw_cspace *space = tree->space;
    const size_t count = lw_tree_count(tree);
    const double *columns = tree->blocks.items;
    lw_doubles_4 least[HALVES];
    lw_mask_of_4 nearest[HALVES]; /* first nodes of blocks */
    for (int h = 0; h < HALVES; h++) {
        least[h] = (lw_doubles_4){HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
        nearest[h] = (lw_mask_of_4){0};
    }
    for (size_t first = 0; first < count; first += LW_TREE_BLOCK) {
        lw_doubles_4 sums[HALVES] = {{0}};
        for (size_t i = 0; i < space->column_count; i++, columns += LW_TREE_BLOCK) {
            const bool turns = space->columns[i].kind == LW_COLUMN_TURN;
            for (int h = 0; h < HALVES; h++) {
                lw_doubles_4 step;
                memcpy(&step, columns + (size_t)(4 * h), sizeof step);
                step = values[i] - step;
                if (turns)
                    step -= turn * (step * (1 / turn) + whole - whole);
                sums[h] += step * step;
            }
        }
        const int64_t left = (int64_t)(count - first);
        for (int h = 0; h < HALVES; h++) {
            lw_mask_of_4 nearer = sums[h] < least[h];
            if (left < LW_TREE_BLOCK)
                nearer &= (lw_mask_of_4){0, 1, 2, 3} < left - 4 * h;
            least[h] =
                (lw_doubles_4)(((lw_mask_of_4)sums[h] & nearer) | ((lw_mask_of_4)least[h] & ~nearer));
            nearest[h] = ((int64_t)first & nearer) | (nearest[h] & ~nearer);
        }
    }
    double squares[LW_TREE_BLOCK];
    int64_t firsts[LW_TREE_BLOCK];
    memcpy(squares, least, sizeof squares);
    memcpy(firsts, nearest, sizeof firsts);
    *square = least_of(squares);
    size_t node = SIZE_MAX;
    for (size_t i = 0; i < LW_TREE_BLOCK; i++) {
        size_t which = (size_t)firsts[i] + i;
        node = squares[i] == *square && which < node ? which : node;
    }
    return node;
}

LW_WIDE static size_t nearest_wide(const lw_tree *tree, const double *values, double *square)
{
    return nearest_by_lanes(tree, values, square);
}

static size_t nearest_narrow(const lw_tree *tree, const double *values, double *square)
{
    return nearest_by_lanes(tree, values, square);
}

/* The nearest node by the lengths to all of them. */
static size_t nearest_by_length(const lw_tree *tree, const double *values, double *square)
{
    size_t nearest = 0;
    *square = HUGE_VAL;
    for (size_t i = 0; i < lw_tree_count(tree); i++) {
        double length = lw_cspace_length(tree->space, lw_tree_node(tree, i), values);
        if (length * length < *square) {
            *square = length * length;
            nearest = i;
        }
    }
    return nearest;
}

size_t lw_tree_nearest_square(const lw_tree *tree, const double *values, double *square)
{
    if (has_rotations(tree->space))
        return nearest_by_length(tree, values, square);
    return lw_has_wide() ? nearest_wide(tree, values, square) : nearest_narrow(tree, values, square);
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
