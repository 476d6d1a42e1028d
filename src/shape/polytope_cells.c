/* The cells of a polytope: a lookup table that has, for each cell of directions, the vertices that can
 * be support vertices there.
 *
 * The directions point to a cube's surface. A cell is the cone over a square of it, spanned by the
 * directions d1 to d4 to the corners. A vertex v is no support vertex there if d . u > d . v holds for
 * another vertex u along all four, and thus along all of their combinations. Only the support vertices
 * at each corner and in the middle are tried as u, so some vertices are kept for nothing; no support
 * vertex is left out. Squares are quartered until no more than eight vertices are left, which are then
 * tried together, whatever the polytope's size. Directions are first scaled by the polytope's widths:
 * most vertices of a plate are support vertices along a few directions only.
 *
 * Costs about twelve products per vertex and level to make, of at most six levels; a support then takes
 * the same time for 40 and for 4,000 vertices. */
#include "shape/polytope_cells.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "math/rounding.h"

enum {
    CORNERS = 4,
    LEADERS = CORNERS + 1,
    LEVELS = 7, /* six levels of squares, and one of all vertices */
    ALWAYS = 3  /* levels that are made, however little it helps */
};

/* A vertex among those of a square, and its products with the corners' directions. */
typedef struct candidate {
    uint32_t vertex;
    double value[CORNERS];
} candidate;

typedef struct filling {
    lw_polytope *polytope;
    vec3 *stretched; /* the vertices from the middle, divided by the stretch */
    double rounding; /* far more than the rounding error of a product of a stretched vertex and a
                        direction */
    candidate *work; /* of the current square */
    uint32_t *names[LEVELS]; /* by level: the vertices kept for the square around it */
    lw_polytope_block *blocks;
    size_t block_count, block_capacity;
} filling;

typedef struct square {
    uint32_t face, column, row, cells; /* cells: along its edge */
} square;

static void fill_block(lw_polytope_block *block, const vec3 *vertices, const uint32_t *names,
                       size_t count)
{
    for (size_t k = 0; k < 8; k++) {
        uint32_t vertex = names[k < count ? k : 0];
        block->vertex[k] = vertex;
        block->each[0][k] = vertices[vertex].x;
        block->each[1][k] = vertices[vertex].y;
        block->each[2][k] = vertices[vertex].z;
    }
}

/* The direction to a corner of the cells, on the cube of half edge 1. */
static vec3 corner_direction(const filling *f, const square *s, uint32_t corner)
{
    double along = f->polytope->cells_along;
    double u = 2 * (s->column + (corner & 1) * s->cells) / along - 1;
    double v = 2 * (s->row + (corner >> 1) * s->cells) / along - 1;
    double w = s->face & 1 ? -1 : 1;
    return s->face < 2 ? v3(w, u, v) : s->face < 4 ? v3(u, w, v) : v3(u, v, w);
}

static bool is_beaten(const candidate *one, const candidate *leader, double rounding)
{
    bool beaten = true;
    for (int k = 0; k < CORNERS; k++)
        beaten = beaten && leader->value[k] - one->value[k] > rounding;
    return beaten;
}

static double value_in_middle(const candidate *one)
{
    return one->value[0] + one->value[1] + one->value[2] + one->value[3];
}

/* Keeps those of the named vertices that may be support vertices in a square; returns how many. */
static size_t keep_candidates(filling *f, const square *s, const uint32_t *names, size_t count,
                              uint32_t *kept)
{
    vec3 corners[CORNERS];
    for (uint32_t k = 0; k < CORNERS; k++)
        corners[k] = corner_direction(f, s, k);
    size_t leaders[LEADERS] = {0};
    for (size_t i = 0; i < count; i++) {
        candidate *one = &f->work[i];
        one->vertex = names[i];
        for (uint32_t k = 0; k < CORNERS; k++) {
            one->value[k] = dot(corners[k], f->stretched[names[i]]);
            if (one->value[k] > f->work[leaders[k]].value[k])
                leaders[k] = i;
        }
        if (value_in_middle(one) > value_in_middle(&f->work[leaders[CORNERS]]))
            leaders[CORNERS] = i;
    }
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        bool beaten = false;
        for (int k = 0; k < LEADERS && !beaten; k++)
            beaten = is_beaten(&f->work[i], &f->work[leaders[k]], f->rounding);
        if (!beaten)
            kept[left++] = f->work[i].vertex;
    }
    return left;
}

static bool add_leaf(filling *f, const square *s, const uint32_t *names, size_t count)
{
    lw_polytope_cell leaf = {(uint32_t)f->block_count, (uint32_t)((count + 7) / 8)};
    if (f->block_count + leaf.count > f->block_capacity) {
        size_t capacity = 2 * f->block_capacity + leaf.count;
        lw_polytope_block *grown = realloc(f->blocks, capacity * sizeof *grown);
        if (!grown)
            return false;
        f->blocks = grown;
        f->block_capacity = capacity;
    }
    for (uint32_t b = 0; b < leaf.count; b++)
        fill_block(&f->blocks[f->block_count++], f->polytope->vertices, names + 8 * b, count - 8 * b);
    uint32_t along = f->polytope->cells_along;
    for (uint32_t row = s->row; row < s->row + s->cells; row++)
        for (uint32_t column = s->column; column < s->column + s->cells; column++)
            f->polytope->cells[(s->face * along + row) * along + column] = leaf;
    return true;
}

static bool fill_square(filling *f, const square *s, int level, const uint32_t *names, size_t count)
{
    uint32_t *kept = f->names[level];
    size_t left = keep_candidates(f, s, names, count, kept);
    bool helps = level < ALWAYS || 4 * left < 3 * count;
    if (left <= 8 || s->cells == 1 || !helps)
        return add_leaf(f, s, kept, left);
    bool filled = true;
    uint32_t half = s->cells / 2;
    for (uint32_t k = 0; k < 4 && filled; k++) {
        square quarter = {s->face, s->column + (k & 1) * half, s->row + (k >> 1) * half, half};
        filled = fill_square(f, &quarter, level + 1, kept, left);
    }
    return filled;
}

/* The widths of the vertices' box as shares of the largest, at least about a thousandth; and its
 * middle. */
static vec3 stretch_of(const lw_polytope *p, vec3 *middle)
{
    vec3 low;
    vec3 high;
    bounds3(p->vertices, p->vertex_count, &low, &high);
    *middle = scale(0.5, add(low, high));
    vec3 width = sub(high, low);
    double widest = max_component(width);
    if (!(widest > 0))
        return v3(1, 1, 1);
    double least = 0x1p-10;
    return v3(greater(width.x / widest, least), greater(width.y / widest, least),
              greater(width.z / widest, least));
}

static bool fill_cells(filling *f)
{
    lw_polytope *p = f->polytope;
    vec3 middle;
    p->stretch = stretch_of(p, &middle);
    double largest = 0;
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        vec3 v = sub(p->vertices[i], middle);
        f->names[0][i] = i;
        f->stretched[i] = v3(v.x / p->stretch.x, v.y / p->stretch.y, v.z / p->stretch.z);
        largest = greater(largest, max_component(abs3(f->stretched[i])));
    }
    f->rounding = LW_ROUNDING(128) * largest;
    for (uint32_t face = 0; face < 6; face++) {
        square whole = {face, 0, 0, p->cells_along};
        if (!fill_square(f, &whole, 1, f->names[0], p->vertex_count))
            return false;
    }
    return true;
}

static lw_status add_all(lw_arena *arena, lw_polytope *p, lw_error *error)
{
    p->block_count = (p->vertex_count + 7) / 8;
    p->blocks = lw_arena_array(arena, p->block_count, sizeof *p->blocks);
    if (!p->blocks)
        return lw_fail_memory(error);
    uint32_t names[LW_POLYTOPE_FEW];
    for (uint32_t i = 0; i < p->vertex_count; i++)
        names[i] = i;
    for (uint32_t b = 0; b < p->block_count; b++)
        fill_block(&p->blocks[b], p->vertices, names + 8 * b, p->vertex_count - 8 * b);
    return LW_OK;
}

lw_status lw_polytope_add_cells(lw_arena *arena, lw_polytope *p, lw_error *error)
{
    size_t n = p->vertex_count;
    if (n <= LW_POLYTOPE_FEW)
        return add_all(arena, p, error);
    p->cells_along = n <= 128 ? 8 : n <= 1024 ? 16 : 32;
    p->cells = lw_arena_array(arena, (size_t)6 * p->cells_along * p->cells_along, sizeof *p->cells);
    filling f = {.polytope = p};
    f.stretched = malloc(n * sizeof *f.stretched);
    f.work = malloc(n * sizeof *f.work);
    uint32_t *names = malloc(LEVELS * n * sizeof *names);
    for (int level = 0; level < LEVELS && names; level++)
        f.names[level] = names + (size_t)level * n;
    bool done = p->cells && f.stretched && f.work && names && fill_cells(&f);
    if (done) {
        p->block_count = (uint32_t)f.block_count;
        p->blocks = lw_arena_array(arena, f.block_count, sizeof *p->blocks);
        done = p->blocks;
        if (done)
            memcpy(p->blocks, f.blocks, f.block_count * sizeof *p->blocks);
    }
    free(f.stretched);
    free(f.work);
    free(names);
    free(f.blocks);
    return done ? LW_OK : lw_fail_memory(error);
}
