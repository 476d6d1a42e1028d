/* The Minkowski support: the support function of the Minkowski difference of two proxies. */
#ifndef LW_DISTANCE_MINKOWSKI_SUPPORT_H
#define LW_DISTANCE_MINKOWSKI_SUPPORT_H

#include "distance/proxy.h"

/* A point of the Minkowski difference b - a. */
typedef struct lw_minkowski_point {
    vec3 w;
    vec3 point[2];
    uint32_t vertex[2];
} lw_minkowski_point;

/* The Minkowski support against a direction: a's support point along it and b's against it. Vectorised
 * with registers as wide as the processor has them; all widths give the same bits. */
void lw_minkowski_support(const lw_proxies *proxies, vec3 direction, lw_minkowski_point *out);

/* The support point of one proxy along a direction in a's frame. */
vec3 lw_proxy_support(const lw_proxy *proxy, vec3 direction, uint32_t *vertex);

#endif
