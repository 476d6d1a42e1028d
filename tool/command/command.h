/* The commands of the program, one file each. */
#ifndef LW_TOOL_COMMAND_COMMAND_H
#define LW_TOOL_COMMAND_COMMAND_H

#include "option/options.h"
#include "text/exit_status.h"

extern const lw_command lw_check_command, lw_cell_command, lw_distance_command, lw_info_command,
    lw_plan_command, lw_roadmap_command, lw_acm_command, lw_cover_command, lw_view_command,
    lw_plot_command, lw_serve_command, lw_verify_command;

#endif
