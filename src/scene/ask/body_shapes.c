/* The shapes of a body for the caller: freezing keeps scaled vertices, and the query returns them. */
#include "base/error.h"
#include "base/sized.h"
#include "scene/ask/ask.h"
#include "scene/scaling.h"

/* Keeps the scaled vertices of the shapes of a link, in the memory of its geometry. */
static lw_status scale_link(const lw_scene *scene, size_t link, lw_frozen *frozen, lw_error *error)
{
    const lw_model *model = &scene->model;
    const lw_frozen *from = scene->from;
    if (frozen->link_scales[link] == 1)
        return LW_OK;
    if (from && from->link_scales[link] == frozen->link_scales[link] &&
        from->mesh_mode == model->mesh_mode) {
        size_t before = from->link_shapes[link];
        for (size_t i = frozen->link_shapes[link]; i != LW_NO_SHAPE; i = frozen->next_shape[i]) {
            frozen->scaled[i] = from->scaled[before];
            before = from->next_shape[before];
        }
        return LW_OK;
    }
    for (size_t i = frozen->link_shapes[link]; i != LW_NO_SHAPE; i = frozen->next_shape[i]) {
        const lw_model_shape *shape = &model->shapes.items[i];
        if (!lw_shape_has_vertices(shape->def.kind))
            continue;
        lw_shape_def def;
        double *vertices =
            lw_arena_array(&frozen->geometry->arena, 3 * shape->def.vertex_count, sizeof *vertices);
        if (!vertices)
            return lw_fail_memory(error);
        lw_status status = lw_shape_scale(shape, frozen->link_scales[link], vertices, &def, error);
        if (status)
            return status;
        frozen->scaled[i] = vertices;
    }
    return LW_OK;
}

lw_status lw_freeze_shapes(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    const lw_model *model = &scene->model;
    lw_arena *arena = &frozen->world->arena;
    frozen->scaled = lw_arena_array(arena, model->shapes.count, sizeof *frozen->scaled);
    if (!frozen->scaled)
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    for (size_t i = 0; i < model->links.count && !status; i++)
        status = scale_link(scene, i, frozen, error);
    return status;
}

/* The first shape of a body, and the scale of its shapes. */
static size_t first_shape(const lw_scene *scene, const lw_body *body, double *factor)
{
    const lw_frozen *frozen = scene->frozen;
    *factor = body->link < 0 ? 1 : frozen->link_scales[body->link];
    return body->link < 0 ? frozen->object_shapes[lw_model_find_object(&scene->model, body->name)]
                          : frozen->link_shapes[body->link];
}

size_t lw_body_shape_count(const lw_scene *scene, const lw_body *body)
{
    double factor;
    size_t count = 0;
    for (size_t i = first_shape(scene, body, &factor); i != LW_NO_SHAPE;
         i = scene->frozen->next_shape[i])
        count++;
    return count;
}

lw_status lw_scene_body_shape(const lw_scene *scene, size_t body, size_t shape, lw_body_shape *out,
                              lw_shape_def *def, lw_error *error)
{
    lw_status status = lw_ask_frozen(scene, out, error);
    const lw_sized *type = LW_SIZED(body_shape);
    if (status || (status = lw_ask_index("body", body, scene->frozen->body_count, error)) ||
        (status = lw_sized_check(type, out, error)) ||
        (def && (status = lw_sized_check(LW_SIZED(shape_def), def, error))))
        return status;
    const lw_frozen *frozen = scene->frozen;
    const lw_body *of = lw_frozen_body(frozen, body);
    double factor;
    size_t index = first_shape(scene, of, &factor);
    bool alone = frozen->next_shape[index] == LW_NO_SHAPE;
    for (size_t i = 0; i < shape && index != LW_NO_SHAPE; i++)
        index = frozen->next_shape[index];
    if (index == LW_NO_SHAPE)
        return lw_fail(error, LW_ERROR_ARGUMENT, "body \"%s\" has no shape %zu; it has %zu", of->name,
                       shape, lw_body_shape_count(scene, of));
    const lw_model_shape *from = &scene->model.shapes.items[index];
    /* a body of one shape has that shape's frame (scene/body_geometry.c) */
    const lw_body_shape found = {.pose = alone ? lw_pose_identity() : from->pose,
                                 .file = from->file,
                                 .left_out = from->points.left_out,
                                 .joined = from->points.joined,
                                 .filtered = from->points.filtered};
    lw_sized_write(type, &found, out);
    if (!def)
        return LW_OK;
    lw_shape_def own = lw_shape_scale_sizes(&from->def, factor);
    if (frozen->scaled[index])
        own.vertices = frozen->scaled[index];
    if (scene->model.mesh_mode == LW_MESH_SURFACE)
        own.mesh_mode = LW_MESH_SURFACE;
    lw_sized_write(LW_SIZED(shape_def), &own, def);
    return LW_OK;
}

bool lw_body_frame(const lw_scene *scene, size_t body, lw_pose *out)
{
    const lw_frozen *frozen = scene->frozen;
    const lw_body *of = lw_frozen_body(frozen, body);
    const lw_obstacle *obstacle = body < frozen->moving_count
                                      ? NULL
                                      : lw_obstacle_at(&frozen->obstacles, body - frozen->moving_count);
    int64_t object = of->link < 0 ? lw_model_find_object(&scene->model, of->name) : -1;
    double factor;
    size_t first = first_shape(scene, of, &factor);
    if (obstacle && obstacle->moved)
        *out = obstacle->pose;
    else if (object >= 0 && scene->model.objects.items[object].placed)
        *out = scene->model.objects.items[object].pose;
    else if (frozen->next_shape[first] == LW_NO_SHAPE)
        *out = scene->model.shapes.items[first].pose;
    else
        return false;
    return true;
}
