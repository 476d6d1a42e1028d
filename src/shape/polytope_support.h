/* The farthest vertex of a polytope, and polytopes placed, as fast as the processor can. */
#ifndef LW_SHAPE_POLYTOPE_SUPPORT_H
#define LW_SHAPE_POLYTOPE_SUPPORT_H

#include "shape/polytope.h"

/* The vertex that is farthest along a direction, Hong's (3.8), and with it the greatest product, (3.7);
 * finds it in wide registers where the processor has them, with the same bits. */
vec3 lw_polytope_support(const lw_polytope *polytope, vec3 direction, uint32_t *vertex);

/* Blocks as transform places each of their points; their vertices' names stay behind. */
void lw_polytope_pose_blocks(const pose *at, const lw_polytope_block *from, uint32_t count,
                             lw_polytope_block *to);

#endif
