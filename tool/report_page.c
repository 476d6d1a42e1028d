/* The report of a batch. */
#include "report_page.h"

#include "fail.h"

#include <string.h>
#include <sys/stat.h>

/* Of so many motions the report shows how near they come; of more, only what they are. */
enum { MOST_SAMPLED = 5000 };

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

lw_status lw_report_page_add(lw_report_page *report, const lw_motion *motion, const char *id,
                             const lw_verdict *verdict, lw_error *error)
{
    lw_page_motion shown = lw_shown_motion(false);
    shown.motion = motion;
    shown.id = id;
    shown.verdict = verdict;
    shown.options = report->options;
    if (lw_page_motion_count(report->page) >= MOST_SAMPLED)
        shown.samples = shown.bounds = 0;
    lw_status status = lw_page_add(report->page, &shown, error);
    report->failed = report->failed || status;
    return status;
}

lw_status lw_report_page_close(lw_report_page *report, lw_error *error)
{
    lw_status status = lw_page_print(report->page, &report->output, error);
    return status ? status : lw_output_close(&report->output, error);
}

void lw_report_page_free(lw_report_page *report)
{
    lw_output_abandon(&report->output);
    lw_page_destroy(report->page);
    report->page = NULL;
}
