/* The tasks of a cell, their robots' joints, homes and configurations. */
#ifndef LW_SCHEDULE_TASKS_H
#define LW_SCHEDULE_TASKS_H

#include "base/array.h"
#include "leeway/schedule.h"

typedef struct lw_task {
    char *name;
    double duration;
} lw_task;

/* A way that is given. */
typedef struct lw_given_way {
    size_t robot, count;
    double *times, *positions, *velocities; /* of one allocation */
} lw_given_way;

struct lw_tasks {
    const lw_scene *scene;
    size_t robots;
    const lw_joints **joints; /* per robot */
    double **homes;           /* per robot: a configuration */
    bool stay;
    LW_LIST(lw_task) list;
    LW_LIST(lw_work_choice) choices;
    LW_LIST(double *) values; /* per choice: a configuration */
    LW_LIST(lw_given_way) ways;
    struct {
        size_t (*items)[2];
        size_t count, capacity;
    } before;
};

/* The configuration of a place: a choice, or LW_HOME. */
static inline const double *lw_tasks_place(const lw_tasks *tasks, size_t robot, size_t place)
{
    return place == LW_HOME ? tasks->homes[robot] : tasks->values.items[place];
}

#endif
