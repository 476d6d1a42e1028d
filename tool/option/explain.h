/* What the options were understood to mean, on standard error: --explain. */
#ifndef LW_TOOL_OPTION_EXPLAIN_H
#define LW_TOOL_OPTION_EXPLAIN_H

#include "option/scene_options.h"

/* Of a frozen scene: robots, where their joints begin and who says so, obstacles, margins, pairs,
 * files. Errors: memory. */
lw_status lw_explain_scene(const lw_scene_options *options, const lw_scene *scene, lw_report *report,
                           lw_error *error);

/* Of a motion, with its id as JSON text: its clock and interpolation, what each joint does and between
 * which limits, and where the others stand and who says so. Nothing where
 * --explain is not given, or enough motions have been explained. */
void lw_explain_motion(const lw_scene_options *options, const lw_scene *scene, const lw_motion *motion,
                       const char *id, lw_report *report);

#endif
