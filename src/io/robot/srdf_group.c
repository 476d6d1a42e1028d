/* Groups of SRDF files: chains, links, joints and other groups become lists of joints, resolved depth
 * first in topological order. Unknown names in a group are left out with a notice, as MoveIt does. As
 * in MoveIt, a chain is the joints between its links, a link stands for its parent joint, a joint for
 * itself, a group for its joints; fixed, mimic and passive joints are left out. A group of one part
 * keeps that part's order, which for a chain is from base to tip; the joints of several parts are in
 * the order of the URDF file, after the virtual joint. */
#include <string.h>

#include "io/robot/srdf_robot.h"

/* limit of groups, which is also the recursion limit for nested groups */
#define MOST_GROUPS 1000

typedef enum progress { UNREAD, BEGUN, DONE } progress;

typedef struct group {
    const char *name;
    const xmlNode *node;
    progress progress;
    size_t count;
    size_t *joints; /* in order */
    bool *has;      /* whether each joint of the robot is in the group */
} group;

typedef struct grouping {
    lw_srdf_robot *robot;
    const lw_xml *xml;
    group *groups;
    size_t count;
    bool *above; /* scratch, for each link: whether it is on the way from a chain's base to the root */
} grouping;

static void take(const grouping *g, group *into, size_t joint)
{
    if (!g->robot->joints[joint].movable || into->has[joint])
        return;
    into->has[joint] = true;
    into->joints[into->count++] = joint;
}

static void notice_unknown(const grouping *g, const group *into, const xmlNode *node, const char *what,
                           const char *name, lw_hint hint)
{
    lw_scene_notice(g->robot->scene, g->xml->path, lw_xml_line(node),
                    "group \"%s\" names %s \"%s\", which is not there; it is ignored%s", into->name,
                    what, name, hint.text);
}

/* Finds the link whose name is in an attribute; -1 and a notice where there is none. */
static lw_status find_link(const grouping *g, const group *into, const xmlNode *node,
                           const char *attribute, int64_t *out)
{
    const char *name = NULL;
    lw_status status = lw_xml_text(g->xml, node, attribute, &name);
    if (status)
        return status;
    *out = lw_srdf_find_link(g->robot, name);
    if (*out < 0)
        notice_unknown(g, into, node, "link", name, lw_srdf_link_hint(g->robot, name));
    return LW_OK;
}

/* the parent link, -1 for the root */
static int64_t link_above(const lw_srdf_robot *robot, int64_t link)
{
    int64_t joint = robot->links[link].joint;
    return joint < 0 ? -1 : (int64_t)robot->joints[joint].parent;
}

/* adds a chain: from the base up to the lowest common ancestor of both links, then down to the tip */
static lw_status add_chain(const grouping *g, group *into, const xmlNode *node)
{
    const lw_srdf_robot *robot = g->robot;
    int64_t base = -1;
    int64_t tip = -1;
    lw_status status = find_link(g, into, node, "base_link", &base);
    if (status || (status = find_link(g, into, node, "tip_link", &tip)) || base < 0 || tip < 0)
        return status;
    memset(g->above, 0, robot->link_count * sizeof *g->above);
    for (int64_t link = base; link >= 0; link = link_above(robot, link))
        g->above[link] = true;
    int64_t common = tip;
    size_t down = 0;
    for (; !g->above[common]; common = link_above(robot, common))
        down++;
    for (int64_t link = base; link != common; link = link_above(robot, link))
        take(g, into, (size_t)robot->links[link].joint);
    for (; down; down--) {
        int64_t link = tip;
        for (size_t i = 1; i < down; i++)
            link = link_above(robot, link);
        take(g, into, (size_t)robot->links[link].joint);
    }
    return LW_OK;
}

static lw_status add_link(const grouping *g, group *into, const xmlNode *node)
{
    int64_t link = -1;
    lw_status status = find_link(g, into, node, "name", &link);
    if (!status && link >= 0 && g->robot->links[link].joint >= 0)
        take(g, into, (size_t)g->robot->links[link].joint);
    return status;
}

static lw_status add_joint(const grouping *g, group *into, const xmlNode *node)
{
    const char *name = NULL;
    lw_status status = lw_xml_text(g->xml, node, "name", &name);
    if (status)
        return status;
    int64_t joint = lw_srdf_find_joint(g->robot, name);
    if (joint < 0)
        notice_unknown(g, into, node, "joint", name, lw_srdf_joint_hint(g->robot, name));
    else
        take(g, into, (size_t)joint);
    return LW_OK;
}

static lw_status resolve(const grouping *g, group *into);

static lw_status add_group(const grouping *g, group *into, const xmlNode *node)
{
    const char *name = NULL;
    lw_status status = lw_xml_text(g->xml, node, "name", &name);
    if (status)
        return status;
    lw_nearest nearest = lw_nearest_begin(name);
    for (size_t i = 0; i < g->count; i++) {
        group *other = &g->groups[i];
        if (strcmp(other->name, name)) {
            lw_nearest_offer(&nearest, other->name);
            continue;
        }
        if (other->progress == BEGUN)
            return lw_xml_fail(g->xml, node, LW_ERROR_MODEL, "group \"%s\" is within itself", name);
        if (other->progress == UNREAD && (status = resolve(g, other)))
            return status;
        for (size_t k = 0; k < other->count; k++)
            take(g, into, other->joints[k]);
        return LW_OK;
    }
    notice_unknown(g, into, node, "group", name, lw_nearest_hint(&nearest));
    return LW_OK;
}

/* sorts joints in the order of the URDF file, after the virtual joint */
static void sort(const lw_srdf_robot *robot, group *into)
{
    into->count = 0;
    if (robot->virtual_joint >= 0 && into->has[robot->virtual_joint])
        into->joints[into->count++] = (size_t)robot->virtual_joint;
    for (size_t i = 0; i < robot->joint_count; i++)
        if (into->has[i] && (int64_t)i != robot->virtual_joint)
            into->joints[into->count++] = i;
}

static lw_status resolve(const grouping *g, group *into)
{
    static const char *const names[] = {"chain", "link", "joint", "group"};
    static lw_status (*const adds[])(const grouping *, group *,
                                     const xmlNode *) = {add_chain, add_link, add_joint, add_group};
    size_t parts = 0;
    into->progress = BEGUN;
    for (const xmlNode *node = lw_xml_first(into->node, NULL); node; node = lw_xml_next(node, NULL))
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            if (strcmp((const char *)node->name, names[i]))
                continue;
            lw_status status = adds[i](g, into, node);
            if (status)
                return status;
            parts++;
        }
    if (parts > 1)
        sort(g->robot, into);
    into->progress = DONE;
    return LW_OK;
}

/* reads the names of all groups first, so that they can refer to each other in any order */
static lw_status begin_groups(grouping *g)
{
    lw_arena *arena = &g->robot->arena;
    size_t count = 0;
    for (const xmlNode *n = lw_xml_first(g->xml->root, "group"); n; n = lw_xml_next(n, "group"))
        if (++count > MOST_GROUPS)
            return lw_xml_fail(g->xml, n, LW_ERROR_ARGUMENT, "a robot may have %d groups at most",
                               MOST_GROUPS);
    g->groups = lw_arena_array(arena, count, sizeof *g->groups);
    g->above = lw_arena_array(arena, g->robot->link_count, sizeof *g->above);
    if (!g->groups || !g->above)
        return lw_fail_memory(g->xml->error);
    for (const xmlNode *n = lw_xml_first(g->xml->root, "group"); n; n = lw_xml_next(n, "group")) {
        group *one = &g->groups[g->count];
        one->node = n;
        lw_status status = lw_xml_text(g->xml, n, "name", &one->name);
        if (status)
            return status;
        for (size_t i = 0; i < g->count; i++)
            if (!strcmp(g->groups[i].name, one->name))
                return lw_xml_fail(g->xml, n, LW_ERROR_MODEL,
                                   "there is a group of this name in line %d",
                                   lw_xml_line(g->groups[i].node));
        one->joints = lw_arena_array(arena, g->robot->joint_count, sizeof *one->joints);
        one->has = lw_arena_array(arena, g->robot->joint_count, sizeof *one->has);
        if (!one->joints || !one->has)
            return lw_fail_memory(g->xml->error);
        g->count++;
    }
    return LW_OK;
}

static lw_status add_to_scene(const grouping *g, const group *one)
{
    const char **names = lw_arena_array(&g->robot->arena, one->count, sizeof *names);
    if (!names)
        return lw_fail_memory(g->xml->error);
    for (size_t i = 0; i < one->count; i++)
        names[i] = g->robot->joints[one->joints[i]].name;
    return lw_xml_place(g->xml, one->node,
                        lw_scene_add_group(g->robot->scene, g->robot->name, one->name, names,
                                           one->count, g->xml->error));
}

lw_status lw_srdf_add_groups(lw_srdf_robot *robot, const lw_xml *xml)
{
    grouping g = {.robot = robot, .xml = xml};
    lw_status status = begin_groups(&g);
    for (size_t i = 0; i < g.count && !status; i++) {
        if (g.groups[i].progress == UNREAD)
            status = resolve(&g, &g.groups[i]);
        if (!status)
            status = add_to_scene(&g, &g.groups[i]);
    }
    return status;
}
