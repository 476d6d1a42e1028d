/* Proofs of states, single configurations: one of them, or eight in the lanes of a block. */
#ifndef LW_LANES_STATES_H
#define LW_LANES_STATES_H

#include "lanes/lanes.h"

/* Tries to prove, of a motion in which nothing moves, that each pair keeps farther apart than its
 * target. In a proven pair neither body is inside the other. Fills `left`, an array of LW_MOST_REST,
 * with the unproven pairs, each for the whole motion, and returns how many they are. A count above
 * LW_MOST_REST: nothing is known. */
size_t lw_lanes_prove_state(lw_lanes *lanes, const lw_motion *motion, lw_unproven *left);

/* Whether states can be proven side by side. With floating joints they cannot: their poses are part of
 * the chain, which all lanes of a block share. */
bool lw_lanes_serves_states(const lw_lanes *lanes);

/* The states of a block that are proven, and the unproven pairs of the others. */
typedef struct lw_states_left {
    unsigned proven; /* states in which all pairs are proven, as bits */
    unsigned met;    /* states in which balls make a contact certain; of these no pair is listed if the
                        question was only whether a state is in contact */
    unsigned listed; /* states of which all unproven pairs are in the list: those that
                        lw_lanes_prove_state leaves of each, less those that hulls prove */
    size_t count;
    struct {
        lw_pair_id pair;
        unsigned states;
        unsigned meets; /* those of them in which balls make a contact of the pair certain */
    } items[LW_MOST_REST];
} lw_states_left;

/* Sets the lanes behind the first `count` to the values of the last of these. */
void lw_lanes_repeat_last(lw_lanes *lanes, size_t count);

/* Tests one to eight states: lanes->values holds the value of each variable in each of the first
 * `count` lanes, [variable * LW_LANES + lane]. Balls prove no state of which lw_lanes_prove_state
 * leaves a pair, whatever the other states are: a required distance is the largest that any lane has,
 * and all else is as in a block of one state. Of the pairs of bodies that balls leave, hulls prove
 * some; which ones depends on the states before, as directions are remembered (lanes/state_hulls.h).
 * whether: nothing more is sought in a state in which a contact is certain, which takes less time; with
 * which pair it is then depends on the other states. */
void lw_lanes_prove_states(lw_lanes *lanes, size_t count, bool whether, lw_states_left *left);

#endif
