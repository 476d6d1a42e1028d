/* Octrees. Cells are sorted by the Morton codes of their lower corners, which is the order of a
 * depth-first traversal of the tree: the cells of a node are neighbours in the list. The traversal is
 * at most 17 calls deep, and takes time that is linear in the number of cells and of their
 * ancestors. */
#include "scene/octree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "scene/build.h"

enum { HALF = LW_OCTREE_WIDTH / 2, CHILDREN = 8, ALL_CHILDREN = 255, MOST_BOXES = 1 << 23 };

static const size_t MOST_CELLS = UINT32_MAX / 4;

/* ---- taking ------------------------------------------------------------------------------------ */

static lw_status check_sizes(const lw_shape_def *octree, lw_error *error)
{
    if (!(octree->length >= LW_OCTREE_LEAST_RESOLUTION &&
          octree->length <= LW_OCTREE_LARGEST_RESOLUTION))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "an octree's resolution is %g; it must be a number from %g to %g",
                       octree->length, LW_OCTREE_LEAST_RESOLUTION, LW_OCTREE_LARGEST_RESOLUTION);
    if (octree->unknown != LW_UNKNOWN_FREE && octree->unknown != LW_UNKNOWN_OBSTACLE)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "an octree must say whether its unknown space is free or an obstacle");
    if (octree->cell_count && !octree->cells)
        return lw_fail(error, LW_ERROR_ARGUMENT, "an octree has %zu cells and no rows for them",
                       octree->cell_count);
    if (octree->cell_count > MOST_CELLS)
        return lw_fail(error, LW_ERROR_ARGUMENT, "an octree has %zu cells; it may have at most %zu",
                       octree->cell_count, MOST_CELLS);
    return LW_OK;
}

static lw_status check_cell(const int32_t *cell, size_t index, lw_error *error)
{
    const int32_t width = cell[LW_CELL_WIDTH];
    if (width < 1 || width > LW_OCTREE_WIDTH || (width & (width - 1)))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "cell %zu of an octree, counted from 0, has the width %d; it must be a power of "
                       "2, at most %d",
                       index, (int)width, LW_OCTREE_WIDTH);
    for (int k = 0; k < 3; k++)
        if (cell[k] < -HALF || cell[k] >= HALF || (cell[k] + HALF) % width)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "cell %zu of an octree, counted from 0, begins at %d; that must be a "
                           "multiple of its width, %d, from %d to %d",
                           index, (int)cell[k], (int)width, -HALF, HALF - (int)width);
    if (cell[LW_CELL_STATE] < LW_CELL_FREE || cell[LW_CELL_STATE] > LW_CELL_UNKNOWN)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "cell %zu of an octree, counted from 0, has the state %d; there are %d (free), "
                       "%d (occupied) and %d (unknown)",
                       index, (int)cell[LW_CELL_STATE], LW_CELL_FREE, LW_CELL_OCCUPIED,
                       LW_CELL_UNKNOWN);
    return LW_OK;
}

/* The bits of a number below 2^16, two zeros between each. */
static uint64_t spread(uint32_t number)
{
    uint64_t bits = number;
    bits = (bits | bits << 16) & 0x0000FF0000FFULL;
    bits = (bits | bits << 8) & 0x00F00F00F00FULL;
    bits = (bits | bits << 4) & 0x0C30C30C30C3ULL;
    return (bits | bits << 2) & 0x249249249249ULL;
}

/* The Morton code of a place in the grid: bits of x, y and z in turn, x the lowest. */
static uint64_t morton(const int32_t *place)
{
    return spread((uint32_t)(place[0] + HALF)) | spread((uint32_t)(place[1] + HALF)) << 1 |
           spread((uint32_t)(place[2] + HALF)) << 2;
}

/* The smallest cells in a cell, which is how many Morton codes it has. */
static uint64_t volume(int32_t width)
{
    const uint64_t wide = (uint64_t)width;
    return wide * wide * wide;
}

typedef struct coded {
    uint64_t code;
    int32_t cell[LW_CELL_COLUMNS];
} coded;

static int compare_codes(const void *a, const void *b)
{
    const uint64_t first = ((const coded *)a)->code;
    const uint64_t second = ((const coded *)b)->code;
    return first < second ? -1 : first > second;
}

/* Whether cells are in order already, as files have them. */
static bool is_sorted(const coded *cells, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (cells[i - 1].code >= cells[i].code)
            return false;
    return true;
}

/* Sorts cells into `rows`. Error argument where two of them overlap. */
static lw_status sort_cells(coded *sorted, size_t count, int32_t *rows, lw_error *error)
{
    if (!is_sorted(sorted, count))
        qsort(sorted, count, sizeof *sorted, compare_codes);
    for (size_t i = 0; i < count; i++) {
        const int32_t *cell = sorted[i].cell;
        if (i + 1 < count && sorted[i + 1].code - sorted[i].code < volume(cell[LW_CELL_WIDTH]))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "two cells of an octree overlap, at %d %d %d, of widths %d and %d",
                           (int)sorted[i + 1].cell[0], (int)sorted[i + 1].cell[1],
                           (int)sorted[i + 1].cell[2], (int)cell[LW_CELL_WIDTH],
                           (int)sorted[i + 1].cell[LW_CELL_WIDTH]);
        memcpy(rows + LW_CELL_COLUMNS * i, cell, sizeof sorted[i].cell);
    }
    return LW_OK;
}

static bool has_obstacle(const lw_shape_def *octree)
{
    bool found = octree->unknown == LW_UNKNOWN_OBSTACLE;
    for (size_t i = 0; i < octree->cell_count && !found; i++)
        found = octree->cells[LW_CELL_COLUMNS * i + LW_CELL_STATE] == LW_CELL_OCCUPIED;
    return found;
}

lw_status lw_octree_take(lw_arena *arena, lw_shape_def *octree, lw_error *error)
{
    const size_t count = octree->cell_count;
    lw_status status = check_sizes(octree, error);
    if (status)
        return status;
    coded *sorted = malloc((count + 1) * sizeof *sorted);
    int32_t *rows = lw_arena_scratch(arena, LW_CELL_COLUMNS * count + 1, sizeof *rows);
    if (!sorted || !rows)
        status = lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        const int32_t *cell = octree->cells + LW_CELL_COLUMNS * i;
        status = check_cell(cell, i, error);
        if (status)
            break;
        sorted[i].code = morton(cell);
        memcpy(sorted[i].cell, cell, sizeof sorted[i].cell);
    }
    if (!status)
        status = sort_cells(sorted, count, rows, error);
    free(sorted);
    octree->cells = rows;
    if (!status && !has_obstacle(octree))
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "an octree without an occupied cell, whose unknown space is free, is no "
                         "obstacle");
    return status;
}

/* ---- parts ------------------------------------------------------------------------------------- */

/* The traversal: the cells not yet passed, and the boxes so far. */
typedef struct walk {
    const lw_shape_def *octree;
    const int32_t *next, *end;
    pose at;
    lw_parts *parts;
    size_t before; /* parts of other shapes */
    lw_error *error;
    lw_status status;
} walk;

/* Appends a box. It is grown by the rounding errors of its centre and of its sides, so that it contains
 * the given one, and no gap opens between neighbours. */
static void add_box(walk *w, vec3 middle, vec3 half)
{
    if (w->status)
        return;
    if (w->parts->count - w->before == MOST_BOXES)
        w->status = lw_fail(w->error, LW_ERROR_ARGUMENT,
                            "an octree has more than %d boxes that are obstacles; map the space more "
                            "coarsely",
                            MOST_BOXES);
    else if (!LW_ARRAY_GROW(w->parts))
        w->status = lw_fail_memory(w->error);
    if (w->status)
        return;
    const double size = LW_ROUNDING(4) * (max_component(half) + norm(middle));
    lw_part *part = &w->parts->items[w->parts->count++];
    *part = (lw_part){.at = w->at};
    part->at.position = transform(w->at, middle);
    part->shape.core = LW_CORE_BOX;
    part->shape.half = add(half, v3(size, size, size));
    part->shape.radius = w->octree->rounding;
}

/* Appends the box of some neighbouring cells of one width, as many as `count` says along each axis. */
static void add_cells(walk *w, const int32_t *low, int32_t width, const int32_t *count)
{
    const double unit = 0.5 * w->octree->length;
    double middle[3];
    double half[3];
    for (int k = 0; k < 3; k++) {
        half[k] = count[k] * width;
        middle[k] = 2 * low[k] + half[k];
    }
    add_box(w, scale(unit, v3(middle[0], middle[1], middle[2])),
            scale(unit, v3(half[0], half[1], half[2])));
}

/* Appends boxes for those children of a node that are obstacles as a whole, given as bits: first fours
 * that are a face of the node, then pairs, then single ones. */
static void add_children(walk *w, const int32_t *low, int32_t half, unsigned full)
{
    for (int size = 2; size >= 0; size--)
        for (int first = 0; first < CHILDREN; first++)
            for (int axis = 0; axis < 3; axis++) {
                /* the axes along which the box has two children: all but one, one, or none */
                const int along = size == 2 ? 7 & ~(1 << axis) : size == 1 ? 1 << axis : 0;
                unsigned box = 0;
                for (int i = 0; i < CHILDREN; i++)
                    box |= (unsigned)((i & ~along) == first) << i;
                if (first & along || (full & box) != box)
                    continue;
                full &= ~box;
                add_cells(
                    w,
                    (const int32_t[]){low[0] + (first & 1) * half, low[1] + (first >> 1 & 1) * half,
                                      low[2] + (first >> 2) * half},
                    half, (const int32_t[]){1 + (along & 1), 1 + (along >> 1 & 1), 1 + (along >> 2)});
            }
}

/* Passes the cells of a node of the tree, and appends boxes of its space that is an obstacle; true and
 * no boxes where all of it is one, so that the caller can merge it with its siblings. */
static bool pass(walk *w, const int32_t *low, int32_t width) // NOLINT(misc-no-recursion): 17 deep
{
    const bool unknown = w->octree->unknown == LW_UNKNOWN_OBSTACLE;
    const uint64_t begin = morton(low);
    if (w->next == w->end || morton(w->next) - begin >= volume(width))
        return unknown;
    if (w->next[LW_CELL_WIDTH] == width) {
        const int32_t state = w->next[LW_CELL_STATE];
        w->next += LW_CELL_COLUMNS;
        return state == LW_CELL_OCCUPIED || (state == LW_CELL_UNKNOWN && unknown);
    }
    const int32_t half = width / 2;
    unsigned full = 0;
    for (int i = 0; i < CHILDREN && !w->status; i++) {
        const int32_t child[3] = {low[0] + (i & 1) * half, low[1] + (i >> 1 & 1) * half,
                                  low[2] + (i >> 2) * half};
        full |= (unsigned)pass(w, child, half) << i;
    }
    if (full == ALL_CHILDREN)
        return true;
    add_children(w, low, half, full);
    return false;
}

/* Appends six boxes that lie around the root cube. */
static void add_outside(walk *w)
{
    const double root = w->octree->length * HALF;
    const double reach = LW_OCTREE_REACH > 2 * root ? LW_OCTREE_REACH : 2 * root;
    for (int side = 0; side < 6; side++) {
        double middle[3] = {0, 0, 0};
        double half[3] = {reach, reach, reach};
        middle[side / 2] = (side % 2 ? 0.5 : -0.5) * (reach + root);
        half[side / 2] = 0.5 * (reach - root);
        add_box(w, v3(middle[0], middle[1], middle[2]), v3(half[0], half[1], half[2]));
    }
}

lw_status lw_octree_parts(const lw_shape_def *octree, pose at, lw_parts *parts, lw_error *error)
{
    static const int32_t low[3] = {-HALF, -HALF, -HALF};
    walk w = {.octree = octree,
              .next = octree->cells,
              .end = octree->cells + LW_CELL_COLUMNS * octree->cell_count,
              .at = at,
              .parts = parts,
              .before = parts->count,
              .error = error};
    if (pass(&w, low, LW_OCTREE_WIDTH))
        add_cells(&w, low, LW_OCTREE_WIDTH, (const int32_t[]){1, 1, 1});
    if (octree->unknown == LW_UNKNOWN_OBSTACLE)
        add_outside(&w);
    return w.status;
}

lw_status lw_octree_geometry(lw_arena *arena, const lw_shape_def *octree, lw_geometry **out,
                             lw_error *error)
{
    lw_parts parts = {0};
    lw_status status = lw_octree_parts(octree, pose_identity(), &parts, error);
    const lw_geometry_def def = {.parts = parts.items, .part_count = parts.count};
    if (!status)
        status = lw_geometry_create(arena, &def, out, error);
    free(parts.items);
    return status;
}
