/* Reads motions from files: JSON Lines, CSV of waypoints, ROS JointTrajectory, MoveIt requests, the
 * scene's own named motions. Motions are read one at a time, so that a batch of any length needs the
 * memory of one. */
#ifndef LW_IO_MOTION_MOTION_READER_H
#define LW_IO_MOTION_MOTION_READER_H

#include "leeway/leeway.h"

#endif
