/* Two bodies in the plane, each on a path of its own. */
#ifndef LW_PLANE_FLAT_PAIR_H
#define LW_PLANE_FLAT_PAIR_H

#include "plane/flat_path.h"

typedef struct lw_flat_pair {
    const lw_pair *pair; /* for the padding */
    const lw_flat_body *bodies[2];
    const lw_flat_path *paths[2];
} lw_flat_pair;

/* Whether the bodies, without padding, are more than `distance` apart at all times: by the boxes of
 * their paths, grown by the bodies' extents. */
bool lw_flat_far(const lw_flat_pair *pair, double distance);

/* The nearest, or deepest, points of the padded bodies at a time. */
void lw_flat_nearest(const lw_flat_pair *pair, double time, lw_separation *out);

#endif
