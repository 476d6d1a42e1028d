/* Reads MoveIt's joint_limits.yaml: limits of joints' positions, velocities,
 * accelerations and jerks. */
#include <stddef.h>
#include <string.h>

#include "io/text/document.h"
#include "io/text/ros_message.h"
#include "scene/build.h"
#include "scene/names.h"

/* The key of a limit in the file, and the key of the flag that says whether there is one. */
typedef struct limit_key {
    const char *key, *has;
    size_t at;     /* in lw_joint_limits */
    bool is_speed; /* must be above 0, and present where the flag is true */
} limit_key;

static const limit_key limit_keys[] = {
    {"min_position", "has_position_limits", offsetof(lw_joint_limits, lower), false},
    {"max_position", "has_position_limits", offsetof(lw_joint_limits, upper), false},
    {"max_velocity", "has_velocity_limits", offsetof(lw_joint_limits, velocity), true},
    {"max_acceleration", "has_acceleration_limits", offsetof(lw_joint_limits, acceleration), true},
    {"max_jerk", "has_jerk_limits", offsetof(lw_joint_limits, jerk), true},
};
enum { LIMIT_KEYS = sizeof limit_keys / sizeof *limit_keys };

/* all keys that MoveIt and ros2_control know */
static const char *const known_keys[] = {"has_position_limits",
                                         "min_position",
                                         "max_position",
                                         "has_velocity_limits",
                                         "min_velocity",
                                         "max_velocity",
                                         "has_acceleration_limits",
                                         "min_acceleration",
                                         "max_acceleration",
                                         "has_deceleration_limits",
                                         "max_deceleration",
                                         "has_jerk_limits",
                                         "min_jerk",
                                         "max_jerk",
                                         "has_effort_limits",
                                         "max_effort",
                                         "angle_wraparound",
                                         NULL};

/* Reads one limit of a joint, where the file gives it. */
static lw_status read_limit(lw_document *document, const lw_value *joint, const limit_key *of,
                            lw_joint_limits *out)
{
    const lw_value *has = lw_value_find(joint, of->has);
    const lw_value *given = lw_value_find(joint, of->key);
    bool there = given != NULL;
    double value = 0;
    lw_status status = has ? lw_value_bool(document, has, of->has, &there) : LW_OK;
    if (status || !there)
        return status;
    if (!given) /* a position may have a limit on one side only */
        return of->is_speed ? lw_value_fail(document, joint, LW_ERROR_SYNTAX,
                                            "%s is true, but %s is missing", of->has, of->key)
                            : LW_OK;
    status = lw_value_quantity(document, given, of->key, &value);
    if (!status && of->is_speed && !(value > 0))
        status = lw_value_fail(document, given, LW_ERROR_ARGUMENT, "%s is %g; it must be above 0",
                               of->key, value);
    memcpy((char *)out + of->at, &value, sizeof value);
    return status;
}

/* Sets the limits of a joint in all robots that have a joint of this name. */
static lw_status set_limits(lw_scene *scene, lw_document *document, const lw_member *member,
                            const lw_joint_limits *limits)
{
    const lw_model *model = &scene->model;
    size_t found = 0;
    for (size_t r = 0; r < model->robots.count; r++) {
        if (lw_model_find_joint(model, (int64_t)r, member->key) < 0)
            continue;
        found++;
        lw_status status = lw_scene_set_joint_limits(scene, model->robots.items[r].name, member->key,
                                                     limits, document->error);
        if (status)
            return lw_value_place(document, member->value, status);
    }
    return found ? LW_OK
                 : lw_value_fail(document, member->value, LW_ERROR_NAME, "no robot has such a joint%s",
                                 lw_hint_joint(model, -1, member->key).text);
}

static lw_status read_joint(lw_scene *scene, lw_document *document, const lw_member *member)
{
    lw_joint_limits limits = lw_default_joint_limits();
    lw_document_subject(document, "joint \"%.60s\"", member->key);
    lw_status status = lw_value_expect(document, member->value, "its limits", LW_VALUE_MAP);
    if (!status)
        status = lw_value_keys(document, member->value, "its limits", known_keys);
    for (int i = 0; i < LIMIT_KEYS && !status; i++)
        status = read_limit(document, member->value, &limit_keys[i], &limits);
    return status ? status : set_limits(scene, document, member, &limits);
}

static lw_status read_scale(lw_document *document, const lw_value *root, const char *key, double *out)
{
    const lw_value *given = lw_value_find(root, key);
    if (!given)
        return LW_OK;
    lw_status status = lw_value_number(document, given, key, out);
    if (!status && !(*out > 0 && *out <= 1))
        status = lw_value_fail(document, given, LW_ERROR_ARGUMENT,
                               "%s is %g; it must be above 0 and at most 1", key, *out);
    return status;
}

/* The map that holds joint_limits: ROS puts the names of nodes and of parameters above it. */
static const lw_value *find_limits(const lw_value *root)
{
    static const char *const above[] = {"/**", "ros__parameters", "robot_description_planning"};
    for (size_t i = 0; i < sizeof above / sizeof *above; i++) {
        const lw_value *inner = lw_value_find(root, above[i]);
        if (inner && inner->kind == LW_VALUE_MAP)
            root = inner;
    }
    return root;
}

static lw_status read_all(lw_scene *scene, lw_model *model, lw_document *document, const lw_value *root)
{
    lw_value *joints = NULL;
    double scales[2] = {0, 0};
    size_t size = model->joints.count * sizeof *model->joints.items;
    lw_model_joint *before = lw_document_take(document, 1, size + 1);
    if (!before)
        return lw_fail_memory(document->error);
    if (size)
        memcpy(before, model->joints.items, size);
    root = find_limits(root);
    lw_status status = lw_value_need(document, root, "joint_limits", &joints);
    if (!status)
        status = read_scale(document, root, "default_velocity_scaling_factor", &scales[0]);
    if (!status)
        status = read_scale(document, root, "default_acceleration_scaling_factor", &scales[1]);
    if (!status)
        status = lw_value_expect(document, joints, "joint_limits", LW_VALUE_MAP);
    for (size_t i = 0; !status && i < joints->count; i++)
        status = read_joint(scene, document, &joints->members[i]);
    if (!status)
        memcpy(model->rate_scales, scales, sizeof scales);
    else if (size) /* roll back: a file is applied as a whole or not at all */
        memcpy(model->joints.items, before, size);
    return status;
}

lw_status lw_scene_load_joint_limits(lw_scene *scene, const char *path, lw_error *error)
{
    if (!scene || !path)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no scene or no file was given");
    lw_model *model = NULL;
    lw_document document = {.file = path, .error = error};
    lw_value *root = NULL;
    lw_status status = lw_build_robots(scene, "limits of joints", &model, error);
    if (status || (status = lw_model_add_file(model, path, error)))
        return status;
    status = lw_ros_read(&document, path, "map of joint limits", &root);
    if (!status)
        status = read_all(scene, model, &document, root);
    lw_document_free(&document);
    return status;
}
