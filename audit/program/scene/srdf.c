#include "source_scene.h"

#include <string.h>

#include "xml.h"

static bool read_disabled(source_scene *scene, const xml *root, const char *path, source_robot *out,
                          refusal *why)
{
    size_t count = 0;
    EACH_NAMED(entry, root, "disable_collisions")
    {
        count++;
    }
    out->disabled = keep(&scene->store, count, sizeof *out->disabled);
    EACH_NAMED(entry, root, "disable_collisions")
    {
        const char **names = out->disabled[out->disabled_count++];
        names[0] = xml_attribute(entry, "link1");
        names[1] = xml_attribute(entry, "link2");
        if (!names[0] || !names[1])
            return refuse(why, "%.300s: a <disable_collisions> does not name two links", path);
    }
    return true;
}

bool srdf_read(source_scene *scene, const char *path, source_robot *out, refusal *why)
{
    static const char *const unread[] = {"disable_default_collisions", "enable_collisions", NULL};
    const source_file *file = source_file_at(&scene->store, path, why);
    const xml *root = file ? xml_read(&scene->store, file, why) : NULL;
    if (!root)
        return false;
    if (strcmp(root->name, "robot") != 0)
        return refuse(why, "%.300s is no SRDF", path);
    for (size_t i = 0; unread[i]; i++)
        if (xml_named(root->first, unread[i]))
            return refuse(why, "%.300s: <%s> is not read here", path, unread[i]);
    EACH_NAMED(joint, root, "virtual_joint")
    {
        const char *type = xml_attribute(joint, "type");
        if (type && !strcmp(type, "planar"))
            return refuse(why, "%.300s: a planar virtual joint is not read here", path);
    }
    out->srdf = root;
    return read_disabled(scene, root, file->path, out, why);
}
