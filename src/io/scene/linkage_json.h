/* Reads robots that a JSON scene describes as links and joints. */
#ifndef LW_IO_SCENE_LINKAGE_JSON_H
#define LW_IO_SCENE_LINKAGE_JSON_H

#include "io/robot/placed_shape.h"
#include "io/text/document.h"
#include "scene/model.h"

/* A type of joints, with the keys that it has beside those of all. */
typedef struct lw_json_joint_type {
    const char *name;
    lw_joint_kind kind;
    bool has_limits, has_axis;
} lw_json_joint_type;

/* Per lw_joint_kind. */
extern const lw_json_joint_type lw_json_joint_types[];

/* Whether a joint has the key "axis": in the plane joints turn about z, so that only slides have one.
 */
bool lw_json_joint_has_axis(const lw_json_joint_type *type, bool planar);

/* The keys of such a robot, with NULL at the end. */
extern const char *const lw_json_linkage_keys[];

/* Adds the links, joints, groups and states of a robot's description to the robot of this name. mount:
 * the joint between the robot's base and the link that no other joint moves; its links are not read.
 * NULL: that link stands in the base. Errors: syntax, argument, model (the joints make no tree), name,
 * memory. */
lw_status lw_scene_json_linkage(lw_scene *scene, lw_document *document, const lw_value *node,
                                const char *robot, const lw_joint_def *mount);

/* Adds the shapes of a link's description to the link. Errors: as for lw_scene_add_shape. */
lw_status lw_scene_json_link_shapes(lw_scene *scene, lw_document *document, const char *robot,
                                    const char *link, const lw_placed_shape *shapes, size_t count);

/* Finds a name that no link of the list has: the wish, with "_" appended as long as it is taken. */
enum { LW_JSON_NAME_SIZE = 256 };
void lw_json_spare_name(const lw_value *links, const char *wish, char name[LW_JSON_NAME_SIZE]);

#endif
