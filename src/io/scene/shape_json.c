/* Reads shapes of leeway's JSON scenes, by a table of the types of shapes and their keys. */
#include "io/scene/shape_json.h"

#include <stdlib.h>
#include <string.h>

#include "io/cloud/cloud_file.h"
#include "io/mesh/mesh_file.h"
#include "io/robot/resolve.h"
#include "io/scene/heights_json.h"
#include "io/scene/image_json.h"
#include "io/scene/octree_json.h"
#include "io/scene/pose_json.h"
#include "shape/plane/outline_parts.h"

enum { PATH_SIZE = 4096, MOST_KEYS = 32, MOST_OF_A_TYPE = 6 };

typedef struct shape_type {
    const char *name;
    lw_shape_kind kind;
    const char *keys[MOST_OF_A_TYPE];
    bool planar;
} shape_type;

static const shape_type types[] = {
    {"sphere", LW_SHAPE_SPHERE, {"radius"}, false},
    {"capsule", LW_SHAPE_CAPSULE, {"radius", "length"}, false},
    {"box", LW_SHAPE_BOX, {"size"}, false},
    {"ellipsoid", LW_SHAPE_ELLIPSOID, {"size"}, false},
    {"cylinder", LW_SHAPE_CYLINDER, {"radius", "length"}, false},
    {"cone", LW_SHAPE_CONE, {"radius", "length"}, false},
    {"polytope", LW_SHAPE_POLYTOPE, {"vertices"}, false},
    {"mesh", LW_SHAPE_MESH, {"file", "scale", "vertices", "triangles", "mode"}, false},
    {"cloud", LW_SHAPE_CLOUD, {"radius", "points", "file"}, false},
    {"octree",
     LW_SHAPE_OCTREE,
     {"unknown", "resolution", "occupied", "free", "file", "threshold"},
     false},
    {"heights", LW_SHAPE_HEIGHTS, {"spacing", "floor", "heights", "file", "scale"}, false},
    {"depth_image", LW_SHAPE_DEPTH_IMAGE, {"camera", "unseen", "depths", "file", "scale"}, false},
    {"disc", LW_SHAPE_DISC, {"radius"}, true},
    {"polygon", LW_SHAPE_POLYGON, {"vertices"}, true},
    {"segment", LW_SHAPE_POLYGON, {"vertices"}, true},
    {"point", LW_SHAPE_POLYGON, {NULL}, true},
};

/* a list of allowed keys under construction; the last entry stays NULL */
typedef struct key_list {
    const char *keys[MOST_KEYS];
    size_t count;
} key_list;

static void allow(key_list *list, const char *const *keys, size_t most)
{
    for (size_t i = 0; i < most && keys[i] && list->count < MOST_KEYS - 1; i++)
        list->keys[list->count++] = keys[i];
}

/* The name of a shape without bounds, which other programs have. */
static bool is_unbounded(const char *name)
{
    return !strcmp(name, "half_space") || !strcmp(name, "plane");
}

static lw_status read_type(const lw_model *model, lw_document *document, const lw_value *node,
                           const shape_type **out)
{
    lw_value *value = NULL;
    const char *name = NULL;
    lw_status status = lw_value_need(document, node, "type", &value);
    if (status || (status = lw_value_text(document, value, "type", &name)))
        return status;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (!strcmp(types[i].name, name) && types[i].planar == model->planar) {
            *out = &types[i];
            return LW_OK;
        }
    }
    if (is_unbounded(name))
        return lw_value_fail(
            document, value, LW_ERROR_SYNTAX,
            "there is no shape type \"%s\"; use a %s, thicker and wider than all that "
            "the robots reach",
            name, model->planar ? "polygon with an edge in the line" : "box with a face in the plane");
    return lw_value_fail(document, value, LW_ERROR_SYNTAX,
                         "there is no shape type \"%.40s\" in dimension %d; there are %s", name,
                         model->planar ? 2 : 3,
                         model->planar ? "disc, polygon, segment and point"
                                       : "sphere, capsule, box, cylinder, cone, ellipsoid, polytope, "
                                         "mesh, cloud, octree, heights and depth_image");
}

static lw_status read_edges(lw_document *document, const lw_value *value, lw_shape_def *shape)
{
    lw_status status = lw_value_point(document, value, "size", &shape->size);
    double sizes[3] = {shape->size.x, shape->size.y, shape->size.z};
    for (size_t i = 0; i < 3 && !status; i++)
        status = lw_check_size(document, value->items[i], "size", sizes[i]);
    return status;
}

static lw_status read_round(lw_document *document, const lw_value *node, const shape_type *type,
                            lw_shape_def *shape)
{
    lw_value *value = NULL;
    lw_status status = lw_value_need(document, node, "radius", &value);
    if (status || (status = lw_value_size(document, value, "radius", &shape->radius)) || !type->keys[1])
        return status;
    if ((status = lw_value_need(document, node, "length", &value)))
        return status;
    return type->kind == LW_SHAPE_CAPSULE ? lw_value_distance(document, value, "length", &shape->length)
                                          : lw_value_size(document, value, "length", &shape->length);
}

/* Reads a list of points. name: its key; one: a point of it. */
static lw_status read_points(lw_document *document, const lw_value *value, const char *name,
                             const char *one, lw_shape_def *shape)
{
    lw_status status = lw_value_expect(document, value, name, LW_VALUE_LIST);
    if (status)
        return status;
    if (!value->count)
        return lw_value_fail(document, value, LW_ERROR_ARGUMENT, "%s must be one point or more", name);
    double *vertices = lw_document_take(document, value->count, 3 * sizeof *vertices);
    if (!vertices)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < value->count && !status; i++) {
        lw_vec3 point = {0, 0, 0};
        status = lw_value_point(document, value->items[i], one, &point);
        memcpy(vertices + 3 * i, (double[]){point.x, point.y, point.z}, 3 * sizeof *vertices);
    }
    shape->vertices = vertices;
    shape->vertex_count = value->count;
    return status;
}

static lw_status read_polytope(lw_document *document, const lw_value *value, lw_shape_def *shape)
{
    return read_points(document, value, "vertices", "a vertex", shape);
}

static lw_status read_vertices(lw_document *document, const lw_value *list, double *vertices)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < list->count && !status; i++)
        status = lw_value_numbers(document, list->items[i], "a vertex", vertices + 3 * i, 2);
    return status;
}

/* Reads an outline: repairs give a notice, and an outline that cannot be repaired is an error with its
 * line. */
static lw_status read_outline(lw_scene *scene, lw_document *document, const lw_value *node,
                              const char *name, lw_shape_def *shape)
{
    bool segment = !strcmp(name, "segment");
    size_t fewest = segment ? 2 : 3;
    lw_value *list = NULL;
    lw_status status = lw_value_need(document, node, "vertices", &list);
    if (status || (status = lw_value_expect(document, list, "vertices", LW_VALUE_LIST)))
        return status;
    size_t count = list->count;
    if (count < fewest || (segment && count > fewest))
        return lw_value_fail(document, list, LW_ERROR_ARGUMENT,
                             "a %s must have %zu vertices%s, not %zu", name, fewest,
                             segment ? "" : " or more", count);
    double *vertices = lw_document_take(document, count, 3 * sizeof *vertices);
    if (!vertices)
        return lw_fail_memory(document->error);
    lw_outline_repair repair = {false, 0};
    if ((status = read_vertices(document, list, vertices)) ||
        (status = lw_outline_clean(vertices, &count, &repair, document->error)))
        return lw_value_place(document, list, status);
    if (count < fewest)
        return lw_value_fail(document, list, LW_ERROR_ARGUMENT,
                             "the vertices of a %s lie on %s; there are point and segment", name,
                             count == 1 ? "one place" : "one line");
    if (repair.turned)
        lw_scene_notice(scene, document->file, list->line,
                        "the polygon goes round clockwise; it is turned");
    if (repair.dropped)
        lw_scene_notice(scene, document->file, list->line,
                        "%zu vertices of the polygon repeat or lie on the line between their "
                        "neighbours; they are left out",
                        repair.dropped);
    shape->vertices = vertices;
    shape->vertex_count = count;
    return LW_OK;
}

/* reads a point: a polygon of one vertex, at the shape's pose */
static lw_status read_point(lw_document *document, lw_shape_def *shape)
{
    shape->vertex_count = 1;
    shape->vertices = lw_document_take(document, 1, 3 * sizeof *shape->vertices);
    return shape->vertices ? LW_OK : lw_fail_memory(document->error);
}

static lw_status read_scale(lw_document *document, const lw_value *node, lw_vec3 *out)
{
    *out = (lw_vec3){1, 1, 1};
    const lw_value *value = lw_value_find(node, "scale");
    if (!value)
        return LW_OK;
    double s[3];
    lw_status status = LW_OK;
    if (value->kind == LW_VALUE_NUMBER) {
        status = lw_value_size(document, value, "scale", &s[0]);
        s[1] = s[2] = s[0];
    } else {
        status = lw_value_numbers(document, value, "scale", s, 3);
        for (size_t i = 0; i < 3 && !status; i++)
            status = lw_check_size(document, value->items[i], "scale", s[i]);
    }
    if (!status)
        *out = (lw_vec3){s[0], s[1], s[2]};
    return status;
}

/* Reads a vertex's number. Freezing refuses one that is too large. */
static lw_status read_corner(lw_document *document, const lw_value *value, uint32_t *out)
{
    double number = 0;
    lw_status status = lw_value_number(document, value, "a corner of a triangle", &number);
    if (status)
        return status;
    if (!(number >= 0 && number < UINT32_MAX) || number != (uint32_t)number)
        return lw_value_fail(document, value, LW_ERROR_ARGUMENT,
                             "a corner of a triangle must be the number of a vertex, from 0, not %g",
                             number);
    *out = (uint32_t)number;
    return LW_OK;
}

static lw_status read_triangles(lw_document *document, const lw_value *list, lw_shape_def *shape)
{
    lw_status status = lw_value_expect(document, list, "triangles", LW_VALUE_LIST);
    if (status)
        return status;
    uint32_t *corners = lw_document_take(document, list->count, 3 * sizeof *corners);
    if (!corners)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < list->count && !status; i++) {
        const lw_value *triangle = list->items[i];
        if ((status = lw_value_expect(document, triangle, "a triangle", LW_VALUE_LIST)))
            return status;
        if (triangle->count != 3)
            return lw_value_fail(document, triangle, LW_ERROR_ARGUMENT,
                                 "a triangle must be the numbers of 3 vertices, not %zu",
                                 triangle->count);
        for (size_t k = 0; k < 3 && !status; k++)
            status = read_corner(document, triangle->items[k], &corners[3 * i + k]);
    }
    shape->triangles = corners;
    shape->triangle_count = list->count;
    return status;
}

/* Reads a mesh that is written out in the scene. */
static lw_status read_mesh_in_place(lw_document *document, const lw_value *node, lw_shape_def *shape)
{
    static const char *const elsewhere[] = {"file", "scale"};
    lw_value *vertices = NULL;
    lw_value *triangles = NULL;
    for (size_t i = 0; i < 2; i++) {
        const lw_value *value = lw_value_find(node, elsewhere[i]);
        if (value)
            return lw_value_fail(
                document, value, LW_ERROR_SYNTAX,
                "%s belongs to a mesh from a file; this one has vertices and triangles", elsewhere[i]);
    }
    lw_status status = lw_value_need(document, node, "vertices", &vertices);
    if (status || (status = lw_value_need(document, node, "triangles", &triangles)) ||
        (status = read_polytope(document, vertices, shape)))
        return status;
    return read_triangles(document, triangles, shape);
}

/* Reads whether a mesh is a solid or a surface in a scene whose meshes are solid. */
static lw_status read_mode(const lw_scene *scene, lw_document *document, const lw_value *node,
                           lw_mesh_mode *out)
{
    const lw_value *value = lw_value_find(node, "mode");
    const char *name = NULL;
    if (!value)
        return LW_OK;
    lw_status status = lw_value_text(document, value, "mode", &name);
    if (status)
        return status;
    const bool solid = !strcmp(name, "solid");
    if (!solid && strcmp(name, "surface") != 0)
        return lw_value_fail(document, value, LW_ERROR_SYNTAX,
                             "mode must be \"solid\" or \"surface\", not \"%.40s\"", name);
    if (solid && scene->model.mesh_mode == LW_MESH_SURFACE)
        return lw_value_fail(document, value, LW_ERROR_ARGUMENT,
                             "mode \"solid\" has no effect in a scene whose meshes are all surfaces");
    *out = solid ? LW_MESH_SOLID : LW_MESH_SURFACE;
    return LW_OK;
}

lw_status lw_json_find_file(lw_scene *scene, lw_document *document, const lw_value *node,
                            const lw_value **value, char **path)
{
    const char *name = NULL;
    lw_value *found = NULL;
    lw_status status = lw_value_need(document, node, "file", &found);
    *value = found;
    if (status || (status = lw_value_text(document, found, "file", &name)))
        return status;
    if (!(*path = lw_document_take(document, PATH_SIZE, 1)))
        return lw_fail_memory(document->error);
    status = lw_resolve(scene, document->file, name, *path, PATH_SIZE, document->error);
    return status ? lw_value_place(document, found, status) : LW_OK;
}

static lw_status read_cloud_file(lw_scene *scene, lw_document *document, const lw_value *node,
                                 lw_placed_shape *out)
{
    const lw_value *value = NULL;
    char *path = NULL;
    lw_point_list points = {0};
    lw_status status = lw_json_find_file(scene, document, node, &value, &path);
    if (status)
        return status;
    status = lw_cloud_file_read(path, &points, document->error);
    if (status)
        status = lw_value_place_within(document, value, status);
    double *vertices = status ? NULL : lw_document_take(document, points.count, 3 * sizeof *vertices);
    if (!status && !vertices)
        status = lw_fail_memory(document->error);
    if (!status)
        memcpy(vertices, points.items, points.count * sizeof *points.items);
    out->shape.vertices = vertices;
    out->shape.vertex_count = points.count;
    out->file = path;
    free(points.items);
    return status;
}

static lw_status read_cloud(lw_scene *scene, lw_document *document, const lw_value *node,
                            lw_placed_shape *out)
{
    const lw_value *radius = lw_value_find(node, "radius");
    const lw_value *points = lw_value_find(node, "points");
    out->shape.radius = LW_POINT_RADIUS;
    if (radius) {
        lw_status status = lw_value_size(document, radius, "radius", &out->shape.radius);
        if (status)
            return status;
    }
    if (points && lw_value_find(node, "file"))
        return lw_value_fail(document, points, LW_ERROR_SYNTAX,
                             "file and points are both given; keep one");
    if (points)
        return read_points(document, points, "points", "a point", &out->shape);
    if (!lw_value_find(node, "file"))
        return lw_value_fail(document, node, LW_ERROR_SYNTAX, "a cloud needs a file or points");
    return read_cloud_file(scene, document, node, out);
}

static lw_status read_mesh(lw_scene *scene, lw_document *document, const lw_value *node,
                           lw_placed_shape *out)
{
    lw_shape_def *shape = &out->shape;
    const lw_value *value = NULL;
    lw_vec3 factor;
    lw_status status = read_mode(scene, document, node, &shape->mesh_mode);
    if (status)
        return status;
    if (lw_value_find(node, "vertices") || lw_value_find(node, "triangles"))
        return read_mesh_in_place(document, node, shape);
    char *path = NULL;
    if ((status = read_scale(document, node, &factor)) ||
        (status = lw_json_find_file(scene, document, node, &value, &path)))
        return status;
    const lw_shape_def given = *shape;
    out->file = path;
    status = lw_mesh_file_read(&scene->model, &document->arena, path, factor, shape, document->error);
    shape->rounding = given.rounding;
    shape->mesh_mode = given.mesh_mode;
    return lw_value_place_within(document, value, status);
}

/* Reads the sizes of a shape; its keys were checked against its type before. */
static lw_status read_shape(lw_scene *scene, lw_document *document, const lw_value *node,
                            const shape_type *type, lw_placed_shape *out)
{
    lw_shape_def *shape = &out->shape;
    *shape = lw_default_shape();
    shape->kind = type->kind;
    lw_value *value = NULL;
    const lw_value *rounding = lw_value_find(node, "rounding");
    lw_status status = LW_OK;
    if (rounding && (status = lw_value_distance(document, rounding, "rounding", &shape->rounding)))
        return status;
    if (type->kind == LW_SHAPE_POLYGON)
        return type->keys[0] ? read_outline(scene, document, node, type->name, shape)
                             : read_point(document, shape);
    if (type->kind == LW_SHAPE_MESH)
        return read_mesh(scene, document, node, out);
    if (type->kind == LW_SHAPE_CLOUD)
        return read_cloud(scene, document, node, out);
    if (type->kind == LW_SHAPE_OCTREE)
        return lw_json_octree(scene, document, node, out);
    if (type->kind == LW_SHAPE_HEIGHTS)
        return lw_json_heights(scene, document, node, out);
    if (type->kind == LW_SHAPE_DEPTH_IMAGE)
        return lw_json_image(scene, document, node, out);
    bool has_size = type->kind == LW_SHAPE_BOX || type->kind == LW_SHAPE_ELLIPSOID;
    if (!has_size && type->kind != LW_SHAPE_POLYTOPE)
        return read_round(document, node, type, shape);
    if ((status = lw_value_need(document, node, type->keys[0], &value)))
        return status;
    return has_size ? read_edges(document, value, shape) : read_polytope(document, value, shape);
}

static lw_status read_list(lw_scene *scene, lw_document *document, const lw_value *list,
                           lw_placed_shape **shapes, size_t *count)
{
    static const char *const common[] = {"type", "rounding", NULL};
    lw_status status = lw_value_expect(document, list, "shapes", LW_VALUE_LIST);
    if (status)
        return status;
    if (!list->count)
        return lw_value_fail(document, list, LW_ERROR_ARGUMENT, "shapes must hold one shape or more");
    if (!(*shapes = lw_document_take(document, list->count, sizeof **shapes)))
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < list->count && !status; i++) {
        const lw_value *node = list->items[i];
        const shape_type *type = NULL;
        key_list allowed = {.count = 0};
        if ((status = lw_value_expect(document, node, "a shape", LW_VALUE_MAP)) ||
            (status = read_type(&scene->model, document, node, &type)))
            return status;
        allow(&allowed, common, 2);
        allow(&allowed, type->keys, MOST_OF_A_TYPE);
        allow(&allowed, lw_json_pose_keys(scene->model.planar), 3);
        if ((status = lw_value_keys(document, node, type->name, allowed.keys)) ||
            (status = read_shape(scene, document, node, type, &(*shapes)[i])))
            return status;
        status = lw_json_pose(document, node, scene->model.planar, &(*shapes)[i].pose);
    }
    *count = list->count;
    return status;
}

lw_status lw_json_shapes(lw_scene *scene, lw_document *document, const lw_value *owner,
                         const char *name, const char *const *keys, lw_pose *at,
                         lw_placed_shape **shapes, size_t *count)
{
    static const char *const one[] = {"type", "rounding", NULL};
    static const char *const several[] = {"shapes", NULL};
    const lw_value *list = lw_value_find(owner, "shapes");
    const lw_value *type_node = lw_value_find(owner, "type");
    const shape_type *type = NULL;
    lw_status status = LW_OK;
    if (list && type_node)
        return lw_value_fail(document, type_node, LW_ERROR_SYNTAX,
                             "type and shapes are both given; keep one");
    key_list allowed = {.count = 0};
    allow(&allowed, keys, MOST_KEYS);
    allow(&allowed, lw_json_pose_keys(scene->model.planar), 3);
    if (type_node) {
        if ((status = read_type(&scene->model, document, owner, &type)))
            return status;
        allow(&allowed, one, 2);
        allow(&allowed, type->keys, MOST_OF_A_TYPE);
    } else {
        allow(&allowed, several, 1);
    }
    if ((status = lw_value_keys(document, owner, name, allowed.keys)) ||
        (status = lw_json_pose(document, owner, scene->model.planar, at)))
        return status;
    if (list)
        return read_list(scene, document, list, shapes, count);
    if (!type)
        return lw_value_fail(document, owner, LW_ERROR_SYNTAX,
                             "%s needs a shape: type and its sizes, or a list of shapes", name);
    if (!(*shapes = lw_document_take(document, 1, sizeof **shapes)))
        return lw_fail_memory(document->error);
    *count = 1;
    (*shapes)->pose = lw_pose_identity();
    return read_shape(scene, document, owner, type, *shapes);
}
