/* Robots of scenes in JSON: docs/interfaces.md, "Robots" and "Linkages". */
#include "scene_parts.h"

#include <string.h>

#include "source_covers.h"

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
    if (links > MOST_LINKS || joints > MOST_LINKS) {
        refuse(why, "a robot has more than %d links or joints", MOST_LINKS);
        return false;
    }
    out->links = keep(&scene->store, links + 2, sizeof *out->links);
    out->joints = keep(&scene->store, links + joints + 1, sizeof *out->joints);
    for (size_t i = 0; i < links; i++) {
        json_t *link = json_array_get(list, i);
        source_link *own = &out->links[out->link_count++];
        own->name = json_string_value(json_object_get(link, "name"));
        if (!own->name || !only_keys(link, is_linkage ? jointed : placed, own->name, why))
            return own->name ? false : refuse(why, "a link has no name");
        if ((json_object_get(link, "shapes") || json_object_get(link, "type") || !is_linkage) &&
            !scene_shapes_read(scene, link, own->name, &own->shapes, why))
            return false;
        if (is_linkage)
            continue;
        source_joint *hangs = &out->joints[out->joint_count++];
        *hangs = (source_joint){.name = "", .parent = "(body)", .child = own->name, .multiplier = 1};
        if (!scene_pose_read(scene, link, &hangs->origin, why))
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
    return only_keys(node, keys, out->name, why) && scene_pose_read(scene, node, &out->origin, why) &&
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
    static const char *const keys[] = {"name",   "links",  "joints", "joint", "base",
                                       "groups", "states", "cover",  NULL};
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
    const bool has_own = json_object_get(node, "joint");
    source_joint *own = &out->joints[out->joint_count];
    if (has_own) {
        own->child = "";
        out->joint_count++;
    }
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!read_joint(scene, json_array_get(list, i), &out->joints[out->joint_count++], why))
            return false;
    return !has_own || read_own_joint(node, root_of(out), out, own, why);
}

bool scene_robot_read(source_scene *scene, json_t *node, source_robot *out, refusal *why)
{
    static const char *const keys[] = {"urdf", "srdf", "name", "base", "cover", NULL};
    const char *urdf = json_string_value(json_object_get(node, "urdf"));
    json_t *base = json_object_get(node, "base");
    char path[PATH_SIZE];
    out->json = node;
    out->base = identity();
    out->name = json_string_value(json_object_get(node, "name"));
    if (base && !scene_pose_read(scene, base, &out->base, why))
        return false;
    const char *cover = json_string_value(json_object_get(node, "cover"));
    if (cover && !resolve_name(cover, scene->folder, path))
        return refuse(why, "%.300s is not found", cover);
    if (cover && !cover_read(scene, path, out, why))
        return false;
    if (!urdf)
        return read_described(scene, node, out, why);
    if (!only_keys(node, keys, "a robot", why))
        return false;
    if (!resolve_name(urdf, scene->folder, path))
        return refuse(why, "%.300s is not found", urdf);
    if (!urdf_read(scene, path, out, why))
        return false;
    const char *srdf = json_string_value(json_object_get(node, "srdf"));
    if (srdf && !resolve_name(srdf, scene->folder, path))
        return refuse(why, "%.300s is not found", srdf);
    return !srdf || srdf_read(scene, path, out, why);
}
