/* The geometry of a body, built from its shapes, in the frame that suits its boxes best: the shape's
 * own if there is one shape, else the frame of the link or the world. */
#include "scene/body_geometry.h"

#include "math/pose.h"
#include "scene/cloud.h"
#include "scene/scaling.h"
#include "scene/shape_body.h"
#include "scene/shared_shape.h"

#include <stdlib.h>
#include <string.h>

/* scales the definition of a shape; its vertices go to work->vertices */
static lw_status scale_shape(lw_body_work *work, const lw_model_shape *entry, double factor,
                             lw_shape_def *out, lw_error *error)
{
    *out = entry->def;
    if (factor == 1)
        return LW_OK;
    if (out->kind == LW_SHAPE_HEIGHTS)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "\"%s\" has a height field and the scale %g; a height field has no scale",
                       work->owner, factor);
    if (out->kind == LW_SHAPE_DEPTH_IMAGE)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "\"%s\" has a depth image and the scale %g; a depth image has no scale",
                       work->owner, factor);
    if (lw_shape_has_vertices(out->kind) && !LW_ARRAY_RESERVE(&work->vertices, 3 * out->vertex_count))
        return lw_fail_memory(error);
    return lw_shape_scale(entry, factor, work->vertices.items, out, error);
}

static lw_status add_polygon(lw_body_work *work, const lw_shape_def *shape, pose at, lw_error *error)
{
    if (!LW_ARRAY_GROW(&work->polygons))
        return lw_fail_memory(error);
    const lw_polygon **next = &work->polygons.items[work->polygons.count];
    lw_status status = lw_shape_polygon(&work->frozen->geometry->arena, shape, at, next, error);
    work->polygons.count += !status;
    return status;
}

/* entry: the model's; shape: its definition, scaled */
static lw_status add_part(lw_body_work *work, const lw_model_shape *entry, const lw_shape_def *shape,
                          pose at, double factor, lw_error *error)
{
    if (!LW_ARRAY_GROW(&work->parts))
        return lw_fail_memory(error);
    lw_part *next = &work->parts.items[work->parts.count];
    if (entry->shared && factor == 1) {
        /* the geometry will point into the shape */
        if (!lw_memory_hold(work->frozen->geometry, entry->shared->memory))
            return lw_fail_memory(error);
        *next = entry->shared->convex[entry->part];
        next->at = at;
        work->parts.count++;
        return LW_OK;
    }
    size_t index = (size_t)(entry - work->scene->model.shapes.items);
    /* the hull was found from the vertices as given */
    lw_found_hull *hull = factor == 1 ? lw_body_hull(&work->hulls, index) : NULL;
    lw_status status = lw_shape_part(&work->frozen->geometry->arena, shape, at, hull, next, error);
    if (hull)
        lw_found_hull_free(hull);
    work->parts.count += !status;
    return status;
}

/* notices points of a cloud that are not in the scene; text: where they went */
static void notice_points(const lw_body_work *work, size_t count, const char *one, const char *several)
{
    if (count)
        lw_scene_notice(work->scene, NULL, 0, "the cloud of \"%s\" has %zu point%s", work->owner, count,
                        count == 1 ? one : several);
}

static void note_cloud(const lw_body_work *work, const lw_cloud_count *points)
{
    if (points->filtered) /* in the scene that it was filtered in, notice was given */
        return;
    notice_points(work, points->left_out, " that is not finite: it is left out",
                  "s that are not finite: they are left out");
    notice_points(work, points->joined, " that repeats another: the two are joined",
                  "s that repeat others: they are joined with those");
}

static lw_status add_cloud(lw_body_work *work, const lw_model_shape *entry, const lw_shape_def *shape,
                           pose at, lw_error *error)
{
    if (!LW_ARRAY_RESERVE(&work->parts, work->parts.count + shape->vertex_count))
        return lw_fail_memory(error);
    lw_cloud_parts(shape, at, work->parts.items + work->parts.count);
    work->parts.count += shape->vertex_count;
    note_cloud(work, &entry->points);
    return LW_OK;
}

/* notices triangles that are segments or points */
static void notice_degenerate(const lw_body_work *work, const lw_mesh *mesh, double rounding)
{
    if (mesh->degenerate_count == 0)
        return;
    bool one = mesh->degenerate_count == 1;
    lw_scene_notice(
        work->scene, NULL, 0,
        "a mesh of \"%s\" has %u triangle%s without area on no edge of its others: taken as "
        "%s%s",
        work->owner, (unsigned)mesh->degenerate_count, one ? "" : "s", one ? "a " : "",
        rounding > 0 ? one ? "capsule" : "capsules"
        : one        ? "segment"
                     : "segments");
}

/* counts open components, which could contain a body unseen, and notices triangles without area */
static void note_mesh(lw_body_work *work, const lw_mesh *mesh, bool solid, double rounding)
{
    for (uint32_t i = 0; i < mesh->component_count && solid; i++) {
        const lw_mesh_component *component = &mesh->components[i];
        if (!component->hollow)
            continue;
        work->hollow++;
        work->hollow_size =
            greater(work->hollow_size, max_component(sub(component->high, component->low)));
    }
    notice_degenerate(work, mesh, rounding);
}

/* adds a mesh, its vertices in the body's frame */
static lw_status add_mesh(lw_body_work *work, const lw_shape_def *shape, pose at, bool still,
                          lw_error *error)
{
    if (!LW_ARRAY_RESERVE(&work->vertices, 3 * shape->vertex_count))
        return lw_fail_memory(error);
    const double *from = shape->vertices;
    double *to = work->vertices.items;
    for (size_t i = 0; i < shape->vertex_count; i++, from += 3, to += 3) {
        vec3 p = v3(from[0], from[1], from[2]);
        if (!still)
            p = transform(at, p);
        to[0] = p.x;
        to[1] = p.y;
        to[2] = p.z;
    }
    lw_mesh *mesh = NULL;
    lw_status status =
        lw_mesh_create(&work->frozen->geometry->arena, work->vertices.items, shape->vertex_count,
                       shape->triangles, shape->triangle_count, &mesh, error);
    if (status)
        return status;
    if (!LW_ARRAY_GROW(&work->meshes) || !LW_ARRAY_GROW(&work->solid) ||
        !LW_ARRAY_GROW(&work->rounding))
        return lw_fail_memory(error);
    work->rounding.items[work->rounding.count++] = shape->rounding;
    bool solid = lw_mesh_is_solid(shape, work->scene->model.mesh_mode);
    work->solid.items[work->solid.count++] = solid;
    work->meshes.items[work->meshes.count++] = mesh;
    note_mesh(work, mesh, solid, shape->rounding);
    return LW_OK;
}

/* Gives a body the geometry of a shared shape, which is its only one. */
static void use_shared(lw_body_work *work, const lw_shape *shape, lw_body *body)
{
    body->memory = shape->memory;
    body->geometry = shape->geometry;
    body->polygons = shape->polygons;
    body->polygon_count = shape->polygon_count;
    if (shape->mesh)
        note_mesh(work, shape->mesh, lw_mesh_is_solid(&shape->def, work->scene->model.mesh_mode),
                  shape->def.rounding);
    if (shape->def.kind == LW_SHAPE_CLOUD)
        note_cloud(work, &shape->points);
}

/* Builds the geometry of a body that is one cloud or one octree. */
static lw_status build_alone(lw_body_work *work, const lw_model_shape *entry, double factor,
                             lw_body *body, lw_error *error)
{
    lw_shape_def shape;
    lw_geometry *geometry = NULL;
    lw_arena *arena = &work->frozen->geometry->arena;
    lw_status status = scale_shape(work, entry, factor, &shape, error);
    if (!status)
        status = shape.kind == LW_SHAPE_CLOUD ? lw_cloud_geometry(arena, &shape, &geometry, error)
                                              : lw_octree_geometry(arena, &shape, &geometry, error);
    if (status)
        return status;
    if (shape.kind == LW_SHAPE_CLOUD)
        note_cloud(work, &entry->points);
    body->geometry = geometry;
    body->memory = work->frozen->geometry;
    return LW_OK;
}

/* Builds the geometry of a body that is one height field or one depth image. */
static lw_status build_grid(lw_body_work *work, const lw_model_shape *entry, double factor,
                            lw_body *body, lw_error *error)
{
    lw_shape_def field;
    lw_geometry *geometry = NULL;
    lw_status status = scale_shape(work, entry, factor, &field, error);
    lw_arena *arena = &work->frozen->geometry->arena;
    if (!status)
        status = field.kind == LW_SHAPE_HEIGHTS
                     ? lw_height_field_geometry(arena, &field, false, &geometry, error)
                     : lw_image_body(arena, &field, false, &geometry, error);
    body->geometry = geometry;
    body->memory = work->frozen->geometry;
    return status;
}

/* Builds one geometry of all shapes of a body, from `first` on. alone: it has one shape, whose frame is
 * that of the geometry; else the geometry has the frame of the shapes' poses. */
static lw_status build_shapes(lw_body_work *work, size_t first, bool alone, double factor,
                              lw_body *body, lw_error *error)
{
    const lw_model *model = &work->scene->model;
    const size_t *next = work->frozen->next_shape;
    work->parts.count = work->meshes.count = work->solid.count = work->rounding.count =
        work->polygons.count = 0;
    for (size_t i = first; i != LW_NO_SHAPE; i = next[i]) {
        const lw_model_shape *entry = &model->shapes.items[i];
        lw_shape_def shape;
        pose at = alone ? pose_identity() : lw_pose_in(entry->pose);
        lw_status status = scale_shape(work, entry, factor, &shape, error);
        if (!status && shape.kind == LW_SHAPE_MESH)
            status = add_mesh(work, &shape, at, alone, error);
        else if (!status && shape.kind == LW_SHAPE_CLOUD)
            status = add_cloud(work, entry, &shape, at, error);
        else if (!status && shape.kind == LW_SHAPE_OCTREE)
            status = lw_octree_parts(&shape, at, &work->parts, error);
        else if (!status && shape.kind == LW_SHAPE_HEIGHTS)
            status =
                lw_height_field_parts(&work->frozen->geometry->arena, &shape, at, &work->parts, error);
        else if (!status && shape.kind == LW_SHAPE_DEPTH_IMAGE)
            status = lw_image_parts(&work->frozen->geometry->arena, &shape, at, &work->parts, error);
        else if (!status)
            status = add_part(work, entry, &shape, at, factor, error);
        if (!status && model->planar)
            status = add_polygon(work, &shape, at, error);
        if (status)
            return status;
    }
    lw_geometry_def def = {work->parts.items, work->parts.count,  work->meshes.items,
                           work->solid.items, work->meshes.count, work->rounding.items};
    lw_geometry *geometry = NULL;
    lw_status status = lw_geometry_create(&work->frozen->geometry->arena, &def, &geometry, error);
    if (status)
        return status;
    body->geometry = geometry;
    body->memory = work->frozen->geometry;
    body->polygon_count = (uint32_t)work->polygons.count;
    body->polygons = lw_arena_copy(&work->frozen->geometry->arena, work->polygons.items,
                                   work->polygons.count * sizeof *work->polygons.items);
    return body->polygons ? LW_OK : lw_fail_memory(error);
}

void lw_body_place(lw_body *body, pose carrier, lw_composed composed, lw_pose at)
{
    pose own = lw_pose_in(at);
    body->local = compose(carrier, own);
    body->composed = composed;
    body->composed.length += norm(own.position);
}

const lw_body *lw_body_made_before(const lw_scene *scene, int64_t link, int64_t object, double factor)
{
    const lw_frozen *from = scene->from;
    const lw_model *model = &scene->model;
    if (!from || from->mesh_mode != model->mesh_mode)
        return NULL;
    int64_t made = object >= 0                         ? model->objects.items[object].made
                   : from->link_scales[link] == factor ? from->chains->links[link].body
                                                       : -1;
    return made < 0 ? NULL : lw_frozen_body(from, (size_t)made);
}

lw_status lw_body_build(lw_body_work *work, int64_t link, int64_t object, double factor, lw_body *body,
                        lw_error *error)
{
    const lw_model *model = &work->scene->model;
    size_t first = link >= 0 ? work->frozen->link_shapes[link] : work->frozen->object_shapes[object];
    work->hollow = 0;
    if (first == LW_NO_SHAPE)
        return LW_OK;
    bool alone = work->frozen->next_shape[first] == LW_NO_SHAPE;
    const lw_model_shape *entry = &model->shapes.items[first];
    bool placed = object >= 0 && model->objects.items[object].placed;
    if (placed)
        lw_body_place(body, body->local, body->composed, model->objects.items[object].pose);
    else if (alone)
        lw_body_place(body, body->local, body->composed, entry->pose);
    lw_status status = LW_OK;
    const lw_body *made = lw_body_made_before(work->scene, link, object, factor);
    if (made) {
        body->geometry = made->geometry;
        body->memory = made->memory;
        /* a body that no robot carries any more needs no cover */
        body->cover = body->robot >= 0 ? made->cover : NULL;
        body->cover_memory = body->robot >= 0 ? made->cover_memory : NULL;
        body->polygons = made->polygons;
        body->polygon_count = made->polygon_count;
    } else if (alone && factor == 1 && entry->shared &&
               lw_shape_serves(entry->shared, model->mesh_mode))
        use_shared(work, entry->shared, body);
    else if (alone && (entry->def.kind == LW_SHAPE_CLOUD || entry->def.kind == LW_SHAPE_OCTREE))
        status = build_alone(work, entry, factor, body, error);
    else if (alone && (entry->def.kind == LW_SHAPE_HEIGHTS || entry->def.kind == LW_SHAPE_DEPTH_IMAGE))
        status = build_grid(work, entry, factor, body, error);
    else
        status = build_shapes(work, first, alone, factor, body, error);
    if (status)
        return status;
    /* two steps: the shape's own pose; scaling its vertices or transforming them to the body's frame */
    body->composed.steps += 2;
    body->composed.length += body->geometry->extent;
    return LW_OK;
}

void lw_body_work_free(lw_body_work *work)
{
    free(work->parts.items);
    free(work->meshes.items);
    free(work->solid.items);
    free(work->rounding.items);
    free(work->vertices.items);
    free(work->polygons.items);
    lw_body_hulls_free(&work->hulls);
}
