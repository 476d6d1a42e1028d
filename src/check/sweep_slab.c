/* The separating slab (Hong, section III) with the second-order directional bound of check/sweep.c, for
 * whole bodies: a direction n that parts two bodies at m, or rather their hulls, parts them at m + tau
 * by at least
 *     min_B (n + tau n x w_B).q - max_A (n + tau n x w_A).p + tau n.(v_B - v_A) - tau^2 / 2 A,
 * A bounding the second derivatives. That is concave in tau, so that its chord from 0 to an end of the
 * interval where it is too small says how far it is enough. It costs a top of each body's tree for each
 * tau, where a distance goes through both trees together. */
#include "check/sweep.h"

#include "tree/top.h"

/* The bound, less what is needed, tau after the middle. */
static double slab_at(const lw_sweep *sweep, vec3 normal, double tau)
{
    const lw_geometry *a = sweep->geometry[0];
    const lw_geometry *b = sweep->geometry[1];
    vec3 position = sweep->b_in_a.position;
    vec3 along[2] = {normal, normal};
    double reach = norm(position) + a->extent + b->extent;
    double needed = sweep->target + sweep->error;
    double moved = 0;
    double terms = 0; /* the sizes of what is added up */
    for (int i = 0; i < 2; i++)
        if (sweep->moves[i]) {
            along[i] = add_scaled(normal, tau, cross(normal, sweep->angular[i]));
            moved += (i ? tau : -tau) * dot(normal, sweep->linear[i]);
            terms += fabs(tau) * (norm(sweep->linear[i]) + reach * norm(sweep->angular[i]));
        }
    vec3 inside = rotate_back(sweep->b_in_a.rotation, along[1]);
    double low = dot(along[1], position) - lw_geometry_top(b, neg(inside));
    double high = lw_geometry_top(a, along[0]);
    return low - high + moved - 0.5 * tau * tau * sweep->curvature - fabs(tau) * sweep->noise - needed -
           0x1p-44 * (reach + terms + needed);
}

/* What share of the way from the middle to tau the slab stays open, which is `start` thick there. */
static double open_share(const lw_sweep *sweep, vec3 normal, double start, double tau)
{
    double end = slab_at(sweep, normal, tau);
    return end >= 0 ? 1 : start / (start - end) * (1 - 0x1p-40);
}

bool lw_sweep_slab(const lw_sweep *sweep, vec3 normal, double *before, double *after)
{
    *before = *after = 0;
    double start = slab_at(sweep, normal, 0);
    if (!(start > 0))
        return false;
    *after = open_share(sweep, normal, start, sweep->after);
    *before = open_share(sweep, normal, start, -sweep->before);
    return true;
}
