/* The report of a batch: a page that begins with the verdicts, and a table of the motions. */
#ifndef LW_TOOL_PART_REPORT_PAGE_H
#define LW_TOOL_PART_REPORT_PAGE_H

#include "part/page_output.h"

typedef struct lw_waiting_job lw_waiting_job;

typedef struct lw_report_page {
    lw_output output;
    const lw_scene *scene;
    lw_page *page;
    const lw_check_options *options; /* of the checks */
    unsigned threads;                /* 0: one per processor */
    bool failed;                     /* a motion could not be added, which was reported */
    lw_waiting_job *waiting;         /* jobs of a cell, until there are enough for the threads */
    size_t waiting_count;
    lw_pool *pool;     /* for the clearances of jobs; made when first needed */
    uint64_t left_out; /* jobs that are too many for a page */
} lw_report_page;

/* Makes the page, and checks that the file can be written. results: the file of the results, which must
 * be another one. near: robots that come nearer to each other are listed. All arguments must outlive
 * the report. Free it with lw_report_page_free in any case. Errors: those of lw_page_create, file. */
lw_status lw_report_page_open(lw_report_page *report, const lw_scene *scene, const char *title,
                              double near, const lw_output *output, const char *results,
                              lw_error *error);

/* Adds motions with their ids and verdicts. */
lw_status lw_report_page_add(lw_report_page *report, lw_motion *const *motions, char *const *ids,
                             const lw_verdict *verdicts, size_t count, lw_error *error);

/* A job of a cell, and its verdict. */
typedef struct lw_report_job {
    const lw_cell *cell;
    lw_job job;
    const lw_cell_verdict *verdict;
} lw_report_job;

/* Adds a job with its verdict and, if it is free, its clearance. If the page is full it only counts the
 * job. All data except the cell are copied. */
lw_status lw_report_page_add_job(lw_report_page *report, const lw_report_job *job, lw_error *error);

/* Adds the jobs that wait: before the page is counted and closed. */
lw_status lw_report_page_finish(lw_report_page *report, lw_error *error);

/* Writes the file. Errors: memory, file. */
lw_status lw_report_page_close(lw_report_page *report, lw_error *error);
void lw_report_page_free(lw_report_page *report);

#endif
