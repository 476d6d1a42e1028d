/* --explain: prints the effect of the options, on standard error. */
#ifndef LW_TOOL_OPTION_EXPLAIN_H
#define LW_TOOL_OPTION_EXPLAIN_H

#include "option/scene_options.h"

/* Explains a frozen scene: robots, the initial values of their joints and the sources of these,
 * obstacles, margins, pairs, files. Errors: memory. */
lw_status lw_explain_scene(const lw_scene_options *options, const lw_scene *scene, lw_report *report,
                           lw_error *error);

/* Explains a motion, with its id as JSON text: its clock and interpolation, the movement and the limits
 * of each joint, and the values of the other joints with their sources. Prints nothing without
 * --explain, or once enough motions have been explained. */
void lw_explain_motion(const lw_scene_options *options, const lw_scene *scene, const lw_motion *motion,
                       const char *id, lw_report *report);

#endif
