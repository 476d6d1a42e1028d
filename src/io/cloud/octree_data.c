/* The nodes of an octree as OctoMap writes them, depth first. The traversal has a stack of its own, as
 * deep as an octree can be, so that bytes cannot make it deeper.
 *
 * Binary: a node with children is 16 bits, two for each child, the first child lowest: 0 there is none
 * (unknown), 1 a free leaf, 2 an occupied leaf, 3 a node with children, which follows. Full: each node
 * is its log-odds (a float), in a ColorOcTree three bytes of colour, and a byte with a bit for each
 * child, which follow. The bits of a child's index are the upper half along x, y and z. */
#include "io/cloud/octree_data.h"

#include <math.h>
#include <string.h>

#include "io/cloud/points.h"
#include "scene/octree.h"

enum { NONE, FREE, OCCUPIED, INNER, CHILDREN = 8, COLOR = 3 };

/* A node with children, of which some are passed. */
typedef struct frame {
    int32_t low[3], width;
    uint32_t kinds; /* two bits for each child */
    int next;
} frame;

typedef struct reader {
    const char *bytes, *at, *end;
    bool binary;
    size_t record; /* bytes of a full node */
    float threshold;
    frame stack[LW_OCTREE_DEPTH];
    int depth;
    lw_cells *cells;
    lw_error *error;
} reader;

static lw_status fail_at(const reader *r, const char *why)
{
    return lw_fail(r->error, LW_ERROR_SYNTAX, "%s, at byte %zu of the octree's data", why,
                   (size_t)(r->at - r->bytes));
}

static lw_status add_leaf(reader *r, const int32_t low[3], int32_t width, bool occupied)
{
    if (!LW_ARRAY_RESERVE(r->cells, r->cells->count + LW_CELL_COLUMNS))
        return lw_fail_memory(r->error);
    int32_t *row = r->cells->items + r->cells->count;
    memcpy(row, low, 3 * sizeof *row);
    row[LW_CELL_WIDTH] = width;
    row[LW_CELL_STATE] = occupied ? LW_CELL_OCCUPIED : LW_CELL_FREE;
    r->cells->count += LW_CELL_COLUMNS;
    return LW_OK;
}

/* Puts a node with children on the stack. */
static lw_status push(reader *r, const int32_t low[3], int32_t width, uint32_t kinds)
{
    if (r->depth == LW_OCTREE_DEPTH)
        return fail_at(r, "a node is deeper than 16 levels");
    frame *f = &r->stack[r->depth++];
    *f = (frame){.width = width, .kinds = kinds};
    memcpy(f->low, low, sizeof f->low);
    return LW_OK;
}

static lw_status enter_binary(reader *r, const int32_t low[3], int32_t width)
{
    if (r->end - r->at < 2)
        return fail_at(r, "the octree ends within a node");
    const uint32_t kinds = (uint32_t)lw_bytes_whole(r->at, 2, false);
    if (!kinds)
        return fail_at(r, "a node has no children, and is neither occupied nor free");
    r->at += 2;
    return push(r, low, width, kinds);
}

static lw_status enter_full(reader *r, const int32_t low[3], int32_t width)
{
    if ((size_t)(r->end - r->at) < r->record)
        return fail_at(r, "the octree ends within a node");
    const uint32_t bits = (uint32_t)lw_bytes_whole(r->at, sizeof bits, false);
    float odds;
    memcpy(&odds, &bits, sizeof odds);
    if (isnan(odds))
        return fail_at(r, "the occupancy of a node is no number");
    const uint32_t children = (unsigned char)r->at[r->record - 1];
    r->at += r->record;
    if (!children)
        return add_leaf(r, low, width, odds >= r->threshold);
    uint32_t kinds = 0;
    for (int i = 0; i < CHILDREN; i++)
        kinds |= (children >> i & 1) * INNER << 2 * i;
    return push(r, low, width, kinds);
}

static lw_status enter(reader *r, const int32_t low[3], int32_t width)
{
    return r->binary ? enter_binary(r, low, width) : enter_full(r, low, width);
}

static lw_status read_nodes(reader *r, uint64_t *nodes)
{
    static const int32_t root[3] = {-LW_OCTREE_WIDTH / 2, -LW_OCTREE_WIDTH / 2, -LW_OCTREE_WIDTH / 2};
    lw_status status = enter(r, root, LW_OCTREE_WIDTH);
    *nodes = 1;
    while (r->depth && !status) {
        frame *f = &r->stack[r->depth - 1];
        if (f->next == CHILDREN) {
            r->depth--;
            continue;
        }
        const int i = f->next++;
        const uint32_t kind = f->kinds >> 2 * i & 3;
        const int32_t half = f->width / 2;
        const int32_t low[3] = {f->low[0] + (i & 1) * half, f->low[1] + (i >> 1 & 1) * half,
                                f->low[2] + (i >> 2) * half};
        if (kind == NONE)
            continue;
        ++*nodes;
        status = kind == INNER ? enter(r, low, half) : add_leaf(r, low, half, kind == OCCUPIED);
    }
    return status;
}

static bool is_type(const lw_octree_data *data, const char *name)
{
    return data->type_length == strlen(name) && !memcmp(data->type, name, data->type_length);
}

lw_status lw_octree_data_read(const lw_octree_data *data, lw_cells *cells, uint64_t *nodes,
                              lw_error *error)
{
    const bool color = is_type(data, "ColorOcTree");
    *nodes = 0;
    if (!(data->threshold > 0 && data->threshold < 1))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the threshold of occupancy is %g; it must be between 0 and 1", data->threshold);
    if (!color && !is_type(data, "OcTree"))
        return lw_fail(error, LW_ERROR_SYNTAX,
                       "octrees of the types OcTree and ColorOcTree are read, not \"%.*s\"",
                       data->type_length < 40 ? (int)data->type_length : 40, data->type);
    if (!data->size)
        return LW_OK;
    reader r = {.bytes = data->bytes,
                .at = data->bytes,
                .end = data->bytes + data->size,
                .binary = data->binary,
                .record = sizeof(float) + (color ? COLOR : 0) + 1,
                .threshold = (float)log(data->threshold / (1 - data->threshold)),
                .cells = cells,
                .error = error};
    lw_status status = read_nodes(&r, nodes);
    if (!status && r.at < r.end)
        status = fail_at(&r, "the octree's last node is followed by more bytes");
    return status;
}
