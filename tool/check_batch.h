/* Checks motions of any number: a chunk of them is read, checked on several threads and printed, so
 * that the memory of one chunk is enough. */
#ifndef LW_TOOL_CHECK_BATCH_H
#define LW_TOOL_CHECK_BATCH_H

#include "motion_source.h"
#include "output.h"
#include "report.h"

typedef struct lw_batch {
    const lw_scene *scene;
    lw_motion_source *source;
    const lw_options *options;
    lw_output *output;
    lw_report *report;
    unsigned threads;
    bool json;
    double near; /* metres: pairs that come nearer are listed; 0: none */
    bool timing; /* each motion alone, and how long it took; then threads does not matter */
} lw_batch;

typedef struct lw_batch_counts {
    uint64_t verdicts[3]; /* by lw_verdict_kind */
    uint64_t unreadable;
    bool stopped; /* by an interrupt */
    bool failed;  /* by an error that was reported */
} lw_batch_counts;

/* How many verdicts there are. */
uint64_t lw_batch_done(const lw_batch_counts *counts);

/* Errors are reported, and the motions that can be read are answered. */
lw_batch_counts lw_batch_run(const lw_batch *batch);

#endif
