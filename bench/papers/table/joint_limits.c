/* The limits of elementary joints. */
#include "table/joint_limits.h"

bool lw_coordinate_limits(const lw_chains *chains, const lw_elementary_joint *joint, double *lower,
                          double *upper)
{
    for (size_t i = 0; i < chains->joint_count; i++) {
        const lw_frozen_joint *owner = &chains->joints[i];
        if (owner->variable != joint->variable || owner->mimic >= 0 || owner->lower == -HUGE_VAL)
            continue;
        double ends[2] = {joint->multiplier * owner->lower + joint->offset,
                          joint->multiplier * owner->upper + joint->offset};
        *lower = lesser(ends[0], ends[1]);
        *upper = greater(ends[0], ends[1]);
        return true;
    }
    return false;
}
