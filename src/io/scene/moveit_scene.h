/* Readers of a planning scene's parts, each from its own part of the message. All but
 * lw_moveit_add_scene leave it to the caller to roll the scene back on failure. */
#ifndef LW_IO_SCENE_MOVEIT_SCENE_H
#define LW_IO_SCENE_MOVEIT_SCENE_H

#include "io/text/document.h"
#include "scene/model.h"

/* Whether all messages of a file look like planning scenes, or parts of one. */
bool lw_moveit_is_scene(const lw_value *messages);
/* Adds them in order, from the last whole scene on. */
lw_status lw_moveit_add_scene(lw_scene *scene, lw_document *document, const lw_value *messages);

/* robot_state: joint values (moveit_state.c). node NULL: none. */
lw_status lw_moveit_add_state(lw_scene *scene, lw_document *document, const lw_value *node);
/* allowed_collision_matrix: pairs (moveit_matrix.c). node NULL: none. */
lw_status lw_moveit_add_matrix(lw_scene *scene, lw_document *document, const lw_value *node);

#endif
