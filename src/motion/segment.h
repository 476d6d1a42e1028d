/* Segments from one configuration to another. */
#ifndef LW_MOTION_SEGMENT_H
#define LW_MOTION_SEGMENT_H

#include "motion/motion.h"

/* Sets the ends of a motion that is a segment of the same joints already, if nothing else differs: no
 * notice is due, and all joints go straight. False: the motion is as it was, and the segment must be
 * set as a path of two waypoints. */
bool lw_segment_set_ends(lw_motion *motion, const lw_joints *joints, const double *from,
                         const double *to, bool no_wrap);

#endif
