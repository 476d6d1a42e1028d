/* A planned path in time, as text. */
#ifndef LW_TOOL_PART_TIMED_PATH_H
#define LW_TOOL_PART_TIMED_PATH_H

#include "option/timing_options.h"
#include "part/plan_space.h"

#include <stdio.h>

/* Prints the timed path in the format of the options. id: JSON text. */
void lw_timed_path_print(FILE *file, const char *id, const lw_scene *scene, const lw_joint_space *space,
                         const lw_plan *plan, const lw_timing_options *options,
                         const lw_timed_path *timed);

#endif
