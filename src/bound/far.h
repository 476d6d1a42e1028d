/* Whether two bodies are far apart, by a sphere around the one and a sphere or a box around the other:
 * an early exit that settles most pairs. docs/decisions/proof.md, "Spheres, then a sphere and a box,
 * are tested before the trees". */
#ifndef LW_BOUND_FAR_H
#define LW_BOUND_FAR_H

#include "body/geometry.h"
#include "math/pose.h"
#include "math/rounding.h"

/* A body as it stands: `center` is that of its bounding sphere. */
typedef struct lw_standing {
    const lw_geometry *geometry;
    pose at;
    vec3 center;
} lw_standing;

/* Whether a sphere around the first body is more than a distance from the root box of the second. */
static inline bool lw_sphere_is_far(const lw_standing *first, const lw_standing *second,
                                    double distance)
{
    vec3 center = transform_back(second->at, first->center);
    const lw_node *box = &second->geometry->nodes[0];
    vec3 gap = max3(sub(abs3(sub(center, box->center)), box->half), v3(0, 0, 0));
    double sphere = distance + first->geometry->radius;
    return norm2(gap) > sphere * sphere * LW_UPWARD;
}

/* Whether the bodies are more than a distance apart by their spheres, or by the first one's sphere and
 * the second one's box. `distance` must include twice the rounding errors of the poses, which are more
 * than those of the centres. */
static inline bool lw_are_far(const lw_standing *first, const lw_standing *second, double distance)
{
    vec3 between = sub(second->center, first->center);
    double spheres = distance + first->geometry->radius + second->geometry->radius;
    return norm2(between) > spheres * spheres * LW_UPWARD || lw_sphere_is_far(first, second, distance);
}

#endif
