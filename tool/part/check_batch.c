/* A batch of any number of motions: a chunk of them is read, checked on several threads and printed. */
#include "part/check_batch.h"

#include "option/explain.h"
#include "part/cross_text.h"
#include "part/result_line.h"
#include "part/start_contacts.h"
#include "text/fail.h"
#include "text/interrupt.h"
#include "text/verdict_text.h"

#include <stdlib.h>
#include <string.h>

/* The number of motions in a chunk, at first, at most, and at most where all methods answer, which
 * takes more memory; the number of waypoints in a chunk, at most; the number of waypoints from which on
 * a motion's memory is released; and the seconds per chunk above which chunks stop growing. */
enum {
    FIRST_CHUNK = LW_CLAIMS_WAITING,
    LARGEST_CHUNK = 1024,
    LARGEST_CROSS = 64,
    MOST_PIECES = 1 << 18,
    LARGE_MOTION = 4096,
    USUAL_NEAR = 64 /* near misses of a motion; more take a second search */
};
static const double LONG_CHUNK = 0.25;
_Static_assert((int)FIRST_CHUNK <= (int)LARGEST_CROSS, "room for the first chunk");

typedef struct batch_chunk {
    lw_motion *motions[LARGEST_CHUNK]; /* made when first needed, and reused */
    char *ids[LARGEST_CHUNK];
    lw_verdict verdicts[LARGEST_CHUNK];
    lw_cross crosses[LARGEST_CROSS];    /* if all methods answer */
    double microseconds[LARGEST_CHUNK]; /* 0: not measured */
    size_t count;
    size_t limit; /* the size of the next chunk */
    bool last;
} batch_chunk;

/* the state of a running batch, with its results so far */
typedef struct batch_run {
    const lw_batch *batch;
    lw_counts counts;
    lw_checker *checker;   /* for timing, near misses and all methods; NULL: none of them is wanted */
    lw_pool *pool;         /* made if there are several chunks, and kept for all */
    unsigned pool_threads; /* the number of threads that was asked for */
    lw_clearance *near;    /* near misses, grown as needed; NULL: not wanted */
    size_t near_capacity;
    uint64_t total;
    double began;
    bool self_contacts_reported; /* a robot that touches itself at the beginning was reported, which
                                    happens once */
} batch_run;

static void fail(batch_run *run, const lw_error *error)
{
    lw_report_error(run->batch->report, error);
    run->counts.failed = true;
}

/* whether the source can go on after an error in one motion */
static bool goes_on(lw_status status)
{
    return status != LW_ERROR_FILE && status != LW_ERROR_MEMORY;
}

/* Reads one more motion into the chunk; false: reading has ended. */
static bool read_motion(batch_run *run, batch_chunk *chunk)
{
    lw_error error = {0};
    lw_motion **motion = &chunk->motions[chunk->count];
    const char *id;
    bool more = false;
    if (!*motion && (lw_report_motion(run->batch->report, run->batch->scene, motion, &error) ||
                     lw_tolerance_set(run->batch->tolerance, *motion, &error))) {
        fail(run, &error);
        return false;
    }
    lw_status status = lw_motion_source_next(run->batch->source, *motion, &id, &more, &error);
    if (!status && more)
        status =
            lw_scene_options_check_sets(run->batch->scene_options, run->batch->scene, *motion, &error);
    if (!status && more && run->batch->blend > 0)
        status = lw_motion_blend(*motion, run->batch->blend, &error);
    if (!status && more)
        status = lw_motion_cut(*motion, run->batch->since, &error);
    if (lw_interrupted(NULL))
        return false;
    if (!status && more)
        lw_explain_motion(run->batch->scene_options, run->batch->scene, *motion, id,
                          run->batch->report);
    if (status && !goes_on(status)) {
        fail(run, &error);
        return false;
    }
    if (status) {
        lw_report_error(run->batch->report, &error);
        run->counts.unreadable++;
        return true;
    }
    if (more && !(chunk->ids[chunk->count] = strdup(id))) {
        lw_fail_memory(&error);
        fail(run, &error);
        return false;
    }
    chunk->count += more;
    return more;
}

/* Reads a chunk. It ends before a motion that has to be waited for, so that another program can send
 * one motion at a time and read the answer. */
static void read_chunk(batch_run *run, batch_chunk *chunk)
{
    chunk->count = 0;
    for (size_t pieces = 0; chunk->count < chunk->limit && pieces < MOST_PIECES;) {
        size_t before = chunk->count;
        if (!read_motion(run, chunk)) {
            chunk->last = true;
            return;
        }
        if (chunk->count > before)
            pieces += lw_motion_piece_count(chunk->motions[before]);
        if (chunk->count && lw_motion_source_waits(run->batch->source))
            return;
    }
}

static void check_each(batch_run *run, batch_chunk *chunk)
{
    lw_error error = {0};
    for (size_t i = 0; i < chunk->count; i++) {
        double began = lw_clock_seconds();
        if (run->batch->proof)
            run->batch->proof->first = i;
        chunk->verdicts[i] = lw_default_verdict();
        lw_status status =
            lw_check(run->checker, chunk->motions[i], run->batch->options, &chunk->verdicts[i], &error);
        chunk->microseconds[i] = 1e6 * (lw_clock_seconds() - began);
        if (status) {
            fail(run, &error);
            chunk->count = i;
        }
    }
}

/* Makes a pool with a thread for each motion of the chunk, up to the number asked for, where the pool
 * of earlier chunks has fewer. */
static lw_status take_pool(batch_run *run, size_t count, lw_error *error)
{
    const lw_batch *batch = run->batch;
    const unsigned most = batch->threads ? batch->threads : lw_processor_count();
    const unsigned wanted = count < most ? (unsigned)count : most;
    if (wanted <= run->pool_threads)
        return LW_OK;
    lw_pool_destroy(run->pool);
    run->pool = NULL;
    lw_status status = lw_pool_create(batch->scene, wanted, &run->pool, error);
    run->pool_threads = status ? 0 : wanted;
    return status;
}

/* Checks on the thread pool, whose threads and checkers serve all chunks, or on threads for this chunk
 * only. */
static lw_status check_by_threads(batch_run *run, batch_chunk *chunk, lw_error *error)
{
    const lw_batch *batch = run->batch;
    const lw_motion *const *motions = (const lw_motion *const *)chunk->motions;
    if (!run->pool && chunk->last)
        return lw_check_many(batch->scene, motions, chunk->count, batch->options, batch->threads,
                             chunk->verdicts, error);
    lw_status status = take_pool(run, chunk->count, error);
    return status ? status
                  : lw_pool_check(run->pool, motions, chunk->count, batch->options, chunk->verdicts,
                                  error);
}

/* The verdict to print: that of the method that was asked for. A motion that begins in contact has one
 * verdict, whatever the method; otherwise lw_check says why the method does not serve. */
static lw_status take_verdict(batch_run *run, batch_chunk *chunk, size_t i, lw_error *error)
{
    const lw_cross *cross = &chunk->crosses[i];
    const lw_verdict *verdict = cross->verdicts[run->batch->options->method];
    for (size_t m = 0; !verdict && run->batch->options->leaving && m < cross->method_count; m++)
        verdict = cross->verdicts[m];
    if (verdict) {
        chunk->verdicts[i] = *verdict;
        return LW_OK;
    }
    chunk->verdicts[i] = lw_default_verdict();
    return lw_check(run->checker, chunk->motions[i], run->batch->options, &chunk->verdicts[i], error);
}

static void free_crosses(const batch_run *run, batch_chunk *chunk)
{
    for (size_t i = 0; run->batch->cross && i < chunk->count; i++)
        lw_cross_free(&chunk->crosses[i]);
}

/* All methods answer for each motion. */
static lw_status cross_check(batch_run *run, batch_chunk *chunk, lw_error *error)
{
    const lw_batch *batch = run->batch;
    chunk->crosses[0] = lw_default_cross();
    lw_status status =
        lw_cross_check_many(batch->scene, (const lw_motion *const *)chunk->motions, chunk->count,
                            batch->cross, batch->threads, chunk->crosses, error);
    for (size_t i = 0; i < chunk->count && !status; i++) {
        status = take_verdict(run, chunk, i, error);
        if (status)
            free_crosses(run, chunk);
    }
    return status;
}

static void check_chunk(batch_run *run, batch_chunk *chunk)
{
    lw_error error = {0};
    if (run->batch->timing) {
        check_each(run, chunk);
        return;
    }
    for (size_t i = 0; i < chunk->count; i++)
        chunk->microseconds[i] = 0;
    chunk->verdicts[0] = lw_default_verdict();
    if (run->batch->cross && chunk->count ? cross_check(run, chunk, &error)
                                          : check_by_threads(run, chunk, &error)) {
        fail(run, &error);
        chunk->count = 0;
    }
}

static int nearer_first(const void *a, const void *b)
{
    const lw_clearance *one = a;
    const lw_clearance *other = b;
    if (one->upper != other->upper)
        return one->upper < other->upper ? -1 : 1;
    int by_first = (one->pair[0] > other->pair[0]) - (one->pair[0] < other->pair[0]);
    return by_first ? by_first : (one->pair[1] > other->pair[1]) - (one->pair[1] < other->pair[1]);
}

static lw_status grow_near(batch_run *run, size_t wanted, lw_error *error)
{
    lw_clearance *grown = realloc(run->near, wanted * sizeof *grown);
    if (!grown)
        return lw_fail_memory(error);
    run->near = grown;
    run->near_capacity = wanted;
    return LW_OK;
}

/* computes the near misses of a motion, the nearest first */
static void find_near(batch_run *run, lw_result *result)
{
    const lw_batch *batch = run->batch;
    lw_error error = {0};
    if (!run->near)
        return;
    lw_status status = lw_near_misses(run->checker, result->motion, batch->near, batch->options,
                                      run->near, run->near_capacity, &result->near_count, &error);
    if (!status && result->near_count > run->near_capacity) {
        status = grow_near(run, result->near_count, &error);
        if (!status)
            status = lw_near_misses(run->checker, result->motion, batch->near, batch->options,
                                    run->near, run->near_capacity, &result->near_count, &error);
    }
    if (status) {
        fail(run, &error);
        return;
    }
    qsort(run->near, result->near_count, sizeof *run->near, nearer_first);
    result->near = run->near;
}

/* Writes the claims of a motion of the chunk. A failure does not change the verdicts. */
static void write_claims(batch_run *run, const batch_chunk *chunk, size_t i)
{
    lw_error error = {0};
    if (run->batch->proof && lw_claims_file_write(run->batch->proof, i, chunk->motions[i],
                                                  chunk->ids[i], &chunk->verdicts[i], &error))
        lw_report_error(run->batch->report, &error);
}

static void flush_claims(const batch_run *run)
{
    lw_error error = {0};
    if (run->batch->proof && lw_claims_file_flush(run->batch->proof, &error))
        lw_report_error(run->batch->report, &error);
}

/* Adds the first motions of the chunk to the report. A failure does not change the verdicts. */
static void add_to_page(batch_run *run, const batch_chunk *chunk, size_t count)
{
    lw_error error = {0};
    lw_report_page *page = run->batch->page;
    if (page && !page->failed && count &&
        lw_report_page_add(page, chunk->motions, chunk->ids, chunk->verdicts, count, &error))
        lw_report_error(run->batch->report, &error);
}

static void print_text(batch_run *run, const lw_result *result)
{
    lw_error error = {0};
    lw_verdict_print(run->batch->output, result);
    if (result->cross && lw_cross_print(run->batch->output, result, &error))
        fail(run, &error);
}

/* Prints the verdicts in order, up to the first one that an interrupt prevented; that one too, if it
 * proves something. */
static void print_chunk(batch_run *run, batch_chunk *chunk)
{
    const lw_batch *batch = run->batch;
    bool named =
        lw_motion_source_is_batch(batch->source) || chunk->count > 1 || lw_counts_done(&run->counts);
    lw_error error = {0};
    size_t printed = 0;
    for (size_t i = 0; i < chunk->count && !run->counts.stopped; i++) {
        const lw_verdict *verdict = &chunk->verdicts[i];
        run->counts.stopped =
            verdict->kind == LW_VERDICT_UNDECIDED && verdict->reason == LW_REASON_STOPPED;
        if (run->counts.stopped && !verdict->queries)
            break;
        run->counts.verdicts[verdict->kind]++;
        lw_result result = {.struct_size = sizeof(lw_result),
                            .scene = batch->scene,
                            .motion = chunk->motions[i],
                            .id = batch->json || named ? chunk->ids[i] : NULL,
                            .verdict = verdict,
                            .microseconds = chunk->microseconds[i],
                            .cross = batch->cross ? &chunk->crosses[i] : NULL};
        find_near(run, &result);
        write_claims(run, chunk, i);
        printed = i + 1;
        run->counts.disagreed += result.cross && result.cross->conflict_count;
        if (!batch->json)
            print_text(run, &result);
        else if (lw_result_line(batch->output->file, &result, "\n", &error))
            fail(run, &error);
        if (!run->self_contacts_reported)
            run->self_contacts_reported =
                lw_start_contacts_say(chunk->motions[i], verdict, batch->report);
    }
    add_to_page(run, chunk, printed);
    if (lw_output_flush(batch->output, &error))
        fail(run, &error);
}

static void release_chunk(batch_chunk *chunk, size_t count, bool all)
{
    for (size_t i = 0; i < count; i++) {
        free(chunk->ids[i]);
        chunk->ids[i] = NULL;
        if (chunk->motions[i] && (all || lw_motion_piece_count(chunk->motions[i]) > LARGE_MOTION)) {
            lw_motion_destroy(chunk->motions[i]);
            chunk->motions[i] = NULL;
        }
    }
}

/* opens the output, once the scene and a motion are read */
static bool begin_output(batch_run *run)
{
    lw_error error = {0};
    if (lw_output_begin(run->batch->output, &error)) {
        fail(run, &error);
        return false;
    }
    return true;
}

/* Whether further motions are worth their time: not if the only output is a pipe without a reader. */
static bool is_wanted(const lw_batch *batch)
{
    return batch->proof || batch->page || !batch->output->unread;
}

static void run_chunks(batch_run *run, batch_chunk *chunk)
{
    chunk->limit = FIRST_CHUNK;
    size_t largest = run->batch->proof   ? LW_CLAIMS_WAITING
                     : run->batch->cross ? LARGEST_CROSS
                                         : LARGEST_CHUNK;
    while (!chunk->last && !run->counts.failed && !run->counts.stopped && is_wanted(run->batch)) {
        double began = lw_clock_seconds();
        read_chunk(run, chunk);
        if (chunk->count && !begin_output(run))
            return;
        check_chunk(run, chunk);
        print_chunk(run, chunk);
        free_crosses(run, chunk);
        release_chunk(chunk, LARGEST_CHUNK, false);
        flush_claims(run);
        double now = lw_clock_seconds();
        if (now - began < LONG_CHUNK && chunk->limit < largest)
            chunk->limit *= 2;
        run->counts.stopped = run->counts.stopped || lw_interrupted(NULL);
        lw_report_progress(run->batch->report, "motions", lw_counts_done(&run->counts), run->total,
                           now - run->began);
    }
}

/* Makes the checker and the memory for timing, near misses and all methods. */
static bool prepare(batch_run *run)
{
    const lw_batch *batch = run->batch;
    lw_error error = {0};
    lw_status status = LW_OK;
    if (batch->timing || batch->near > 0 || batch->cross)
        status = lw_checker_create(batch->scene, &run->checker, &error);
    if (!status && batch->near > 0)
        status = grow_near(run, USUAL_NEAR, &error);
    if (status)
        fail(run, &error);
    return !status;
}

lw_counts lw_batch_run(const lw_batch *batch)
{
    batch_run run = {.batch = batch, .began = lw_clock_seconds()};
    lw_error error = {0};
    batch_chunk *chunk = calloc(1, sizeof *chunk);
    if (!chunk) {
        lw_fail_memory(&error);
        fail(&run, &error);
        return run.counts;
    }
    if (batch->report->terminal)
        run.total = lw_motion_source_count(batch->source);
    if (prepare(&run))
        run_chunks(&run, chunk);
    release_chunk(chunk, LARGEST_CHUNK, true);
    free(chunk);
    free(run.near);
    lw_pool_destroy(run.pool);
    lw_checker_destroy(run.checker);
    return run.counts;
}
