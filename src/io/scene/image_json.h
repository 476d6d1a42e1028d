/* Depth images of leeway's JSON scenes, and files of cameras. */
#ifndef LW_IO_SCENE_IMAGE_JSON_H
#define LW_IO_SCENE_IMAGE_JSON_H

#include "io/robot/placed_shape.h"
#include "io/text/document.h"
#include "scene/model.h"

/* Reads a depth image whose keys were checked. Its depths live in the document. */
lw_status lw_json_image(lw_scene *scene, lw_document *document, const lw_value *node,
                        lw_placed_shape *out);

#endif
