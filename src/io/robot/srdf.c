/* Reads SRDF files: groups, states and disabled pairs, the allowed collision matrix (ACM). Elements for
 * planning and display (end effectors, planner configurations, sphere approximations) are skipped. */
#include "io/robot/srdf.h"

#include <string.h>

#include "io/robot/srdf_robot.h"
#include "io/text/xml.h"

/* reads one <joint name value/> of a state; *take: out, whether the joint is known and movable */
static lw_status read_value(const lw_srdf_robot *robot, const lw_xml *xml, const xmlNode *node,
                            const char **name, double *value, bool *take)
{
    const char *text = NULL;
    *take = false;
    lw_status status = lw_xml_text(xml, node, "name", name);
    if (status || (status = lw_xml_text(xml, node, "value", &text)))
        return status;
    int64_t joint = lw_srdf_find_joint(robot, *name);
    if (joint < 0) {
        lw_scene_notice(
            robot->scene, xml->path, lw_xml_line(node),
            "a state names joint \"%s\", which is no joint of robot \"%s\"; it is ignored%s", *name,
            robot->name, lw_srdf_joint_hint(robot, *name).text);
        return LW_OK;
    }
    if (robot->joints[joint].values > 1) {
        lw_scene_notice(robot->scene, xml->path, lw_xml_line(node),
                        "a state's value for joint \"%s\", which has %zu values, is ignored", *name,
                        robot->joints[joint].values);
        return LW_OK;
    }
    *take = robot->joints[joint].movable;
    return lw_xml_numbers(xml, node, "value", value, 1, NULL);
}

static bool has_group(const lw_xml *xml, const char *name)
{
    for (const xmlNode *n = lw_xml_first(xml->root, "group"); n; n = lw_xml_next(n, "group")) {
        const char *other = lw_xml_attribute(n, "name");
        if (other && !strcmp(other, name))
            return true;
    }
    return false;
}

static lw_hint group_hint(const lw_xml *xml, const char *name)
{
    lw_nearest nearest = lw_nearest_begin(name);
    for (const xmlNode *n = lw_xml_first(xml->root, "group"); n; n = lw_xml_next(n, "group"))
        lw_nearest_offer(&nearest, lw_xml_attribute(n, "name"));
    return lw_nearest_hint(&nearest);
}

static lw_status check_first(const lw_xml *xml, const xmlNode *node, const char *group,
                             const char *name)
{
    for (const xmlNode *n = lw_xml_first(xml->root, "group_state"); n && n != node;
         n = lw_xml_next(n, "group_state")) {
        const char *other_group = lw_xml_attribute(n, "group");
        const char *other = lw_xml_attribute(n, "name");
        if (other_group && other && !strcmp(other_group, group) && !strcmp(other, name))
            return lw_xml_fail(xml, node, LW_ERROR_MODEL,
                               "group \"%s\" has a state of this name in line %d", group,
                               lw_xml_line(n));
    }
    return LW_OK;
}

static lw_status read_state(lw_srdf_robot *robot, const lw_xml *xml, const xmlNode *node)
{
    const char *group = NULL;
    const char *name = NULL;
    lw_status status = lw_xml_text(xml, node, "name", &name);
    if (status || (status = lw_xml_text(xml, node, "group", &group)))
        return status;
    if (!has_group(xml, group)) {
        lw_scene_notice(robot->scene, xml->path, lw_xml_line(node),
                        "state \"%s\" is ignored: there is no group \"%s\"%s", name, group,
                        group_hint(xml, group).text);
        return LW_OK;
    }
    if ((status = check_first(xml, node, group, name)))
        return status;
    size_t room = 0;
    size_t count = 0;
    for (const xmlNode *n = lw_xml_first(node, "joint"); n; n = lw_xml_next(n, "joint"))
        room++;
    const char **joints = lw_arena_array(&robot->arena, room, sizeof *joints);
    double *values = lw_arena_array(&robot->arena, room, sizeof *values);
    if (!joints || !values)
        return lw_fail_memory(xml->error);
    for (const xmlNode *n = lw_xml_first(node, "joint"); n && !status; n = lw_xml_next(n, "joint")) {
        bool take = false;
        status = read_value(robot, xml, n, &joints[count], &values[count], &take);
        count += take;
    }
    return status ? status
                  : lw_xml_place(xml, node,
                                 lw_scene_add_state(robot->scene, robot->name, group, name, joints,
                                                    values, count, xml->error));
}

/* reads the name of a link; where the robot has no such link, *known becomes false, with a notice */
static lw_status read_pair_link(const lw_srdf_robot *robot, const lw_xml *xml, const xmlNode *node,
                                const char *attribute, const char **out, bool *known)
{
    lw_status status = lw_xml_text(xml, node, attribute, out);
    if (status)
        return status;
    if (lw_srdf_find_link(robot, *out) < 0) {
        *known = false;
        lw_scene_notice(robot->scene, xml->path, lw_xml_line(node),
                        "<%s> names \"%s\", which is no link of robot \"%s\"; it is ignored%s",
                        (const char *)node->name, *out, robot->name,
                        lw_srdf_link_hint(robot, *out).text);
    }
    return LW_OK;
}

/* reads all elements of a name, each a pair of links, as rules */
static lw_status read_pairs(const lw_srdf_robot *robot, size_t index, const lw_xml *xml,
                            const char *name, bool allowed)
{
    for (const xmlNode *n = lw_xml_first(xml->root, name); n; n = lw_xml_next(n, name)) {
        const char *a = NULL;
        const char *b = NULL;
        bool known = true;
        lw_status status = read_pair_link(robot, xml, n, "link1", &a, &known);
        if (status || (status = read_pair_link(robot, xml, n, "link2", &b, &known)))
            return status;
        if (known && (status = lw_scene_rule(robot->scene, (int64_t)index, a, b, allowed, LW_RANK_ROBOT,
                                             xml->error)))
            return lw_xml_place(xml, n, status);
        const char *reason = lw_xml_attribute(n, "reason");
        lw_model *model = &robot->scene->model;
        if (known && allowed && reason && !strcmp(reason, LW_SRDF_SAMPLED))
            model->rules.items[model->rules.count - 1].sampled = true;
    }
    return LW_OK;
}

/* reads the links that are not checked against any other link of their robot; obstacles are still
 * checked */
static lw_status read_defaults(const lw_srdf_robot *robot, size_t index, const lw_xml *xml)
{
    static const char name[] = "disable_default_collisions";
    for (const xmlNode *n = lw_xml_first(xml->root, name); n; n = lw_xml_next(n, name)) {
        const char *link = NULL;
        bool known = true;
        lw_status status = read_pair_link(robot, xml, n, "link", &link, &known);
        for (size_t i = 0; known && i < robot->link_count && !status; i++)
            if (strcmp(robot->links[i].name, link))
                status = lw_scene_rule(robot->scene, (int64_t)index, link, robot->links[i].name, true,
                                       LW_RANK_ROBOT, xml->error);
        if (status)
            return lw_xml_place(xml, n, status);
    }
    return LW_OK;
}

/* refuses a URDF: both have a root <robot>, but only a URDF has links and joints as its children */
static lw_status check_kind(const lw_xml *xml)
{
    const xmlNode *link = lw_xml_first(xml->root, "link");
    const xmlNode *node = link ? link : lw_xml_first(xml->root, "joint");
    if (!node)
        return LW_OK;
    return lw_xml_fail(xml, node, LW_ERROR_SYNTAX,
                       "this is a URDF, for it describes a %s; an SRDF is needed",
                       (const char *)node->name);
}

lw_status lw_srdf_load(lw_scene *scene, const char *path, size_t robot, lw_error *error)
{
    lw_xml xml;
    lw_status status = lw_xml_open(&xml, path, "robot", error);
    if (status)
        return status;
    lw_srdf_robot about = {0};
    status = check_kind(&xml);
    if (!status)
        status = lw_srdf_begin(&about, scene, robot, &xml);
    if (!status)
        status = lw_srdf_add_groups(&about, &xml);
    for (const xmlNode *n = lw_xml_first(xml.root, "group_state"); n && !status;
         n = lw_xml_next(n, "group_state"))
        status = read_state(&about, &xml, n);
    /* the last rule about a pair wins: a link's default, pairs enabled, pairs disabled */
    if (!status && !(status = read_defaults(&about, robot, &xml)) &&
        !(status = read_pairs(&about, robot, &xml, "enable_collisions", false)))
        status = read_pairs(&about, robot, &xml, "disable_collisions", true);
    lw_srdf_end(&about);
    lw_xml_close(&xml);
    return status;
}
