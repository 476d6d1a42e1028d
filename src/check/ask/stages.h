/* Checks of motions on which objects are attached or released: stage after stage. */
#ifndef LW_CHECK_ASK_STAGES_H
#define LW_CHECK_ASK_STAGES_H

#include "check/checker/checker.h"

/* Fills the verdict, with clearances, for a motion of stages (motion/stages.h), by a checker of their
 * scenes. Errors: those of lw_check_decide, memory. */
lw_status lw_check_stages(lw_checker *checker, lw_error *error);

/* Takes up the check of another checker's motion with a stage of it: options, deadline, and the queries
 * and samples so far. */
void lw_check_take_up(lw_checker *stage_checker, const lw_checker *checker, const lw_motion *stage,
                      lw_verdict *verdict);
/* The counts of a stage's check are then those of the whole. */
void lw_check_give_back(lw_checker *checker, const lw_verdict *stage);

/* A verdict's or near miss's bodies, of a stage's scene, become those of another scene. */
void lw_stage_pair(const lw_scene *stage, const lw_scene *scene, int64_t pair[2]);

#endif
