/* MoveIt's planning scenes and motion planning requests in YAML, as MotionBenchMaker writes them and
 * as `ros2 topic echo` prints them. */
#ifndef LW_IO_SCENE_MOVEIT_H
#define LW_IO_SCENE_MOVEIT_H

#include "io/scene/robot_state.h"
#include "scene/model.h"

/* That a joint's value, or one of its values as joint/x, stays within bounds. */
typedef struct lw_joint_constraint {
    const lw_value *node;
    const char *joint;
    double lower, upper;
} lw_joint_constraint;

/* A request: start state and the goal's joint values. What it holds lives in the document. */
typedef struct lw_moveit_request {
    const char *group; /* NULL: none named */
    lw_robot_state start;
    size_t goal_count;
    const char **goal_joints;
    double *goal_values;
    size_t goals; /* of which the first is this */
    size_t path_count;
    lw_joint_constraint *path; /* path_constraints */
    size_t ignored_count;
    const char **ignored; /* what is not looked at, as sentences */
    bool workspace;       /* it bounds where planar and floating joints may go */
} lw_moveit_request;

/* Reads a file into a document that was begun for it. */
lw_status lw_moveit_read_request(lw_document *document, const char *path, lw_moveit_request *out);

#endif
