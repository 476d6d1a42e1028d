/* ROS's joint trajectories. The joints come in the order of joint_names; all points have velocities and
 * accelerations, or none do. */
#include "io/joint_trajectory.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "io/columns.h"
#include "io/robot_state.h"
#include "io/ros_message.h"
#include "motion/approach.h"

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

/* Descends through the messages that hold trajectories. start: of the message around the node; first:
 * the first trajectory that was found in it, since when all are driven one after the other. */
static lw_status search(lw_document *document, const lw_value *node, const lw_value *start,
                        size_t first, lw_found_trajectories *list)
{
    static const char *const holders[] = {
        "joint_trajectory", "trajectory",          "planned_trajectory",
        "solution",         "trajectory_stages",   "goal",
        "result",           "motion_plan_response"};
    lw_status status = LW_OK;
    if (node->kind == LW_VALUE_LIST) {
        for (size_t i = 0; i < node->count && !status; i++)
            status = search(document, node->items[i], start, start ? first : list->count, list);
        return status;
    }
    if (lw_value_find(node, "joint_names") || lw_value_find(node, "points"))
        return add_found(document, list,
                         (lw_found_trajectory){node, start, start ? list->count - first : 0});
    const lw_value *own = lw_value_find(node, "trajectory_start");
    if (own) {
        start = own;
        first = list->count;
    }
    const lw_value *multiple =
        lw_value_find(lw_value_find(node, "multi_dof_joint_trajectory"), "points");
    if (multiple && multiple->count)
        return lw_value_fail(
            document, multiple, LW_ERROR_SYNTAX,
            "trajectories of multi-DOF joints are not supported; write a motion in JSON");
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
                               "there is no joint trajectory, which would have joint_names and points");
    return status;
}

/* A number of seconds, {secs, nsecs} of ROS 1 or {sec, nanosec} of ROS 2. */
static lw_status read_time(lw_document *document, const lw_value *node, double *out)
{
    static const char *const keys[] = {"secs", "nsecs", "sec", "nanosec", NULL};
    if (node->kind == LW_VALUE_NUMBER)
        return lw_value_quantity(document, node, "time_from_start", out);
    lw_status status = lw_value_keys(document, node, "time_from_start", keys);
    double parts[4] = {0, 0, 0, 0};
    for (size_t i = 0; i < 4 && !status; i++) {
        const lw_value *part = lw_value_find(node, keys[i]);
        if (part)
            status = lw_value_quantity(document, part, keys[i], &parts[i]);
    }
    /* nanoseconds are exact in a double, and one division rounds once */
    *out = parts[0] + parts[2] + (parts[1] + parts[3]) / 1e9;
    return status;
}

typedef struct points {
    size_t count;
    double *times;
    double *values[3]; /* positions, velocities, accelerations; NULL where there are none */
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
        (status = read_time(document, time, &p->times[i])))
        return status;
    if (i ? !(p->times[i] > p->times[i - 1]) : p->times[0] < 0)
        return lw_value_fail(document, time, LW_ERROR_ARGUMENT,
                             "times must not be negative and must increase; point %zu is at %g s%s", i,
                             p->times[i], i ? ", not after the one before it" : "");
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

/* The joints that a trajectory names, and its points. */
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

/* Adds where a trajectory ends to a state. */
static lw_status add_end(lw_document *document, const lw_value *node, lw_robot_state *state)
{
    const lw_value *list = lw_value_find(node, "points");
    const lw_value *last = list && list->kind == LW_VALUE_LIST && list->count
                               ? lw_value_find(list->items[list->count - 1], "positions")
                               : NULL;
    const lw_value *names_node = lw_value_find(node, "joint_names");
    const char **names = NULL;
    double *values = NULL;
    size_t count[2] = {0, 0};
    if (!last || !names_node)
        return LW_OK;
    lw_status status = lw_value_text_list(document, names_node, "joint_names", &names, &count[0]);
    if (!status)
        status = lw_value_number_list(document, last, "positions", &values, &count[1]);
    /* joints of several values are in no joint state */
    if (status || count[0] != count[1])
        return status;
    return lw_robot_state_add(document, state, count[0], names, values);
}

/* Where the robot is when a trajectory begins: where its message says, and where those that are driven
 * before it have ended. */
static lw_status read_start(lw_document *document, const lw_found_trajectories *found, size_t index,
                            lw_robot_state *state)
{
    const size_t before = found->items[index].before;
    lw_status status =
        lw_robot_state_read(document, found->items[index].start, "trajectory_start", state);
    for (size_t i = index - before; i < index && !status; i++)
        status = add_end(document, found->items[i].node, state);
    return status;
}

/* Sets the beginning of the approach of a track from a state that has values for some of its joints.
 * *given: of each joint, whether the state has; NULL: it has none. */
static lw_status put_start(const lw_scene *scene, lw_document *document, const lw_robot_state *state,
                           const lw_columns *columns, lw_track *track, bool **given)
{
    double *start = lw_document_take(document, columns->joints.value_count, sizeof *start);
    bool *put = lw_document_take(document, columns->joints.count, sizeof *put);
    if (!start || !put)
        return lw_fail_memory(document->error);
    lw_columns_rest(scene, columns, start);
    lw_status status = lw_robot_state_put(scene, document, state, columns, start, put);
    for (size_t i = 0; i < columns->joints.count && !status; i++)
        if (put[i]) {
            track->start = start;
            *given = put;
        }
    return status;
}

lw_status lw_joint_trajectory_set(const lw_scene *scene, lw_document *document,
                                  const lw_found_trajectories *found, size_t index,
                                  const lw_motion_defaults *defaults, lw_motion *motion)
{
    const lw_value *node = found->items[index].node;
    lw_columns columns;
    lw_robot_state state;
    bool *given = NULL;
    points p = {0};
    lw_track track = lw_default_track();
    lw_status status = lw_motion_set(motion, NULL, 0, document->error);
    if (status || (status = read_trajectory(scene, document, node, defaults, &columns, &p)) ||
        (status = read_start(document, found, index, &state)) ||
        (status = put_start(scene, document, &state, &columns, &track, &given)))
        return status;
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = &columns.joints;
    track.point_count = p.count;
    track.times = p.times;
    track.positions = p.values[0];
    track.velocities = p.values[1];
    track.accelerations =
        p.values[1] ? p.values[2] : NULL; /* controllers use accelerations only with velocities */
    track.interpolation = defaults->interpolation;
    track.no_approach = defaults->no_approach;
    status = lw_motion_set(motion, &track, 1, document->error);
    if (!status && given && p.times[0] > 0 && !track.no_approach)
        status = lw_approach_notice(motion, &columns.joints, given, p.times[0], document->error);
    if (!status)
        status = lw_robot_state_set_others(scene, document, &state, &columns, motion);
    return lw_value_place(document, node, status);
}
