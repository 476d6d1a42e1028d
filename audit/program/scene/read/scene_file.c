/* Scenes in JSON: docs/interfaces.md, "The scene". */
#include "scene_parts.h"

#include <string.h>

#include "moveit.h"
#include "source_bodies.h"
#include "yaml_file.h"

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
    if (!only_keys(node, keys, out->name, why) || !scene_pose_read(scene, node, &at, why) ||
        !scene_shapes_read(scene, node, out->name, &out->shapes, why))
        return false;
    for (size_t i = 0; i < out->shapes.count; i++)
        out->shapes.items[i].at = composed(&at, &out->shapes.items[i].at);
    out->link = json_string_value(json_object_get(node, "link"));
    out->touch = json_object_get(node, "touch_links");
    if (!attached)
        return !out->link || refuse(why, "obstacle \"%.80s\" has a link", out->name);
    const char *robot = json_string_value(json_object_get(node, "robot"));
    for (size_t i = 0; i < scene->robot_count && out->robot < 0; i++)
        if (robot ? !strcmp(robot, scene->robots[i].name)
                  : !scene->matrix || link_named(&scene->robots[i], out->link) >= 0)
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

/* given: how many of the robots, the last ones, are of the options. */
static bool read_scene(source_scene *scene, size_t given, refusal *why)
{
    char *folder = keep(&scene->store, PATH_SIZE, 1);
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
    folder_of(scene->path, folder);
    scene->robots = keep(&scene->store, json_array_size(robots), sizeof *scene->robots);
    while (scene->robot_count < json_array_size(robots)) {
        const size_t i = scene->robot_count++;
        scene->folder = i + given < json_array_size(robots) ? folder : "";
        if (!scene_robot_read(scene, json_array_get(robots, i), &scene->robots[i], why))
            return false;
    }
    scene->folder = folder;
    scene->objects = keep(&scene->store, json_array_size(obstacles) + json_array_size(attached),
                          sizeof *scene->objects);
    return read_objects(scene, "attached", why) && read_objects(scene, "obstacles", why);
}

/* Reads a scene's file: in JSON, if it begins with a brace, else MoveIt's YAML. */
static bool load_scene(source_scene *out, const char *path, refusal *why)
{
    json_error_t error;
    const source_file *file = source_file_at(&out->store, path, why);
    if (!file)
        return false;
    out->path = file->path;
    if (file->bytes[strspn(file->bytes, " \t\r\n\f\v")] != '{') {
        refusal own = {""};
        json_t *message = yaml_load(file, why);
        const bool good = message && moveit_scene(message, &out->json, &out->matrix, &own);
        if (message && !good)
            refuse(why, "%.150s: %.340s", path, own.sentence);
        json_decref(message);
        return good;
    }
    out->json = json_loadb(file->bytes, file->size, JSON_REJECT_DUPLICATES, &error);
    return out->json || refuse(why, "%.300s:%d: %.100s", path, error.line, error.text);
}

/* A robot of the options, as a scene in JSON has it. */
static json_t *robot_of_options(const audit_robot *robot, refusal *why)
{
    double base[6];
    json_t *out = json_object();
    json_object_set_new(out, "urdf", json_string(robot->urdf));
    if (robot->srdf)
        json_object_set_new(out, "srdf", json_string(robot->srdf));
    if (robot->name)
        json_object_set_new(out, "name", json_string(robot->name));
    if (!robot->base)
        return out;
    if (!numbers_of_text(robot->base, 6, base)) {
        refuse(why, "\"%.80s\" is no pose of six numbers", robot->base);
        json_decref(out);
        return NULL;
    }
    json_t *stands = json_object();
    json_t *parts[2] = {json_array(), json_array()};
    for (int i = 0; i < 6; i++)
        json_array_append_new(parts[i / 3], json_real(base[i]));
    json_object_set_new(stands, "position", parts[0]);
    json_object_set_new(stands, "rpy", parts[1]);
    json_object_set_new(out, "base", stands);
    return out;
}

/* Puts the robots of the options behind those of the file. */
static bool add_robots(source_scene *scene, const audit_options *options, refusal *why)
{
    json_t *all = json_object_get(scene->json, "robots");
    if (!all) {
        all = json_array();
        json_object_set_new(scene->json, "robots", all);
    }
    for (size_t i = 0; i < options->robot_count; i++) {
        json_t *robot = robot_of_options(&options->robots[i], why);
        if (!robot)
            return false;
        if (json_array_append_new(all, robot))
            return refuse(why, "%.150s: its robots are no list", scene->path);
    }
    return true;
}

bool scene_file_read(source_scene *out, const audit_options *options, refusal *why)
{
    refusal own = {""};
    out->path = options->robot_count ? options->robots[0].urdf : "";
    if (options->scene && !load_scene(out, options->scene, why))
        return false;
    if (!out->json)
        out->json = json_object();
    if (options->robot_count && !add_robots(out, options, why))
        return false;
    return read_scene(out, options->robot_count, &own) ||
           refuse(why, "%.150s: %.340s", out->path, own.sentence);
}

void source_scene_free(source_scene *scene)
{
    for (size_t i = 0; i < scene->robot_count; i++)
        json_decref(scene->robots[i].cover);
    json_decref(scene->json);
    json_decref(scene->matrix);
    source_store_free(&scene->store);
}
