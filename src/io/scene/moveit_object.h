/* Reads a collision object of a MoveIt scene. */
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
    const char *frame; /* the header's frame, without a leading slash; "": none */
    lw_moveit_operation operation;
    bool has_pose;       /* the message has a pose that is not all zeros */
    lw_pose pose;        /* the object's pose in `frame` */
    bool names_geometry; /* the message has shapes, even if they are not read */
    size_t count;
    lw_placed_shape *shapes; /* with poses in the object; none if the object is removed or moved */
    size_t pose_count;
    lw_pose *poses; /* if the object is moved: new poses of its shapes in it; none: they stay */
} lw_moveit_object;

/* Reads one object and makes it the document's subject. scene: has the paths for mesh files, and lists
 * the files that are read. */
lw_status lw_moveit_object_read(lw_scene *scene, lw_document *document, const lw_value *node,
                                lw_moveit_object *out);

#endif
