/* The values of all variables at a state, without a motion. */
#ifndef LW_MOTION_STATE_H
#define LW_MOTION_STATE_H

#include "scene/frozen.h"

/* Sets the values of a scene's variables, each so many doubles behind the one before it, to those that
 * lw_motion_value gives, to the bit, once lw_motion_set was given a path of one waypoint, which is the
 * row; no joint may be floating. False where lw_motion_set would fail or have something to tell. */
bool lw_state_values(const lw_frozen *frozen, const lw_joints *joints, const double *row,
                     double *values, size_t stride);

#endif
