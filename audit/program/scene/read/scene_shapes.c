/* Poses and shapes of scenes in JSON: docs/interfaces.md, "Poses" and "Shapes". */
#include "scene_parts.h"

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

bool scene_pose_read(const source_scene *scene, json_t *node, pose *out, refusal *why)
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
        return refuse(why, "the vertices or points of a shape are too few");
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
    if (scene->planar || !json_array_size(list))
        return refuse(why, "a mesh has no file, and no vertices and triangles");
    if (!read_vertices(scene, json_object_get(node, "vertices"), 1, out, why))
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
    json_t *scale = json_object_get(node, "scale");
    const char *file = json_string_value(json_object_get(node, "file"));
    const char *mode = json_string_value(json_object_get(node, "mode"));
    out->kind = SOURCE_MESH;
    out->is_surface = mode && !strcmp(mode, "surface");
    if (json_is_array(scale) ? !read_vector(scale, 3, out->factors, why)
                             : !read_number(node, "scale", &out->factors[0], why))
        return false;
    for (int k = 1; k < 3 && !json_is_array(scale); k++)
        out->factors[k] = out->factors[0];
    if (!file)
        return read_own_mesh(scene, node, out, why);
    out->mesh = scene_mesh(scene, file, scene->folder, why);
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

static bool read_cloud(source_scene *scene, json_t *node, source_shape *out, refusal *why)
{
    double radius = 0.005;
    const char *file = json_string_value(json_object_get(node, "file"));
    if (!read_number(node, "radius", &radius, why))
        return false;
    out->kind = SOURCE_CLOUD;
    out->radius = plus(out->radius, exact(radius));
    if (!file)
        return read_vertices(scene, json_object_get(node, "points"), 1, out, why);
    out->unread = "clouds of files are not read here";
    out->unread_file = file;
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
    if (!scene->planar && !strcmp(type, "cloud"))
        return read_cloud(scene, node, out, why);
    out->kind = SOURCE_POLYGON;
    if (scene->planar && (!strcmp(type, "polygon") || !strcmp(type, "segment")))
        return read_vertices(scene, vertices, 2, out, why);
    if (!scene->planar || strcmp(type, "point") != 0)
        return refuse(why, "a shape of type \"%.60s\" is not read here", type);
    out->vertex_count = 1;
    out->vertices = keep(&scene->store, 1, sizeof *out->vertices);
    return true;
}

bool scene_shapes_read(source_scene *scene, json_t *node, const char *name, source_shapes *out,
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
               (!list || scene_pose_read(scene, shape, &out->items[i].at, &own));
    }
    if (good && out->count)
        return true;
    return refuse(why, "\"%.80s\": %.300s", name, good ? "it has no shapes" : own.sentence);
}
