/* Splines as tracks: polynomials on the intervals between knots. */
#ifndef LW_MOTION_SPLINE_H
#define LW_MOTION_SPLINE_H

#include "leeway/spline.h"
#include "motion/motion.h"

/* Compiles splines into further tracks of a motion that is being set (lw_motion_begin), with room for
 * them. Errors: those of lw_motion_set_splines. */
lw_status lw_splines_add(lw_motion *motion, const lw_spline *splines, size_t count, lw_error *error);

/* Sets a motion to tracks and splines together. Errors: those of lw_motion_set and
 * lw_motion_set_splines. */
lw_status lw_motion_set_parts(lw_motion *motion, const lw_track *tracks, size_t track_count,
                              const lw_spline *splines, size_t spline_count, lw_error *error);

#endif
