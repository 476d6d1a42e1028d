/* leeway cell --optimise: finds a schedule for a file of tasks, and writes it. */
#ifndef LW_TOOL_COMMAND_CELL_SCHEDULE_H
#define LW_TOOL_COMMAND_CELL_SCHEDULE_H

#include "text/report.h"

typedef struct lw_schedule_request {
    const lw_scene *scene;
    const char *tasks;  /* the file; "-": standard input */
    const char *out;    /* the schedule as JSON; NULL or "-": standard output */
    const char *robots; /* NULL, or what the names of the trajectories' files begin with */
    bool json;          /* on standard output the schedule, without the text */
    lw_schedule_options options;
    lw_report *report;
} lw_schedule_request;

/* Returns the exit status. */
int lw_schedule_run(const lw_schedule_request *request);

#endif
