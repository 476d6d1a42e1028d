/* Box2D's distance of two convex polygons (b2Distance: GJK in single precision). */
#ifndef BENCH_PEER_BOX2D_H
#define BENCH_PEER_BOX2D_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer_box2d peer_box2d;

/* Room for count pairs; NULL where memory ran out. */
peer_box2d *peer_box2d_create(size_t count);
void peer_box2d_destroy(peer_box2d *peer);

/* vertices: rows x y, counter-clockwise; poses: x, y, cosine, sine. */
void peer_box2d_set(peer_box2d *peer, size_t pair, const double *a, size_t a_count, const double *b,
                    size_t b_count, const double pose_a[4], const double pose_b[4]);

/* The distance of a pair, b moved by (x, y) and turned. warm: starts from the simplex of
 * peer_box2d_prime, which is not changed. */
float peer_box2d_distance(peer_box2d *peer, size_t pair, int warm, const double move[4]);
void peer_box2d_prime(peer_box2d *peer, size_t pair);

#ifdef __cplusplus
}
#endif

#endif
