#include "source_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "xml.h"

int values_of_kind(joint_kind kind)
{
    switch (kind) {
    case JOINT_FIXED:
        return 0;
    case JOINT_REVOLUTE:
    case JOINT_CONTINUOUS:
    case JOINT_PRISMATIC:
        return 1;
    case JOINT_PLANAR:
        return 3;
    case JOINT_FLOATING:
        return 7;
    }
    return 0;
}

static bool moves(const source_joint *joint)
{
    return joint->kind != JOINT_FIXED && !joint->mimics;
}

/* ---- at rest ------------------------------------------------------------------------------------ */

/* Whether a name is that of a joint: its own name, in any robot, or robot/joint. */
static bool names_joint(const source_scene *scene, const char *name, int robot, const char *joint)
{
    return names_link(scene, name, robot, joint);
}

bool rest_is_known(const source_scene *scene, refusal *why)
{
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(scene->json, "robot_state"), name, value)
    {
        bool found = false;
        for (size_t r = 0; r < scene->robot_count && !found; r++)
            for (size_t k = 0; k < scene->robots[r].joint_count && !found; k++)
                found = names_joint(scene, name, (int)r, scene->robots[r].joints[k].name);
        if (!found)
            return refuse(why, "\"%.80s\" of \"robot_state\" is no joint", name);
    }
    return true;
}

bool rest_values(const source_scene *scene, int robot, int joint, double values[MOST_VALUES],
                 bool *stated, refusal *why)
{
    const source_joint *own = &scene->robots[robot].joints[joint];
    const int count = values_of_kind(own->kind);
    const char *name;
    json_t *value;
    *stated = false;
    for (int k = 0; k < MOST_VALUES; k++)
        values[k] = k == 6;
    json_object_foreach(json_object_get(scene->json, "robot_state"), name, value)
    {
        json_t *state = json_object_get(scene->json, "robot_state");
        if (!count || !names_joint(scene, name, robot, own->name))
            continue;
        *stated = true;
        if (json_is_array(value) ? !read_vector(value, (size_t)count, values, why)
                                 : count != 1 || !read_number(state, name, values, why))
            return refuse(why, "\"robot_state\" does not have %d values of joint \"%.80s\"", count,
                          own->name);
    }
    return true;
}

/* ---- groups ------------------------------------------------------------------------------------- */

/* A list of joints, each of them once. */
typedef struct joint_list {
    const source_robot *robot;
    int *joints;
    size_t count;
} joint_list;

static void add_joint(joint_list *list, int joint)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->joints[i] == joint)
            return;
    if (joint >= 0)
        list->joints[list->count++] = joint;
}

static int joint_above(const source_robot *robot, const char *link)
{
    for (size_t i = 0; i < robot->joint_count; i++)
        if (!strcmp(robot->joints[i].child, link))
            return (int)i;
    return -1;
}

/* The joints above a link, the nearest first. Returns how many. */
static size_t joints_above(const source_robot *robot, const char *link, int *joints)
{
    size_t count = 0;
    for (int j = joint_above(robot, link); j >= 0 && count < robot->joint_count;
         j = joint_above(robot, robot->joints[j].parent))
        joints[count++] = j;
    return count;
}

static bool has(const int *list, size_t count, int joint)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == joint)
            return true;
    return false;
}

/* The joints between two links. */
static void add_chain(joint_list *list, const char *base, const char *tip)
{
    int *up = room(2 * list->robot->joint_count, sizeof *up);
    int *down = up + list->robot->joint_count;
    const size_t ups = joints_above(list->robot, base, up);
    const size_t downs = joints_above(list->robot, tip, down);
    for (size_t i = 0; i < ups; i++)
        if (!has(down, downs, up[i]))
            add_joint(list, up[i]);
    for (size_t i = downs; i-- > 0;)
        if (!has(up, ups, down[i]))
            add_joint(list, down[i]);
    free(up);
}

static const xml *group_named(const xml *srdf, const char *name)
{
    EACH_NAMED(group, srdf, "group")
    {
        const char *own = xml_attribute(group, "name");
        if (own && !strcmp(own, name))
            return group;
    }
    return NULL;
}

static bool is_passive(const xml *srdf, const char *joint)
{
    EACH_NAMED(passive, srdf, "passive_joint")
    {
        const char *own = xml_attribute(passive, "name");
        if (own && !strcmp(own, joint))
            return true;
    }
    return false;
}

/* Adds the joints of a group: those of one part in its order, those of several in the order of the
 * robot. depth: how many groups it is in. */
static bool add_group(joint_list *list, const xml *srdf, const char *name, size_t depth, refusal *why)
{
    enum { MOST_DEPTH = 20 };
    const source_robot *robot = list->robot;
    const xml *group = group_named(srdf, name);
    if (!group || depth > MOST_DEPTH)
        return refuse(why, "there is no group \"%.80s\"", name);
    joint_list own = {robot, room(robot->joint_count, sizeof *own.joints), 0};
    size_t parts = 0;
    bool good = true;
    for (const xml *part = group->first; part && good; part = part->next) {
        const char *of = xml_attribute(part, "name");
        const char *base = xml_attribute(part, "base_link");
        const char *tip = xml_attribute(part, "tip_link");
        parts++;
        if (!strcmp(part->name, "joint") && of)
            add_joint(&own, joint_named(robot, of));
        else if (!strcmp(part->name, "link") && of)
            add_joint(&own, joint_above(robot, of));
        else if (!strcmp(part->name, "group") && of)
            good = add_group(&own, srdf, of, depth + 1, why);
        else if (!strcmp(part->name, "chain") && base && tip)
            add_chain(&own, base, tip);
        else
            parts--;
    }
    for (size_t i = 0; i < robot->joint_count; i++) {
        const int joint = parts == 1 ? (i < own.count ? own.joints[i] : -1) : (int)i;
        if (joint >= 0 && has(own.joints, own.count, joint) && moves(&robot->joints[joint]) &&
            !is_passive(srdf, robot->joints[joint].name))
            add_joint(list, joint);
    }
    free(own.joints);
    return good;
}

/* Adds joints by their names. */
static bool add_names(joint_list *list, json_t *names, refusal *why)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        const char *slash = name ? strrchr(name, '/') : NULL;
        const int joint = name ? joint_named(list->robot, slash ? slash + 1 : name) : -1;
        if (joint < 0 || has(list->joints, list->count, joint))
            return refuse(why, "robot \"%.80s\" has no joint \"%.80s\", or it is named twice",
                          list->robot->name, name ? name : "");
        add_joint(list, joint);
    }
    return true;
}

bool joints_of_motion(const source_scene *scene, int robot, json_t *node, int *joints, size_t *count,
                      refusal *why)
{
    const source_robot *own = &scene->robots[robot];
    joint_list list = {.robot = own};
    list.joints = joints;
    json_t *groups = json_object_get(own->json, "groups");
    const char *group = json_string_value(json_object_get(node, "group"));
    const xml *only = own->srdf ? xml_named(own->srdf->first, "group") : NULL;
    bool good = true;
    if (!group && json_object_size(groups) == 1)
        group = json_object_iter_key(json_object_iter(groups));
    if (!group && only && !xml_named(only->next, "group"))
        group = xml_attribute(only, "name");
    if (json_object_get(node, "joints"))
        good = add_names(&list, json_object_get(node, "joints"), why);
    else if (group && own->srdf)
        good = add_group(&list, own->srdf, group, 0, why);
    else if (group)
        good = json_is_array(json_object_get(groups, group))
                   ? add_names(&list, json_object_get(groups, group), why)
                   : refuse(why, "there is no group \"%.80s\"", group);
    else
        for (size_t i = 0; i < own->joint_count; i++)
            if (moves(&own->joints[i]))
                add_joint(&list, (int)i);
    *count = list.count;
    return good;
}

/* ---- rows --------------------------------------------------------------------------------------- */

/* Sets a joint's value in a state; *seen: one was set before, and must be the same. */
static bool set_value(double *value, bool *seen, double given)
{
    if (*seen && *value != given)
        return false;
    *value = given;
    *seen = true;
    return true;
}

/* The value of a joint in a state of an SRDF. */
static bool value_in_srdf(const xml *srdf, const char *state, const char *joint, double *value,
                          bool *known, bool *seen)
{
    bool good = true;
    EACH_NAMED(entry, srdf, "group_state")
    {
        const char *name = xml_attribute(entry, "name");
        if (!name || strcmp(name, state) != 0)
            continue;
        *known = true;
        EACH_NAMED(of, entry, "joint")
        {
            double given;
            const char *own = xml_attribute(of, "name");
            const char *text = xml_attribute(of, "value");
            if (own && !strcmp(own, joint))
                good =
                    good && text && numbers_of_text(text, 1, &given) && set_value(value, seen, given);
        }
    }
    return good;
}

static bool row_of_state(const source_scene *scene, int robot, const int *joints, size_t count,
                         const char *state, double (*row)[MOST_VALUES], refusal *why)
{
    const source_robot *own = &scene->robots[robot];
    json_t *states = json_object_get(own->json, "states");
    json_t *given = json_object_get(states, state);
    for (size_t i = 0; i < count; i++) {
        const source_joint *joint = &own->joints[joints[i]];
        bool stated;
        bool seen = false;
        bool known = given;
        if (!rest_values(scene, robot, joints[i], row[joints[i]], &stated, why))
            return false;
        double *value = row[joints[i]];
        bool good = values_of_kind(joint->kind) < 2;
        if (good && own->srdf)
            good = value_in_srdf(own->srdf, state, joint->name, value, &known, &seen);
        else if (good && json_object_get(given, joint->name))
            good = read_number(given, joint->name, value, why);
        if (!good || !known)
            return refuse(why, "there is no state \"%.80s\", or it is ambiguous", state);
    }
    return true;
}

bool row_of(const source_scene *scene, int robot, const int *joints, size_t count, json_t *node,
            double (*row)[MOST_VALUES], refusal *why)
{
    const char *state = json_string_value(node);
    size_t at = 0;
    if (state)
        return row_of_state(scene, robot, joints, count, state, row, why);
    double *values = room(json_array_size(node), sizeof *values);
    bool good = read_vector(node, json_array_size(node), values, why);
    for (size_t i = 0; i < count && good; i++) {
        const int own = values_of_kind(scene->robots[robot].joints[joints[i]].kind);
        for (int k = 0; k < (own ? own : 1); k++)
            if (at < json_array_size(node))
                row[joints[i]][k] = values[at++];
            else
                good = false;
    }
    free(values);
    return (good && at == json_array_size(node)) ||
           refuse(why, "a configuration has %zu values, and not as many as its joints",
                  json_array_size(node));
}
