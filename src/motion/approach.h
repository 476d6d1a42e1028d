/* The approach of a trajectory: the way from the values of its joints at time 0 to a first waypoint at
 * a later time. */
#ifndef LW_MOTION_APPROACH_H
#define LW_MOTION_APPROACH_H

#include "motion/motion.h"

/* Gives in *out the track to compile, and in *approaches whether it has an approach. If so, its first
 * waypoint is the beginning of the approach, which is not in the definition. The arrays of *out live in
 * the motion until the next call. The definition must be valid. Errors: argument (the start is not
 * finite, the first time is too small), memory, those of notices. */
lw_status lw_approach_take(lw_motion *motion, const lw_track *def, const lw_joints *joints,
                           lw_track *out, bool *approaches, lw_error *error);

/* Gives a notice of the joints whose values at the beginning of an approach neither the scene nor the
 * caller has stated. given: per joint, whether the caller has stated it; NULL: none. first: the first
 * time. */
lw_status lw_approach_notice(lw_motion *motion, const lw_joints *joints, const bool *given,
                             double first, lw_error *error);

/* Leaves out the approach of a compiled track, which then waits at its first waypoint. The arrays of
 * the track no longer begin where its memory does, so lw_track_copy must not copy it. */
void lw_approach_leave_out(lw_motion_track *track);

#endif
