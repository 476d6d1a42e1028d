/* Height fields of leeway's JSON scenes. */
#ifndef LW_IO_SCENE_HEIGHTS_JSON_H
#define LW_IO_SCENE_HEIGHTS_JSON_H

#include "io/robot/placed_shape.h"
#include "io/text/document.h"
#include "scene/model.h"

/* Reads a height field whose keys were checked. Its heights live in the document. */
lw_status lw_json_heights(lw_scene *scene, lw_document *document, const lw_value *node,
                          lw_placed_shape *out);

#endif
