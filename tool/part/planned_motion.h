/* A planned path, or its trajectory, as a motion, and its proof. */
#ifndef LW_TOOL_PART_PLANNED_MOTION_H
#define LW_TOOL_PART_PLANNED_MOTION_H

#include "part/claims_file.h"
#include "part/plan_space.h"

/* Sets a motion to the path of a plan, or, if it has points, to the path in time, with the very numbers
 * that are written. The joints that it does not move are where the space has them. Errors: those of
 * lw_motion_set; memory. */
lw_status lw_planned_motion_set(const lw_scene *scene, const lw_joint_space *space, const lw_plan *plan,
                                const lw_timed_path *timed, lw_motion *motion, lw_error *error);

/* Writes the proof of such a motion, which is free, into an open file that may hold claims of blocks:
 * all of it, as leeway check --proof writes it. id: JSON text. Errors: file, memory; state: it could
 * not be proven as a whole. */
lw_status lw_planned_motion_prove(const lw_scene *scene, const lw_motion *motion, const char *id,
                                  lw_method method, lw_claims_file *file, lw_error *error);

#endif
