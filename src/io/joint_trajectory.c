/* ROS's joint trajectories. The joints come in the order of joint_names; all points have velocities and
 * accelerations, or none do. */
#include "io/joint_trajectory.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "io/columns.h"
#include "io/ros_message.h"

typedef struct found_list {
    lw_value **items;
    size_t count, capacity;
} found_list;

static lw_status add_found(lw_document *document, found_list *list, const lw_value *node)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 4;
        lw_value **items = lw_document_take(document, capacity, sizeof(lw_value *));
        if (!items)
            return lw_fail_memory(document->error);
        if (list->count)
            memcpy(items, list->items, list->count * sizeof(lw_value *));
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = (lw_value *)node;
    return LW_OK;
}

/* Descends through the messages that hold trajectories. */
static lw_status search(lw_document *document, const lw_value *node, found_list *list)
{
    static const char *const holders[] = {"joint_trajectory", "trajectory", "planned_trajectory",
                                          "solution",         "goal",       "result"};
    lw_status status = LW_OK;
    if (node->kind == LW_VALUE_LIST) {
        for (size_t i = 0; i < node->count && !status; i++)
            status = search(document, node->items[i], list);
        return status;
    }
    if (lw_value_find(node, "joint_names") || lw_value_find(node, "points"))
        return add_found(document, list, node);
    const lw_value *multiple =
        lw_value_find(lw_value_find(node, "multi_dof_joint_trajectory"), "points");
    if (multiple && multiple->count)
        return lw_value_fail(
            document, multiple, LW_ERROR_SYNTAX,
            "trajectories of multi-DOF joints are not supported; write a motion in JSON");
    for (size_t i = 0; i < sizeof holders / sizeof *holders && !status; i++) {
        const lw_value *inner = lw_value_find(node, holders[i]);
        if (inner)
            status = search(document, inner, list);
    }
    return status;
}

lw_status lw_joint_trajectories_find(lw_document *document, const lw_value *messages, lw_value **out)
{
    found_list list = {0};
    lw_status status = search(document, messages, &list);
    if (status)
        return status;
    if (!list.count)
        return lw_value_fail(document, messages, LW_ERROR_SYNTAX,
                             "there is no joint trajectory, which would have joint_names and points");
    lw_value *node = lw_document_take(document, 1, sizeof *node);
    if (!node)
        return lw_fail_memory(document->error);
    *node = (lw_value){.kind = LW_VALUE_LIST, .count = list.count, .items = list.items};
    *out = node;
    return LW_OK;
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

lw_status lw_joint_trajectory_set(const lw_scene *scene, lw_document *document, const lw_value *node,
                                  const lw_motion_defaults *defaults, lw_motion *motion)
{
    static const char *const keys[] = {"header", "joint_names", "points", NULL};
    lw_value *names_node = NULL;
    lw_value *list = NULL;
    const char **names = NULL;
    size_t count = 0;
    lw_columns columns;
    points p = {0};
    lw_status status = lw_motion_set(motion, NULL, 0, document->error);
    if (status || (status = lw_value_keys(document, node, "a joint trajectory", keys)) ||
        (status = lw_value_need(document, node, "joint_names", &names_node)) ||
        (status = lw_value_text_list(document, names_node, "joint_names", &names, &count)) ||
        (status = lw_value_need(document, node, "points", &list)) ||
        (status = lw_columns_of_names(scene, document, names_node, defaults->robot, names, count,
                                      &columns)) ||
        (status = read_points(scene, document, list, &columns, &p)))
        return status;
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = &columns.joints;
    track.point_count = p.count;
    track.times = p.times;
    track.positions = p.values[0];
    track.velocities = p.values[1];
    track.accelerations =
        p.values[1] ? p.values[2] : NULL; /* controllers use accelerations only with velocities */
    track.interpolation = defaults->interpolation;
    return lw_value_place(document, node, lw_motion_set(motion, &track, 1, document->error));
}
