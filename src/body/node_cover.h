/* A cover of a cloud or an octree. */
#ifndef LW_BODY_NODE_COVER_H
#define LW_BODY_NODE_COVER_H

#include "body/cover.h"

/* Covers a cloud or the boxes of an octree with `balls` balls, or 32 if that is more, but with no more
 * than it has elements: each is about what lies below one node of the tree. The node with the largest
 * ball is divided next. Errors: memory. */
lw_status lw_cover_of_nodes(lw_arena *arena, const lw_geometry *geometry, uint32_t balls,
                            const lw_cover **out, lw_error *error);

#endif
