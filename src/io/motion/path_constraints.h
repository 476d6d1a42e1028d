/* The joint constraints of a request's path: whether a motion keeps them. */
#ifndef LW_IO_MOTION_PATH_CONSTRAINTS_H
#define LW_IO_MOTION_PATH_CONSTRAINTS_H

#include "io/scene/moveit.h"

/* Fails where a motion of straight pieces leaves one of the request's path constraints, and keeps their
 * bounds with the motion. columns: of the robot that is meant. Errors: name (no such joint), argument
 * (constraints that contradict each other or the joint's limits, of a joint without a value of its own,
 * of the orientation of a floating joint), limit (the motion leaves one), memory. */
lw_status lw_path_constraints_check(lw_document *document, const lw_moveit_request *request,
                                    const lw_columns *columns, lw_motion *motion);

#endif
