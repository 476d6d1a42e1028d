/* Notices of what sets a motion. */
#ifndef LW_MOTION_NOTICE_H
#define LW_MOTION_NOTICE_H

#include "motion/motion.h"

/* Passes a notice to the motion's listener. file may be NULL. An error: of status `strict` where the
 * scene's notices are errors, else what the listener fails with. */
lw_status lw_motion_notice(const lw_motion *motion, lw_status strict, const char *file, lw_error *error,
                           const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
