/* Height fields of leeway's JSON scenes: rows of heights, or the file that has them. */
#include "io/scene/heights_json.h"

#include <stdlib.h>
#include <string.h>

#include "io/scene/shape_json.h"
#include "io/text/file.h"

static lw_status read_spacing(lw_document *document, const lw_value *node, lw_shape_def *field)
{
    lw_value *value = NULL;
    double both[2];
    lw_status status = lw_value_need(document, node, "spacing", &value);
    if (!status)
        status = lw_value_numbers(document, value, "spacing", both, 2);
    for (size_t k = 0; k < 2 && !status; k++)
        status = lw_value_size(document, value->items[k], "spacing", &both[k]);
    if (status)
        return status;
    field->spacing_x = both[0];
    field->spacing_y = both[1];
    return LW_OK;
}

lw_status lw_json_rows(lw_document *document, const lw_value *rows, const lw_grid_use *use,
                       lw_height_grid *out)
{
    lw_status status = lw_value_expect(document, rows, use->numbers, LW_VALUE_LIST);
    const size_t columns = !status && rows->count ? lw_value_item_count(rows->items[0]) : 0;
    for (size_t i = 0; i < rows->count && !status; i++)
        if (lw_value_item_count(rows->items[i]) != columns)
            status = lw_value_fail(document, rows->items[i], LW_ERROR_ARGUMENT,
                                   "row %zu of %s, counted from 0, has %zu numbers, and the first "
                                   "one %zu",
                                   i, use->numbers, lw_value_item_count(rows->items[i]), columns);
    if (status)
        return status;
    double *heights = lw_document_take(document, rows->count * columns + 1, sizeof *heights);
    if (!heights)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < rows->count && !status; i++)
        status = lw_value_numbers(document, rows->items[i], use->rows, heights + i * columns, columns);
    *out = (lw_height_grid){heights, rows->count, columns};
    return status;
}

lw_status lw_json_grid_file(lw_scene *scene, lw_document *document, const lw_value *node,
                            const lw_grid_use *use, lw_placed_shape *shape, lw_height_grid *out)
{
    const lw_value *value = NULL;
    const lw_value *given = lw_value_find(node, "scale");
    char *path = NULL;
    double scale = 1;
    lw_height_grid grid = {0};
    lw_status status = lw_json_find_file(scene, document, node, &value, &path);
    if (!status && given)
        status = lw_value_size(document, given, "scale", &scale);
    if (!status && !given && lw_path_ends(path, "png"))
        status = lw_value_fail(document, value, LW_ERROR_ARGUMENT,
                               "a picture needs a scale: the metres of a grey level");
    if (status)
        return status;
    status = lw_heights_file_read(path, use, scale, &grid, document->error);
    if (status)
        return lw_value_place_within(document, value, status);
    double *heights = lw_document_take(document, grid.rows * grid.columns + 1, sizeof *heights);
    if (heights)
        memcpy(heights, grid.heights, grid.rows * grid.columns * sizeof *heights);
    free(grid.heights);
    *out = (lw_height_grid){heights, grid.rows, grid.columns};
    shape->file = path;
    return heights ? LW_OK : lw_fail_memory(document->error);
}

lw_status lw_json_heights(lw_scene *scene, lw_document *document, const lw_value *node,
                          lw_placed_shape *out)
{
    const lw_value *rows = lw_value_find(node, "heights");
    const lw_value *scale = lw_value_find(node, "scale");
    lw_value *floor = NULL;
    lw_status status = read_spacing(document, node, &out->shape);
    if (!status)
        status = lw_value_need(document, node, "floor", &floor);
    if (!status)
        status = lw_value_number(document, floor, "floor", &out->shape.floor);
    if (status)
        return status;
    if (rows && lw_value_find(node, "file"))
        return lw_value_fail(document, rows, LW_ERROR_SYNTAX,
                             "file and heights are both given; keep one");
    if (rows && scale)
        return lw_value_fail(document, scale, LW_ERROR_SYNTAX,
                             "scale belongs to a height field from a file");
    if (!rows && !lw_value_find(node, "file"))
        return lw_value_fail(document, node, LW_ERROR_SYNTAX, "a height field needs a file or heights");
    lw_height_grid grid = {0};
    status = rows ? lw_json_rows(document, rows, &lw_grid_of_heights, &grid)
                  : lw_json_grid_file(scene, document, node, &lw_grid_of_heights, out, &grid);
    out->shape.heights = grid.heights;
    out->shape.rows = grid.rows;
    out->shape.columns = grid.columns;
    return status;
}
