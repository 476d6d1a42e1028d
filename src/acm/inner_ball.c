/* Balls inside bodies. Cost of a point: a few operations for each convex primitive, a pass over the
 * facets of each polytope, and a pass over the triangles of each solid that contains it. */
#include "acm/inner_ball.h"

#include "body/points.h"
#include "body/voxels.h"
#include "math/rounding.h"
#include "math/unit.h"
#include "shape/ellipsoid.h"

/* ---- points ------------------------------------------------------------------------------------ */

static void add_point(lw_inner_points *out, vec3 point)
{
    if (out->count < LW_MOST_INNER_POINTS)
        out->points[out->count++] = point;
}

static vec3 middle_of(const lw_convex *shape)
{
    if (shape->core == LW_CORE_TRIANGLE)
        return scale(1.0 / 3, add(add(shape->triangle[0], shape->triangle[1]), shape->triangle[2]));
    return shape->core == LW_CORE_POLYTOPE ? shape->polytope->center : v3(0, 0, 0);
}

/* the middle of a part, and points half way and almost all the way from there to support points */
static void add_part(lw_inner_points *out, const lw_part *part)
{
    static const vec3 ways[] = {{1, 0, 0},  {-1, 0, 0},  {0, 1, 0},   {0, -1, 0},  {0, 0, 1},
                                {0, 0, -1}, {1, 1, 1},   {1, 1, -1},  {1, -1, 1},  {1, -1, -1},
                                {-1, 1, 1}, {-1, 1, -1}, {-1, -1, 1}, {-1, -1, -1}};
    vec3 middle = middle_of(&part->shape);
    add_point(out, transform(part->at, middle));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        vec3 end = lw_support(&part->shape, ways[i], NULL);
        add_point(out, transform(part->at, add_scaled(middle, 0.5, sub(end, middle))));
        add_point(out, transform(part->at, add_scaled(middle, 0.999, sub(end, middle))));
    }
}

void lw_inner_points_find(const lw_geometry *geometry, lw_inner_points *out)
{
    out->count = 0;
    const uint32_t most = LW_MOST_INNER_POINTS / (geometry->points ? 1 : 4);
    const bool sampled = geometry->points || geometry->voxels || geometry->image;
    const uint32_t apart = sampled ? lw_seed_count(geometry) / most + 1 : 1;
    for (uint32_t i = 0; i < lw_seed_count(geometry) && out->count < most; i += apart)
        add_point(out, lw_seed(geometry, i));
    out->seeds = out->count;
    lw_part own;
    for (uint32_t i = 0; i < geometry->part_count; i += apart)
        add_part(out, lw_part_at(geometry, i, &own));
    uint32_t room = (uint32_t)(LW_MOST_INNER_POINTS - out->count);
    uint32_t step = room ? geometry->triangle_count / room + 1 : 1;
    for (uint32_t i = 0; i < geometry->triangle_count; i += step)
        add_point(out, geometry->triangles[i][0]);
}

/* ---- balls ------------------------------------------------------------------------------------- */

static double in_polytope(const lw_polytope *polytope, vec3 p)
{
    double least = polytope->facet_count ? HUGE_VAL : 0;
    for (uint32_t i = 0; i < polytope->facet_count && least > 0; i++) {
        vec3 corner = polytope->vertices[polytope->facets[i][0]];
        vec3 normal = lw_squarable(cross(sub(polytope->vertices[polytope->facets[i][1]], corner),
                                         sub(polytope->vertices[polytope->facets[i][2]], corner)));
        double length = norm(normal);
        if (length > 0)
            least = lesser(least, dot(normal, sub(corner, p)) / length);
    }
    return least;
}

/* the distance of a point inside a core to the core's boundary, in the core's frame; 0 or less
 * outside */
static double in_core(const lw_convex *shape, vec3 p)
{
    vec3 half = shape->half;
    double out = norm(v3(p.x, p.y, 0));
    double slope;
    switch (shape->core) {
    case LW_CORE_BOX:
        return lesser(half.x - fabs(p.x), lesser(half.y - fabs(p.y), half.z - fabs(p.z)));
    case LW_CORE_CYLINDER:
        return lesser(half.x - out, half.z - fabs(p.z));
    case LW_CORE_CONE:
        slope = ((half.z - p.z) * half.x - 2 * half.z * out) / norm(v3(half.x, 2 * half.z, 0));
        return lesser(slope, p.z + half.z);
    case LW_CORE_ELLIPSOID:
        return lw_ellipsoid_depth(half, p);
    case LW_CORE_POLYTOPE:
        return in_polytope(shape->polytope, p);
    case LW_CORE_POINT:
    case LW_CORE_SEGMENT:
    case LW_CORE_TRIANGLE:
        break;
    }
    return 0;
}

/* the depth of a point inside a part: its distance to the boundary; 0 outside, and 0 also between the
 * core and the boundary if the core has an inside */
static double in_part(const lw_part *part, vec3 point)
{
    vec3 p = transform_back(part->at, point);
    double far = 0; /* distance to a core without an inside */
    if (part->shape.core == LW_CORE_POINT)
        far = norm(p);
    else if (part->shape.core == LW_CORE_SEGMENT)
        far = norm(v3(p.x, p.y, greater(0, fabs(p.z) - part->shape.half.z)));
    else if (!(in_core(&part->shape, p) > 0))
        return 0;
    else
        return in_core(&part->shape, p) + part->shape.radius;
    return greater(0, part->shape.radius - far);
}

/* The distance of a point and a triangle: to the plane where the nearest point of the plane lies inside
 * the triangle, else to the nearest edge. */
static double triangle_distance(vec3 a, vec3 b, vec3 c, vec3 p)
{
    const vec3 corner[3] = {a, b, c};
    vec3 normal = lw_squarable(cross(sub(b, a), sub(c, a)));
    bool inside = norm2(normal) > 0;
    double least = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        vec3 edge = sub(corner[(i + 1) % 3], corner[i]);
        vec3 from = sub(p, corner[i]);
        double length2 = norm2(edge);
        double t = length2 > 0 ? lesser(1, greater(0, dot(from, edge) / length2)) : 0;
        least = lesser(least, norm(add_scaled(from, -t, edge)));
        inside = inside && dot(cross(edge, from), normal) >= 0;
    }
    return inside ? lesser(least, fabs(dot(normal, sub(p, a))) / norm(normal)) : least;
}

static bool is_whole(const lw_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->component_count; i++)
        if (!mesh->components[i].closed)
            return false;
    return true;
}

/* the depth of a point inside a solid: its distance to the surface; 0 outside */
static double in_solid(const lw_mesh *mesh, vec3 point)
{
    double least = HUGE_VAL;
    if (!mesh->shell_count || !lw_mesh_contains(mesh, point))
        return 0;
    for (uint32_t s = 0; s < mesh->shell_count; s++)
        for (uint32_t i = 0; i < mesh->shells[s].triangle_count; i++) {
            const uint32_t *corner = mesh->shells[s].triangles[i];
            least =
                lesser(least, triangle_distance(mesh->vertices[corner[0]], mesh->vertices[corner[1]],
                                                mesh->vertices[corner[2]], point));
        }
    return least;
}

double lw_inner_ball(const lw_geometry *geometry, vec3 point, double error, bool is_seed)
{
    double most = 0;
    if (norm(sub(point, geometry->center)) > geometry->radius)
        return 0;
    for (uint32_t i = 0; !geometry->voxels && i < geometry->part_count; i++)
        most = greater(most, in_part(&geometry->parts[i], point));
    uint32_t which;
    if (geometry->voxels && lw_voxels_distance(geometry->voxels, point, 0, &which) < 0) {
        lw_part room;
        most = greater(most, in_part(lw_part_at(geometry, which, &room), point));
    }
    if (geometry->points)
        most = greater(most, lw_points_depth(geometry->points, point, &which));
    for (uint32_t i = 0; i < geometry->solid_count; i++)
        if (is_seed || is_whole(geometry->solids[i]))
            most = greater(most, in_solid(geometry->solids[i], point));
    return greater(0, most - error - LW_COMPOSED_ROUNDING * (geometry->extent + norm(point)));
}
