/* The support function of a polytope, and the posing of its points, vectorised. */
#ifndef LW_SHAPE_POLYTOPE_SUPPORT_H
#define LW_SHAPE_POLYTOPE_SUPPORT_H

#include "shape/polytope.h"

/* The support vertex along a direction, Hong's (3.8), which has the largest product, (3.7). It uses
 * wide registers where the processor has them, with the same bits. */
vec3 lw_polytope_support(const lw_polytope *polytope, vec3 direction, uint32_t *vertex);

/* Transforms each point of the blocks, with the bits of `transform`; vertex indices are not copied. */
void lw_polytope_pose_blocks(const pose *at, const lw_polytope_block *from, uint32_t count,
                             lw_polytope_block *to);

#endif
