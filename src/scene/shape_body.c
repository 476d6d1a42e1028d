/* Shapes as geometry, in a body or by themselves. */
#include "scene/shape_body.h"

#include "math/pose.h"
#include "scene/build.h"
#include "scene/cloud.h"
#include "scene/octree.h"

#include <stdlib.h>

bool lw_shape_is_flat(const lw_shape_def *shape)
{
    return shape->kind == LW_SHAPE_DISC || shape->kind == LW_SHAPE_POLYGON;
}

bool lw_mesh_is_solid(const lw_shape_def *shape, lw_mesh_mode mode)
{
    return shape->mesh_mode == LW_MESH_SOLID && mode == LW_MESH_SOLID;
}

lw_status lw_shape_polygon(lw_arena *arena, const lw_shape_def *shape, pose at, const lw_polygon **out,
                           lw_error *error)
{
    static const double origin[3] = {0, 0, 0};
    bool is_disc = shape->kind == LW_SHAPE_DISC;
    const double *from = is_disc ? origin : shape->vertices;
    size_t count = is_disc ? 1 : shape->vertex_count;
    double *points = malloc(2 * count * sizeof *points);
    if (!points)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++, from += 3) {
        vec3 p = transform(at, v3(from[0], from[1], from[2]));
        points[2 * i] = p.x;
        points[2 * i + 1] = p.y;
    }
    lw_polygon *polygon = NULL;
    lw_status status = lw_polygon_hull(
        arena, points, count, shape->rounding + (is_disc ? shape->radius : 0), &polygon, error);
    *out = polygon;
    free(points);
    return status;
}

lw_status lw_shape_part(lw_arena *arena, const lw_shape_def *shape, pose at, const lw_found_hull *hull,
                        lw_part *out, lw_error *error)
{
    *out = (lw_part){.at = at};
    lw_convex *convex = &out->shape;
    convex->radius = shape->rounding;
    switch (shape->kind) {
    case LW_SHAPE_SPHERE:
    case LW_SHAPE_DISC: /* a disc becomes a sphere: distances in the plane are the same */
        convex->core = LW_CORE_POINT;
        convex->radius += shape->radius;
        return LW_OK;
    case LW_SHAPE_CAPSULE:
        convex->core = shape->length > 0 ? LW_CORE_SEGMENT : LW_CORE_POINT;
        convex->radius += shape->radius;
        convex->half = v3(0, 0, shape->length / 2);
        return LW_OK;
    case LW_SHAPE_BOX:
        convex->core = LW_CORE_BOX;
        convex->half = scale(0.5, shape->size);
        return LW_OK;
    case LW_SHAPE_ELLIPSOID:
        convex->core = LW_CORE_ELLIPSOID;
        convex->half = scale(0.5, shape->size);
        return LW_OK;
    case LW_SHAPE_CYLINDER:
    case LW_SHAPE_CONE:
        convex->core = shape->kind == LW_SHAPE_CYLINDER ? LW_CORE_CYLINDER : LW_CORE_CONE;
        convex->half = v3(shape->radius, shape->radius, shape->length / 2);
        return LW_OK;
    case LW_SHAPE_POLYTOPE:
    case LW_SHAPE_POLYGON:
    case LW_SHAPE_MESH: {
        lw_polytope *polytope = NULL;
        lw_status status =
            hull ? lw_polytope_from_hull(arena, shape->vertices, shape->vertex_count, hull, &polytope,
                                         error)
                 : lw_polytope_create(arena, shape->vertices, shape->vertex_count, &polytope, error);
        if (status)
            return status;
        convex->core = LW_CORE_POLYTOPE;
        convex->polytope = polytope;
        return LW_OK;
    }
    case LW_SHAPE_CLOUD: /* no single part: lw_cloud_parts, lw_octree_parts, lw_height_field_parts */
    case LW_SHAPE_OCTREE:
    case LW_SHAPE_HEIGHTS:
    case LW_SHAPE_DEPTH_IMAGE:
        break;
    }
    return lw_fail(error, LW_ERROR_ARGUMENT, "there is no shape kind %d", (int)shape->kind);
}

/* ---- one shape alone --------------------------------------------------------------------------- */

lw_status lw_shape_mesh_geometry(lw_arena *arena, const lw_shape_def *shape, const lw_mesh **mesh,
                                 lw_geometry **out, lw_error *error)
{
    lw_mesh *made = NULL;
    lw_status status = lw_mesh_create(arena, shape->vertices, shape->vertex_count, shape->triangles,
                                      shape->triangle_count, &made, error);
    if (status)
        return status;
    *mesh = made;
    bool solid = lw_mesh_is_solid(shape, LW_MESH_SOLID);
    const lw_geometry_def def = {
        .meshes = &made, .mesh_is_solid = &solid, .mesh_count = 1, .mesh_rounding = &shape->rounding};
    return lw_geometry_create(arena, &def, out, error);
}

/* The geometry of convex shapes at one pose, and in the plane their polygons. */
static lw_status convex_geometry(lw_arena *arena, const lw_shape_def *shapes, size_t count, pose at,
                                 bool flat, lw_body *out, lw_error *error)
{
    lw_part *parts = lw_arena_array(arena, count, sizeof *parts);
    if (flat)
        out->polygons = lw_arena_array(arena, count, sizeof *out->polygons);
    if (!parts || (flat && !out->polygons))
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++) {
        status = lw_shape_part(arena, &shapes[i], at, NULL, &parts[i], error);
        if (!status && flat)
            status = lw_shape_polygon(arena, &shapes[i], at, &out->polygons[i], error);
    }
    if (status)
        return status;
    out->polygon_count = flat ? (uint32_t)count : 0;
    const lw_geometry_def def = {.parts = parts, .part_count = count};
    lw_geometry *geometry = NULL;
    status = lw_geometry_create(arena, &def, &geometry, error);
    out->geometry = geometry;
    return status;
}

lw_status lw_shape_body(lw_arena *arena, const lw_shape_def *shape, lw_pose at, bool flat, lw_body *out,
                        lw_error *error)
{
    *out = (lw_body){.robot = -1, .link = -1, .elementary = -1, .local = pose_identity()};
    lw_shape_def own = *shape;
    lw_cloud_count points;
    lw_status status = lw_build_check_pose(&at, error);
    if (status || (status = lw_build_check_plane(flat, "a shape's pose", &at, error)) ||
        (status = lw_build_check_dimension(flat, shape, error)) ||
        (status = lw_shape_take(arena, &own, &points, error)))
        return status;
    lw_shape_def *parts = &own;
    size_t count = 1;
    if (own.kind == LW_SHAPE_POLYGON && (status = lw_shape_split(arena, &own, &parts, &count, error)))
        return status;
    /* the frame of one shape is the body's, which suits its boxes best */
    bool alone = count == 1;
    out->local = alone ? lw_pose_in(at) : pose_identity();
    out->composed = (lw_composed){alone ? norm(out->local.position) : 0, 2};
    if (own.kind == LW_SHAPE_MESH) {
        const lw_mesh *mesh = NULL;
        lw_geometry *geometry = NULL;
        status = lw_shape_mesh_geometry(arena, &own, &mesh, &geometry, error);
        out->geometry = geometry;
    } else if (own.kind == LW_SHAPE_CLOUD) {
        lw_geometry *geometry = NULL;
        status = lw_cloud_geometry(arena, &own, &geometry, error);
        out->geometry = geometry;
    } else if (own.kind == LW_SHAPE_OCTREE) {
        lw_geometry *geometry = NULL;
        status = lw_octree_geometry(arena, &own, &geometry, error);
        out->geometry = geometry;
    } else if (own.kind == LW_SHAPE_HEIGHTS) {
        lw_geometry *geometry = NULL;
        status = lw_height_field_geometry(arena, &own, true, &geometry, error);
        out->geometry = geometry;
    } else if (own.kind == LW_SHAPE_DEPTH_IMAGE) {
        lw_geometry *geometry = NULL;
        status = lw_image_body(arena, &own, true, &geometry, error);
        out->geometry = geometry;
    } else {
        status = convex_geometry(arena, parts, count, alone ? pose_identity() : lw_pose_in(at), flat,
                                 out, error);
    }
    if (!status)
        out->composed.length += out->geometry->extent;
    return status;
}
