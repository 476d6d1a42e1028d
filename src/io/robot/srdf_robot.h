/* The robot of an SRDF file: its links and joints, as the file's groups and states refer to them. */
#ifndef LW_IO_ROBOT_SRDF_ROBOT_H
#define LW_IO_ROBOT_SRDF_ROBOT_H

#include "base/nearest.h"
#include "io/text/xml.h"
#include "scene/model.h"

typedef struct lw_srdf_link {
    const char *name;
    int64_t joint; /* its parent joint; -1: the root */
} lw_srdf_link;

typedef struct lw_srdf_joint {
    const char *name;
    size_t parent; /* the parent link; unset for the virtual joint */
    size_t values; /* the number of its values */
    bool movable;  /* not fixed, mimic or passive: it can be in a group */
} lw_srdf_joint;

/* Everything lives in the arena, except the names, which live as long as the scene or the file. */
typedef struct lw_srdf_robot {
    lw_arena arena;
    lw_scene *scene;
    const char *name;
    size_t link_count, joint_count;
    lw_srdf_link *links;   /* in the order of the URDF file */
    lw_srdf_joint *joints; /* in the order of the URDF file; a virtual joint comes last */
    int64_t virtual_joint; /* -1: none */
} lw_srdf_robot;

/* Collects links and joints of a robot of the scene, and reads passive and virtual joints from the
 * file. A planar or floating virtual joint that a group refers to becomes a joint of the scene; without
 * one, the root stays where the scene puts it. Errors: syntax, name, memory. */
lw_status lw_srdf_begin(lw_srdf_robot *robot, lw_scene *scene, size_t index, const lw_xml *xml);
void lw_srdf_end(lw_srdf_robot *robot);

/* The index of a link or joint by name; -1 where there is none. */
int64_t lw_srdf_find_link(const lw_srdf_robot *robot, const char *name);
int64_t lw_srdf_find_joint(const lw_srdf_robot *robot, const char *name);

/* A suggestion at the end of a sentence about an unknown link or joint: the nearest name. */
lw_hint lw_srdf_link_hint(const lw_srdf_robot *robot, const char *name);
lw_hint lw_srdf_joint_hint(const lw_srdf_robot *robot, const char *name);

/* Adds the groups of the file to the scene. Errors: syntax, model (two groups of one name, a group
 * within itself), name, memory. */
lw_status lw_srdf_add_groups(lw_srdf_robot *robot, const lw_xml *xml);

#endif
