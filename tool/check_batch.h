/* Checks motions of any number: a chunk of them is read, checked on several threads and printed, so
 * that the memory of one chunk is enough. */
#ifndef LW_TOOL_CHECK_BATCH_H
#define LW_TOOL_CHECK_BATCH_H

#include "counts.h"
#include "motion_source.h"
#include "output.h"
#include "report.h"
#include "scene_options.h"

typedef struct lw_batch {
    const lw_scene *scene;
    lw_motion_source *source;
    const lw_scene_options *scene_options;
    const lw_options *options;
    lw_output *output; /* begun when there is something to write */
    lw_report *report;
    unsigned threads;
    bool json;
    double near; /* metres: pairs that come nearer are listed; 0: none */
    bool timing; /* each motion alone, and how long it took; then threads does not matter */
} lw_batch;

/* Errors are reported, and the motions that can be read are answered. */
lw_counts lw_batch_run(const lw_batch *batch);

#endif
