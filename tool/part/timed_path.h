/* A planned path in time: within the limits of its joints, proven once more as it is written. */
#ifndef LW_TOOL_PART_TIMED_PATH_H
#define LW_TOOL_PART_TIMED_PATH_H

#include "option/timing_options.h"
#include "part/plan_space.h"

#include <stdio.h>

/* Finds the times of a found path; the plan's clearances become those of the trajectory. The caller
 * frees out in any case. Errors: limit (a joint without a largest velocity), argument (a floating
 * joint; several robots in a message of ROS), memory; state: the trajectory is not free, as the path
 * is. */
lw_status lw_timed_path_find(const lw_scene *scene, const lw_joint_space *space, lw_plan *plan,
                             const lw_timing_options *options, lw_report *report, lw_timed_path *out,
                             lw_error *error);

/* Prints the timed path in the format of the options. id: JSON text. */
void lw_timed_path_print(FILE *file, const char *id, const lw_scene *scene, const lw_joint_space *space,
                         const lw_plan *plan, const lw_timing_options *options,
                         const lw_timed_path *timed);

#endif
