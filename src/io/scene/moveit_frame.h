/* The frames in which the objects of a MoveIt scene are given. */
#ifndef LW_IO_SCENE_MOVEIT_FRAME_H
#define LW_IO_SCENE_MOVEIT_FRAME_H

#include "base/array.h"
#include "base/name_table.h"
#include "io/text/document.h"
#include "scene/model.h"

/* The state of reading messages into a scene; message is the current one. */
typedef struct lw_moveit_loader {
    lw_scene *scene;
    lw_document *document;
    const lw_value *message;
    /* the objects that the file's messages have added, of each id the last one, for their subframes */
    LW_LIST(const lw_value *) given;
    lw_name_table given_ids; /* indices in `given`, by id */
} lw_moveit_loader;

/* The pose of a frame in the world. A frame is one of: the world (or ""), a link, posed by the joint
 * values that the scene has so far, one of the message's fixed_frame_transforms, an object at its
 * present pose, or an object's subframe, object/subframe, as the file defines it. chain: as in
 * lw_model_link_pose. Errors: name, model, argument (an object of several shapes has no pose of its
 * own), and those of a subframe's pose. */
lw_status lw_moveit_frame(const lw_moveit_loader *l, const lw_value *location, const char *frame,
                          lw_pose *out, bool *chain);

/* The link of a name, link or robot/link. Errors: name (no robot, or several robots, have such a
 * link). */
lw_status lw_moveit_link(const lw_moveit_loader *l, const lw_value *location, const char *name,
                         size_t *out);

/* How many shapes an object has. */
size_t lw_moveit_count_shapes(const lw_model *model, int64_t object);
/* The pose of an object's body, in the world or in its link. With one shape it is the pose of the
 * shape, with several it is the frame of their poses. */
lw_pose lw_moveit_body_pose(const lw_model *model, int64_t object);

/* A flag for each joint of the scene, all false, in the document's memory; NULL when memory ran out. */
bool *lw_moveit_chain(const lw_moveit_loader *l);

/* Gives a notice about the joints of a chain that have no stated value and are taken to be at 0. id: of
 * the object whose pose depends on them, through the frame `frame`. */
void lw_moveit_notice_chain(const lw_moveit_loader *l, const lw_value *location, const bool *chain,
                            const char *id, const char *frame);

#endif
