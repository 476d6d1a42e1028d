/* Proofs of pairs of bodies in a state that balls are too coarse for: by their bounding hulls
 * (body/bounding_hulls.c), and where these overlap by their slices (body/slices.h). In doubles, pair by
 * pair.
 *
 * Two bodies are at least as far apart as their gap along any direction, wherever the direction comes
 * from. So the direction that separated a pair in another state is tried first, and a distance is
 * queried only where that fails. The direction is remembered in the frame of the joint halfway between
 * the bodies, in which it changes least: the nearest points of two links with one joint between them
 * turn with that joint. */
#ifndef LW_LANES_STATE_HULLS_H
#define LW_LANES_STATE_HULLS_H

#include "lanes/block.h"

/* The knowledge of a pair from other states; zeroed: none. */
typedef struct lw_hull_hint {
    float direction[3]; /* from the first body to the second, in the frame of the joint halfway */
    bool overlap;       /* the hulls overlapped, and no direction has separated them since */
} lw_hull_hint;

/* A pair in a state. */
typedef struct lw_hull_pair {
    const lw_lane_body *body[2];
    pose at[2];      /* poses of the bodies in the world */
    mat3 halfway;    /* rotation of the joint halfway */
    double required; /* the distance that its hulls must have */
} lw_hull_pair;

/* The joint halfway between the bodies of a pair; -1: the world. */
int32_t lw_joint_halfway(const lw_block *block, const lw_lane_pair *pair);

/* Whether the hulls or the slices of a pair are farther apart than required. */
bool lw_state_hulls_apart(const lw_hull_pair *pair, lw_hull_hint *hint);

#endif
