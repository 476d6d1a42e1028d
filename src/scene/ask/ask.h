/* The checks that the public queries of a scene share. */
#ifndef LW_SCENE_ASK_ASK_H
#define LW_SCENE_ASK_ASK_H

#include "scene/frozen.h"

/* Whether there are a frozen scene and room for the answer. Errors: argument, state. */
lw_status lw_ask_frozen(const lw_scene *scene, const void *out, lw_error *error);

/* Whether an index is below the count of what it is of ("link"). Error argument. */
lw_status lw_ask_index(const char *what, size_t index, size_t count, lw_error *error);

/* The link of a body of a robot: of an attached object the one that carries it. */
size_t lw_body_link(const lw_scene *scene, const lw_body *body);

/* How many shapes a body has. */
size_t lw_body_shape_count(const lw_scene *scene, const lw_body *body);

/* Where the frame of a body's geometry is in that of its link, or in the world; false: it is the same.
 */
bool lw_body_frame(const lw_scene *scene, size_t body, lw_pose *out);

#endif
