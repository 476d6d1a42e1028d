/* Reads scenes in leeway's JSON; docs/interfaces.md is the reference of the keys. */
#ifndef LW_IO_SCENE_SCENE_JSON_H
#define LW_IO_SCENE_SCENE_JSON_H

#include "io/text/document.h"
#include "scene/model.h"

/* Adds a scene file's contents to an open scene; after an error the scene is as before. */
lw_status lw_scene_json_add(lw_scene *scene, lw_document *document, const lw_value *root);

/* Adds a robot of a scene, from a URDF or described in place (scene_robot.c). */
lw_status lw_scene_json_robot(lw_scene *scene, lw_document *document, const lw_value *node);

/* The link that carries an object. Texts live as long as the document. */
typedef struct lw_json_carrier {
    const char *robot; /* NULL: the only one */
    const char *link;
    const char **touch_links;
    size_t touch_link_count;
} lw_json_carrier;

/* Reads the keys robot, link and touch_links. */
lw_status lw_scene_json_carrier(const lw_scene *scene, lw_document *document, const lw_value *node,
                                lw_json_carrier *out);

#endif
