/* Segments from one configuration to another. */
#ifndef LW_MOTION_SEGMENT_H
#define LW_MOTION_SEGMENT_H

#include "motion/motion.h"

/* Sets a motion to a segment where it is one already, of the same joints, and nothing but the ends
 * differs: no notice is to be given, and no joint goes another way than straight. False: it is to be
 * set as a path, and is as it was. */
bool lw_segment_set_ends(lw_motion *motion, const lw_joints *joints, const double *from,
                         const double *to, bool no_wrap);

#endif
