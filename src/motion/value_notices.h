/* Notices of the values of a motion: those outside their joints' limits, and quaternions that are not
 * of unit length. */
#ifndef LW_MOTION_VALUE_NOTICES_H
#define LW_MOTION_VALUE_NOTICES_H

#include "motion/track.h"

/* Give a notice where a value of a joint, or one of a track's, is outside the limits; of a track one
 * per joint, for its worst waypoint. An error where the scene's limits or its notices are strict. */
lw_status lw_limits_notice(lw_motion *motion, const lw_frozen_joint *joint, double value,
                           lw_error *error);
lw_status lw_limits_check(lw_motion *motion, const lw_track *def, const lw_joints *joints,
                          lw_error *error);

/* Give a notice where a quaternion of a floating joint is far from unit length; of a track one per
 * joint, for the first. column: of the joint's first value. */
lw_status lw_length_notice(lw_motion *motion, const lw_frozen_joint *joint, lw_quat orientation,
                           lw_error *error);
lw_status lw_lengths_check(lw_motion *motion, const lw_track *def, const lw_frozen_joint *joint,
                           size_t column, size_t stride, lw_error *error);

#endif
