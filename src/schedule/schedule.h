/* A schedule with its trajectories. */
#ifndef LW_SCHEDULE_SCHEDULE_H
#define LW_SCHEDULE_SCHEDULE_H

#include "schedule/conflicts.h"

/* The trajectory of one robot, as rows of values. */
typedef struct lw_rows_in_time {
    LW_LIST(double) times, positions, velocities;
} lw_rows_in_time;

struct lw_schedule {
    const lw_scene *scene;
    size_t robots;
    const lw_joints **joints;
    lw_work_plan plan;
    lw_rows_in_time *rows; /* per robot */
    double slack;
    size_t rounds, sampled;
};

/* Fills the trajectories from the plan. Errors: memory. */
lw_status lw_schedule_fill(lw_schedule *schedule, const lw_transfers *ways, lw_error *error);

/* What keeps a schedule from being proven: at these times of theirs, two robots meet. */
typedef struct lw_obstacle_to_proof {
    size_t robots[2];
    double times[2];
} lw_obstacle_to_proof;

/* Proves a schedule (lw_schedule_find). *proven: whether it is; if not, *known says whether `obstacle`
 * is filled. Errors: those of lw_check and lw_delays_find; stopped. */
lw_status lw_schedule_prove(const lw_schedule *schedule, const lw_schedule_options *options,
                            bool *proven, bool *known, lw_obstacle_to_proof *obstacle, lw_error *error);

#endif
