/* The columns of a file of joint values: maps the values of a row to the values of joints. */
#include "io/robot/columns.h"

#include <stdio.h>
#include <string.h>

#include "scene/names.h"
#include "scene/variable_name.h"

static bool is_free(const lw_frozen_joint *joint)
{
    return joint->elementary >= 0 && joint->mimic < 0 && joint->variable >= 0;
}

lw_status lw_columns_of_group(const lw_scene *scene, lw_document *document, const lw_value *node,
                              const char *robot, const char *group, lw_columns *out)
{
    const lw_joints *joints = lw_scene_joints(scene, robot, group, document->error);
    if (!joints)
        return lw_value_place(document, node, LW_ERROR_NAME);
    *out = (lw_columns){.joints = *joints, .count = joints->value_count};
    out->sources = lw_document_take(document, out->count, sizeof *out->sources);
    if (!out->sources)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < out->count; i++)
        out->sources[i] = i;
    return LW_OK;
}

/* The index of a joint by its name or as robot/joint; -1: none, -2: several robots have one. */
static int64_t find_joint(const lw_scene *scene, int64_t robot, const char *name)
{
    const lw_frozen *frozen = scene->frozen;
    int64_t found = -1;
    for (size_t i = 0; i < frozen->chains->joint_count; i++) {
        const lw_frozen_joint *joint = &frozen->chains->joints[i];
        if ((robot >= 0 && joint->robot != (size_t)robot) || strcmp(joint->name, name) != 0)
            continue;
        found = found == -1 ? (int64_t)i : -2;
    }
    const char *slash = strchr(name, '/');
    if (found != -1 || !slash)
        return found;
    for (size_t r = 0; r < frozen->chains->robot_count; r++) {
        size_t length = strlen(frozen->chains->names[r]);
        if (length == (size_t)(slash - name) && !strncmp(frozen->chains->names[r], name, length) &&
            (robot < 0 || (size_t)robot == r))
            return lw_chains_find_joint(frozen->chains, (int64_t)r, slash + 1);
    }
    return -1;
}

/* The joint that a name refers to, and the value; -1: all its values. */
typedef struct named_joint {
    const char *name;
    int64_t joint; /* -1: none, -2: several robots have one */
    int64_t value;
} named_joint;

/* Finds the joint of a name, which is the joint's own or joint/value. */
static lw_status find_named(const lw_scene *scene, lw_document *document, int64_t robot,
                            const char *name, named_joint *out)
{
    const size_t length = lw_variable_joint_length(name);
    *out = (named_joint){name, find_joint(scene, robot, name), -1};
    if (out->joint != -1 || !length)
        return LW_OK;
    const char *joint_name = lw_document_text(document, name, length);
    if (!joint_name)
        return lw_fail_memory(document->error);
    const int64_t joint = find_joint(scene, robot, joint_name);
    if (joint == -2)
        out->joint = joint;
    if (joint < 0)
        return LW_OK;
    out->value = lw_variable_find(scene->frozen->chains->joints[joint].kind, name + length + 1);
    out->joint = out->value < 0 ? -1 : joint;
    return LW_OK;
}

enum { NO_SOURCE = -1 };

/* The place of a joint's first value in a row; -1: it is not among the columns yet. */
static int64_t place_of(const lw_columns *columns, int64_t joint)
{
    int64_t place = 0;
    for (size_t i = 0; i < columns->joints.count; i++) {
        const int64_t index = columns->joints.joints[i];
        if (index == joint)
            return place;
        place += (int64_t)lw_joint_value_count(columns->joints.chains->joints[index].kind);
    }
    return -1;
}

static lw_status add_joint(const lw_scene *scene, lw_document *document, const lw_value *node,
                           const named_joint *named, int64_t *list, lw_columns *out)
{
    const lw_frozen_joint *joint = &scene->frozen->chains->joints[named->joint];
    const size_t values = lw_joint_value_count(joint->kind);
    const size_t first = out->count;
    int64_t place = place_of(out, named->joint);
    out->count += named->value < 0 && values ? values : 1;
    if (!is_free(joint))
        return LW_OK;
    if (place >= 0 && (named->value < 0 || out->sources[place + named->value] != (size_t)NO_SOURCE))
        return lw_value_fail(document, node, LW_ERROR_NAME, "joint \"%.60s\" is named twice",
                             named->name);
    if (place < 0) {
        place = (int64_t)out->joints.value_count;
        list[out->joints.count++] = named->joint;
        out->joints.value_count += values;
        for (size_t i = 0; i < values; i++)
            out->sources[(size_t)place + i] = named->value < 0 ? first + i : (size_t)NO_SOURCE;
    }
    if (named->value >= 0)
        out->sources[place + named->value] = first;
    return LW_OK;
}

/* Checks that each joint that is named value by value has all its values. */
static lw_status check_sources(lw_document *document, const lw_value *node, const lw_columns *columns)
{
    size_t place = 0;
    for (size_t i = 0; i < columns->joints.count; i++) {
        const lw_frozen_joint *joint = &columns->joints.chains->joints[columns->joints.joints[i]];
        for (size_t k = 0; k < lw_joint_value_count(joint->kind); k++, place++)
            if (columns->sources[place] == (size_t)NO_SOURCE)
                return lw_value_fail(document, node, LW_ERROR_NAME,
                                     "of joint \"%.60s\" the value \"%.60s/%s\" is not named",
                                     joint->name, joint->name, lw_variable_name(joint->kind, k));
    }
    return LW_OK;
}

lw_status lw_columns_of_names(const lw_scene *scene, lw_document *document, const lw_value *node,
                              const char *robot, const char *const *names, size_t count,
                              lw_columns *out)
{
    if (!scene->frozen)
        return lw_value_fail(document, node, LW_ERROR_STATE, "the scene is not frozen yet");
    int64_t r = robot ? lw_model_find_robot(&scene->model, robot) : -1;
    if (robot && r < 0)
        return lw_value_fail(document, node, LW_ERROR_NAME, "there is no robot \"%.60s\"%s", robot,
                             lw_hint_robot(&scene->model, robot).text);
    *out = (lw_columns){.joints = {.chains = scene->frozen->chains}};
    int64_t *list = lw_document_take(document, count, sizeof *list);
    out->sources = lw_document_take(document, count, 7 * sizeof *out->sources);
    if (!list || !out->sources)
        return lw_fail_memory(document->error);
    out->joints.joints = list;
    for (size_t i = 0; i < count; i++) {
        named_joint named;
        lw_status status = find_named(scene, document, r, names[i], &named);
        if (status)
            return status;
        const int64_t joint = named.joint;
        if (joint == -2)
            return lw_value_fail(document, node, LW_ERROR_NAME,
                                 "several robots have a joint \"%.60s\"; say which one is meant",
                                 names[i]);
        if (joint < 0)
            return lw_value_fail(document, node, LW_ERROR_NAME, "%s%s%s has no joint \"%.60s\"%s",
                                 r < 0 ? "the scene" : "robot \"", r < 0 ? "" : robot,
                                 r < 0 ? "" : "\"", names[i],
                                 lw_hint_joint(&scene->model, r, names[i]).text);
        r = (int64_t)scene->frozen->chains->joints[joint].robot; /* the first joint decides the robot */
        robot = scene->frozen->chains->names[r];
        if ((status = add_joint(scene, document, node, &named, list, out)))
            return status;
    }
    if (!out->joints.count)
        return lw_value_fail(document, node, LW_ERROR_ARGUMENT, "none of the joints named can move");
    out->joints.robot = (size_t)r;
    return check_sources(document, node, out);
}

void lw_columns_rest(const lw_scene *scene, const lw_columns *columns, double *values)
{
    const lw_frozen *frozen = scene->frozen;
    for (size_t i = 0; i < columns->joints.count; i++) {
        int64_t index = columns->joints.joints[i];
        const lw_frozen_joint *joint = &frozen->chains->joints[index];
        size_t count = lw_joint_value_count(joint->kind);
        const lw_pose *p = &frozen->rest_pose[index];
        double pose_values[7] = {p->position.x,    p->position.y,    p->position.z,   p->orientation.x,
                                 p->orientation.y, p->orientation.z, p->orientation.w};
        memcpy(values, count == 7 ? pose_values : frozen->rest + joint->variable,
               count * sizeof *values);
        values += count;
    }
}

void lw_columns_apply(const lw_columns *columns, const double *row, double *values)
{
    for (size_t i = 0; i < columns->joints.value_count; i++)
        values[i] = row[columns->sources[i]];
}

lw_status lw_columns_fail(const lw_scene *scene, lw_document *document, const lw_value *node,
                          const lw_columns *columns, const char *name, size_t found)
{
    const lw_frozen *frozen = scene->frozen;
    size_t robot = columns->joints.robot;
    char groups[300] = "";
    size_t used = 0;
    for (size_t i = 0; i < frozen->chains->group_count; i++) {
        if (frozen->chains->groups[i].robot != robot)
            continue;
        int written = snprintf(groups + used, sizeof groups - used, "group \"%.60s\" takes %zu, ",
                               frozen->chains->groups[i].name, frozen->chains->groups[i].value_count);
        used += written > 0 && (size_t)written < sizeof groups - used ? (size_t)written : 0;
    }
    return lw_value_fail(
        document, node, LW_ERROR_ARGUMENT,
        "%s has %zu value%s and must have %zu: %sall moving joints of \"%.60s\" take %zu", name, found,
        found == 1 ? "" : "s", columns->count, groups, frozen->chains->names[robot],
        frozen->chains->defaults[robot].value_count);
}

lw_status lw_columns_row(const lw_scene *scene, lw_document *document, const lw_value *node,
                         const lw_columns *columns, const char *name, bool states, double *values)
{
    const char *state = NULL;
    if (states && node->kind == LW_VALUE_TEXT) {
        lw_status status = lw_value_text(document, node, name, &state);
        if (status)
            return status;
        lw_columns_rest(scene, columns, values);
        status = lw_scene_state(scene, &columns->joints, state, values, document->error);
        return lw_value_place(document, node, status);
    }
    lw_status status = lw_value_expect(document, node, name, LW_VALUE_LIST);
    if (status)
        return status;
    if (node->count != columns->count)
        return lw_columns_fail(scene, document, node, columns, name, node->count);
    for (size_t i = 0; i < node->count && !status; i++) {
        double unused;
        status = lw_value_quantity(document, node->items[i], name, &unused);
    }
    for (size_t i = 0; i < columns->joints.value_count && !status; i++)
        values[i] = node->items[columns->sources[i]]->number;
    return status;
}

lw_status lw_columns_rows(const lw_scene *scene, lw_document *document, const lw_value *node,
                          const lw_columns *columns, const char *name, bool states, double **values,
                          size_t *rows)
{
    lw_status status = lw_value_expect(document, node, name, LW_VALUE_LIST);
    if (status)
        return status;
    if (!node->count)
        return lw_value_fail(document, node, LW_ERROR_ARGUMENT, "%s holds no waypoint", name);
    *rows = node->count;
    *values = lw_document_take(document, node->count, columns->joints.value_count * sizeof **values);
    if (!*values)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < node->count && !status; i++) {
        char what[80];
        snprintf(what, sizeof what, "row %zu of %.40s", i, name);
        status = lw_columns_row(scene, document, node->items[i], columns, what, states,
                                *values + i * columns->joints.value_count);
    }
    return status;
}
