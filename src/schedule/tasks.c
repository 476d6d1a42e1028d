/* The tasks of a cell. */
#include "schedule/tasks.h"

#include "base/error.h"
#include "base/sized.h"
#include "leeway/ask.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The values that the scene has for a robot's joints. */
static lw_status rest_values(const lw_scene *scene, const lw_joints *joints, double *values,
                             lw_error *error)
{
    const char *robot = lw_scene_robot_name(scene, lw_joints_robot(joints));
    size_t count = 0;
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        lw_joint_info info = lw_default_joint_info();
        const int64_t joint = lw_scene_find_joint(scene, robot, lw_joints_name(joints, i));
        lw_status status = lw_scene_joint_info(scene, (size_t)joint, &info, error);
        if (status)
            return status;
        memcpy(values + count, info.rest, info.value_count * sizeof *values);
        count += info.value_count;
    }
    return LW_OK;
}

static lw_status begin(lw_tasks *tasks, lw_error *error)
{
    tasks->joints = calloc(tasks->robots, sizeof *tasks->joints);
    tasks->homes = calloc(tasks->robots, sizeof *tasks->homes);
    if (!tasks->joints || !tasks->homes)
        return lw_fail_memory(error);
    for (size_t r = 0; r < tasks->robots; r++) {
        tasks->joints[r] =
            lw_scene_joints(tasks->scene, lw_scene_robot_name(tasks->scene, r), NULL, error);
        if (!tasks->joints[r])
            return error ? error->status : LW_ERROR_NAME;
        tasks->homes[r] = calloc(lw_joints_value_count(tasks->joints[r]) + 1, sizeof **tasks->homes);
        if (!tasks->homes[r])
            return lw_fail_memory(error);
        lw_status status = rest_values(tasks->scene, tasks->joints[r], tasks->homes[r], error);
        if (status)
            return status;
    }
    return LW_OK;
}

lw_status lw_tasks_create(const lw_scene *scene, lw_tasks **out, lw_error *error)
{
    if (!scene || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_tasks_create needs a scene and a place for tasks");
    const size_t robots = lw_scene_robot_count(scene);
    if (!robots || robots > LW_WORK_MOST_ROBOTS)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the scene has %zu robots; schedules are for 1 to %d",
                       robots, LW_WORK_MOST_ROBOTS);
    lw_error own;
    lw_tasks *tasks = calloc(1, sizeof *tasks);
    if (!tasks)
        return lw_fail_memory(error);
    tasks->scene = scene;
    tasks->robots = robots;
    lw_status status = begin(tasks, error ? error : &own);
    if (status)
        lw_tasks_destroy(tasks);
    else
        *out = tasks;
    return status;
}

void lw_tasks_destroy(lw_tasks *tasks)
{
    if (!tasks)
        return;
    for (size_t r = 0; tasks->homes && r < tasks->robots; r++)
        free(tasks->homes[r]);
    for (size_t i = 0; i < tasks->list.count; i++)
        free(tasks->list.items[i].name);
    for (size_t i = 0; i < tasks->values.count; i++)
        free(tasks->values.items[i]);
    for (size_t i = 0; i < tasks->ways.count; i++)
        free(tasks->ways.items[i].times);
    free(tasks->ways.items);
    free(tasks->list.items);
    free(tasks->choices.items);
    free(tasks->values.items);
    free(tasks->before.items);
    free(tasks->joints);
    free(tasks->homes);
    free(tasks);
}

/* Whether a robot can be at a configuration; the values are finite. */
static lw_status check_values(const lw_tasks *tasks, size_t robot, const double *values,
                              lw_error *error)
{
    if (!values)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a configuration is missing");
    if (robot >= tasks->robots)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no robot %zu", robot);
    for (size_t i = 0; i < lw_joints_value_count(tasks->joints[robot]); i++)
        if (!(fabs(values[i]) < 1e9))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "value %zu of a configuration is %g; it must be finite and at most 1e9", i,
                           values[i]);
    return LW_OK;
}

lw_status lw_tasks_set_home(lw_tasks *tasks, size_t robot, const double *values, lw_error *error)
{
    if (!tasks)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_tasks_set_home needs tasks");
    lw_status status = check_values(tasks, robot, values, error);
    if (!status)
        memcpy(tasks->homes[robot], values,
               lw_joints_value_count(tasks->joints[robot]) * sizeof *values);
    return status;
}

lw_status lw_tasks_add(lw_tasks *tasks, const char *name, double duration, size_t *task,
                       lw_error *error)
{
    if (!tasks || !name || !*name)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a task needs a name");
    if (!(duration >= 0 && duration < 1e9))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "task \"%.100s\" takes %g seconds; a duration is 0 or more", name, duration);
    for (size_t i = 0; i < tasks->list.count; i++)
        if (!strcmp(tasks->list.items[i].name, name))
            return lw_fail(error, LW_ERROR_ARGUMENT, "there are two tasks \"%.100s\"", name);
    if (tasks->list.count >= LW_WORK_MOST_TASKS)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there are more than %d tasks, which the solver holds",
                       LW_WORK_MOST_TASKS);
    char *copy = strdup(name);
    if (!copy || !LW_ARRAY_GROW(&tasks->list)) {
        free(copy);
        return lw_fail_memory(error);
    }
    if (task)
        *task = tasks->list.count;
    tasks->list.items[tasks->list.count++] = (lw_task){copy, duration};
    return LW_OK;
}

lw_status lw_tasks_add_choice(lw_tasks *tasks, size_t task, size_t robot, const double *values,
                              lw_error *error)
{
    if (!tasks || task >= tasks->list.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no task %zu", task);
    lw_status status = check_values(tasks, robot, values, error);
    if (status)
        return status;
    if (tasks->choices.count >= LW_WORK_MOST_CHOICES)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the tasks have more than %d choices, which the solver holds",
                       LW_WORK_MOST_CHOICES);
    const size_t count = lw_joints_value_count(tasks->joints[robot]);
    double *copy = calloc(count + 1, sizeof *copy);
    if (!copy || !LW_ARRAY_GROW(&tasks->values) || !LW_ARRAY_GROW(&tasks->choices)) {
        free(copy);
        return lw_fail_memory(error);
    }
    memcpy(copy, values, count * sizeof *copy);
    tasks->values.items[tasks->values.count++] = copy;
    tasks->choices.items[tasks->choices.count++] =
        (lw_work_choice){task, robot, tasks->list.items[task].duration};
    return LW_OK;
}

lw_status lw_tasks_add_before(lw_tasks *tasks, size_t first, size_t second, lw_error *error)
{
    if (!tasks || first >= tasks->list.count || second >= tasks->list.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no such task");
    if (!LW_ARRAY_GROW(&tasks->before))
        return lw_fail_memory(error);
    tasks->before.items[tasks->before.count][0] = first;
    tasks->before.items[tasks->before.count++][1] = second;
    return LW_OK;
}

/* Refuses a way that is no cubic trajectory from rest to rest. */
static lw_status check_way(const lw_tasks *tasks, size_t robot, const lw_track *track, lw_error *error)
{
    const size_t count = track->point_count;
    if (robot >= tasks->robots)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no robot %zu", robot);
    const size_t width = lw_joints_value_count(tasks->joints[robot]);
    if (track->joints && track->joints != tasks->joints[robot])
        return lw_fail(error, LW_ERROR_ARGUMENT, "a way is of the default joints of its robot");
    if (track->kind != LW_TRACK_TRAJECTORY || count < 2 || !track->times || !track->positions ||
        !track->velocities)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a way is a trajectory of two points at least, with velocities");
    if ((track->interpolation != LW_INTERPOLATION_CUBIC &&
         track->interpolation != LW_INTERPOLATION_DEFAULT) ||
        track->accelerations)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a way is a cubic trajectory, without accelerations");
    for (size_t i = 0; i < count; i++)
        if (!(i ? track->times[i] > track->times[i - 1] : track->times[i] == 0) ||
            !(track->times[i] < 1e9))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "time %zu of a way is %g: times begin at 0 and increase", i,
                           track->times[i]);
    for (size_t i = 0; i < count * width; i++)
        if (!(fabs(track->positions[i]) < 1e9 && fabs(track->velocities[i]) < 1e9))
            return lw_fail(error, LW_ERROR_ARGUMENT, "point %zu of a way is not finite, or above 1e9",
                           i / width);
    for (size_t i = 0; i < width; i++)
        if (track->velocities[i] != 0 || track->velocities[(count - 1) * width + i] != 0)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "a way begins or ends at a velocity of %g; it is at rest at both ends",
                           track->velocities[i] != 0 ? track->velocities[i]
                                                     : track->velocities[(count - 1) * width + i]);
    return LW_OK;
}

lw_status lw_tasks_add_way(lw_tasks *tasks, size_t robot, const lw_track *track, lw_error *error)
{
    if (!tasks || !track)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_tasks_add_way needs tasks and a track");
    lw_track own = lw_default_track();
    lw_status status = LW_OK;
    LW_SIZED_TAKE(track, track, &own, status, error);
    if (!status)
        status = check_way(tasks, robot, track, error);
    if (status)
        return status;
    const size_t count = track->point_count,
                 values = count * lw_joints_value_count(tasks->joints[robot]);
    double *copy = calloc(count + 2 * values, sizeof *copy);
    if (!copy || !LW_ARRAY_GROW(&tasks->ways)) {
        free(copy);
        return lw_fail_memory(error);
    }
    memcpy(copy, track->times, count * sizeof *copy);
    memcpy(copy + count, track->positions, values * sizeof *copy);
    memcpy(copy + count + values, track->velocities, values * sizeof *copy);
    tasks->ways.items[tasks->ways.count++] =
        (lw_given_way){robot, count, copy, copy + count, copy + count + values};
    return LW_OK;
}

void lw_tasks_set_stay(lw_tasks *tasks, bool stay)
{
    tasks->stay = stay;
}

const lw_scene *lw_tasks_scene(const lw_tasks *tasks)
{
    return tasks->scene;
}

size_t lw_tasks_count(const lw_tasks *tasks)
{
    return tasks->list.count;
}

const char *lw_tasks_name(const lw_tasks *tasks, size_t task)
{
    return task < tasks->list.count ? tasks->list.items[task].name : NULL;
}

lw_status lw_tasks_choice(const lw_tasks *tasks, size_t choice, lw_work_choice *out, lw_error *error)
{
    if (!tasks || !out || choice >= tasks->choices.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no choice %zu", choice);
    *out = tasks->choices.items[choice];
    return LW_OK;
}
