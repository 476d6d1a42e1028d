/* How a convex solid is recognised. A closed surface that lies on the boundary of its hull winds
 * equally often round every point inside the hull: if that is at least once, the solid is the hull. A
 * triangle lies on the boundary if no vertex lies beyond its plane. Files round their vertices, so that
 * some lie beyond a plane by a little, at most e: then the solid contains every point of the hull that
 * is deeper than e. Let a ball of radius r about a point c lie in the hull, and all of the hull within
 * R of c. If the hull is shrunk about c by the share e / r, all of it is at least e deep in the hull;
 * its support values are less by at most R e / r. */
#include "body/convex_solids.h"

#include <stdlib.h>

#include "base/error.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "math/unit.h"

/* How far vertices may lie beyond a triangle's plane, relative to the size of the surface: the rounding
 * of floats, with room. docs/decisions/distance.md, "Overlapping bodies have a signed distance with
 * both ends proven". */
static const double NEARLY = 1e-5;

enum { SAMPLE = 24 /* triangles that are tried against all vertices before a hull is made */ };

typedef struct surface {
    const lw_mesh *mesh;
    const lw_mesh_shell *shell;
    vec3 *vertices; /* its own, each once */
    uint32_t count;
    double size;
} surface;

/* Whether the inside of a shell is solid all through: neither a cavity nor a room (shape/mesh.h) may
 * lie in it. */
static bool is_filled(const lw_mesh *mesh, const lw_mesh_shell *shell)
{
    for (uint32_t i = 0; i < mesh->shell_count; i++) {
        const lw_mesh_shell *other = &mesh->shells[i];
        bool apart = other->low.x > shell->high.x || other->high.x < shell->low.x ||
                     other->low.y > shell->high.y || other->high.y < shell->low.y ||
                     other->low.z > shell->high.z || other->high.z < shell->low.z;
        if (other != shell && !apart && (other->room || !(other->volume > 0)))
            return false;
    }
    return shell->volume > 0 && !shell->room;
}

static vec3 corner_of(const surface *s, uint32_t triangle, int k)
{
    return s->mesh->vertices[s->shell->triangles[triangle][k]];
}

/* The unit normal of a triangle; zero where it has none. */
static vec3 normal_of(const surface *s, uint32_t triangle)
{
    vec3 a = corner_of(s, triangle, 0);
    return lw_unit(cross(sub(corner_of(s, triangle, 1), a), sub(corner_of(s, triangle, 2), a)));
}

/* Whether all vertices lie behind the planes of a sample of the triangles. */
static bool seems_convex(const surface *s)
{
    uint32_t step = s->shell->triangle_count / SAMPLE + 1;
    for (uint32_t t = 0; t < s->shell->triangle_count; t += step) {
        vec3 n = normal_of(s, t);
        double most = dot(n, corner_of(s, t, 0)) + NEARLY * s->size;
        for (uint32_t i = 0; i < s->count; i++)
            if (dot(n, s->vertices[i]) > most)
                return false;
    }
    return true;
}

/* How far vertices of the hull lie beyond the plane of a triangle of the surface, at most; 0 if none
 * does. Early exit: as soon as the distance is above NEARLY times the size of the surface, the rest of
 * the triangles is left out. */
static double beyond_planes(const surface *s, const lw_convex *hull)
{
    double most = 0;
    for (uint32_t t = 0; t < s->shell->triangle_count && most <= NEARLY * s->size; t++) {
        vec3 n = normal_of(s, t);
        if (!(norm2(n) > 0))
            continue; /* a triangle without area lies within the others */
        uint32_t ignored;
        double beyond = dot(n, sub(lw_support(hull, n, &ignored), corner_of(s, t, 0)));
        most = greater(most, beyond);
    }
    return most;
}

/* The radius of a ball about the polytope's middle within it. */
static double inner_radius(const lw_polytope *polytope)
{
    double least = HUGE_VAL;
    for (uint32_t f = 0; f < polytope->facet_count; f++) {
        const uint32_t *c = polytope->facets[f];
        const vec3 *v = polytope->vertices;
        vec3 n = lw_squarable(cross(sub(v[c[1]], v[c[0]]), sub(v[c[2]], v[c[0]])));
        double length = norm(n);
        if (length > 0)
            least = lesser(least, dot(n, sub(v[c[0]], polytope->center)) / length);
    }
    return polytope->facet_count ? least : 0;
}

/* Appends the surface to the convex solids where it is one. */
static lw_status try_surface(lw_arena *arena, const surface *s, double rounding, lw_geometry *geometry,
                             lw_error *error)
{
    if (!seems_convex(s))
        return LW_OK;
    lw_convex hull = {.core = LW_CORE_POLYTOPE, .radius = rounding};
    lw_polytope *polytope = NULL;
    lw_status status = lw_polytope_create(arena, &s->vertices[0].x, s->count, &polytope, error);
    if (status)
        return status;
    hull.polytope = polytope;
    double beyond = beyond_planes(s, &hull) + LW_ROUNDING(64) * geometry->extent;
    double inner = inner_radius(polytope);
    if (beyond > NEARLY * s->size || !(inner > 2 * beyond))
        return LW_OK;
    lw_convex_solid *solid = &geometry->convex_solids[geometry->convex_solid_count++];
    *solid = (lw_convex_solid){.hull = hull};
    solid->radius = lw_convex_sphere(&hull, &solid->center);
    double farthest = 0;
    for (uint32_t i = 0; i < polytope->vertex_count; i++)
        farthest = greater(farthest, norm(sub(polytope->vertices[i], polytope->center)));
    solid->slack = beyond * farthest / inner * LW_UP_BY(8192);
    return LW_OK;
}

/* Gathers the vertices of a shell, each once. marks: a byte per vertex of the mesh, all zero before and
 * after. */
static void gather(surface *s, uint8_t *marks)
{
    s->count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t t = 0; t < s->shell->triangle_count; t++)
            for (int k = 0; k < 3; k++) {
                uint32_t v = s->shell->triangles[t][k];
                if (pass == 0 && !marks[v])
                    s->vertices[s->count++] = s->mesh->vertices[v];
                marks[v] = pass == 0;
            }
}

static lw_status add_of_mesh(lw_arena *arena, const lw_mesh *mesh, double rounding,
                             lw_geometry *geometry, lw_error *error)
{
    surface s = {.mesh = mesh};
    s.vertices = malloc(((size_t)mesh->vertex_count + 1) * sizeof *s.vertices);
    uint8_t *marks = calloc((size_t)mesh->vertex_count + 1, 1);
    lw_status status = s.vertices && marks ? LW_OK : lw_fail_memory(error);
    for (uint32_t i = 0; i < mesh->shell_count && !status; i++) {
        s.shell = &mesh->shells[i];
        if (!is_filled(mesh, s.shell))
            continue;
        gather(&s, marks);
        s.size = norm(sub(s.shell->high, s.shell->low));
        status = try_surface(arena, &s, rounding, geometry, error);
    }
    free(s.vertices);
    free(marks);
    return status;
}

/* Whether the body is one mesh of one closed surface and nothing else, so that a convex solid of it is
 * the whole body. */
static bool is_one_surface(const lw_geometry_def *def)
{
    return def->mesh_count == 1 && def->part_count == 0 && def->meshes[0]->component_count == 1 &&
           def->meshes[0]->shell_count == 1 && def->meshes[0]->degenerate_count == 0;
}

lw_status lw_geometry_add_convex_solids(lw_arena *arena, const lw_geometry_def *def,
                                        lw_geometry *geometry, lw_error *error)
{
    size_t shells = 0;
    for (size_t m = 0; m < def->mesh_count; m++)
        shells += def->mesh_is_solid[m] ? def->meshes[m]->shell_count : 0;
    lw_status status = LW_OK;
    geometry->convex_solid_count = 0;
    geometry->convex_solids = NULL;
    if (shells > 0) {
        geometry->convex_solids = lw_arena_array(arena, shells, sizeof *geometry->convex_solids);
        status = geometry->convex_solids ? LW_OK : lw_fail_memory(error);
    }
    for (size_t m = 0; m < def->mesh_count && !status; m++)
        if (def->mesh_is_solid[m])
            status = add_of_mesh(arena, def->meshes[m], def->mesh_rounding ? def->mesh_rounding[m] : 0,
                                 geometry, error);
    geometry->is_convex = (def->mesh_count == 0 && def->part_count == 1) ||
                          (is_one_surface(def) && geometry->convex_solid_count == 1);
    return status;
}

bool lw_geometry_as_convex(const lw_geometry *geometry, lw_convex *shape, pose *at, double *slack)
{
    if (!geometry->is_convex)
        return false;
    if (geometry->part_count) {
        *shape = geometry->parts[0].shape;
        *at = geometry->parts[0].at;
        *slack = 0;
    } else {
        *shape = geometry->convex_solids[0].hull;
        *at = pose_identity();
        *slack = geometry->convex_solids[0].slack;
    }
    return true;
}
