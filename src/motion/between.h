/* Whether a motion moves two bodies against each other. */
#ifndef LW_MOTION_BETWEEN_H
#define LW_MOTION_BETWEEN_H

#include "motion/motion.h"

/* Whether a joint that the motion moves is between two bodies of its scene, or between one of them and
 * the world; even if the joint leaves their distance as it is, as a turn may do. False: they keep their
 * places relative to each other. Joints that move both bodies do not count. */
bool lw_motion_moves_between(const lw_motion *motion, size_t a, size_t b);

#endif
