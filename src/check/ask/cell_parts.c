/* The fewest parts come from a table over the nodes of both trees, from the leaves up. A pair of nodes
 * is one part where some direction separates all slices below them; else it is the parts of the
 * children of one of them, whichever are fewer. */
#include "check/ask/cell_parts.h"

#include "body/slices.h"
#include "math/vec.h"

enum {
    MOST_NODES = 17,      /* of a body with eight slices, or with 16 hulls */
    MOST_DIRECTIONS = 64, /* bits of a mask */
    NONE = 1 << 20        /* more than any number of parts */
};

/* The sets that parts may name of a body. The first is all of it, and children stand behind parents. */
typedef struct naming {
    uint32_t count, leaf_count;
    struct {
        lw_claim_set set;
        uint32_t child, child_count; /* of a leaf: none */
        uint32_t leaf;
    } nodes[MOST_NODES];
} naming;

typedef struct table {
    naming of[2];
    uint64_t apart[MOST_NODES]
                  [MOST_NODES];        /* the directions that separate all below two nodes, as bits */
    int parts[MOST_NODES][MOST_NODES]; /* how few parts they need */
    int side[MOST_NODES][MOST_NODES];  /* by the children of which node, if by more than one */
} table;

static uint32_t child_of(const table *t, uint32_t i, uint32_t j, int side)
{
    return t->of[side].nodes[side ? j : i].child;
}

static uint32_t child_count_of(const table *t, uint32_t i, uint32_t j, int side)
{
    return t->of[side].nodes[side ? j : i].child_count;
}

/* False where parts cannot name all slices of a body. */
static bool name_sets(const lw_geometry *geometry, naming *out)
{
    const uint32_t cells = geometry->cell_count;
    const uint32_t hulls = geometry->hull_count;
    *out = (naming){.count = 1, .leaf_count = cells ? geometry->slice_count : hulls};
    if (cells > MOST_NODES || hulls >= MOST_NODES || (!cells && geometry->slice_count))
        return false;
    for (uint32_t i = 0; i < cells; i++) {
        const lw_cell *cell = &geometry->cells[i];
        out->nodes[i].set = (lw_claim_set){LW_CLAIM_CELL, i};
        out->nodes[i].child = cell->child;
        out->nodes[i].child_count = cell->child ? 2 : 0;
        out->nodes[i].leaf = cell->slice;
    }
    if (cells)
        out->count = cells;
    if (cells || hulls < 2)
        return true;
    out->count = 1 + hulls;
    out->nodes[0].child = 1;
    out->nodes[0].child_count = hulls;
    for (uint32_t i = 0; i < hulls; i++) {
        out->nodes[1 + i].set = (lw_claim_set){LW_CLAIM_HULL, i};
        out->nodes[1 + i].leaf = i;
    }
    return true;
}

/* Fills the entry of two nodes from those of the children of one of them. */
static void take_children(table *t, uint32_t i, uint32_t j, int side)
{
    const uint32_t first = child_of(t, i, j, side);
    uint64_t apart = UINT64_MAX;
    int parts = 0;
    for (uint32_t k = first; k < first + child_count_of(t, i, j, side); k++) {
        const uint32_t a = side ? i : k;
        const uint32_t b = side ? k : j;
        apart &= t->apart[a][b];
        parts += t->parts[a][b];
    }
    t->apart[i][j] = apart;
    if (parts < t->parts[i][j]) {
        t->parts[i][j] = parts;
        t->side[i][j] = side;
    }
    if (apart)
        t->parts[i][j] = 1;
}

static void take_leaves(table *t, uint32_t i, uint32_t j, const lw_recorded_slices *directions,
                        size_t count, int interval)
{
    const uint32_t bit = t->of[0].nodes[i].leaf * t->of[1].leaf_count + t->of[1].nodes[j].leaf;
    t->apart[i][j] = 0;
    for (size_t k = 0; k < count; k++)
        t->apart[i][j] |= (directions[k].apart[interval] >> bit & 1) << k;
    t->parts[i][j] = t->apart[i][j] ? 1 : NONE;
}

static void fill(table *t, const lw_recorded_slices *directions, size_t count, int interval)
{
    for (uint32_t i = t->of[0].count; i-- > 0;)
        for (uint32_t j = t->of[1].count; j-- > 0;) {
            t->parts[i][j] = NONE;
            t->side[i][j] = 0;
            if (!child_count_of(t, i, j, 0) && !child_count_of(t, i, j, 1))
                take_leaves(t, i, j, directions, count, interval);
            for (int side = 0; side < 2; side++)
                if (child_count_of(t, i, j, side))
                    take_children(t, i, j, side);
        }
}

/* Lists the parts of two nodes. */
static size_t list_parts(const table *t, uint32_t i, uint32_t j, const lw_recorded_slices *directions,
                         lw_claim_part *parts)
{
    if (t->apart[i][j]) {
        const float *normal = directions[__builtin_ctzll(t->apart[i][j])].normal;
        const vec3 n = v3((double)normal[0], (double)normal[1], (double)normal[2]);
        *parts = (lw_claim_part){.sets = {t->of[0].nodes[i].set, t->of[1].nodes[j].set},
                                 .rule = LW_CLAIM_CHORD,
                                 .normal = scale(1 / norm(n), n)};
        return 1;
    }
    const int side = t->side[i][j];
    const uint32_t first = child_of(t, i, j, side);
    size_t count = 0;
    for (uint32_t k = first; k < first + child_count_of(t, i, j, side); k++)
        count += list_parts(t, side ? i : k, side ? k : j, directions, parts + count);
    return count;
}

size_t lw_cell_parts(const lw_geometry *const bodies[2], const lw_recorded_slices *directions,
                     size_t count, int interval, lw_claim_part parts[LW_MOST_CELL_PARTS])
{
    table t;
    if (count > MOST_DIRECTIONS)
        count = MOST_DIRECTIONS;
    for (int i = 0; i < 2; i++)
        if (!name_sets(bodies[i], &t.of[i]))
            return 0;
    if (t.of[0].leaf_count * t.of[1].leaf_count > LW_MOST_CELL_PARTS)
        return 0;
    fill(&t, directions, count, interval);
    return t.parts[0][0] < NONE ? list_parts(&t, 0, 0, directions, parts) : 0;
}
