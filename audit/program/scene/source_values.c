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

/* ---- names -------------------------------------------------------------------------------------- */

/* The component of a joint that a name such as "x" stands for; -1: none. */
static int component_named(joint_kind kind, const char *name)
{
    static const char *const planar[] = {"x", "y", "theta"};
    static const char *const floating[] = {"trans_x", "trans_y", "trans_z", "rot_x",
                                           "rot_y",   "rot_z",   "rot_w"};
    const char *const *names = kind == JOINT_PLANAR ? planar : floating;
    const int count = kind == JOINT_PLANAR || kind == JOINT_FLOATING ? values_of_kind(kind) : 0;
    for (int k = 0; k < count; k++)
        if (!strcmp(name, names[k]))
            return k;
    return -1;
}

/* What follows a name and a slash at the beginning of a text; NULL: they do not stand there. */
static const char *behind(const char *text, const char *name)
{
    const size_t length = strlen(name);
    return !strncmp(text, name, length) && text[length] == '/' ? text + length + 1 : NULL;
}

enum { ALL_VALUES = -1, NO_VALUE = -2 };

/* What a key of robot_state stands for: all values of a joint, a component, or none of its values. A
 * joint goes by its name, in any robot, or by robot/joint, and a component by joint/component. */
static int value_of_key(const source_scene *scene, const char *key, int robot, const source_joint *of)
{
    const char *name = key;
    for (size_t i = 0; i < scene->robot_count; i++) {
        const char *rest = behind(key, scene->robots[i].name);
        if (rest && (int)i != robot)
            return NO_VALUE;
        name = rest ? rest : name;
    }
    if (!strcmp(name, of->name))
        return ALL_VALUES;
    const char *component = behind(name, of->name);
    const int found = component ? component_named(of->kind, component) : -1;
    return found < 0 ? NO_VALUE : found;
}

/* ---- at rest ------------------------------------------------------------------------------------ */

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
    json_t *state = json_object_get(scene->json, "robot_state");
    json_object_foreach(state, name, value)
    {
        const int which = count ? value_of_key(scene, name, robot, own) : NO_VALUE;
        if (which == NO_VALUE)
            continue;
        *stated = true;
        const bool good = which >= 0             ? read_number(state, name, &values[which], why)
                          : json_is_array(value) ? read_vector(value, (size_t)count, values, why)
                                                 : count == 1 && read_number(state, name, values, why);
        if (!good)
            return refuse(why, "\"robot_state\" does not have %d values of joint \"%.80s\"",
                          which >= 0 ? 1 : count, own->name);
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

/* ---- columns ------------------------------------------------------------------------------------ */

/* The joint of a robot that a name of some length stands for: its own name, or robot/joint. -1: none.
 */
static int joint_of_name(const source_robot *robot, const char *name, size_t length)
{
    for (size_t i = 0; i < robot->joint_count; i++)
        if (strlen(robot->joints[i].name) == length && !strncmp(robot->joints[i].name, name, length))
            return (int)i;
    const char *rest = behind(name, robot->name);
    return rest && rest <= name + length ? joint_of_name(robot, rest, length - (size_t)(rest - name))
                                         : -1;
}

/* Adds the columns of a name: of a joint, or of one component of it. */
static bool add_columns(row_layout *layout, joint_list *list, const char *name)
{
    const char *slash = strrchr(name, '/');
    int joint = joint_of_name(list->robot, name, strlen(name));
    int component = -1;
    if (joint < 0 && slash) {
        joint = joint_of_name(list->robot, name, (size_t)(slash - name));
        component = joint < 0 ? -1 : component_named(list->robot->joints[joint].kind, slash + 1);
        joint = component < 0 ? -1 : joint;
    }
    if (joint < 0)
        return false;
    const int count = component < 0 ? values_of_kind(list->robot->joints[joint].kind) : 1;
    add_joint(list, joint);
    /* a fixed joint has a column, too */
    for (int k = 0; k < (count ? count : 1); k++)
        layout->columns[layout->column_count++] = (row_column){joint, component < 0 ? k : component};
    return true;
}

/* Whether each component of each joint has one column. */
static bool columns_are_whole(const row_layout *layout, const source_robot *robot)
{
    for (size_t i = 0; i < layout->joint_count; i++) {
        unsigned seen = 0;
        for (size_t c = 0; c < layout->column_count; c++) {
            const row_column *column = &layout->columns[c];
            if (column->joint != layout->joints[i])
                continue;
            if (seen >> column->component & 1)
                return false;
            seen |= 1U << column->component;
        }
        const int count = values_of_kind(robot->joints[layout->joints[i]].kind);
        if (seen != (1U << (count ? count : 1)) - 1)
            return false;
    }
    return true;
}

/* Adds joints and columns by names. */
static bool add_names(row_layout *layout, joint_list *list, json_t *names, refusal *why)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name || !add_columns(layout, list, name))
            return refuse(why, "robot \"%.80s\" has no joint \"%.80s\"", list->robot->name,
                          name ? name : "");
    }
    layout->joint_count = list->count;
    return columns_are_whole(layout, list->robot) ||
           refuse(why, "a joint of robot \"%.80s\" is named twice, or not all of its values are named",
                  list->robot->name);
}

bool layout_of_motion(const source_scene *scene, int robot, json_t *node, source_store *store,
                      row_layout *out, refusal *why)
{
    const source_robot *own = &scene->robots[robot];
    json_t *groups = json_object_get(own->json, "groups");
    json_t *names = json_object_get(node, "joints");
    const char *group = json_string_value(json_object_get(node, "group"));
    const xml *only = own->srdf ? xml_named(own->srdf->first, "group") : NULL;
    if (!group && json_object_size(groups) == 1)
        group = json_object_iter_key(json_object_iter(groups));
    if (!group && only && !xml_named(only->next, "group"))
        group = xml_attribute(only, "name");
    if (!names && group && !own->srdf)
        names = json_object_get(groups, group);
    *out = (row_layout){.joints = keep(store, own->joint_count, sizeof *out->joints)};
    out->columns =
        keep(store, MOST_VALUES * (json_array_size(names) + own->joint_count), sizeof *out->columns);
    joint_list list = {.robot = own, .joints = out->joints};
    if (json_object_get(node, "joints") || (group && !own->srdf))
        return (json_is_array(names) ||
                refuse(why, "there is no group \"%.80s\"", group ? group : "")) &&
               add_names(out, &list, names, why);
    if (group && !add_group(&list, own->srdf, group, 0, why))
        return false;
    for (size_t i = 0; i < own->joint_count && !group; i++)
        if (moves(&own->joints[i]))
            add_joint(&list, (int)i);
    out->joint_count = list.count;
    for (size_t i = 0; i < list.count; i++)
        for (int k = 0; k < values_of_kind(own->joints[list.joints[i]].kind); k++)
            out->columns[out->column_count++] = (row_column){list.joints[i], k};
    return true;
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

static bool row_of_state(const source_scene *scene, int robot, const row_layout *layout,
                         const char *state, double (*row)[MOST_VALUES], refusal *why)
{
    const source_robot *own = &scene->robots[robot];
    json_t *states = json_object_get(own->json, "states");
    json_t *given = json_object_get(states, state);
    for (size_t i = 0; i < layout->joint_count; i++) {
        const source_joint *joint = &own->joints[layout->joints[i]];
        double *value = row[layout->joints[i]];
        double other; /* states have no values of joints of several */
        bool stated;
        bool seen = false;
        bool known = given;
        if (!rest_values(scene, robot, layout->joints[i], value, &stated, why))
            return false;
        if (values_of_kind(joint->kind) > 1)
            value = &other;
        bool good = true;
        if (own->srdf)
            good = value_in_srdf(own->srdf, state, joint->name, value, &known, &seen);
        else if (json_object_get(given, joint->name))
            good = read_number(given, joint->name, value, why);
        if (!(good || value == &other) || !known)
            return refuse(why, "there is no state \"%.80s\", or it is ambiguous", state);
    }
    return true;
}

bool row_of(const source_scene *scene, int robot, const row_layout *layout, json_t *node,
            double (*row)[MOST_VALUES], refusal *why)
{
    const char *state = json_string_value(node);
    if (state)
        return row_of_state(scene, robot, layout, state, row, why);
    if (json_array_size(node) != layout->column_count)
        return refuse(why, "a configuration has %zu values, and not as many as its joints",
                      json_array_size(node));
    double *values = room(layout->column_count, sizeof *values);
    const bool good = read_vector(node, layout->column_count, values, why);
    for (size_t i = 0; i < layout->column_count && good; i++)
        row[layout->columns[i].joint][layout->columns[i].component] = values[i];
    free(values);
    return good;
}
