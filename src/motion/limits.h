/* Whether a motion keeps the limits of joints: the first violation of some kinds. */
#ifndef LW_MOTION_LIMITS_H
#define LW_MOTION_LIMITS_H

#include "leeway/limits.h"

/* Finds the first violation, by its begin, of the kinds whose bits (1 << lw_limit_kind) are set, among
 * joints that a track moves. False: there is none. slack: as in lw_motion_limits. */
bool lw_limits_first(const lw_motion *motion, unsigned kinds, double slack, lw_violation *out);

#endif
