/* A batch of any number of jobs: a chunk of lines is read, judged on several threads and printed, so
 * that the memory of one chunk is enough. */
#ifndef LW_TOOL_PART_JOB_BATCH_H
#define LW_TOOL_PART_JOB_BATCH_H

#include "part/job_proof.h"
#include "part/report_page.h"
#include "text/counts.h"
#include "text/output.h"
#include "text/report.h"

typedef struct lw_job_batch {
    const lw_scene *scene;
    const lw_cell *cell;
    const char *path; /* the file of the jobs; "-": standard input */
    const lw_check_options *options;
    lw_output *output;
    lw_report_page *page; /* an open page; NULL: no report is made */
    lw_job_proof *proof;  /* an open proof; NULL: none is written */
    lw_report *report;
    unsigned threads; /* 0: one per processor */
    size_t remember;  /* bytes for the caches of all threads together */
    bool flat;        /* the scene is in the plane */
    double robust;    /* seconds: free is for all starts up to this from the ones given */
    bool json;
} lw_job_batch;

typedef struct lw_job_counts {
    lw_counts jobs;
    uint64_t pairs;      /* pairs of trajectories, and of a trajectory and the obstacles */
    uint64_t remembered; /* how many of these came from the caches; depends on the threads */
} lw_job_counts;

/* Runs a batch. Errors are reported, and the jobs that can be read are answered. */
lw_job_counts lw_job_batch_run(const lw_job_batch *batch);

#endif
