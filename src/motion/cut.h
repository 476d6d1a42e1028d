/* Cuts a motion: leaves out the part of it before a time. */
#ifndef LW_MOTION_CUT_H
#define LW_MOTION_CUT_H

#include "motion/motion.h"

/* Cuts a motion, whose pieces and stages are made, so that it begins at a time of it. */
void lw_motion_drop_before(lw_motion *motion, double time);

#endif
