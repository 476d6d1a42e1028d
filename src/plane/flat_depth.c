/* The depth of overlap of two bodies in the plane, the largest over all pairs of parts. The way out
 * lies in the plane; the flat polytopes that represent the outlines elsewhere would have one out of it.
 */
#include "plane/flat_depth.h"

#include "math/vec.h"

static lw_pose2 flatten(pose p)
{
    return (lw_pose2){p.position.x, p.position.y, p.rotation.x.x, p.rotation.x.y};
}

double lw_flat_depth(const lw_body *const bodies[2], const pose at[2], vec3 *normal)
{
    double deepest = 0;
    *normal = v3(0, 0, 0);
    for (uint32_t i = 0; i < bodies[0]->polygon_count; i++)
        for (uint32_t k = 0; k < bodies[1]->polygon_count; k++) {
            lw_separation found;
            lw_polygon_separation(bodies[0]->polygons[i], flatten(at[0]), bodies[1]->polygons[k],
                                  flatten(at[1]), NULL, &found);
            if (found.depth <= deepest)
                continue;
            deepest = found.depth;
            *normal = v3(found.normal.x, found.normal.y, 0);
        }
    return deepest;
}
