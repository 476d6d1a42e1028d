/* Bends: bounds on how far points get from the chords of their paths, between the poses of a block. */
#ifndef LW_LANES_BENDS_H
#define LW_LANES_BENDS_H

#include "lanes/setup.h"

/* Fills lw_block.bends from the joints' rates, accelerations and slides over the block's time
 * (lanes/required.c). Bends of joints that are not posed have no meaning. */
void lw_lanes_set_bends(lw_lanes *lanes);

#endif
