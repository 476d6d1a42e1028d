/* Depth images. A computed node takes a binary search over the blocks, a step for each of its ancestors
 * in its block, at most 8, which counts pixels by their bits, and a pass over its own pixels. */
#include "body/image.h"

#include <float.h>
#include <string.h>

#include "base/error.h"
#include "body/box.h"
#include "body/raster.h"
#include "math/rounding.h"

enum { DEEPEST = 64 }; /* levels of the tree: 2 for a halving above blocks, of at most 21 */

/* ---- rectangles --------------------------------------------------------------------------------- */

/* Halves a rectangle across its longer side. It has at least two cells. */
static void halve(const lw_image_rect *whole, lw_image_rect parts[2])
{
    parts[0] = parts[1] = *whole;
    if (whole->rows >= whole->columns) {
        parts[0].rows = whole->rows / 2;
        parts[1].rows = whole->rows - parts[0].rows;
        parts[1].row += parts[0].rows;
    } else {
        parts[0].columns = whole->columns / 2;
        parts[1].columns = whole->columns - parts[0].columns;
        parts[1].column += parts[0].columns;
    }
}

static uint32_t lesser_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The pixels of a rectangle of blocks. */
static lw_image_rect pixels_of(const lw_image *image, const lw_image_rect *blocks)
{
    const uint32_t row = blocks->row * LW_IMAGE_BLOCK;
    const uint32_t column = blocks->column * LW_IMAGE_BLOCK;
    return (lw_image_rect){row, column, lesser_of(image->rows - row, blocks->rows * LW_IMAGE_BLOCK),
                           lesser_of(image->columns - column, blocks->columns * LW_IMAGE_BLOCK)};
}

static lw_image_rect pixels_of_block(const lw_image *image, uint32_t block)
{
    const lw_image_rect one = {block / image->across, block % image->across, 1, 1};
    return pixels_of(image, &one);
}

static const float *depths_of_row(const lw_image *image, const lw_image_rect *pixels, uint32_t i)
{
    return image->depths + (size_t)(pixels->row + i) * image->columns + pixels->column;
}

/* ---- depths of rectangles ----------------------------------------------------------------------- */

/* What is known of the pixels of a rectangle that are elements. */
typedef struct range {
    uint32_t count;
    float least, most;
} range;

static range join(range a, range b)
{
    return (range){a.count + b.count, b.least < a.least ? b.least : a.least,
                   b.most > a.most ? b.most : a.most};
}

static const range no_depths = {0, FLT_MAX, 0};

/* Of pixels of which all are elements. */
static range range_of_all(const lw_image *image, const lw_image_rect *pixels)
{
    range out = no_depths;
    out.count = pixels->rows * pixels->columns;
    for (uint32_t i = 0; i < pixels->rows; i++) {
        const float *depths = depths_of_row(image, pixels, i);
        for (uint32_t k = 0; k < pixels->columns; k++) {
            out.least = depths[k] < out.least ? depths[k] : out.least;
            out.most = depths[k] > out.most ? depths[k] : out.most;
        }
    }
    return out;
}

static range range_of(const lw_image *image, const lw_image_rect *pixels)
{
    range out = no_depths;
    if (image->unseen)
        return range_of_all(image, pixels);
    for (uint32_t i = 0; i < pixels->rows; i++) {
        const float *depths = depths_of_row(image, pixels, i);
        for (uint32_t k = 0; k < pixels->columns; k++) {
            const bool there = depths[k] > 0;
            const float low = there ? depths[k] : FLT_MAX;
            out.count += there;
            out.least = low < out.least ? low : out.least;
            out.most = depths[k] > out.most ? depths[k] : out.most;
        }
    }
    return out;
}

static range range_of_blocks(const lw_image *image, const lw_image_rect *blocks)
{
    range out = no_depths;
    for (uint32_t i = blocks->row; i < blocks->row + blocks->rows; i++)
        for (uint32_t k = blocks->column; k < blocks->column + blocks->columns; k++) {
            const lw_image_block *block = &image->blocks[i * image->across + k];
            out = join(out, (range){block->count, block->least, block->most});
        }
    return out;
}

/* ---- frusta ------------------------------------------------------------------------------------- */

/* The frustum of a rectangle of pixels between two planes. */
static lw_frustum frustum_between(const lw_image *image, const lw_image_rect *pixels, double front,
                                  double back)
{
    lw_frustum f = {.z = {front, back}};
    for (uint32_t side = 0; side < 2; side++) {
        const double x = lw_image_slope_x(image, pixels->column + side * pixels->columns);
        const double y = lw_image_slope_y(image, pixels->row + side * pixels->rows);
        for (int end = 0; end < 2; end++) {
            f.x[end][side] = x * f.z[end];
            f.y[end][side] = y * f.z[end];
        }
    }
    return f;
}

/* The outer frusta: what is before the near plane; what is behind the far plane; and between both, what
 * is left of the picture, right of it, above it and below it. */
static lw_frustum outer_frustum(const lw_image *image, uint32_t which)
{
    const double near_z = image->camera.near_z;
    const double far_z = image->camera.far_z;
    const double most = LW_IMAGE_REACH;
    lw_frustum f = {{near_z, far_z}, {{-most, most}, {-most, most}}, {{-most, most}, {-most, most}}};
    const lw_image_rect all = {0, 0, image->rows, image->columns};
    const lw_frustum seen = frustum_between(image, &all, near_z, far_z);
    if (which == 0) {
        f.z[0] = -most;
        f.z[1] = near_z;
    } else if (which == 1) {
        f.z[0] = far_z;
        f.z[1] = most;
    }
    for (int end = 0; end < 2; end++) {
        if (which == 2)
            f.x[end][1] = seen.x[end][0];
        else if (which == 3)
            f.x[end][0] = seen.x[end][1];
        else if (which == 4)
            f.y[end][1] = seen.y[end][0];
        else if (which == 5)
            f.y[end][0] = seen.y[end][1];
    }
    return f;
}

static lw_frustum slab_frustum(const lw_image *image, const lw_image_slab *slab)
{
    return frustum_between(image, &slab->pixels, slab->front, slab->back);
}

/* The frustum of the pixels of a rectangle in a block. */
static lw_frustum frustum_in_block(const lw_image *image, const lw_image_block *block,
                                   const lw_image_rect *pixels, const range *depths)
{
    const double back = image->unseen ? lw_image_front(image, (double)block->most)
                                      : lw_image_back(image, (double)depths->most);
    return frustum_between(image, pixels, lw_image_front(image, (double)depths->least), back);
}

/* The box of a frustum, grown. */
static void set_box(const lw_image *image, const lw_frustum *f, lw_node *out)
{
    const vec3 low = v3(lesser(f->x[0][0], f->x[1][0]), lesser(f->y[0][0], f->y[1][0]), f->z[0]);
    const vec3 high = v3(greater(f->x[0][1], f->x[1][1]), greater(f->y[0][1], f->y[1][1]), f->z[1]);
    const double grown = image->radius + image->growth;
    out->center = scale(0.5, add(low, high));
    out->half = add(max3(sub(high, out->center), sub(out->center, low)), v3(grown, grown, grown));
}

/* ---- pixels ------------------------------------------------------------------------------------- */

/* The last block with at most `value` pixels before it, or, by_node: with its first computed node at or
 * before `value`. */
static uint32_t find_block(const lw_image *image, bool by_node, uint32_t value)
{
    uint32_t low = 0;
    uint32_t high = image->block_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        const lw_image_block *block = &image->blocks[middle];
        if ((by_node ? block->node : block->first) <= value)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t bits_of(uint64_t word)
{
    return (uint32_t)__builtin_popcountll(word);
}

/* The bits of the rows of a word of lw_image_block.there, from one row of the block to another. */
static uint64_t bits_of_rows(uint32_t word, uint32_t from, uint32_t to)
{
    const uint32_t first = 4 * word;
    const uint32_t low = from > first ? from - first : 0;
    const uint32_t high = to > first ? lesser_of(to - first, 4) : 0;
    if (low >= high)
        return 0;
    return (UINT64_MAX >> (64 - 16 * (high - low))) << 16 * low;
}

/* The pixels with a depth in a rectangle of a block, as bits of one of its words. */
static uint64_t bits_in(const lw_image_block *block, const lw_image_rect *pixels, uint32_t word)
{
    const uint32_t row = pixels->row % LW_IMAGE_BLOCK;
    const uint32_t column = pixels->column % LW_IMAGE_BLOCK;
    const uint64_t columns = (((uint64_t)1 << pixels->columns) - 1) << column;
    return block->there[word] & columns * 0x0001000100010001u &
           bits_of_rows(word, row, row + pixels->rows);
}

/* How many pixels of a rectangle of a block are elements. */
static uint32_t count_in(const lw_image *image, const lw_image_block *block,
                         const lw_image_rect *pixels)
{
    if (image->unseen)
        return pixels->rows * pixels->columns;
    uint32_t count = 0;
    const uint32_t row = pixels->row % LW_IMAGE_BLOCK;
    for (uint32_t word = row / 4; 4 * word < row + pixels->rows; word++)
        count += bits_of(bits_in(block, pixels, word));
    return count;
}

/* How many pixels of a block before one of them are elements, row by row. */
static uint32_t rank_of(const lw_image *image, const lw_image_block *block, const lw_image_rect *pixels,
                        const lw_image_rect *pixel)
{
    const uint32_t i = pixel->row - pixels->row;
    const uint32_t k = pixel->column - pixels->column;
    if (image->unseen)
        return i * pixels->columns + k;
    uint32_t count = 0;
    for (uint32_t word = 0; word < i / 4; word++)
        count += bits_of(block->there[word]);
    return count + bits_of(block->there[i / 4] & (((uint64_t)1 << (16 * (i % 4) + k)) - 1));
}

/* The pixel of a rectangle of a block that is element number `rank` of its elements. */
static lw_image_rect pixel_at(const lw_image *image, const lw_image_block *block,
                              const lw_image_rect *pixels, uint32_t rank)
{
    lw_image_rect pixel = {pixels->row, pixels->column, 1, 1};
    if (image->unseen) {
        pixel.row += rank / pixels->columns;
        pixel.column += rank % pixels->columns;
        return pixel;
    }
    uint32_t word = pixels->row % LW_IMAGE_BLOCK / 4;
    uint64_t bits = bits_in(block, pixels, word);
    while (bits_of(bits) <= rank) {
        rank -= bits_of(bits);
        bits = bits_in(block, pixels, ++word);
    }
    while (rank-- > 0)
        bits &= bits - 1;
    const uint32_t at = 64 * word + (uint32_t)__builtin_ctzll(bits);
    pixel.row += at / LW_IMAGE_BLOCK - pixels->row % LW_IMAGE_BLOCK;
    pixel.column += at % LW_IMAGE_BLOCK - pixels->column % LW_IMAGE_BLOCK;
    return pixel;
}

static lw_frustum pixel_frustum(const lw_image *image, uint32_t index)
{
    const uint32_t which = find_block(image, false, index);
    const lw_image_block *block = &image->blocks[which];
    const lw_image_rect all = pixels_of_block(image, which);
    const lw_image_rect pixel = pixel_at(image, block, &all, index - block->first);
    const range depths = range_of(image, &pixel);
    return frustum_in_block(image, block, &pixel, &depths);
}

/* ---- computed nodes ----------------------------------------------------------------------------- */

/* Sets the node of a rectangle in a block. child: the first node below it, if it has one. */
static void set_node(const lw_image *image, uint32_t which, lw_image_rect pixels, range depths,
                     uint32_t child, lw_node *out)
{
    const lw_image_block *block = &image->blocks[which];
    out->child = (int32_t)child;
    out->element = 0; /* of an inner node: no patch */
    if (depths.count == 1) {
        const lw_image_rect all = pixels_of_block(image, which);
        pixels = pixel_at(image, block, &pixels, 0);
        out->child = -1;
        out->element =
            image->outer + image->slab_count + block->first + rank_of(image, block, &all, &pixels);
    }
    const lw_frustum f = frustum_in_block(image, block, &pixels, &depths);
    set_box(image, &f, out);
}

/* A node with the children `child` and `child` + 1 has all below these two behind them, first what is
 * below the first one. Halves without an element have no node. */
void lw_node_of_image(const lw_image *image, uint32_t node, lw_node *out)
{
    const uint32_t which = find_block(image, true, node);
    const lw_image_block *block = &image->blocks[which];
    lw_image_rect here = pixels_of_block(image, which);
    uint32_t child = block->node;
    uint32_t count = block->count;
    for (;;) {
        lw_image_rect parts[2];
        halve(&here, parts);
        const uint32_t first = count_in(image, block, &parts[0]);
        if (first == 0 || first == count) {
            here = parts[first == 0];
            continue;
        }
        /* the first node below the second child */
        const uint32_t second = child + 2 * first;
        const bool to_second = node == child + 1 || node >= second;
        const uint32_t below = to_second ? second : child + 2;
        here = parts[to_second];
        count = to_second ? count - first : first;
        if (node <= child + 1) {
            const range depths = range_of(image, &here);
            set_node(image, which, here, depths, below, out);
            return;
        }
        child = below;
    }
}

/* ---- elements ----------------------------------------------------------------------------------- */

lw_frustum lw_image_frustum(const lw_image *image, uint32_t element)
{
    if (element < image->outer)
        return outer_frustum(image, element);
    element -= image->outer;
    if (element < image->slab_count)
        return slab_frustum(image, &image->slabs[element]);
    return pixel_frustum(image, element - image->slab_count);
}

/* The corners of a frustum: around the first end, then around the other one in the same order. */
static void corners_of(const lw_frustum *f, vec3 corners[8])
{
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < 4; k++)
            corners[4 * end + k] = v3(f->x[end][k == 1 || k == 2], f->y[end][k >= 2], f->z[end]);
}

void lw_image_element(const lw_image *image, uint32_t element, lw_element_room *room, lw_convex *shape)
{
    /* the two ends, and two for each side */
    static uint32_t facets[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                     {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    static uint32_t given[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const lw_frustum f = lw_image_frustum(image, element);
    vec3 *v = room->vertices;
    corners_of(&f, v);
    double square = 0;
    vec3 sum = v3(0, 0, 0);
    for (uint32_t i = 0; i < 8; i++) {
        square = greater(square, norm2(v[i]));
        sum = add(sum, v[i]);
        room->block.each[0][i] = v[i].x;
        room->block.each[1][i] = v[i].y;
        room->block.each[2][i] = v[i].z;
        room->block.vertex[i] = i;
    }
    room->polytope = (lw_polytope){.vertex_count = 8,
                                   .vertices = v,
                                   .given = given,
                                   .facet_count = f.z[0] < f.z[1] ? 12 : 0,
                                   .facets = facets,
                                   .center = scale(1.0 / 8, sum),
                                   .extent = sqrt(square),
                                   .block_count = 1,
                                   .blocks = &room->block};
    *shape =
        (lw_convex){.core = LW_CORE_POLYTOPE, .radius = image->radius, .polytope = &room->polytope};
}

vec3 lw_image_support(const lw_image *image, uint32_t element, vec3 along)
{
    const lw_frustum f = lw_image_frustum(image, element);
    vec3 corners[8];
    corners_of(&f, corners);
    vec3 best = corners[0];
    double most = -HUGE_VAL;
    for (int k = 0; k < 8; k++) {
        const double value = dot(along, corners[k]);
        best = value > most ? corners[k] : best;
        most = greater(most, value);
    }
    return best;
}

/* A corner of a pixel's frustum at depth z is z (x, y, 1), where x and y are slopes of its edges: those
 * that lie farther along the direction. */
double lw_image_support_value(const lw_image *image, uint32_t node, vec3 along, uint32_t *which)
{
    const uint32_t number = find_block(image, true, node);
    const lw_image_block *block = &image->blocks[number];
    const lw_image_rect pixels = pixels_of_block(image, number);
    const double last = lw_image_front(image, (double)block->most);
    uint32_t element = image->outer + image->slab_count + block->first;
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < pixels.rows; i++) {
        const float *depths = depths_of_row(image, &pixels, i);
        const double y = lw_image_slope_y(image, pixels.row + i + (along.y > 0));
        for (uint32_t k = 0; k < pixels.columns; k++) {
            const double depth = (double)depths[k];
            if (!image->unseen && !(depth > 0))
                continue;
            const double x = lw_image_slope_x(image, pixels.column + k + (along.x > 0));
            const double slope = along.x * x + along.y * y + along.z;
            const double back = image->unseen ? last : lw_image_back(image, depth);
            const double value = slope * (slope > 0 ? back : lw_image_front(image, depth));
            *which = value > most ? element : *which;
            most = greater(most, value);
            element++;
        }
    }
    return most + image->radius * norm(along);
}

/* A point of an element. */
vec3 lw_seed_of_image(const lw_image *image, uint32_t element)
{
    const lw_frustum f = lw_image_frustum(image, element);
    return v3(f.x[0][0], f.y[0][0], f.z[0]);
}

bool lw_image_near(const lw_geometry *geometry, vec3 about, double within, lw_image_visit visit,
                   void *context)
{
    uint32_t stack[DEEPEST + 1];
    uint32_t waiting = 1;
    stack[0] = 0;
    while (waiting > 0) {
        lw_node room;
        const lw_node *node = lw_node_at(geometry, stack[--waiting], &room);
        const vec3 apart = sub(abs3(sub(about, node->center)), node->half);
        if (norm(max3(apart, v3(0, 0, 0))) > within)
            continue;
        if (node->child < 0) {
            if (visit(context, node->element))
                return true;
            continue;
        }
        stack[waiting++] = (uint32_t)node->child + 1;
        stack[waiting++] = (uint32_t)node->child;
    }
    return false;
}

/* ---- the stored tree ---------------------------------------------------------------------------- */

/* A rectangle of blocks that waits for its node. */
typedef struct waiting {
    lw_image_rect blocks;
    uint32_t node;
    double back; /* where its slab ends */
} waiting;

typedef struct builder {
    lw_image *image;
    lw_node *nodes;
    uint32_t count; /* of nodes so far */
    uint32_t slabs; /* so far */
} builder;

static uint32_t take_pair(builder *b)
{
    const uint32_t child = b->count;
    b->count += 2;
    return child;
}

static void set_stored(const builder *b, uint32_t node, const lw_frustum *f, uint32_t child)
{
    set_box(b->image, f, &b->nodes[node]);
    b->nodes[node].child = (int32_t)child;
    b->nodes[node].element = 0;
}

static void set_leaf(const builder *b, uint32_t node, const lw_frustum *f, uint32_t element)
{
    set_stored(b, node, f, 0);
    b->nodes[node].child = -1;
    b->nodes[node].element = element;
}

/* The node of all outer frusta from `first` to the last one, whose box is about all of them. */
static void build_outer(builder *b, uint32_t node, uint32_t first)
{
    const lw_frustum one = outer_frustum(b->image, first);
    if (first + 1 == LW_IMAGE_OUTER) {
        set_leaf(b, node, &one, first);
        return;
    }
    lw_frustum all = outer_frustum(b->image, 0);
    all.z[1] = LW_IMAGE_REACH;
    const uint32_t child = take_pair(b);
    set_stored(b, node, &all, child);
    set_leaf(b, child, &one, first);
    build_outer(b, child + 1, first + 1);
}

/* Narrows a rectangle of blocks to the smallest half, of a half, that has all its elements. */
static void narrow(const lw_image *image, lw_image_rect *blocks)
{
    while (blocks->rows * blocks->columns > 1) {
        lw_image_rect parts[2];
        halve(blocks, parts);
        const bool none[2] = {range_of_blocks(image, &parts[0]).count == 0,
                              range_of_blocks(image, &parts[1]).count == 0};
        if (!none[0] && !none[1])
            return;
        *blocks = parts[none[0]];
    }
}

/* Sets the node of a rectangle of blocks, behind its slab if there is one. Returns how many halves of
 * it, 0 or 2, wait for nodes of their own. */
static uint32_t build_blocks(builder *b, waiting here, waiting halves[2])
{
    lw_image *image = b->image;
    narrow(image, &here.blocks);
    const range depths = range_of_blocks(image, &here.blocks);
    const lw_image_rect pixels = pixels_of(image, &here.blocks);
    const double front = lw_image_front(image, (double)depths.least);
    double back = lw_image_back(image, (double)depths.most);
    if (image->unseen) {
        const uint32_t child = take_pair(b);
        const lw_frustum both = frustum_between(image, &pixels, front, here.back);
        set_stored(b, here.node, &both, child);
        back = lw_image_front(image, (double)depths.most);
        image->slabs[b->slabs] = (lw_image_slab){pixels, back, here.back};
        const lw_frustum slab = slab_frustum(image, &image->slabs[b->slabs]);
        set_leaf(b, child, &slab, image->outer + b->slabs++);
        here.node = child + 1;
    }
    const lw_frustum all = frustum_between(image, &pixels, front, back);
    if (here.blocks.rows * here.blocks.columns > 1) {
        lw_image_rect parts[2];
        halve(&here.blocks, parts);
        const uint32_t child = take_pair(b);
        set_stored(b, here.node, &all, child);
        for (uint32_t i = 0; i < 2; i++)
            halves[i] = (waiting){parts[i], child + i, back};
        return 2;
    }
    const uint32_t which = here.blocks.row * image->across + here.blocks.column;
    set_node(image, which, pixels, depths, image->blocks[which].node, &b->nodes[here.node]);
    return 0;
}

static void build_tree(builder *b)
{
    const lw_image *image = b->image;
    waiting stack[DEEPEST + 2] = {{{0, 0, image->down, image->across}, 0, image->camera.far_z}};
    uint32_t count = 1;
    b->count = 1;
    if (image->unseen) {
        lw_frustum all = outer_frustum(image, 0);
        all.z[1] = LW_IMAGE_REACH;
        const uint32_t child = take_pair(b);
        set_stored(b, 0, &all, child);
        build_outer(b, child, 0);
        stack[0].node = child + 1;
    }
    while (count > 0) {
        const waiting here = stack[--count];
        count += build_blocks(b, here, &stack[count]);
    }
}

/* ---- the geometry ------------------------------------------------------------------------------- */

/* Sets the bits of a block's pixels that have a depth. */
static void set_bits(const lw_image *image, const lw_image_rect *pixels, uint64_t *there)
{
    for (uint32_t i = 0; i < pixels->rows; i++) {
        const float *depths = depths_of_row(image, pixels, i);
        for (uint32_t k = 0; k < pixels->columns; k++)
            there[i / 4] |= (uint64_t)(depths[k] > 0) << (16 * (i % 4) + k);
    }
}

/* Sets the blocks. Returns how many have elements. */
static uint32_t set_blocks(lw_image *image)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < image->block_count; i++) {
        const lw_image_rect pixels = pixels_of_block(image, i);
        const range depths = range_of(image, &pixels);
        image->blocks[i] = (lw_image_block){.first = image->pixel_count,
                                            .count = depths.count,
                                            .node = 2 * (image->pixel_count - used),
                                            .least = depths.least,
                                            .most = depths.most};
        if (!image->unseen)
            set_bits(image, &pixels, image->blocks[i].there);
        image->pixel_count += depths.count;
        used += depths.count > 0;
    }
    return used;
}

/* The largest distance of the image's solid from the camera, roughly; never less. */
static double extent_of(const lw_image *image, const lw_node *root)
{
    return (norm(add(abs3(root->center), root->half)) + image->radius) * LW_UP_BY(32);
}

lw_status lw_image_geometry(lw_arena *arena, const lw_image_def *def, lw_geometry **out,
                            lw_error *error)
{
    lw_geometry *geometry = lw_arena_take_small(arena, sizeof *geometry);
    lw_image *image = lw_arena_take_small(arena, sizeof *image);
    if (!geometry || !image)
        return lw_fail_memory(error);
    *image = (lw_image){.rows = def->rows,
                        .columns = def->columns,
                        .unseen = def->unseen,
                        .camera = def->camera,
                        .radius = def->radius,
                        .depths = def->depths,
                        .across = (def->columns - 1) / LW_IMAGE_BLOCK + 1,
                        .down = (def->rows - 1) / LW_IMAGE_BLOCK + 1,
                        .outer = def->unseen ? LW_IMAGE_OUTER : 0};
    image->block_count = image->across * image->down;
    if (!def->kept)
        image->depths =
            lw_arena_copy(arena, def->depths, (size_t)def->rows * def->columns * sizeof(float));
    image->blocks = lw_arena_scratch(arena, image->block_count, sizeof *image->blocks);
    if (!image->depths || !image->blocks)
        return lw_fail_memory(error);
    const uint32_t used = set_blocks(image);
    const uint32_t slabs = image->slab_count = def->unseen ? 2 * used - 1 : 0;
    const uint32_t stored = def->unseen ? 2 * LW_IMAGE_OUTER + 3 * slabs : 2 * used - 1;
    for (uint32_t i = 0; i < image->block_count; i++)
        image->blocks[i].node += stored;
    image->slabs = lw_arena_scratch(arena, slabs + 1, sizeof *image->slabs);
    builder b = {.image = image, .nodes = lw_arena_scratch(arena, stored, sizeof *b.nodes)};
    vec3 *seed = def->unseen ? lw_arena_take_small(arena, sizeof *seed) : NULL;
    if (!image->slabs || !b.nodes || (def->unseen && !seed))
        return lw_fail_memory(error);
    build_tree(&b);
    if (lw_raster_of_image(arena, image, &image->raster, error))
        return LW_ERROR_MEMORY;
    *geometry = (lw_geometry){.nodes = b.nodes,
                              .node_count = stored,
                              .image = image,
                              .image_count = image->outer + slabs + image->pixel_count,
                              .is_convex = false};
    geometry->extent = extent_of(image, &b.nodes[0]);
    image->growth = LW_BOX_GROWTH * geometry->extent + DBL_MIN;
    const vec3 grown = v3(image->growth, image->growth, image->growth);
    for (uint32_t i = 0; i < stored; i++) {
        lw_node *node = &b.nodes[i];
        node->half = add(node->half, grown);
    }
    /* the solid of unseen space is connected; pixels with depths need not be */
    geometry->seed_count = image->unseen ? 1 : geometry->image_count;
    geometry->seeds = seed;
    if (seed)
        *seed = lw_seed_of_image(image, 0);
    geometry->center = b.nodes[0].center;
    geometry->radius = norm(b.nodes[0].half) * LW_UP_BY(32) + LW_SPHERE_ROUNDING * geometry->extent;
    *out = geometry;
    return LW_OK;
}

/* ---- invariants --------------------------------------------------------------------------------- */

const char *lw_image_fault(const lw_image *image)
{
    const lw_camera *camera = &image->camera;
    if (!image->rows || !image->columns)
        return "a depth image has no pixels";
    if (!(camera->near_z > 0) || !(camera->far_z > camera->near_z) || !(camera->fx > 0) ||
        !(camera->fy > 0) || !(image->radius >= 0) || !(image->growth > 0))
        return "a number of a depth image's camera, its radius or its growth is not positive";
    for (uint32_t i = 0; i < image->slab_count; i++)
        if (!(image->slabs[i].front <= image->slabs[i].back))
            return "a slab of a depth image ends before it begins";
    for (size_t i = 0; i < (size_t)image->rows * image->columns; i++)
        if (!(image->depths[i] == 0 || (double)image->depths[i] >= camera->near_z))
            return "a depth is before the near plane";
    return NULL;
}
