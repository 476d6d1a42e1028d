/* Checks of motions that attach or release objects: stage after stage. */
#ifndef LW_CHECK_ASK_STAGES_H
#define LW_CHECK_ASK_STAGES_H

#include "check/checker/checker.h"

/* Fills the verdict, with clearances, for a motion of stages (motion/stages.h), by a checker of their
 * scenes. Errors: those of lw_check_decide, memory. */
lw_status lw_check_stages(lw_checker *checker, lw_error *error);

/* Continues the check of `checker` in the checker of a stage: with its options, deadline, and the
 * numbers of queries and samples so far. */
void lw_check_take_up(lw_checker *stage_checker, const lw_checker *checker, const lw_motion *stage,
                      lw_verdict *verdict);
/* Gives the numbers of queries and samples back after the stage. */
void lw_check_give_back(lw_checker *checker, const lw_verdict *stage);

/* Replaces the two bodies of a verdict or near miss, of a stage's scene, by the same bodies in another
 * scene. */
void lw_stage_pair(const lw_scene *stage, const lw_scene *scene, int64_t pair[2]);

#endif
