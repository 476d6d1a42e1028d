/* A roadmap, and the shortest way through it by A*. The heuristic is the straight length to the nearest
 * goal, which is admissible: no way is shorter. */
#include "plan/roadmap.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"

void lw_roadmap_begin(lw_roadmap *roadmap, const lw_cspace *space)
{
    lw_tree_clear(&roadmap->nodes, space);
    roadmap->info.count = roadmap->edges.count = 0;
}

void lw_roadmap_free(lw_roadmap *roadmap)
{
    lw_tree_free(&roadmap->nodes);
    free(roadmap->info.items);
    free(roadmap->edges.items);
    free(roadmap->open.items);
}

lw_status lw_roadmap_add_node(lw_roadmap *roadmap, const double *values, lw_error *error)
{
    if (!LW_ARRAY_GROW(&roadmap->info))
        return lw_fail_memory(error);
    lw_status status = lw_tree_add(&roadmap->nodes, values, LW_NO_PARENT, error);
    if (!status)
        roadmap->info.items[roadmap->info.count++] = (lw_roadmap_node){.first = -1};
    return status;
}

/* Appends an edge, and puts it first in the lists of its nodes. The array must have room for it. */
static void link_edge(lw_roadmap *roadmap, lw_roadmap_edge edge)
{
    int64_t index = (int64_t)roadmap->edges.count++;
    for (int side = 0; side < 2; side++) {
        lw_roadmap_node *node = &roadmap->info.items[edge.nodes[side]];
        edge.next[side] = node->first;
        node->first = index;
    }
    roadmap->edges.items[index] = edge;
}

lw_status lw_roadmap_add_edge(lw_roadmap *roadmap, uint32_t a, uint32_t b, double length,
                              lw_edge_state state, lw_error *error)
{
    if (!LW_ARRAY_GROW(&roadmap->edges))
        return lw_fail_memory(error);
    link_edge(roadmap, (lw_roadmap_edge){.nodes = {a, b}, .state = state, .length = length});
    return LW_OK;
}

/* Removes the last edge. It was added last, so it stands first in the lists of its nodes. */
static void remove_last_edge(lw_roadmap *roadmap)
{
    const lw_roadmap_edge *edge = &roadmap->edges.items[--roadmap->edges.count];
    for (int side = 1; side >= 0; side--)
        roadmap->info.items[edge->nodes[side]].first = edge->next[side];
}

void lw_roadmap_cut(lw_roadmap *roadmap, lw_roadmap_size size)
{
    while (roadmap->edges.count > size.edges)
        remove_last_edge(roadmap);
    while (roadmap->info.count > size.nodes) {
        roadmap->info.count--;
        lw_tree_remove_last(&roadmap->nodes);
    }
}

void lw_roadmap_drop_closed(lw_roadmap *roadmap, size_t first)
{
    size_t count = roadmap->edges.count;
    while (roadmap->edges.count > first)
        remove_last_edge(roadmap);
    for (size_t i = first; i < count; i++) {
        lw_roadmap_edge edge = roadmap->edges.items[i];
        if (edge.state != LW_EDGE_CLOSED)
            link_edge(roadmap, edge);
    }
}

/* Insertion into the sorted array of the nearest nodes so far; returns how many there are then. */
static size_t insert(uint32_t node, double square, size_t count, size_t most, uint32_t *out,
                     double *squares)
{
    if (count == most && !(square < squares[count - 1]))
        return count;
    size_t at = count < most ? count++ : count - 1;
    for (; at > 0 && square < squares[at - 1]; at--) {
        squares[at] = squares[at - 1];
        out[at] = out[at - 1];
    }
    squares[at] = square;
    out[at] = node;
    return count;
}

size_t lw_roadmap_neighbours(const lw_roadmap *roadmap, uint32_t node, uint32_t before, size_t most,
                             uint32_t *out, double *lengths)
{
    const lw_tree *nodes = &roadmap->nodes;
    const double *values = lw_tree_node(nodes, node);
    size_t count = 0;
    for (size_t b = 0; b * LW_TREE_BLOCK < before && most; b++) {
        double squares[LW_TREE_BLOCK];
        lw_tree_squares(nodes, b, values, squares);
        for (size_t i = 0; i < LW_TREE_BLOCK && b * LW_TREE_BLOCK + i < before; i++)
            count = insert((uint32_t)(b * LW_TREE_BLOCK + i), squares[i], count, most, out, lengths);
    }
    for (size_t i = 0; i < count; i++)
        lengths[i] = lw_cspace_length(nodes->space, lw_tree_node(nodes, out[i]), values);
    return count;
}

/* ---- A* ---------------------------------------------------------------------------------------- */

/* Of nodes with equal estimates, the older one comes first, so that the way does not depend on the
 * order within the heap. */
static bool comes_before(const lw_open_node *a, const lw_open_node *b)
{
    return a->estimate < b->estimate || (a->estimate == b->estimate && a->node < b->node);
}

static lw_status push(lw_roadmap *roadmap, lw_open_node added, lw_error *error)
{
    if (!LW_ARRAY_GROW(&roadmap->open))
        return lw_fail_memory(error);
    lw_open_node *heap = roadmap->open.items;
    size_t at = roadmap->open.count++;
    for (; at > 0 && comes_before(&added, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = added;
    return LW_OK;
}

static uint32_t pop(lw_roadmap *roadmap)
{
    lw_open_node *heap = roadmap->open.items;
    uint32_t top = heap[0].node;
    lw_open_node last = heap[--roadmap->open.count];
    size_t count = roadmap->open.count;
    size_t at = 0;
    for (size_t child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && comes_before(&heap[child + 1], &heap[child]);
        if (!comes_before(&heap[child], &last))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

/* The length of the straight line to the nearest goal. */
static double left_to(const lw_roadmap *roadmap, uint32_t node, lw_roadmap_goals goals)
{
    const lw_tree *nodes = &roadmap->nodes;
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < goals.count; i++)
        least = fmin(least, lw_cspace_length(nodes->space, lw_tree_node(nodes, node),
                                             lw_tree_node(nodes, goals.first + i)));
    return least;
}

static lw_status reach(lw_roadmap *roadmap, uint32_t node, double length, int64_t through,
                       lw_roadmap_goals goals, lw_error *error)
{
    lw_roadmap_node *info = &roadmap->info.items[node];
    if (info->done || !(length < info->reached))
        return LW_OK;
    info->reached = length;
    info->through = through;
    return push(roadmap, (lw_open_node){length + left_to(roadmap, node, goals), node}, error);
}

lw_status lw_roadmap_way(lw_roadmap *roadmap, uint32_t start, lw_roadmap_goals goals, uint32_t *goal,
                         bool *found, lw_error *error)
{
    for (size_t i = 0; i < roadmap->info.count; i++) {
        roadmap->info.items[i].reached = HUGE_VAL;
        roadmap->info.items[i].done = false;
    }
    roadmap->open.count = 0;
    *found = false;
    lw_status status = reach(roadmap, start, 0, -1, goals, error);
    while (!status && roadmap->open.count) {
        uint32_t node = pop(roadmap);
        lw_roadmap_node *info = &roadmap->info.items[node];
        if (info->done)
            continue;
        info->done = true;
        *goal = node;
        *found = node - goals.first < goals.count;
        if (*found)
            break;
        for (int64_t r = info->first; r >= 0 && !status;) {
            const lw_roadmap_edge *edge = &roadmap->edges.items[r];
            int side = edge->nodes[0] != node;
            if (edge->state != LW_EDGE_CLOSED)
                status = reach(roadmap, edge->nodes[1 - side], info->reached + edge->length, r, goals,
                               error);
            r = edge->next[side];
        }
    }
    return status;
}

double lw_roadmap_closest(const lw_roadmap *roadmap, lw_roadmap_goals goals)
{
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < roadmap->info.count; i++)
        if (roadmap->info.items[i].done)
            least = fmin(least, left_to(roadmap, i, goals));
    return least;
}
