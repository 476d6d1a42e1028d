/* A collision object of a MoveIt scene. */
#ifndef LW_IO_SCENE_MOVEIT_OBJECT_H
#define LW_IO_SCENE_MOVEIT_OBJECT_H

#include "io/robot/placed_shape.h"
#include "io/text/document.h"
#include "scene/model.h"

typedef enum lw_moveit_operation {
    LW_MOVEIT_ADD,
    LW_MOVEIT_REMOVE,
    LW_MOVEIT_APPEND,
    LW_MOVEIT_MOVE
} lw_moveit_operation;

typedef struct lw_moveit_object {
    const lw_value *node;
    const char *id;
    const char *frame; /* of the header, without a leading slash; "" where there is none */
    lw_moveit_operation operation;
    bool has_pose;       /* the message has one, and not all of it is 0 */
    lw_pose pose;        /* of the object in that frame */
    bool names_geometry; /* the message has shapes, be they read or not */
    size_t count;
    lw_placed_shape *shapes; /* at poses in the object; none of what is removed or moved */
    size_t pose_count;
    lw_pose *poses; /* of what is moved: those of its shapes in the object; none: as they were */
} lw_moveit_object;

/* Reads one object and sets the document's subject to it. scene: where mesh files are searched and
 * noted. */
lw_status lw_moveit_object_read(lw_scene *scene, lw_document *document, const lw_value *node,
                                lw_moveit_object *out);

#endif
