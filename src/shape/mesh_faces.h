/* The faces from which a mesh is repaired, and the edges at which they meet. */
#ifndef LW_SHAPE_MESH_FACES_H
#define LW_SHAPE_MESH_FACES_H

#include "base/array.h"
#include "base/error.h"
#include "shape/mesh.h"
#include "shape/mesh_weld.h"

#define LW_MESH_NONE UINT32_MAX

/* A triangle over joined vertices. */
typedef struct lw_face {
    uint32_t corner[3];
    uint32_t component; /* the component of the first triangle that it stands for */
    int32_t net;        /* triangles with its orientation, minus those with the opposite one */
    double area;
    uint32_t first_side;
    uint32_t side_count; /* 0: lw_faces_find_edges left the face out */
    uint32_t patch;      /* shape/mesh_patches.h */
    bool flipped;        /* its orientation is opposite to that of `corner` */
    bool done;           /* it is part of a shell, or never will be */
} lw_face;

/* A section of a face's outline, between two vertices. */
typedef struct lw_face_side {
    uint32_t from, to;
    uint32_t face;
    uint32_t edge;
    uint32_t next; /* the next side of the same edge */
} lw_face_side;

/* Two vertices, with all sides between them. */
typedef struct lw_edge {
    uint32_t ends[2]; /* the smaller first */
    uint32_t first;   /* side */
    uint32_t count;
} lw_edge;

typedef struct lw_faces {
    const lw_mesh *mesh;
    double tolerance;
    uint32_t *joined;  /* vertex -> the vertex that it is welded to */
    uint32_t *face_of; /* triangle -> face; LW_MESH_NONE: none */
    lw_face *items;
    uint32_t count;
    struct {
        lw_face_side *items;
        size_t count, capacity;
    } sides;
    struct {
        lw_edge *items;
        size_t count, capacity;
    } edges;
    uint32_t *slots; /* a hash table */
    uint64_t mask;
} lw_faces;

/* Whether a component has to be repaired: it is open, or closed and encloses nothing. */
bool lw_mesh_component_is_repaired(const lw_mesh_component *component);

/* Makes the faces of the components that have to be repaired; vertices nearer than the tolerance are
 * joined. Errors: memory. Call lw_faces_free in any case. */
lw_status lw_faces_create(lw_faces *faces, const lw_mesh *mesh, double tolerance, lw_error *error);

/* Finds the sides of the faces that are not done, cut where vertices lie on them, and their edges.
 * balanced: faces that occur as often in either orientation are left out. Errors: memory. */
lw_status lw_faces_find_edges(lw_faces *faces, bool balanced, lw_error *error);

void lw_faces_free(lw_faces *faces);

#endif
