/* Reads poses of planar and floating joints over time, as MoveIt writes them: the transform of a joint
 * is its pose in the frame of its parent, and velocities are of a planar joint's x, y and theta. */
#include "io/motion/multi_dof_trajectory.h"

#include <stdio.h>
#include <string.h>

#include "io/scene/robot_state.h"
#include "io/text/ros_message.h"
#include "math/angle.h"

static const lw_frozen_joint *joint_at(const lw_multi_dof *multi, size_t i)
{
    return &multi->columns.joints.chains->joints[multi->columns.joints.joints[i]];
}

lw_status lw_multi_dof_read(const lw_scene *scene, lw_document *document, const lw_value *node,
                            const char *robot, lw_multi_dof *out)
{
    static const char *const keys[] = {"header", "joint_names", "points", NULL};
    lw_value *names = NULL;
    lw_value *points = NULL;
    *out = (lw_multi_dof){.node = node, .frame = ""};
    lw_status status = lw_value_keys(document, node, "a multi-DOF joint trajectory", keys);
    if (status || (status = lw_value_need(document, node, "joint_names", &names)) ||
        (status = lw_value_text_list(document, names, "joint_names", &out->names, &out->name_count)) ||
        (status = lw_value_need(document, node, "points", &points)) ||
        (status = lw_ros_list(document, points, "points", &out->point_count, &out->points)))
        return status;
    const lw_value *frame = lw_value_find(lw_value_find(node, "header"), "frame_id");
    if (frame && (status = lw_value_text(document, frame, "frame_id", &out->frame)))
        return status;
    out->frame += *out->frame == '/';
    status =
        lw_columns_of_names(scene, document, names, robot, out->names, out->name_count, &out->columns);
    if (!status && out->columns.joints.count != out->name_count)
        return lw_value_fail(document, names, LW_ERROR_ARGUMENT,
                             "joint_names of a multi-DOF joint trajectory has a joint that is fixed or "
                             "follows another one");
    return status;
}

static lw_status read_point(lw_document *document, const lw_multi_dof *multi, size_t i,
                            lw_value *const **transforms)
{
    static const char *const keys[] = {"transforms", "velocities", "accelerations", "time_from_start",
                                       NULL};
    char name[60];
    size_t count = 0;
    snprintf(name, sizeof name, "point %zu", i);
    const lw_value *list = lw_value_find(multi->points[i], "transforms");
    lw_status status = lw_value_keys(document, multi->points[i], name, keys);
    if (!status)
        status = lw_ros_list(document, list, "transforms", &count, transforms);
    if (!status && count != multi->name_count)
        return lw_value_fail(document, list ? list : multi->points[i], LW_ERROR_ARGUMENT,
                             "point %zu has %zu transforms, and there are %zu joint_names", i, count,
                             multi->name_count);
    return status;
}

lw_status lw_multi_dof_times(lw_document *document, const lw_multi_dof *multi, double *times)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < multi->point_count && !status; i++) {
        lw_value *time = NULL;
        status = lw_value_expect(document, multi->points[i], "a point", LW_VALUE_MAP);
        if (!status)
            status = lw_value_need(document, multi->points[i], "time_from_start", &time);
        if (!status)
            status = lw_ros_time(document, time, "time_from_start", &times[i]);
    }
    return status;
}

/* An angle, shifted by whole turns so that it is nearest to another one. */
static double near_angle(double angle, double to)
{
    const double turn = 2 * LW_HALF_TURN;
    return angle + turn * rint((to - angle) / turn);
}

lw_status lw_multi_dof_values(lw_document *document, const lw_multi_dof *multi, size_t stride,
                              double *values)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < multi->point_count && !status; i++) {
        lw_value *const *transforms = NULL;
        double *at = values + i * stride;
        status = read_point(document, multi, i, &transforms);
        for (size_t k = 0; k < multi->name_count && !status; k++) {
            double all[7];
            size_t count = 0;
            lw_pose placed;
            if (!(status = lw_ros_pose(document, transforms[k], "a transform", &placed)))
                status = lw_robot_state_pose_values(document, transforms[k], "the trajectory",
                                                    joint_at(multi, k), placed, all, &count);
            if (status)
                return status;
            if (count == 3 && i)
                all[2] = near_angle(all[2], (at - stride)[2]);
            memcpy(at, all, count * sizeof *at);
            at += count;
        }
    }
    return status;
}

/* Reads x, y and theta of a Twist. */
static lw_status read_twist(lw_document *document, const lw_value *node, double out[3])
{
    static const char *const keys[] = {"linear", "angular", NULL};
    lw_vec3 linear = {0, 0, 0};
    lw_vec3 angular = {0, 0, 0};
    const lw_value *parts[2] = {lw_value_find(node, keys[0]), lw_value_find(node, keys[1])};
    lw_status status = lw_value_keys(document, node, "a velocity", keys);
    if (!status && parts[0])
        status = lw_ros_vector(document, parts[0], "a linear velocity", &linear);
    if (!status && parts[1])
        status = lw_ros_vector(document, parts[1], "an angular velocity", &angular);
    memcpy(out, (double[]){linear.x, linear.y, angular.z}, 3 * sizeof *out);
    return status;
}

lw_status lw_multi_dof_rates(lw_document *document, const lw_multi_dof *multi, const char *key,
                             size_t stride, double *values, bool *has)
{
    *has = multi->point_count > 0;
    for (size_t k = 0; k < multi->name_count && *has; k++)
        *has = lw_joint_value_count(joint_at(multi, k)->kind) == 3;
    for (size_t i = 0; i < multi->point_count && *has; i++) {
        const lw_value *list = lw_value_find(multi->points[i], key);
        size_t count = 0;
        lw_value *const *twists = NULL;
        lw_status status = lw_ros_list(document, list, key, &count, &twists);
        *has = count > 0;
        if (!status && count && count != multi->name_count)
            status = lw_value_fail(document, list, LW_ERROR_ARGUMENT,
                                   "point %zu has %zu %s, and there are %zu joint_names", i, count, key,
                                   multi->name_count);
        for (size_t k = 0; k < count && !status; k++)
            status = read_twist(document, twists[k], values + i * stride + 3 * k);
        if (status)
            return status;
    }
    return LW_OK;
}

void lw_multi_dof_turn(const lw_multi_dof *multi, const double *start, size_t stride, double *values)
{
    size_t column = 0;
    for (size_t k = 0; k < multi->name_count; k++) {
        const size_t count = lw_joint_value_count(joint_at(multi, k)->kind);
        const double first = values[column + 2];
        const double turns = count == 3 ? near_angle(first, start[column + 2]) - first : 0;
        for (size_t i = 0; i < multi->point_count && turns != 0; i++)
            values[i * stride + column + 2] += turns;
        column += count;
    }
}
