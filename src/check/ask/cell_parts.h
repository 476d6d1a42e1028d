/* Parts of claims about two bodies that are cut into slices (body/slices.h). */
#ifndef LW_CHECK_ASK_CELL_PARTS_H
#define LW_CHECK_ASK_CELL_PARTS_H

#include "body/geometry.h"
#include "lanes/record.h"
#include "leeway/look.h"

/* the most pairs of slices, and of hulls, that are tried (lanes/kernel/hulls.h) */
enum { LW_MOST_CELL_PARTS = 64 };

/* Makes as few parts as it can, by the rule of the chord, which together are all of two bodies on an
 * interval of a block: each names a node of either body's tree of cells, of which one direction
 * separates all. A body without slices is whole, or is made of its hulls. Normals are in the common
 * frame. Returns how many parts there are: 0 where the directions leave slices out, or the slices of a
 * body are not cells. */
size_t lw_cell_parts(const lw_geometry *const bodies[2], const lw_recorded_slices *directions,
                     size_t count, int interval, lw_claim_part parts[LW_MOST_CELL_PARTS]);

#endif
