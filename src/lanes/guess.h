/* Where a motion is likely to meet an obstacle, of what a block has left. */
#ifndef LW_LANES_GUESS_H
#define LW_LANES_GUESS_H

#include "lanes/lanes.h"

enum { LW_MOST_GUESSES = 4 };

/* After lw_lanes_prove_obstacles, before the lanes are used for anything else: pairs of a body and an
 * obstacle, each in the middle of a time for which it is left; at most so many, the likeliest first, no
 * more than LW_MOST_GUESSES. Returns how many. It proves nothing. */
size_t lw_lanes_guess(const lw_lanes *lanes, size_t most, lw_guess *out);

#endif
