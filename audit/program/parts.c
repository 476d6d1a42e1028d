#include "parts.h"

#include <stdio.h>
#include <stdlib.h>

static int by_begin(const void *a, const void *b)
{
    const interval *one = a;
    const interval *other = b;
    return (one->from > other->from) - (one->from < other->from);
}

bool covers_time(interval *list, size_t count, double begin, double end, double *reached)
{
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
    size_t count;
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
        below[side] = malloc((c->of[side]->element_count + 1) * sizeof **below);
        counts[side] = below[side] ? elements_below(c->of[side], nodes[side], below[side]) : 0;
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
    size_t *rest = malloc(count * sizeof *rest);
    bool good = rest;
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
        size_t *below = malloc((c->of[side]->element_count + 1) * sizeof *below);
        size_t count = below ? elements_below(c->of[side], s->node, below) : 0;
        for (size_t i = 0; i < count; i++)
            row[below[i]] = true;
        free(below);
    }
}

bool covers_elements(const body *a, const body *b, const part *parts, size_t count)
{
    cover c = {{a, b}, parts, count, {NULL}, {NULL}, NULL, 0};
    size_t *here = malloc((count + 1) * sizeof *here);
    size_t boxes = 0;
    c.hulls = malloc((count + 1) * sizeof *c.hulls);
    bool good = here && c.hulls;
    for (size_t i = 0; i < count && good; i++) {
        const set *s = parts[i].sets;
        if (!s[0].elements && !s[1].elements && !s[0].node && !s[1].node) {
            free(here);
            free(c.hulls);
            return true;
        }
        if (s[0].elements || s[1].elements)
            c.hulls[c.hull_count++] = i;
        else
            here[boxes++] = i;
    }
    for (int side = 0; side < 2 && good; side++) {
        const body *own = c.of[side];
        c.parents[side] = malloc(own->tree_count * sizeof **c.parents);
        c.in[side] = calloc(c.hull_count * own->element_count + 1, sizeof **c.in);
        good = c.parents[side] && c.in[side];
        for (size_t i = 0; i < own->tree_count && good; i++)
            c.parents[side][i] = -1;
        for (size_t i = 0; i < own->tree_count && good; i++)
            if (own->tree[i] >= 0)
                c.parents[side][own->tree[i]] = c.parents[side][own->tree[i] + 1] = (long)i;
    }
    for (size_t i = 0; i < c.hull_count && good; i++)
        mark(&c, i);
    const size_t roots[2] = {0, 0};
    good = good && covered(&c, roots, here, boxes, 0);
    for (int side = 0; side < 2; side++) {
        free(c.parents[side]);
        free(c.in[side]);
    }
    free(c.hulls);
    free(here);
    return good;
}
