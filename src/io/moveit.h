/* MoveIt's planning scenes and motion planning requests in YAML, as MotionBenchMaker writes them and
 * as `ros2 topic echo` prints them. */
#ifndef LW_IO_MOVEIT_H
#define LW_IO_MOVEIT_H

#include "robot/model.h"

/* Adds a planning scene to an open scene. */
lw_status lw_moveit_load_scene(lw_scene *scene, const char *path, lw_error *error);

/* A request: start state and the goal's joint values. Strings live in the arena. */
typedef struct lw_moveit_request {
    char *group; /* NULL: none named */
    size_t start_count;
    char **start_joints;
    double *start_values;
    size_t goal_count;
    char **goal_joints;
    double *goal_values;
} lw_moveit_request;

lw_status lw_moveit_read_request(lw_arena *arena, const char *path, lw_moveit_request *out,
                                 lw_error *error);

#endif
