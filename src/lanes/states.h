/* States: what a block proves of one of them, or of eight side by side. */
#ifndef LW_LANES_STATES_H
#define LW_LANES_STATES_H

#include "lanes/lanes.h"

/* Tries to prove of a motion in which nothing moves that all pairs keep farther apart than their
 * margins. Of a pair that is proven neither body is inside the other. Returns how many pairs are left,
 * in an array of LW_MOST_REST, each for the whole motion; more than these: nothing is known. */
size_t lw_lanes_prove_state(lw_lanes *lanes, const lw_motion *motion, lw_unproven *left);

/* Whether states can be proven side by side: not with floating joints, each of whose poses is set into
 * the chain for a whole block. */
bool lw_lanes_serves_states(const lw_lanes *lanes);

/* What a block has left of states side by side. */
typedef struct lw_states_left {
    unsigned proven; /* states of which nothing is left, as bits */
    unsigned listed; /* states of which all that is left is in the list: what lw_lanes_prove_state
                        leaves of each by itself, less what hulls prove */
    size_t count;
    struct {
        lw_pair_id pair;
        unsigned states;
    } items[LW_MOST_REST];
} lw_states_left;

/* Tries the same for up to eight states, 1 or more: lanes->values holds the value of each variable in
 * each of so many lanes, [variable * LW_LANES + lane]. Balls prove none that lw_lanes_prove_state
 * leaves something of, whatever the others are: what a test needs is the most that it needs in any
 * lane, and all else is the same as in a block of one state. Of what balls leave, hulls prove some
 * pairs of bodies; which ones, depends on the states before, as directions are remembered
 * (lanes/state_hulls.h). */
void lw_lanes_prove_states(lw_lanes *lanes, size_t count, lw_states_left *left);

#endif
