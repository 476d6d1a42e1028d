/* A parser of CSV files: waypoints as lines of numbers. */
#ifndef LW_IO_MOTION_CSV_H
#define LW_IO_MOTION_CSV_H

#include "io/motion/motion_reader.h"
#include "io/text/document.h"

/* Sets motion to a path, or to a trajectory in seconds if the first column is named t. Commas,
 * semicolons or blanks separate values; empty lines and everything after a # are ignored. A first line
 * that is not all numbers is a header: the names of joints, or x y theta for the values of a planar
 * joint, with vx vy omega for its velocities. Errors: syntax, argument, name, with line and column. */
lw_status lw_csv_set(const lw_scene *scene, lw_document *document, const char *text, size_t length,
                     const lw_motion_defaults *defaults, lw_motion *motion);

#endif
