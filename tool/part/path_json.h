/* A planned path as a motion in JSON. */
#ifndef LW_TOOL_PART_PATH_JSON_H
#define LW_TOOL_PART_PATH_JSON_H

#include "leeway/leeway.h"

#include <stdio.h>

/* Prints the motion of the joints of one robot: "path" or "trajectory". first: the index of their first
 * value in a configuration. */
typedef void (*lw_print_part_fn)(FILE *file, const lw_joints *joints, size_t first,
                                 const void *context);

/* Prints {"id", "joints", the motion, "clearance"}; with several robots, their parts in "robots". id:
 * JSON text. */
void lw_motion_json(FILE *file, const char *id, const lw_scene *scene, const lw_plan_space *space,
                    const lw_plan *plan, lw_print_part_fn print, const void *context);

/* Prints the same object with the path itself as the motion. */
void lw_path_json(FILE *file, const char *id, const lw_scene *scene, const lw_plan_space *space,
                  const lw_plan *plan);

#endif
