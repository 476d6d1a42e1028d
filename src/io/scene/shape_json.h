/* Shapes of our JSON scenes. */
#ifndef LW_IO_SCENE_SHAPE_JSON_H
#define LW_IO_SCENE_SHAPE_JSON_H

#include "io/robot/placed_shape.h"
#include "io/text/document.h"
#include "scene/model.h"

/* Reads the shapes of an owner, which has one shape's keys or a list of shapes: its pose and its
 * shapes, with their poses in the owner. Refuses keys that are neither a pose's, a shape's nor in keys
 * (ends with NULL); name is the owner in errors. scene: where mesh files are searched and noted,
 * whether shapes are in the plane, and where notices go. */
lw_status lw_json_shapes(lw_scene *scene, lw_document *document, const lw_value *owner,
                         const char *name, const char *const *keys, lw_pose *at,
                         lw_placed_shape **shapes, size_t *count);

#endif
