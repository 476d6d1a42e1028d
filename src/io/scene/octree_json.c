/* Octrees of leeway's JSON scenes: the occupied and the free cells as lists of rows [x, y, z, width].
 */
#include "io/scene/octree_json.h"

#include <stdlib.h>
#include <string.h>

#include "io/cloud/octree_file.h"
#include "io/scene/shape_json.h"
#include "scene/octree.h"

static lw_status read_unknown(lw_document *document, const lw_value *node, lw_unknown *out)
{
    const lw_value *value = lw_value_find(node, "unknown");
    const char *name = NULL;
    if (!value)
        return lw_value_fail(document, node, LW_ERROR_SYNTAX,
                             "an octree must say what its unknown space is: \"unknown\" is "
                             "\"obstacle\" or \"free\"");
    lw_status status = lw_value_text(document, value, "unknown", &name);
    if (status)
        return status;
    if (strcmp(name, "obstacle") != 0 && strcmp(name, "free") != 0)
        return lw_value_fail(document, value, LW_ERROR_SYNTAX,
                             "unknown must be \"obstacle\" or \"free\", not \"%.40s\"", name);
    *out = *name == 'o' ? LW_UNKNOWN_OBSTACLE : LW_UNKNOWN_FREE;
    return LW_OK;
}

static lw_status read_row(lw_document *document, const lw_value *row, int32_t *cell)
{
    double numbers[4];
    lw_status status = lw_value_numbers(document, row, "a cell", numbers, 4);
    for (size_t k = 0; k < 4 && !status; k++) {
        if (numbers[k] != (int32_t)numbers[k])
            return lw_value_fail(document, row->items[k], LW_ERROR_ARGUMENT,
                                 "a cell is four whole numbers, x, y, z and width, in cells of the "
                                 "resolution; %g is none",
                                 numbers[k]);
        cell[k] = (int32_t)numbers[k];
    }
    return status;
}

/* Reads the cells of a key, each of one state, behind those that there are. */
static lw_status read_cells(lw_document *document, const lw_value *node, const char *key, int32_t state,
                            int32_t *cells, size_t *count)
{
    const lw_value *list = lw_value_find(node, key);
    lw_status status = list ? lw_value_expect(document, list, key, LW_VALUE_LIST) : LW_OK;
    for (size_t i = 0; list && !status && i < list->count; i++) {
        int32_t *cell = cells + LW_CELL_COLUMNS * (*count)++;
        cell[LW_CELL_STATE] = state;
        status = read_row(document, list->items[i], cell);
    }
    return status;
}

/* Reads the octree of a file. */
static lw_status read_file(lw_scene *scene, lw_document *document, const lw_value *node,
                           lw_placed_shape *out)
{
    const lw_value *value = NULL;
    const lw_value *given = lw_value_find(node, "threshold");
    char *path = NULL;
    double threshold = LW_OCCUPANCY_THRESHOLD;
    lw_octree_file file = {0};
    lw_status status = lw_json_find_file(scene, document, node, &value, &path);
    if (!status && given)
        status = lw_value_number(document, given, "threshold", &threshold);
    if (status)
        return status;
    status = lw_octree_file_read(path, threshold, &file, document->error);
    if (status)
        status = lw_value_place_within(document, value, status);
    int32_t *cells = status ? NULL : lw_document_take(document, file.cells.count + 1, sizeof *cells);
    if (!status && !cells)
        status = lw_fail_memory(document->error);
    if (!status && file.cells.count)
        memcpy(cells, file.cells.items, file.cells.count * sizeof *cells);
    out->shape.length = file.resolution;
    out->shape.cells = cells;
    out->shape.cell_count = file.cells.count / LW_CELL_COLUMNS;
    out->file = path;
    free(file.cells.items);
    return status;
}

/* Reads the cells that are written out in the scene. */
static lw_status read_in_place(lw_document *document, const lw_value *node, lw_shape_def *octree)
{
    lw_value *resolution = NULL;
    lw_status status = lw_value_need(document, node, "resolution", &resolution);
    if (!status)
        status = lw_value_size(document, resolution, "resolution", &octree->length);
    if (status)
        return status;
    const size_t most = lw_value_item_count(lw_value_find(node, "occupied")) +
                        lw_value_item_count(lw_value_find(node, "free"));
    int32_t *cells = lw_document_take(document, LW_CELL_COLUMNS * most + 1, sizeof *cells);
    if (!cells)
        return lw_fail_memory(document->error);
    octree->cells = cells;
    status = read_cells(document, node, "occupied", LW_CELL_OCCUPIED, cells, &octree->cell_count);
    return status ? status
                  : read_cells(document, node, "free", LW_CELL_FREE, cells, &octree->cell_count);
}

lw_status lw_json_octree(lw_scene *scene, lw_document *document, const lw_value *node,
                         lw_placed_shape *out)
{
    static const char *const in_place[] = {"resolution", "occupied", "free"};
    const bool of_file = lw_value_find(node, "file");
    lw_status status = read_unknown(document, node, &out->shape.unknown);
    for (size_t i = 0; i < 3 && of_file && !status; i++)
        if (lw_value_find(node, in_place[i]))
            return lw_value_fail(document, lw_value_find(node, in_place[i]), LW_ERROR_SYNTAX,
                                 "file and %s are both given; keep one", in_place[i]);
    if (!status && !of_file && lw_value_find(node, "threshold"))
        return lw_value_fail(document, lw_value_find(node, "threshold"), LW_ERROR_SYNTAX,
                             "threshold belongs to an octree from a file");
    if (status)
        return status;
    return of_file ? read_file(scene, document, node, out) : read_in_place(document, node, &out->shape);
}
