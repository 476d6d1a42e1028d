/* Bounds on the values of joints that the setter of a motion asks for: the joint constraints of a
 * planning request. The motion keeps them for planners, which plan within them. */
#ifndef LW_MOTION_VALUE_BOUNDS_H
#define LW_MOTION_VALUE_BOUNDS_H

#include "motion/motion.h"

/* Adds bounds of a variable of a motion that is set. Error: memory. */
lw_status lw_value_bounds_add(lw_motion *motion, int32_t variable, double lower, double upper,
                              lw_error *error);

#endif
