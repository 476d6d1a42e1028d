/* A shape that bodies and scenes share. It is built as freezing builds a body of one shape, so that
 * answers about either have the same bits. */
#include "scene/shared_shape.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/sized.h"
#include "math/pose.h"
#include "scene/cloud.h"
#include "scene/octree.h"
#include "scene/scaling.h"
#include "scene/shape_body.h"

enum { FIRST_BLOCK = 1152 }; /* room for a primitive: there may be many shapes */

void lw_shape_destroy(lw_shape *shape)
{
    if (shape)
        lw_memory_release(shape->memory);
}

bool lw_shape_serves(const lw_shape *shape, lw_mesh_mode mode)
{
    return shape->geometry && (!shape->mesh || lw_mesh_is_solid(&shape->def, mode) ==
                                                   lw_mesh_is_solid(&shape->def, LW_MESH_SOLID));
}

/* Builds the parts as convex shapes, and the geometry if there is only one. */
static lw_status build_convex(lw_shape *shape, lw_error *error)
{
    lw_arena *arena = &shape->memory->arena;
    shape->convex = lw_arena_array(arena, shape->part_count, sizeof *shape->convex);
    if (!shape->convex)
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    for (size_t i = 0; i < shape->part_count && !status; i++)
        status =
            lw_shape_part(arena, &shape->parts[i], pose_identity(), NULL, &shape->convex[i], error);
    if (status || shape->part_count > 1)
        return status;
    if (lw_shape_is_flat(&shape->def)) {
        shape->polygons = lw_arena_array(arena, 1, sizeof *shape->polygons);
        if (!shape->polygons)
            return lw_fail_memory(error);
        status = lw_shape_polygon(arena, shape->parts, pose_identity(), shape->polygons, error);
        if (status)
            return status;
        shape->polygon_count = 1;
    }
    const lw_geometry_def def = {.parts = shape->convex, .part_count = 1};
    return lw_geometry_create(arena, &def, &shape->geometry, error);
}

static lw_status build(lw_shape *shape, lw_error *error)
{
    lw_status status = lw_shape_take(&shape->memory->arena, &shape->def, &shape->points, error);
    if (status)
        return status;
    if (shape->def.kind == LW_SHAPE_POLYGON &&
        (status = lw_shape_middle(&shape->def, &shape->outline_middle, error)))
        return status;
    shape->parts = &shape->def;
    shape->part_count = 1;
    if (shape->def.kind == LW_SHAPE_MESH)
        return lw_shape_mesh_geometry(&shape->memory->arena, &shape->def, &shape->mesh,
                                      &shape->geometry, error);
    if (shape->def.kind == LW_SHAPE_CLOUD)
        return lw_cloud_geometry(&shape->memory->arena, &shape->def, &shape->geometry, error);
    if (shape->def.kind == LW_SHAPE_OCTREE)
        return lw_octree_geometry(&shape->memory->arena, &shape->def, &shape->geometry, error);
    if (shape->def.kind == LW_SHAPE_HEIGHTS)
        return lw_height_field_geometry(&shape->memory->arena, &shape->def, true, &shape->geometry,
                                        error);
    if (shape->def.kind == LW_SHAPE_DEPTH_IMAGE)
        return lw_image_body(&shape->memory->arena, &shape->def, true, &shape->geometry, error);
    if (shape->def.kind == LW_SHAPE_POLYGON &&
        (status = lw_shape_split(&shape->memory->arena, &shape->def, &shape->parts, &shape->part_count,
                                 error)))
        return status;
    return build_convex(shape, error);
}

lw_status lw_shape_create(const lw_shape_def *def, lw_shape **out, lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_shape_create needs a place for the shape");
    *out = NULL;
    if (!def)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no shape was given");
    lw_shape_def room;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(shape_def, def, &room, status, error);
    if (status)
        return status;
    lw_memory *memory = lw_memory_create();
    if (!memory)
        return lw_fail_memory(error);
    memory->arena.block = FIRST_BLOCK;
    lw_shape *shape = lw_arena_take(&memory->arena, sizeof *shape);
    status = shape ? LW_OK : lw_fail_memory(error);
    if (!status) {
        shape->memory = memory;
        shape->def = *def;
        status = build(shape, error);
    }
    if (status)
        lw_memory_release(memory);
    else
        *out = shape;
    return status;
}

size_t lw_shape_memory(const lw_shape *shape)
{
    return shape ? sizeof *shape->memory + shape->memory->arena.total : 0;
}
