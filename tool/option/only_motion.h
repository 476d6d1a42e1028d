/* The one motion that the options select, for commands that take one. */
#ifndef LW_TOOL_OPTION_ONLY_MOTION_H
#define LW_TOOL_OPTION_ONLY_MOTION_H

#include "option/motion_source.h"

/* The motion, and its name as people write it. */
typedef struct lw_only_motion {
    lw_motion *motion;
    char name[512];
    bool is_batch; /* it is one of a file of motions, which has an id */
} lw_only_motion;

/* Reads it. purpose: "plot" in "there is no motion to plot". Destroy `motion` in any case. Errors:
 * those of the source, argument (no motion, or several). */
lw_status lw_only_motion_read(const lw_scene *scene, const lw_motion_options *options,
                              const char *purpose, lw_report *report, lw_only_motion *out,
                              lw_error *error);

#endif
