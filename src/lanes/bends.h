/* How far points get from the chords of their paths, between the poses of a block. */
#ifndef LW_LANES_BENDS_H
#define LW_LANES_BENDS_H

#include "lanes/setup.h"

/* Fills the block's bends, of what no matter what is not posed: from rates, accelerations and slides on
 * intervals (lanes/needs.c). */
void lw_lanes_set_bends(lw_lanes *lanes);

#endif
