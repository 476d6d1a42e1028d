/* A planning request as a motion: the joints that it moves, and their values at both ends. */
#include "io/request_motion.h"

#include <string.h>

#include "base/nearest.h"
#include "io/columns.h"
#include "motion/notice.h"

/* Whether the caller gave a joint a value, which overrides the request's. */
static bool set_by_caller(const lw_scene *scene, const lw_frozen_joint *joint)
{
    for (size_t i = 0; i < scene->model.values.count; i++) {
        const lw_model_value *value = &scene->model.values.items[i];
        if (value->rank == LW_RANK_CALLER && !strcmp(value->joint, joint->name) &&
            (!value->robot || !strcmp(value->robot, scene->frozen->chains->names[joint->robot])))
            return true;
    }
    return false;
}

/* The column of a configuration that holds the one value of a joint; -1: none. */
static int64_t find_column(const lw_columns *columns, int64_t joint)
{
    const lw_frozen_joint *joints = columns->joints.chains->joints;
    size_t column = 0;
    for (size_t i = 0; i < columns->joints.count; i++) {
        size_t count = lw_joint_value_count(joints[columns->joints.joints[i]].kind);
        if (columns->joints.joints[i] == joint)
            return count == 1 ? (int64_t)column : -1;
        column += count;
    }
    return -1;
}

static int64_t find_joint(const lw_columns *columns, const char *name)
{
    return lw_chains_find_joint(columns->joints.chains, (int64_t)columns->joints.robot, name);
}

/* Puts the start state at both ends, for the goal to overwrite. */
static void put_start(const lw_moveit_request *request, const lw_columns *columns, double *from,
                      double *to)
{
    for (size_t i = 0; i < request->start_count; i++) {
        int64_t column = find_column(columns, find_joint(columns, request->start_joints[i]));
        if (column >= 0)
            from[column] = to[column] = request->start_values[i];
    }
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
        int64_t joint = find_joint(columns, name);
        if (joint < 0)
            return lw_value_fail(
                document, NULL, LW_ERROR_NAME,
                "the goal names joint \"%.60s\", which robot \"%.60s\" does not have%s", name,
                chains->names[columns->joints.robot], joint_hint(&columns->joints, name).text);
        int64_t column = find_column(columns, joint);
        bool moves = chains->joints[joint].elementary >= 0 && chains->joints[joint].mimic < 0;
        if (column < 0 && moves)
            return lw_value_fail(document, NULL, LW_ERROR_NAME,
                                 "the goal names joint \"%.60s\", which is not in group \"%.60s\"",
                                 name, columns->joints.name ? columns->joints.name : "");
        if (column >= 0)
            to[column] = request->goal_values[i];
    }
    return LW_OK;
}

static lw_status set_others(const lw_scene *scene, lw_document *document,
                            const lw_moveit_request *request, const lw_columns *columns,
                            lw_motion *motion)
{
    const lw_frozen *frozen = scene->frozen;
    lw_status status = LW_OK;
    for (size_t i = 0; i < request->start_count && !status; i++) {
        const char *name = request->start_joints[i];
        int64_t joint = find_joint(columns, name);
        if (joint < 0)
            status = lw_motion_give_notice(
                motion, LW_ERROR_NOTICE, document->file, document->error,
                "start_state names joint \"%.60s\", which the robot does not have", name);
        else if (find_column(columns, joint) < 0 &&
                 !set_by_caller(scene, &frozen->chains->joints[joint]))
            status = lw_motion_set_joint(motion, frozen->chains->names[columns->joints.robot], name,
                                         &request->start_values[i], 1, document->error);
    }
    return status;
}

lw_status lw_request_motion_set(const lw_scene *scene, lw_document *document,
                                const lw_motion_defaults *defaults, const lw_moveit_request *request,
                                lw_motion *motion)
{
    const char *group = defaults->group ? defaults->group : request->group;
    const char *const *names = (const char *const *)request->goal_joints;
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
    lw_columns_rest(scene, &columns, values + count);
    put_start(request, &columns, values, values + count);
    if ((status = put_goal(document, request, &columns, values + count)))
        return status;
    lw_track track = lw_default_track();
    track.joints = &columns.joints;
    track.point_count = 2;
    track.positions = values;
    track.no_wrap = defaults->no_wrap;
    status = lw_motion_set(motion, &track, 1, document->error);
    if (!status)
        status = set_others(scene, document, request, &columns, motion);
    return lw_value_place(document, NULL, status);
}
