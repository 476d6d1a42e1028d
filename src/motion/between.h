/* Whether a motion moves two bodies against each other. */
#ifndef LW_MOTION_BETWEEN_H
#define LW_MOTION_BETWEEN_H

#include "motion/motion.h"

/* Whether a joint that the motion moves is between two bodies of its scene, or between one of them and
 * the world; whatever the joint then does, as a turn that leaves their distance as it is. false: they
 * stay as they are to each other. Joints that both bodies hang from do not count. */
bool lw_motion_moves_between(const lw_motion *motion, size_t a, size_t b);

#endif
