/* Affine maps: the transforms of the nodes in mesh files. */
#ifndef LW_IO_MESH_AFFINE_H
#define LW_IO_MESH_AFFINE_H

#include <stdbool.h>

#include "math/vec.h"

/* The images of the three axes, and of the origin. */
typedef struct lw_affine {
    vec3 x, y, z, origin;
} lw_affine;

static inline lw_affine lw_affine_scale(double x, double y, double z)
{
    return (lw_affine){{x, 0, 0}, {0, y, 0}, {0, 0, z}, {0, 0, 0}};
}

static inline vec3 lw_affine_linear(const lw_affine *a, vec3 v)
{
    return add(add(scale(v.x, a->x), scale(v.y, a->y)), scale(v.z, a->z));
}

static inline vec3 lw_affine_apply(const lw_affine *a, vec3 v)
{
    return add(lw_affine_linear(a, v), a->origin);
}

/* first b, then a */
static inline lw_affine lw_affine_compose(const lw_affine *a, const lw_affine *b)
{
    return (lw_affine){lw_affine_linear(a, b->x), lw_affine_linear(a, b->y), lw_affine_linear(a, b->z),
                       lw_affine_apply(a, b->origin)};
}

/* Whether the map mirrors (negative determinant): the corners of polygons must then be reversed, or the
 * outside would become the inside. */
static inline bool lw_affine_mirrors(const lw_affine *a)
{
    return dot(cross(a->x, a->y), a->z) < 0;
}

#endif
