/* The rounding error of a body's pose in doubles, as blocks have to allow for. */
#ifndef LW_TEST_POSE_ERROR_H
#define LW_TEST_POSE_ERROR_H

#include "math/rounding.h"
#include "motion/forward_kinematics.h"

#include <math.h>

/* The error of a body's pose if each sliding joint is as long as at the sample. (kinematics.error uses
 * the size of the joint's curve instead, which may be far larger.) stands: the values are those of a
 * state, so there is no rounding of a curve, and angles too have their actual size. *slides: out, the
 * rounding errors of the values of sliding joints. */
static inline double pose_error_at(const lw_kinematics *kinematics, size_t body, bool stands,
                                   double *slides)
{
    const lw_frozen *frozen = kinematics->frozen;
    const lw_body *own = &frozen->moving[body];
    *slides = 0;
    if (own->elementary < 0)
        return kinematics->error[body];
    double turns = kinematics->elementary[own->elementary].turns;
    double length = kinematics->elementary[own->elementary].length;
    for (int32_t f = own->elementary; f >= 0; f = frozen->chains->elementary[f].parent) {
        const lw_elementary_joint *joint = &frozen->chains->elementary[f];
        if (joint->variable < 0)
            continue;
        double size = fabs(joint->offset) +
                      fabs(joint->multiplier) * kinematics->coordinates.magnitude[joint->variable];
        double value =
            fabs(joint->offset + joint->multiplier * kinematics->coordinates.value[joint->variable]);
        if (joint->kind == LW_ELEMENTARY_PRISMATIC) {
            length -= size - value;
            *slides += LW_POSE_ROUNDING * (stands ? value : size);
        } else if (stands) {
            turns -= size - value;
        }
    }
    return LW_POSE_ROUNDING * (turns + own->composed.steps + 1) * (length + own->composed.length);
}

#endif
