/* The joint constraints of a request's path: checks that a motion keeps them. */
#ifndef LW_IO_MOTION_PATH_CONSTRAINTS_H
#define LW_IO_MOTION_PATH_CONSTRAINTS_H

#include "io/scene/moveit.h"

/* Checks that a motion of straight pieces keeps the request's path constraints, and stores their bounds
 * in the motion. columns: of the request's robot. Errors: name (no such joint), argument (constraints
 * that contradict each other or the joint's limits, are for a joint without a value of its own, or for
 * the orientation of a floating joint), limit (the motion violates one), memory. */
lw_status lw_path_constraints_check(lw_document *document, const lw_moveit_request *request,
                                    const lw_columns *columns, lw_motion *motion);

#endif
