/* Guesses where a motion meets an obstacle, among the pairs that a block has left unproven. */
#ifndef LW_LANES_GUESS_H
#define LW_LANES_GUESS_H

#include "lanes/lanes.h"

enum { LW_MOST_GUESSES = 4 };

/* After lw_lanes_prove_obstacles, before the lanes are used for anything else: pairs of a body and an
 * obstacle that are likely to meet, each in the middle of a run of intervals on which it is unproven.
 * Returns how many they are: `most` or LW_MOST_GUESSES at most, the likeliest first. It proves nothing.
 */
size_t lw_lanes_guess(const lw_lanes *lanes, size_t most, lw_guess *out);

#endif
