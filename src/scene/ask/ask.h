/* Checks shared by the public queries of a scene. */
#ifndef LW_SCENE_ASK_ASK_H
#define LW_SCENE_ASK_ASK_H

#include "scene/frozen.h"

/* Checks that the scene is frozen and that there is room for the answer. Errors: argument, state. */
lw_status lw_ask_frozen(const lw_scene *scene, const void *out, lw_error *error);

/* Checks that an index is below the count. what: the kind of thing it is of, such as "link". Error
 * argument. */
lw_status lw_ask_index(const char *what, size_t index, size_t count, lw_error *error);

/* The link of a robot's body; for an attached object, the link that carries it. */
size_t lw_body_link(const lw_scene *scene, const lw_body *body);

/* How many shapes a body has. */
size_t lw_body_shape_count(const lw_scene *scene, const lw_body *body);

/* The frame of a body's geometry, in the frame of its link or in the world; false: the two are the
 * same. */
bool lw_body_frame(const lw_scene *scene, size_t body, lw_pose *out);

#endif
