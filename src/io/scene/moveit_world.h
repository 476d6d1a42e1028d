/* Applies the messages of a MoveIt scene to its objects: add, remove, append, move, attach, detach. */
#ifndef LW_IO_SCENE_MOVEIT_WORLD_H
#define LW_IO_SCENE_MOVEIT_WORLD_H

#include "io/scene/moveit_frame.h"
#include "io/scene/moveit_object.h"

/* The state of applying a file of messages to a scene. */
typedef struct lw_moveit_world {
    lw_moveit_loader l; /* its message is the current one */
    bool update; /* the message changes a scene: an object that it adds may replace another one */
    lw_name_table of_file;    /* the ids of the objects that messages of the file have added */
    lw_name_table of_message; /* the ids of the objects that the current message has added */
} lw_moveit_world;

void lw_moveit_world_free(lw_moveit_world *world);

/* Applies an object's operation to the obstacles of the scene. After an error it may be half done. */
lw_status lw_moveit_change_world(lw_moveit_world *world, const lw_moveit_object *object);

/* Applies the operation of an AttachedCollisionObject. early: the call comes before the world's
 * objects, as in MoveIt. An object that must be in the world first is then left alone, and *late is
 * set: call again after the world's objects. */
lw_status lw_moveit_change_attached(lw_moveit_world *world, const lw_value *node, bool early,
                                    bool *late);

#endif
