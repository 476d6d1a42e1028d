/* The values of a state by itself, and what it needs. */
#include "lanes/lone.h"

#include "lanes/needs.h"

#include <string.h>

static double value_of(const lw_lanes *lanes, const lw_elementary_joint *own)
{
    return own->variable < 0
               ? own->offset
               : own->offset + own->multiplier * lanes->values[(size_t)own->variable * LW_LANES];
}

/* The values of eight joints, or as many as there are. */
static void set_values(const lw_lanes *lanes, lw_lone *lone, size_t first)
{
    const lw_elementary_joint *joints = lanes->frozen->chains->elementary + first;
    size_t count = lanes->block.joint_count - first;
    double angles[LW_LANES] = {0};
    for (size_t k = 0; k < LW_LANES && k < count; k++)
        if (joints[k].kind == LW_ELEMENTARY_REVOLUTE)
            angles[k] = value_of(lanes, &joints[k]);
    lw_lanes_take_turns(angles, lone->values + first, lone->quarters + first);
    for (size_t k = 0; k < LW_LANES && k < count; k++)
        if (joints[k].kind == LW_ELEMENTARY_PRISMATIC)
            lone->values[first + k] = (float)value_of(lanes, &joints[k]);
}

void lw_lone_set(lw_lanes *lanes, lw_lone *lone)
{
    for (size_t first = 0; first < lanes->block.joint_count; first += LW_LANES)
        set_values(lanes, lone, first);
    if (lone->known && lw_lanes_needs_own(lanes, 0, lone->sizes))
        return;
    for (size_t i = 0; i < lanes->frozen->chains->variable_count; i++)
        for (size_t lane = 1; lane < LW_LANES; lane++)
            lanes->values[i * LW_LANES + lane] = lanes->values[i * LW_LANES];
    lw_lanes_set_states(lanes);
    lw_lone_take_needs(&lanes->block, lone);
    memcpy(lone->sizes, lanes->sizes, lanes->block.joint_count * sizeof *lone->sizes);
    lone->known = true;
}
