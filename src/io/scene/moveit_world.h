/* What the messages of a MoveIt scene do to its objects: add, remove, append, move, attach, detach. */
#ifndef LW_IO_SCENE_MOVEIT_WORLD_H
#define LW_IO_SCENE_MOVEIT_WORLD_H

#include "io/scene/moveit_frame.h"
#include "io/scene/moveit_object.h"

/* A file of messages that changes the objects of a scene. */
typedef struct lw_moveit_world {
    lw_moveit_loader l;    /* of the current message */
    bool update;           /* it changes a scene: what it adds may take the place of another object */
    lw_name_table of_file; /* the ids of the objects that messages of the file have added */
    lw_name_table of_message; /* the same of the current message */
} lw_moveit_world;

void lw_moveit_world_free(lw_moveit_world *world);

/* Does an object's operation to the obstacles of the scene. Errors leave it half done. */
lw_status lw_moveit_change_world(lw_moveit_world *world, const lw_moveit_object *object);

/* Does the operation of an AttachedCollisionObject. early: before the world's objects, as MoveIt does;
 * *late: set instead where the object must be in that world first, for another call. */
lw_status lw_moveit_change_attached(lw_moveit_world *world, const lw_value *node, bool early,
                                    bool *late);

#endif
