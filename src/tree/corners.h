/* The corners of the triangles below a node of a tree, each once and side by side: the support value of
 * a patch of a surface costs a few operations a corner, and is much closer than that of its box where
 * the patch lies askew. A direction that separates two patches settles all their pairs of triangles. */
#ifndef LW_TREE_CORNERS_H
#define LW_TREE_CORNERS_H

#include "tree/support_value.h"

/* Four corners, side by side. */
struct lw_four_corners {
    lw_lanes_4 x, y, z;
};

/* The corners of a patch. */
struct lw_patch {
    uint32_t first, count; /* of the geometry's fours; the last one may repeat a corner */
    double radius;         /* the largest of its triangles */
};

/* Lists the patches of a geometry whose nodes and triangles are set, the nodes without patches: nodes
 * of at most 4, 8, 32 or 128 triangles, and of no parts, whose parents have more. Errors: memory. */
lw_status lw_geometry_add_patches(lw_arena *arena, lw_geometry *geometry, lw_error *error);

/* Whether a node is a patch or a leaf. */
static inline bool lw_node_has_corners(const lw_node *node)
{
    return node->child < 0 || node->patch != 0;
}

LW_INLINED double lw_patch_support_value(const lw_geometry *geometry, const lw_patch *patch, vec3 along)
{
    const lw_four_corners *four = &geometry->corners[patch->first];
    lw_lanes_4 best = four->x * along.x + four->y * along.y + four->z * along.z;
    for (uint32_t i = 1; i < patch->count; i++) {
        lw_lanes_4 value = four[i].x * along.x + four[i].y * along.y + four[i].z * along.z;
        lw_mask_of_4 more = value > best;
        best = (lw_lanes_4)(((lw_mask_of_4)value & more) | ((lw_mask_of_4)best & ~more));
    }
    double value = greater(greater(best[0], best[1]), greater(best[2], best[3]));
    return patch->radius > 0 ? value + patch->radius * norm(along) : value;
}

/* The support value of a node that has corners. */
LW_INLINED double lw_node_support_value(const lw_geometry *geometry, const lw_node *node, vec3 along)
{
    return node->child < 0 ? lw_element_support_value(geometry, node->element, along)
                           : lw_patch_support_value(geometry, &geometry->patches[node->patch], along);
}

#endif
