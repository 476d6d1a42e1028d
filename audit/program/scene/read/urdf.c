#include "source_scene.h"

#include <string.h>

#include "xml.h"

static bool attribute_numbers(const xml *node, const char *name, size_t count, double *out,
                              const char *path, refusal *why)
{
    const char *text = xml_attribute(node, name);
    return (text && numbers_of_text(text, count, out)) ||
           refuse(why, "%.200s: \"%s\" of a <%.40s> is no %zu finite numbers", path, name, node->name,
                  count);
}

static bool read_origin(const xml *node, const char *path, pose *out, refusal *why)
{
    double position[3] = {0};
    double angles[3] = {0};
    const xml *origin = xml_named(node->first, "origin");
    if (origin &&
        ((xml_attribute(origin, "xyz") && !attribute_numbers(origin, "xyz", 3, position, path, why)) ||
         (xml_attribute(origin, "rpy") && !attribute_numbers(origin, "rpy", 3, angles, path, why))))
        return false;
    *out = pose_of_angles(position, angles);
    return true;
}

/* ---- links -------------------------------------------------------------------------------------- */

static bool read_round(const xml *s, source_kind kind, const char *path, source_shape *out,
                       refusal *why)
{
    double radius;
    double length;
    if (!attribute_numbers(s, "radius", 1, &radius, path, why) ||
        !attribute_numbers(s, "length", 1, &length, path, why))
        return false;
    out->kind = kind;
    if (kind == SOURCE_SEGMENT)
        out->radius = exact(radius);
    else
        out->half[0] = out->half[1] = exact(radius);
    out->half[2] = exact(0.5 * length);
    return true;
}

static bool read_shape(source_scene *scene, const xml *s, const char *path, source_shape *out,
                       refusal *why)
{
    double numbers[3] = {1, 1, 1};
    for (int k = 0; k < 3; k++)
        out->factors[k] = 1;
    if (!strcmp(s->name, "box")) {
        if (!attribute_numbers(s, "size", 3, numbers, path, why))
            return false;
        out->kind = SOURCE_BOX;
        for (int k = 0; k < 3; k++)
            out->half[k] = exact(0.5 * numbers[k]);
        return true;
    }
    if (!strcmp(s->name, "sphere")) {
        if (!attribute_numbers(s, "radius", 1, numbers, path, why))
            return false;
        out->kind = SOURCE_POINT;
        out->radius = exact(numbers[0]);
        return true;
    }
    if (!strcmp(s->name, "cylinder"))
        return read_round(s, SOURCE_CYLINDER, path, out, why);
    if (!strcmp(s->name, "capsule"))
        return read_round(s, SOURCE_SEGMENT, path, out, why);
    if (strcmp(s->name, "mesh") != 0)
        return refuse(why, "%.200s: the shape <%.60s> is not read here", path, s->name);
    char folder[PATH_SIZE];
    folder_of(path, folder);
    const char *name = xml_attribute(s, "filename");
    if (!name)
        return refuse(why, "%.200s: a mesh has no filename", path);
    if (xml_attribute(s, "scale") && !attribute_numbers(s, "scale", 3, out->factors, path, why))
        return false;
    out->kind = SOURCE_MESH;
    out->mesh = scene_mesh(scene, name, folder, why);
    return out->mesh;
}

static size_t count_named(const xml *root, const char *name)
{
    size_t count = 0;
    EACH_NAMED(child, root, name)
    {
        count++;
    }
    return count;
}

/* The first shape of a geometry at or behind an element: what belongs beside a geometry is none. */
static const xml *shape_at(const xml *node)
{
    while (node && (!strcmp(node->name, "origin") || !strcmp(node->name, "material")))
        node = node->next;
    return node;
}

static bool read_collision(source_scene *scene, const xml *collision, const char *path,
                           source_link *out, refusal *why)
{
    EACH_NAMED(geometry, collision, "geometry")
    {
        if (!shape_at(geometry->first))
            return refuse(why, "%.200s: a geometry of link \"%.80s\" has no shape", path, out->name);
        for (const xml *node = shape_at(geometry->first); node; node = shape_at(node->next)) {
            source_shape *shape = &out->shapes.items[out->shapes.count++];
            if (!read_shape(scene, node, path, shape, why) ||
                !read_origin(collision, path, &shape->at, why))
                return false;
        }
    }
    return true;
}

static bool read_link(source_scene *scene, const xml *link, const char *path, source_link *out,
                      refusal *why)
{
    size_t count = 0;
    EACH_NAMED(collision, link, "collision")
    {
        EACH_NAMED(geometry, collision, "geometry")
        {
            for (const xml *node = shape_at(geometry->first); node; node = shape_at(node->next))
                count++;
        }
    }
    out->name = xml_attribute(link, "name");
    if (!out->name)
        return refuse(why, "%.300s: a link has no name", path);
    out->shapes.items = keep(&scene->store, count, sizeof *out->shapes.items);
    EACH_NAMED(collision, link, "collision")
    {
        if (!read_collision(scene, collision, path, out, why))
            return false;
    }
    return true;
}

/* ---- joints ------------------------------------------------------------------------------------- */

int joint_kind_named(const char *name)
{
    static const char *const names[] = {"fixed",     "revolute", "continuous",
                                        "prismatic", "planar",   "floating"};
    for (int k = 0; name && k < 6; k++)
        if (!strcmp(name, names[k]))
            return k;
    return -1;
}

static bool read_mimic(const xml *mimic, const char *path, source_joint *out, refusal *why)
{
    out->mimics = xml_attribute(mimic, "joint");
    if (!out->mimics)
        return refuse(why, "%.200s: joint \"%.80s\" mimics nothing", path, out->name);
    return (!xml_attribute(mimic, "multiplier") ||
            attribute_numbers(mimic, "multiplier", 1, &out->multiplier, path, why)) &&
           (!xml_attribute(mimic, "offset") ||
            attribute_numbers(mimic, "offset", 1, &out->offset, path, why));
}

static bool read_joint(const xml *j, const char *path, source_joint *out, refusal *why)
{
    const xml *parent = xml_named(j->first, "parent");
    const xml *child = xml_named(j->first, "child");
    const xml *axis = xml_named(j->first, "axis");
    const xml *mimic = xml_named(j->first, "mimic");
    const int kind = joint_kind_named(xml_attribute(j, "type"));
    *out = (source_joint){.name = xml_attribute(j, "name"), .axis = {1, 0, 0}, .multiplier = 1};
    out->parent = parent ? xml_attribute(parent, "link") : NULL;
    out->child = child ? xml_attribute(child, "link") : NULL;
    if (!out->name || !out->parent || !out->child || kind < 0)
        return refuse(why, "%.200s: joint \"%.80s\" has no name, type, parent or child", path,
                      out->name ? out->name : "");
    out->kind = (joint_kind)kind;
    return (!axis || attribute_numbers(axis, "xyz", 3, out->axis, path, why)) &&
           read_origin(j, path, &out->origin, why) &&
           (!mimic || kind == JOINT_FIXED || read_mimic(mimic, path, out, why));
}

/* A joint that follows none of the robot's moves by itself. */
static void forget_mimics_of_nobody(source_robot *robot)
{
    for (size_t i = 0; i < robot->joint_count; i++) {
        source_joint *own = &robot->joints[i];
        bool found = false;
        for (size_t k = 0; own->mimics && k < robot->joint_count && !found; k++)
            found = !strcmp(own->mimics, robot->joints[k].name);
        if (found)
            continue;
        own->mimics = NULL;
        own->multiplier = 1;
        own->offset = 0;
    }
}

/* The name in the file, or that of the file up to its first point. */
static const char *name_of_robot(source_scene *scene, const xml *root, const char *path)
{
    const char *given = xml_attribute(root, "name");
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    return given && *given ? given : keep_text(&scene->store, file, strcspn(file, "."));
}

bool urdf_read(source_scene *scene, const char *path, source_robot *out, refusal *why)
{
    const source_file *file = source_file_at(&scene->store, path, why);
    const xml *root = file ? xml_read(&scene->store, file, why) : NULL;
    if (!root)
        return false;
    if (strcmp(root->name, "robot") != 0)
        return refuse(why, "%.300s is no URDF of a robot", path);
    if (!out->name)
        out->name = name_of_robot(scene, root, path);
    const size_t links = count_named(root, "link");
    const size_t joints = count_named(root, "joint");
    if (links > MOST_LINKS || joints > MOST_LINKS)
        return refuse(why, "%.300s has more than %d links or joints", path, MOST_LINKS);
    out->links = keep(&scene->store, links, sizeof *out->links);
    out->joints = keep(&scene->store, joints, sizeof *out->joints);
    EACH_NAMED(link, root, "link")
    {
        if (!read_link(scene, link, file->path, &out->links[out->link_count++], why))
            return false;
    }
    EACH_NAMED(joint, root, "joint")
    {
        if (!read_joint(joint, file->path, &out->joints[out->joint_count++], why))
            return false;
    }
    forget_mimics_of_nobody(out);
    return true;
}
