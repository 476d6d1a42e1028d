/* A mesh soup: the vertices and triangles that a reader collects, and the shape made of them. */
#include "io/mesh/mesh_soup.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scene/model.h"
#include "shape/mesh.h"
#include "shape/triangulation.h"

/* limit of the vertices, and of the triangles */
#define MOST (UINT32_MAX / 4)

void lw_mesh_soup_free(lw_mesh_soup *soup)
{
    free(soup->vertices.items);
    free(soup->triangles.items);
    free(soup->scratch.items);
    *soup = (lw_mesh_soup){0};
}

bool lw_mesh_soup_vertex(lw_mesh_soup *soup, vec3 vertex)
{
    if (soup->vertices.count >= MOST || !LW_ARRAY_GROW(&soup->vertices))
        return false;
    soup->vertices.items[soup->vertices.count++] = vertex;
    return true;
}

bool lw_mesh_soup_polygon(lw_mesh_soup *soup, const uint32_t *corners, size_t count)
{
    if (count < 3)
        return true;
    if (count > MOST || soup->triangles.count + count - 2 > MOST ||
        !LW_ARRAY_RESERVE(&soup->triangles, soup->triangles.count + count - 2) ||
        !LW_ARRAY_RESERVE(&soup->scratch, count))
        return false;
    lw_polygon_triangulate(soup->vertices.items, corners, count, soup->scratch.items,
                           soup->triangles.items + soup->triangles.count);
    soup->triangles.count += count - 2;
    return true;
}

static bool is_same_point(const lw_mesh_soup *soup, uint32_t a, uint32_t b)
{
    vec3 p = soup->vertices.items[a];
    vec3 q = soup->vertices.items[b];
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

bool lw_mesh_soup_strip(lw_mesh_soup *soup, const uint32_t *corners, size_t count, bool mirrored)
{
    for (size_t i = 2; i < count; i++) {
        bool turned = (i % 2 == 1) != mirrored;
        const uint32_t next[3] = {corners[turned ? i - 1 : i - 2], corners[turned ? i - 2 : i - 1],
                                  corners[i]};
        bool degenerate = is_same_point(soup, next[0], next[1]) ||
                          is_same_point(soup, next[1], next[2]) ||
                          is_same_point(soup, next[2], next[0]);
        if (!degenerate && !lw_mesh_soup_polygon(soup, next, 3))
            return false;
    }
    return true;
}

/* copies the triangles; their vertices are numbered anew, in the order of first use */
static size_t copy_used(const lw_mesh_soup *soup, vec3 factor, uint32_t *number, double *vertices,
                        uint32_t *triangles)
{
    bool mirrored = ((factor.x < 0) + (factor.y < 0) + (factor.z < 0)) % 2 == 1;
    size_t count = 0;
    for (size_t t = 0; t < soup->triangles.count; t++)
        for (size_t i = 0; i < 3; i++) {
            uint32_t old = soup->triangles.items[t][mirrored ? (3 - i) % 3 : i];
            if (!number[old]) {
                vec3 v = soup->vertices.items[old];
                vertices[3 * count] = factor.x * v.x;
                vertices[3 * count + 1] = factor.y * v.y;
                vertices[3 * count + 2] = factor.z * v.z;
                number[old] = (uint32_t)++count;
            }
            triangles[3 * t + i] = number[old] - 1;
        }
    return count;
}

/* whether the mesh has a triangle with an area */
static bool has_surface(const lw_shape_def *shape)
{
    for (size_t t = 0; t < shape->triangle_count; t++) {
        vec3 corners[3];
        for (int i = 0; i < 3; i++) {
            const double *row = shape->vertices + 3 * (size_t)shape->triangles[3 * t + i];
            corners[i] = v3(row[0], row[1], row[2]);
        }
        if (lw_has_area(corners[0], corners[1], corners[2]))
            return true;
    }
    return false;
}

lw_status lw_mesh_soup_take(const lw_mesh_soup *soup, vec3 factor, lw_arena *arena, lw_shape_def *shape,
                            lw_error *error)
{
    if (!soup->triangles.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "has no triangles");
    uint32_t *number = calloc(soup->vertices.count, sizeof *number);
    double *vertices = lw_arena_array(arena, soup->vertices.count, 3 * sizeof *vertices);
    uint32_t *triangles = lw_arena_array(arena, soup->triangles.count, 3 * sizeof *triangles);
    if (!number || !vertices || !triangles) {
        free(number);
        return lw_fail_memory(error);
    }
    size_t count = copy_used(soup, factor, number, vertices, triangles);
    free(number);
    for (size_t i = 0; i < 3 * count; i++)
        if (!(fabs(vertices[i]) <= LW_LARGEST))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "a vertex is not finite, or farther than %g m from the origin", LW_LARGEST);
    shape->kind = LW_SHAPE_MESH;
    shape->vertices = vertices;
    shape->vertex_count = count;
    shape->triangles = triangles;
    shape->triangle_count = soup->triangles.count;
    if (!has_surface(shape))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "none of its %zu triangles has an area; at least one must",
                       shape->triangle_count);
    return LW_OK;
}
