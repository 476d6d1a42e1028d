/* The tolerances of a motion: how far the real one may be from it. */
#ifndef LW_MOTION_TOLERANCE_H
#define LW_MOTION_TOLERANCE_H

#include "motion/motion.h"

/* Adds the tolerances of a part of a motion: the larger one of each variable counts. Error memory. */
lw_status lw_tolerances_join(lw_motion *motion, const lw_motion *part, lw_error *error);

/* Sets the tolerances of all variables; per_speed NULL: zeros. Error memory. */
lw_status lw_tolerances_set(lw_motion *motion, const double *constant, const double *per_speed,
                            lw_error *error);

/* Whether a motion has tolerances; if so, fails. what: the request that does not know them. Error
 * argument. */
lw_status lw_refuse_tolerances(const lw_motion *motion, const char *what, lw_error *error);

/* Fails where a scene has angles or speeds of bodies that are not known exactly. what: as above. Error
 * argument. */
lw_status lw_refuse_doubts(const lw_frozen *frozen, const char *what, lw_error *error);

#endif
