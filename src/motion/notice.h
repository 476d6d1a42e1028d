/* Notices of the calls that set a motion. */
#ifndef LW_MOTION_NOTICE_H
#define LW_MOTION_NOTICE_H

#include "motion/motion.h"

/* Room for any sentence that is kept. */
enum { LW_NOTICE_SIZE = 480 };

/* Keeps a notice with the motion and passes it to its listener. file may be NULL. Errors: of status
 * `strict` where the scene's notices are errors, memory, those of the listener. */
lw_status lw_motion_give_notice(lw_motion *motion, lw_status strict, const char *file, lw_error *error,
                                const char *format, ...) LW_PRINTF(5, 6);

/* Keeps a turn with the motion; false where memory ran out. It is no notice for the listener, and no
 * error where notices are errors, because that is how paths of continuous joints are read. */
bool lw_motion_keep_turn(lw_motion *motion, const lw_motion_turn *turn);

/* Keeps the notices of another motion of the scene too, without telling the listener; false where
 * memory ran out. */
bool lw_motion_keep_notices(lw_motion *motion, const lw_motion *from);

/* Forgets all notices of a motion, but keeps their memory. */
void lw_motion_clear_notices(lw_motion *motion);
void lw_motion_free_notices(lw_motion *motion);

#endif
