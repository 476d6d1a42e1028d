/* Triangle meshes of simple bodies, refined to a chosen number of triangles. */
#include "adaptive/generated_mesh.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.141592653589793;

size_t lw_generated_triangles(const lw_generated_mesh *mesh)
{
    const uint32_t *c = mesh->cells;
    if (mesh->kind == LW_GENERATED_BOX)
        return (size_t)4 * (c[0] * c[1] + c[1] * c[2] + c[2] * c[0]);
    return (size_t)2 * mesh->sectors * mesh->rings;
}

/* Arrays while they are filled. */
typedef struct writer {
    double *vertices;
    uint32_t *triangles;
    size_t vertex_count, triangle_count;
} writer;

static uint32_t put_vertex(writer *w, double x, double y, double z)
{
    double *v = w->vertices + 3 * w->vertex_count;
    v[0] = x;
    v[1] = y;
    v[2] = z;
    return (uint32_t)w->vertex_count++;
}

static void put_triangle(writer *w, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *t = w->triangles + 3 * w->triangle_count++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

/* The radius and the height of a ring. The rings of a capsule are at equal steps of its outline. */
static void place_ring(const lw_generated_mesh *mesh, uint32_t ring, double *radius, double *z)
{
    double half = 0.5 * mesh->length;
    if (mesh->kind == LW_GENERATED_CYLINDER) {
        *radius = mesh->radius;
        *z = -half + mesh->length * ring / (mesh->rings - 1);
        return;
    }
    double cap = 0.5 * pi * mesh->radius;
    double along = (2 * cap + mesh->length) * (ring + 1) / (mesh->rings + 1);
    double angle = -0.5 * pi;
    *z = -half;
    if (along > cap + mesh->length) {
        angle = (along - cap - mesh->length) / mesh->radius;
        *z = half;
    } else if (along > cap) {
        angle = 0;
        *z += along - cap;
    } else {
        angle += along / mesh->radius;
    }
    *radius = mesh->radius * cos(angle);
    *z += mesh->radius * sin(angle);
}

static void write_turned(writer *w, const lw_generated_mesh *mesh)
{
    double pole = 0.5 * mesh->length + (mesh->kind == LW_GENERATED_CAPSULE ? mesh->radius : 0);
    uint32_t n = mesh->sectors;
    uint32_t bottom = put_vertex(w, 0, 0, -pole);
    uint32_t top = put_vertex(w, 0, 0, pole);
    uint32_t first = top + 1;
    uint32_t last = first + (mesh->rings - 1) * n;
    for (uint32_t ring = 0; ring < mesh->rings; ring++)
        for (uint32_t k = 0; k < n; k++) {
            double radius;
            double z;
            place_ring(mesh, ring, &radius, &z);
            put_vertex(w, radius * cos(2 * pi * k / n), radius * sin(2 * pi * k / n), z);
        }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t next = (k + 1) % n;
        put_triangle(w, bottom, first + next, first + k);
        put_triangle(w, top, last + k, last + next);
        for (uint32_t ring = first; ring < last; ring += n) {
            put_triangle(w, ring + k, ring + next, ring + n + next);
            put_triangle(w, ring + k, ring + n + next, ring + n + k);
        }
    }
}

/* One side of a box, which looks along an axis, or against it. */
static void write_side(writer *w, const lw_generated_mesh *mesh, int axis, int sign)
{
    const double half[3] = {0.5 * mesh->size.x, 0.5 * mesh->size.y, 0.5 * mesh->size.z};
    int u = (axis + (sign > 0 ? 1 : 2)) % 3;
    int v = (axis + (sign > 0 ? 2 : 1)) % 3;
    uint32_t columns = mesh->cells[u];
    uint32_t rows = mesh->cells[v];
    uint32_t first = (uint32_t)w->vertex_count;
    for (uint32_t j = 0; j <= rows; j++)
        for (uint32_t i = 0; i <= columns; i++) {
            double p[3];
            p[axis] = sign * half[axis];
            p[u] = half[u] * (2.0 * i / columns - 1);
            p[v] = half[v] * (2.0 * j / rows - 1);
            put_vertex(w, p[0], p[1], p[2]);
        }
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t i = 0; i < columns; i++) {
            uint32_t at = first + j * (columns + 1) + i;
            put_triangle(w, at, at + 1, at + columns + 2);
            put_triangle(w, at, at + columns + 2, at + columns + 1);
        }
}

static size_t most_vertices(const lw_generated_mesh *mesh)
{
    size_t x = mesh->cells[0] + 1;
    size_t y = mesh->cells[1] + 1;
    size_t z = mesh->cells[2] + 1;
    if (mesh->kind == LW_GENERATED_BOX)
        return 2 * (x * y + y * z + z * x);
    return 2 + (size_t)mesh->sectors * mesh->rings;
}

lw_status lw_generated_make(const lw_generated_mesh *mesh, lw_shape_def *out, lw_error *error)
{
    writer w = {.vertices = malloc(3 * most_vertices(mesh) * sizeof(double)),
                .triangles = malloc(3 * lw_generated_triangles(mesh) * sizeof(uint32_t))};
    *out = lw_default_shape();
    if (!w.vertices || !w.triangles) {
        free(w.vertices);
        free(w.triangles);
        return lw_fail_memory(error);
    }
    if (mesh->kind == LW_GENERATED_BOX)
        for (int axis = 0; axis < 3; axis++) {
            write_side(&w, mesh, axis, 1);
            write_side(&w, mesh, axis, -1);
        }
    else
        write_turned(&w, mesh);
    out->kind = LW_SHAPE_MESH;
    out->vertices = w.vertices;
    out->vertex_count = w.vertex_count;
    out->triangles = w.triangles;
    out->triangle_count = w.triangle_count;
    return LW_OK;
}

void lw_generated_drop(lw_shape_def *shape)
{
    free((void *)shape->vertices);
    free((void *)shape->triangles);
    *shape = lw_default_shape();
}
