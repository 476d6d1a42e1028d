#include "source_scene.h"

#include <string.h>

#include "xml.h"

/* An element that says which links may meet. */
typedef struct rule_element {
    const char *name, *first;
    bool allowed, of_two;
} rule_element;

/* The one that counts least comes first. */
static const rule_element rule_elements[] = {{"disable_default_collisions", "link", true, false},
                                             {"enable_collisions", "link1", false, true},
                                             {"disable_collisions", "link1", true, true}};
enum { ELEMENTS = sizeof rule_elements / sizeof *rule_elements };

static bool read_rules(source_scene *scene, const xml *root, const char *path, source_robot *out,
                       refusal *why)
{
    size_t count = 0;
    for (size_t i = 0; i < ELEMENTS; i++)
        EACH_NAMED(entry, root, rule_elements[i].name)
    count++;
    out->rules = keep(&scene->store, count, sizeof *out->rules);
    for (size_t i = 0; i < ELEMENTS; i++)
        EACH_NAMED(entry, root, rule_elements[i].name)
        {
            source_rule *rule = &out->rules[out->rule_count++];
            *rule = (source_rule){{xml_attribute(entry, rule_elements[i].first), NULL},
                                  rule_elements[i].allowed};
            if (rule_elements[i].of_two)
                rule->links[1] = xml_attribute(entry, "link2");
            if (!rule->links[0] || (rule_elements[i].of_two && !rule->links[1]))
                return refuse(why, "%.300s: a <%s> does not name its links", path,
                              rule_elements[i].name);
        }
    return true;
}

bool srdf_read(source_scene *scene, const char *path, source_robot *out, refusal *why)
{
    const source_file *file = source_file_at(&scene->store, path, why);
    const xml *root = file ? xml_read(&scene->store, file, why) : NULL;
    if (!root)
        return false;
    if (strcmp(root->name, "robot") != 0)
        return refuse(why, "%.300s is no SRDF", path);
    EACH_NAMED(joint, root, "virtual_joint")
    {
        const char *type = xml_attribute(joint, "type");
        if (type && !strcmp(type, "planar"))
            return refuse(why, "%.300s: a planar virtual joint is not read here", path);
    }
    out->srdf = root;
    return read_rules(scene, root, file->path, out, why);
}
