/* The constants r(i, k) of Wu et al., section 3: upper bounds on the distance of the points of a body
 * from the axis of each joint that moves it, by balls that are nested along the chain. */
#ifndef LW_PAPERS_NESTED_RADII_H
#define LW_PAPERS_NESTED_RADII_H

#include "base/arena.h"
#include "scene/frozen.h"

/* A row for each moving body, a column for each elementary joint: r of the joint for the points of the
 * body, metres, an upper bound; 1 for a slide that moves the body; 0 for a joint that does not move it.
 * So (16), the travel of a body, is the sum over a row of r times the change of the joint's coordinate.
 */
typedef struct lw_nested_radii {
    size_t body_count, joint_count;
    double *radii;
} lw_nested_radii;

/* For robots of turning and sliding joints. Every turning joint makes a whole turn, as in the paper; a
 * slide moves between its limits (without limits the radii of the joints before the slide are
 * infinite). The array lives in the arena. Errors: memory. */
lw_status lw_nested_radii_make(lw_arena *arena, const lw_frozen *frozen, lw_nested_radii *out,
                               lw_error *error);

#endif
