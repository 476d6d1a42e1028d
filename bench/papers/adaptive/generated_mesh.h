/* Triangle meshes of simple bodies, refined to a chosen number of triangles. */
#ifndef LW_PAPERS_GENERATED_MESH_H
#define LW_PAPERS_GENERATED_MESH_H

#include "leeway/leeway.h"

typedef enum lw_generated_kind {
    LW_GENERATED_CAPSULE,
    LW_GENERATED_CYLINDER,
    LW_GENERATED_BOX
} lw_generated_kind;

/* Capsules and cylinders stand on z, their middle at the origin, with `sectors` around and `rings` of
 * vertices between their two poles: 2 sectors rings triangles. A box has cells[0] cells along x and so
 * on: 4 (cells[0] cells[1] + cells[1] cells[2] + cells[2] cells[0]) triangles. */
typedef struct lw_generated_mesh {
    lw_generated_kind kind;
    double radius, length;   /* metres; a capsule's length is that between its caps; 0: a sphere */
    uint32_t sectors, rings; /* at least 3 sectors, 2 rings */
    lw_vec3 size;
    uint32_t cells[3]; /* at least 1 */
} lw_generated_mesh;

size_t lw_generated_triangles(const lw_generated_mesh *mesh);

/* Makes a shape with arrays of its own, which lw_generated_drop frees; a zeroed shape may be dropped
 * too. The corners of a capsule lie on it, its triangles inside. Errors: memory. */
lw_status lw_generated_make(const lw_generated_mesh *mesh, lw_shape_def *out, lw_error *error);
void lw_generated_drop(lw_shape_def *shape);

#endif
