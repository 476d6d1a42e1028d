/* Collision detection along a straight line at a fixed resolution (Wu et al., section 2.1): static
 * tests of grown shapes, at steps of limited length. */
#ifndef LW_PAPERS_FIXED_STEPS_H
#define LW_PAPERS_FIXED_STEPS_H

#include "adaptive/adaptive_world.h"

/* Both return whether they call the line that the world has taken colliding: at some test a pair is
 * within the resolution (the paper's epsilon, which is its d), metres. */

/* As published: equal steps by (1) for sliding joints and (2) to (4) for turning ones, which leave out
 * the chord. It misses contacts. */
bool lw_fixed_published(lw_adaptive_world *world, double resolution);

/* With sound steps: for every pair, the sum of the chords of both bodies and of twice the deviations of
 * their paths from the chords is at most twice the resolution. Then at each time between two tests the
 * relative position of each pair is within the resolution of that at one of the tests, so no contact is
 * missed. */
bool lw_fixed_right(lw_adaptive_world *world, double resolution);

#endif
