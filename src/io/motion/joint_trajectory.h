/* Reads trajectories of ROS 1 and ROS 2: trajectory_msgs/JointTrajectory by itself, or within a
 * RobotTrajectory, a DisplayTrajectory or the goal of an action; MultiDOFJointTrajectory beside it or
 * by itself; and states at which a robot stands still (JointState, RobotState). */
#ifndef LW_IO_MOTION_JOINT_TRAJECTORY_H
#define LW_IO_MOTION_JOINT_TRAJECTORY_H

#include "io/motion/motion_reader.h"
#include "io/text/document.h"

/* A trajectory in a message, and the state from which it begins. */
typedef struct lw_found_trajectory {
    const lw_value *node;     /* the trajectory of joints of one value; NULL: none */
    const lw_value *multiple; /* the trajectory of planar and floating joints; NULL: none */
    bool is_state;            /* the node is a state */
    const lw_value *start;    /* trajectory_start; NULL: none */
    size_t before; /* how many trajectories just before this one are between `start` and it */
} lw_found_trajectory;

typedef struct lw_found_trajectories {
    size_t count, capacity;
    lw_found_trajectory *items; /* in the document */
} lw_found_trajectories;

/* Lists the trajectories in messages, in order. Errors: syntax (there is none), memory. */
lw_status lw_joint_trajectories_find(lw_document *document, const lw_value *messages,
                                     lw_found_trajectories *out);

/* Sets motion to one of the trajectories found. */
lw_status lw_joint_trajectory_set(const lw_scene *scene, lw_document *document,
                                  const lw_found_trajectories *found, size_t index,
                                  const lw_motion_defaults *defaults, lw_motion *motion);

#endif
