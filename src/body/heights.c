/* Height fields. The way down to a node takes a step for each of its ancestors, at most 57. */
#include "body/heights.h"

#include <float.h>
#include <string.h>

#include "base/error.h"
#include "body/box.h"
#include "body/raster.h"
#include "math/rounding.h"

/* ---- blocks ------------------------------------------------------------------------------------- */

static uint32_t cell_rows(const lw_heights *heights)
{
    return heights->rows - 1;
}

static uint32_t cell_columns(const lw_heights *heights)
{
    return heights->columns - 1;
}

/* How many cells wide a side of some bits is. */
static uint32_t width_of(int bits)
{
    return bits > 0 && bits < 32 ? 1U << bits : 1;
}

/* The first row, or column, behind a block. */
static uint32_t end_of(uint32_t first, int bits, uint32_t count)
{
    const uint64_t end = (uint64_t)first + width_of(bits);
    return end < count ? (uint32_t)end : count;
}

static uint32_t row_end(const lw_heights *heights, const lw_height_block *block)
{
    return end_of(block->row, block->row_bits, cell_rows(heights));
}

static uint32_t column_end(const lw_heights *heights, const lw_height_block *block)
{
    return end_of(block->column, block->col_bits, cell_columns(heights));
}

static uint32_t element_count(const lw_heights *heights, const lw_height_block *block)
{
    if (block->half >= 0)
        return 1;
    return 2 * (row_end(heights, block) - block->row) * (column_end(heights, block) - block->column);
}

/* Whether the blocks of a level are halved across their rows. */
static bool halves_rows(const lw_height_block *block)
{
    return block->row_bits >= block->col_bits && block->row_bits > 0;
}

void lw_heights_divide(const lw_heights *heights, const lw_height_block *block,
                       lw_height_block parts[2])
{
    lw_height_block rest = *block;
    for (;;) {
        parts[0] = parts[1] = rest;
        if (rest.row_bits == 0 && rest.col_bits == 0) {
            parts[0].half = 0;
            parts[1].half = 1;
            return;
        }
        if (halves_rows(&rest)) {
            parts[0].row_bits = parts[1].row_bits = rest.row_bits - 1;
            parts[1].row += width_of(parts[1].row_bits);
        } else {
            parts[0].col_bits = parts[1].col_bits = rest.col_bits - 1;
            parts[1].column += width_of(parts[1].col_bits);
        }
        if (parts[1].row < cell_rows(heights) && parts[1].column < cell_columns(heights))
            return;
        rest = parts[0]; /* all of it lies in the first half */
    }
}

/* The largest height of a block that is not in the pyramid. */
static double largest_of(const lw_heights *heights, const lw_height_block *block)
{
    const uint32_t rows = row_end(heights, block);
    const uint32_t columns = column_end(heights, block);
    double most = heights->floor;
    for (uint32_t i = block->row; i <= rows; i++)
        for (uint32_t k = block->column; k <= columns; k++)
            most = greater(most, lw_height(heights, i, k));
    return most;
}

/* How many blocks of some bits there are along a side. */
static uint32_t blocks_along(uint32_t cells, int bits)
{
    return ((cells - 1) >> bits) + 1;
}

void lw_heights_box(const lw_heights *heights, const lw_height_block *block, vec3 *low, vec3 *high)
{
    const int level = block->row_bits + block->col_bits;
    const uint32_t across = blocks_along(cell_columns(heights), block->col_bits);
    const float *stored = heights->largest[level];
    double top;
    if (block->half >= 0) {
        vec3 corner[3];
        lw_heights_triangle(heights, lw_heights_element(heights, block), corner);
        top = greater(corner[0].z, greater(corner[1].z, corner[2].z));
    } else if (stored) {
        top = (double)stored[(size_t)(block->row >> block->row_bits) * across +
                             (block->column >> block->col_bits)];
    } else {
        top = largest_of(heights, block);
    }
    *low = v3(block->column * heights->spacing[0], block->row * heights->spacing[1], heights->floor);
    *high = v3(column_end(heights, block) * heights->spacing[0],
               row_end(heights, block) * heights->spacing[1], top);
}

/* A node with the children `child` and `child` + 1 has all below these two behind them, first what is
 * below the first one. */
void lw_node_of_heights(const lw_heights *heights, uint32_t node, lw_node *out)
{
    lw_height_block block = heights->root;
    uint32_t here = 0;
    uint32_t child = 1;
    while (here != node) {
        lw_height_block parts[2];
        lw_heights_divide(heights, &block, parts);
        /* the first node below the second child */
        const uint32_t second = child + 2 * element_count(heights, &parts[0]);
        const bool to_second = node == child + 1 || node >= second;
        here = node <= child + 1 ? node : child;
        block = parts[to_second];
        child = to_second ? second : child + 2;
    }
    vec3 low, high;
    lw_heights_box(heights, &block, &low, &high);
    const double grown = heights->radius + heights->growth;
    out->center = scale(0.5, add(low, high));
    out->half = add(max3(sub(high, out->center), sub(out->center, low)), v3(grown, grown, grown));
    const bool is_leaf = lw_heights_is_element(&block);
    out->child = is_leaf ? -1 : (int32_t)child;
    out->element = is_leaf ? lw_heights_element(heights, &block) : 0; /* of an inner node: no patch */
}

/* ---- elements ----------------------------------------------------------------------------------- */

void lw_heights_triangle(const lw_heights *heights, uint32_t element, vec3 corners[3])
{
    const uint32_t row = element / 2 / cell_columns(heights);
    const uint32_t column = element / 2 % cell_columns(heights);
    corners[0] = lw_height_point(heights, row, column);
    if (element % 2 == 0) {
        corners[1] = lw_height_point(heights, row, column + 1);
        corners[2] = lw_height_point(heights, row + 1, column + 1);
    } else {
        corners[1] = lw_height_point(heights, row + 1, column + 1);
        corners[2] = lw_height_point(heights, row + 1, column);
    }
}

void lw_heights_prism(const lw_heights *heights, uint32_t element, lw_element_room *room,
                      lw_convex *shape)
{
    /* the top, the bottom, and two for each side */
    static uint32_t facets[8][3] = {{0, 1, 2}, {3, 5, 4}, {0, 3, 4}, {0, 4, 1},
                                    {1, 4, 5}, {1, 5, 2}, {2, 5, 3}, {2, 3, 0}};
    static uint32_t given[6] = {0, 1, 2, 3, 4, 5};
    vec3 *v = room->vertices;
    lw_heights_triangle(heights, element, v);
    double square = 0;
    vec3 sum = v3(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        v[3 + k] = v3(v[k].x, v[k].y, heights->floor);
        square = greater(square, greater(norm2(v[k]), norm2(v[3 + k])));
        sum = add(sum, add(v[k], v[3 + k]));
    }
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t vertex = i < 6 ? i : 0;
        room->block.each[0][i] = v[vertex].x;
        room->block.each[1][i] = v[vertex].y;
        room->block.each[2][i] = v[vertex].z;
        room->block.vertex[i] = vertex;
    }
    room->polytope = (lw_polytope){.vertex_count = 6,
                                   .vertices = v,
                                   .given = given,
                                   .facet_count = 8,
                                   .facets = facets,
                                   .center = scale(1.0 / 6, sum),
                                   .extent = sqrt(square),
                                   .block_count = 1,
                                   .blocks = &room->block};
    *shape =
        (lw_convex){.core = LW_CORE_POLYTOPE, .radius = heights->radius, .polytope = &room->polytope};
}

vec3 lw_heights_support(const lw_heights *heights, uint32_t element, vec3 along)
{
    vec3 corner[3];
    lw_heights_triangle(heights, element, corner);
    vec3 best = corner[0];
    double most = -HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        /* of the two vertices at a corner, the upper one is farther along what points up */
        const vec3 vertex = along.z >= 0 ? corner[k] : v3(corner[k].x, corner[k].y, heights->floor);
        const double value = dot(along, vertex);
        best = value > most ? vertex : best;
        most = greater(most, value);
    }
    return best;
}

/* ---- the geometry ------------------------------------------------------------------------------- */

static int bits_for(uint32_t cells)
{
    return cells > 1 ? 32 - __builtin_clz(cells - 1) : 0;
}

static float float_above(double value)
{
    const float rounded = (float)value;
    return (double)rounded < value ? nextafterf(rounded, HUGE_VALF) : rounded;
}

static bool are_floats(const double *heights, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((double)(float)heights[i] != heights[i])
            return false;
    return true;
}

lw_heights lw_heights_of(const lw_heights_def *def)
{
    return (lw_heights){.rows = def->rows,
                        .columns = def->columns,
                        .spacing = {def->spacing[0], def->spacing[1]},
                        .floor = def->floor,
                        .radius = def->radius,
                        .wide = def->heights,
                        .root = {.row_bits = bits_for(def->rows - 1),
                                 .col_bits = bits_for(def->columns - 1),
                                 .half = -1}};
}

static bool copy_heights(lw_arena *arena, const lw_heights_def *def, lw_heights *heights)
{
    const size_t count = (size_t)def->rows * def->columns;
    heights->wide = NULL;
    if (!are_floats(def->heights, count)) {
        heights->wide = lw_arena_copy(arena, def->heights, count * sizeof *def->heights);
        return heights->wide != NULL;
    }
    float *narrow = lw_arena_scratch(arena, count, sizeof *narrow);
    for (size_t i = 0; narrow && i < count; i++)
        narrow[i] = (float)def->heights[i];
    heights->narrow = narrow;
    return narrow != NULL;
}

/* The first block of the level below another one's. */
static lw_height_block level_below(lw_height_block block)
{
    if (halves_rows(&block))
        block.row_bits--;
    else
        block.col_bits--;
    return block;
}

/* Sets the largest heights of a level's blocks from the level below. */
static void join_level(const lw_heights *heights, lw_height_block first, float *out)
{
    const lw_height_block below = level_below(first);
    const float *from = heights->largest[below.row_bits + below.col_bits];
    const uint32_t rows = blocks_along(cell_rows(heights), first.row_bits);
    const uint32_t columns = blocks_along(cell_columns(heights), first.col_bits);
    const uint32_t rows_below = blocks_along(cell_rows(heights), below.row_bits);
    const uint32_t columns_below = blocks_along(cell_columns(heights), below.col_bits);
    const uint32_t down = (uint32_t)(first.row_bits - below.row_bits);
    const uint32_t along = (uint32_t)(first.col_bits - below.col_bits);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = 0; k < columns; k++) {
            const uint32_t row = i << down;
            const uint32_t column = k << along;
            /* the second half, where the grid has one */
            const uint32_t other_row = row + down < rows_below ? row + down : row;
            const uint32_t other_column = column + along < columns_below ? column + along : column;
            const float one = from[(size_t)row * columns_below + column];
            const float two = from[(size_t)other_row * columns_below + other_column];
            *out++ = two > one ? two : one;
        }
}

/* Sets the largest heights of the pyramid's smallest blocks. */
static void begin_level(const lw_heights *heights, lw_height_block first, float *out)
{
    const uint32_t rows = blocks_along(cell_rows(heights), first.row_bits);
    const uint32_t columns = blocks_along(cell_columns(heights), first.col_bits);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = 0; k < columns; k++) {
            const lw_height_block block = {i << first.row_bits, k << first.col_bits, first.row_bits,
                                           first.col_bits, -1};
            *out++ = float_above(largest_of(heights, &block));
        }
}

/* Builds the pyramid, from its finest level on. */
static bool set_pyramid(lw_arena *arena, lw_heights *heights)
{
    lw_height_block levels[LW_HEIGHTS_LEVELS]; /* the first block of each */
    lw_height_block first = heights->root;
    const int top = first.row_bits + first.col_bits;
    for (int level = top;; level--, first = level_below(first)) {
        levels[level] = first;
        if (level == 0)
            break;
    }
    for (int level = LW_HEIGHTS_FINEST; level <= top; level++) {
        const size_t count = (size_t)blocks_along(cell_rows(heights), levels[level].row_bits) *
                             blocks_along(cell_columns(heights), levels[level].col_bits);
        float *out = lw_arena_scratch(arena, count, sizeof *out);
        if (!out)
            return false;
        if (level == LW_HEIGHTS_FINEST)
            begin_level(heights, levels[level], out);
        else
            join_level(heights, levels[level], out);
        heights->largest[level] = out;
    }
    return true;
}

lw_status lw_heights_geometry(lw_arena *arena, const lw_heights_def *def, lw_geometry **out,
                              lw_error *error)
{
    lw_geometry *geometry = lw_arena_take_small(arena, sizeof *geometry);
    lw_heights *heights = lw_arena_take_small(arena, sizeof *heights);
    lw_node *root = lw_arena_take_small(arena, sizeof *root);
    vec3 *seed = lw_arena_take_small(arena, sizeof *seed);
    if (!geometry || !heights || !root || !seed)
        return lw_fail_memory(error);
    *heights = lw_heights_of(def);
    if ((!def->kept && !copy_heights(arena, def, heights)) || !set_pyramid(arena, heights))
        return lw_fail_memory(error);
    if (lw_raster_of_heights(arena, heights, &heights->raster, error))
        return LW_ERROR_MEMORY;
    *seed = lw_height_point(heights, 0, 0); /* the field is connected, and element 0 has this corner */
    *geometry = (lw_geometry){.nodes = root,
                              .node_count = 1,
                              .heights = heights,
                              .height_count = 2 * cell_rows(heights) * cell_columns(heights),
                              .seed_count = 1,
                              .seeds = seed,
                              .is_convex = false};
    vec3 low, high;
    lw_heights_box(heights, &heights->root, &low, &high);
    geometry->extent = (norm(max3(abs3(low), abs3(high))) + def->radius) * LW_UP_BY(32);
    heights->growth = LW_BOX_GROWTH * geometry->extent + DBL_MIN;
    lw_node_of_heights(heights, 0, root);
    geometry->center = root->center;
    geometry->radius = norm(root->half) * LW_UP_BY(32) + LW_SPHERE_ROUNDING * geometry->extent;
    *out = geometry;
    return LW_OK;
}

/* ---- invariants --------------------------------------------------------------------------------- */

const char *lw_heights_fault(const lw_heights *heights)
{
    if (heights->rows < 2 || heights->columns < 2)
        return "a height field has no cells";
    if (!(heights->spacing[0] > 0) || !(heights->spacing[1] > 0) || !(heights->radius >= 0) ||
        !(heights->growth > 0))
        return "the spacing, the radius or the growth of a height field is not positive";
    if ((heights->narrow != NULL) == (heights->wide != NULL))
        return "a height field has its heights twice, or never";
    for (uint32_t i = 0; i < heights->rows; i++)
        for (uint32_t k = 0; k < heights->columns; k++)
            if (!(lw_height(heights, i, k) >= heights->floor))
                return "a height is below the floor";
    return NULL;
}
