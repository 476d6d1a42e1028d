/* The functions of one state by itself, dispatched at run time, as lanes/kernel/block.c. */
#include "lanes/lone.h"

#define LW_KERNEL(name) name##_narrow
#include "lanes/kernel/lone_kernel.h"

void lw_lone_pose(lw_block *block, lw_lone *lone)
{
#ifdef LW_HAS_WIDE
    if (lw_has_wide()) {
        lw_lone_pose_wide(block, lone);
        return;
    }
#endif
    lw_lone_pose_narrow(block, lone);
}

void lw_lone_prove(lw_block *block, lw_lone *lone)
{
#ifdef LW_HAS_WIDE
    if (lw_has_wide()) {
        lw_lone_prove_wide(block, lone);
        return;
    }
#endif
    lw_lone_prove_narrow(block, lone);
}
