/* The extreme points of two sides' difference. */
#ifndef LW_DISTANCE_MINKOWSKI_SUPPORT_H
#define LW_DISTANCE_MINKOWSKI_SUPPORT_H

#include "distance/proxy.h"

/* A point of the difference b - a. */
typedef struct lw_minkowski_point {
    vec3 w;
    vec3 point[2];
    uint32_t vertex[2];
} lw_minkowski_point;

/* The point of the difference that lies farthest against a direction: of a along it, of b against it.
 * In registers as wide as the processor has them, with the same bits. */
void lw_minkowski_support(const lw_proxies *proxies, vec3 direction, lw_minkowski_point *out);

/* A side's own, along a direction in a's frame. */
vec3 lw_proxy_support(const lw_proxy *proxy, vec3 direction, uint32_t *vertex);

#endif
