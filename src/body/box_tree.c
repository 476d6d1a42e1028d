/* A bounding volume hierarchy over boxes. The boxes of a node are split near the median of their
 * centres along its longest side, down to leaves of at most eight boxes, which are tested side by side.
 * If a box passes the test, so do the boxes of all nodes above it, because subtraction, squares and
 * sums are monotone in floating point too. So the result does not depend on the tree. */
#include "body/box_tree.h"

#include <math.h>
#include <stdlib.h>

enum {
    FEW_LEAVES = 4, /* with at most so many leaves there are no nodes: all leaves are tested */
    LEVELS = 64
};

typedef struct build {
    const lw_world_box *boxes;
    lw_box_tree *tree;
} build;

/* twice the middle of a box along an axis */
static double middle_of(const lw_world_box *box, int axis)
{
    return component3(box->low, axis) + component3(box->high, axis);
}

static lw_world_box around(const build *b, const uint32_t *order, size_t count)
{
    lw_world_box box = b->boxes[order[0]];
    for (size_t i = 1; i < count; i++) {
        box.low = min3(box.low, b->boxes[order[i]].low);
        box.high = max3(box.high, b->boxes[order[i]].high);
    }
    return box;
}

/* Moves the items with the smaller centres before place `half` (quickselect). Equal centres are ordered
 * by the items' numbers. */
static void split(const build *b, uint32_t *order, size_t count, size_t half, int axis)
{
    size_t begin = 0;
    size_t end = count;
    while (end - begin > 1) {
        uint32_t pivot = order[begin + (end - begin) / 2];
        double at = middle_of(&b->boxes[pivot], axis);
        size_t i = begin;
        size_t k = end;
        while (i < k) {
            double here = middle_of(&b->boxes[order[i]], axis);
            if (here < at || (here == at && order[i] < pivot)) {
                i++;
                continue;
            }
            uint32_t other = order[--k];
            order[k] = order[i];
            order[i] = other;
        }
        /* the pivot moves to the front of [i, end), the items that are not before it */
        size_t place = i;
        for (size_t j = i; j < end; j++)
            if (order[j] == pivot)
                place = j;
        order[place] = order[i];
        order[i] = pivot;
        if (i == half)
            return;
        if (i < half)
            begin = i + 1;
        else
            end = i;
    }
}

static int32_t add_leaf(build *b, const uint32_t *order, size_t count)
{
    lw_box_leaf *leaf = &b->tree->leaves[b->tree->leaf_count];
    leaf->count = (uint32_t)count;
    for (size_t i = 0; i < LW_LEAF_BOXES; i++) {
        const lw_world_box *box = &b->boxes[order[i < count ? i : 0]];
        leaf->items[i] = i < count ? order[i] : 0;
        for (int axis = 0; axis < 3; axis++) {
            leaf->low[axis][i] = i < count ? component3(box->low, axis) : HUGE_VAL;
            leaf->high[axis][i] = i < count ? component3(box->high, axis) : HUGE_VAL;
        }
    }
    return -1 - (int32_t)b->tree->leaf_count++;
}

static void fill_node(build *b, uint32_t node, uint32_t *order, size_t count)
{
    lw_world_box box = around(b, order, count);
    lw_box_node *own = &b->tree->nodes[node];
    for (int axis = 0; axis < 3; axis++) {
        own->low[axis] = component3(box.low, axis);
        own->high[axis] = component3(box.high, axis);
    }
    if (count <= LW_LEAF_BOXES) {
        own->child = add_leaf(b, order, count);
        return;
    }
    vec3 size = sub(box.high, box.low);
    int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    /* the first half fills whole leaves, so that there are as few leaves as possible */
    size_t leaves = (count + LW_LEAF_BOXES - 1) / LW_LEAF_BOXES;
    size_t half = (leaves + 1) / 2 * LW_LEAF_BOXES;
    split(b, order, count, half, axis);
    uint32_t child = b->tree->node_count;
    own->child = (int32_t)child;
    b->tree->node_count += 2;
    fill_node(b, child, order, half);
    fill_node(b, child + 1, order + half, count - half);
}

lw_status lw_box_tree_create(lw_arena *arena, const lw_world_box *boxes, size_t count, lw_box_tree *out,
                             lw_error *error)
{
    *out = (lw_box_tree){.leaf_count = 0};
    size_t leaves = (count + LW_LEAF_BOXES - 1) / LW_LEAF_BOXES;
    out->leaves = lw_arena_array(arena, leaves, sizeof *out->leaves);
    out->nodes = lw_arena_array(arena, 2 * leaves + 1, sizeof *out->nodes);
    uint32_t *order = malloc((count + 1) * sizeof *order);
    if (!out->leaves || !out->nodes || !order) {
        free(order);
        return lw_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    build b = {boxes, out};
    if (leaves > FEW_LEAVES) {
        out->node_count = 1;
        fill_node(&b, 0, order, count);
    } else {
        for (size_t i = 0; i < count; i += LW_LEAF_BOXES)
            add_leaf(&b, order + i, count - i < LW_LEAF_BOXES ? count - i : LW_LEAF_BOXES);
    }
    free(order);
    return LW_OK;
}

/* Renumbers the boxes of a leaf. The boxes behind those that are left out move up. */
static void renumber(lw_box_leaf *leaf, const uint32_t *numbers)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < leaf->count; i++) {
        if (numbers[leaf->items[i]] == LW_NO_ITEM)
            continue;
        leaf->items[kept] = numbers[leaf->items[i]];
        for (int axis = 0; axis < 3; axis++) {
            leaf->low[axis][kept] = leaf->low[axis][i];
            leaf->high[axis][kept] = leaf->high[axis][i];
        }
        kept++;
    }
    for (uint32_t i = kept; i < leaf->count; i++)
        for (int axis = 0; axis < 3; axis++)
            leaf->low[axis][i] = leaf->high[axis][i] = HUGE_VAL;
    leaf->count = kept;
}

lw_status lw_box_tree_graft(lw_arena *arena, const lw_box_tree *from, const uint32_t *numbers,
                            lw_box_tree *out, lw_error *error)
{
    *out = *from;
    out->leaves = lw_arena_copy(arena, from->leaves, from->leaf_count * sizeof *from->leaves);
    out->nodes = lw_arena_copy(arena, from->nodes, from->node_count * sizeof *from->nodes);
    if (!out->leaves || !out->nodes)
        return lw_fail_memory(error);
    for (uint32_t i = 0; i < out->leaf_count; i++)
        renumber(&out->leaves[i], numbers);
    return LW_OK;
}

bool lw_box_tree_suits(const lw_box_tree *tree, size_t count)
{
    return tree->leaf_count <= 2 * ((count + LW_LEAF_BOXES - 1) / LW_LEAF_BOXES) + FEW_LEAVES;
}

static double beyond(double low, double high, double at)
{
    return greater(greater(low - at, at - high), 0);
}

static size_t test_leaf(const lw_box_leaf *leaf, const double at[3], double most, uint32_t *out)
{
    double square[LW_LEAF_BOXES];
    size_t found = 0;
    for (int i = 0; i < LW_LEAF_BOXES; i++) {
        double x = beyond(leaf->low[0][i], leaf->high[0][i], at[0]);
        double y = beyond(leaf->low[1][i], leaf->high[1][i], at[1]);
        double z = beyond(leaf->low[2][i], leaf->high[2][i], at[2]);
        square[i] = x * x + y * y + z * z;
    }
    for (uint32_t i = 0; i < leaf->count; i++)
        if (square[i] <= most)
            out[found++] = leaf->items[i];
    return found;
}

static bool is_near(const lw_box_node *node, const double at[3], double most)
{
    double x = beyond(node->low[0], node->high[0], at[0]);
    double y = beyond(node->low[1], node->high[1], at[1]);
    double z = beyond(node->low[2], node->high[2], at[2]);
    return x * x + y * y + z * z <= most;
}

/* Shell's sort: in place, and fast enough for the boxes near one body. */
void lw_box_items_sort(uint32_t *items, size_t count)
{
    static const size_t gaps[] = {86961, 33936, 13776, 4592, 1968, 861, 336, 112, 48, 21, 7, 3, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t i = gaps[g]; i < count; i++) {
            uint32_t item = items[i];
            size_t k = i;
            for (; k >= gaps[g] && items[k - gaps[g]] > item; k -= gaps[g])
                items[k] = items[k - gaps[g]];
            items[k] = item;
        }
}

/* A search: for the boxes near a point or, if `box` is set, for the boxes that meet it. */
typedef struct search {
    double at[3], most; /* the point, and the square of the largest distance of a box from it */
    const lw_world_box *box;
    double low[3], high[3]; /* of the box */
    size_t enough;          /* the search may stop once it has found more boxes than this */
} search;

static bool passes(const search *s, const lw_box_node *node)
{
    if (!s->box)
        return is_near(node, s->at, s->most);
    bool meets = true;
    for (int axis = 0; axis < 3; axis++)
        meets = meets && node->low[axis] <= s->high[axis] && s->low[axis] <= node->high[axis];
    return meets;
}

static bool leaf_box_meets(const lw_box_leaf *leaf, uint32_t i, const search *s)
{
    bool meets = true;
    for (int axis = 0; axis < 3; axis++)
        meets = meets && leaf->low[axis][i] <= s->high[axis] && s->low[axis] <= leaf->high[axis][i];
    return meets;
}

static size_t take_leaf(const lw_box_leaf *leaf, const search *s, uint32_t *out)
{
    if (!s->box)
        return test_leaf(leaf, s->at, s->most, out);
    size_t found = 0;
    for (uint32_t i = 0; i < leaf->count; i++)
        if (leaf_box_meets(leaf, i, s))
            out[found++] = leaf->items[i];
    return found;
}

static size_t find(const lw_box_tree *tree, const search *s, uint32_t *out)
{
    size_t found = 0;
    if (!tree->node_count) {
        for (uint32_t i = 0; i < tree->leaf_count; i++)
            found += take_leaf(&tree->leaves[i], s, out + found);
        return found;
    }
    int32_t waiting[LEVELS];
    int count = 0;
    waiting[count++] = 0;
    while (count && found <= s->enough) {
        const lw_box_node *node = &tree->nodes[waiting[--count]];
        if (!passes(s, node))
            continue;
        if (node->child < 0) {
            found += take_leaf(&tree->leaves[-1 - node->child], s, out + found);
            continue;
        }
        waiting[count++] = node->child + 1;
        waiting[count++] = node->child;
    }
    if (found <= s->enough)
        lw_box_items_sort(out, found);
    return found;
}

size_t lw_box_tree_near(const lw_box_tree *tree, vec3 point, double distance, uint32_t *out)
{
    search s = {.at = {point.x, point.y, point.z}, .most = distance * distance, .enough = SIZE_MAX};
    return find(tree, &s, out);
}

size_t lw_box_tree_meeting(const lw_box_tree *tree, const lw_world_box *box, size_t most, uint32_t *out)
{
    search s = {.box = box,
                .enough = most,
                .low = {box->low.x, box->low.y, box->low.z},
                .high = {box->high.x, box->high.y, box->high.z}};
    return find(tree, &s, out);
}
