/* The proof of a planned path, or of its trajectory. */
#ifndef LW_TOOL_PART_PLANNED_MOTION_H
#define LW_TOOL_PART_PLANNED_MOTION_H

#include "part/claims_file.h"

/* Writes the proof of a planned motion (lw_motion_set_plan), which is free, into an open file that may
 * hold claims of blocks: all of it, as leeway check --proof writes it. id: JSON text. Errors: file,
 * memory; state: it could not be proven as a whole. */
lw_status lw_planned_motion_prove(const lw_scene *scene, const lw_motion *motion, const char *id,
                                  lw_method method, lw_claims_file *file, lw_error *error);

#endif
