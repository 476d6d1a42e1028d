/* Patches of a mesh's repair: faces that hang together, turned alike, and which of them need each other
 * to be closed. */
#ifndef LW_SHAPE_MESH_PATCHES_H
#define LW_SHAPE_MESH_PATCHES_H

#include "shape/mesh_faces.h"

/* What hangs together over edges of two sides. A group is patches that need each other to be closed;
 * its first patch stands for it, and its fields are then the group's. */
typedef struct lw_patch {
    uint32_t parent; /* union-find: itself for the first of a group */
    double area;     /* that has an orientation in the file */
    double kept;     /* of that, what keeps it */
    int32_t net;     /* scratch: sides at the edge that is looked at */
    uint32_t first_face, first_gap;
} lw_patch;

/* A side that has no other one against it. */
typedef struct lw_gap {
    uint32_t from, to;
    uint32_t patch;
    uint32_t component;
    uint32_t next;     /* of the group */
    uint32_t next_out; /* scratch of those who walk along them: of those from the same vertex */
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
    uint32_t *next_face; /* of a group; made for one set of faces */
} lw_patches;

/* The patches of the faces that have sides. Turns the faces: each patch is oriented as most of its area
 * is in the file. patches is zeroed at first, and reused then. Errors: memory; free it in any case. */
lw_status lw_patches_find(lw_patches *patches, lw_faces *faces, lw_error *error);
void lw_patches_free(lw_patches *patches);

#endif
