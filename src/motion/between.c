/* Whether a motion moves two bodies against each other: goes up the elementary joints of both, from the
 * later one, until the two are one. Parents come before their children. */
#include "motion/between.h"

/* Whether a track of the motion moves a variable. */
static bool moves(const lw_motion *motion, int32_t variable)
{
    for (size_t i = 0; i < motion->tracks.count && variable >= 0; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        for (size_t k = 0; k < track->column_count; k++)
            if (track->variables[k] == variable)
                return true;
    }
    return false;
}

bool lw_motion_moves_between(const lw_motion *motion, size_t a, size_t b)
{
    const lw_frozen *frozen = motion->scene->frozen;
    const lw_elementary_joint *joints = motion->chains->elementary;
    int32_t one = lw_frozen_body(frozen, a)->elementary;
    int32_t other = lw_frozen_body(frozen, b)->elementary;
    while (one != other) {
        int32_t *later = one > other ? &one : &other;
        if (moves(motion, joints[*later].variable))
            return true;
        *later = joints[*later].parent;
    }
    return false;
}
