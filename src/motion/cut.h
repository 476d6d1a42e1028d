/* The rest of a motion: what it does before a time is cut off. */
#ifndef LW_MOTION_CUT_H
#define LW_MOTION_CUT_H

#include "motion/motion.h"

/* Cuts a motion, whose pieces and stages are made, so that it begins at a time of it. */
void lw_motion_drop_before(lw_motion *motion, double time);

#endif
