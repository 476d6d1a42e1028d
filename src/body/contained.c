/* The test of containment: whether a component or part of one body lies wholly inside a solid of the
 * other. The surfaces do not touch, so a component is wholly inside or wholly outside, and one point of
 * it decides. Costs a sphere test per point, and a box test per point and closed surface; for the few
 * points inside a box, a solid angle per triangle of that surface. */
#include "body/image.h"
#include "body/points.h"
#include "body/voxels.h"
#include "math/rounding.h"

typedef struct seeking {
    const lw_geometry *solid, *inner;
    pose in_solid;
    uint32_t found;
} seeking;

static bool is_inside(void *context, uint32_t which)
{
    seeking *s = context;
    vec3 seed = transform(s->in_solid, lw_seed(s->inner, which));
    s->found = which;
    for (uint32_t k = 0; k < s->solid->solid_count; k++)
        if (lw_mesh_contains(s->solid->solids[k], seed))
            return true;
    return false;
}

/* Finds a point of a cloud, the middle of an octree's box, or a point of a depth image's frustum, that
 * lies in a solid: among those near the sphere about the solid's body. */
static bool find_near(const lw_geometry *solid, const lw_geometry *inner, pose in_solid, vec3 *inside)
{
    seeking s = {solid, inner, in_solid, 0};
    vec3 center = transform_back(in_solid, solid->center);
    /* as room for rounding, what a transform errs by */
    double within =
        solid->radius + LW_COMPOSED_ROUNDING * (solid->extent + norm(center) + norm(in_solid.position));
    if (!solid->solid_count ||
        !(inner->points  ? lw_points_near(inner->points, center, within, is_inside, &s)
          : inner->image ? lw_image_near(inner, center, within, is_inside, &s)
                         : lw_voxels_near(inner->voxels, center, within, is_inside, &s)))
        return false;
    *inside = lw_seed(inner, s.found);
    return true;
}

/* Finds a seed of the inner body (lw_geometry.seeds) that lies in a solid of the other one. */
static bool find_inside(const lw_geometry *solid, const lw_geometry *inner, pose inner_in_solid,
                        vec3 *inside)
{
    if (inner->points || inner->voxels || (inner->image && !inner->seeds))
        return find_near(solid, inner, inner_in_solid, inside);
    for (uint32_t i = 0; i < inner->seed_count && solid->solid_count > 0; i++) {
        vec3 seed = transform(inner_in_solid, inner->seeds[i]);
        if (norm(sub(seed, solid->center)) > solid->radius)
            continue;
        for (uint32_t k = 0; k < solid->solid_count; k++)
            if (lw_mesh_contains(solid->solids[k], seed)) {
                *inside = inner->seeds[i];
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
