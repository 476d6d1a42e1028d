/* A planned path as a motion in JSON. */
#ifndef LW_TOOL_PATH_JSON_H
#define LW_TOOL_PATH_JSON_H

#include "leeway/leeway.h"

#include <stdio.h>

/* Prints {"id", "joints", "path", "clearance"}, with several robots their parts in "robots". id: JSON
 * text. */
void lw_path_json(FILE *file, const char *id, const lw_scene *scene, const lw_plan_space *space,
                  const lw_plan *plan);

#endif
