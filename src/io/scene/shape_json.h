/* Reads shapes of leeway's JSON scenes. */
#ifndef LW_IO_SCENE_SHAPE_JSON_H
#define LW_IO_SCENE_SHAPE_JSON_H

#include "io/robot/placed_shape.h"
#include "io/text/document.h"
#include "scene/model.h"

/* Reads the pose and the shapes of an owner, which has the keys of one shape or a list of shapes; the
 * poses of the shapes are in the owner. Keys that belong neither to a pose nor to a shape and are not
 * in `keys` (with NULL at its end) are errors. name: the owner in errors. scene: has the paths for mesh
 * files, lists the files that are read, says whether shapes are in the plane, and takes notices. */
lw_status lw_json_shapes(lw_scene *scene, lw_document *document, const lw_value *owner,
                         const char *name, const char *const *keys, lw_pose *at,
                         lw_placed_shape **shapes, size_t *count);

/* The path of the file that a shape names, and the value that names it. */
lw_status lw_json_find_file(lw_scene *scene, lw_document *document, const lw_value *node,
                            const lw_value **value, char **path);

#endif
