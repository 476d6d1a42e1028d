/* The links and joints of a URDF file, and the check that they make a tree. Cost: quadratic in their
 * number, which is a few hundred in the largest published robots. */
#include "io/robot/urdf_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

/* limit of links, and of joints: names are searched linearly, which takes a second for this many */
#define MOST 10000

void lw_urdf_free_tree(lw_urdf_tree *tree)
{
    free(tree->links.items);
    free(tree->joints.items);
    *tree = (lw_urdf_tree){0};
}

static lw_urdf_link *find_link(const lw_urdf_tree *tree, const char *name)
{
    for (size_t i = 0; i < tree->links.count; i++)
        if (!strcmp(tree->links.items[i].name, name))
            return &tree->links.items[i];
    return NULL;
}

static lw_hint link_hint(const lw_urdf_tree *tree, const char *name)
{
    lw_nearest nearest = lw_nearest_begin(name);
    for (size_t i = 0; i < tree->links.count; i++)
        lw_nearest_offer(&nearest, tree->links.items[i].name);
    return lw_nearest_hint(&nearest);
}

static lw_urdf_joint *find_joint(const lw_urdf_tree *tree, const char *name)
{
    for (size_t i = 0; i < tree->joints.count; i++)
        if (!strcmp(tree->joints.items[i].def.name, name))
            return &tree->joints.items[i];
    return NULL;
}

lw_status lw_urdf_add_link(lw_urdf_tree *tree, const lw_xml *xml, const lw_urdf_link *link)
{
    const lw_urdf_link *other = find_link(tree, link->name);
    if (other)
        return lw_xml_fail(xml, link->node, LW_ERROR_MODEL,
                           "there is a link of this name in line %d; give it another",
                           lw_xml_line(other->node));
    if (tree->links.count >= MOST)
        return lw_xml_fail(xml, link->node, LW_ERROR_ARGUMENT, "a robot may have %d links at most",
                           MOST);
    if (!LW_ARRAY_GROW(&tree->links))
        return lw_fail_memory(xml->error);
    tree->links.items[tree->links.count++] = *link;
    return LW_OK;
}

lw_status lw_urdf_add_joint(lw_urdf_tree *tree, const lw_xml *xml, const lw_urdf_joint *joint)
{
    const lw_joint_def *def = &joint->def;
    const lw_urdf_joint *other = find_joint(tree, def->name);
    if (other)
        return lw_xml_fail(xml, joint->node, LW_ERROR_MODEL,
                           "there is a joint of this name in line %d; give it another",
                           lw_xml_line(other->node));
    if (tree->joints.count >= MOST)
        return lw_xml_fail(xml, joint->node, LW_ERROR_ARGUMENT, "a robot may have %d joints at most",
                           MOST);
    const lw_urdf_link *parent = find_link(tree, def->parent);
    if (!parent)
        return lw_xml_fail(xml, joint->node, LW_ERROR_NAME, "there is no link \"%s\", its parent%s",
                           def->parent, link_hint(tree, def->parent).text);
    lw_urdf_link *child = find_link(tree, def->child);
    if (!child)
        return lw_xml_fail(xml, joint->node, LW_ERROR_NAME, "there is no link \"%s\", its child%s",
                           def->child, link_hint(tree, def->child).text);
    if (child->parent >= 0)
        return lw_xml_fail(xml, joint->node, LW_ERROR_MODEL,
                           "its child \"%s\" is the child of joint \"%s\" too; a link has one parent",
                           def->child, tree->joints.items[child->parent].def.name);
    if (!LW_ARRAY_GROW(&tree->joints))
        return lw_fail_memory(xml->error);
    child->parent = (int64_t)tree->joints.count;
    tree->joints.items[tree->joints.count] = *joint;
    tree->joints.items[tree->joints.count++].parent = (size_t)(parent - tree->links.items);
    return LW_OK;
}

/* checks that the way up from each link ends at a link without a parent */
static lw_status check_loops(const lw_urdf_tree *tree, const lw_xml *xml)
{
    for (size_t i = 0; i < tree->links.count; i++) {
        const lw_urdf_link *link = &tree->links.items[i];
        size_t steps = 0;
        while (link->parent >= 0 && steps++ <= tree->links.count)
            link = &tree->links.items[tree->joints.items[link->parent].parent];
        if (link->parent >= 0) {
            const lw_urdf_joint *joint = &tree->joints.items[link->parent];
            return lw_xml_fail(xml, joint->node, LW_ERROR_MODEL,
                               "its child \"%s\" is also above it: a link loop; a robot is a tree",
                               link->name);
        }
    }
    return LW_OK;
}

static lw_status check_root(const lw_urdf_tree *tree, const lw_xml *xml)
{
    const lw_urdf_link *root = NULL;
    if (!tree->links.count)
        return lw_xml_fail(xml, xml->root, LW_ERROR_MODEL, "the robot has no links");
    for (size_t i = 0; i < tree->links.count; i++) {
        const lw_urdf_link *link = &tree->links.items[i];
        if (link->parent >= 0)
            continue;
        if (root)
            return lw_xml_fail(xml, link->node, LW_ERROR_MODEL,
                               "is a second root beside link \"%s\"; make it the child of a joint",
                               root->name);
        root = link;
    }
    return LW_OK;
}

static lw_status find_mimicked(const lw_urdf_tree *tree, const lw_scene *scene, const lw_xml *xml,
                               lw_urdf_joint *joint)
{
    const char *name = joint->def.mimic;
    const lw_urdf_joint *other = find_joint(tree, name);
    if (lw_joint_value_count(joint->def.kind) != 1)
        return lw_xml_fail(xml, joint->mimic, LW_ERROR_MODEL,
                           "a planar or floating joint cannot mimic another");
    if (!other) {
        lw_scene_notice(scene, xml->path, lw_xml_line(joint->mimic),
                        "joint \"%s\": there is no joint \"%s\" to mimic; it moves by itself",
                        joint->def.name, name);
        joint->mimic = NULL;
        joint->def.mimic = NULL;
        return LW_OK;
    }
    if (lw_joint_value_count(other->def.kind) != 1)
        return lw_xml_fail(xml, joint->mimic, LW_ERROR_MODEL,
                           "it mimics \"%s\", which %s; it can mimic a joint of one value only", name,
                           other->def.kind == LW_JOINT_FIXED ? "is fixed" : "has several values");
    joint->mimicked = (size_t)(other - tree->joints.items);
    return LW_OK;
}

/* Resolves a chain of mimic joints: q1 = m1 q2 + o1 and q2 = m2 q3 + o2 make q1 = m1 m2 q3 + m1 o2 +
 * o1. A joint that was resolved before leads straight to the end of its chain. */
static lw_status resolve_chain(const lw_urdf_tree *tree, const lw_xml *xml, lw_urdf_joint *joint)
{
    lw_joint_def *def = &joint->def;
    const lw_urdf_joint *other = &tree->joints.items[joint->mimicked];
    for (size_t steps = 0; other->mimic; steps++) {
        if (other == joint || steps > tree->joints.count)
            return lw_xml_fail(xml, joint->mimic, LW_ERROR_MODEL,
                               "its chain of mimic joints is a loop");
        def->mimic_offset += def->mimic_multiplier * other->def.mimic_offset;
        def->mimic_multiplier *= other->def.mimic_multiplier;
        other = &tree->joints.items[other->mimicked];
    }
    def->mimic = other->def.name;
    joint->mimicked = (size_t)(other - tree->joints.items);
    if (!isfinite(def->mimic_multiplier) || !isfinite(def->mimic_offset))
        return lw_xml_fail(xml, joint->mimic, LW_ERROR_ARGUMENT,
                           "its chain of mimic joints has no finite multiplier and offset");
    return LW_OK;
}

static lw_status check_mimics(lw_urdf_tree *tree, const lw_scene *scene, const lw_xml *xml)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < tree->joints.count && !status; i++)
        if (tree->joints.items[i].mimic)
            status = find_mimicked(tree, scene, xml, &tree->joints.items[i]);
    for (size_t i = 0; i < tree->joints.count && !status; i++)
        if (tree->joints.items[i].mimic)
            status = resolve_chain(tree, xml, &tree->joints.items[i]);
    return status;
}

lw_status lw_urdf_check_tree(lw_urdf_tree *tree, const lw_scene *scene, const lw_xml *xml)
{
    lw_status status = check_loops(tree, xml);
    if (!status)
        status = check_root(tree, xml);
    return status ? status : check_mimics(tree, scene, xml);
}
