/* The values of all variables at a state, without a motion. */
#ifndef LW_MOTION_STATE_H
#define LW_MOTION_STATE_H

#include "scene/frozen.h"

/* Sets the values of a scene's variables, each `stride` doubles behind the one before it. They have the
 * bits that lw_motion_value gives after lw_motion_set with a path of one waypoint, `row`. No joint may
 * be floating. False where this call of lw_motion_set would fail or give a notice. */
bool lw_state_values(const lw_frozen *frozen, const lw_joints *joints, const double *row,
                     double *values, size_t stride);

#endif
