/* Writes scenes as JSON. */
#ifndef LW_IO_SCENE_SCENE_WRITE_H
#define LW_IO_SCENE_SCENE_WRITE_H

#include "io/text/json_write.h"
#include "scene/frozen.h"

/* What one robot, object or list takes: the scene is frozen. */
typedef struct lw_scene_writer {
    const lw_scene *scene;
    const lw_model *model;
    lw_text *text;
    lw_error *error;
} lw_scene_writer;

/* Writes the keys of a pose; none for the identity. behind: other keys stand before them. */
void lw_write_pose(lw_text *text, bool planar, const lw_pose *at, bool behind);

/* Writes "shapes" behind other keys: the shapes of a link or of an object; the other index is -1.
 * Nothing where there are none. lone: NULL, or the pose of a shape that is the only one. Errors:
 * argument (a size of 0).
 */
lw_status lw_write_shapes(const lw_scene_writer *w, int64_t link, int64_t object, const lw_pose *lone);

/* Writes the name of a part of a robot as other keys have it: "ROBOT/name" if there are several robots.
 * robot: -1: the name is none of a robot's. */
void lw_write_robot_name(const lw_scene_writer *w, int64_t robot, const char *name);

/* Writes a robot as links and joints. Errors: argument (a joint for which JSON has no key,
 * two groups or states of one name). */
lw_status lw_write_robot(const lw_scene_writer *w, size_t robot);

/* Writes "allowed_pairs" and "checked_pairs" behind other keys. Errors: argument (rules that decide in
 * an order that the two lists cannot have), memory. */
lw_status lw_write_rules(const lw_scene_writer *w);

/* The separator before an item of a list, on a line of its own. */
static inline void lw_write_next(lw_text *text, size_t index)
{
    lw_text_put(text, index ? ",\n  " : "\n  ");
}

#endif
