/* FCL, the Flexible Collision Library: bodies, the pairs of them that are tested, and whether any pair
 * touches at given poses. Meshes are BVHModel<OBBRSSd>, primitives are FCL's own. */
#ifndef BENCH_PEER_FCL_H
#define BENCH_PEER_FCL_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pose: the three columns of a rotation and a position. */
typedef struct peer_fcl_pose {
    double rotation[3][3];
    double position[3];
} peer_fcl_pose;

typedef enum peer_fcl_kind {
    PEER_FCL_MESH,
    PEER_FCL_SPHERE,  /* size: radius */
    PEER_FCL_CAPSULE, /* radius, length of the segment along z */
    PEER_FCL_BOX,     /* full edge lengths */
    PEER_FCL_CYLINDER /* radius, length along z */
} peer_fcl_kind;

typedef struct peer_fcl_shape {
    peer_fcl_kind kind;
    double size[3];
    const double (*triangles)[3][3];
    size_t triangle_count;
    peer_fcl_pose at; /* in the body */
} peer_fcl_shape;

typedef struct peer_fcl peer_fcl;

/* The broad phase: the two boxes of each pair are compared, or the boxes of moving bodies are searched
 * in FCL's DynamicAABBTreeCollisionManager of the bodies that stand still. */
typedef enum peer_fcl_broad_phase { PEER_FCL_PAIRS, PEER_FCL_TREE } peer_fcl_broad_phase;

typedef struct peer_fcl_options {
    peer_fcl_broad_phase broad_phase;
    bool boxes_as_meshes; /* boxes are meshes of 12 triangles; else FCL's Box */
} peer_fcl_options;

/* NULL where memory ran out. */
peer_fcl *peer_fcl_create(size_t bodies, peer_fcl_options options);
void peer_fcl_destroy(peer_fcl *peer);

/* A body has any number of shapes. False where memory ran out. */
bool peer_fcl_add(peer_fcl *peer, size_t body, bool moves, const peer_fcl_shape *shape);
void peer_fcl_pair(peer_fcl *peer, size_t a, size_t b);

/* After all shapes and pairs: poses the bodies that do not move. */
bool peer_fcl_freeze(peer_fcl *peer, const peer_fcl_pose *poses);

/* Whether a pair of two still bodies touches; and whether any other pair touches at these poses, one
 * per body. Stops at the first that does. */
bool peer_fcl_still_touches(peer_fcl *peer);
bool peer_fcl_touches(peer_fcl *peer, const peer_fcl_pose *poses);

#ifdef __cplusplus
}
#endif

#endif
