/* A collision object of a MoveIt scene. */
#ifndef LW_IO_MOVEIT_OBJECT_H
#define LW_IO_MOVEIT_OBJECT_H

#include "io/document.h"
#include "io/placed_shape.h"
#include "robot/model.h"

typedef enum lw_moveit_operation {
    LW_MOVEIT_ADD,
    LW_MOVEIT_REMOVE,
    LW_MOVEIT_APPEND,
    LW_MOVEIT_MOVE
} lw_moveit_operation;

typedef struct lw_moveit_object {
    const char *id;
    const char *frame; /* of the header, without a leading slash; "" where there is none */
    lw_moveit_operation operation;
    size_t count;
    lw_placed_shape *shapes;
} lw_moveit_object;

/* Reads one object and sets the document's subject to it. An object to be removed has no shapes, all
 * others have at least one. scene: where mesh files are searched and noted. */
lw_status lw_moveit_object_read(lw_scene *scene, lw_document *document, const lw_value *node,
                                lw_moveit_object *out);

#endif
