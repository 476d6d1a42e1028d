/* The public functions that add shapes to a scene: of links, obstacles and attached objects. */
#include "scene/build.h"

#include "base/sized.h"
#include "math/vec.h"
#include "scene/cloud.h"
#include "scene/octree.h"
#include "scene/scaling.h"
#include "scene/shape_body.h"
#include "scene/shared_shape.h"
#include "shape/plane/outline_parts.h"

#include <string.h>

static lw_status check_mesh(const lw_shape_def *shape, lw_error *error)
{
    if (shape->mesh_mode != LW_MESH_SOLID && shape->mesh_mode != LW_MESH_SURFACE)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no mesh mode %d", (int)shape->mesh_mode);
    for (size_t i = 0; i < 3 * shape->triangle_count; i++)
        if (shape->triangles[i] >= shape->vertex_count)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "triangle %zu of a mesh uses vertex %u; there are %zu, counted from 0",
                           i / 3, (unsigned)shape->triangles[i], shape->vertex_count);
    return LW_OK;
}

/* Checks and copies the vertices and triangles of a shape that has them. */
static lw_status take_vertices(lw_arena *arena, lw_shape_def *shape, lw_error *error)
{
    lw_status status = LW_OK;
    if (!shape->vertex_count || !shape->vertices)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a %s has no vertices",
                       shape->kind == LW_SHAPE_MESH      ? "mesh"
                       : shape->kind == LW_SHAPE_POLYGON ? "polygon"
                                                         : "polytope");
    if (shape->kind == LW_SHAPE_MESH && (!shape->triangle_count || !shape->triangles))
        return lw_fail(error, LW_ERROR_ARGUMENT, "a mesh has no triangles");
    if (shape->vertex_count > UINT32_MAX / 4 || shape->triangle_count > UINT32_MAX / 4)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a shape has more than a billion vertices or triangles");
    for (size_t i = 0; i < 3 * shape->vertex_count; i++)
        if (!lw_build_in_range(shape->vertices[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "vertex %zu of a shape holds %g; it must be finite and at most %g", i / 3,
                           shape->vertices[i], LW_LARGEST);
    if (shape->kind == LW_SHAPE_MESH && (status = check_mesh(shape, error)))
        return status;
    shape->vertices =
        lw_arena_copy(arena, shape->vertices, 3 * shape->vertex_count * sizeof *shape->vertices);
    if (shape->kind == LW_SHAPE_MESH)
        shape->triangles = lw_arena_copy(arena, shape->triangles,
                                         3 * shape->triangle_count * sizeof *shape->triangles);
    else
        shape->triangles = NULL;
    return shape->vertices && (shape->triangles || shape->kind != LW_SHAPE_MESH)
               ? LW_OK
               : lw_fail_memory(error);
}

static lw_status check_axis(const char *what, double value, lw_error *error)
{
    if (!(value > 0) || !lw_build_in_range(value))
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s is %g; it must be a number above 0, at most %g",
                       what, value, LW_LARGEST);
    return LW_OK;
}

lw_status lw_shape_take(lw_arena *arena, lw_shape_def *shape, lw_cloud_count *points, lw_error *error)
{
    *points = (lw_cloud_count){0};
    lw_status status = lw_build_check_length("a rounding", shape->rounding, error);
    if (status)
        return status;
    if (shape->kind != LW_SHAPE_OCTREE) {
        shape->cells = NULL;
        shape->cell_count = 0;
    }
    if (shape->kind != LW_SHAPE_HEIGHTS)
        shape->heights = NULL;
    if (shape->kind != LW_SHAPE_DEPTH_IMAGE)
        shape->depths = NULL;
    if (shape->kind != LW_SHAPE_HEIGHTS && shape->kind != LW_SHAPE_DEPTH_IMAGE)
        shape->rows = shape->columns = 0;
    switch (shape->kind) {
    case LW_SHAPE_SPHERE:
        return lw_build_check_length("a sphere's radius", shape->radius, error);
    case LW_SHAPE_CAPSULE:
        if ((status = lw_build_check_length("a capsule's radius", shape->radius, error)))
            return status;
        return lw_build_check_length("a capsule's length", shape->length, error);
    case LW_SHAPE_BOX:
        if ((status = lw_build_check_length("a box's size x", shape->size.x, error)) ||
            (status = lw_build_check_length("a box's size y", shape->size.y, error)))
            return status;
        return lw_build_check_length("a box's size z", shape->size.z, error);
    case LW_SHAPE_CYLINDER:
        if ((status = lw_build_check_length("a cylinder's radius", shape->radius, error)))
            return status;
        return lw_build_check_length("a cylinder's length", shape->length, error);
    case LW_SHAPE_CONE:
        if ((status = lw_build_check_length("a cone's radius", shape->radius, error)))
            return status;
        return lw_build_check_length("a cone's length", shape->length, error);
    case LW_SHAPE_ELLIPSOID:
        if ((status = check_axis("an ellipsoid's size x", shape->size.x, error)) ||
            (status = check_axis("an ellipsoid's size y", shape->size.y, error)))
            return status;
        return check_axis("an ellipsoid's size z", shape->size.z, error);
    case LW_SHAPE_DISC:
        return lw_build_check_length("a disc's radius", shape->radius, error);
    case LW_SHAPE_POLYTOPE:
    case LW_SHAPE_POLYGON:
    case LW_SHAPE_MESH:
        return take_vertices(arena, shape, error);
    case LW_SHAPE_CLOUD:
        return lw_cloud_take(arena, shape, points, error);
    case LW_SHAPE_OCTREE:
        return lw_octree_take(arena, shape, error);
    case LW_SHAPE_HEIGHTS:
        return lw_height_field_take(arena, shape, error);
    case LW_SHAPE_DEPTH_IMAGE:
        return lw_image_take(arena, shape, error);
    }
    return lw_fail(error, LW_ERROR_ARGUMENT, "there is no shape kind %d", (int)shape->kind);
}

lw_status lw_build_check_dimension(bool planar, const lw_shape_def *shape, lw_error *error)
{
    if (lw_shape_is_flat(shape) == planar)
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   planar ? "in dimension 2 shapes are discs and polygons"
                          : "discs and polygons are shapes of dimension 2; this scene has 3");
}

/* the vertices of one convex part of an outline */
static double *take_part(lw_arena *arena, const double *vertices, const uint32_t *corners, size_t count)
{
    double *part = lw_arena_array(arena, 3 * count, sizeof *part);
    for (size_t i = 0; part && i < count; i++)
        memcpy(part + 3 * i, vertices + 3 * (size_t)corners[i], 3 * sizeof *part);
    return part;
}

lw_status lw_shape_split(lw_arena *arena, const lw_shape_def *outline, lw_shape_def **out,
                         size_t *out_count, lw_error *error)
{
    size_t count = outline->vertex_count;
    double *vertices = lw_arena_copy(arena, outline->vertices, 3 * count * sizeof *vertices);
    if (!vertices)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++)
        if (vertices[3 * i + 2] != 0)
            return lw_fail(error, LW_ERROR_ARGUMENT, "vertex %zu of a polygon has z = %g; it must be 0",
                           i, vertices[3 * i + 2]);
    lw_outline_parts parts;
    lw_status status = lw_outline_clean(vertices, &count, NULL, error);
    if (status || (status = lw_outline_split(vertices, count, &parts, error)))
        return status;
    *out_count = parts.count;
    *out = lw_arena_array(arena, parts.count, sizeof **out);
    if (!*out)
        status = lw_fail_memory(error);
    const uint32_t *corners = parts.corners;
    for (size_t i = 0; i < parts.count && !status; i++) {
        (*out)[i] = *outline;
        (*out)[i].vertex_count = parts.sizes[i];
        (*out)[i].vertices = take_part(arena, vertices, corners, parts.sizes[i]);
        corners += parts.sizes[i];
        if (!(*out)[i].vertices)
            status = lw_fail_memory(error);
    }
    lw_outline_parts_free(&parts);
    return status;
}

/* Appends a polygon as its convex parts, each a shape. */
static lw_status append_parts(lw_model *model, const lw_model_shape *entry, lw_error *error)
{
    lw_shape_def *parts;
    size_t count;
    lw_status status = lw_shape_split(&model->arena, &entry->def, &parts, &count, error);
    if (status)
        return status;
    if (!LW_ARRAY_RESERVE(&model->shapes, model->shapes.count + count))
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        lw_model_shape part = *entry;
        part.def = parts[i];
        model->shapes.items[model->shapes.count++] = part;
    }
    return LW_OK;
}

/* A shape to add: by its definition, or a shared one. */
typedef struct source {
    const lw_shape_def *def; /* NULL: none was given */
    const lw_shape *shared;  /* NULL: not a shared one */
} source;

static source by_definition(const lw_shape_def *def)
{
    return (source){def, NULL};
}

static source by_shape(const lw_shape *shape)
{
    return (source){shape ? &shape->def : NULL, shape};
}

/* Appends the parts of a shared shape, and refers to it in each. */
static lw_status append_shared(lw_model *model, const lw_model_shape *entry, const lw_shape *shape,
                               lw_error *error)
{
    if (!LW_ARRAY_RESERVE(&model->shapes, model->shapes.count + shape->part_count))
        return lw_fail_memory(error);
    for (size_t i = 0; i < shape->part_count; i++) {
        lw_model_shape part = *entry;
        part.def = shape->parts[i];
        part.outline_middle = shape->outline_middle;
        if (shape->def.kind == LW_SHAPE_CLOUD)
            part.points = shape->points;
        part.shared = shape;
        lw_memory_retain(shape->memory);
        part.part = i;
        model->shapes.items[model->shapes.count++] = part;
    }
    return LW_OK;
}

/* Appends a shape by its definition as a shared one. For models of copies: copies of these share the
 * shape, and so it must not live in the arena of any model. */
static lw_status append_own(lw_model *model, const lw_model_shape *entry, const lw_shape_def *def,
                            lw_error *error)
{
    lw_shape *shape = NULL;
    lw_status status = lw_shape_create(def, &shape, error);
    if (!status)
        status = append_shared(model, entry, shape, error);
    lw_shape_destroy(shape);
    return status;
}

/* An object that gets another shape is no longer the same body as in the original. Its frame may
 * change: a body of one shape has the frame of that shape, and a body of several the frame of its link
 * or the world. */
static void change_object(lw_model *model, size_t index)
{
    lw_model_object *object = &model->objects.items[index];
    model->obstacles_differ |= object->robot < 0;
    object->made = -1;
    object->stays = false;
    lw_model_shape *only = NULL;
    size_t count = 0;
    for (size_t i = 0; (object->placed || object->has_frame) && i < model->shapes.count; i++)
        if (model->shapes.items[i].object == (int64_t)index) {
            only = &model->shapes.items[i];
            count++;
        }
    if (count != 1)
        return;
    if (object->placed)
        only->pose = object->pose;
    object->placed = false;
    object->frame = lw_pose_compose(only->pose, object->frame);
}

/* Appends the shape of a link (object -1) or of an object. */
static lw_status append_shape(lw_model *model, int64_t link, int64_t object, source from, lw_pose at,
                              lw_error *error)
{
    const lw_shape_def *shape = from.def;
    if (!shape)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no shape was given");
    lw_model_shape entry = {.link = link, .object = object, .def = *shape, .pose = at};
    lw_status status = lw_build_check_pose(&entry.pose, error);
    if (status ||
        (status = lw_build_check_plane(model->planar, "a shape's pose", &entry.pose, error)) ||
        (status = lw_build_check_dimension(model->planar, shape, error)))
        return status;
    if (object >= 0)
        change_object(model, (size_t)object);
    if (from.shared)
        return append_shared(model, &entry, from.shared, error);
    if (model->root)
        return append_own(model, &entry, shape, error);
    if ((status = lw_shape_take(&model->arena, &entry.def, &entry.points, error)))
        return status;
    if (shape->kind == LW_SHAPE_POLYGON) {
        status = lw_shape_middle(&entry.def, &entry.outline_middle, error);
        return status ? status : append_parts(model, &entry, error);
    }
    if (!LW_ARRAY_GROW(&model->shapes))
        return lw_fail_memory(error);
    model->shapes.items[model->shapes.count++] = entry;
    return LW_OK;
}

static lw_status add_to_link(lw_scene *scene, const char *robot, const char *link, source from,
                             lw_pose at, lw_error *error)
{
    lw_model *model = NULL;
    size_t r = 0;
    size_t l = 0;
    lw_status status = lw_build_robots(scene, "shapes of links", &model, error);
    if (status || (status = lw_build_find_robot(model, robot, &r, error)) ||
        (status = lw_build_find_link(model, r, link, &l, error)))
        return status;
    return append_shape(model, (int64_t)l, -1, from, at, error);
}

lw_status lw_scene_add_shape(lw_scene *scene, const char *robot, const char *link,
                             const lw_shape_def *shape, lw_pose at, lw_error *error)
{
    lw_shape_def room;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(shape_def, shape, &room, status, error);
    return status ? status : add_to_link(scene, robot, link, by_definition(shape), at, error);
}

lw_status lw_scene_add_shared_shape(lw_scene *scene, const char *robot, const char *link,
                                    const lw_shape *shape, lw_pose at, lw_error *error)
{
    return add_to_link(scene, robot, link, by_shape(shape), at, error);
}

static lw_status add_object(lw_model *model, const lw_model_object *object, lw_error *error)
{
    if (lw_model_add_object(model, object))
        return LW_OK;
    lw_memory_release(object->memory);
    return lw_fail_memory(error);
}

/* Appends a shape to an object; rolls the model back where that fails. */
static lw_status append_to(lw_model *model, size_t object, source from, lw_pose at,
                           const lw_model_mark *mark, lw_error *error)
{
    lw_status status = append_shape(model, -1, (int64_t)object, from, at, error);
    if (status)
        lw_model_roll_back(model, mark);
    return status;
}

static lw_status add_obstacle(lw_scene *scene, const char *id, source from, lw_pose at, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (status = lw_build_check_name("obstacle", id, error)))
        return status;
    int64_t object = lw_model_find_object(model, id);
    if (lw_model_is_carried(model, object))
        return lw_fail(error, LW_ERROR_NAME, "\"%s\" is an attached object already", id);
    lw_model_mark mark = lw_model_take_mark(model);
    if (object < 0) {
        lw_model_object entry;
        object = (int64_t)model->objects.count;
        if ((status = lw_model_begin_object(model, id, &entry, error)) ||
            (status = add_object(model, &entry, error)))
            return status;
    }
    return append_to(model, (size_t)object, from, at, &mark, error);
}

lw_status lw_scene_add_obstacle(lw_scene *scene, const char *id, const lw_shape_def *shape, lw_pose at,
                                lw_error *error)
{
    lw_shape_def room;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(shape_def, shape, &room, status, error);
    return status ? status : add_obstacle(scene, id, by_definition(shape), at, error);
}

lw_status lw_scene_add_shared_obstacle(lw_scene *scene, const char *id, const lw_shape *shape,
                                       lw_pose at, lw_error *error)
{
    return add_obstacle(scene, id, by_shape(shape), at, error);
}

/* Where an attached object is, as the caller names it. */
typedef struct attachment {
    const char *robot, *link, *id;
    const char *const *touch_links;
    size_t touch_link_count;
} attachment;

static lw_status attach(lw_scene *scene, const attachment *to, source from, lw_pose at, lw_error *error)
{
    const char *link = to->link;
    const char *id = to->id;
    lw_model *model = NULL;
    size_t r = 0;
    size_t l = 0;
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (status = lw_build_check_name("attached object", id, error)) ||
        (status = lw_build_find_robot(model, to->robot, &r, error)) ||
        (status = lw_build_find_link(model, r, link, &l, error)))
        return status;
    int64_t object = lw_model_find_object(model, id);
    if (object >= 0) {
        const lw_model_object *old = &model->objects.items[object];
        if (old->robot != (int64_t)r || strcmp(old->link, link))
            return lw_fail(error, LW_ERROR_NAME,
                           "\"%s\" is an obstacle, or attached elsewhere, already", id);
    }
    lw_model_mark mark = lw_model_take_mark(model);
    if (object < 0) {
        lw_model_object entry;
        if ((status = lw_model_begin_object(model, id, &entry, error)))
            return status;
        status = lw_model_carry(model, &entry, r, link, to->touch_links, to->touch_link_count, error);
        if (status) {
            lw_memory_release(entry.memory);
            return status;
        }
        object = (int64_t)model->objects.count;
        if ((status = add_object(model, &entry, error)))
            return status;
    }
    return append_to(model, (size_t)object, from, at, &mark, error);
}

lw_status lw_scene_add_attached(lw_scene *scene, const char *robot, const char *link, const char *id,
                                const lw_shape_def *shape, lw_pose at, const char *const *touch_links,
                                size_t touch_link_count, lw_error *error)
{
    const attachment to = {robot, link, id, touch_links, touch_link_count};
    lw_shape_def room;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(shape_def, shape, &room, status, error);
    return status ? status : attach(scene, &to, by_definition(shape), at, error);
}

lw_status lw_scene_add_shared_attached(lw_scene *scene, const char *robot, const char *link,
                                       const char *id, const lw_shape *shape, lw_pose at,
                                       const char *const *touch_links, size_t touch_link_count,
                                       lw_error *error)
{
    const attachment to = {robot, link, id, touch_links, touch_link_count};
    return attach(scene, &to, by_shape(shape), at, error);
}
