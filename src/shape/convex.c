/* A convex shape in its own frame: support, bounds and sizes of each kind of core. Each costs a few
 * operations, on a polytope at most a few passes over its vertices. */
#include "shape/convex.h"

#include <float.h>

#include "math/rounding.h"
#include "shape/support.h"

/* Posing a point (three products, three sums per coordinate) and measuring it along a row errs by at
 * most eight half-ulps of the sum of the magnitudes; the support may be off by as much again. */
static double bounds_rounding(double size)
{
    return LW_ROUNDING(32) * size;
}

vec3 lw_support(const lw_convex *shape, vec3 direction, uint32_t *vertex)
{
    uint32_t index = vertex ? *vertex : 0;
    /* a length whose square leaves the range of a double is scaled to about one */
    double length = max_component(abs3(direction));
    if (length < 1e-100 || length > 1e100)
        direction = v3(direction.x / length, direction.y / length, direction.z / length);
    vec3 p = support_core(shape, direction, &index);
    if (vertex)
        *vertex = lw_core_is_round(shape->core) ? 0 : index;
    return p;
}

double lw_convex_extent(const lw_convex *shape)
{
    const vec3 h = shape->half;
    switch (shape->core) {
    case LW_CORE_SEGMENT:
        return h.z;
    case LW_CORE_TRIANGLE:
        return sqrt(fmax(norm2(shape->triangle[0]),
                         fmax(norm2(shape->triangle[1]), norm2(shape->triangle[2]))));
    case LW_CORE_BOX:
        return norm(h);
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
        return sqrt(h.x * h.x + h.z * h.z);
    case LW_CORE_POLYTOPE:
        return shape->polytope->extent;
    case LW_CORE_ELLIPSOID:
        return max_component(h);
    case LW_CORE_POINT:
        return 0;
    }
    return HUGE_VAL;
}

uint32_t lw_convex_vertex_count(const lw_convex *shape)
{
    switch (shape->core) {
    case LW_CORE_POINT:
        return 1;
    case LW_CORE_SEGMENT:
        return 2;
    case LW_CORE_TRIANGLE:
        return 3;
    case LW_CORE_BOX:
        return 8;
    case LW_CORE_POLYTOPE:
        return shape->polytope->vertex_count;
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
    case LW_CORE_ELLIPSOID:
        break;
    }
    return 0;
}

vec3 lw_convex_vertex(const lw_convex *shape, uint32_t index)
{
    switch (shape->core) {
    case LW_CORE_POINT:
        return v3(0, 0, 0);
    case LW_CORE_SEGMENT:
        return v3(0, 0, index ? shape->half.z : -shape->half.z);
    case LW_CORE_TRIANGLE:
        return shape->triangle[index];
    case LW_CORE_BOX:
        return box_corner(shape->half, index);
    case LW_CORE_POLYTOPE:
        return shape->polytope->vertices[index];
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
    case LW_CORE_ELLIPSOID:
        break;
    }
    return v3(NAN, NAN, NAN);
}

static vec3 row(mat3 m, int axis)
{
    switch (axis) {
    case 0:
        return v3(m.x.x, m.y.x, m.z.x);
    case 1:
        return v3(m.x.y, m.y.y, m.z.y);
    default:
        return v3(m.x.z, m.y.z, m.z.z);
    }
}

void lw_convex_bounds(const lw_convex *shape, pose at, vec3 *low, vec3 *high)
{
    double ends[2][3];
    for (int axis = 0; axis < 3; axis++) {
        /* the support value along the world's axis is the largest row . p of the shape */
        vec3 along = row(at.rotation, axis);
        ends[0][axis] = dot(along, lw_support(shape, neg(along), NULL));
        ends[1][axis] = dot(along, lw_support(shape, along, NULL));
    }
    double size = lw_convex_extent(shape) + shape->radius + max_component(abs3(at.position));
    double grow = shape->radius + bounds_rounding(size);
    vec3 around = v3(grow, grow, grow);
    *low = sub(add(at.position, v3(ends[0][0], ends[0][1], ends[0][2])), around);
    *high = add(add(at.position, v3(ends[1][0], ends[1][1], ends[1][2])), around);
}

/* The middle of the longest side where the angle across from it is not acute, else the circumcentre. */
static vec3 triangle_center(const vec3 t[3])
{
    int apex = 0;
    double longest = -1;
    for (int i = 0; i < 3; i++) {
        double length = norm2(sub(t[(i + 1) % 3], t[(i + 2) % 3]));
        if (length > longest) {
            longest = length;
            apex = i;
        }
    }
    vec3 a = sub(t[(apex + 1) % 3], t[apex]);
    vec3 b = sub(t[(apex + 2) % 3], t[apex]);
    vec3 normal = cross(a, b);
    if (dot(a, b) <= 0)
        return add_scaled(t[apex], 0.5, add(a, b));
    /* an acute angle at the longest side's apex is at least 60 degrees: well conditioned */
    vec3 to_center = cross(sub(scale(norm2(a), b), scale(norm2(b), a)), normal);
    return add_scaled(t[apex], 1 / (2 * norm2(normal)), to_center);
}

static double farthest(const vec3 *points, uint32_t count, vec3 from)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = fmax(most, norm2(sub(points[i], from)));
    return sqrt(most);
}

double lw_convex_sphere(const lw_convex *shape, vec3 *center)
{
    const vec3 h = shape->half;
    const lw_polytope *polytope = shape->polytope;
    double radius = HUGE_VAL;
    *center = v3(0, 0, 0);
    switch (shape->core) {
    case LW_CORE_TRIANGLE:
        *center = triangle_center(shape->triangle);
        radius = farthest(shape->triangle, 3, *center);
        break;
    case LW_CORE_CONE:
        /* as far from the tip as from the rim, but not below the base */
        if (h.x < 2 * h.z)
            *center = v3(0, 0, -h.x * h.x / (4 * h.z));
        else
            *center = v3(0, 0, -h.z);
        radius = fmax(h.z - center->z, sqrt(h.x * h.x + (center->z + h.z) * (center->z + h.z)));
        break;
    case LW_CORE_POLYTOPE: {
        vec3 low;
        vec3 high;
        bounds3(polytope->vertices, polytope->vertex_count, &low, &high);
        vec3 middle = scale(0.5, add(low, high));
        double around_middle = farthest(polytope->vertices, polytope->vertex_count, middle);
        *center = polytope->center;
        radius = farthest(polytope->vertices, polytope->vertex_count, *center);
        if (around_middle < radius) {
            *center = middle;
            radius = around_middle;
        }
        break;
    }
    case LW_CORE_POINT:
    case LW_CORE_SEGMENT:
    case LW_CORE_BOX:
    case LW_CORE_CYLINDER:
    case LW_CORE_ELLIPSOID:
        radius = lw_convex_extent(shape);
        break;
    }
    return radius + shape->radius + bounds_rounding(norm(*center) + radius + shape->radius);
}
