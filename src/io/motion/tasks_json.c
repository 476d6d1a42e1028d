/* Reads the tasks of a cell in JSON: homes, tasks with their configurations, durations and order, and
 * ways that are given. */
#include "base/error.h"
#include "io/robot/columns.h"
#include "io/text/json.h"
#include "leeway/schedule.h"
#include "scene/names.h"

#include <string.h>

typedef struct reader {
    const lw_scene *scene;
    lw_document document;
    lw_tasks *tasks;
} reader;

static lw_status find_robot(reader *r, const lw_member *member, size_t *out)
{
    const int64_t robot = lw_scene_find_robot(r->scene, member->key);
    const lw_value at = {.line = member->line, .column = member->column};
    if (robot < 0)
        return lw_value_fail(&r->document, &at, LW_ERROR_NAME, "there is no robot \"%.100s\"%s",
                             member->key, lw_hint_robot(&r->scene->model, member->key).text);
    *out = (size_t)robot;
    return LW_OK;
}

/* Reads a configuration of a robot: numbers, or the name of a state. */
static lw_status read_configuration(reader *r, const lw_value *node, size_t robot, const char *name,
                                    double **out)
{
    lw_columns columns;
    const char *robot_name = lw_scene_robot_name(r->scene, robot);
    lw_status status = lw_columns_of_group(r->scene, &r->document, node, robot_name, NULL, &columns);
    if (status)
        return status;
    *out = lw_document_take(&r->document, columns.joints.value_count + 1, sizeof **out);
    if (!*out)
        return lw_fail_memory(r->document.error);
    return lw_columns_row(r->scene, &r->document, node, &columns, name, true, *out);
}

static lw_status read_homes(reader *r, const lw_value *homes)
{
    lw_status status = lw_value_expect(&r->document, homes, "homes", LW_VALUE_MAP);
    for (size_t i = 0; !status && i < homes->count; i++) {
        size_t robot = 0;
        double *values = NULL;
        status = find_robot(r, &homes->members[i], &robot);
        if (!status)
            status = read_configuration(r, homes->members[i].value, robot, "home", &values);
        if (!status)
            status = lw_value_place(&r->document, homes->members[i].value,
                                    lw_tasks_set_home(r->tasks, robot, values, r->document.error));
    }
    return status;
}

/* Reads what a robot can do a task at: a configuration, or a list of some. */
static lw_status read_choices(reader *r, const lw_member *member, size_t task)
{
    const lw_value *node = member->value;
    size_t robot = 0;
    lw_status status = find_robot(r, member, &robot);
    const lw_value *first = lw_value_item(node, 0);
    const bool several = lw_value_is(first, LW_VALUE_LIST) || lw_value_is(first, LW_VALUE_TEXT);
    const size_t count = several ? node->count : 1;
    for (size_t i = 0; !status && i < count; i++) {
        const lw_value *one = several ? node->items[i] : node;
        double *values = NULL;
        status = read_configuration(r, one, robot, "a configuration", &values);
        if (!status)
            status =
                lw_value_place(&r->document, one,
                               lw_tasks_add_choice(r->tasks, task, robot, values, r->document.error));
    }
    return status;
}

static lw_status read_task(reader *r, const lw_value *node)
{
    static const char *const keys[] = {"name", "duration", "robots", "after", NULL};
    const char *name = NULL;
    double duration = 0;
    size_t task = 0;
    lw_value *value = NULL;
    lw_value *robots = NULL;
    lw_status status = lw_value_expect(&r->document, node, "a task", LW_VALUE_MAP);
    if (!status)
        status = lw_value_keys(&r->document, node, "a task", keys);
    if (!status)
        status = lw_value_need(&r->document, node, "name", &value);
    if (!status)
        status = lw_value_text(&r->document, value, "a task's name", &name);
    if (!status)
        lw_document_subject(&r->document, "task \"%.100s\"", name);
    value = lw_value_find(node, "duration");
    if (!status && value)
        status = lw_value_quantity(&r->document, value, "duration", &duration);
    if (!status && duration < 0)
        status = lw_value_fail(&r->document, value, LW_ERROR_ARGUMENT,
                               "the duration is %g; it must be 0 seconds or more", duration);
    if (!status)
        status = lw_value_need(&r->document, node, "robots", &robots);
    if (!status)
        status = lw_value_expect(&r->document, robots, "robots", LW_VALUE_MAP);
    if (!status && !robots->count)
        status = lw_value_fail(&r->document, robots, LW_ERROR_ARGUMENT, "no robot does it");
    if (!status)
        status = lw_value_place(&r->document, node,
                                lw_tasks_add(r->tasks, name, duration, &task, r->document.error));
    for (size_t i = 0; !status && i < robots->count; i++)
        status = read_choices(r, &robots->members[i], task);
    return status;
}

/* The index of a task by its name. */
static lw_status find_task(reader *r, const lw_value *node, const char *name, size_t *out)
{
    lw_nearest nearest = lw_nearest_begin(name);
    for (*out = 0; *out < lw_tasks_count(r->tasks); ++*out) {
        if (!strcmp(lw_tasks_name(r->tasks, *out), name))
            return LW_OK;
        lw_nearest_offer(&nearest, lw_tasks_name(r->tasks, *out));
    }
    return lw_value_fail(&r->document, node, LW_ERROR_NAME, "there is no task \"%.100s\"%s", name,
                         lw_nearest_hint(&nearest).text);
}

/* Reads the tasks after which a task begins. */
static lw_status read_order(reader *r, const lw_value *node, size_t task)
{
    const lw_value *after = lw_value_find(node, "after");
    const char **names = NULL;
    size_t count = 0;
    lw_status status = LW_OK;
    lw_document_subject(&r->document, "task \"%.100s\"", lw_tasks_name(r->tasks, task));
    if (after)
        status = lw_value_text_list(&r->document, after, "after", &names, &count);
    for (size_t i = 0; !status && i < count; i++) {
        size_t first = 0;
        status = find_task(r, after->items[i], names[i], &first);
        if (!status)
            status = lw_tasks_add_before(r->tasks, first, task, r->document.error);
    }
    return status;
}

/* Reads a way: {"robot", "trajectory": {"times", "positions", "velocities"}}. */
static lw_status read_way(reader *r, const lw_value *node, size_t index)
{
    static const char *const keys[] = {"robot", "trajectory", NULL};
    static const char *const inner[] = {"times", "positions", "velocities", NULL};
    lw_value *robot_node = NULL;
    lw_value *trajectory = NULL;
    lw_value *parts[3] = {NULL};
    const char *name = NULL;
    lw_columns columns;
    lw_track track = lw_default_track();
    double *times = NULL;
    double *rows[2] = {NULL};
    size_t counts[3] = {0};
    lw_document_subject(&r->document, "way %zu", index);
    lw_status status = lw_value_expect(&r->document, node, "a way", LW_VALUE_MAP);
    if (status || (status = lw_value_keys(&r->document, node, "a way", keys)) ||
        (status = lw_value_need(&r->document, node, "robot", &robot_node)) ||
        (status = lw_value_text(&r->document, robot_node, "robot", &name)) ||
        (status = lw_value_need(&r->document, node, "trajectory", &trajectory)) ||
        (status = lw_value_expect(&r->document, trajectory, "trajectory", LW_VALUE_MAP)) ||
        (status = lw_value_keys(&r->document, trajectory, "a trajectory", inner)))
        return status;
    const lw_member named = {.key = name, .line = robot_node->line, .column = robot_node->column};
    size_t robot = 0;
    status = find_robot(r, &named, &robot);
    for (int i = 0; i < 3 && !status; i++)
        status = lw_value_need(&r->document, trajectory, inner[i], &parts[i]);
    if (!status)
        status = lw_columns_of_group(r->scene, &r->document, node, name, NULL, &columns);
    if (!status)
        status = lw_value_number_list(&r->document, parts[0], "times", &times, &counts[0]);
    for (int i = 1; i < 3 && !status; i++)
        status = lw_columns_rows(r->scene, &r->document, parts[i], &columns, inner[i], false,
                                 &rows[i - 1], &counts[i]);
    if (!status && (counts[0] != counts[1] || counts[0] != counts[2]))
        status = lw_value_fail(&r->document, trajectory, LW_ERROR_ARGUMENT,
                               "there are %zu times, %zu positions and %zu velocities", counts[0],
                               counts[1], counts[2]);
    if (status)
        return status;
    track.kind = LW_TRACK_TRAJECTORY;
    track.interpolation = LW_INTERPOLATION_CUBIC;
    track.point_count = counts[0];
    track.times = times;
    track.positions = rows[0];
    track.velocities = rows[1];
    return lw_value_place(&r->document, trajectory,
                          lw_tasks_add_way(r->tasks, robot, &track, r->document.error));
}

static lw_status read_ways(reader *r, const lw_value *ways)
{
    lw_status status = ways ? lw_value_expect(&r->document, ways, "ways", LW_VALUE_LIST) : LW_OK;
    for (size_t i = 0; ways && i < ways->count && !status; i++)
        status = read_way(r, ways->items[i], i);
    return status;
}

static lw_status read_all(reader *r, const char *text, size_t length)
{
    static const char *const keys[] = {"$schema", "description", "homes", "return",
                                       "tasks",   "ways",        NULL};
    lw_value *root = NULL;
    lw_value *list = NULL;
    bool returns = true;
    lw_status status = lw_json_parse(&r->document, text, length, 1, &root);
    if (!status)
        status = lw_value_expect(&r->document, root, "the file of tasks", LW_VALUE_MAP);
    if (!status)
        status = lw_value_keys(&r->document, root, "the file of tasks", keys);
    if (!status)
        status = lw_value_need(&r->document, root, "tasks", &list);
    if (!status)
        status = lw_value_expect(&r->document, list, "tasks", LW_VALUE_LIST);
    if (!status && lw_value_find(root, "homes"))
        status = read_homes(r, lw_value_find(root, "homes"));
    if (!status && lw_value_find(root, "return"))
        status = lw_value_bool(&r->document, lw_value_find(root, "return"), "return", &returns);
    if (!status)
        lw_tasks_set_stay(r->tasks, !returns);
    for (size_t i = 0; !status && i < list->count; i++)
        status = read_task(r, list->items[i]);
    for (size_t i = 0; !status && i < list->count; i++)
        status = read_order(r, list->items[i], i);
    return status ? status : read_ways(r, lw_value_find(root, "ways"));
}

lw_status lw_tasks_read_json(const lw_scene *scene, const char *text, size_t length, const char *file,
                             lw_tasks **out, lw_error *error)
{
    if (!text || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_tasks_read_json needs a text and a place for tasks");
    lw_error own = {0};
    reader r = {.scene = scene, .document = {.file = file, .error = error ? error : &own}};
    lw_status status = lw_tasks_create(scene, &r.tasks, r.document.error);
    if (!status)
        status = read_all(&r, text, length);
    lw_document_free(&r.document);
    if (status)
        lw_tasks_destroy(r.tasks);
    else
        *out = r.tasks;
    return status;
}
