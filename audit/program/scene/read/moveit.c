/* A PlanningScene of MoveIt is written as a scene in our JSON. What has no place there, or is said in
 * another frame than the world's, is refused. */
#include "moveit.h"

#include <string.h>
#include <strings.h>

/* ---- numbers ------------------------------------------------------------------------------------ */

static bool is_nothing(json_t *node)
{
    const char *text = json_string_value(node);
    return !node || (text && !*text) || (json_is_array(node) && !json_array_size(node));
}

static bool number_of(json_t *node, json_t **out)
{
    double value;
    const char *text = json_string_value(node);
    if (!text || !numbers_of_text(text, 1, &value))
        return false;
    *out = json_real(value);
    return *out;
}

/* A list of numbers, or an object with one for each letter. */
static json_t *numbers_of(json_t *node, const char *letters, size_t count)
{
    json_t *out = json_array();
    bool good = json_is_array(node) ? json_array_size(node) >= count : json_object_size(node) == count;
    for (size_t i = 0; i < count && good; i++) {
        const char name[2] = {letters[i], 0};
        json_t *value = NULL;
        good = number_of(json_is_array(node) ? json_array_get(node, i) : json_object_get(node, name),
                         &value) &&
               !json_array_append_new(out, value);
    }
    if (good)
        return out;
    json_decref(out);
    return NULL;
}

static bool set_numbers(json_t *out, const char *key, json_t *node, const char *letters, refusal *why)
{
    const size_t count = strlen(letters);
    json_t *numbers =
        json_is_array(node) && json_array_size(node) != count ? NULL : numbers_of(node, letters, count);
    return (numbers && !json_object_set_new(out, key, numbers)) ||
           refuse(why, "\"%s\" does not have %zu finite numbers", key, count);
}

static bool set_pose(json_t *out, json_t *node, refusal *why)
{
    static const char *const keys[] = {"position", "orientation", NULL};
    return is_nothing(node) ||
           (only_keys(node, keys, "a pose", why) &&
            set_numbers(out, "position", json_object_get(node, "position"), "xyz", why) &&
            set_numbers(out, "orientation", json_object_get(node, "orientation"), "xyzw", why));
}

/* ---- objects ------------------------------------------------------------------------------------ */

/* Whether a text is one of two, whose letters may be capital. */
static bool is_either(const char *text, const char *number, const char *name)
{
    return !strcmp(text, number) || !strcasecmp(text, name);
}

static json_t *primitive(json_t *node, refusal *why)
{
    static const char *const keys[] = {"type", "dimensions", "polygon", NULL};
    static const char *const numbers[] = {"1", "2", "3", "4"};
    static const char *const types[] = {"box", "sphere", "cylinder", "cone"};
    const char *type = json_string_value(json_object_get(node, "type"));
    json_t *sizes = json_object_get(node, "dimensions");
    json_t *out = json_object();
    bool good = only_keys(node, keys, "a primitive", why);
    size_t kind = 0;
    while (good && type && kind < 4 && !is_either(type, numbers[kind], types[kind]))
        kind++;
    if (good && (!type || kind == 4))
        good = refuse(why, "a primitive of type \"%.40s\" is not read here", type ? type : "");
    json_t *own = good ? numbers_of(sizes, "123", kind == 0 ? 3 : kind == 1 ? 1 : 2) : NULL;
    if (good && !own)
        good = refuse(why, "a %s has no such dimensions", types[kind]);
    if (good)
        json_object_set_new(out, "type", json_string(types[kind]));
    if (good && kind == 0)
        json_object_set(out, "size", own);
    if (good && kind > 0)
        json_object_set(out, "radius", json_array_get(own, kind > 1));
    if (good && kind > 1)
        json_object_set(out, "length", json_array_get(own, 0));
    json_decref(own);
    if (good)
        return out;
    json_decref(out);
    return NULL;
}

/* The vertices of a mesh, or those of its triangles by number. */
static bool set_rows(json_t *out, const char *key, json_t *list, const char *inner, refusal *why)
{
    json_t *rows = json_array();
    bool good = json_array_size(list);
    for (size_t i = 0; i < json_array_size(list) && good; i++) {
        json_t *node = json_array_get(list, i);
        json_t *row =
            numbers_of(inner && json_is_object(node) ? json_object_get(node, inner) : node, "xyz", 3);
        for (size_t k = 0; k < 3 && row && inner; k++) {
            const double value = json_real_value(json_array_get(row, k));
            const bool is_whole = value >= 0 && value < 1e9 && (double)(json_int_t)value == value;
            json_array_set_new(row, k, json_integer(is_whole ? (json_int_t)value : -1));
        }
        good = row && !json_array_append_new(rows, row);
    }
    if (good)
        return !json_object_set_new(out, key, rows);
    json_decref(rows);
    return refuse(why, "a mesh has no vertices and triangles of three numbers each");
}

static json_t *mesh_of_message(json_t *node, refusal *why)
{
    static const char *const keys[] = {"vertices", "triangles", "resource", "dimensions", NULL};
    json_t *file = json_object_get(node, "resource");
    json_t *out = json_object();
    json_object_set_new(out, "type", json_string("mesh"));
    bool good = only_keys(node, keys, "a mesh", why);
    if (good && file)
        good = !json_object_set(out, "file", file) &&
               (!json_object_get(node, "dimensions") ||
                set_numbers(out, "scale", json_object_get(node, "dimensions"), "xyz", why));
    else if (good)
        good = set_rows(out, "vertices", json_object_get(node, "vertices"), NULL, why) &&
               set_rows(out, "triangles", json_object_get(node, "triangles"), "vertex_indices", why);
    if (good)
        return out;
    json_decref(out);
    return NULL;
}

/* Adds the shapes of an object, each at its pose in it. has_pose: the object has one itself. */
static bool add_shapes(json_t *shapes, json_t *object, bool is_mesh, bool has_pose, refusal *why)
{
    json_t *list = json_object_get(object, is_mesh ? "meshes" : "primitives");
    json_t *poses = json_object_get(object, is_mesh ? "mesh_poses" : "primitive_poses");
    const size_t count = is_nothing(list) ? 0 : json_array_size(list);
    const bool none = is_nothing(poses);
    if ((!none || !has_pose) && json_array_size(poses) != count)
        return refuse(why, "there are not as many poses as shapes");
    for (size_t i = 0; i < count; i++) {
        json_t *node = json_array_get(list, i);
        json_t *shape = is_mesh ? mesh_of_message(node, why) : primitive(node, why);
        if (!shape || json_array_append_new(shapes, shape) ||
            (!none && !set_pose(shape, json_array_get(poses, i), why)))
            return false;
    }
    return true;
}

/* An object that stands in the world, or, if a link is given, in that link. NULL: it is refused. */
static json_t *object_of_message(json_t *node, const char *link, refusal *why)
{
    static const char *const keys[] = {
        "id",          "header",         "pose",           "primitives", "primitive_poses",
        "type",        "meshes",         "operation",      "mesh_poses", "planes",
        "plane_poses", "subframe_names", "subframe_poses", NULL};
    static const char *const header_keys[] = {"frame_id", "stamp", "seq", NULL};
    const char *id = json_string_value(json_object_get(node, "id"));
    const char *operation = json_string_value(json_object_get(node, "operation"));
    json_t *header = json_object_get(node, "header");
    const char *place = json_string_value(json_object_get(header, "frame_id"));
    json_t *stands = json_object_get(node, "pose");
    if (!only_keys(node, keys, id ? id : "an object", why) ||
        (header && !only_keys(header, header_keys, "a header", why)))
        return NULL;
    const bool adds = !operation || !*operation || is_either(operation, "0", "add");
    const bool is_here = !place || !*place || !strcmp(place, link ? link : "world");
    if (!id || !adds || !is_here || !is_nothing(json_object_get(node, "planes"))) {
        refuse(why, "object \"%.80s\": its %s is not followed here", id ? id : "",
               !id        ? "missing id"
               : !adds    ? "operation"
               : !is_here ? "frame"
                          : "plane");
        return NULL;
    }
    json_t *out = json_object();
    json_t *shapes = json_array();
    refusal own = {""};
    json_object_set_new(out, "id", json_string(id));
    json_object_set_new(out, "shapes", shapes);
    if (set_pose(out, stands, &own) && add_shapes(shapes, node, false, !is_nothing(stands), &own) &&
        add_shapes(shapes, node, true, !is_nothing(stands), &own))
        return out;
    refuse(why, "object \"%.80s\": %.300s", id, own.sentence);
    json_decref(out);
    return NULL;
}

static bool add_objects(json_t *scene, json_t *list, refusal *why)
{
    json_t *out = json_array();
    json_object_set_new(scene, "obstacles", out);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *object = object_of_message(json_array_get(list, i), NULL, why);
        if (!object || json_array_append_new(out, object))
            return false;
    }
    return true;
}

static bool add_attached(json_t *scene, json_t *list, refusal *why)
{
    static const char *const keys[] = {"link_name",      "object", "touch_links",
                                       "detach_posture", "weight", NULL};
    json_t *out = json_array();
    json_object_set_new(scene, "attached", out);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *node = json_array_get(list, i);
        const char *link = json_string_value(json_object_get(node, "link_name"));
        if (!link || !only_keys(node, keys, "an attached object", why))
            return link ? false : refuse(why, "an attached object has no link");
        json_t *object = object_of_message(json_object_get(node, "object"), link, why);
        if (!object || json_array_append_new(out, object))
            return false;
        json_object_set_new(object, "link", json_string(link));
        if (!is_nothing(json_object_get(node, "touch_links")))
            json_object_set(object, "touch_links", json_object_get(node, "touch_links"));
    }
    return true;
}

/* ---- the robot's state -------------------------------------------------------------------------- */

static bool is_identity(json_t *transform)
{
    json_t *numbers[] = {numbers_of(json_object_get(transform, "translation"), "xyz", 3),
                         numbers_of(json_object_get(transform, "rotation"), "xyzw", 4)};
    bool good = numbers[0] && numbers[1];
    for (size_t i = 0; i < 6 && good; i++)
        good = json_real_value(json_array_get(numbers[i / 3], i % 3)) == 0;
    json_decref(numbers[0]);
    json_decref(numbers[1]);
    return good;
}

static bool add_state(json_t *scene, json_t *state, refusal *why)
{
    static const char *const keys[] = {"joint_state", "multi_dof_joint_state",
                                       "attached_collision_objects", "is_diff", NULL};
    json_t *joints = json_object_get(state, "joint_state");
    json_t *names = json_object_get(joints, "name");
    json_t *positions = json_object_get(joints, "position");
    json_t *transforms = json_object_get(json_object_get(state, "multi_dof_joint_state"), "transforms");
    json_t *out = json_object();
    json_object_set_new(scene, "robot_state", out);
    if (is_nothing(state))
        return true;
    if (!only_keys(state, keys, "\"robot_state\"", why))
        return false;
    if (json_array_size(names) != json_array_size(positions))
        return refuse(why, "\"joint_state\" has not as many positions as names");
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        json_t *value = NULL;
        /* of a name that stands twice the last value counts, at its place */
        if (name)
            json_object_del(out, name);
        if (!name || !number_of(json_array_get(positions, i), &value) ||
            json_object_set_new(out, name, value))
            return refuse(why, "a position of \"joint_state\" is no finite number");
    }
    for (size_t i = 0; i < json_array_size(transforms); i++)
        if (!is_identity(json_array_get(transforms, i)))
            return refuse(why, "\"multi_dof_joint_state\" moves a joint, which is not followed here");
    return add_attached(scene, json_object_get(state, "attached_collision_objects"), why);
}

/* ---- rules -------------------------------------------------------------------------------------- */

/* 1: true; 0: false; -1: neither. */
static int truth_of(json_t *node)
{
    const char *text = json_string_value(node);
    return text && is_either(text, "1", "true") ? 1 : text && is_either(text, "0", "false") ? 0 : -1;
}

static void add_rule(json_t *matrix, json_t *a, json_t *b, bool allowed)
{
    json_t *rule = json_array();
    json_array_append(rule, a);
    json_array_append(rule, b);
    json_array_append_new(rule, json_boolean(allowed));
    json_array_append_new(matrix, rule);
}

/* Defaults that allow pairs count least, then those that do not. */
static bool add_defaults(json_t *matrix, json_t *node, refusal *why)
{
    json_t *names = json_object_get(node, "default_entry_names");
    json_t *values = json_object_get(node, "default_entry_values");
    const size_t count = json_array_size(names);
    json_t *all = json_string("*");
    bool good = count == json_array_size(values);
    for (size_t i = 0; i < 2 * count && good; i++) {
        json_t *name = json_array_get(names, i % count);
        const int value = truth_of(json_array_get(values, i % count));
        good = value >= 0 && json_is_string(name);
        if (good && (value == 1) == (i < count))
            add_rule(matrix, name, all, value);
    }
    json_decref(all);
    return good || refuse(why, "the defaults of the matrix are not a truth for each name");
}

/* The entry of a row and column. */
static int entry_of(json_t *rows, size_t row, size_t column)
{
    json_t *list = json_array_get(rows, row);
    if (json_is_object(list))
        list = json_object_get(list, "enabled");
    return truth_of(json_array_get(list, column));
}

static bool add_matrix(json_t *matrix, json_t *node, refusal *why)
{
    static const char *const keys[] = {"entry_names", "entry_values", "default_entry_names",
                                       "default_entry_values", NULL};
    json_t *names = json_object_get(node, "entry_names");
    json_t *rows = json_object_get(node, "entry_values");
    if (is_nothing(node))
        return true;
    if (!only_keys(node, keys, "the matrix", why) || !add_defaults(matrix, node, why))
        return false;
    for (size_t i = 0; i < json_array_size(names); i++)
        for (size_t k = i + 1; k < json_array_size(names); k++) {
            const int above = entry_of(rows, i, k);
            const int below = entry_of(rows, k, i);
            if (above < 0 || below < 0 || !json_is_string(json_array_get(names, i)) ||
                !json_is_string(json_array_get(names, k)))
                return refuse(why, "the matrix has not a truth for each two names");
            add_rule(matrix, json_array_get(names, i), json_array_get(names, k), above && below);
        }
    return true;
}

/* The padding or scale of links. */
static bool add_settings(json_t *scene, const char *key, const char *what, json_t *list, refusal *why)
{
    const char *const keys[] = {"link_name", what, NULL};
    json_t *out = json_object();
    json_object_set_new(scene, key, out);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *node = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(node, "link_name"));
        json_t *value = NULL;
        if (!only_keys(node, keys, key, why))
            return false;
        if (!name || !number_of(json_object_get(node, what), &value))
            return refuse(why, "an entry of \"%s\" has no name or no finite number", key);
        json_object_set_new(out, name, value);
    }
    return true;
}

/* ---- the scene ---------------------------------------------------------------------------------- */

static bool has_octomap(json_t *world)
{
    json_t *octomap = json_object_get(json_object_get(world, "octomap"), "octomap");
    return !is_nothing(json_object_get(octomap, "data"));
}

bool moveit_scene(json_t *message, json_t **scene, json_t **matrix, refusal *why)
{
    /* the five before "world" say nothing of what is proven */
    static const char *const keys[] = {
        "name",  "robot_model_name", "is_diff",      "object_colors", "fixed_frame_transforms",
        "world", "robot_state",      "link_padding", "link_scale",    "allowed_collision_matrix",
        NULL};
    static const char *const world_keys[] = {"collision_objects", "octomap", NULL};
    json_t *world = json_object_get(message, "world");
    *scene = json_object();
    *matrix = json_array();
    if (!only_keys(message, keys, "it", why) ||
        (!is_nothing(world) && !only_keys(world, world_keys, "\"world\"", why)))
        return false;
    if (has_octomap(world))
        return refuse(why, "octomaps are not read here");
    return add_state(*scene, json_object_get(message, "robot_state"), why) &&
           add_objects(*scene, json_object_get(world, "collision_objects"), why) &&
           add_settings(*scene, "link_padding", "padding", json_object_get(message, "link_padding"),
                        why) &&
           add_settings(*scene, "link_scale", "scale", json_object_get(message, "link_scale"), why) &&
           add_matrix(*matrix, json_object_get(message, "allowed_collision_matrix"), why);
}
