/* Finds outlines that cross themselves. Most do not, and a sweep proves it
 * (shape/plane/outline_sweep.h). Without that proof, the first two edges that meet are searched for in
 * a tree of boxes along the outline: fast where few boxes overlap. Where many boxes overlap, as those
 * of long edges side by side do, the search is given up after some work, if the sweep has found two
 * edges that meet: these are then named. */
#include "shape/plane/outline_crossing.h"

#include "base/error.h"
#include "math/vec.h"
#include "shape/plane/outline_edges.h"
#include "shape/plane/outline_sweep.h"

#include <stdlib.h>

/* boxes that are looked at for each edge, on average, before the pair that the sweep found is named */
#define WORK_PER_EDGE 2000

/* The edges of an outline, and boxes about runs of them: boxes[1] encloses all edges, boxes[i] encloses
 * boxes[2 i] and boxes[2 i + 1], and boxes[leaves + k] encloses edge k. */
typedef struct box {
    vec2 low, high;
} box;

typedef struct edge_tree {
    const double *vertices;
    uint32_t count;
    uint32_t leaves;
    box *boxes;
    double tiny;
    uint64_t work;
} edge_tree;

static vec2 end_of_edge(const edge_tree *t, uint32_t i)
{
    return outline_vertex(t->vertices, i + 1 == t->count ? 0 : i + 1);
}

/* Makes the boxes, grown by more than the largest gap of two edges that count as meeting. */
static void make_boxes(edge_tree *t)
{
    for (uint32_t i = 2 * t->leaves - 1; i > 0; i--) {
        box *b = &t->boxes[i];
        if (i < t->leaves) {
            const box *c = &t->boxes[2 * (size_t)i];
            b->low = v2(lesser(c[0].low.x, c[1].low.x), lesser(c[0].low.y, c[1].low.y));
            b->high = v2(greater(c[0].high.x, c[1].high.x), greater(c[0].high.y, c[1].high.y));
        } else if (i - t->leaves < t->count) {
            vec2 p = outline_vertex(t->vertices, i - t->leaves);
            vec2 q = end_of_edge(t, i - t->leaves);
            double grown = 4 * t->tiny;
            b->low = v2(lesser(p.x, q.x) - grown, lesser(p.y, q.y) - grown);
            b->high = v2(greater(p.x, q.x) + grown, greater(p.y, q.y) + grown);
        } else {
            b->low = v2(HUGE_VAL, HUGE_VAL);
            b->high = v2(-HUGE_VAL, -HUGE_VAL);
        }
    }
}

static bool boxes_meet(const box *a, const box *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y;
}

/* The first edge behind edge i + 1 that edge i meets; count: there is none. */
static uint32_t find_meeting(edge_tree *t, uint32_t i)
{
    vec2 a = outline_vertex(t->vertices, i);
    vec2 b = end_of_edge(t, i);
    uint32_t stack[32];
    int depth = 0;
    for (stack[depth++] = 1; depth > 0;) {
        uint32_t node = stack[--depth];
        t->work++;
        if (!boxes_meet(&t->boxes[node], &t->boxes[t->leaves + i]))
            continue;
        if (node < t->leaves) {
            stack[depth++] = 2 * node + 1;
            stack[depth++] = 2 * node;
            continue;
        }
        uint32_t k = node - t->leaves;
        bool neighbours = k < i + 2 || (i == 0 && k == t->count - 1);
        if (!neighbours && edges_meet(a, b, outline_vertex(t->vertices, k), end_of_edge(t, k), t->tiny))
            return k;
    }
    return t->count;
}

static bool do_meet(const edge_tree *t, const uint32_t pair[2])
{
    return edges_meet(outline_vertex(t->vertices, pair[0]), end_of_edge(t, pair[0]),
                      outline_vertex(t->vertices, pair[1]), end_of_edge(t, pair[1]), t->tiny);
}

/* Finds two edges that meet, the first ones unless that takes too long. False: none do. */
static bool find_pair(edge_tree *t, const lw_outline_sweep_result *swept, uint32_t pair[2])
{
    bool is_known = swept->has_pair && do_meet(t, swept->pair);
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t other = find_meeting(t, i);
        if (other < t->count) {
            pair[0] = i;
            pair[1] = other;
            return true;
        }
        if (is_known && t->work > (uint64_t)WORK_PER_EDGE * t->count) {
            pair[0] = swept->pair[0];
            pair[1] = swept->pair[1];
            return true;
        }
    }
    return false;
}

lw_status lw_outline_check_simple(const double *vertices, size_t count, double tiny, lw_error *error)
{
    lw_outline_sweep_result swept;
    lw_status status = lw_outline_sweep(vertices, count, tiny, &swept, error);
    if (status || swept.apart)
        return status;
    edge_tree t = {.vertices = vertices, .count = (uint32_t)count, .leaves = 1, .tiny = tiny};
    while (t.leaves < t.count)
        t.leaves *= 2;
    t.boxes = malloc(2 * (size_t)t.leaves * sizeof *t.boxes);
    if (!t.boxes)
        return lw_fail_memory(error);
    make_boxes(&t);
    uint32_t pair[2];
    bool meets = find_pair(&t, &swept, pair);
    free(t.boxes);
    if (!meets)
        return LW_OK;
    vec2 a = outline_vertex(vertices, pair[0]);
    vec2 c = outline_vertex(vertices, pair[1]);
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "the outline crosses or touches itself: its edges from (%g, %g) and from (%g, %g) "
                   "meet",
                   a.x, a.y, c.x, c.y);
}
