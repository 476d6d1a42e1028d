/* The robot of an SRDF file: its tree from the scene's model, passive and virtual joints from the
 * file. */
#include "io/robot/srdf_robot.h"

#include <stdio.h>
#include <string.h>

void lw_srdf_end(lw_srdf_robot *robot)
{
    lw_arena_free(&robot->arena);
}

int64_t lw_srdf_find_link(const lw_srdf_robot *robot, const char *name)
{
    for (size_t i = 0; i < robot->link_count; i++)
        if (!strcmp(robot->links[i].name, name))
            return (int64_t)i;
    return -1;
}

int64_t lw_srdf_find_joint(const lw_srdf_robot *robot, const char *name)
{
    for (size_t i = 0; i < robot->joint_count; i++)
        if (!strcmp(robot->joints[i].name, name))
            return (int64_t)i;
    return -1;
}

lw_hint lw_srdf_link_hint(const lw_srdf_robot *robot, const char *name)
{
    lw_nearest nearest = lw_nearest_begin(name);
    for (size_t i = 0; i < robot->link_count; i++)
        lw_nearest_offer(&nearest, robot->links[i].name);
    return lw_nearest_hint(&nearest);
}

lw_hint lw_srdf_joint_hint(const lw_srdf_robot *robot, const char *name)
{
    lw_nearest nearest = lw_nearest_begin(name);
    for (size_t i = 0; i < robot->joint_count; i++)
        lw_nearest_offer(&nearest, robot->joints[i].name);
    return lw_nearest_hint(&nearest);
}

/* copies the robot's links, then its joints with their parents and children; the model has all of them,
 * and they make a tree */
static lw_status copy_tree(lw_srdf_robot *robot, size_t index, lw_error *error)
{
    const lw_model *model = &robot->scene->model;
    robot->links = lw_arena_array(&robot->arena, model->links.count, sizeof *robot->links);
    /* one more for the virtual joint */
    robot->joints = lw_arena_array(&robot->arena, model->joints.count + 1, sizeof *robot->joints);
    if (!robot->links || !robot->joints)
        return lw_fail_memory(error);
    for (size_t i = 0; i < model->links.count; i++)
        if (model->links.items[i].robot == index)
            robot->links[robot->link_count++] = (lw_srdf_link){model->links.items[i].name, -1};
    for (size_t i = 0; i < model->joints.count; i++) {
        const lw_joint_def *def = &model->joints.items[i].def;
        if (model->joints.items[i].robot != index)
            continue;
        int64_t parent = lw_srdf_find_link(robot, def->parent);
        int64_t child = lw_srdf_find_link(robot, def->child);
        if (parent < 0 || child < 0)
            return lw_fail(error, LW_ERROR_NAME, "joint \"%s\" joins links that are not there",
                           def->name);
        size_t values = lw_joint_value_count(def->kind);
        robot->links[child].joint = (int64_t)robot->joint_count;
        robot->joints[robot->joint_count++] =
            (lw_srdf_joint){def->name, (size_t)parent, values, values > 0 && !def->mimic};
    }
    return LW_OK;
}

/* reads passive joints, which may also be declared within a group */
static lw_status read_passive(lw_srdf_robot *robot, const lw_xml *xml, const xmlNode *parent)
{
    for (const xmlNode *node = lw_xml_first(parent, "passive_joint"); node;
         node = lw_xml_next(node, "passive_joint")) {
        const char *name = NULL;
        lw_status status = lw_xml_text(xml, node, "name", &name);
        if (status)
            return status;
        int64_t joint = lw_srdf_find_joint(robot, name);
        if (joint < 0)
            lw_scene_notice(robot->scene, xml->path, lw_xml_line(node),
                            "passive joint \"%s\" is no joint of robot \"%s\" and is ignored%s", name,
                            robot->name, lw_srdf_joint_hint(robot, name).text);
        else
            robot->joints[joint].movable = false;
    }
    return LW_OK;
}

/* whether a group lists a joint by name */
static bool is_in_a_group(const lw_xml *xml, const char *name)
{
    for (const xmlNode *group = lw_xml_first(xml->root, "group"); group;
         group = lw_xml_next(group, "group"))
        for (const xmlNode *joint = lw_xml_first(group, "joint"); joint;
             joint = lw_xml_next(joint, "joint")) {
            const char *listed = lw_xml_attribute(joint, "name");
            if (listed && !strcmp(listed, name))
                return true;
        }
    return false;
}

/* adds the virtual joint, and a link for its parent frame; where a link has that name already, "_" is
 * appended */
static lw_status add_virtual_joint(lw_srdf_robot *robot, const lw_xml *xml, const xmlNode *node,
                                   lw_joint_def def)
{
    char frame[200];
    const char *parent = lw_xml_attribute(node, "parent_frame");
    snprintf(frame, sizeof frame, "%.100s", parent && *parent ? parent : "world");
    for (size_t length = strlen(frame);
         lw_srdf_find_link(robot, frame) >= 0 && length < sizeof frame - 1; length++)
        memcpy(frame + length, "_", 2);
    def.parent = frame;
    def.axis = (lw_vec3){0, 0, 1};
    lw_status status = lw_scene_add_link(robot->scene, robot->name, frame, xml->error);
    if (!status)
        status = lw_scene_add_joint(robot->scene, robot->name, &def, xml->error);
    if (status)
        return lw_xml_place(xml, node, status);
    lw_model *model = &robot->scene->model;
    model->joints.items[model->joints.count - 1].is_virtual = true;
    return LW_OK;
}

static lw_status read_virtual(lw_srdf_robot *robot, const lw_xml *xml, const xmlNode *node)
{
    lw_joint_def def = lw_default_joint();
    const char *type = NULL;
    lw_status status = lw_xml_text(xml, node, "name", &def.name);
    if (status || (status = lw_xml_text(xml, node, "type", &type)) ||
        (status = lw_xml_text(xml, node, "child_link", &def.child)))
        return status;
    def.kind = !strcmp(type, "floating") ? LW_JOINT_FLOATING
               : !strcmp(type, "planar") ? LW_JOINT_PLANAR
                                         : LW_JOINT_FIXED;
    if (def.kind == LW_JOINT_FIXED && strcmp(type, "fixed"))
        return lw_xml_fail(xml, node, LW_ERROR_SYNTAX,
                           "type \"%.60s\" is unknown; it must be fixed, planar or floating", type);
    int64_t link = lw_srdf_find_link(robot, def.child);
    if (link < 0) {
        lw_scene_notice(robot->scene, xml->path, lw_xml_line(node),
                        "virtual joint \"%s\" is ignored: there is no link \"%s\", its child%s",
                        def.name, def.child, lw_srdf_link_hint(robot, def.child).text);
        return LW_OK;
    }
    if (robot->links[link].joint >= 0 || robot->virtual_joint >= 0) {
        lw_scene_notice(
            robot->scene, xml->path, lw_xml_line(node), "virtual joint \"%s\" is ignored: %s", def.name,
            robot->virtual_joint >= 0 ? "the robot has another" : "its child is not the root link");
        return LW_OK;
    }
    bool movable = def.kind != LW_JOINT_FIXED && is_in_a_group(xml, def.name);
    robot->virtual_joint = (int64_t)robot->joint_count;
    robot->joints[robot->joint_count++] =
        (lw_srdf_joint){.name = def.name, .values = lw_joint_value_count(def.kind), .movable = movable};
    return movable ? add_virtual_joint(robot, xml, node, def) : LW_OK;
}

lw_status lw_srdf_begin(lw_srdf_robot *robot, lw_scene *scene, size_t index, const lw_xml *xml)
{
    *robot = (lw_srdf_robot){
        .scene = scene, .name = scene->model.robots.items[index].name, .virtual_joint = -1};
    lw_status status = copy_tree(robot, index, xml->error);
    if (!status)
        status = read_passive(robot, xml, xml->root);
    for (const xmlNode *group = lw_xml_first(xml->root, "group"); group && !status;
         group = lw_xml_next(group, "group"))
        status = read_passive(robot, xml, group);
    for (const xmlNode *node = lw_xml_first(xml->root, "virtual_joint"); node && !status;
         node = lw_xml_next(node, "virtual_joint"))
        status = read_virtual(robot, xml, node);
    return status;
}
