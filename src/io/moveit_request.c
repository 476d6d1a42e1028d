/* MoveIt's planning requests (moveit_msgs/MotionPlanRequest): the joint values of the start state and
 * of the first goal. */
#include <string.h>

#include "io/moveit.h"
#include "io/ros_message.h"

/* joint_constraints of the first of the goals, which are alternatives */
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
    out->goal_joints = names;
    out->goal_values = values;
    return LW_OK;
}

lw_status lw_moveit_read_request(lw_document *document, const char *path, lw_moveit_request *out)
{
    lw_value *message = NULL;
    *out = (lw_moveit_request){0};
    lw_status status = lw_ros_read(document, path, "planning request", &message);
    const lw_value *inner = status ? NULL : lw_value_find(message, "motion_plan_request");
    if (inner) /* the request of the planning service */
        message = (lw_value *)inner;
    const lw_value *name = status ? NULL : lw_value_find(message, "group_name");
    if (name)
        status = lw_value_text(document, name, "group_name", &out->group);
    if (out->group && !*out->group)
        out->group = NULL;
    if (!status)
        status = lw_robot_state_read(document, lw_value_find(message, "start_state"), "start_state",
                                     &out->start);
    return status ? status : read_goal(document, message, out);
}
