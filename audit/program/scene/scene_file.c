/* Scenes in JSON: docs/interfaces.md, "The scene". */
#include "source_scene.h"

#include <math.h>
#include <string.h>

/* ---- poses -------------------------------------------------------------------------------------- */

double most(real value)
{
    return arb_is_zero(&value) ? 0 : near(size_above(value)) * (1 + 0x1p-50) + 0x1p-1000;
}

static pose turn_about_axis(int axis, double angle)
{
    real sine;
    real cosine;
    const real none = exact(0);
    const real one = exact(1);
    sine_cosine(exact(angle), &sine, &cosine);
    const real minus_sine = negative(sine);
    const vec origin = {none, none, none};
    if (axis == 0)
        return (pose){{one, none, none}, {none, cosine, sine}, {none, minus_sine, cosine}, origin};
    if (axis == 1)
        return (pose){{cosine, none, minus_sine}, {none, one, none}, {sine, none, cosine}, origin};
    return (pose){{cosine, sine, none}, {minus_sine, cosine, none}, {none, none, one}, origin};
}

pose pose_of_angles(const double position[3], const double angles[3])
{
    const pose roll = turn_about_axis(0, angles[0]);
    const pose pitch = turn_about_axis(1, angles[1]);
    const pose yaw = turn_about_axis(2, angles[2]);
    const pose both = composed(&pitch, &roll);
    pose out = composed(&yaw, &both);
    out.position = exact_vec(position);
    return out;
}

bool pose_of_quaternion(const double position[3], const double xyzw[4], pose *out)
{
    real q[4];
    real square = exact(0);
    for (int i = 0; i < 4; i++) {
        q[i] = exact(xyzw[i]);
        square = plus(square, times(q[i], q[i]));
    }
    if (!positive(square))
        return false;
    const real two = times(exact(2), inverse(square));
    real of[4][4]; /* products of two, doubled and normalised */
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            of[i][k] = times(two, times(q[i], q[k]));
    const real one = exact(1);
    enum { X, Y, Z, W };
    out->x = (vec){minus(one, plus(of[Y][Y], of[Z][Z])), plus(of[X][Y], of[Z][W]),
                   minus(of[X][Z], of[Y][W])};
    out->y = (vec){minus(of[X][Y], of[Z][W]), minus(one, plus(of[X][X], of[Z][Z])),
                   plus(of[Y][Z], of[X][W])};
    out->z = (vec){plus(of[X][Z], of[Y][W]), minus(of[Y][Z], of[X][W]),
                   minus(one, plus(of[X][X], of[Y][Y]))};
    out->position = exact_vec(position);
    return true;
}

#define POSE_KEYS "position", "rpy", "orientation", "theta"
#define SHAPE_KEYS                                                                                     \
    "type", "radius", "length", "size", "vertices", "triangles", "file", "scale", "mode", "rounding"

static bool read_pose(const source_scene *scene, json_t *node, pose *out, refusal *why)
{
    double position[3] = {0};
    double angles[3] = {0};
    double xyzw[4];
    json_t *at = json_object_get(node, "position");
    json_t *rpy = json_object_get(node, "rpy");
    json_t *orientation = json_object_get(node, "orientation");
    if ((at && !read_vector(at, scene->planar ? 2 : 3, position, why)) ||
        (rpy && !read_vector(rpy, 3, angles, why)) || !read_number(node, "theta", &angles[2], why) ||
        (orientation && !read_vector(orientation, 4, xyzw, why)))
        return false;
    if ((rpy || json_object_get(node, "theta")) && orientation)
        return refuse(why, "a pose has two orientations");
    if (orientation)
        return pose_of_quaternion(position, xyzw, out) || refuse(why, "a quaternion has length zero");
    *out = pose_of_angles(position, angles);
    return true;
}

/* ---- shapes ------------------------------------------------------------------------------------- */

const mesh *scene_mesh(source_scene *scene, const char *name, const char *folder, refusal *why)
{
    char path[PATH_SIZE];
    const bool found = resolve_name(name, folder, path);
    for (const mesh *m = scene->meshes; m; m = m->next)
        if (!strcmp(m->path, found ? path : name))
            return m;
    mesh *out = keep(&scene->store, 1, sizeof *out);
    if (!found)
        *out =
            (mesh){.path = keep_text(&scene->store, name, strlen(name)), .unread = "it is not found"};
    else if (!mesh_read(&scene->store, path, out, why))
        return NULL;
    out->next = scene->meshes;
    scene->meshes = out;
    return out;
}

static bool read_vertices(source_scene *scene, json_t *list, size_t least, source_shape *out,
                          refusal *why)
{
    out->vertex_count = json_array_size(list);
    if (out->vertex_count < least)
        return refuse(why, "\"vertices\" of a shape are too few");
    out->vertices = keep(&scene->store, out->vertex_count, sizeof *out->vertices);
    for (size_t i = 0; i < out->vertex_count; i++)
        if (!read_vector(json_array_get(list, i), scene->planar ? 2 : 3, out->vertices[i], why))
            return false;
    return true;
}

/* A mesh whose triangles stand in the scene. */
static bool read_own_mesh(source_scene *scene, json_t *node, source_shape *out, refusal *why)
{
    json_t *list = json_object_get(node, "triangles");
    mesh *own = keep(&scene->store, 1, sizeof *own);
    if (scene->planar || !read_vertices(scene, json_object_get(node, "vertices"), 1, out, why))
        return false;
    *own = (mesh){.path = scene->path, .count = json_array_size(list)};
    own->corners = keep(&scene->store, 3 * own->count, sizeof *own->corners);
    for (size_t i = 0; i < 3 * own->count; i++) {
        json_t *triangle = json_array_get(list, i / 3);
        json_t *index = json_array_get(triangle, i % 3);
        const json_int_t at = json_integer_value(index);
        if (json_array_size(triangle) != 3 || !json_is_integer(index) || at < 0 ||
            (size_t)at >= out->vertex_count)
            return refuse(why, "a triangle has no such vertex");
        memcpy(own->corners[i], out->vertices[at], sizeof own->corners[i]);
    }
    out->mesh = own;
    return true;
}

static bool read_mesh(source_scene *scene, json_t *node, source_shape *out, refusal *why)
{
    char folder[PATH_SIZE];
    json_t *scale = json_object_get(node, "scale");
    const char *file = json_string_value(json_object_get(node, "file"));
    const char *mode = json_string_value(json_object_get(node, "mode"));
    folder_of(scene->path, folder);
    out->kind = SOURCE_MESH;
    out->is_surface = mode && !strcmp(mode, "surface");
    if (json_is_array(scale) ? !read_vector(scale, 3, out->factors, why)
                             : !read_number(node, "scale", &out->factors[0], why))
        return false;
    for (int k = 1; k < 3 && !json_is_array(scale); k++)
        out->factors[k] = out->factors[0];
    if (!file)
        return read_own_mesh(scene, node, out, why) || why->sentence[0] ||
               refuse(why, "a mesh has no file, and no vertices and triangles");
    out->mesh = scene_mesh(scene, file, folder, why);
    return out->mesh;
}

static bool read_sizes(json_t *node, const char *type, source_shape *out, refusal *why)
{
    double radius = NAN;
    double length = NAN;
    double size[3];
    if (!strcmp(type, "box") || !strcmp(type, "ellipsoid")) {
        out->kind = type[0] == 'b' ? SOURCE_BOX : SOURCE_ELLIPSOID;
        if (!read_vector(json_object_get(node, "size"), 3, size, why))
            return false;
        for (int k = 0; k < 3; k++)
            out->half[k] = exact(0.5 * size[k]);
        return true;
    }
    if (!read_number(node, "radius", &radius, why) || !read_number(node, "length", &length, why))
        return false;
    const bool ball = !strcmp(type, "sphere") || !strcmp(type, "disc");
    if (isnan(radius) || (!ball && isnan(length)))
        return refuse(why, "a shape has no radius or length");
    out->half[2] = exact(ball ? 0 : 0.5 * length);
    if (ball || !strcmp(type, "capsule")) {
        out->kind = ball ? SOURCE_POINT : SOURCE_SEGMENT;
        out->radius = plus(out->radius, exact(radius));
        return true;
    }
    out->kind = !strcmp(type, "cylinder") ? SOURCE_CYLINDER : SOURCE_CONE;
    out->half[0] = out->half[1] = exact(radius);
    return true;
}

static bool read_shape(source_scene *scene, json_t *node, source_shape *out, refusal *why)
{
    static const char *const sized[] = {"sphere",    "disc",     "capsule", "box",
                                        "ellipsoid", "cylinder", "cone",    NULL};
    const char *type = json_string_value(json_object_get(node, "type"));
    double rounding = 0;
    if (!type || !read_number(node, "rounding", &rounding, why))
        return why->sentence[0] ? false : refuse(why, "a shape has no type");
    out->radius = exact(rounding);
    out->at = identity();
    for (int k = 0; k < 3; k++)
        out->factors[k] = 1;
    for (size_t i = 0; sized[i]; i++)
        if (!strcmp(type, sized[i]))
            return read_sizes(node, type, out, why);
    json_t *vertices = json_object_get(node, "vertices");
    out->kind = SOURCE_POLYTOPE;
    if (!strcmp(type, "polytope"))
        return read_vertices(scene, vertices, 1, out, why);
    if (!strcmp(type, "mesh"))
        return read_mesh(scene, node, out, why);
    out->kind = SOURCE_POLYGON;
    if (scene->planar && (!strcmp(type, "polygon") || !strcmp(type, "segment")))
        return read_vertices(scene, vertices, 2, out, why);
    if (!scene->planar || strcmp(type, "point") != 0)
        return refuse(why, "a shape of type \"%.60s\" is not read here", type);
    out->vertex_count = 1;
    out->vertices = keep(&scene->store, 1, sizeof *out->vertices);
    return true;
}

/* The shapes of a link, an obstacle or an attached object, placed in it. */
static bool read_shapes(source_scene *scene, json_t *node, const char *name, source_shapes *out,
                        refusal *why)
{
    static const char *const keys[] = {SHAPE_KEYS, POSE_KEYS, NULL};
    json_t *list = json_object_get(node, "shapes");
    refusal own = {""};
    bool good = true;
    out->count = list ? json_array_size(list) : 1;
    out->items = keep(&scene->store, out->count, sizeof *out->items);
    for (size_t i = 0; i < out->count && good; i++) {
        json_t *shape = list ? json_array_get(list, i) : node;
        good = (!list || only_keys(shape, keys, "a shape", &own)) &&
               read_shape(scene, shape, &out->items[i], &own) &&
               (!list || read_pose(scene, shape, &out->items[i].at, &own));
    }
    if (good && out->count)
        return true;
    return refuse(why, "\"%.80s\": %.300s", name, good ? "it has no shapes" : own.sentence);
}

/* ---- robots ------------------------------------------------------------------------------------- */

/* A robot that the scene describes: one rigid body, whose links hang on the link that its joint moves;
 * or, with joints, a linkage. */
static bool read_links(source_scene *scene, json_t *node, source_robot *out, refusal *why)
{
    static const char *const placed[] = {"name", "shapes", SHAPE_KEYS, POSE_KEYS, NULL};
    static const char *const jointed[] = {"name", "shapes", SHAPE_KEYS, NULL};
    json_t *list = json_object_get(node, "links");
    const bool is_linkage = json_object_get(node, "joints");
    const size_t links = json_array_size(list);
    const size_t joints = json_array_size(json_object_get(node, "joints"));
    if (links > MOST_LINKS || joints > MOST_LINKS)
        return refuse(why, "a robot has more than %d links or joints", MOST_LINKS);
    out->links = keep(&scene->store, links + 2, sizeof *out->links);
    out->joints = keep(&scene->store, links + joints + 1, sizeof *out->joints);
    for (size_t i = 0; i < links; i++) {
        json_t *link = json_array_get(list, i);
        source_link *own = &out->links[out->link_count++];
        own->name = json_string_value(json_object_get(link, "name"));
        if (!own->name || !only_keys(link, is_linkage ? jointed : placed, own->name, why))
            return own->name ? false : refuse(why, "a link has no name");
        if ((json_object_get(link, "shapes") || json_object_get(link, "type") || !is_linkage) &&
            !read_shapes(scene, link, own->name, &own->shapes, why))
            return false;
        if (is_linkage)
            continue;
        source_joint *hangs = &out->joints[out->joint_count++];
        *hangs = (source_joint){.name = "", .parent = "(body)", .child = own->name, .multiplier = 1};
        if (!read_pose(scene, link, &hangs->origin, why))
            return false;
    }
    return out->link_count || refuse(why, "a robot has no links");
}

static bool read_mimic(json_t *mimic, source_joint *out, refusal *why)
{
    static const char *const keys[] = {"joint", "multiplier", "offset", NULL};
    if (!only_keys(mimic, keys, "a mimic", why))
        return false;
    out->mimics = json_string_value(json_object_get(mimic, "joint"));
    return (out->mimics || refuse(why, "a joint mimics nothing")) &&
           read_number(mimic, "multiplier", &out->multiplier, why) &&
           read_number(mimic, "offset", &out->offset, why);
}

static bool read_joint(source_scene *scene, json_t *node, source_joint *out, refusal *why)
{
    static const char *const keys[] = {"name",  "type",    "parent",   "child",
                                       "axis",  "limits",  "velocity", "acceleration",
                                       "mimic", POSE_KEYS, NULL};
    json_t *axis = json_object_get(node, "axis");
    json_t *mimic = json_object_get(node, "mimic");
    const int kind = joint_kind_named(json_string_value(json_object_get(node, "type")));
    *out = (source_joint){.name = json_string_value(json_object_get(node, "name")),
                          .parent = json_string_value(json_object_get(node, "parent")),
                          .child = json_string_value(json_object_get(node, "child")),
                          .kind = (joint_kind)kind,
                          .axis = {0, 0, 1},
                          .multiplier = 1};
    if (!out->name || !out->parent || !out->child || kind < 0)
        return refuse(why, "a joint has no name, type, parent or child");
    if (axis) {
        out->axis[2] = 0;
        const size_t count = json_array_size(axis) == 2 ? 2 : 3;
        if (!read_vector(axis, count, out->axis, why))
            return false;
    }
    return only_keys(node, keys, out->name, why) && read_pose(scene, node, &out->origin, why) &&
           (!mimic || kind == JOINT_FIXED || read_mimic(mimic, out, why));
}

/* The joint by which a robot's base moves. */
static bool read_own_joint(json_t *node, const char *child, source_robot *out, source_joint *own,
                           refusal *why)
{
    json_t *joint = json_object_get(node, "joint");
    const char *name = json_string_value(json_object_get(joint, "name"));
    const int kind =
        joint ? joint_kind_named(json_string_value(json_object_get(joint, "type"))) : JOINT_FIXED;
    if (kind < 0)
        return refuse(why, "the joint of robot \"%.80s\" has no known type", out->name);
    out->links[out->link_count++].name = "(root)";
    *own = (source_joint){.name = name ? name : "joint",
                          .parent = "(root)",
                          .child = child,
                          .kind = (joint_kind)kind,
                          .origin = identity(),
                          .axis = {0, 0, 1},
                          .multiplier = 1};
    return true;
}

/* The link that no joint has as its child. */
static const char *root_of(const source_robot *robot)
{
    for (size_t i = 0; i < robot->link_count; i++) {
        bool is_child = false;
        for (size_t k = 0; k < robot->joint_count; k++)
            is_child = is_child || !strcmp(robot->joints[k].child, robot->links[i].name);
        if (!is_child)
            return robot->links[i].name;
    }
    return "";
}

static bool read_described(source_scene *scene, json_t *node, source_robot *out, refusal *why)
{
    static const char *const keys[] = {"name", "links",  "joints", "joint",
                                       "base", "groups", "states", NULL};
    json_t *list = json_object_get(node, "joints");
    if (!only_keys(node, keys, "a robot", why) || !read_links(scene, node, out, why))
        return false;
    if (!out->name)
        return refuse(why, "a robot has no name");
    if (!list) {
        out->links[out->link_count++].name = "(body)";
        return read_own_joint(node, "(body)", out, &out->joints[out->joint_count++], why);
    }
    /* the joint of the base comes first */
    source_joint *own = json_object_get(node, "joint") ? &out->joints[out->joint_count++] : NULL;
    if (own)
        own->child = "";
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!read_joint(scene, json_array_get(list, i), &out->joints[out->joint_count++], why))
            return false;
    return !own || read_own_joint(node, root_of(out), out, own, why);
}

static bool read_robot(source_scene *scene, json_t *node, source_robot *out, refusal *why)
{
    static const char *const keys[] = {"urdf", "srdf", "name", "base", NULL};
    const char *urdf = json_string_value(json_object_get(node, "urdf"));
    json_t *base = json_object_get(node, "base");
    char folder[PATH_SIZE];
    char path[PATH_SIZE];
    out->json = node;
    out->base = identity();
    out->name = json_string_value(json_object_get(node, "name"));
    if (base && !read_pose(scene, base, &out->base, why))
        return false;
    if (!urdf)
        return read_described(scene, node, out, why);
    folder_of(scene->path, folder);
    if (!only_keys(node, keys, "a robot", why))
        return false;
    if (!resolve_name(urdf, folder, path))
        return refuse(why, "%.300s is not found", urdf);
    if (!urdf_read(scene, path, out, why))
        return false;
    const char *srdf = json_string_value(json_object_get(node, "srdf"));
    if (srdf && !resolve_name(srdf, folder, path))
        return refuse(why, "%.300s is not found", srdf);
    return !srdf || srdf_read(scene, path, out, why);
}

/* ---- the scene ---------------------------------------------------------------------------------- */

static bool read_object(source_scene *scene, json_t *node, bool attached, source_object *out,
                        refusal *why)
{
    static const char *const keys[] = {"id",    "shapes", SHAPE_KEYS,    POSE_KEYS,
                                       "robot", "link",   "touch_links", NULL};
    pose at;
    out->name = json_string_value(json_object_get(node, "id"));
    out->robot = -1;
    if (!out->name)
        return refuse(why, "an object has no id");
    if (!only_keys(node, keys, out->name, why) || !read_pose(scene, node, &at, why) ||
        !read_shapes(scene, node, out->name, &out->shapes, why))
        return false;
    for (size_t i = 0; i < out->shapes.count; i++)
        out->shapes.items[i].at = composed(&at, &out->shapes.items[i].at);
    out->link = json_string_value(json_object_get(node, "link"));
    out->touch = json_object_get(node, "touch_links");
    if (!attached)
        return !out->link || refuse(why, "obstacle \"%.80s\" has a link", out->name);
    const char *robot = json_string_value(json_object_get(node, "robot"));
    for (size_t i = 0; i < scene->robot_count && out->robot < 0; i++)
        if (!robot || !strcmp(robot, scene->robots[i].name))
            out->robot = (int)i;
    return (out->link && out->robot >= 0) ||
           refuse(why, "object \"%.80s\" is attached to nothing", out->name);
}

static bool read_objects(source_scene *scene, const char *key, refusal *why)
{
    json_t *list = json_object_get(scene->json, key);
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!read_object(scene, json_array_get(list, i), !strcmp(key, "attached"),
                         &scene->objects[scene->object_count++], why))
            return false;
    return true;
}

static bool read_scene(source_scene *scene, refusal *why)
{
    static const char *const keys[] = {
        "margin",        "self_margin",   "robots",       "obstacles",    "attached",   "robot_state",
        "allowed_pairs", "checked_pairs", "pair_margins", "link_padding", "link_scale", "mesh",
        "motions",       "dimension",     "description",  "$schema",      NULL};
    json_t *robots = json_object_get(scene->json, "robots");
    json_t *obstacles = json_object_get(scene->json, "obstacles");
    json_t *attached = json_object_get(scene->json, "attached");
    const char *mode = json_string_value(json_object_get(scene->json, "mesh"));
    if (!only_keys(scene->json, keys, "it", why) ||
        !read_number(scene->json, "margin", &scene->margin, why) ||
        !read_number(scene->json, "self_margin", &scene->self_margin, why))
        return false;
    if (scene->margin < 0 || scene->self_margin < 0)
        return refuse(why, "a margin is negative");
    scene->planar = json_integer_value(json_object_get(scene->json, "dimension")) == 2;
    scene->solid = !mode || !strcmp(mode, "solid");
    scene->robots = keep(&scene->store, json_array_size(robots), sizeof *scene->robots);
    while (scene->robot_count < json_array_size(robots)) {
        const size_t i = scene->robot_count++;
        if (!read_robot(scene, json_array_get(robots, i), &scene->robots[i], why))
            return false;
    }
    scene->objects = keep(&scene->store, json_array_size(obstacles) + json_array_size(attached),
                          sizeof *scene->objects);
    return read_objects(scene, "attached", why) && read_objects(scene, "obstacles", why);
}

bool scene_file_read(source_scene *out, const char *path, refusal *why)
{
    json_error_t error;
    refusal own = {""};
    const source_file *file = source_file_at(&out->store, path, why);
    if (!file)
        return false;
    out->path = file->path;
    out->json = json_loadb(file->bytes, file->size, JSON_REJECT_DUPLICATES, &error);
    if (!out->json)
        return refuse(why, "%.300s:%d: %.100s", path, error.line, error.text);
    return read_scene(out, &own) || refuse(why, "%.150s: %.340s", path, own.sentence);
}

void source_scene_free(source_scene *scene)
{
    json_decref(scene->json);
    source_store_free(&scene->store);
}
