/* The support functions of a proxy and of the Minkowski difference of two, inline, for loops. */
#ifndef LW_DISTANCE_PROXY_SUPPORT_H
#define LW_DISTANCE_PROXY_SUPPORT_H

#include "distance/minkowski_support.h"
#include "shape/block_support.h"
#include "shape/support.h"

/* The support point of a proxy along a direction in a's frame. fours: true in functions that are
 * LW_WIDE. */
LW_INLINED vec3 proxy_support(const lw_proxy *proxy, vec3 direction, uint32_t *vertex, bool fours)
{
    if (proxy->blocks) {
        *vertex = support_blocks(proxy->blocks, proxy->block_count, direction, fours);
        return lw_block_point(proxy->blocks, *vertex);
    }
    if (proxy->count)
        return support_points(proxy->points, proxy->count, direction, vertex);
    if (proxy->at)
        direction = rotate_back(proxy->at->rotation, direction);
    vec3 p = proxy->shape->core == LW_CORE_POLYTOPE
                 ? support_polytope(proxy->shape->polytope, direction, vertex, fours)
                 : support_core(proxy->shape, direction, vertex);
    return proxy->at ? transform(*proxy->at, p) : p;
}

/* As lw_minkowski_support. */
LW_INLINED void minkowski_support(const lw_proxies *proxies, vec3 direction, lw_minkowski_point *out,
                                  bool fours)
{
    vec3 a = proxy_support(&proxies->proxy[0], direction, &out->vertex[0], fours);
    vec3 b = proxy_support(&proxies->proxy[1], neg(direction), &out->vertex[1], fours);
    out->w = sub(b, a);
    out->point[0] = a;
    out->point[1] = b;
}

/* As lw_proxy_vertex. */
LW_INLINED vec3 proxy_vertex(const lw_proxy *proxy, uint32_t index)
{
    return proxy->blocks ? lw_block_point(proxy->blocks, index) : lw_proxy_vertex(proxy, index);
}

#endif
