/* Reads MoveIt's planning requests (moveit_msgs/MotionPlanRequest): the joint values of the start state
 * and of the first goal, and the joint constraints of the path. Constraints of other kinds would change
 * the question, so they are errors; unknown keys are listed for notices. */
#include <stdio.h>
#include <string.h>

#include "io/scene/moveit.h"
#include "io/text/ros_message.h"

/* Adds a sentence about an ignored part of the request. */
static lw_status note(lw_document *document, lw_moveit_request *out, const char *sentence)
{
    const char **ignored = lw_document_take(document, out->ignored_count + 1, sizeof *out->ignored);
    if (!ignored)
        return lw_fail_memory(document->error);
    if (out->ignored_count)
        memcpy(ignored, out->ignored, out->ignored_count * sizeof *ignored);
    ignored[out->ignored_count] = lw_document_text(document, sentence, strlen(sentence));
    if (!ignored[out->ignored_count++])
        return lw_fail_memory(document->error);
    out->ignored = ignored;
    return LW_OK;
}

/* Lists the unknown keys of a part of the message. */
static lw_status list_unknown(lw_document *document, const lw_value *node, const char *part,
                              const char *const *keys, lw_moveit_request *out)
{
    for (size_t i = 0; node && node->kind == LW_VALUE_MAP && i < node->count; i++) {
        const char *key = node->members[i].key;
        char sentence[160];
        size_t k = 0;
        while (keys[k] && strcmp(keys[k], key) != 0)
            k++;
        if (keys[k])
            continue;
        snprintf(sentence, sizeof sentence, "%s has a key \"%.60s\", which is not known and is ignored",
                 part, key);
        lw_status status = note(document, out, sentence);
        if (status)
            return status;
    }
    return LW_OK;
}

/* Whether a value holds any number other than 0. */
static bool is_set(const lw_value *node)
{
    bool set = lw_value_as_number(node) != 0;
    for (size_t i = 0; node && i < node->count && !set; i++)
        set = is_set(node->kind == LW_VALUE_MAP ? node->members[i].value : node->items[i]);
    return set;
}

/* Lists ignored parts that would change how MoveIt plans the motion. */
static lw_status note_unused(lw_document *document, const lw_value *message, lw_moveit_request *out)
{
    const lw_value *workspace = lw_value_find(message, "workspace_parameters");
    const lw_value *start = lw_value_find(message, "start_state");
    const lw_value *joints = lw_value_find(start, "joint_state");
    const lw_value *poses = lw_value_find(start, "multi_dof_joint_state");
    lw_status status = LW_OK;
    out->workspace = is_set(lw_value_find(workspace, "min_corner")) ||
                     is_set(lw_value_find(workspace, "max_corner"));
    if (lw_value_item_count(lw_value_find(message, "reference_trajectories")))
        status = note(document, out, "reference_trajectories are not looked at");
    if (!status && (is_set(lw_value_find(joints, "velocity")) || is_set(lw_value_find(poses, "twist"))))
        status = note(document, out,
                      "start_state has velocities that are not 0; the robot is taken to start at rest");
    return status;
}

/* Refuses a list that is not empty. */
static lw_status refuse_list(lw_document *document, const lw_value *node, const char *key,
                             const char *part)
{
    const lw_value *list = lw_value_find(node, key);
    if (!list || list->kind == LW_VALUE_NULL || !list->count)
        return LW_OK;
    return lw_value_fail(document, list, LW_ERROR_ARGUMENT,
                         "%s of %s are not followed here: the answer would be about another motion",
                         key, part);
}

static lw_status read_tolerance(lw_document *document, const lw_value *node, const char *key,
                                double *out)
{
    const lw_value *value = lw_value_find(node, key);
    *out = 0;
    if (!value)
        return LW_OK;
    lw_status status = lw_value_quantity(document, value, key, out);
    if (!status && *out < 0)
        status = lw_value_fail(document, value, LW_ERROR_ARGUMENT, "%s is %g; it must not be negative",
                               key, *out);
    return status;
}

/* Reads one of joint_constraints. position: out, the middle, to which the tolerances are relative. */
static lw_status read_constraint(lw_document *document, const lw_value *node, const char *part,
                                 lw_joint_constraint *out, double *position, lw_moveit_request *request)
{
    static const char *const keys[] = {"joint_name",      "position", "tolerance_above",
                                       "tolerance_below", "weight",   NULL};
    lw_value *name = NULL;
    lw_value *middle = NULL;
    double above;
    double below;
    out->node = node;
    lw_status status = lw_value_expect(document, node, "a joint constraint", LW_VALUE_MAP);
    if (status || (status = lw_value_need(document, node, "joint_name", &name)) ||
        (status = lw_value_text(document, name, "joint_name", &out->joint)) ||
        (status = lw_value_need(document, node, "position", &middle)) ||
        (status = lw_value_quantity(document, middle, "position", position)) ||
        (status = read_tolerance(document, node, "tolerance_above", &above)) ||
        (status = read_tolerance(document, node, "tolerance_below", &below)) ||
        (status = list_unknown(document, node, part, keys, request)))
        return status;
    out->lower = *position - below;
    out->upper = *position + above;
    return LW_OK;
}

/* Finds the joint constraints of a moveit_msgs/Constraints; constraints of other kinds are errors. */
static lw_status find_constraints(lw_document *document, const lw_value *node, const char *part,
                                  lw_moveit_request *request, size_t *count, lw_value *const **items)
{
    static const char *const keys[] = {"name",
                                       "joint_constraints",
                                       "position_constraints",
                                       "orientation_constraints",
                                       "visibility_constraints",
                                       NULL};
    lw_status status = lw_ros_list(document, lw_value_find(node, "joint_constraints"),
                                   "joint_constraints", count, items);
    for (size_t i = 2; keys[i] && !status; i++)
        status = refuse_list(document, node, keys[i], part);
    return status ? status : list_unknown(document, node, part, keys, request);
}

/* reads joint_constraints of the first goal; several goals are alternatives */
static lw_status read_goal(lw_document *document, const lw_value *message, lw_moveit_request *out)
{
    size_t goals = 0;
    size_t count = 0;
    lw_value *const *items = NULL;
    lw_value *const *constraints = NULL;
    const lw_value *list = lw_value_find(message, "goal_constraints");
    lw_document_subject(document, "goal_constraints");
    lw_status status = lw_ros_list(document, list, "goal_constraints", &goals, &items);
    if (status)
        return status;
    if (!goals)
        return lw_value_fail(document, list ? list : message, LW_ERROR_SYNTAX,
                             "the request has no goal");
    out->goals = goals;
    if ((status = lw_value_expect(document, items[0], "a goal", LW_VALUE_MAP)) ||
        (status = lw_ros_list(document, lw_value_find(items[0], "joint_constraints"),
                              "joint_constraints", &count, &constraints)))
        return status;
    if (!count)
        return lw_value_fail(
            document, items[0], LW_ERROR_SYNTAX,
            "the goal has no joint_constraints; a goal pose has no joint values to go to");
    const char **names = lw_document_take(document, count, sizeof *names);
    double *values = lw_document_take(document, count, sizeof *values);
    if (!names || !values)
        return lw_fail_memory(document->error);
    if ((status = find_constraints(document, items[0], "the goal", out, &count, &constraints)))
        return status;
    for (size_t i = 0; i < count; i++) {
        lw_joint_constraint constraint;
        status = read_constraint(document, constraints[i], "the goal", &constraint, &values[i], out);
        if (status)
            return status;
        names[i] = constraint.joint;
        for (size_t k = 0; k < i; k++)
            if (!strcmp(names[i], names[k]))
                return lw_value_fail(document, lw_value_find(constraints[i], "joint_name"),
                                     LW_ERROR_NAME, "the goal names joint \"%.60s\" twice", names[i]);
    }
    out->goal_count = count;
    out->goal_joints = names;
    out->goal_values = values;
    return LW_OK;
}

static lw_status read_path_constraints(lw_document *document, const lw_value *message,
                                       lw_moveit_request *out)
{
    lw_value *const *items = NULL;
    lw_value *node = NULL;
    lw_document_subject(document, "path_constraints");
    lw_status status = lw_ros_part(document, message, "path_constraints", &node);
    if (!status)
        status = find_constraints(document, node, "path_constraints", out, &out->path_count, &items);
    if (status)
        return status;
    out->path = lw_document_take(document, out->path_count, sizeof *out->path);
    if (!out->path)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < out->path_count && !status; i++) {
        double position;
        status = read_constraint(document, items[i], "path_constraints", &out->path[i], &position, out);
    }
    return status;
}

/* Reads the rest of the message, beside start, goal and path_constraints. */
static lw_status read_others(lw_document *document, const lw_value *message, lw_moveit_request *out)
{
    static const char *const known[] = {"start_state",
                                        "goal_constraints",
                                        "path_constraints",
                                        "trajectory_constraints",
                                        "reference_trajectories",
                                        "group_name",
                                        "workspace_parameters",
                                        "pipeline_id",
                                        "planner_id",
                                        "num_planning_attempts",
                                        "allowed_planning_time",
                                        "max_velocity_scaling_factor",
                                        "max_acceleration_scaling_factor",
                                        "cartesian_speed_end_effector_link",
                                        "cartesian_speed_limited_link",
                                        "max_cartesian_speed",
                                        NULL};
    static const char *const state[] = {"joint_state", "multi_dof_joint_state",
                                        "attached_collision_objects", "is_diff", NULL};
    lw_status status = refuse_list(document, lw_value_find(message, "trajectory_constraints"),
                                   "constraints", "trajectory_constraints");
    if (!status)
        status = list_unknown(document, message, "the request", known, out);
    if (!status)
        status = note_unused(document, message, out);
    return status ? status
                  : list_unknown(document, lw_value_find(message, "start_state"), "start_state", state,
                                 out);
}

lw_status lw_moveit_read_request(lw_document *document, const char *path, lw_moveit_request *out)
{
    lw_value *message = NULL;
    *out = (lw_moveit_request){0};
    lw_status status = lw_ros_read(document, path, "planning request", &message);
    const lw_value *inner = status ? NULL : lw_value_find(message, "motion_plan_request");
    if (inner) /* the planning service's request holds the plan request as a member */
        message = (lw_value *)inner;
    const lw_value *name = status ? NULL : lw_value_find(message, "group_name");
    if (name)
        status = lw_value_text(document, name, "group_name", &out->group);
    if (out->group && !*out->group)
        out->group = NULL;
    if (!status)
        status = lw_robot_state_read(document, lw_value_find(message, "start_state"), "start_state",
                                     &out->start);
    if (!status)
        status = read_goal(document, message, out);
    if (!status)
        status = read_path_constraints(document, message, out);
    return status ? status : read_others(document, message, out);
}
