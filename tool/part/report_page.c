/* The report of a batch. */
#include "part/report_page.h"

#include "text/fail.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Motions beyond the first MOST_SAMPLED have no distances over time. A report holds at most MOST_JOBS
 * jobs of a cell. */
enum { MOST_SAMPLED = 5000, MOST_JOBS = 20000 };

/* Jobs are added in groups of so many. */
enum { MOST_WAITING = 64 };

struct lw_waiting_job {
    lw_motion *motion; /* reused for each job */
    const lw_cell *cell;
    char *id;
    lw_sequence *sequences; /* one allocation for them and their lists */
    size_t count;
    lw_cell_verdict verdict;
};

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

/* Adds motions to the page. */
static lw_status add(lw_report_page *report, lw_page_motion *shown, size_t count, lw_error *error)
{
    const size_t before = lw_page_motion_count(report->page);
    for (size_t i = 0; i < count; i++) {
        shown[i].options = report->options;
        if (before + i >= MOST_SAMPLED)
            shown[i].samples = shown[i].bounds = 0;
    }
    return lw_page_add_many(report->page, shown, count, report->threads, error);
}

lw_status lw_report_page_add(lw_report_page *report, lw_motion *const *motions, char *const *ids,
                             const lw_verdict *verdicts, size_t count, lw_error *error)
{
    lw_page_motion *shown = calloc(count + 1, sizeof *shown);
    lw_status status = shown ? LW_OK : lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        shown[i] = lw_shown_motion(false);
        shown[i].motion = motions[i];
        shown[i].id = ids[i];
        shown[i].verdict = &verdicts[i];
    }
    if (!status)
        status = add(report, shown, count, error);
    free(shown);
    report->failed = report->failed || status;
    return status;
}

/* Overwrites a verdict with that of the judge of a cell; only the clearance of a free job stays. */
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

static lw_status add_waiting(lw_report_page *report, lw_error *error)
{
    const lw_motion *motions[MOST_WAITING];
    lw_verdict verdicts[MOST_WAITING];
    lw_page_motion shown[MOST_WAITING];
    const size_t count = report->waiting_count;
    lw_check_options options = *report->options;
    lw_status status = LW_OK;
    if (!count)
        return LW_OK;
    options.clearance = true;
    for (size_t i = 0; i < count; i++)
        motions[i] = report->waiting[i].motion;
    /* the first group is the largest one */
    if (!report->pool) {
        const unsigned most = report->threads ? report->threads : lw_processor_count();
        status =
            lw_pool_create(report->scene, count < most ? (unsigned)count : most, &report->pool, error);
    }
    verdicts[0] = lw_default_verdict();
    if (!status)
        status = lw_pool_check(report->pool, motions, count, &options, verdicts, error);
    for (size_t i = 0; i < count && !status; i++) {
        const lw_waiting_job *job = &report->waiting[i];
        take_judged(&verdicts[i], &job->verdict);
        shown[i] = lw_shown_motion(false);
        shown[i].motion = job->motion;
        shown[i].id = job->id;
        shown[i].verdict = &verdicts[i];
        shown[i].cell = job->cell;
        shown[i].sequences = job->sequences;
        shown[i].sequence_count = job->count;
    }
    if (!status)
        status = add(report, shown, count, error);
    report->waiting_count = 0;
    report->failed = report->failed || status;
    return status;
}

static void forget_job(lw_waiting_job *waiting)
{
    free(waiting->id);
    free(waiting->sequences);
    waiting->id = NULL;
    waiting->sequences = NULL;
}

/* Copies a job; the lists of its sequences lie behind the sequences, in one allocation. */
static lw_status copy_job(const lw_report_job *job, lw_waiting_job *out, lw_error *error)
{
    size_t trajectories = 0;
    forget_job(out);
    for (size_t i = 0; i < job->job.count; i++)
        trajectories += job->job.sequences[i].count;
    out->id = strdup(job->job.id);
    out->sequences =
        malloc(job->job.count * sizeof *out->sequences + trajectories * sizeof(size_t) + 1);
    if (!out->id || !out->sequences)
        return lw_fail_memory(error);
    size_t *list = (size_t *)(void *)(out->sequences + job->job.count);
    for (size_t i = 0; i < job->job.count; i++) {
        const lw_sequence *from = &job->job.sequences[i];
        out->sequences[i] = (lw_sequence){from->robot, list, from->count};
        for (size_t k = 0; k < from->count; k++)
            *list++ = from->trajectories[k];
    }
    out->cell = job->cell;
    out->count = job->job.count;
    out->verdict = *job->verdict;
    return LW_OK;
}

lw_status lw_report_page_add_job(lw_report_page *report, const lw_report_job *job, lw_error *error)
{
    lw_status status = LW_OK;
    if (lw_page_motion_count(report->page) + report->waiting_count >= MOST_JOBS) {
        report->left_out++;
        return LW_OK;
    }
    if (!report->waiting && !(report->waiting = calloc(MOST_WAITING, sizeof *report->waiting)))
        status = lw_fail_memory(error);
    lw_waiting_job *waiting = status ? NULL : &report->waiting[report->waiting_count];
    if (!status)
        status = copy_job(job, waiting, error);
    if (!status && !waiting->motion)
        status = lw_motion_create(report->scene, &waiting->motion, error);
    if (!status)
        status =
            lw_motion_set_job(waiting->motion, job->cell, waiting->sequences, waiting->count, error);
    report->waiting_count += !status;
    if (!status && report->waiting_count == MOST_WAITING)
        status = add_waiting(report, error);
    report->failed = report->failed || status;
    return status;
}

lw_status lw_report_page_finish(lw_report_page *report, lw_error *error)
{
    return report->failed ? LW_OK : add_waiting(report, error);
}

lw_status lw_report_page_close(lw_report_page *report, lw_error *error)
{
    lw_status status = lw_page_print(report->page, &report->output, error);
    return status ? status : lw_output_close(&report->output, error);
}

void lw_report_page_free(lw_report_page *report)
{
    lw_output_abandon(&report->output);
    for (size_t i = 0; report->waiting && i < MOST_WAITING; i++) {
        forget_job(&report->waiting[i]);
        lw_motion_destroy(report->waiting[i].motion);
    }
    free(report->waiting);
    lw_pool_destroy(report->pool);
    lw_page_destroy(report->page);
    report->page = NULL;
}
