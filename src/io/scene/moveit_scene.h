/* Readers of MoveIt's planning scenes and their parts. After an error, lw_moveit_add_scene rolls the
 * scene back; after errors of the others, the caller does. */
#ifndef LW_IO_SCENE_MOVEIT_SCENE_H
#define LW_IO_SCENE_MOVEIT_SCENE_H

#include "io/text/document.h"
#include "scene/model.h"

/* Whether all messages of a file look like planning scenes, or parts of one. */
bool lw_moveit_is_scene(const lw_value *messages);
/* Adds the messages of a file in order, beginning with the last whole scene. */
lw_status lw_moveit_add_scene(lw_scene *scene, lw_document *document, const lw_value *messages);

/* Adds the joint values of a robot_state (moveit_state.c). node NULL: none. */
lw_status lw_moveit_add_state(lw_scene *scene, lw_document *document, const lw_value *node);
/* Adds the rules of an allowed_collision_matrix (moveit_matrix.c). node NULL: none. */
lw_status lw_moveit_add_matrix(lw_scene *scene, lw_document *document, const lw_value *node);

#endif
