/* Tracks: one robot's waypoints as splines. */
#ifndef LW_MOTION_TRACK_H
#define LW_MOTION_TRACK_H

#include "motion/motion.h"

/* How far beyond a limit a value may be without a notice: files round. */
#define LW_LIMIT_SLACK 1e-6

/* The least time between waypoints, whose powers must not leave the range of a double. */
#define LW_SHORTEST_PIECE 1e-15

/* The index of the value of a joint that turns without end, and goes the shorter way in paths: the only
 * value of a continuous joint, the heading of a planar one. -1: there is none. */
static inline int lw_turning_value(const lw_frozen_joint *joint)
{
    return joint->kind == LW_JOINT_CONTINUOUS ? 0 : joint->kind == LW_JOINT_PLANAR ? 2 : -1;
}

/* How far the value of a joint of one value is beyond its limits; negative within them. */
static inline double lw_beyond_limits(const lw_frozen_joint *joint, double value)
{
    return greater(joint->lower - value, value - joint->upper);
}

/* Compiles a track into `track`, whose memory is kept and grown. The motion keeps the notices. */
lw_status lw_track_compile(lw_motion *motion, const lw_track *def, const lw_joints *joints,
                           lw_motion_track *track, lw_error *error);

/* Sets all of a track except its times, coefficients and slots, for which it makes room. Error: memory.
 */
lw_status lw_track_lay_out(lw_motion_track *track, const lw_joints *joints, size_t pieces, int degree,
                           lw_error *error);

/* Makes room for a track's arrays, by its counts, and points them there. Their contents are lost.
 * Error: memory. */
lw_status lw_track_take_memory(lw_motion_track *track, lw_error *error);

/* A copy with memory of its own, which lw_track_free frees. Error: memory; then there is nothing to
 * free. */
lw_status lw_track_copy(const lw_motion_track *from, lw_motion_track *to, lw_error *error);

/* Frees the track's memory. A zeroed track has none. */
void lw_track_free(lw_motion_track *track);

/* The slots of a floating joint that moves straight and turns at a constant rate from one pose to
 * another (slerp), the shorter way; angle: how far it turns. The coordinates are then x, y, z of the
 * position, in the joint's parent frame, and u * angle. */
void lw_slots_slerp(const lw_frozen_joint *joint, lw_pose from, lw_pose to,
                    pose slots[LW_FLOATING_SLOTS], double *angle);

/* The interpolation that a track asks for, the default resolved. */
lw_interpolation lw_track_interpolation(const lw_track *def);

#endif
