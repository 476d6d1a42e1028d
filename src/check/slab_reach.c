/* How far a body reaches along a direction that turns: the farthest vertex as a function of time.
 *
 * A search asks often and climbs from the vertex that it found last; what is proven asks once more, of
 * all vertices, because a climb may stop early on a degenerate hull. */
#include "check/slab_reach.h"

#include "shape/support.h"

bool lw_reach_scans(const lw_convex *shape)
{
    return shape->core != LW_CORE_POLYTOPE || shape->polytope->block_count <= LW_POLYTOPE_FEW;
}

lw_line lw_reach_point(lw_reach *reach, double tau)
{
    const lw_convex *shape = reach->shape;
    vec3 d = add_scaled(reach->along, tau, reach->tilt);
    vec3 p = lw_reach_scans(shape) ? support_core(shape, d, &reach->vertex)
                                   : support_climb(shape->polytope, d, &reach->vertex);
    return (lw_line){dot(p, reach->along), dot(p, reach->tilt)};
}

double lw_reach_most(const lw_reach *reach, double tau)
{
    const lw_convex *shape = reach->shape;
    vec3 d = add_scaled(reach->along, tau, reach->tilt);
    uint32_t vertex = reach->vertex;
    vec3 p = shape->core == LW_CORE_POLYTOPE ? support_blocks(shape->polytope, d, &vertex)
                                             : support_core(shape, d, &vertex);
    return dot(p, d);
}
