/* A planning request as a motion: the joints that it moves, and their values at both ends. */
#include "io/motion/request_motion.h"

#include <string.h>

#include "base/nearest.h"
#include "io/motion/path_constraints.h"
#include "motion/notice.h"
#include "scene/variable_name.h"

/* The column of a joint's value in a configuration; -1 if there is none. value: which of the joint's
 * values; -1: its only one. */
static int64_t find_column(const lw_columns *columns, int64_t joint, int64_t value)
{
    const lw_frozen_joint *joints = columns->joints.chains->joints;
    size_t column = 0;
    for (size_t i = 0; i < columns->joints.count; i++) {
        size_t count = lw_joint_value_count(joints[columns->joints.joints[i]].kind);
        if (columns->joints.joints[i] == joint)
            return value >= 0 ? (int64_t)column + value : count == 1 ? (int64_t)column : -1;
        column += count;
    }
    return -1;
}

static lw_hint joint_hint(const lw_joints *joints, const char *name)
{
    lw_nearest nearest = lw_nearest_begin(name);
    for (size_t i = 0; i < lw_joints_count(joints); i++)
        lw_nearest_offer(&nearest, lw_joints_name(joints, i));
    return lw_nearest_hint(&nearest);
}

static lw_status put_goal(lw_document *document, const lw_moveit_request *request,
                          const lw_columns *columns, double *to)
{
    const lw_chains *chains = columns->joints.chains;
    for (size_t i = 0; i < request->goal_count; i++) {
        const char *name = request->goal_joints[i];
        int64_t joint;
        int64_t value;
        lw_status status = lw_robot_state_find(document, columns, name, &joint, &value);
        if (status)
            return status;
        if (joint < 0)
            return lw_value_fail(
                document, NULL, LW_ERROR_NAME,
                "the goal names joint \"%.60s\", which robot \"%.60s\" does not have%s", name,
                chains->names[columns->joints.robot], joint_hint(&columns->joints, name).text);
        int64_t column = find_column(columns, joint, value);
        bool moves = chains->joints[joint].elementary >= 0 && chains->joints[joint].mimic < 0;
        const char *first = lw_variable_name(chains->joints[joint].kind, 0);
        if (value < 0 && first)
            return lw_value_fail(
                document, NULL, LW_ERROR_ARGUMENT,
                "the goal names joint \"%.60s\", which takes several values; name them "
                "one by one, \"%.60s/%s\" and so on",
                name, name, first);
        if (column < 0 && moves)
            return lw_value_fail(document, NULL, LW_ERROR_NAME,
                                 "the goal names joint \"%.60s\", which is not in group \"%.60s\"",
                                 name, columns->joints.name ? columns->joints.name : "");
        if (column >= 0)
            to[column] = request->goal_values[i];
    }
    return LW_OK;
}

/* Whether the motion moves a planar or floating joint, such as a robot's base. */
static bool moves_base(const lw_columns *columns)
{
    for (size_t i = 0; i < columns->joints.count; i++)
        if (lw_joint_value_count(columns->joints.chains->joints[columns->joints.joints[i]].kind) > 1)
            return true;
    return false;
}

static lw_status give_notices(lw_document *document, const lw_moveit_request *request,
                              const lw_columns *columns, lw_motion *motion)
{
    lw_status status = LW_OK;
    if (request->workspace && moves_base(columns))
        status = lw_motion_give_notice(
            motion, LW_ERROR_NOTICE, document->file, document->error,
            "workspace_parameters are not looked at; the robot may leave the workspace");
    if (status)
        return status;
    if (request->goals > 1)
        status = lw_motion_give_notice(motion, LW_ERROR_NOTICE, document->file, document->error,
                                       "the request has %zu goals, of which the first is taken",
                                       request->goals);
    for (size_t i = 0; i < request->ignored_count && !status; i++)
        status = lw_motion_give_notice(motion, LW_ERROR_NOTICE, document->file, document->error, "%s",
                                       request->ignored[i]);
    return status;
}

lw_status lw_request_motion_set(const lw_scene *scene, lw_document *document,
                                const lw_motion_defaults *defaults, const lw_moveit_request *request,
                                lw_motion *motion)
{
    const char *group = defaults->group ? defaults->group : request->group;
    const char *const *names = request->goal_joints;
    lw_columns columns;
    lw_status status =
        group ? lw_columns_of_group(scene, document, NULL, defaults->robot, group, &columns)
              : lw_columns_of_names(scene, document, NULL, defaults->robot, names, request->goal_count,
                                    &columns);
    if (status)
        return status;
    size_t count = columns.joints.value_count;
    double *values = lw_document_take(document, 2 * count, sizeof *values);
    if (!values)
        return lw_fail_memory(document->error);
    lw_columns_rest(scene, &columns, values);
    if ((status = lw_robot_state_put(scene, document, &request->start, &columns, values, NULL)))
        return status;
    memcpy(values + count, values, count * sizeof *values);
    if ((status = put_goal(document, request, &columns, values + count)))
        return status;
    lw_track track = lw_default_track();
    track.joints = &columns.joints;
    track.point_count = 2;
    track.positions = values;
    track.no_wrap = defaults->no_wrap;
    status = lw_motion_set(motion, &track, 1, document->error);
    if (!status)
        status = lw_robot_state_set_others(scene, document, &request->start, &columns, motion);
    if (!status)
        status = lw_path_constraints_check(document, request, &columns, motion);
    if (!status)
        status = give_notices(document, request, &columns, motion);
    return lw_value_place(document, NULL, status);
}
