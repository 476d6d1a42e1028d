/* FCL's distance of two convex polytopes: libccd's GJK, and its expanding polytope algorithm (EPA). */
#ifndef BENCH_PEER_CONVEX_H
#define BENCH_PEER_CONVEX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer_convex peer_convex;

/* vertices: rows x y z; facets: counter-clockwise seen from outside. NULL where memory ran out. */
peer_convex *peer_convex_create(const double *vertices, uint32_t vertex_count,
                                const uint32_t (*facets)[3], uint32_t facet_count);
void peer_convex_destroy(peer_convex *body);

/* The distance of a and b, with b's rotation columns and position; less than 0: minus the penetration
 * depth. */
double peer_convex_distance(const peer_convex *a, const peer_convex *b, const double b_in_a[12]);

#ifdef __cplusplus
}
#endif

#endif
