/* Point clouds: balls of one radius about points. Equal points are found by a hash table (open
 * addressing), in time and memory that are linear in the number of points: at most 16 bytes a point
 * beside the points themselves, until they are taken. */
#include "scene/cloud.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "body/points.h"
#include "math/pose.h"
#include "scene/build.h"

/* A cloud of so few points is made of parts, which have bounding hulls. */
enum { FEW_POINTS = 12 };

static const size_t MOST_POINTS = UINT32_MAX / 4; /* indices of tree nodes have 32 bits */

static bool is_finite_point(const double *point)
{
    return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

static lw_status check(const lw_shape_def *cloud, lw_error *error)
{
    if (!(cloud->radius > 0) || !lw_build_in_range(cloud->radius))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a cloud's radius is %g; it must be a number above 0, at most %g", cloud->radius,
                       LW_LARGEST);
    if (!cloud->vertex_count || !cloud->vertices)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a cloud has no points");
    if (cloud->vertex_count > MOST_POINTS)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a cloud has %zu points; it may have at most %zu",
                       cloud->vertex_count, MOST_POINTS);
    for (size_t i = 0; i < 3 * cloud->vertex_count; i++)
        if (isfinite(cloud->vertices[i]) && !lw_build_in_range(cloud->vertices[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "point %zu of a cloud, counted from 0, holds %g; at most %g is allowed",
                           i / 3, cloud->vertices[i], LW_LARGEST);
    return LW_OK;
}

/* The distinct points so far, and a hash table of them. */
typedef struct point_set {
    double *points;
    size_t count;
    uint32_t *places; /* 0: empty; else the point's index + 1 */
    size_t size;      /* a power of 2, at least twice the number of points */
} point_set;

static bool is_same(const double *a, const double *b)
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* Adds a point; false: it was there already. */
static bool add_point(point_set *set, const double *point)
{
    uint64_t hash = 0;
    lw_hash_add_doubles(&hash, point, 3);
    size_t place = hash & (set->size - 1);
    for (; set->places[place]; place = (place + 1) & (set->size - 1))
        if (is_same(set->points + 3 * (size_t)(set->places[place] - 1), point))
            return false;
    memcpy(set->points + 3 * set->count, point, 3 * sizeof *point);
    set->places[place] = (uint32_t)++set->count;
    return true;
}

lw_status lw_cloud_take(lw_arena *arena, lw_shape_def *cloud, lw_cloud_count *count, lw_error *error)
{
    *count = (lw_cloud_count){0};
    lw_status status = check(cloud, error);
    if (status)
        return status;
    point_set set = {.size = 2};
    while (set.size < 2 * cloud->vertex_count)
        set.size *= 2;
    set.points = malloc(3 * cloud->vertex_count * sizeof *set.points);
    set.places = calloc(set.size, sizeof *set.places);
    if (!set.points || !set.places)
        status = lw_fail_memory(error);
    for (size_t i = 0; i < cloud->vertex_count && !status; i++) {
        const double *point = cloud->vertices + 3 * i;
        if (!is_finite_point(point))
            count->left_out++;
        else if (!add_point(&set, point))
            count->joined++;
    }
    if (!status && !set.count)
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "none of the %zu points of a cloud is finite; a cloud needs one",
                         cloud->vertex_count);
    if (!status) {
        cloud->vertex_count = set.count;
        cloud->vertices = lw_arena_copy(arena, set.points, 3 * set.count * sizeof *set.points);
        cloud->triangles = NULL;
        status = cloud->vertices ? LW_OK : lw_fail_memory(error);
    }
    free(set.points);
    free(set.places);
    return status;
}

void lw_cloud_parts(const lw_shape_def *cloud, pose at, lw_part *parts)
{
    const double *from = cloud->vertices;
    for (size_t i = 0; i < cloud->vertex_count; i++, from += 3) {
        parts[i] = (lw_part){.at = at};
        parts[i].at.position = transform(at, v3(from[0], from[1], from[2]));
        parts[i].shape.core = LW_CORE_POINT;
        parts[i].shape.radius = cloud->radius + cloud->rounding;
    }
}

lw_status lw_cloud_geometry(lw_arena *arena, const lw_shape_def *cloud, lw_geometry **out,
                            lw_error *error)
{
    if (cloud->vertex_count > FEW_POINTS)
        return lw_points_geometry(arena, cloud->vertices, cloud->vertex_count,
                                  cloud->radius + cloud->rounding, out, error);
    lw_part parts[FEW_POINTS];
    lw_cloud_parts(cloud, pose_identity(), parts);
    const lw_geometry_def def = {.parts = parts, .part_count = cloud->vertex_count};
    return lw_geometry_create(arena, &def, out, error);
}
