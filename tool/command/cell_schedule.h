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
    const char *page;   /* NULL, or the file of a page that shows the schedule */
    const char *title;  /* of the page */
    double near;        /* of the page: robots that come nearer to each other than this are listed */
    const lw_check_options *check; /* of the page's checks */
    lw_schedule_options options;
    lw_report *report;
} lw_schedule_request;

/* Returns the exit status. */
int lw_schedule_run(const lw_schedule_request *request);

#endif
