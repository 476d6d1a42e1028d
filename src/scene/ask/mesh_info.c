/* Facts about a mesh for the caller: its components, which of them are closed, repaired or hollow. */
#include "base/error.h"
#include "base/sized.h"
#include "scene/model.h"
#include "shape/mesh.h"

#include <string.h>

#define MESH_INFO      LW_SIZED(mesh_info)
#define COMPONENT_INFO LW_SIZED(component_info)

static void count_shells(const lw_mesh *mesh, lw_mesh_info *out)
{
    for (uint32_t i = 0; i < mesh->shell_count; i++)
        out->cavity_count += mesh->shells[i].volume < 0;
}

/* The struct_size of the first component has been checked. */
static void list_components(const lw_mesh *mesh, lw_mesh_info *out, lw_component_info *components,
                            size_t room)
{
    const size_t stride = room ? components->struct_size : 0;
    for (uint32_t i = 0; i < mesh->component_count; i++) {
        const lw_mesh_component *from = &mesh->components[i];
        out->closed_count += from->closed;
        out->repaired_count += from->mended;
        if (i >= room)
            continue;
        const lw_component_info info = {.triangle_count = from->triangle_count,
                                        .closed = from->closed,
                                        .repaired = from->mended,
                                        .hollow = from->hollow,
                                        .open_edges = from->open_edges,
                                        .low = from->low,
                                        .high = from->high};
        unsigned char *place = (unsigned char *)components + i * stride;
        memcpy(place, &stride, sizeof stride);
        lw_sized_write(COMPONENT_INFO, &info, place);
    }
}

lw_status lw_shape_mesh_info(const lw_shape_def *mesh, lw_mesh_info *out, lw_component_info *components,
                             size_t room, lw_error *error)
{
    if (!mesh || !out || (room && !components))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_shape_mesh_info needs a mesh and room for the answer");
    lw_shape_def shape_room;
    lw_status status = lw_sized_check(MESH_INFO, out, error);
    if (!status && room)
        status = lw_sized_check(COMPONENT_INFO, components, error);
    if (!status)
        LW_SIZED_TAKE(shape_def, mesh, &shape_room, status, error);
    if (status)
        return status;
    if (mesh->kind != LW_SHAPE_MESH)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the shape is not a mesh");
    lw_arena arena = {0};
    lw_shape_def own = *mesh;
    lw_cloud_count none;
    lw_mesh *clean = NULL;
    status = lw_shape_take(&arena, &own, &none, error);
    if (!status)
        status = lw_mesh_create(&arena, own.vertices, own.vertex_count, own.triangles,
                                own.triangle_count, &clean, error);
    if (!status) {
        lw_mesh_info info = {.triangle_count = clean->triangle_count,
                             .left_out = clean->dropped - clean->degenerate_count,
                             .segment_count = clean->degenerate_count,
                             .component_count = clean->component_count};
        count_shells(clean, &info);
        list_components(clean, &info, components, room);
        lw_sized_write(MESH_INFO, &info, out);
    }
    lw_arena_free(&arena);
    return status;
}
