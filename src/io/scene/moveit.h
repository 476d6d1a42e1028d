/* MoveIt's motion planning requests in YAML, as MotionBenchMaker writes them and as `ros2 topic echo`
 * prints them. */
#ifndef LW_IO_SCENE_MOVEIT_H
#define LW_IO_SCENE_MOVEIT_H

#include "io/scene/robot_state.h"
#include "scene/model.h"

/* A joint constraint: a joint's value, or one of its values named joint/x, stays within bounds. */
typedef struct lw_joint_constraint {
    const lw_value *node;
    const char *joint;
    double lower, upper;
} lw_joint_constraint;

/* A request: its start state and the joint values of its first goal. Its memory is the document's. */
typedef struct lw_moveit_request {
    const char *group; /* NULL: the request has none */
    lw_robot_state start;
    size_t goal_count;
    const char **goal_joints;
    double *goal_values;
    size_t goals; /* how many goals the request has; only the first is read */
    size_t path_count;
    lw_joint_constraint *path; /* path_constraints */
    size_t ignored_count;
    const char **ignored; /* the parts of the request that are ignored, as sentences */
    bool workspace;       /* whether it bounds the workspace of planar and floating joints */
} lw_moveit_request;

/* Reads a request from a file. The document must be ready for that file. */
lw_status lw_moveit_read_request(lw_document *document, const char *path, lw_moveit_request *out);

#endif
