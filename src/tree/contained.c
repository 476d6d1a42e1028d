/* Whether a part of one body lies wholly inside a solid of the other. As their surfaces do not touch, a
 * part is inside as a whole or not at all, so that one point of it decides. Costs a box test per point
 * and component; for the few points inside a box, a solid angle per triangle of that component. */
#include "tree/geometry.h"

/* An inner seed of a body in a solid of another; seeds come from their body's frame through a pose. */
static bool find_inside(const lw_geometry *solid, const lw_geometry *parts, pose parts_in_solid,
                        vec3 *inside)
{
    for (uint32_t i = 0; i < parts->seed_count && solid->solid_count > 0; i++) {
        vec3 seed = transform(parts_in_solid, parts->seeds[i]);
        if (norm(sub(seed, solid->center)) > solid->radius)
            continue;
        for (uint32_t k = 0; k < solid->solid_count; k++)
            if (lw_mesh_contains(solid->solids[k], seed)) {
                *inside = parts->seeds[i];
                return true;
            }
    }
    return false;
}

bool lw_geometry_contained(const lw_geometry *a, const lw_geometry *b, pose b_in_a, vec3 *inside)
{
    if (find_inside(b, a, inverse(b_in_a), inside))
        return true;
    if (!find_inside(a, b, b_in_a, inside))
        return false;
    *inside = transform(b_in_a, *inside);
    return true;
}
