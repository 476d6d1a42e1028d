/* Reads changes of a scene in leeway's JSON; docs/interfaces.md, "Conversations", is the reference of
 * the keys. */
#ifndef LW_IO_SCENE_CHANGE_JSON_H
#define LW_IO_SCENE_CHANGE_JSON_H

#include "io/text/document.h"
#include "scene/model.h"

/* Changes an open copy of a scene: removes objects, releases, moves and attaches them, then adds what
 * a scene file can add to it. After an error the scene may have some of the changes. */
lw_status lw_change_json_apply(lw_scene *scene, lw_document *document, const lw_value *root);

#endif
