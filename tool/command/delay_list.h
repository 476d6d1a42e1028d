/* The delays at which the trajectories of two robots are free of each other, for all pairs of
 * trajectories of a scene: leeway cell --conflicts. */
#ifndef LW_TOOL_COMMAND_DELAY_LIST_H
#define LW_TOOL_COMMAND_DELAY_LIST_H

#include "part/report_page.h"
#include "text/counts.h"
#include "text/list.h"
#include "text/output.h"
#include "text/report.h"

/* A named motion, in seconds. */
typedef struct lw_named_motion {
    char *name;
    lw_motion *motion;
} lw_named_motion;

typedef struct lw_delay_list {
    const lw_scene *scene;
    const lw_delay_options *options;
    lw_output *output;
    lw_report *report;
    bool json;
    lw_report_page *page; /* an open page; NULL: no page is made */
    LW_LIST(lw_named_motion) motions;
} lw_delay_list;

/* Adds a motion, which the list then owns and frees. Errors: argument (a path over t from 0 to 1),
 * memory; the motion is freed then, too. */
lw_status lw_delay_list_add(lw_delay_list *list, const char *name, lw_motion *motion, lw_error *error);

/* Prints the delays of each trajectory of each robot with each trajectory of each robot behind it, and
 * counts the pairs of trajectories: free at all delays, in contact at some, else undecided. An
 * interrupt ends it after the pair in work. */
lw_counts lw_delay_list_print(lw_delay_list *list);

/* Adds the trajectories to the page, and writes it. Errors: those of lw_page_add, file. */
lw_status lw_delay_list_close_page(lw_delay_list *list, lw_error *error);

void lw_delay_list_free(lw_delay_list *list);

#endif
