/* Meshes from files: selects a reader by the ending, and makes a shape of the soup that it reads. */
#include "io/mesh/mesh_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "io/mesh/dae.h"
#include "io/mesh/gltf.h"
#include "io/mesh/obj.h"
#include "io/mesh/ply.h"
#include "io/mesh/stl.h"
#include "io/text/file.h"

/* bytes; meshes of robots have some megabytes at most */
#define LARGEST_FILE ((size_t)1 << 30)

typedef enum format { UNKNOWN, STL, PLY, OBJ, DAE, GLTF, GLB } format;

static format format_of(const char *path)
{
    static const char *const endings[] = {"", "stl", "ply", "obj", "dae", "gltf", "glb"};
    const char *dot = strrchr(path, '.');
    for (int f = STL; dot && f <= GLB; f++) {
        size_t i = 0;
        while (dot[1 + i] && (dot[1 + i] | 0x20) == endings[f][i])
            i++;
        if (!dot[1 + i] && !endings[f][i])
            return (format)f;
    }
    return UNKNOWN;
}

static lw_status read_soup(const char *path, format kind, lw_mesh_soup *soup, lw_error *error)
{
    char *bytes = NULL;
    size_t size = 0;
    if (kind == DAE)
        return lw_dae_read(path, soup, error);
    lw_status status = lw_file_read(path, LARGEST_FILE, &bytes, &size, error);
    if (status)
        return status;
    if (kind == STL)
        status = lw_stl_read(bytes, size, soup, error);
    else if (kind == PLY)
        status = lw_ply_read(bytes, size, soup, error);
    else if (kind == OBJ)
        status = lw_obj_read(bytes, size, soup, error);
    else if (kind == GLTF)
        status = lw_gltf_read(path, bytes, size, soup, error);
    else
        status = lw_glb_read(path, bytes, size, soup, error);
    free(bytes);
    return status;
}

lw_status lw_mesh_file_read(lw_model *model, lw_arena *arena, const char *path, lw_vec3 factor,
                            lw_shape_def *shape, lw_error *error)
{
    lw_mesh_soup soup = {.model = model};
    lw_error problem = {0};
    format kind = format_of(path);
    lw_status status = LW_OK;
    if (!finite3(factor) || factor.x == 0 || factor.y == 0 || factor.z == 0)
        status = lw_fail(&problem, LW_ERROR_ARGUMENT,
                         "a mesh scale of %g %g %g; all three must be finite and not zero", factor.x,
                         factor.y, factor.z);
    else if (kind == UNKNOWN)
        status =
            lw_fail(&problem, LW_ERROR_FILE,
                    "is no mesh by its name, which must end in .stl, .obj, .dae, .ply, .gltf or .glb");
    else if (!(status = read_soup(path, kind, &soup, &problem)))
        status = lw_mesh_soup_take(&soup, factor, arena, shape, &problem);
    lw_mesh_soup_free(&soup);
    return lw_file_fail(path, status, &problem, error);
}

lw_status lw_mesh_read(const char *path, lw_vec3 scale, lw_shape_def *out, lw_error *error)
{
    if (!path || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_mesh_read needs a path and room for a mesh");
    lw_arena arena = {0};
    lw_shape_def mesh = lw_default_shape();
    lw_status status = lw_sized_check(LW_SIZED(shape_def), out, error);
    if (!status)
        status = lw_mesh_file_read(NULL, &arena, path, scale, &mesh, error);
    if (!status) {
        /* one block, which begins with the vertices */
        const size_t vertices = 3 * mesh.vertex_count * sizeof *mesh.vertices;
        const size_t triangles = 3 * mesh.triangle_count * sizeof *mesh.triangles;
        char *block = malloc(vertices + triangles);
        if (block) {
            memcpy(block, mesh.vertices, vertices);
            memcpy(block + vertices, mesh.triangles, triangles);
            mesh.vertices = (const double *)(void *)block;
            mesh.triangles = (const uint32_t *)(void *)(block + vertices);
            lw_sized_write(LW_SIZED(shape_def), &mesh, out);
        } else {
            status = lw_fail_memory(error);
        }
    }
    lw_arena_free(&arena);
    return status;
}

void lw_mesh_free(lw_shape_def *mesh)
{
    if (!mesh)
        return;
    free((void *)mesh->vertices);
    mesh->vertices = NULL;
    mesh->triangles = NULL;
    mesh->vertex_count = mesh->triangle_count = 0;
}
