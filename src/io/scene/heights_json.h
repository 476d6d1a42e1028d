/* Height fields of leeway's JSON scenes. */
#ifndef LW_IO_SCENE_HEIGHTS_JSON_H
#define LW_IO_SCENE_HEIGHTS_JSON_H

#include "io/cloud/heights_file.h"
#include "io/robot/placed_shape.h"
#include "io/text/document.h"
#include "scene/model.h"

/* Reads the numbers of a grid, which then live in the document: from rows that are written out in the
 * scene, or from the file that the shape names, with its scale. */
lw_status lw_json_rows(lw_document *document, const lw_value *rows, const lw_grid_use *use,
                       lw_height_grid *out);
lw_status lw_json_grid_file(lw_scene *scene, lw_document *document, const lw_value *node,
                            const lw_grid_use *use, lw_placed_shape *shape, lw_height_grid *out);

/* Reads a height field whose keys were checked. Its heights live in the document. */
lw_status lw_json_heights(lw_scene *scene, lw_document *document, const lw_value *node,
                          lw_placed_shape *out);

#endif
