/* What the tests of a block need: how far balls must be apart at the poses for their bodies to be apart
 * all the way between them. */
#ifndef LW_LANES_NEEDS_H
#define LW_LANES_NEEDS_H

#include "lanes/setup.h"

/* Fills the block's values and needs, for a motion at times of a piece that lie at most `interval`
 * apart. */
void lw_lanes_set(lw_lanes *lanes, const lw_motion *motion, size_t piece, const double times[LW_LANES],
                  double interval);

#endif
