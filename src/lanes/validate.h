/* Whether a block is as its tests take it to be: for assertions and tests. */
#ifndef LW_LANES_VALIDATE_H
#define LW_LANES_VALIDATE_H

#include "lanes/block.h"

/* What is set up of a scene (lanes/setup.h) and what is left after a test: joints behind those above
 * them, groups of balls that contain their balls, pairs in order, indices that there are, intervals
 * within the block. Error state, with what is wrong and where. */
lw_status lw_block_validate(const lw_block *block, lw_error *error);

#endif
