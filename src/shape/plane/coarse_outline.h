/* The outline of a convex polygon about its middle in few bits, eight edges or vertices side by side:
 * for the search of the widest slab between two polygons (distance/plane/coarse_axes.h). */
#ifndef LW_SHAPE_PLANE_COARSE_OUTLINE_H
#define LW_SHAPE_PLANE_COARSE_OUTLINE_H

#include <stdint.h>

#include "math/vec2.h"

enum {
    LW_COARSE_MOST = 64,  /* polygons of more vertices have none */
    LW_COARSE_ONE = 32767 /* what stands for 1 */
};

/* Behind the last edge there are some that lie infinitely far out, as those do that have no length;
 * behind the last vertex the first comes again. */
typedef struct lw_coarse_eight {
    float x[8], y[8];       /* the edges' outward normals, times LW_COARSE_ONE, to a float's rounding */
    float out[8];           /* how far out from the middle the edges lie along them, to the same */
    int16_t vertices[8][2]; /* from the middle, the extent being LW_COARSE_ONE, to the nearest */
} lw_coarse_eight;

/* How many eights there are for so many vertices. */
static inline uint32_t lw_coarse_eights(uint32_t count)
{
    return count <= LW_COARSE_MOST ? (count + 7) / 8 : 0;
}

/* Of count vertices and the first once more; extent: none is farther from the middle. */
void lw_coarse_outline_make(const vec2 *vertices, uint32_t count, vec2 middle, double extent,
                            lw_coarse_eight *out);

#endif
