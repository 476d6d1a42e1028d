/* The bounding hulls of a body: its parts, which are convex, and hulls of its meshes. Components that
 * are far apart, like the shelves of one mesh, get a hull each; where they are many or close together,
 * one hull contains them all, because hulls of the screws within a link cost time and prove nothing. */
#include "body/geometry.h"

#include <stdlib.h>

#include "base/error.h"
#include "body/hull.h"
#include "math/pose.h"
#include "math/rounding.h"

/* the most hulls of a body: two bodies then have at most the square of this in pairs of hulls
 * (docs/decisions/covers.md, "Components of a mesh that are far apart have a hull each") */
enum { MOST_HULLS = 12 };

/* Components count as far apart if the volumes of their boxes add up to less than this share of the
 * volume of the box around them all. docs/decisions/covers.md, "Components of a mesh that are far apart
 * have a hull each". */
static const double APART = 0.5;

static double volume(vec3 low, vec3 high)
{
    vec3 d = sub(high, low);
    return d.x * d.y * d.z;
}

static size_t component_count(const lw_geometry_def *def)
{
    size_t count = 0;
    for (size_t m = 0; m < def->mesh_count; m++)
        count += def->meshes[m]->component_count;
    return count;
}

/* Whether the components are few enough, and far enough apart, to get a hull each. */
static bool are_apart(const lw_geometry_def *def)
{
    if (component_count(def) + def->part_count > MOST_HULLS)
        return false;
    for (size_t m = 0; m < def->mesh_count; m++)
        if (def->meshes[m]->degenerate_count > 0)
            return false;
    vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    vec3 high = neg(low);
    double sum = 0;
    for (size_t m = 0; m < def->mesh_count; m++)
        for (uint32_t i = 0; i < def->meshes[m]->component_count; i++) {
            const lw_mesh_component *component = &def->meshes[m]->components[i];
            low = min3(low, component->low);
            high = max3(high, component->high);
            sum += volume(component->low, component->high);
        }
    return sum < APART * volume(low, high);
}

/* The corners of a component's triangles, with repetitions. */
static size_t gather(const lw_mesh *mesh, const lw_mesh_component *component, vec3 *out)
{
    size_t count = 0;
    for (uint32_t t = 0; t < component->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            out[count++] = mesh->vertices[mesh->triangles[component->first_triangle + t][k]];
    return count;
}

/* Adds a hull of points that are each grown by at most `radius`. */
static lw_status add_hull(lw_arena *arena, const vec3 *points, size_t count, double radius,
                          lw_geometry *geometry, lw_error *error)
{
    lw_part *hull = &geometry->hulls[geometry->hull_count++];
    hull->at = pose_identity();
    lw_status status = lw_hull_create(arena, points, count, &hull->shape, error);
    if (radius > 0)
        hull->shape.radius = (hull->shape.radius + radius) * LW_UP_BY(2);
    return status;
}

/* apart: each component gets a hull; otherwise one hull contains all. */
static lw_status cover_meshes(lw_arena *arena, const lw_geometry_def *def, bool apart, vec3 *points,
                              lw_geometry *geometry, lw_error *error)
{
    size_t count = 0;
    double largest_radius = 0;
    lw_status status = LW_OK;
    for (size_t m = 0; m < def->mesh_count && !status; m++) {
        const lw_mesh *mesh = def->meshes[m];
        double radius = def->mesh_rounding ? def->mesh_rounding[m] : 0;
        largest_radius = greater(largest_radius, radius);
        for (uint32_t i = 0; i < mesh->component_count && apart && !status; i++) {
            count = gather(mesh, &mesh->components[i], points);
            status = add_hull(arena, points, count, radius, geometry, error);
        }
        for (uint32_t i = 0; i < mesh->vertex_count && !apart; i++)
            points[count++] = mesh->vertices[i];
        for (uint32_t i = 0; i < mesh->degenerate_count && !apart; i++)
            for (int k = 0; k < 3; k++)
                points[count++] = mesh->degenerate[i][k];
    }
    return apart || status ? status : add_hull(arena, points, count, largest_radius, geometry, error);
}

/* The hull that contains a triangle, if each component has a hull of its own. triangle: its number,
 * counted over all meshes. */
static uint8_t hull_of(const lw_geometry_def *def, uint32_t triangle)
{
    uint8_t hull = 0;
    for (size_t m = 0; m < def->mesh_count; m++)
        for (uint32_t i = 0; i < def->meshes[m]->component_count; i++, hull++) {
            uint32_t count = def->meshes[m]->components[i].triangle_count;
            if (triangle < count)
                return hull;
            triangle -= count;
        }
    return hull;
}

static lw_status note_hulls(lw_arena *arena, const lw_geometry_def *def, const uint32_t *sources,
                            lw_geometry *geometry, lw_error *error)
{
    geometry->hull_of_triangle = lw_arena_take(arena, geometry->triangle_count);
    if (!geometry->hull_of_triangle)
        return lw_fail_memory(error);
    for (uint32_t t = 0; t < geometry->triangle_count; t++)
        geometry->hull_of_triangle[t] = hull_of(def, sources[t]);
    return LW_OK;
}

lw_status lw_geometry_add_hulls(lw_arena *arena, const lw_geometry_def *def, const uint32_t *sources,
                                lw_geometry *geometry, lw_error *error)
{
    if (def->part_count + (def->mesh_count > 0) > MOST_HULLS)
        return LW_OK;
    if (!def->mesh_count) {
        geometry->hulls = geometry->parts;
        geometry->hull_count = geometry->part_count;
        return LW_OK;
    }
    bool apart = are_apart(def);
    size_t count = (apart ? component_count(def) : 1) + def->part_count;
    geometry->hulls = lw_arena_array(arena, count, sizeof *geometry->hulls);
    vec3 *points = malloc(3 * (size_t)geometry->triangle_count * sizeof *points);
    lw_status status = geometry->hulls && points
                           ? cover_meshes(arena, def, apart, points, geometry, error)
                           : lw_fail_memory(error);
    free(points);
    if (!status && geometry->hull_count > 1)
        status = note_hulls(arena, def, sources, geometry, error);
    if (status)
        return status;
    for (size_t i = 0; i < def->part_count; i++)
        geometry->hulls[geometry->hull_count++] = def->parts[i];
    return LW_OK;
}
