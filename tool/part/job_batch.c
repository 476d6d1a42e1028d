/* A batch of any number of jobs. One thread reads the lines in order; all threads share the parsing and
 * judging. */
#include "part/job_batch.h"

#include "option/wrong_kind.h"
#include "part/job_lines.h"
#include "part/result_line.h"
#include "text/fail.h"
#include "text/interrupt.h"
#include "text/json_text.h"
#include "text/length_text.h"
#include "text/text.h"
#include "text/verdict_text.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_CHUNK = 2048, MOST_THREADS = 1024 };

/* a line of the file, and its result */
typedef struct line {
    const char *text; /* valid until the next chunk is read */
    size_t length;
    int number;
    char *id;
    lw_cell_verdict verdict;
    lw_error error;
} line;

typedef struct job_run {
    const lw_job_batch *batch;
    lw_job_counts counts;
    lw_judge **judges;       /* one for each thread that was needed so far; the others NULL */
    lw_job_reader **readers; /* likewise */
    unsigned threads;        /* the most threads */
    lw_job_lines lines;
    line chunk[LARGEST_CHUNK];
    size_t count;
    atomic_size_t next; /* the next line of the chunk that no thread has taken */
    double began;
} job_run;

static void fail(job_run *run, const lw_error *error)
{
    lw_report_error(run->batch->report, error);
    run->counts.jobs.failed = true;
}

/* Reads a chunk. It ends before a line that has to be waited for. False where there are no more
 * lines. */
static bool read_chunk(job_run *run)
{
    lw_error error = {0};
    run->count = 0;
    lw_status status = lw_job_lines_fill(&run->lines, &error);
    if (lw_interrupted(NULL))
        return false;
    if (status == LW_ERROR_SYNTAX) {
        /* a line that is too long is skipped */
        lw_report_error(run->batch->report, &error);
        run->counts.jobs.unreadable++;
        return true;
    }
    if (status)
        fail(run, &error);
    line at = {.verdict = lw_default_cell_verdict()};
    while (!status && run->count < LARGEST_CHUNK &&
           lw_job_lines_next(&run->lines, &at.text, &at.length, &at.number))
        run->chunk[run->count++] = at;
    return lw_job_lines_left(&run->lines);
}

/* adds the file and line to the error of a job */
static void locate_error(const job_run *run, line *at)
{
    if (at->error.line)
        return;
    lw_error bare = at->error;
    lw_fail_at(&at->error, bare.status, run->lines.name, at->number, 0, "%s", bare.message);
}

static void judge_line(job_run *run, unsigned worker, line *at)
{
    const lw_job_batch *batch = run->batch;
    lw_job job = lw_default_job();
    lw_status status = lw_job_read(run->readers[worker], at->text, at->length, run->lines.name,
                                   at->number, &job, &at->error);
    if (!status && (job.timed || batch->robust > 0))
        status = lw_judge_courses(run->judges[worker], job.courses, job.count, batch->robust,
                                  batch->options, &at->verdict, &at->error);
    else if (!status)
        status = lw_judge_job(run->judges[worker], job.sequences, job.count, batch->options,
                              &at->verdict, &at->error);
    if (!status && !(at->id = strdup(job.id)))
        status = lw_fail_memory(&at->error);
    if (status)
        locate_error(run, at);
}

/* One of the threads that judge a chunk, each by the judge of its number. */
typedef struct worker {
    job_run *run;
    unsigned number;
    pthread_t thread;
} worker;

static void *judge_lines(void *context)
{
    const worker *own = context;
    job_run *run = own->run;
    for (size_t i; (i = atomic_fetch_add(&run->next, 1)) < run->count;)
        judge_line(run, own->number, &run->chunk[i]);
    return NULL;
}

/* Makes the judges and readers that so many threads need and that do not exist yet. */
static lw_status make_judges(job_run *run, unsigned threads, lw_error *error)
{
    const lw_job_batch *batch = run->batch;
    lw_status status = LW_OK;
    for (unsigned i = 0; i < threads && !status; i++) {
        if (!run->judges[i])
            status =
                lw_judge_create(batch->cell, batch->remember / run->threads, &run->judges[i], error);
        if (!status && !run->readers[i])
            status = lw_job_reader_create(batch->cell, &run->readers[i], error);
    }
    return status;
}

/* Judges a chunk. This thread works too; if others cannot be created, there are fewer. No more threads
 * than jobs. */
static void judge_chunk(job_run *run)
{
    lw_error error = {0};
    worker workers[MOST_THREADS];
    unsigned wanted = run->count < run->threads ? (unsigned)run->count : run->threads;
    unsigned begun = 1;
    if (make_judges(run, wanted, &error)) {
        fail(run, &error);
        run->count = 0;
    }
    atomic_store(&run->next, 0);
    for (; begun < wanted; begun++) {
        workers[begun] = (worker){.run = run, .number = begun};
        if (pthread_create(&workers[begun].thread, NULL, judge_lines, &workers[begun]))
            break;
    }
    judge_lines(&(worker){.run = run});
    for (unsigned i = 1; i < begun; i++)
        pthread_join(workers[i].thread, NULL);
}

static const char *body_text(const lw_job_batch *batch, const lw_cell_verdict *verdict, int which,
                             char *text, size_t size)
{
    const char *body = lw_scene_body_name(batch->scene, (size_t)verdict->pair[which]);
    int64_t trajectory = verdict->trajectories[which];
    if (trajectory < 0)
        snprintf(text, size, "%s", body);
    else
        snprintf(text, size, "%s (%s)", body, lw_cell_trajectory_name(batch->cell, (size_t)trajectory));
    return text;
}

static void print_text(const lw_job_batch *batch, const line *at)
{
    enum { TEXT = 512 };
    const lw_cell_verdict *verdict = &at->verdict;
    FILE *file = batch->output->file;
    char plain[TEXT];
    lw_plain_id(at->id, plain, sizeof plain);
    lw_print(file, "%s: ", plain);
    lw_verdict_print_word(batch->output, verdict->kind);
    if (verdict->kind == LW_VERDICT_FREE) {
        lw_print(file, ", done at %.6g s\n", verdict->end);
        return;
    }
    if (verdict->kind == LW_VERDICT_CONTACT)
        lw_print(file, " at %.6g s", verdict->time);
    else
        lw_print(file, ": %s", lw_reason_text(verdict->reason));
    lw_print(file, ", free until %.6g s%s\n", verdict->free_until,
             verdict->kind == LW_VERDICT_CONTACT && !verdict->first ? ", perhaps not the first" : "");
    if (verdict->kind == LW_VERDICT_UNDECIDED)
        return;
    char one[TEXT];
    char other[TEXT];
    const lw_separation *contact = &verdict->contact;
    const lw_distance *distance = &verdict->distance;
    const double depth = verdict->whole ? distance->depth : contact->depth;
    const double upper = verdict->whole ? distance->upper : contact->upper;
    lw_print(file, "    %s and %s ", body_text(batch, verdict, 0, one, sizeof one),
             body_text(batch, verdict, 1, other, sizeof other));
    if (depth > 0 || upper > 0) {
        lw_length_text(depth > 0 ? depth : upper, plain, sizeof plain);
        lw_print(file, depth > 0 ? "overlap by %s" : "are %s apart", plain);
    } else {
        fputs("touch", file);
    }
    if (verdict->whole && !batch->flat)
        lw_print(file, " at (%.4f, %.4f, %.4f) m\n", distance->points[0].x, distance->points[0].y,
                 distance->points[0].z);
    else
        lw_print(file, " at (%.4f, %.4f) m\n",
                 verdict->whole ? distance->points[0].x : contact->points[0].x,
                 verdict->whole ? distance->points[0].y : contact->points[0].y);
}

/* Adds a job of the chunk to the report and to the proof. A failure does not change the verdicts. */
static void add_to_files(job_run *run, const line *at)
{
    const lw_job_batch *batch = run->batch;
    lw_error error = {0};
    lw_report_job shown = {.cell = batch->cell, .job = lw_default_job(), .verdict = &at->verdict};
    const bool in_page = batch->page && !batch->page->failed;
    const bool in_proof = batch->proof && !batch->proof->file.failed;
    if (!in_page && !in_proof)
        return;
    lw_status status = lw_job_read(run->readers[0], at->text, at->length, run->lines.name, at->number,
                                   &shown.job, &error);
    if (!status && in_page && shown.job.timed) {
        batch->page->failed = true;
        status = lw_fail(&error, LW_ERROR_ARGUMENT,
                         "%s has start times or waits; a report shows jobs without them", at->id);
    }
    if (!status && in_page)
        status = lw_report_page_add_job(batch->page, &shown, &error);
    if (!status && in_proof)
        status = lw_job_proof_add(batch->proof, &shown.job, &at->verdict, &error);
    if (status)
        lw_report_error(batch->report, &error);
}

/* prints the verdicts in order, up to the first one that an interrupt prevented */
static void print_chunk(job_run *run)
{
    const lw_job_batch *batch = run->batch;
    lw_error error = {0};
    for (size_t i = 0; i < run->count && !run->counts.jobs.stopped; i++) {
        line *at = &run->chunk[i];
        if (at->error.status && !lw_counts_done(&run->counts.jobs) &&
            lw_wrong_kind(LW_FLAG_JOBS, run->lines.name, lw_motion_kind_of(at->text, at->length),
                          &at->error)) {
            fail(run, &at->error);
            break;
        }
        if (at->error.status) {
            lw_report_error(batch->report, &at->error);
            run->counts.jobs.unreadable++;
            continue;
        }
        run->counts.jobs.stopped = at->verdict.reason == LW_REASON_STOPPED;
        if (run->counts.jobs.stopped)
            break;
        run->counts.jobs.verdicts[at->verdict.kind]++;
        run->counts.pairs += at->verdict.pairs;
        add_to_files(run, at);
        if (!batch->json)
            print_text(batch, at);
        else if (lw_cell_line(batch->output->file, batch->cell, at->id, &at->verdict, &error))
            fail(run, &error);
    }
    for (size_t i = 0; i < run->count; i++)
        free(run->chunk[i].id);
    if (lw_output_flush(batch->output, &error))
        fail(run, &error);
}

static lw_status make_places(job_run *run, lw_error *error)
{
    const unsigned asked = run->batch->threads ? run->batch->threads : lw_processor_count();
    run->threads = asked < MOST_THREADS ? asked : MOST_THREADS;
    run->judges = calloc(run->threads, sizeof(lw_judge *));
    run->readers = calloc(run->threads, sizeof(lw_job_reader *));
    return run->judges && run->readers ? LW_OK : lw_fail_memory(error);
}

static void run_chunks(job_run *run)
{
    lw_error error = {0};
    bool more = true;
    while (more && !run->counts.jobs.failed && !run->counts.jobs.stopped &&
           (run->batch->page || run->batch->proof || !run->batch->output->unread)) {
        more = read_chunk(run);
        if (run->count && lw_output_begin(run->batch->output, &error)) {
            fail(run, &error);
            return;
        }
        judge_chunk(run);
        print_chunk(run);
        run->counts.jobs.stopped = run->counts.jobs.stopped || lw_interrupted(NULL);
        lw_report_progress(run->batch->report, "motions", lw_counts_done(&run->counts.jobs), 0,
                           lw_clock_seconds() - run->began);
    }
}

lw_job_counts lw_job_batch_run(const lw_job_batch *batch)
{
    lw_error error = {0};
    lw_job_counts counts = {.jobs = {.failed = true}};
    job_run *run = calloc(1, sizeof *run);
    if (!run) {
        lw_fail_memory(&error);
        lw_report_error(batch->report, &error);
        return counts;
    }
    run->batch = batch;
    run->lines.descriptor = -1;
    run->began = lw_clock_seconds();
    if (make_places(run, &error) || lw_job_lines_open(&run->lines, batch->path, &error))
        fail(run, &error);
    else
        run_chunks(run);
    for (unsigned i = 0; run->judges && i < run->threads; i++) {
        uint64_t judged = 0;
        uint64_t remembered = 0;
        if (run->judges[i])
            lw_judge_counts(run->judges[i], &judged, &remembered);
        run->counts.remembered += remembered;
        lw_judge_destroy(run->judges[i]);
    }
    for (unsigned i = 0; run->readers && i < run->threads; i++)
        lw_job_reader_destroy(run->readers[i]);
    counts = run->counts;
    lw_job_lines_close(&run->lines);
    free(run->judges);
    free(run->readers);
    free(run);
    return counts;
}
