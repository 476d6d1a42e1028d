/* What the tests of a block need: how far balls must be apart at the poses for their bodies to be apart
 * all the way between them. */
#ifndef LW_LANES_REQUIRED_H
#define LW_LANES_REQUIRED_H

#include "lanes/setup.h"

/* Fills the block's values, for a motion at times of a piece. */
void lw_lanes_set_values(lw_lanes *lanes, const lw_motion *motion, size_t piece,
                         const double times[LW_LANES]);

/* And its needs, where these times lie at most `interval` apart. */
void lw_lanes_set_required(lw_lanes *lanes, const lw_motion *motion, size_t piece,
                           const double times[LW_LANES], double interval);

/* After that: both for shorter times within those, but only of what some tests need. */
void lw_lanes_set_some(lw_lanes *lanes, const lw_motion *motion, size_t piece,
                       const double times[LW_LANES], double interval, const lw_block_rest *todo,
                       size_t count);

/* The rounding errors of what is moved by a joint that is reached by so many poses on a path. */
lw_lane_error lw_lane_error_where(double steps, lw_lane_path path);

/* The margin that every body needs of obstacles. */
double lw_lanes_margin(const lw_lanes *lanes);

/* The same for states, one in each lane, between which nothing is proven. Their values are set already.
 */
void lw_lanes_set_states(lw_lanes *lanes);

/* Whether needs are those of the state in one lane by itself, and not larger for another one: those for
 * values of such sizes, as lanes->sizes has them of the block's needs. */
bool lw_lanes_required_is_own(const lw_lanes *lanes, size_t lane, const double *sizes);

#endif
