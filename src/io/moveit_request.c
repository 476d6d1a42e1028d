/* MoveIt's planning requests (moveit_msgs/MotionPlanRequest): the joint values of the start state and
 * of the first goal. */
#include <string.h>

#include "io/moveit.h"
#include "io/ros_message.h"

static lw_status copy_joints(lw_arena *arena, lw_error *error, size_t count, const char *const *names,
                             const double *values, char ***names_out, double **values_out)
{
    char **copy = lw_arena_array(arena, count, sizeof(char *));
    *values_out = lw_arena_array(arena, count, sizeof **values_out);
    if (!copy || !*values_out)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        (*values_out)[i] = values[i];
        if (!(copy[i] = lw_arena_string(arena, names[i])))
            return lw_fail_memory(error);
    }
    *names_out = copy;
    return LW_OK;
}

/* joint_constraints of the first of the goals, which are alternatives */
static lw_status read_goal(lw_arena *arena, lw_document *document, const lw_value *message,
                           lw_moveit_request *out)
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
    for (size_t i = 0; i < count; i++) {
        lw_value *name = NULL;
        lw_value *position = NULL;
        if ((status = lw_value_expect(document, constraints[i], "a joint constraint", LW_VALUE_MAP)) ||
            (status = lw_value_need(document, constraints[i], "joint_name", &name)) ||
            (status = lw_value_text(document, name, "joint_name", &names[i])) ||
            (status = lw_value_need(document, constraints[i], "position", &position)) ||
            (status = lw_value_quantity(document, position, "position", &values[i])))
            return status;
        for (size_t k = 0; k < i; k++)
            if (!strcmp(names[i], names[k]))
                return lw_value_fail(document, name, LW_ERROR_NAME,
                                     "the goal names joint \"%.60s\" twice", names[i]);
    }
    out->goal_count = count;
    return copy_joints(arena, document->error, count, names, values, &out->goal_joints,
                       &out->goal_values);
}

static lw_status read_start(lw_arena *arena, lw_document *document, const lw_value *message,
                            lw_moveit_request *out)
{
    lw_value *start = NULL;
    lw_value *state = NULL;
    const char **names = NULL;
    double *positions = NULL;
    lw_document_subject(document, "start_state");
    lw_status status = lw_ros_part(document, message, "start_state", &start);
    if (status || (status = lw_ros_part(document, start, "joint_state", &state)) ||
        (status = lw_ros_joint_state(document, state, &out->start_count, &names, &positions)))
        return status;
    return copy_joints(arena, document->error, out->start_count, names, positions, &out->start_joints,
                       &out->start_values);
}

lw_status lw_moveit_read_request(lw_arena *arena, const char *path, lw_moveit_request *out,
                                 lw_error *error)
{
    lw_document document = {.file = path, .error = error};
    lw_value *message = NULL;
    const char *group = NULL;
    *out = (lw_moveit_request){0};
    lw_status status = lw_ros_read(&document, path, "planning request", &message);
    const lw_value *inner = status ? NULL : lw_value_find(message, "motion_plan_request");
    if (inner) /* the request of the planning service */
        message = (lw_value *)inner;
    const lw_value *name = status ? NULL : lw_value_find(message, "group_name");
    if (name)
        status = lw_value_text(&document, name, "group_name", &group);
    if (!status)
        status = read_start(arena, &document, message, out);
    if (!status)
        status = read_goal(arena, &document, message, out);
    if (!status && group && *group && !(out->group = lw_arena_string(arena, group)))
        status = lw_fail_memory(error);
    lw_document_free(&document);
    return status;
}
