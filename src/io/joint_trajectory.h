/* ROS's joint trajectories: trajectory_msgs/JointTrajectory by itself, or within a RobotTrajectory, a
 * DisplayTrajectory or the goal of an action; ROS 1 and ROS 2. */
#ifndef LW_IO_JOINT_TRAJECTORY_H
#define LW_IO_JOINT_TRAJECTORY_H

#include "io/document.h"
#include "io/motion_reader.h"

/* Lists the trajectories in some messages, in order. Errors: syntax (there is none; a trajectory of
 * multi-DOF joints, which is not supported), memory. */
lw_status lw_joint_trajectories_find(lw_document *document, const lw_value *messages, lw_value **out);

/* Sets motion to one of these trajectories. */
lw_status lw_joint_trajectory_set(const lw_scene *scene, lw_document *document, const lw_value *node,
                                  const lw_motion_defaults *defaults, lw_motion *motion);

#endif
