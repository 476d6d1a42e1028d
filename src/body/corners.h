/* Patches: the corners of the triangles below a node of a tree, each once, stored four side by side for
 * SIMD. The support value of a patch costs a few operations a corner, and is much closer than that of
 * its box where the patch lies askew. A separating axis of two patches settles all their pairs of
 * triangles. */
#ifndef LW_BODY_CORNERS_H
#define LW_BODY_CORNERS_H

#include "body/support_value.h"
#include "math/intrinsics.h"

/* Four corners, side by side. */
struct lw_four_corners {
    lw_doubles_4 x, y, z;
};

/* The corners of a patch. */
struct lw_patch {
    uint32_t first, count; /* its groups of four corners in the geometry's list; the last group may
                              repeat a corner */
    double radius;         /* the largest radius of its triangles */
};

/* Lists the patches of a geometry whose nodes and triangles are set and whose nodes have no patches
 * yet. A patch is a node above triangles alone: at most 4, 8, 32 or 128 of them, where its parent has
 * more than that. Errors: memory. */
lw_status lw_geometry_add_patches(lw_arena *arena, lw_geometry *geometry, lw_error *error);

/* Whether a node is a patch or a leaf. */
static inline bool lw_node_has_corners(const lw_node *node)
{
    return node->child < 0 || node->patch != 0;
}

/* The products of four corners with a direction. */
LW_INLINED void lw_four_products(const struct lw_four_corners *four, vec3 along, lw_doubles_4 *out)
{
    *out = four->x * along.x + four->y * along.y + four->z * along.z;
}

#ifdef LW_HAS_WIDE
LW_WIDE static inline void lw_keep_greater_wide(const lw_doubles_4 *value, lw_doubles_4 *best)
{
    *best = _mm256_max_pd(*value, *best);
}

LW_WIDE static inline void lw_keep_where_wide(const lw_doubles_4 *value, const lw_doubles_4 *best,
                                              int64_t i, lw_mask_of_4 *where)
{
    *where = (lw_mask_of_4)_mm256_blendv_epi8((__m256i)*where, _mm256_set1_epi64x(i),
                                              (__m256i)(*value > *best));
}
#endif

LW_INLINED void lw_keep_greater(const lw_doubles_4 *value, lw_doubles_4 *best, bool fours)
{
#ifdef LW_HAS_WIDE
    if (fours) {
        lw_keep_greater_wide(value, best);
        return;
    }
#endif
    (void)fours;
    lw_mask_of_4 more = *value > *best;
    *best = (lw_doubles_4)(((lw_mask_of_4)*value & more) | ((lw_mask_of_4)*best & ~more));
}

LW_INLINED void lw_keep_where(const lw_doubles_4 *value, const lw_doubles_4 *best, int64_t i,
                              lw_mask_of_4 *where, bool fours)
{
#ifdef LW_HAS_WIDE
    if (fours) {
        lw_keep_where_wide(value, best, i, where);
        return;
    }
#endif
    (void)fours;
    lw_mask_of_4 more = *value > *best;
    *where = (i & more) | (*where & ~more);
}

/* For each of `count` directions, the largest product with a corner of the patch in each of the four
 * lanes. where: for each of these products, the group of four that its corner is in; or NULL. fours:
 * whether the caller is LW_WIDE. For the compiler, count, fours and whether `where` is NULL are
 * constants. */
LW_INLINED void lw_patch_best(const lw_geometry *geometry, const lw_patch *patch, const vec3 *along,
                              lw_doubles_4 *best, lw_mask_of_4 *where, int count, bool fours)
{
    const lw_four_corners *four = &geometry->corners[patch->first];
    for (int k = 0; k < count; k++) {
        lw_four_products(four, along[k], &best[k]);
        if (where)
            where[k] = (lw_mask_of_4){0, 0, 0, 0};
    }
    for (uint32_t i = 1; i < patch->count; i++)
        for (int k = 0; k < count; k++) {
            lw_doubles_4 here;
            lw_four_products(&four[i], along[k], &here);
            if (where)
                lw_keep_where(&here, &best[k], (int64_t)i, &where[k], fours);
            lw_keep_greater(&here, &best[k], fours);
        }
}

/* The support values of a patch along some directions. */
LW_INLINED void lw_patch_support_values(const lw_geometry *geometry, const lw_patch *patch,
                                        const vec3 *along, double *value, int count, bool fours)
{
    lw_doubles_4 best[2];
    lw_patch_best(geometry, patch, along, best, NULL, count, fours);
    for (int k = 0; k < count; k++) {
        value[k] = greater(greater(best[k][0], best[k][1]), greater(best[k][2], best[k][3]));
        if (patch->radius > 0)
            value[k] += patch->radius * norm(along[k]);
    }
}

/* The support vertices of a patch along two directions. */
LW_INLINED void lw_patch_supports(const lw_geometry *geometry, const lw_patch *patch,
                                  const vec3 along[2], vec3 found[2], bool fours)
{
    lw_doubles_4 best[2];
    lw_mask_of_4 where[2];
    lw_patch_best(geometry, patch, along, best, where, 2, fours);
    for (int k = 0; k < 2; k++) {
        int low = best[k][1] > best[k][0] ? 1 : 0;
        int high = best[k][3] > best[k][2] ? 3 : 2;
        int lane = best[k][high] > best[k][low] ? high : low;
        const lw_four_corners *in = &geometry->corners[patch->first + where[k][lane]];
        found[k] = v3(in->x[lane], in->y[lane], in->z[lane]);
    }
}

/* The radius by which the corners of a node are grown. The node must have corners. */
static inline double lw_node_radius(const lw_geometry *geometry, const lw_node *node)
{
    return node->child < 0 ? lw_element_radius(geometry, node->element)
                           : geometry->patches[node->patch].radius;
}

/* The support values of a node that has corners, along two directions; and its support points without
 * the radius. */
LW_INLINED void lw_node_support_values(const lw_geometry *geometry, const lw_node *node,
                                       const vec3 along[2], double value[2], bool fours)
{
    if (node->child >= 0) {
        lw_patch_support_values(geometry, &geometry->patches[node->patch], along, value, 2, fours);
        return;
    }
    for (int k = 0; k < 2; k++)
        value[k] = lw_element_support_value(geometry, node->element, along[k]);
}

LW_INLINED void lw_node_supports(const lw_geometry *geometry, const lw_node *node, const vec3 along[2],
                                 vec3 found[2], bool fours)
{
    if (node->child >= 0) {
        lw_patch_supports(geometry, &geometry->patches[node->patch], along, found, fours);
        return;
    }
    for (int k = 0; k < 2; k++)
        found[k] = lw_element_support(geometry, node->element, along[k]);
}

/* The support value of a node that has corners. */
LW_INLINED double lw_node_support_value(const lw_geometry *geometry, const lw_node *node, vec3 along)
{
    if (node->child < 0)
        return lw_element_support_value(geometry, node->element, along);
    double value = 0;
    lw_patch_support_values(geometry, &geometry->patches[node->patch], &along, &value, 1, false);
    return value;
}

#endif
