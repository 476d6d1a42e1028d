/* The tests of a block of states, dispatched at run time, as lanes/kernel/block.c. */
#include "lanes/block.h"

#define LW_KERNEL_STATES
#define LW_KERNEL(name) name##_states_narrow
#include "lanes/kernel/kernel.h"

void lw_block_prove_states(lw_block *block)
{
#ifdef LW_HAS_WIDE
    if (lw_has_wide()) {
        lw_block_prove_states_wide(block);
        return;
    }
#endif
    lw_block_prove_states_narrow(block);
}
