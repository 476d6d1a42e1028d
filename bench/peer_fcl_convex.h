/* FCL, the Flexible Collision Library: two convex polytopes, their distance, and FCL's own continuous
 * collision by conservative advancement. */
#ifndef BENCH_PEER_FCL_CONVEX_H
#define BENCH_PEER_FCL_CONVEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "peer_fcl.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer_fcl_polytope {
    const double (*vertices)[3];
    size_t vertex_count;
    const uint32_t (*facets)[3];
    size_t facet_count;
} peer_fcl_polytope;

typedef struct peer_fcl_convex peer_fcl_convex;

/* NULL where memory ran out. */
peer_fcl_convex *peer_fcl_convex_create(const peer_fcl_polytope polytopes[2]);
void peer_fcl_convex_destroy(peer_fcl_convex *peer);

/* The distance, 0 or below if they meet, and the line from the nearest point of the first to that of
 * the second. */
double peer_fcl_convex_distance(peer_fcl_convex *peer, const peer_fcl_pose poses[2], double line[3]);

/* Whether they meet while each moves from its first pose to its second along a screw; and the time of
 * impact, as a share of the motion. */
bool peer_fcl_convex_meet(peer_fcl_convex *peer, const peer_fcl_pose from[2], const peer_fcl_pose to[2],
                          double *time);

#ifdef __cplusplus
}
#endif

#endif
