/* Collision detection along a straight line at a fixed resolution (Wu et al., section 2.1): static
 * tests of grown shapes, at steps of limited length. */
#ifndef LW_PAPERS_FIXED_STEPS_H
#define LW_PAPERS_FIXED_STEPS_H

#include "adaptive/adaptive_world.h"

/* Both return whether they find a collision on the line that the world has taken: whether a pair is
 * within the resolution, metres, at some test. The resolution is the paper's epsilon and its d. */

/* As published: equal steps by (1) for sliding joints and (2) to (4) for turning ones, which leave out
 * the chord. It misses contacts. */
bool lw_fixed_published(lw_adaptive_world *world, double resolution);

/* With sound steps: for every pair, the sum of the chords of both bodies and of twice the deviations of
 * their paths from the chords is at most twice the resolution. Then the relative position of a pair at
 * any time between two tests is within the resolution of its relative position at one of them, so no
 * contact is missed. */
bool lw_fixed_right(lw_adaptive_world *world, double resolution);

#endif
