#include "parts.h"

#include <stdlib.h>

static int by_begin(const void *a, const void *b)
{
    const interval *one = a;
    const interval *other = b;
    return (one->from > other->from) - (one->from < other->from);
}

bool covers_time(interval *list, size_t count, double begin, double end, double *reached)
{
    if (count) /* qsort takes no null pointer */
        qsort(list, count, sizeof *list, by_begin);
    bool any = false;
    *reached = begin;
    for (size_t i = 0; i < count && list[i].from <= *reached; i++) {
        any = true;
        if (list[i].to > *reached)
            *reached = list[i].to;
    }
    return any && *reached >= end;
}

/* The parts that may still contain two nodes, one of each tree. */
typedef struct cover {
    const body *of[2];
    const part *parts;
    long *parents[2];
    bool *in[2]; /* per hull part and element: whether it is in the part's set */
    size_t *hulls, hull_count;
} cover;

/* Whether a node is another one or above it. */
static bool is_above(const cover *c, int side, size_t node, size_t inner)
{
    long at = (long)inner;
    while (at > (long)node)
        at = c->parents[side][at];
    return at == (long)node;
}

static bool has_element(const cover *c, int side, size_t hull, size_t which)
{
    return c->in[side][hull * c->of[side]->element_count + which];
}

/* The elements below a node. */
static size_t elements_below(const body *b, size_t node, size_t *out)
{
    size_t stack[128];
    size_t depth = 0;
    size_t count = 0;
    stack[depth++] = node;
    while (depth) {
        int64_t entry = b->tree[stack[--depth]];
        if (entry < 0)
            out[count++] = (size_t)(-1 - entry);
        else if (depth + 2 > 128)
            return 0;
        else {
            stack[depth++] = (size_t)entry;
            stack[depth++] = (size_t)entry + 1;
        }
    }
    return count;
}

/* Whether all pairs of elements below two nodes are in pairs of hulls. */
static bool by_hulls(const cover *c, const size_t nodes[2])
{
    size_t *below[2];
    size_t counts[2];
    bool all = c->hull_count > 0;
    for (int side = 0; side < 2; side++) {
        below[side] = room(c->of[side]->element_count, sizeof **below);
        counts[side] = elements_below(c->of[side], nodes[side], below[side]);
        all &= counts[side] > 0;
    }
    for (size_t i = 0; i < counts[0] && all; i++)
        for (size_t k = 0; k < counts[1] && all; k++) {
            bool found = false;
            for (size_t h = 0; h < c->hull_count && !found; h++)
                found = has_element(c, 0, h, below[0][i]) && has_element(c, 1, h, below[1][k]);
            all = found;
        }
    free(below[0]);
    free(below[1]);
    return all;
}

/* here: indices of the parts by nodes that may contain the two nodes or some below them. */
static bool covered(const cover *c, const size_t nodes[2], const size_t *here, size_t count, int depth)
{
    bool below_first = false;
    for (size_t i = 0; i < count; i++) {
        const set *sets = c->parts[here[i]].sets;
        bool first = is_above(c, 0, sets[0].node, nodes[0]);
        if (first && is_above(c, 1, sets[1].node, nodes[1]))
            return true;
        below_first |= !first;
    }
    if (!count || depth > 256)
        return by_hulls(c, nodes);
    int side = below_first && c->of[0]->tree[nodes[0]] >= 0 ? 0 : 1;
    int64_t child = c->of[side]->tree[nodes[side]];
    if (child < 0)
        return by_hulls(c, nodes);
    size_t *rest = room(count, sizeof *rest);
    bool good = true;
    for (size_t k = 0; k < 2 && good; k++) {
        size_t next[2] = {nodes[0], nodes[1]};
        size_t left = 0;
        next[side] = (size_t)child + k;
        for (size_t i = 0; i < count; i++) {
            size_t node = c->parts[here[i]].sets[side].node;
            if (is_above(c, side, node, next[side]) || is_above(c, side, next[side], node))
                rest[left++] = here[i];
        }
        good = covered(c, next, rest, left, depth + 1);
    }
    free(rest);
    return good;
}

/* Marks the elements of a part of hulls. */
static void mark(cover *c, size_t index)
{
    for (int side = 0; side < 2; side++) {
        const set *s = &c->parts[c->hulls[index]].sets[side];
        bool *row = c->in[side] + index * c->of[side]->element_count;
        if (s->elements) {
            for (size_t i = 0; i < s->count; i++)
                row[s->elements[i]] = true;
            continue;
        }
        size_t *below = room(c->of[side]->element_count, sizeof *below);
        size_t count = elements_below(c->of[side], s->node, below);
        for (size_t i = 0; i < count; i++)
            row[below[i]] = true;
        free(below);
    }
}

/* The parent of each node of a body's tree; -1: none. */
static long *parents_of(const body *b)
{
    long *parents = room(b->tree_count, sizeof *parents);
    parents[0] = -1;
    for (size_t i = 0; i < b->tree_count; i++)
        if (b->tree[i] >= 0)
            parents[b->tree[i]] = parents[b->tree[i] + 1] = (long)i;
    return parents;
}

static bool is_all(const set *s)
{
    return !s->elements && !s->node && !s->cell;
}

static bool is_whole(const part *p)
{
    return is_all(&p->sets[0]) && is_all(&p->sets[1]);
}

/* Whether a cell is another one or below it. */
static bool is_in_cell(const body *b, size_t inner, size_t outer)
{
    size_t child = b->cells[outer].child;
    return inner == outer ||
           (child && (is_in_cell(b, inner, child) || is_in_cell(b, inner, child + 1)));
}

/* Whether, on a side on which parts name cells, each cell without children has parts that cover it. Of
 * the parts, those count that name the cell, one above it, or the whole body. */
static bool covers_cells(const body *const bodies[2], int side, const part *parts, size_t count)
{
    const body *b = bodies[side];
    part *own = room(count, sizeof *own);
    bool good = true;
    for (size_t leaf = 0; leaf < b->cell_count && good; leaf++) {
        size_t used = 0;
        if (b->cells[leaf].child)
            continue;
        for (size_t i = 0; i < count; i++) {
            const set *s = &parts[i].sets[side];
            if (!is_all(s) && (!s->cell || !is_in_cell(b, leaf, s->cell)))
                continue;
            own[used] = parts[i];
            own[used++].sets[side] = (set){.body = s->body};
        }
        good = covers_elements(bodies[0], bodies[1], own, used);
    }
    free(own);
    return good;
}

bool covers_elements(const body *a, const body *b, const part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_whole(&parts[i]))
            return true;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < count; i++)
            if (parts[i].sets[side].cell)
                return covers_cells((const body *const[]){a, b}, side, parts, count);
    cover c = {.of = {a, b}, .parts = parts, .hulls = room(count, sizeof *c.hulls)};
    size_t *here = room(count, sizeof *here);
    size_t nodes = 0;
    for (size_t i = 0; i < count; i++)
        if (parts[i].sets[0].elements || parts[i].sets[1].elements)
            c.hulls[c.hull_count++] = i;
        else
            here[nodes++] = i;
    for (int side = 0; side < 2; side++) {
        c.parents[side] = parents_of(c.of[side]);
        c.in[side] = room(c.hull_count * c.of[side]->element_count, sizeof **c.in);
    }
    for (size_t i = 0; i < c.hull_count; i++)
        mark(&c, i);
    const size_t roots[2] = {0, 0};
    bool covers = covered(&c, roots, here, nodes, 0);
    for (int side = 0; side < 2; side++) {
        free(c.parents[side]);
        free(c.in[side]);
    }
    free(c.hulls);
    free(here);
    return covers;
}
