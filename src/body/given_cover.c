/* Covers of given balls, and how far a ball sticks out of a body. */
#include "body/cover.h"

#include "base/error.h"
#include "body/points.h"
#include "body/voxels.h"
#include "distance/distance.h"
#include "math/rounding.h"
#include "math/unit.h"
#include "shape/ellipsoid.h"
#include "shape/polytope.h"

/* A float no less than a number; infinite if the number is too large. */
static float float_above(double value)
{
    float nearest = (float)value;
    return (double)nearest < value ? nextafterf(nearest, HUGE_VALF) : nearest;
}

lw_ball lw_ball_about(vec3 center, double radius)
{
    /* a ball whose centre was a float before it was taken to another frame and back gets that float
     * again, and keeps its radius */
    double fine = 0x1p-44 * greater(norm(center), radius);
    lw_ball ball;
    for (int i = 0; i < 3; i++) {
        double own = component3(center, i);
        ball.center[i] = fabs(own) <= fine ? 0 : (float)own;
    }
    double off = norm(sub(center, lw_ball_center(&ball)));
    ball.radius = float_above(off <= fine ? radius : (radius + 2 * off) * LW_UP_BY(4));
    return ball;
}

lw_ball lw_ball_grown(lw_ball ball, double extent)
{
    ball.radius = float_above((double)ball.radius * (1 + 0x1p-17) + 0x1p-40 * extent);
    return ball;
}

lw_status lw_cover_take(lw_arena *arena, const lw_geometry *geometry, const lw_ball *balls,
                        uint32_t count, const lw_cover **out, lw_error *error)
{
    lw_cover *cover = lw_arena_take(arena, sizeof *cover);
    lw_ball *own = lw_arena_copy(arena, balls, count * sizeof *balls);
    if (!cover || !own)
        return lw_fail_memory(error);
    *cover = (lw_cover){lw_cover_around(geometry), own, count};
    if (count == 1)
        cover->around = own[0];
    *out = cover;
    return LW_OK;
}

/* ---- excess ------------------------------------------------------------------------------------ */

/* The largest height of a point above the planes of a polytope's facets, which is negative inside;
 * infinite if there are no facets. */
static double height_above(const lw_polytope *polytope, vec3 point)
{
    double most = polytope->facet_count ? -HUGE_VAL : HUGE_VAL;
    for (uint32_t f = 0; f < polytope->facet_count; f++) {
        const uint32_t *facet = polytope->facets[f];
        vec3 first = polytope->vertices[facet[0]];
        vec3 across = lw_squarable(
            cross(sub(polytope->vertices[facet[1]], first), sub(polytope->vertices[facet[2]], first)));
        if (norm(across) > 0)
            most = greater(most, dot(across, sub(point, first)) / norm(across));
    }
    return most;
}

/* Minus the depth of a point inside a core. Not negative if the point is outside, or the core has no
 * inside. */
static double minus_depth(const lw_convex *shape, vec3 point)
{
    vec3 half = shape->half;
    double across = sqrt(point.x * point.x + point.y * point.y);
    double slant = sqrt(half.x * half.x + 4 * half.z * half.z);
    switch (shape->core) {
    case LW_CORE_POLYTOPE:
        return height_above(shape->polytope, point);
    case LW_CORE_BOX:
        return max_component(sub(abs3(point), half));
    case LW_CORE_CYLINDER:
        return greater(across - half.x, fabs(point.z) - half.z);
    case LW_CORE_CONE:
        return greater(-half.z - point.z,
                       slant > 0 ? (2 * half.z * across - half.x * (half.z - point.z)) / slant : 0);
    case LW_CORE_ELLIPSOID:
        return -lw_ellipsoid_depth(half, point);
    case LW_CORE_POINT:
    case LW_CORE_SEGMENT:
    case LW_CORE_TRIANGLE:
        break;
    }
    return HUGE_VAL;
}

/* The distance of a point from a core; inside it, minus the depth. */
static double signed_distance(const lw_convex *shape, vec3 point)
{
    double inside = minus_depth(shape, point);
    if (inside < 0)
        return inside;
    lw_convex core = *shape;
    const lw_convex dot_shape = {.core = LW_CORE_POINT};
    const pose at = {mat3_identity(), point};
    lw_bracket bracket;
    core.radius = 0;
    lw_convex_distance(&core, &dot_shape, &at, NULL, &bracket);
    return bracket.upper;
}

double lw_cover_excess(const lw_geometry *geometry, const lw_ball *ball)
{
    uint32_t count = 0;
    const lw_part *parts = lw_cover_parts(geometry, &count);
    vec3 center = lw_ball_center(ball);
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < geometry->point_count; i++) {
        double apart = norm(sub(center, lw_point(geometry->points, i)));
        least = lesser(least, apart + (double)ball->radius - geometry->points->radius);
    }
    if (geometry->voxels) {
        uint32_t which;
        least = lw_voxels_distance(geometry->voxels, center, HUGE_VAL, &which) + (double)ball->radius -
                geometry->voxels->radius;
    }
    if (geometry->points || geometry->voxels)
        return greater(least, 0);
    if (!parts)
        return greater(0,
                       norm(sub(center, geometry->center)) + (double)ball->radius - geometry->radius);
    for (uint32_t i = 0; i < count; i++) {
        double apart = signed_distance(&parts[i].shape, transform_back(parts[i].at, center));
        least = lesser(least, apart + (double)ball->radius - parts[i].shape.radius);
    }
    return greater(least, 0);
}
