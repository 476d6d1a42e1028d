/* How far a body reaches along a direction that turns: the farthest vertex as a function of time.
 *
 * A search asks often and climbs from the vertex that it found last; what is proven asks once more, of
 * all vertices, because a climb may stop early on a degenerate hull. */
#include "check/slab_reach.h"

#include "shape/support.h"

bool lw_reach_scans(const lw_convex *shape)
{
    (void)shape;
    return true;
}

lw_line lw_reach_point(lw_reach *reach, double tau)
{
    vec3 d = add_scaled(reach->along, tau, reach->tilt);
    vec3 p = support_core(reach->shape, d, &reach->vertex);
    return (lw_line){dot(p, reach->along), dot(p, reach->tilt)};
}

double lw_reach_most(const lw_reach *reach, double tau)
{
    vec3 d = add_scaled(reach->along, tau, reach->tilt);
    uint32_t vertex;
    return dot(support_core(reach->shape, d, &vertex), d);
}
