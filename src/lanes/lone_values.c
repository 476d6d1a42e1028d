/* The values of one state by itself, and its required distances. */
#include "lanes/lone.h"

#include "lanes/required.h"

#include <string.h>

static double value_of(const lw_lanes *lanes, const lw_elementary_joint *own)
{
    return own->variable < 0
               ? own->offset
               : own->offset + own->multiplier * lanes->values[(size_t)own->variable * LW_LANES];
}

void lw_lone_set(lw_lanes *lanes, lw_lone *lone)
{
    for (size_t i = 0; i < lanes->block.joint_count; i++)
        lone->values[i] = value_of(lanes, &lanes->frozen->chains->elementary[i]);
    lanes->block.posed = &lanes->each;
    if (lone->known && lw_lanes_required_is_own(lanes, 0, lone->sizes))
        return;
    lw_lanes_set_states(lanes);
    lw_lone_take_required(&lanes->block, lone);
    memcpy(lone->sizes, lanes->sizes, lanes->block.joint_count * sizeof *lone->sizes);
    lone->known = true;
}
