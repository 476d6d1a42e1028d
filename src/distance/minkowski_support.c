/* The support function of the Minkowski difference of two proxies, compiled for two kinds of
 * processors. */
#include "distance/minkowski_support.h"

#include "distance/proxy_support.h"

vec3 lw_proxy_support(const lw_proxy *proxy, vec3 direction, uint32_t *vertex)
{
    return proxy_support(proxy, direction, vertex, false);
}

static void support_in_twos(const lw_proxies *proxies, vec3 direction, lw_minkowski_point *out)
{
    minkowski_support(proxies, direction, out, false);
}

LW_WIDE static void support_in_fours(const lw_proxies *proxies, vec3 direction, lw_minkowski_point *out)
{
    minkowski_support(proxies, direction, out, true);
}

void lw_minkowski_support(const lw_proxies *proxies, vec3 direction, lw_minkowski_point *out)
{
    if (lw_has_wide())
        support_in_fours(proxies, direction, out);
    else
        support_in_twos(proxies, direction, out);
}
