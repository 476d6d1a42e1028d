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
#include "scene/build.h"

enum {
    HALF = LW_OCTREE_WIDTH / 2,
    CHILDREN = 8,
    ALL_CHILDREN = 255,
    CHILD_BOXES = 6 + 12 + 8, /* faces, edges and corners of a node */
    MOST_PARTS = 1 << 23,     /* of a body that has other shapes too */
    FEW_BOXES = 12,           /* so few are ordinary parts, which have bounding hulls */
    DIGIT_BITS = 12,          /* of a code that a pass of the radix sort looks at */
    DIGITS = 1 << DIGIT_BITS,
    PASSES = 3 * LW_OCTREE_DEPTH / DIGIT_BITS
};

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
        if (cell[k] < -HALF || cell[k] >= HALF || ((cell[k] + HALF) & (width - 1)))
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

/* A cell and its Morton code. */
typedef struct coded {
    uint64_t code;
    uint32_t cell;
} coded;

/* Sorts by codes, whose bits are those of three coordinates below 2^16: in four passes, and in time and
 * memory that are linear in the number of cells. */
static void sort_by_radix(coded *cells, coded *spare, size_t count)
{
    coded *from = cells;
    coded *to = spare;
    for (int pass = 0; pass < PASSES; pass++) {
        size_t begin[DIGITS] = {0};
        const int shift = pass * DIGIT_BITS;
        for (size_t i = 0; i < count; i++)
            begin[from[i].code >> shift & (DIGITS - 1)]++;
        size_t sum = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            const size_t own = begin[digit];
            begin[digit] = sum;
            sum += own;
        }
        for (size_t i = 0; i < count; i++)
            to[begin[from[i].code >> shift & (DIGITS - 1)]++] = from[i];
        coded *last = from;
        from = to;
        to = last;
    }
}

/* Copies the rows of an octree to `rows`, sorted. */
static lw_status sort_cells(const lw_shape_def *octree, int32_t *rows, lw_error *error)
{
    const size_t count = octree->cell_count;
    coded *cells = malloc(count * sizeof *cells);
    coded *spare = malloc(count * sizeof *spare);
    const bool taken = cells && spare;
    for (size_t i = 0; i < count && taken; i++)
        cells[i] = (coded){morton(octree->cells + LW_CELL_COLUMNS * i), (uint32_t)i};
    if (taken)
        sort_by_radix(cells, spare, count);
    for (size_t i = 0; i < count && taken; i++)
        memcpy(rows + LW_CELL_COLUMNS * i, octree->cells + LW_CELL_COLUMNS * (size_t)cells[i].cell,
               LW_CELL_COLUMNS * sizeof *rows);
    free(cells);
    free(spare);
    return taken ? LW_OK : lw_fail_memory(error);
}

/* Whether cells are in order, as files have them, up to the first two that overlap. Error argument
 * where two overlap before any is out of order. */
static lw_status check_order(const int32_t *rows, size_t count, bool *sorted, lw_error *error)
{
    uint64_t end = 0; /* behind the codes of the cell before */
    uint64_t before = 0;
    *sorted = true;
    for (size_t i = 0; i < count; i++) {
        const int32_t *cell = rows + LW_CELL_COLUMNS * i;
        const int32_t *last = cell - LW_CELL_COLUMNS;
        const uint64_t code = morton(cell);
        if (code < before) {
            *sorted = false;
            return LW_OK;
        }
        if (code < end)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "two cells of an octree overlap, at %d %d %d, of widths %d and %d",
                           (int)cell[0], (int)cell[1], (int)cell[2], (int)last[LW_CELL_WIDTH],
                           (int)cell[LW_CELL_WIDTH]);
        before = code;
        end = code + volume(cell[LW_CELL_WIDTH]);
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
    int32_t *rows = lw_arena_scratch(arena, LW_CELL_COLUMNS * count + 1, sizeof *rows);
    if (!rows)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++)
        status = check_cell(octree->cells + LW_CELL_COLUMNS * i, i, error);
    bool sorted = false;
    if (!status)
        status = check_order(octree->cells, count, &sorted, error);
    if (!status && sorted && count)
        memcpy(rows, octree->cells, LW_CELL_COLUMNS * count * sizeof *rows);
    else if (!status && count && !(status = sort_cells(octree, rows, error)))
        status = check_order(rows, count, &sorted, error);
    octree->cells = rows;
    if (!status && !has_obstacle(octree))
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "an octree without an occupied cell, whose unknown space is free, is no "
                         "obstacle");
    return status;
}

/* ---- boxes ------------------------------------------------------------------------------------- */

/* A box of neighbouring children of a node. */
typedef struct child_box {
    uint8_t children; /* their bits */
    uint8_t first;    /* the one with the least coordinates */
    uint8_t along;    /* the axes along which there are two, as bits */
} child_box;

/* The traversal: the cells not yet passed, and the boxes so far. */
typedef struct walk {
    const lw_shape_def *octree;
    const int32_t *next, *end;
    uint64_t code; /* of the next cell; UINT64_MAX: there is none */
    size_t most;   /* boxes that there may be */
    lw_voxel_boxes *boxes;
    lw_error *error;
    lw_status status;
    child_box wholes[CHILD_BOXES]; /* those that may be in a node, large ones first */
} walk;

static void advance(walk *w)
{
    w->code = w->next == w->end ? UINT64_MAX : morton(w->next);
}

/* Lists the boxes of children: first fours that are a face of the node, then pairs, then single ones.
 */
static void list_wholes(walk *w)
{
    int count = 0;
    for (int size = 2; size >= 0; size--)
        for (int first = 0; first < CHILDREN; first++)
            for (int axis = 0; axis < (size ? 3 : 1); axis++) {
                /* the axes along which the box has two children: all but one, one, or none */
                const int along = size == 2 ? 7 & ~(1 << axis) : size == 1 ? 1 << axis : 0;
                unsigned box = 0;
                for (int i = 0; i < CHILDREN; i++)
                    box |= (unsigned)((i & ~along) == first) << i;
                if (!(first & along))
                    w->wholes[count++] = (child_box){(uint8_t)box, (uint8_t)first, (uint8_t)along};
            }
}

static void add_box(walk *w, const lw_voxel_box *box)
{
    if (w->status)
        return;
    if (w->boxes->count == w->most)
        w->status = lw_fail(w->error, LW_ERROR_ARGUMENT,
                            "an octree has more than %zu boxes that are obstacles; map the space more "
                            "coarsely",
                            w->most);
    else if (!LW_ARRAY_GROW(w->boxes))
        w->status = lw_fail_memory(w->error);
    else
        w->boxes->items[w->boxes->count++] = *box;
}

/* Appends boxes for those children of a node that are obstacles as a whole, given as bits. */
static void add_children(walk *w, const uint32_t *low, int level, unsigned full)
{
    for (const child_box *box = w->wholes; full; box++) {
        if ((full & box->children) != box->children)
            continue;
        full &= ~(unsigned)box->children;
        lw_voxel_box out = {.level = (uint8_t)level, .along = box->along};
        for (int k = 0; k < 3; k++)
            out.low[k] = (uint16_t)(low[k] + ((box->first >> k & 1U) << level));
        add_box(w, &out);
    }
}

/* Passes the cells of a node of the tree, and appends boxes of its space that is an obstacle; true and
 * no boxes where all of it is one, so that the caller can merge it with its siblings. low: the node's
 * corner, counted from the root cube's; begin: its Morton code. */
static bool pass(walk *w, const uint32_t *low, uint64_t begin, // NOLINT(misc-no-recursion): 17 deep
                 int level)
{
    const bool unknown = w->octree->unknown == LW_UNKNOWN_OBSTACLE;
    if (w->code - begin >= (uint64_t)1 << 3 * level)
        return unknown;
    if (w->next[LW_CELL_WIDTH] == 1 << level) {
        const int32_t state = w->next[LW_CELL_STATE];
        w->next += LW_CELL_COLUMNS;
        advance(w);
        return state == LW_CELL_OCCUPIED || (state == LW_CELL_UNKNOWN && unknown);
    }
    const int below = level - 1;
    unsigned full = 0;
    for (unsigned i = 0; i < CHILDREN && !w->status; i++) {
        const uint32_t child[3] = {low[0] + ((i & 1) << below), low[1] + ((i >> 1 & 1) << below),
                                   low[2] + ((i >> 2) << below)};
        full |= (unsigned)pass(w, child, begin + ((uint64_t)i << 3 * below), below) << i;
    }
    if (full == ALL_CHILDREN)
        return true;
    add_children(w, low, below, full);
    return false;
}

lw_status lw_octree_boxes(const lw_shape_def *octree, size_t most, lw_voxel_boxes *boxes,
                          lw_error *error)
{
    static const uint32_t low[3] = {0, 0, 0};
    walk w = {.octree = octree,
              .next = octree->cells,
              .end = octree->cells + LW_CELL_COLUMNS * octree->cell_count,
              .most = most,
              .boxes = boxes,
              .error = error};
    list_wholes(&w);
    advance(&w);
    if (pass(&w, low, 0, LW_OCTREE_DEPTH))
        add_box(&w, &(lw_voxel_box){.level = LW_OCTREE_DEPTH});
    return w.status;
}

/* ---- geometry ---------------------------------------------------------------------------------- */

/* How far the space around the root cube is an obstacle; 0: it is none. */
static double outer_reach(const lw_shape_def *octree)
{
    const double root = octree->length * HALF;
    if (octree->unknown != LW_UNKNOWN_OBSTACLE)
        return 0;
    return LW_OCTREE_REACH > 2 * root ? LW_OCTREE_REACH : 2 * root;
}

lw_status lw_octree_parts(const lw_shape_def *octree, pose at, lw_parts *parts, lw_error *error)
{
    lw_voxel_boxes boxes = {0};
    lw_status status = lw_octree_boxes(octree, MOST_PARTS, &boxes, error);
    const lw_voxels voxels = {.inner = (uint32_t)boxes.count,
                              .unit = octree->length,
                              .radius = octree->rounding,
                              .outer_reach = outer_reach(octree),
                              .boxes = boxes.items};
    const size_t count = boxes.count + (voxels.outer_reach > 0 ? LW_OUTER_BOXES : 0);
    if (!status && !LW_ARRAY_RESERVE(parts, parts->count + count))
        status = lw_fail_memory(error);
    for (uint32_t i = 0; i < count && !status; i++) {
        lw_part *part = &parts->items[parts->count++];
        lw_part_of_voxels(&voxels, i, part);
        part->at = (pose){at.rotation, transform(at, part->at.position)};
    }
    free(boxes.items);
    return status;
}

static int32_t farther(int32_t far, int32_t low, int32_t high)
{
    far = -low > far ? -low : far;
    return high > far ? high : far;
}

/* How far from the middle, in voxels along each axis, there are boxes; or free cells, where all the
 * rest is an obstacle (lw_voxels.known). */
static int32_t known_reach(const lw_shape_def *octree, const lw_voxel_boxes *boxes)
{
    int32_t far = 0;
    if (octree->unknown == LW_UNKNOWN_OBSTACLE) {
        for (size_t i = 0; i < octree->cell_count; i++) {
            const int32_t *cell = octree->cells + LW_CELL_COLUMNS * i;
            for (int k = 0; k < 3 && cell[LW_CELL_STATE] == LW_CELL_FREE; k++)
                far = farther(far, cell[k], cell[k] + cell[LW_CELL_WIDTH]);
        }
        return far;
    }
    for (size_t i = 0; i < boxes->count; i++) {
        const lw_voxel_bounds own = lw_voxel_bounds_of(&boxes->items[i]);
        for (int k = 0; k < 3; k++)
            far = farther(far, own.low[k] - HALF, own.last[k] + 1 - HALF);
    }
    return far;
}

/* The geometry of few boxes, as ordinary parts. */
static lw_status few_parts(lw_arena *arena, const lw_shape_def *octree, lw_geometry **out,
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

lw_status lw_octree_geometry(lw_arena *arena, const lw_shape_def *octree, lw_geometry **out,
                             lw_error *error)
{
    lw_voxel_boxes boxes = {0};
    lw_status status = lw_octree_boxes(octree, LW_VOXEL_BOXES, &boxes, error);
    const lw_voxels_def def = {.unit = octree->length,
                               .radius = octree->rounding,
                               .outer_reach = outer_reach(octree),
                               .known = known_reach(octree, &boxes),
                               .boxes = boxes.items,
                               .count = boxes.count};
    if (!status && boxes.count + (def.outer_reach > 0 ? LW_OUTER_BOXES : 0) <= FEW_BOXES)
        status = few_parts(arena, octree, out, error);
    else if (!status)
        status = lw_voxels_geometry(arena, &def, out, error);
    free(boxes.items);
    return status;
}
