/* A batch of any number of motions: a chunk of them is read, checked on several threads and printed, so
 * that the memory of one chunk is enough. */
#ifndef LW_TOOL_PART_CHECK_BATCH_H
#define LW_TOOL_PART_CHECK_BATCH_H

#include "option/motion_source.h"
#include "option/scene_options.h"
#include "option/tolerance_option.h"
#include "part/claims_file.h"
#include "part/report_page.h"
#include "text/counts.h"
#include "text/output.h"
#include "text/report.h"

typedef struct lw_batch {
    const lw_scene *scene;
    lw_motion_source *source;
    const lw_scene_options *scene_options;
    const lw_check_options *options;
    lw_output *output;     /* opened when there is something to write */
    lw_claims_file *proof; /* an open file, to which the options pass claims; NULL: none */
    lw_report_page *page;  /* an open page; NULL: no report is made */
    lw_report *report;
    unsigned threads;
    bool json;
    double near;                          /* metres: pairs that come nearer are listed; 0: none */
    const lw_tolerance_option *tolerance; /* of all motions */
    double blend; /* radius of the blends of their corners (lw_motion_blend); 0: none */
    double since; /* motions are cut at this time (lw_motion_cut); 0: they stay whole */
    const lw_cross_options *cross; /* all methods answer, with the options above; NULL: one does */
    bool timing; /* checks each motion alone and measures its time; then threads does not matter */
} lw_batch;

/* Runs a batch. Errors are reported, and the motions that can be read are answered. */
lw_counts lw_batch_run(const lw_batch *batch);

#endif
