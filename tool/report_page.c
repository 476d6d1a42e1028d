/* The report of a batch. */
#include "report_page.h"

#include "fail.h"

#include <string.h>
#include <sys/stat.h>

/* Of so many motions the report shows how near they come; of more, only what they are. So many jobs of
 * a cell it has at all. */
enum { MOST_SAMPLED = 5000, MOST_JOBS = 20000 };

/* whether two paths of outputs are one file, or both are standard output */
static bool is_one_file(const char *a, const char *b)
{
    struct stat one;
    struct stat two;
    const bool standard[2] = {!a || !strcmp(a, "-"), !b || !strcmp(b, "-")};
    if (standard[0] || standard[1])
        return standard[0] && standard[1];
    return !strcmp(a, b) || (!stat(a, &one) && !stat(b, &two) && S_ISREG(one.st_mode) &&
                             one.st_dev == two.st_dev && one.st_ino == two.st_ino);
}

lw_status lw_report_page_open(lw_report_page *report, const lw_scene *scene, const char *title,
                              double near, const lw_output *output, const char *results,
                              lw_error *error)
{
    lw_page_options options = lw_default_page_options();
    report->output = *output;
    report->scene = scene;
    options.title = title;
    options.report = true;
    options.covers = false;
    options.near = near;
    if (is_one_file(output->path, results))
        return lw_fail(error, LW_ERROR_FILE, "%s: the report and the results cannot go into one file",
                       output->path ? output->path : "standard output");
    lw_status status = lw_page_create(scene, &options, &report->page, error);
    return status ? status : lw_output_begin(&report->output, error);
}

static lw_status add(lw_report_page *report, lw_page_motion shown, lw_error *error)
{
    shown.options = report->options;
    if (lw_page_motion_count(report->page) >= MOST_SAMPLED)
        shown.samples = shown.bounds = 0;
    lw_status status = lw_page_add(report->page, &shown, error);
    report->failed = report->failed || status;
    return status;
}

lw_status lw_report_page_add(lw_report_page *report, const lw_motion *motion, const char *id,
                             const lw_verdict *verdict, lw_error *error)
{
    lw_page_motion shown = lw_shown_motion(false);
    shown.motion = motion;
    shown.id = id;
    shown.verdict = verdict;
    return add(report, shown, error);
}

/* Makes a verdict say what the judge of a cell says; only the clearance of what is free stays. */
static void take_judged(lw_verdict *verdict, const lw_cell_verdict *judged)
{
    lw_verdict told = *verdict;
    if (verdict->kind != judged->kind) {
        told = lw_default_verdict();
        told.clearance.pair[0] = told.self_clearance.pair[0] = -1;
        told.pairs = verdict->pairs;
        told.queries = verdict->queries;
        told.samples = verdict->samples;
    }
    told.kind = judged->kind;
    told.reason = judged->reason;
    told.free_until = judged->free_until;
    told.time = judged->time;
    told.first = judged->first;
    for (int i = 0; i < 2; i++) {
        const lw_vec2 point = judged->contact.points[i];
        told.pair[i] = judged->pair[i];
        told.contact.points[i] = (lw_vec3){point.x, point.y, 0};
    }
    told.contact.normal = (lw_vec3){judged->contact.normal.x, judged->contact.normal.y, 0};
    told.contact.depth = judged->contact.depth;
    told.contact.lower = judged->contact.lower;
    told.contact.upper = judged->contact.upper;
    *verdict = told;
}

lw_status lw_report_page_add_job(lw_report_page *report, const lw_report_job *job, lw_error *error)
{
    lw_options options = *report->options;
    lw_verdict verdict = lw_default_verdict();
    lw_page_motion shown = lw_shown_motion(false);
    lw_status status = LW_OK;
    options.clearance = true;
    if (lw_page_motion_count(report->page) >= MOST_JOBS) {
        report->left_out++;
        return LW_OK;
    }
    if (!report->motion)
        status = lw_motion_create(report->scene, &report->motion, error);
    if (!status && !report->checker)
        status = lw_checker_create(report->scene, &report->checker, error);
    if (!status)
        status =
            lw_motion_set_job(report->motion, job->cell, job->job.sequences, job->job.count, error);
    if (!status)
        status = lw_check(report->checker, report->motion, &options, &verdict, error);
    if (status) {
        report->failed = true;
        return status;
    }
    take_judged(&verdict, job->verdict);
    shown.motion = report->motion;
    shown.id = job->job.id;
    shown.verdict = &verdict;
    shown.cell = job->cell;
    shown.sequences = job->job.sequences;
    shown.sequence_count = job->job.count;
    return add(report, shown, error);
}

lw_status lw_report_page_close(lw_report_page *report, lw_error *error)
{
    lw_status status = lw_page_print(report->page, &report->output, error);
    return status ? status : lw_output_close(&report->output, error);
}

void lw_report_page_free(lw_report_page *report)
{
    lw_output_abandon(&report->output);
    lw_motion_destroy(report->motion);
    lw_checker_destroy(report->checker);
    lw_page_destroy(report->page);
    report->page = NULL;
}
