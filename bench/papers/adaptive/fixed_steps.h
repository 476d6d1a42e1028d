/* Collision detection along a straight line at a fixed resolution (Wu et al., section 2.1): static
 * tests of shapes that are grown, each within a distance of the next. */
#ifndef LW_PAPERS_FIXED_STEPS_H
#define LW_PAPERS_FIXED_STEPS_H

#include "adaptive/adaptive_world.h"

/* Both answer whether the line that the world has taken is called colliding: at a test a pair is within
 * the resolution (the paper's epsilon, which is its d), metres. */

/* As published: equal steps by (1) for what slides and (2) to (4) for what turns, which leave out the
 * chord. It lets contacts pass. */
bool lw_fixed_published(lw_adaptive_world *world, double resolution);

/* With steps that are right: of every pair the chords of both bodies and twice what their paths stray
 * from these are at most twice the resolution. Then at each time between two tests each pair is within
 * the resolution of where it was at one of them, or nearer, so no contact passes. */
bool lw_fixed_right(lw_adaptive_world *world, double resolution);

#endif
