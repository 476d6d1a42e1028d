/* The links and joints of a URDF file while it is read, and the check that they make a tree. */
#ifndef LW_IO_ROBOT_URDF_TREE_H
#define LW_IO_ROBOT_URDF_TREE_H

#include "io/text/xml.h"
#include "scene/model.h"

/* A link; its name is in the file's memory. */
typedef struct lw_urdf_link {
    const char *name;
    const xmlNode *node;
    int64_t parent; /* its parent joint; -1: none, the root */
} lw_urdf_link;

typedef struct lw_urdf_joint {
    lw_joint_def def;
    const xmlNode *node;
    size_t parent;        /* its parent link */
    const xmlNode *mimic; /* NULL: it mimics no other */
    size_t mimicked;      /* the joint that it mimics */
} lw_urdf_joint;

typedef struct lw_urdf_tree {
    LW_LIST(lw_urdf_link) links;
    LW_LIST(lw_urdf_joint) joints;
} lw_urdf_tree;

void lw_urdf_free_tree(lw_urdf_tree *tree);

/* Add a link, and a joint with its parent and child. All links must be added before the first joint.
 * Errors: model (two of one name, two parents), name (a joint of an unknown link), argument (too many),
 * memory. */
lw_status lw_urdf_add_link(lw_urdf_tree *tree, const lw_xml *xml, const lw_urdf_link *link);
lw_status lw_urdf_add_joint(lw_urdf_tree *tree, const lw_xml *xml, const lw_urdf_joint *joint);

/* Checks that there is one root and no loop, and resolves chains of mimic joints: each then mimics the
 * joint at the end of its chain. One that mimics an unknown joint moves by itself, with a notice to the
 * scene's listener. Errors: model, argument. */
lw_status lw_urdf_check_tree(lw_urdf_tree *tree, const lw_scene *scene, const lw_xml *xml);

#endif
