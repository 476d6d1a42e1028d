/* A collision object of a MoveIt scene: moveit_msgs/CollisionObject with shape_msgs' primitives and
 * meshes. MoveIt puts a shape at object pose * shape pose, in the frame of the object's header. */
#include "io/scene/moveit_object.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "io/mesh/mesh_file.h"
#include "io/robot/resolve.h"
#include "io/text/ros_message.h"

enum { PATH_SIZE = 4096 };

/* shape_msgs/SolidPrimitive: the number of each type, and how many dimensions it has */
typedef struct primitive_type {
    const char *name;
    int number;
    lw_shape_kind kind;
    size_t dimensions;
} primitive_type;

static const primitive_type types[] = {{"box", 1, LW_SHAPE_BOX, 3},
                                       {"sphere", 2, LW_SHAPE_SPHERE, 1},
                                       {"cylinder", 3, LW_SHAPE_CYLINDER, 2},
                                       {"cone", 4, LW_SHAPE_CONE, 2}};

static lw_status read_type(lw_document *document, const lw_value *node, const primitive_type **out)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (node->kind == LW_VALUE_NUMBER ? node->number == types[i].number
                                          : node->text && !strcasecmp(node->text, types[i].name)) {
            *out = &types[i];
            return LW_OK;
        }
    }
    return lw_value_fail(document, node, LW_ERROR_SYNTAX,
                         "there is no primitive of type \"%.40s\"; there are box (1), sphere (2), "
                         "cylinder (3) and cone (4)",
                         node->text     ? node->text
                         : node->source ? "?"
                                        : lw_value_kind_name(node->kind));
}

static lw_status read_primitive(lw_document *document, const lw_value *node, lw_shape_def *shape)
{
    lw_value *type_node = NULL;
    lw_value *sizes = NULL;
    const primitive_type *type = NULL;
    double size[3] = {0, 0, 0};
    char name[60];
    static const char *const keys[] = {"type", "dimensions", "polygon", NULL};
    lw_status status = lw_value_keys(document, node, "a primitive", keys);
    if (status || (status = lw_value_need(document, node, "type", &type_node)) ||
        (status = read_type(document, type_node, &type)) ||
        (status = lw_value_need(document, node, "dimensions", &sizes)))
        return status;
    snprintf(name, sizeof name, "the dimensions of a %s", type->name);
    if ((status = lw_value_numbers(document, sizes, name, size, type->dimensions)))
        return status;
    snprintf(name, sizeof name, "a dimension of a %s", type->name);
    for (size_t i = 0; i < type->dimensions && !status; i++)
        status = lw_check_size(document, sizes->items[i], name, size[i]);
    *shape = lw_default_shape();
    shape->kind = type->kind;
    if (type->kind == LW_SHAPE_BOX) {
        shape->size = (lw_vec3){size[0], size[1], size[2]};
    } else if (type->kind == LW_SHAPE_SPHERE) {
        shape->radius = size[0];
    } else { /* height, radius */
        shape->length = size[0];
        shape->radius = size[1];
    }
    return status;
}

static lw_status read_vertices(lw_document *document, const lw_value *node, lw_shape_def *shape)
{
    lw_status status = lw_value_expect(document, node, "the vertices of a mesh", LW_VALUE_LIST);
    if (status)
        return status;
    double *vertices = lw_document_take(document, node->count, 3 * sizeof *vertices);
    if (!vertices)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < node->count && !status; i++) {
        lw_vec3 point;
        if (!(status = lw_ros_vector(document, node->items[i], "a vertex", &point)))
            memcpy(vertices + 3 * i, (double[]){point.x, point.y, point.z}, 3 * sizeof *vertices);
    }
    shape->vertices = vertices;
    shape->vertex_count = node->count;
    return status;
}

static lw_status read_triangle(lw_document *document, const lw_value *node, size_t vertex_count,
                               uint32_t out[3])
{
    double indices[3];
    const lw_value *list = node;
    if (node->kind == LW_VALUE_MAP) {
        lw_value *inner = NULL;
        lw_status status = lw_value_need(document, node, "vertex_indices", &inner);
        if (status)
            return status;
        list = inner;
    }
    lw_status status = lw_value_numbers(document, list, "the vertex_indices of a triangle", indices, 3);
    for (size_t i = 0; i < 3 && !status; i++) {
        if (!(indices[i] >= 0 && indices[i] < (double)vertex_count && indices[i] < 4294967296.0) ||
            indices[i] != (double)(uint32_t)indices[i])
            return lw_value_fail(document, list->items[i], LW_ERROR_ARGUMENT,
                                 "there is no vertex %g; the mesh has %zu, counted from 0", indices[i],
                                 vertex_count);
        out[i] = (uint32_t)indices[i];
    }
    return status;
}

static lw_status read_triangles(lw_document *document, const lw_value *node, lw_shape_def *shape)
{
    lw_status status = lw_value_expect(document, node, "the triangles of a mesh", LW_VALUE_LIST);
    if (status)
        return status;
    if (!node->count)
        return lw_value_fail(document, node, LW_ERROR_ARGUMENT, "a mesh has no triangles");
    uint32_t *triangles = lw_document_take(document, node->count, 3 * sizeof *triangles);
    if (!triangles)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < node->count && !status; i++)
        status = read_triangle(document, node->items[i], shape->vertex_count, triangles + 3 * i);
    shape->triangles = triangles;
    shape->triangle_count = node->count;
    return status;
}

/* MotionBenchMaker's form of a mesh: a file, and a scale under the key "dimensions" */
static lw_status read_mesh_file(lw_scene *scene, lw_document *document, const lw_value *node,
                                const lw_value *resource, lw_placed_shape *out)
{
    const char *name = NULL;
    lw_vec3 factor = {1, 1, 1};
    const lw_value *dimensions = lw_value_find(node, "dimensions");
    lw_status status = lw_value_text(document, resource, "the resource of a mesh", &name);
    if (!status && dimensions)
        status = lw_ros_vector(document, dimensions, "the dimensions of a mesh", &factor);
    if (status)
        return status;
    char *path = lw_document_take(document, PATH_SIZE, 1);
    if (!path)
        return lw_fail_memory(document->error);
    if ((status = lw_resolve(scene, document->file, name, path, PATH_SIZE, document->error)))
        return lw_value_place(document, resource, status);
    out->file = path;
    return lw_value_place_within(
        document, resource,
        lw_mesh_file_read(&scene->model, &document->arena, path, factor, &out->shape, document->error));
}

static lw_status read_mesh(lw_scene *scene, lw_document *document, const lw_value *node,
                           lw_placed_shape *out)
{
    lw_shape_def *shape = &out->shape;
    lw_value *vertices = NULL;
    lw_value *triangles = NULL;
    *shape = lw_default_shape();
    shape->kind = LW_SHAPE_MESH;
    static const char *const keys[] = {"vertices", "triangles", "resource", "dimensions", NULL};
    lw_status status = lw_value_keys(document, node, "a mesh", keys);
    if (status)
        return status;
    const lw_value *resource = lw_value_find(node, "resource");
    if (resource)
        return read_mesh_file(scene, document, node, resource, out);
    if ((status = lw_value_need(document, node, "vertices", &vertices)) ||
        (status = lw_value_need(document, node, "triangles", &triangles)) ||
        (status = read_vertices(document, vertices, shape)))
        return status;
    return read_triangles(document, triangles, shape);
}

/* Appends the primitives or the meshes of an object, with their poses. */
static lw_status read_shapes(lw_scene *scene, lw_document *document, const lw_value *object,
                             bool meshes, lw_moveit_object *out)
{
    const char *name = meshes ? "meshes" : "primitives";
    const char *poses_name = meshes ? "mesh_poses" : "primitive_poses";
    size_t count = 0;
    size_t pose_count = 0;
    lw_value *const *nodes = NULL;
    lw_value *const *poses = NULL;
    const lw_value *pose_list = lw_value_find(object, poses_name);
    lw_status status = lw_ros_list(document, lw_value_find(object, name), name, &count, &nodes);
    if (status || (status = lw_ros_list(document, pose_list, poses_name, &pose_count, &poses)))
        return status;
    /* an object with a pose of its own may omit the poses of its shapes */
    bool all_at_object = !pose_count && lw_value_find(object, "pose");
    if (count != pose_count && !all_at_object)
        return lw_value_fail(document, pose_list ? pose_list : object, LW_ERROR_ARGUMENT,
                             "there are %zu %s, but %zu %s", count, name, pose_count, poses_name);
    for (size_t i = 0; i < count; i++) {
        lw_placed_shape *entry = &out->shapes[out->count];
        status = meshes ? read_mesh(scene, document, nodes[i], entry)
                        : read_primitive(document, nodes[i], &entry->shape);
        entry->pose = lw_pose_identity();
        if (!status && !all_at_object)
            status = lw_ros_pose(document, poses[i], "a pose", &entry->pose);
        if (status)
            return status;
        out->count++;
    }
    return LW_OK;
}

/* Reads the operation, a byte. Versions of the printer write it as a number, as "\0", as b'\x00' or in
 * base64. */
static lw_status read_operation(lw_document *document, const lw_value *node, lw_moveit_operation *out)
{
    static const char *const spellings[][4] = {{"b'\\x00'", "AA==", "ADD", "add"},
                                               {"b'\\x01'", "AQ==", "REMOVE", "remove"},
                                               {"b'\\x02'", "Ag==", "APPEND", "append"},
                                               {"b'\\x03'", "Aw==", "MOVE", "move"}};
    *out = LW_MOVEIT_ADD;
    if (!node)
        return LW_OK;
    for (int i = 0; i < 4; i++) {
        bool same = node->kind == LW_VALUE_NUMBER && node->number == i;
        same = same || (node->kind == LW_VALUE_TEXT && node->length == 1 && node->text[0] == i);
        for (int j = 0; j < 4 && node->kind == LW_VALUE_TEXT && !same; j++)
            same = !strncmp(node->text, spellings[i][j], strlen(spellings[i][j])) &&
                   !node->text[strlen(spellings[i][j]) +
                               strspn(node->text + strlen(spellings[i][j]), "\n")];
        if (same) {
            *out = (lw_moveit_operation)i;
            return LW_OK;
        }
    }
    return lw_value_fail(document, node, LW_ERROR_SYNTAX,
                         "operation must be 0 (add), 1 (remove), 2 (append) or 3 (move)");
}

static lw_status read_frame(lw_document *document, const lw_value *object, const char **out)
{
    *out = "";
    lw_value *header = NULL;
    lw_status status = lw_ros_part(document, object, "header", &header);
    const lw_value *frame = lw_value_find(header, "frame_id");
    if (status || !frame)
        return status;
    status = lw_value_text(document, frame, "frame_id", out);
    if (!status && **out == '/')
        ++*out;
    return status;
}

/* Refuses planes, which are infinite: all shapes here are bounded. */
static lw_status refuse_planes(lw_document *document, const lw_value *object)
{
    size_t count = 0;
    lw_value *const *planes = NULL;
    const lw_value *list = lw_value_find(object, "planes");
    lw_status status = lw_ros_list(document, list, "planes", &count, &planes);
    if (!status && count)
        return lw_value_fail(document, list, LW_ERROR_SYNTAX,
                             "planes are not supported; use a box with a face in the plane, thicker "
                             "and wider than all that the robots reach");
    return status;
}

/* Reads the new poses of shapes in a move: those of primitives before those of meshes. */
static lw_status read_moved_poses(lw_document *document, const lw_value *node, lw_moveit_object *out)
{
    static const char *const keys[] = {"primitive_poses", "mesh_poses"};
    lw_value *const *items[2] = {NULL, NULL};
    size_t counts[2];
    lw_status status = LW_OK;
    for (size_t k = 0; k < 2 && !status; k++)
        status = lw_ros_list(document, lw_value_find(node, keys[k]), keys[k], &counts[k], &items[k]);
    if (status)
        return status;
    if (!(out->poses = lw_document_take(document, counts[0] + counts[1], sizeof *out->poses)))
        return lw_fail_memory(document->error);
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < counts[k] && !status; i++)
            status = lw_ros_pose(document, items[k][i], "a pose", &out->poses[out->pose_count++]);
    return status;
}

/* Whether a pose of a message was set: a pose that was never set is all zeros. */
static bool is_set(const lw_value *node)
{
    bool set = node && node->kind == LW_VALUE_NUMBER && node->number != 0;
    for (size_t i = 0; node && i < node->count && !set; i++)
        set = is_set(node->kind == LW_VALUE_MAP ? node->members[i].value : node->items[i]);
    return set;
}

static lw_status read_geometry(lw_scene *scene, lw_document *document, const lw_value *node,
                               lw_moveit_object *out)
{
    const size_t most = lw_value_item_count(lw_value_find(node, "primitives")) +
                        lw_value_item_count(lw_value_find(node, "meshes"));
    out->names_geometry = most > 0;
    if (out->operation == LW_MOVEIT_MOVE)
        return read_moved_poses(document, node, out);
    lw_status status = refuse_planes(document, node);
    if (status)
        return status;
    if (!(out->shapes = lw_document_take(document, most, sizeof *out->shapes)))
        return lw_fail_memory(document->error);
    status = read_shapes(scene, document, node, false, out);
    return status ? status : read_shapes(scene, document, node, true, out);
}

lw_status lw_moveit_object_read(lw_scene *scene, lw_document *document, const lw_value *node,
                                lw_moveit_object *out)
{
    lw_value *id = NULL;
    *out = (lw_moveit_object){.node = node, .pose = lw_pose_identity()};
    lw_document_subject(document, "a collision object");
    lw_status status = lw_value_expect(document, node, "it", LW_VALUE_MAP);
    if (status || (status = lw_value_need(document, node, "id", &id)) ||
        (status = lw_value_text(document, id, "id", &out->id)))
        return status;
    lw_document_subject(document, "object \"%.100s\"", out->id);
    /* unknown keys are refused: a misspelt key would mean a missing or misplaced obstacle */
    static const char *const keys[] = {
        "header",          "pose",           "id",         "type",   "primitives",
        "primitive_poses", "meshes",         "mesh_poses", "planes", "plane_poses",
        "subframe_names",  "subframe_poses", "operation",  NULL};
    const lw_value *pose = lw_value_find(node, "pose");
    if ((status = lw_value_keys(document, node, "a collision object", keys)) ||
        (status = read_operation(document, lw_value_find(node, "operation"), &out->operation)) ||
        (status = read_frame(document, node, &out->frame)) || out->operation == LW_MOVEIT_REMOVE)
        return status;
    out->has_pose = is_set(pose);
    status = lw_ros_pose(document, pose, "the pose", &out->pose);
    return status ? status : read_geometry(scene, document, node, out);
}
