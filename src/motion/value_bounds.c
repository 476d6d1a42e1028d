/* Bounds on the values of joints. */
#include "motion/value_bounds.h"

#include "base/array.h"
#include "base/error.h"

lw_status lw_value_bounds_add(lw_motion *motion, int32_t variable, double lower, double upper,
                              lw_error *error)
{
    if (!LW_ARRAY_GROW(&motion->bounds))
        return lw_fail_memory(error);
    motion->bounds.items[motion->bounds.count++] = (lw_value_bounds){variable, lower, upper};
    motion->is_segment = false; /* so that the next segment forgets the bounds */
    return LW_OK;
}

size_t lw_motion_bounds(const lw_motion *motion, size_t joint, double *lower, double *upper)
{
    const lw_chains *chains = motion->chains;
    if (joint >= chains->joint_count)
        return 0;
    const lw_frozen_joint *of = &chains->joints[joint];
    const size_t count = lw_joint_value_count(of->kind);
    for (size_t i = 0; i < count; i++) {
        lower[i] = -HUGE_VAL;
        upper[i] = HUGE_VAL;
    }
    for (size_t i = 0; i < motion->bounds.count; i++) {
        const lw_value_bounds *bounds = &motion->bounds.items[i];
        const int64_t value = (int64_t)bounds->variable - of->variable;
        if (of->variable < 0 || of->mimic >= 0 || value < 0 || value >= (int64_t)count)
            continue;
        lower[value] = greater(lower[value], bounds->lower);
        upper[value] = lesser(upper[value], bounds->upper);
    }
    return count;
}
