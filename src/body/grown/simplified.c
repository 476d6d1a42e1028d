/* Simplified models of bodies: a test of whether their bounding hulls are within a distance. */
#include "body/grown/simplified.h"

#include "math/pose.h"
#include "math/rounding.h"

/* The least thickness of simplified models, as a share of the radius of the sphere about a body
 * (docs/decisions/expanded.md, "Thick layers grow the bounding hulls of links, not the links") */
static const double SHARE = 1.0 / 64;

static double size_of(const lw_geometry *geometry)
{
    return geometry->triangle_count ? geometry->radius : 0;
}

double lw_simplified_from(const lw_geometry *a, const lw_geometry *b)
{
    double size = greater(size_of(a), size_of(b));
    return a->hull_count && b->hull_count && size > 0 ? SHARE * size : HUGE_VAL;
}

bool lw_simplified_within(const lw_geometry *a, const lw_geometry *b, pose b_in_a, double distance,
                          lw_warm_start *warm)
{
    double error = LW_COMPOSED_ROUNDING * (a->extent + b->extent + norm(b_in_a.position));
    double apart = (distance + error) * LW_UPWARD;
    bool only = a->hull_count == 1 && b->hull_count == 1;
    for (uint32_t i = 0; i < a->hull_count; i++)
        for (uint32_t k = 0; k < b->hull_count; k++) {
            const lw_part *hull[2] = {&a->hulls[i], &b->hulls[k]};
            pose between = relative(hull[0]->at, compose(b_in_a, hull[1]->at));
            lw_bracket found;
            lw_convex_distance_until(&hull[0]->shape, &hull[1]->shape, &between, apart * LW_UPWARD,
                                     apart, only ? warm : NULL, &found);
            if (!(found.lower > apart))
                return true;
        }
    return false;
}
