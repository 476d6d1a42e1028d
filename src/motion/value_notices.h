/* Notices of the values of a motion: those outside their joints' limits, and quaternions that are not
 * of unit length. */
#ifndef LW_MOTION_VALUE_NOTICES_H
#define LW_MOTION_VALUE_NOTICES_H

#include "motion/track.h"

/* Give a notice where a value is outside its joint's limits: lw_limits_notice for one value,
 * lw_limits_check for the waypoints of a track, with one notice for each joint, about the waypoint that
 * is farthest outside. An error where the scene's limits or its notices are strict. */
lw_status lw_limits_notice(lw_motion *motion, const lw_frozen_joint *joint, double value,
                           lw_error *error);
lw_status lw_limits_check(lw_motion *motion, const lw_track *def, const lw_joints *joints,
                          lw_error *error);

/* Likewise where values between the waypoints of a compiled track are outside, farther than at the
 * waypoints: one notice for each joint, about the value that is farthest outside. knots: there are no
 * waypoints, so that values where two pieces meet count, too. */
lw_status lw_limits_between(lw_motion *motion, const lw_motion_track *track, const lw_joints *joints,
                            bool knots, lw_error *error);

/* Give a notice where a quaternion of a floating joint is far from unit length: lw_length_notice for
 * one quaternion, lw_lengths_check for the waypoints of a track, with one notice about the first such
 * waypoint. column: of the joint's first value. */
lw_status lw_length_notice(lw_motion *motion, const lw_frozen_joint *joint, lw_quat orientation,
                           lw_error *error);
lw_status lw_lengths_check(lw_motion *motion, const lw_track *def, const lw_frozen_joint *joint,
                           size_t column, size_t stride, lw_error *error);

#endif
