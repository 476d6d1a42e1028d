/* The option --tolerance: a number for all joints, or a file with a tolerance for each joint. */
#ifndef LW_TOOL_OPTION_TOLERANCE_OPTION_H
#define LW_TOOL_OPTION_TOLERANCE_OPTION_H

#include "option/options.h"
#include "text/inputs.h"

typedef struct lw_tolerance_option {
    double size;      /* of all joints, radians or metres */
    const char *file; /* NULL: none */
} lw_tolerance_option;

/* Reads the text as a number where it is one, else as the name of a file. */
void lw_take_tolerance(const lw_command_line *line, const lw_option *option, const char *text,
                       void *into);

/* Whether there is a tolerance. */
bool lw_tolerance_given(const lw_tolerance_option *tolerance);

/* Gives it to a motion. Errors: those of lw_motion_load_tolerance. */
lw_status lw_tolerance_set(const lw_tolerance_option *tolerance, lw_motion *motion, lw_error *error);

/* Adds its file to those that the command reads. Error memory. */
lw_status lw_tolerance_inputs(const lw_tolerance_option *tolerance, lw_inputs *inputs, lw_error *error);

#endif
