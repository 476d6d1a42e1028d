/* The outline of a convex polygon about its middle, quantised to few bits, eight edges or vertices side
 * by side for SIMD: for the search of the widest slab between two polygons
 * (distance/plane/coarse_axes.h). */
#ifndef LW_SHAPE_PLANE_COARSE_OUTLINE_H
#define LW_SHAPE_PLANE_COARSE_OUTLINE_H

#include <stdint.h>

#include "math/vec2.h"

enum {
    LW_COARSE_MOST = 64,  /* polygons of more vertices have none */
    LW_COARSE_ONE = 32767 /* the integer that stands for 1 */
};

/* Edges without length, and the lanes behind the last edge, lie infinitely far out. The lanes behind
 * the last vertex repeat the first one. */
typedef struct lw_coarse_eight {
    float x[8], y[8];       /* the edges' outward normals, times LW_COARSE_ONE, to a float's rounding */
    float out[8];           /* the edges' distances from the middle, to a float's rounding */
    int16_t vertices[8][2]; /* from the middle, in units of extent / LW_COARSE_ONE, rounded */
} lw_coarse_eight;

/* How many eights a polygon of `count` vertices has. */
static inline uint32_t lw_coarse_eights(uint32_t count)
{
    return count <= LW_COARSE_MOST ? (count + 7) / 8 : 0;
}

/* Fills out from count vertices, behind which the first one is repeated. extent: no vertex is farther
 * from the middle. */
void lw_coarse_outline_make(const vec2 *vertices, uint32_t count, vec2 middle, double extent,
                            lw_coarse_eight *out);

#endif
