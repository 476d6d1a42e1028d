/* The values of all variables at a state, without a motion. */
#include "motion/state.h"

#include "motion/track.h"

/* Whether a motion takes a value without an error and without a notice. */
static bool is_taken(const lw_frozen_joint *joint, size_t width, double value)
{
    bool limited = width == 1 && joint->kind != LW_JOINT_CONTINUOUS;
    return fabs(value) <= LW_LARGEST && !(limited && lw_beyond_limits(joint, value) > LW_LIMIT_SLACK);
}

bool lw_state_values(const lw_frozen *frozen, const lw_joints *joints, const double *row,
                     double *values, size_t stride)
{
    const lw_chains *chains = frozen->chains;
    for (size_t i = 0; i < chains->variable_count; i++)
        values[i * stride] = frozen->rest[i];
    for (size_t i = 0; i < joints->count; i++) {
        const lw_frozen_joint *joint = &chains->joints[joints->joints[i]];
        size_t width = lw_joint_value_count(joint->kind);
        double *own = values + (size_t)joint->variable * stride;
        for (size_t k = 0; k < width; k++) {
            if (!is_taken(joint, width, row[k]))
                return false;
            own[k * stride] = row[k];
        }
        row += width;
    }
    return true;
}
