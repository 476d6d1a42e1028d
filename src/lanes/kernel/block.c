/* The functions of a block, dispatched at run time: the form for AVX2 (lanes/kernel/block_wide.c) where
 * the processor has it, else the form for any processor, which is compiled here. */
#include "lanes/block.h"

#define LW_KERNEL(name) name##_narrow
#include "lanes/kernel/kernel.h"

void lw_block_pose(lw_block *block)
{
#ifdef LW_HAS_WIDE
    if (lw_has_wide()) {
        lw_block_pose_wide(block);
        return;
    }
#endif
    lw_block_pose_narrow(block);
}

void lw_block_place(lw_block *block)
{
#ifdef LW_HAS_WIDE
    if (lw_has_wide()) {
        lw_block_place_wide(block);
        return;
    }
#endif
    lw_block_place_narrow(block);
}

void lw_block_seek_obstacles(lw_block *block)
{
#ifdef LW_HAS_WIDE
    if (lw_has_wide()) {
        lw_block_seek_obstacles_wide(block);
        return;
    }
#endif
    lw_block_seek_obstacles_narrow(block);
}

unsigned lw_block_contacts(lw_block *block)
{
#ifdef LW_HAS_WIDE
    if (lw_has_wide())
        return lw_block_contacts_wide(block);
#endif
    return lw_block_contacts_narrow(block);
}

int lw_block_nearest_pose(lw_block *block, const lw_block_rest *rest, size_t count)
{
#ifdef LW_HAS_WIDE
    if (lw_has_wide())
        return lw_block_nearest_pose_wide(block, rest, count);
#endif
    return lw_block_nearest_pose_narrow(block, rest, count);
}

void lw_block_prove_obstacles(lw_block *block)
{
#ifdef LW_HAS_WIDE
    if (lw_has_wide()) {
        lw_block_prove_obstacles_wide(block);
        return;
    }
#endif
    lw_block_prove_obstacles_narrow(block);
}

void lw_block_prove_pairs(lw_block *block)
{
#ifdef LW_HAS_WIDE
    if (lw_has_wide()) {
        lw_block_prove_pairs_wide(block);
        return;
    }
#endif
    lw_block_prove_pairs_narrow(block);
}

void lw_block_prove_rest(lw_block *block, const lw_block_rest *rest, size_t count)
{
#ifdef LW_HAS_WIDE
    if (lw_has_wide()) {
        lw_block_prove_rest_wide(block, rest, count);
        return;
    }
#endif
    lw_block_prove_rest_narrow(block, rest, count);
}
