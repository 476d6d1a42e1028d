/* Reads trajectories of ROS. The values of a point are in the order of joint_names. All points have
 * velocities, or none has; likewise for accelerations. */
#include "io/motion/joint_trajectory.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "io/motion/multi_dof_trajectory.h"
#include "io/robot/columns.h"
#include "io/scene/robot_state.h"
#include "io/text/ros_message.h"
#include "motion/approach.h"
#include "motion/notice.h"

static lw_status add_found(lw_document *document, lw_found_trajectories *list,
                           lw_found_trajectory found)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 4;
        lw_found_trajectory *items = lw_document_take(document, capacity, sizeof *items);
        if (!items)
            return lw_fail_memory(document->error);
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = found;
    return LW_OK;
}

/* Whether a message is a RobotState or a JointState. */
static bool is_state(const lw_value *node)
{
    return lw_value_find(node, "joint_state") || lw_value_find(node, "multi_dof_joint_state") ||
           (lw_value_is(lw_value_find(node, "name"), LW_VALUE_LIST) &&
            lw_value_is(lw_value_find(node, "position"), LW_VALUE_LIST));
}

/* The node itself if it has points, else NULL. */
static const lw_value *has_points(const lw_value *node)
{
    return lw_value_item_count(lw_value_find(node, "points")) ? node : NULL;
}

/* The node itself if it has names of joints, else NULL. */
static const lw_value *has_names(const lw_value *node)
{
    return lw_value_item_count(lw_value_find(node, "joint_names")) ? node : NULL;
}

/* Whether a message is a MultiDOFJointTrajectory. */
static bool is_multiple(const lw_value *node)
{
    const lw_value *points = lw_value_find(node, "points");
    return lw_value_find(node, "joint_names") && lw_value_find(lw_value_item(points, 0), "transforms");
}

/* Searches a message for trajectories, by recursion into the messages that may contain them. start: the
 * trajectory_start of the innermost message around the node; NULL: none. first: the index in the list
 * of the first trajectory of that message. Each later trajectory of the message begins where the one
 * before it ends. */
static lw_status search(lw_document *document, const lw_value *node, const lw_value *start,
                        size_t first, lw_found_trajectories *list)
{
    static const char *const holders[] = {
        "joint_trajectory", "trajectory",           "planned_trajectory",
        "solution",         "trajectory_stages",    "goal",
        "result",           "motion_plan_response", "state"};
    lw_status status = LW_OK;
    if (node->kind == LW_VALUE_LIST) {
        for (size_t i = 0; i < node->count && !status; i++)
            status = search(document, node->items[i], start, start ? first : list->count, list);
        return status;
    }
    const lw_value *own = lw_value_find(node, "trajectory_start");
    if (own) {
        start = own;
        first = list->count;
    }
    lw_found_trajectory found = {.start = start, .before = start ? list->count - first : 0};
    found.multiple = has_points(lw_value_find(node, "multi_dof_joint_trajectory"));
    if (found.multiple)
        found.node = has_names(lw_value_find(node, "joint_trajectory"));
    else if (is_multiple(node))
        found.multiple = node;
    else if (lw_value_find(node, "joint_names") || lw_value_find(node, "points"))
        found.node = node;
    if (found.node || found.multiple)
        return add_found(document, list, found);
    if (is_state(node))
        return add_found(document, list, (lw_found_trajectory){.node = node, .is_state = true});
    for (size_t i = 0; i < sizeof holders / sizeof *holders && !status; i++) {
        const lw_value *inner = lw_value_find(node, holders[i]);
        if (inner)
            status = search(document, inner, start, first, list);
    }
    return status;
}

lw_status lw_joint_trajectories_find(lw_document *document, const lw_value *messages,
                                     lw_found_trajectories *out)
{
    *out = (lw_found_trajectories){0};
    lw_status status = search(document, messages, NULL, 0, out);
    if (!status && !out->count)
        status = lw_value_fail(document, messages, LW_ERROR_SYNTAX,
                               "there is no joint trajectory, which would have joint_names and points, "
                               "and no joint state");
    return status;
}

typedef struct points {
    size_t count;
    double *times;
    double *values[3]; /* positions, velocities, accelerations; NULL where there are none */
    bool effort;       /* some point has efforts, which are not used */
} points;

static const char *const value_keys[] = {"positions", "velocities", "accelerations"};

static lw_status read_point(const lw_scene *scene, lw_document *document, const lw_value *node,
                            size_t i, const lw_columns *columns, points *p)
{
    static const char *const keys[] = {"positions", "velocities",      "accelerations",
                                       "effort",    "time_from_start", NULL};
    lw_value *time = NULL;
    char name[60];
    snprintf(name, sizeof name, "point %zu", i);
    lw_status status = lw_value_keys(document, node, name, keys);
    if (status || (status = lw_value_need(document, node, "time_from_start", &time)) ||
        (status = lw_ros_time(document, time, "time_from_start", &p->times[i])))
        return status;
    if (i ? !(p->times[i] > p->times[i - 1]) : p->times[0] < 0)
        return lw_value_fail(document, time, LW_ERROR_ARGUMENT,
                             "times must not be negative and must increase; point %zu is at %g s%s", i,
                             p->times[i], i ? ", not after the one before it" : "");
    p->effort = p->effort || lw_value_item_count(lw_value_find(node, "effort"));
    for (size_t k = 0; k < 3 && !status; k++) {
        const lw_value *row = lw_value_find(node, value_keys[k]);
        bool present = row && (row->kind != LW_VALUE_LIST || row->count);
        if (present != (p->values[k] != NULL))
            return lw_value_fail(document, row ? row : node, LW_ERROR_ARGUMENT,
                                 "point %zu has %s %s, other than the points before it", i,
                                 present ? "its" : "no", value_keys[k]);
        if (!present)
            continue;
        snprintf(name, sizeof name, "%s of point %zu", value_keys[k], i);
        status = lw_columns_row(scene, document, row, columns, name, false,
                                p->values[k] + i * columns->joints.value_count);
    }
    return status;
}

static lw_status read_points(const lw_scene *scene, lw_document *document, const lw_value *list,
                             const lw_columns *columns, points *p)
{
    lw_status status = lw_value_expect(document, list, "points", LW_VALUE_LIST);
    if (status)
        return status;
    if (!list->count)
        return lw_value_fail(document, list, LW_ERROR_ARGUMENT, "the trajectory has no points");
    p->count = list->count;
    p->times = lw_document_take(document, p->count, sizeof *p->times);
    if (!p->times)
        return lw_fail_memory(document->error);
    for (size_t k = 0; k < 3; k++) {
        const lw_value *first = lw_value_find(list->items[0], value_keys[k]);
        if (k && (!first || (first->kind == LW_VALUE_LIST && !first->count)))
            continue;
        size_t row = columns->joints.value_count * sizeof(double);
        if (!(p->values[k] = lw_document_take(document, p->count, row)))
            return lw_fail_memory(document->error);
    }
    for (size_t i = 0; i < p->count && !status; i++)
        status = read_point(scene, document, list->items[i], i, columns, p);
    return status;
}

/* Reads the joints and the points of a JointTrajectory. */
static lw_status read_trajectory(const lw_scene *scene, lw_document *document, const lw_value *node,
                                 const lw_motion_defaults *defaults, lw_columns *columns, points *p)
{
    static const char *const keys[] = {"header", "joint_names", "points", NULL};
    lw_value *names_node = NULL;
    lw_value *list = NULL;
    const char **names = NULL;
    size_t count = 0;
    lw_status status = lw_value_keys(document, node, "a joint trajectory", keys);
    if (status || (status = lw_value_need(document, node, "joint_names", &names_node)) ||
        (status = lw_value_text_list(document, names_node, "joint_names", &names, &count)) ||
        (status = lw_value_need(document, node, "points", &list)) ||
        (status =
             lw_columns_of_names(scene, document, names_node, defaults->robot, names, count, columns)))
        return status;
    return read_points(scene, document, list, columns, p);
}

/* Adds the last poses of a MultiDOFJointTrajectory to a state. */
static lw_status add_last_poses(lw_document *document, const lw_value *node, lw_robot_state *state)
{
    const lw_value *list = lw_value_find(node, "points");
    const lw_value *names = lw_value_find(node, "joint_names");
    const lw_value *last = lw_value_item(list, lw_value_item_count(list) - 1);
    const lw_value *transforms = lw_value_find(last, "transforms");
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_value_item_count(names) && !status; i++) {
        const char *name = NULL;
        lw_pose at;
        if (!lw_value_item(transforms, i))
            break;
        if (!(status = lw_value_text(document, names->items[i], "a joint's name", &name)) &&
            !(status = lw_ros_pose(document, transforms->items[i], "a transform", &at)))
            status = lw_robot_state_add_pose(document, state, name, at);
    }
    return status;
}

/* Adds the last positions of a JointTrajectory to a state. */
static lw_status add_end(lw_document *document, const lw_value *node, lw_robot_state *state)
{
    const lw_value *list = lw_value_find(node, "points");
    const lw_value *last = lw_value_item(list, lw_value_item_count(list) - 1);
    const lw_value *positions = lw_value_find(last, "positions");
    const lw_value *names_node = lw_value_find(node, "joint_names");
    const char **names = NULL;
    double *values = NULL;
    size_t count[2] = {0, 0};
    if (!positions || !names_node)
        return LW_OK;
    lw_status status = lw_value_text_list(document, names_node, "joint_names", &names, &count[0]);
    if (!status)
        status = lw_value_number_list(document, positions, "positions", &values, &count[1]);
    /* joints of several values make the counts differ; a joint state cannot hold such joints */
    if (status || count[0] != count[1])
        return status;
    return lw_robot_state_add(document, state, count[0], names, values);
}

/* Reads the state at which a trajectory begins: trajectory_start, updated by the ends of the
 * trajectories before it. */
static lw_status read_start(lw_document *document, const lw_found_trajectories *found, size_t index,
                            lw_robot_state *state)
{
    const size_t before = found->items[index].before;
    lw_status status =
        lw_robot_state_read(document, found->items[index].start, "trajectory_start", state);
    for (size_t i = index - before; i < index && !status; i++) {
        status = add_end(document, found->items[i].node, state);
        if (!status)
            status = add_last_poses(document, found->items[i].multiple, state);
    }
    return status;
}

/* Sets the beginning of a track's approach from a state. *start: out, a row with rest values for joints
 * that the state does not have; *given: out, for each joint, whether the state has it. Both stay as
 * they are if the state has none of the joints. */
static lw_status put_start(const lw_scene *scene, lw_document *document, const lw_robot_state *state,
                           const lw_columns *columns, double **start, bool **given)
{
    double *row = lw_document_take(document, columns->joints.value_count, sizeof *row);
    bool *put = lw_document_take(document, columns->joints.count, sizeof *put);
    if (!row || !put)
        return lw_fail_memory(document->error);
    lw_columns_rest(scene, columns, row);
    lw_status status = lw_robot_state_put(scene, document, state, columns, row, put);
    for (size_t i = 0; i < columns->joints.count && !status; i++)
        if (put[i]) {
            *start = row;
            *given = put;
        }
    return status;
}

/* Sets motion to a state: a path of one waypoint, at which the robot stands still. */
static lw_status set_state(const lw_scene *scene, lw_document *document, const lw_value *node,
                           const lw_motion_defaults *defaults, lw_motion *motion)
{
    lw_columns columns;
    lw_robot_state state;
    lw_track track = lw_default_track();
    lw_status status =
        lw_columns_of_group(scene, document, node, defaults->robot, defaults->group, &columns);
    if (status || (status = lw_robot_state_read_any(document, node, "the state", &state)))
        return status;
    double *row = lw_document_take(document, columns.joints.value_count, sizeof *row);
    if (!row)
        return lw_fail_memory(document->error);
    lw_columns_rest(scene, &columns, row);
    if ((status = lw_robot_state_put(scene, document, &state, &columns, row, NULL)))
        return status;
    track.joints = &columns.joints;
    track.point_count = 1;
    track.positions = row;
    status = lw_motion_set(motion, &track, 1, document->error);
    return status ? status : lw_robot_state_set_others(scene, document, &state, &columns, motion);
}

/* Reads the times of the poses, and checks that they equal the times of the JointTrajectory, if there
 * is one. own: how many values of the JointTrajectory a row has; 0: there is no JointTrajectory. */
static lw_status match_times(lw_document *document, const lw_multi_dof *multi, size_t own, points *p)
{
    double *times = lw_document_take(document, multi->point_count, sizeof *times);
    lw_status status =
        times ? lw_multi_dof_times(document, multi, times) : lw_fail_memory(document->error);
    if (!status && own && p->count != multi->point_count)
        return lw_value_fail(document, multi->node, LW_ERROR_ARGUMENT,
                             "joint_trajectory has %zu points, and multi_dof_joint_trajectory %zu",
                             p->count, multi->point_count);
    for (size_t i = 0; i < multi->point_count && !status; i++) {
        if (own && fabs(times[i] - p->times[i]) > 1e-9)
            return lw_value_fail(document, multi->points[i], LW_ERROR_ARGUMENT,
                                 "point %zu of multi_dof_joint_trajectory is at %g s, and that of "
                                 "joint_trajectory at %g s",
                                 i, times[i], p->times[i]);
        if (i ? !(times[i] > times[i - 1]) : times[0] < 0)
            return lw_value_fail(document, multi->points[i], LW_ERROR_ARGUMENT,
                                 "times must not be negative and must increase; point %zu is at %g s",
                                 i, times[i]);
    }
    p->times = own ? p->times : times;
    p->count = multi->point_count;
    return status;
}

/* Appends the poses of a MultiDOFJointTrajectory to each row of p, after the values of single joints.
 * stride: how many values a joined row has. *lost: set where only one of the two has velocities or
 * accelerations, which are then dropped. */
static lw_status add_poses(lw_document *document, const lw_multi_dof *multi, size_t stride, points *p,
                           bool *lost)
{
    const size_t own = stride - multi->columns.joints.value_count;
    lw_status status = match_times(document, multi, own, p);
    for (size_t k = 0; k < 3 && !status; k++) {
        double *all = lw_document_take(document, p->count, stride * sizeof *all);
        bool has = !k;
        if (!all)
            return lw_fail_memory(document->error);
        status = k ? lw_multi_dof_rates(document, multi, value_keys[k], stride, all + own, &has)
                   : lw_multi_dof_values(document, multi, stride, all + own);
        const bool has_own = own && p->values[k];
        for (size_t i = 0; i < p->count && has_own; i++)
            memcpy(all + i * stride, p->values[k] + i * own, own * sizeof *all);
        *lost = *lost || (own && has_own != has);
        p->values[k] = has && (!own || has_own) ? all : NULL;
    }
    return status;
}

/* The columns of the joints of both parts of a trajectory. */
static lw_status join_columns(const lw_scene *scene, lw_document *document, const lw_value *node,
                              const lw_multi_dof *multi, const char *robot, lw_columns *out)
{
    const lw_value *list = lw_value_find(node, "joint_names");
    const size_t own = lw_value_item_count(list);
    const char **names = lw_document_take(document, own + multi->name_count, sizeof *names);
    lw_status status = names ? LW_OK : lw_fail_memory(document->error);
    for (size_t i = 0; i < own + multi->name_count && !status; i++) {
        if (i < own)
            status = lw_value_text(document, list->items[i], "joint_names", &names[i]);
        else
            names[i] = multi->names[i - own];
    }
    return status ? status
                  : lw_columns_of_names(scene, document, multi->node, robot, names,
                                        own + multi->name_count, out);
}

/* A trajectory as it was read: its points over time, and the state at its start. */
typedef struct timed {
    lw_columns columns;
    points p;
    lw_multi_dof multi;
    bool has_multi;
    bool lost;     /* velocities or accelerations of only some joints were dropped */
    double *start; /* NULL: not known */
    bool *given;
    lw_robot_state state;
} timed;

static lw_status read_timed(const lw_scene *scene, lw_document *document,
                            const lw_found_trajectories *found, size_t index,
                            const lw_motion_defaults *defaults, timed *out)
{
    const lw_value *node = found->items[index].node;
    const lw_value *multiple = found->items[index].multiple;
    lw_status status = LW_OK;
    *out = (timed){.has_multi = multiple};
    if (node)
        status = read_trajectory(scene, document, node, defaults, &out->columns, &out->p);
    if (!status && multiple) {
        status = lw_multi_dof_read(scene, document, multiple, defaults->robot, &out->multi);
        if (!status)
            status = join_columns(scene, document, node, &out->multi, defaults->robot, &out->columns);
        if (!status)
            status =
                add_poses(document, &out->multi, out->columns.joints.value_count, &out->p, &out->lost);
    }
    if (!status)
        status = read_start(document, found, index, &out->state);
    return status ? status
                  : put_start(scene, document, &out->state, &out->columns, &out->start, &out->given);
}

/* Gives notices about poses in another frame than their joint's, and about velocities and accelerations
 * that are not used. */
static lw_status notice_multiple(lw_document *document, const timed *t, lw_motion *motion)
{
    const lw_multi_dof *multi = &t->multi;
    const lw_chains *chains = multi->columns.joints.chains;
    lw_status status = LW_OK;
    for (size_t i = 0; i < multi->name_count && !status; i++) {
        const lw_frozen_joint *joint = &chains->joints[multi->columns.joints.joints[i]];
        const char *parent = chains->links[joint->parent_link].name;
        if (*multi->frame && strcmp(multi->frame, "world") != 0 && strcmp(multi->frame, parent) != 0)
            status = lw_motion_give_notice(
                motion, LW_ERROR_NOTICE, document->file, document->error,
                "the poses of joint \"%s\" are given in the frame \"%s\", and are taken in that of the "
                "joint, \"%s\"",
                joint->name, multi->frame, parent);
    }
    if (!status && t->lost)
        status = lw_motion_give_notice(motion, LW_ERROR_NOTICE, document->file, document->error,
                                       "velocities or accelerations are given of some of the "
                                       "trajectory's joints only; they are not "
                                       "used");
    return status;
}

/* Gives notices about an approach: joints without a stated start, and a start that is not at rest. */
static lw_status notice_approach(lw_document *document, const lw_found_trajectory *item, const timed *t,
                                 lw_motion *motion)
{
    const lw_value *joints = lw_value_find(item->start, "joint_state");
    const lw_value *velocities = lw_value_find(joints, "velocity");
    bool moves = false;
    for (size_t i = 0; i < lw_value_item_count(velocities); i++)
        moves = moves || lw_value_as_number(velocities->items[i]) != 0;
    lw_status status = LW_OK;
    if (moves && !item->before)
        status =
            lw_motion_give_notice(motion, LW_ERROR_NOTICE, document->file, document->error,
                                  "trajectory_start has velocities that are not 0; the robot is taken "
                                  "to start at rest");
    return status ? status
                  : lw_approach_notice(motion, &t->columns.joints, t->given, t->p.times[0],
                                       document->error);
}

/* Shifts the headings of poses by whole turns, which poses do not define, so that the approach turns
 * the shorter way to the first pose. */
static void turn_headings(const lw_scene *scene, lw_document *document, timed *t)
{
    const size_t stride = t->columns.joints.value_count;
    const size_t own = stride - t->multi.columns.joints.value_count;
    double *start = t->start ? t->start : lw_document_take(document, stride, sizeof *start);
    if (!start || !(t->p.times[0] > 0))
        return;
    if (!t->start)
        lw_columns_rest(scene, &t->columns, start);
    lw_multi_dof_turn(&t->multi, start + own, stride, t->p.values[0] + own);
}

lw_status lw_joint_trajectory_set(const lw_scene *scene, lw_document *document,
                                  const lw_found_trajectories *found, size_t index,
                                  const lw_motion_defaults *defaults, lw_motion *motion)
{
    const lw_found_trajectory *item = &found->items[index];
    const lw_value *place = item->node ? item->node : item->multiple;
    timed t;
    lw_track track = lw_default_track();
    lw_status status = lw_motion_set(motion, NULL, 0, document->error);
    if (!status && item->is_state)
        return lw_value_place(document, place, set_state(scene, document, place, defaults, motion));
    if (status || (status = read_timed(scene, document, found, index, defaults, &t)))
        return status;
    if (t.has_multi)
        turn_headings(scene, document, &t);
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = &t.columns.joints;
    track.start = t.start;
    track.point_count = t.p.count;
    track.times = t.p.times;
    track.positions = t.p.values[0];
    track.velocities = t.p.values[1];
    /* as in controllers, accelerations count only with velocities */
    track.accelerations = t.p.values[1] ? t.p.values[2] : NULL;
    track.interpolation = defaults->interpolation;
    track.no_approach = defaults->no_approach;
    status = lw_motion_set(motion, &track, 1, document->error);
    if (!status && t.has_multi)
        status = notice_multiple(document, &t, motion);
    if (!status && t.p.effort)
        status = lw_motion_give_notice(motion, LW_ERROR_NOTICE, document->file, document->error,
                                       "the trajectory has efforts, which are not used: a motion is "
                                       "where the joints are");
    if (!status && t.given && t.p.times[0] > 0 && !track.no_approach)
        status = notice_approach(document, item, &t, motion);
    if (!status)
        status = lw_robot_state_set_others(scene, document, &t.state, &t.columns, motion);
    return lw_value_place(document, place, status);
}
