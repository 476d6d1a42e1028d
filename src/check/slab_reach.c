/* How far a body reaches along a direction that turns: the farthest vertex as a function of time.
 *
 * A search asks often and climbs from the vertex that it found last; what is proven asks once, of all
 * vertices, because a climb may stop early on a degenerate hull. Four sums side by side: a maximum
 * waits for the one before it. */
#include "check/slab_reach.h"

#include "shape/support.h"

/* Up to so many vertices are all looked at. */
enum { SCAN = 20 };

bool lw_reach_scans(const lw_convex *shape)
{
    return shape->core != LW_CORE_POLYTOPE || shape->polytope->vertex_count <= SCAN;
}

lw_line lw_reach_point(lw_reach *reach, double tau)
{
    const lw_convex *shape = reach->shape;
    vec3 d = add_scaled(reach->along, tau, reach->tilt);
    vec3 p;
    if (lw_reach_scans(shape))
        p = support_core(shape, d, &reach->vertex);
    else
        p = support_climb(shape->polytope, d, &reach->vertex);
    return (lw_line){dot(p, reach->along), dot(p, reach->tilt)};
}

double lw_reach_most(const lw_reach *reach, double tau)
{
    const lw_convex *shape = reach->shape;
    vec3 d = add_scaled(reach->along, tau, reach->tilt);
    if (shape->core != LW_CORE_POLYTOPE) {
        uint32_t ignored = 0;
        return dot(support_core(shape, d, &ignored), d);
    }
    const vec3 *p = shape->polytope->vertices;
    uint32_t count = shape->polytope->vertex_count;
    double most[4] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    uint32_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (uint32_t k = 0; k < 4; k++)
            most[k] = greater(dot(p[i + k], d), most[k]);
    for (; i < count; i++)
        most[0] = greater(dot(p[i], d), most[0]);
    return greater(greater(most[0], most[1]), greater(most[2], most[3]));
}
