/* The limits of joints in a verdict (lw_check_options.limits). */
#ifndef LW_CHECK_LIMIT_H
#define LW_CHECK_LIMIT_H

#include "leeway/limits.h"

/* Makes a verdict on collisions a contact by LW_REASON_LIMIT if the motion violates a limit before the
 * verdict's contact, or has no contact. Errors: those of lw_motion_limits. */
lw_status lw_check_limits(const lw_motion *motion, lw_verdict *verdict, lw_error *error);

#endif
