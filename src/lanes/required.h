/* Required distances of the tests of a block: how far balls must be apart at the poses for their bodies
 * to keep their target all the way between the poses. */
#ifndef LW_LANES_REQUIRED_H
#define LW_LANES_REQUIRED_H

#include "lanes/setup.h"

/* Fills the block's values, for a motion at times of a piece. */
void lw_lanes_set_values(lw_lanes *lanes, const lw_motion *motion, size_t piece,
                         const double times[LW_LANES]);

/* Sets the rounding errors and bends of the block, by which required distances are found
 * (lw_required_of_body in lanes/block.h), where these times lie at most `interval` apart. */
void lw_lanes_set_required(lw_lanes *lanes, const lw_motion *motion, size_t piece,
                           const double times[LW_LANES], double interval);

/* After lw_lanes_set_required: sets the block's values, rounding errors and bends for times within the
 * times of that call, at shorter intervals, but only for the joints that some tests need. */
void lw_lanes_set_some(lw_lanes *lanes, const lw_motion *motion, size_t piece,
                       const double times[LW_LANES], double interval, const lw_block_rest *todo,
                       size_t count);

/* The rounding errors of bodies that a joint moves. steps: how many poses are composed to theirs. */
lw_lane_error lw_lane_error_where(double steps, lw_lane_path path);

/* A margin that is no less than that of any body and an obstacle. */
double lw_lanes_margin(const lw_lanes *lanes);

/* For a block with a state of its own in each lane (nothing is proven between them): sets the rounding
 * errors. The states' joint values must be set before. */
void lw_lanes_set_states(lw_lanes *lanes);

/* Whether the state in one lane has, by itself, the required distances that were found for joint values
 * of these sizes (lanes->sizes: the block's). False: another state made them larger. */
bool lw_lanes_required_is_own(const lw_lanes *lanes, size_t lane, const double *sizes);

#endif
