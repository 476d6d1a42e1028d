/* Scenes in JSON: docs/interfaces.md, "The scene". */
#include "scene_parts.h"

#include <string.h>

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
        if (!scene_robot_read(scene, json_array_get(robots, i), &scene->robots[i], why))
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
    for (size_t i = 0; i < scene->robot_count; i++)
        json_decref(scene->robots[i].cover);
    json_decref(scene->json);
    source_store_free(&scene->store);
}
