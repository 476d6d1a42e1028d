/* A sweep line passes over the outline (Shamos and Hoey 1976) and knows the order of the edges that it
 * meets. The order changes at vertices only, unless edges cross, and before two edges cross they are
 * neighbours on the line. So edges are tested against each other when they become neighbours on the
 * line: n log n steps for n vertices.
 *
 * It is a proof in floating point too: whenever an edge takes its place in the order, the vertex in
 * which it begins is farther from every edge that it is compared with than rounding errors reach. Where
 * it is not, or where two edges come near each other, the sweep ends without a proof. It also ends
 * without a proof where edges come within tiny of each other: a third edge between them at that place
 * would come as near to one of them, so two neighbours on the line always do.
 *
 * The outline is rotated first, by an angle that no outline is likely to have: many outlines have edges
 * parallel to an axis, and edges along the line would be in each other's way. Rounding then moves each
 * vertex by less than tiny. */
#include "shape/plane/outline_sweep.h"

#include "base/error.h"
#include "shape/plane/outline_edges.h"

#include <stdlib.h>

/* the golden ratio, and the sine to this cosine */
#define COSINE 0.61803398874989485
#define SINE   0.78615137775742329

/* in units of tiny: nearer points are in doubt, as the vertices were moved by less than one tiny */
#define WIDE 4

static const uint32_t NONE = UINT32_MAX;

/* Edges in their order along the line, as a treap (Seidel and Aragon 1996: a tree in which each node
 * has a higher priority than its children) and as a list. Index 0 is below, 1 above. */
typedef struct node {
    uint32_t edge;
    uint32_t parent;
    uint32_t child[2];
    uint32_t beside[2];
} node;

typedef struct place {
    vec2 at;
    uint32_t vertex;
} place;

typedef struct sweep {
    uint32_t count;
    double wide;
    vec2 *vertices;
    place *order;   /* the vertices from the left to the right */
    node *nodes;    /* as many as edges */
    uint32_t *held; /* by edge: its node */
    uint32_t root;
    lw_outline_sweep_result *out;
} sweep;

static uint32_t end_of(const sweep *s, uint32_t edge)
{
    return edge + 1 == s->count ? 0 : edge + 1;
}

/* the order of the sweep: from left to right, and from below to above at equal x */
static bool is_before(vec2 a, vec2 b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

static int by_place(const void *a, const void *b)
{
    const place *p = a;
    const place *q = b;
    return is_before(p->at, q->at) ? -1 : is_before(q->at, p->at) ? 1 : 0;
}

/* Records two edges that meet, or may; returns false. */
static bool refuse(const sweep *s, uint32_t a, uint32_t b)
{
    s->out->has_pair = true;
    s->out->pair[0] = a < b ? a : b;
    s->out->pair[1] = a < b ? b : a;
    return false;
}

/* ---- the tree ----------------------------------------------------------------------------------- */

static uint32_t priority(uint32_t n)
{
    uint64_t mixed = (n + 1) * 0x9e3779b97f4a7c15u;
    return (uint32_t)((mixed ^ (mixed >> 29)) * 0xbf58476d1ce4e5b9u >> 32);
}

static void replace_child(sweep *s, uint32_t parent, uint32_t old, uint32_t with)
{
    if (parent == NONE)
        s->root = with;
    else
        s->nodes[parent].child[s->nodes[parent].child[1] == old] = with;
    if (with != NONE)
        s->nodes[with].parent = parent;
}

/* A node and its parent change places. */
static void rotate_up(sweep *s, uint32_t n)
{
    uint32_t parent = s->nodes[n].parent;
    int side = s->nodes[parent].child[1] == n;
    uint32_t between = s->nodes[n].child[!side];
    replace_child(s, s->nodes[parent].parent, parent, n);
    s->nodes[parent].child[side] = between;
    if (between != NONE)
        s->nodes[between].parent = parent;
    s->nodes[n].child[!side] = parent;
    s->nodes[parent].parent = n;
}

/* For an edge that begins in a vertex and goes to the right: 1 where it is above another one on the
 * line, -1 where below, 0 where in doubt. */
static int compare(const sweep *s, uint32_t edge, uint32_t begin, uint32_t other)
{
    uint32_t p = other;
    uint32_t q = end_of(s, other);
    uint32_t asked = begin;
    if (p == begin || q == begin)
        asked = edge == begin ? end_of(s, edge) : edge;
    int side = side_of(s->vertices[p], s->vertices[q], s->vertices[asked], s->wide);
    return is_before(s->vertices[p], s->vertices[q]) ? side : -side;
}

/* False where the place of the edge is in doubt. */
static bool insert(sweep *s, uint32_t edge, uint32_t begin)
{
    node *nodes = s->nodes;
    node added = {edge, NONE, {NONE, NONE}, {NONE, NONE}};
    int above = 0;
    for (uint32_t at = s->root; at != NONE; at = nodes[at].child[above]) {
        int side = compare(s, edge, begin, nodes[at].edge);
        if (side == 0)
            return refuse(s, edge, nodes[at].edge);
        above = side > 0;
        added.parent = at;
        added.beside[!above] = at;
    }
    nodes[edge] = added;
    s->held[edge] = edge;
    if (added.parent == NONE)
        s->root = edge;
    else
        nodes[added.parent].child[above] = edge;
    for (int k = 0; k < 2; k++)
        if (added.beside[k] != NONE)
            nodes[added.beside[k]].beside[!k] = edge;
    while (nodes[edge].parent != NONE && priority(edge) > priority(nodes[edge].parent))
        rotate_up(s, edge);
    return true;
}

static void take_out(sweep *s, uint32_t n)
{
    const node *at = &s->nodes[n];
    while (at->child[0] != NONE && at->child[1] != NONE)
        rotate_up(s, at->child[priority(at->child[1]) > priority(at->child[0])]);
    replace_child(s, at->parent, n, at->child[at->child[0] == NONE]);
    for (int k = 0; k < 2; k++)
        if (at->beside[k] != NONE)
            s->nodes[at->beside[k]].beside[!k] = at->beside[!k];
}

/* ---- the sweep ---------------------------------------------------------------------------------- */

/* Whether the edges of two nodes are apart, or neighbours along the outline; true if a node is NONE. */
static bool are_apart(const sweep *s, uint32_t m, uint32_t n)
{
    if (m == NONE || n == NONE)
        return true;
    uint32_t a = s->nodes[m].edge;
    uint32_t b = s->nodes[n].edge;
    bool neighbours = end_of(s, a) == b || end_of(s, b) == a;
    if (neighbours || !edges_meet(s->vertices[a], s->vertices[end_of(s, a)], s->vertices[b],
                                  s->vertices[end_of(s, b)], s->wide))
        return true;
    return refuse(s, a, b);
}

static bool is_apart_from_both(const sweep *s, uint32_t n)
{
    return are_apart(s, n, s->nodes[n].beside[0]) && are_apart(s, n, s->nodes[n].beside[1]);
}

/* Moves the line on to a vertex. False where edges meet there, or may. */
static bool step(sweep *s, uint32_t v)
{
    uint32_t edges[2] = {v == 0 ? s->count - 1 : v - 1, v};
    bool ends[2] = {is_before(s->vertices[edges[0]], s->vertices[v]),
                    is_before(s->vertices[end_of(s, v)], s->vertices[v])};
    if (ends[0] != ends[1]) {
        uint32_t n = s->held[edges[ends[1]]];
        s->nodes[n].edge = edges[ends[0]];
        s->held[edges[ends[0]]] = n;
        return is_apart_from_both(s, n);
    }
    if (!ends[0])
        return insert(s, edges[0], v) && insert(s, edges[1], v) &&
               is_apart_from_both(s, s->held[edges[0]]) && is_apart_from_both(s, s->held[edges[1]]);
    uint32_t m = s->held[edges[0]];
    uint32_t n = s->held[edges[1]];
    if (s->nodes[m].beside[0] != n && s->nodes[m].beside[1] != n)
        return false;
    int above = s->nodes[m].beside[0] == n;
    uint32_t lower = s->nodes[above ? n : m].beside[0];
    uint32_t upper = s->nodes[above ? m : n].beside[1];
    take_out(s, m);
    take_out(s, n);
    return are_apart(s, lower, upper);
}

static bool go(sweep *s, const double *vertices)
{
    vec2 first = outline_vertex(vertices, 0);
    for (uint32_t i = 0; i < s->count; i++) {
        vec2 p = sub2(outline_vertex(vertices, i), first);
        s->vertices[i] = v2(COSINE * p.x - SINE * p.y, SINE * p.x + COSINE * p.y);
        s->order[i] = (place){s->vertices[i], i};
    }
    qsort(s->order, s->count, sizeof *s->order, by_place);
    for (uint32_t i = 1; i < s->count; i++)
        if (!is_before(s->order[i - 1].at, s->order[i].at))
            return false;
    uint32_t i = 0;
    while (i < s->count && step(s, s->order[i].vertex))
        i++;
    return i == s->count;
}

lw_status lw_outline_sweep(const double *vertices, size_t count, double tiny,
                           lw_outline_sweep_result *out, lw_error *error)
{
    sweep s = {.count = (uint32_t)count, .wide = WIDE * tiny, .root = NONE, .out = out};
    s.vertices = calloc(count, sizeof *s.vertices);
    s.order = calloc(count, sizeof *s.order);
    s.nodes = malloc(count * sizeof *s.nodes);
    s.held = malloc(count * sizeof *s.held);
    bool has_memory = s.vertices && s.order && s.nodes && s.held;
    *out = (lw_outline_sweep_result){0};
    out->apart = has_memory && go(&s, vertices);
    free(s.vertices);
    free(s.order);
    free(s.nodes);
    free(s.held);
    return has_memory ? LW_OK : lw_fail_memory(error);
}
