/* The frames in which the objects of a MoveIt scene are given. */
#ifndef LW_IO_SCENE_MOVEIT_FRAME_H
#define LW_IO_SCENE_MOVEIT_FRAME_H

#include "base/array.h"
#include "base/name_table.h"
#include "io/text/document.h"
#include "scene/model.h"

/* A message that is being read into a scene. */
typedef struct lw_moveit_loader {
    lw_scene *scene;
    lw_document *document;
    const lw_value *message;
    /* the objects that messages of the file have added, of each id the last: they name their subframes
     */
    LW_LIST(const lw_value *) given;
    lw_name_table given_ids; /* where they are in that list */
} lw_moveit_loader;

/* The pose of a frame in the world: the world itself (or ""), a link where the values that the scene
 * has so far put it, one of the message's fixed_frame_transforms, an object where it is now, or its
 * subframe, object/subframe, that the file gives. chain: as in lw_model_link_pose. Errors: name, model,
 * argument (an object of several shapes has no pose of its own), and those of a subframe's pose. */
lw_status lw_moveit_frame(const lw_moveit_loader *l, const lw_value *location, const char *frame,
                          lw_pose *out, bool *chain);

/* The only link of a name, link or robot/link. Errors: name (no robot or several robots have it). */
lw_status lw_moveit_link(const lw_moveit_loader *l, const lw_value *location, const char *name,
                         size_t *out);

/* How many shapes an object has. */
size_t lw_moveit_count_shapes(const lw_model *model, int64_t object);
/* The pose of an object's body in the world or in the link: of one shape its own, of several the frame
 * in which their poses are. */
lw_pose lw_moveit_body_pose(const lw_model *model, int64_t object);

/* Room for a chain, in the document; NULL when memory ran out. */
bool *lw_moveit_chain(const lw_moveit_loader *l);

/* A notice of the joints of a chain that nothing states a value for, which count as at 0. id: of the
 * object that is placed by them; frame: by which frame. */
void lw_moveit_notice_chain(const lw_moveit_loader *l, const lw_value *location, const bool *chain,
                            const char *id, const char *frame);

#endif
