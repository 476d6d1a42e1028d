/* The links and joints of a URDF file while it is read, and whether they make a tree. */
#ifndef LW_IO_ROBOT_URDF_TREE_H
#define LW_IO_ROBOT_URDF_TREE_H

#include "io/text/xml.h"
#include "scene/model.h"

/* Names live as long as the file. */
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

/* Add all links before the first joint; the tree connects both. Errors: model (two of one name, two
 * parents), name (a joint of an unknown link), argument (too many), memory. */
lw_status lw_urdf_add_link(lw_urdf_tree *tree, const lw_xml *xml, const lw_urdf_link *link);
lw_status lw_urdf_add_joint(lw_urdf_tree *tree, const lw_xml *xml, const lw_urdf_joint *joint);

/* One root, no loop; and mimic joints made to name the joint at the end of their chain. One that names
 * no joint mimics none, with a notice to the scene's listener. Errors: model. */
lw_status lw_urdf_check_tree(lw_urdf_tree *tree, const lw_scene *scene, const lw_xml *xml);

#endif
