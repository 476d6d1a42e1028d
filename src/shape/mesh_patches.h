/* The patches from which a mesh is repaired: connected faces with one orientation, and groups of
 * patches that are closed only together. */
#ifndef LW_SHAPE_MESH_PATCHES_H
#define LW_SHAPE_MESH_PATCHES_H

#include "shape/mesh_faces.h"

/* Faces that are connected over edges of two sides. A group consists of patches that are closed only
 * together; its first patch stands for it, and the fields of that patch are the group's. */
typedef struct lw_patch {
    uint32_t parent; /* union-find: itself for the first of a group */
    double area;     /* area of the faces that have an orientation in the file */
    double kept;     /* area of the faces that keep this orientation */
    int32_t net;     /* scratch: its sides at the current edge, minus those in the other direction */
    uint32_t first_face, first_gap;
} lw_patch;

/* A missing side: one that would balance an edge. */
typedef struct lw_gap {
    uint32_t from, to;
    uint32_t patch;
    uint32_t component;
    uint32_t next;     /* gap of the group */
    uint32_t next_out; /* scratch for walks along gaps: the next one from the same vertex */
} lw_gap;

typedef struct lw_patches {
    struct {
        lw_patch *items;
        size_t count, capacity;
    } all;
    struct {
        lw_gap *items;
        size_t count, capacity;
    } gaps;
    uint32_t *next_face; /* face -> the next face of its group; as long as the array of faces */
} lw_patches;

/* Finds the patches of the faces that have sides, and turns the faces: each patch is oriented as most
 * of its area is in the file. patches is zeroed before the first call and may be reused. Errors:
 * memory; call lw_patches_free in any case. */
lw_status lw_patches_find(lw_patches *patches, lw_faces *faces, lw_error *error);
void lw_patches_free(lw_patches *patches);

#endif
