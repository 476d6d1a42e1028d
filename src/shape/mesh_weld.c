/* Vertices are welded through a grid whose cells are twice the tolerance wide, so that eight of them
 * are searched for each vertex. The vertices that stand for themselves keep apart, so a cell holds few,
 * whatever the input. Vertices on edges are found by a tree of boxes over the vertices in Morton order.
 * Both take n log n time at most: the search of the tree has a bound on its work. */
#include "shape/mesh_weld.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static const uint32_t NONE = UINT32_MAX;

enum {
    LEAF = 4,             /* vertices in a box of the lowest level */
    BOXES_PER_EDGE = 100, /* boxes opened for an edge at most, on average */
    POINTS_PER_EDGE = 8,  /* points found on an edge at most, on average */
    MORTON_BITS = 20
};

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* ---- equal vertices -------------------------------------------------------------------------- */

typedef struct grid {
    const vec3 *points;
    vec3 low;
    double width; /* of a cell */
    uint64_t mask;
    uint32_t *slots; /* hash table: a cell's last vertex that stands for itself, or NONE */
    uint32_t *next;  /* per vertex: the vertex before it in the same slot */
} grid;

static uint64_t slot_of(const grid *g, double x, double y, double z)
{
    return mix(mix(mix((uint64_t)x) + (uint64_t)y) + (uint64_t)z) & g->mask;
}

/* The nearest vertex within the tolerance that stands for itself; NONE where there is none. */
static uint32_t find_near(const grid *g, uint32_t i, double tolerance)
{
    vec3 p = g->points[i];
    vec3 at = scale(1 / g->width, sub(p, g->low));
    double begin[3] = {floor(at.x - 0.5), floor(at.y - 0.5), floor(at.z - 0.5)};
    double best = tolerance * tolerance;
    uint32_t found = NONE;
    for (int k = 0; k < 8; k++) {
        double x = begin[0] + (k & 1);
        double y = begin[1] + (k >> 1 & 1);
        double z = begin[2] + (k >> 2);
        if (x < 0 || y < 0 || z < 0)
            continue;
        for (uint32_t j = g->slots[slot_of(g, x, y, z)]; j != NONE; j = g->next[j]) {
            double square = norm2(sub(g->points[j], p));
            if (square < best || (square == best && j < found)) {
                best = square;
                found = j;
            }
        }
    }
    return found;
}

lw_status lw_mesh_weld(const vec3 *points, uint32_t count, double tolerance, uint32_t *out,
                       lw_error *error)
{
    grid g = {.points = points, .width = 2 * tolerance, .mask = 3};
    for (uint32_t i = 0; i < count; i++)
        out[i] = i;
    /* nothing is joined in so small a mesh */
    if (count == 0 || !(tolerance > 1e-140))
        return LW_OK;
    while (g.mask < 2 * (uint64_t)count)
        g.mask = 2 * g.mask + 1;
    vec3 high;
    bounds3(points, count, &g.low, &high);
    g.slots = malloc((g.mask + 1) * sizeof *g.slots);
    g.next = malloc(count * sizeof *g.next);
    lw_status status = LW_OK;
    if (!g.slots || !g.next) {
        status = lw_fail_memory(error);
        goto done;
    }
    memset(g.slots, 0xff, (g.mask + 1) * sizeof *g.slots);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t near = find_near(&g, i, tolerance);
        if (near != NONE) {
            out[i] = near;
            continue;
        }
        vec3 at = scale(1 / g.width, sub(points[i], g.low));
        uint64_t slot = slot_of(&g, floor(at.x), floor(at.y), floor(at.z));
        g.next[i] = g.slots[slot];
        g.slots[slot] = i;
    }
done:
    free(g.slots);
    free(g.next);
    return status;
}

/* ---- vertices on edges ------------------------------------------------------------------------ */

typedef struct box {
    vec3 low, high;
} box;

typedef struct sorted {
    uint64_t code;
    uint32_t vertex;
} sorted;

/* A complete binary tree, boxes[1] its root; the leaves hold LEAF vertices each, in order. */
typedef struct tree {
    const vec3 *points;
    sorted *order;
    uint32_t count;
    uint32_t leaves;
    box *boxes;
    double tolerance;
    uint64_t work; /* boxes that may still be opened */
    size_t most;   /* points that may be found */
} tree;

static int by_code(const void *a, const void *b)
{
    const sorted *p = a;
    const sorted *q = b;
    if (p->code != q->code)
        return p->code < q->code ? -1 : 1;
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

static uint64_t spread_bits(double share)
{
    double clamped = share > 0 ? share < 1 ? share : 1 : 0;
    uint64_t bits = (uint64_t)(clamped * ((1 << MORTON_BITS) - 1));
    uint64_t spread = 0;
    for (int i = 0; i < MORTON_BITS; i++)
        spread |= (bits >> i & 1) << (3 * i);
    return spread;
}

/* The different ends of the edges, in Morton order. */
static void sort_ends(tree *t, const uint32_t (*ends)[2], uint32_t edge_count)
{
    box all = {t->points[ends[0][0]], t->points[ends[0][0]]};
    for (uint32_t e = 0; e < edge_count; e++)
        for (int k = 0; k < 2; k++) {
            all.low = min3(all.low, t->points[ends[e][k]]);
            all.high = max3(all.high, t->points[ends[e][k]]);
        }
    double width = max_component(sub(all.high, all.low));
    double inverse = width > 0 ? 1 / width : 0;
    for (uint32_t i = 0; i < 2 * edge_count; i++) {
        uint32_t vertex = ends[i / 2][i % 2];
        vec3 at = scale(inverse, sub(t->points[vertex], all.low));
        t->order[i] =
            (sorted){spread_bits(at.x) | spread_bits(at.y) << 1 | spread_bits(at.z) << 2, vertex};
    }
    qsort(t->order, 2 * (size_t)edge_count, sizeof *t->order, by_code);
    for (uint32_t i = 0; i < 2 * edge_count; i++)
        if (i == 0 || t->order[i].vertex != t->order[i - 1].vertex)
            t->order[t->count++] = t->order[i];
}

static void build(tree *t)
{
    vec3 far = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    for (uint32_t i = 2 * t->leaves - 1; i > 0; i--) {
        box *b = &t->boxes[i];
        *b = (box){far, neg(far)};
        if (i < t->leaves) {
            b->low = min3(t->boxes[2 * i].low, t->boxes[2 * i + 1].low);
            b->high = max3(t->boxes[2 * i].high, t->boxes[2 * i + 1].high);
            continue;
        }
        uint32_t first = (i - t->leaves) * LEAF;
        for (uint32_t k = first; k < first + LEAF && k < t->count; k++) {
            b->low = min3(b->low, t->points[t->order[k].vertex]);
            b->high = max3(b->high, t->points[t->order[k].vertex]);
        }
    }
}

/* Clips a section of a segment, [begin, end] within [0, 1], to a slab between two planes. False:
 * nothing is left. */
static bool clip(double from, double span, double low, double high, double *begin, double *end)
{
    if (span == 0)
        return from >= low && from <= high;
    double a = (low - from) / span;
    double b = (high - from) / span;
    *begin = greater(*begin, lesser(a, b));
    *end = lesser(*end, greater(a, b));
    return *begin <= *end;
}

static bool meets(const box *b, vec3 from, vec3 span, double grown)
{
    double begin = 0;
    double end = 1;
    return b->low.x <= b->high.x &&
           clip(from.x, span.x, b->low.x - grown, b->high.x + grown, &begin, &end) &&
           clip(from.y, span.y, b->low.y - grown, b->high.y + grown, &begin, &end) &&
           clip(from.z, span.z, b->low.z - grown, b->high.z + grown, &begin, &end);
}

/* Adds the vertices of a leaf that lie on an edge. False: no memory. */
static bool add_from_leaf(const tree *t, uint32_t leaf, const uint32_t ends[2], uint32_t edge,
                          lw_edge_points *out)
{
    vec3 from = t->points[ends[0]];
    vec3 span = sub(t->points[ends[1]], from);
    for (uint32_t k = leaf * LEAF; k < (leaf + 1) * LEAF && k < t->count; k++) {
        uint32_t vertex = t->order[k].vertex;
        vec3 to = sub(t->points[vertex], from);
        double along = dot(to, span) / norm2(span);
        if (vertex == ends[0] || vertex == ends[1] || !(along > 0 && along < 1) ||
            !(norm(sub(to, scale(along, span))) <= t->tolerance))
            continue;
        if (!LW_ARRAY_GROW(out))
            return false;
        out->items[out->count++] = (lw_edge_point){edge, vertex, along};
    }
    return true;
}

static bool search_tree(tree *t, const uint32_t ends[2], uint32_t edge, lw_edge_points *out)
{
    vec3 from = t->points[ends[0]];
    vec3 span = sub(t->points[ends[1]], from);
    uint32_t stack[64];
    int depth = 0;
    for (stack[depth++] = 1; depth > 0 && t->work > 0 && out->count < t->most; t->work--) {
        uint32_t i = stack[--depth];
        if (!meets(&t->boxes[i], from, span, t->tolerance))
            continue;
        if (i < t->leaves) {
            stack[depth++] = 2 * i;
            stack[depth++] = 2 * i + 1;
        } else if (!add_from_leaf(t, i - t->leaves, ends, edge, out)) {
            return false;
        }
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const lw_edge_point *p = a;
    const lw_edge_point *q = b;
    if (p->edge != q->edge)
        return p->edge < q->edge ? -1 : 1;
    if (p->along != q->along)
        return p->along < q->along ? -1 : 1;
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

lw_status lw_mesh_points_on_edges(const vec3 *points, const uint32_t (*ends)[2], uint32_t edge_count,
                                  double tolerance, lw_edge_points *out, lw_error *error)
{
    if (edge_count == 0)
        return LW_OK;
    tree t = {.points = points,
              .tolerance = tolerance,
              .leaves = 1,
              .work = BOXES_PER_EDGE * (uint64_t)edge_count,
              .most = POINTS_PER_EDGE * (size_t)edge_count};
    lw_status status = LW_OK;
    t.order = malloc(2 * (size_t)edge_count * sizeof *t.order);
    if (!t.order)
        return lw_fail_memory(error);
    sort_ends(&t, ends, edge_count);
    while ((uint64_t)t.leaves * LEAF < t.count)
        t.leaves *= 2;
    t.boxes = calloc(2 * (size_t)t.leaves, sizeof *t.boxes);
    if (!t.boxes) {
        status = lw_fail_memory(error);
        goto done;
    }
    build(&t);
    for (uint32_t e = 0; e < edge_count && !status; e++)
        if (!search_tree(&t, ends[e], e, out))
            status = lw_fail_memory(error);
    if (!status && out->count)
        qsort(out->items, out->count, sizeof *out->items, by_place);
done:
    free(t.order);
    free(t.boxes);
    return status;
}
