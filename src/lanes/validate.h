/* Validates a block: whether it is as its tests take it to be. For assertions and tests. */
#ifndef LW_LANES_VALIDATE_H
#define LW_LANES_VALIDATE_H

#include "lanes/block.h"

/* Checks the part that is set up from a scene (lanes/setup.h), and the list of unproven pairs: joints
 * behind those above them, groups whose balls contain those of the group (unless there is one group
 * only), pairs in order, indices in range, intervals within the block. Errors: state, with the fault
 * and its place. */
lw_status lw_block_validate(const lw_block *block, lw_error *error);

#endif
