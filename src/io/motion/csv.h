/* Waypoints as lines of numbers. */
#ifndef LW_IO_MOTION_CSV_H
#define LW_IO_MOTION_CSV_H

#include "io/motion/motion_reader.h"
#include "io/text/document.h"

/* Sets motion to a path, or, where the first column is named t, to a trajectory in seconds. Commas or
 * blanks separate values; empty lines and everything after a # are ignored; a first line that is not
 * all numbers names the joints, or with x y theta (vx vy omega) the values of a planar one (and its
 * velocities). Errors: syntax, argument, name, with line and column. */
lw_status lw_csv_set(const lw_scene *scene, lw_document *document, const char *text, size_t length,
                     const lw_motion_defaults *defaults, lw_motion *motion);

#endif
