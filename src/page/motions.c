/* The motions of a page: each is made by itself, on any thread, as text and bytes of its own; then all
 * are appended in order, so that the page does not depend on the threads. */
#include <stdlib.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/sized.h"
#include "cell/cell.h"
#include "io/text/json.h"
#include "page/page.h"

/* ---- named pairs ------------------------------------------------------------------------------- */

bool lw_page_is_named(const lw_page *page, const int64_t bodies[2])
{
    for (size_t i = 0; i < page->named.count; i++) {
        const int64_t *named = page->named.items[i].bodies;
        if ((named[0] == bodies[0] && named[1] == bodies[1]) ||
            (named[0] == bodies[1] && named[1] == bodies[0]))
            return true;
    }
    return false;
}

lw_status lw_page_name_pair(lw_page *page, int64_t a, int64_t b, lw_error *error)
{
    const lw_page_pair pair = {{a, b}};
    if (a < 0 || b < 0 || lw_page_is_named(page, pair.bodies))
        return LW_OK;
    if (!LW_ARRAY_GROW(&page->named))
        return lw_fail_memory(error);
    page->named.items[page->named.count++] = pair;
    return LW_OK;
}

/* ---- one motion ---------------------------------------------------------------------------------- */

static lw_status put_verdict(lw_page *page, const lw_page_motion *shown, lw_error *error)
{
    lw_result result = lw_default_result();
    size_t length = 0;
    result.scene = page->scene;
    result.motion = shown->motion;
    result.id = shown->id;
    result.verdict = shown->verdict;
    lw_status status = lw_result_json(&result, NULL, 0, &length, error);
    char *text = status ? NULL : malloc(length + 1);
    if (!status)
        status =
            text ? lw_result_json(&result, text, length + 1, &length, error) : lw_fail_memory(error);
    if (!status) {
        lw_buffer_text(&page->index, ",\"verdict\":");
        lw_buffer_put(&page->index, text, length);
    }
    free(text);
    const int64_t *const pairs[] = {shown->verdict->pair, shown->verdict->clearance.pair,
                                    shown->verdict->self_clearance.pair};
    page->named.count = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && !status; i++)
        status = lw_page_name_pair(page, pairs[i][0], pairs[i][1], error);
    return status;
}

/* Writes the name, or without a name the id, as a string. */
static void put_name(lw_page *page, const lw_page_motion *shown)
{
    const char *id = shown->id ? shown->id : "null";
    lw_buffer_text(&page->index, ",\"name\":");
    if (shown->name)
        lw_buffer_string(&page->index, shown->name);
    else if (id[0] == '"')
        lw_buffer_text(&page->index, id);
    else
        lw_buffer_string(&page->index, strcmp(id, "null") != 0 ? id : "");
}

static lw_status put_motion(lw_page *page, const lw_page_motion *shown, lw_error *error)
{
    lw_buffer *index = &page->index;
    double begin;
    double end;
    lw_motion_interval(shown->motion, &begin, &end);
    lw_buffer_text(index, ",\"id\":");
    lw_buffer_text(index, shown->id ? shown->id : "null");
    put_name(page, shown);
    lw_buffer_text(index, ",\"begin\":");
    lw_buffer_number(index, begin);
    lw_buffer_text(index, ",\"end\":");
    lw_buffer_number(index, end);
    lw_buffer_text(index,
                   lw_motion_in_seconds(shown->motion) ? ",\"seconds\":true" : ",\"seconds\":false");
    lw_status status = lw_page_put_path(page, shown->motion, error);
    if (!status)
        status = put_verdict(page, shown, error);
    if (!status)
        status = lw_page_put_steps(page, shown, error);
    if (!status)
        status = lw_page_put_curves(page, shown, error);
    if (!status)
        status = lw_page_put_bounds(page, shown, error);
    if (!status)
        status = lw_page_put_claims(page, shown, error);
    if (!status)
        status = lw_page_put_methods(page, shown, error);
    if (!status)
        status = lw_page_put_meetings(page, shown, error);
    lw_buffer_text(index, "}");
    return !status && (index->failed || page->bytes.failed) ? lw_fail_memory(error) : status;
}

/* Checks that an id is one value of JSON: another text could end the object around it. */
static lw_status check_id(const char *id, lw_error *error)
{
    lw_error found = {.status = LW_OK};
    lw_document document = {.error = &found};
    lw_value *value;
    if (!id)
        return LW_OK;
    lw_status status = lw_json_parse(&document, id, strlen(id), 1, &value);
    lw_document_free(&document);
    if (status == LW_ERROR_MEMORY)
        return lw_fail_memory(error);
    if (status)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the id %s cannot be read: %s", id, found.message);
    /* the parser skips a byte order mark, which may begin a file but not a value */
    if ((unsigned char)id[0] == 0xef)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the id %s begins with a byte order mark", id);
    return LW_OK;
}

static lw_status check_motion(const lw_page *page, lw_page_motion *shown, lw_verdict *verdict,
                              lw_error *error)
{
    lw_check_options options = *shown->options;
    options.clearance = lw_method_serves(options.method, LW_SERVICE_CLEARANCE);
    *verdict = lw_default_verdict();
    shown->verdict = verdict;
    return lw_check(page->sampler.checker, shown->motion, &options, verdict, error);
}

/* The caller's structs, copied in this library's size. */
typedef struct given_motion {
    lw_page_motion shown;
    lw_check_options options;
    lw_verdict verdict;
} given_motion;

/* Copies and checks the caller's structs, which may come from a later version and be larger. */
static lw_status take_motion(const lw_page *page, const lw_page_motion *motion, given_motion *out,
                             lw_error *error)
{
    lw_page_motion room;
    const lw_check_options defaults = lw_default_check_options();
    lw_status status = LW_OK;
    LW_SIZED_TAKE(page_motion, motion, &room, status, error);
    if (status)
        return status;
    lw_page_motion *shown = &out->shown;
    *shown = *motion;
    if (!shown->motion)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a page, or its motion, is missing");
    LW_SIZED_TAKE(check_options, shown->options, &out->options, status, error);
    if (!status)
        LW_SIZED_TAKE(verdict, shown->verdict, &out->verdict, status, error);
    if (status)
        return status;
    lw_check_options own = shown->options ? *shown->options : defaults;
    own.claim = NULL;
    own.step = NULL;
    own.sample = NULL;
    /* a page shows motions that are free of collision, not ones that leave contact */
    own.leaving = own.limits = 0;
    out->options = own;
    shown->options = &out->options;
    if (lw_motion_scene(shown->motion) != page->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene than the page");
    if (shown->verdict && shown->verdict->reason == LW_REASON_LIMIT)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the verdict is on limits of joints: a page shows collisions");
    if (shown->method_count && !shown->methods)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there are %zu methods, and no array of them",
                       shown->method_count);
    if (shown->cell &&
        ((shown->sequence_count && !shown->sequences) || shown->cell->scene != page->scene))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the cell is of another scene than the page, or its sequences are missing");
    return check_id(shown->id, error);
}

/* ---- several motions ----------------------------------------------------------------------------- */

/* The text and the bytes of one motion, or its error. */
typedef struct made_motion {
    lw_buffer index, bytes;
    lw_error error;
} made_motion;

typedef struct making {
    lw_page *page;
    const char *motions;
    size_t stride; /* size of a struct in the caller's version */
    made_motion *made;
} making;

void lw_page_end_workers(lw_page *page)
{
    for (size_t i = 0; i < page->samplers.count; i++)
        lw_sampler_close(&page->samplers.items[i]);
    free(page->samplers.items);
}

/* Opens samplers until there is one for each thread; they are kept for later calls. */
static lw_status take_workers(lw_page *page, unsigned threads, lw_error *error)
{
    lw_status status = LW_OK;
    while (page->samplers.count < threads && !status) {
        if (!LW_ARRAY_GROW(&page->samplers))
            return lw_fail_memory(error);
        lw_sampler *sampler = &page->samplers.items[page->samplers.count++];
        *sampler = (lw_sampler){0};
        status = lw_sampler_open(page->scene, sampler, error);
    }
    /* drop the sampler that could not be opened */
    if (status)
        lw_sampler_close(&page->samplers.items[--page->samplers.count]);
    return status;
}

static bool make_motion(void *context, unsigned worker, size_t item)
{
    const making *work = context;
    made_motion *made = &work->made[item];
    /* this thread's copy of the page, with buffers of its own */
    lw_page sheet = *work->page;
    sheet.index = sheet.bytes = (lw_buffer){0};
    sheet.sampler = work->page->samplers.items[worker];
    sheet.named = (lw_page_pairs){0};
    given_motion given;
    lw_status status =
        take_motion(&sheet, (const lw_page_motion *)(const void *)(work->motions + item * work->stride),
                    &given, &made->error);
    if (!status && !given.shown.verdict)
        status = check_motion(&sheet, &given.shown, &given.verdict, &made->error);
    if (!status)
        status = put_motion(&sheet, &given.shown, &made->error);
    made->index = sheet.index;
    made->bytes = sheet.bytes;
    made->error.status = status;
    free(sheet.named.items);
    return !status;
}

/* Appends a motion; places of its arrays are relative to its first byte, which is written with it. */
static void append(lw_page *page, const made_motion *made)
{
    lw_buffer_align(&page->bytes, 8);
    lw_buffer_text(&page->index, page->motion_count++ ? ",\n{\"bytes\":" : "\n{\"bytes\":");
    lw_buffer_whole(&page->index, (int64_t)page->bytes.count);
    lw_buffer_put(&page->index, made->index.items, made->index.count);
    lw_buffer_put(&page->bytes, made->bytes.items, made->bytes.count);
}

/* Appends all motions, or rolls back and appends nothing if one of them has an error. */
static lw_status append_all(lw_page *page, const made_motion *made, size_t count, lw_error *error)
{
    const lw_page before = *page;
    for (size_t i = 0; i < count; i++)
        if (made[i].error.status) {
            if (error)
                *error = made[i].error;
            return made[i].error.status;
        }
    for (size_t i = 0; i < count; i++)
        append(page, &made[i]);
    if (!page->index.failed && !page->bytes.failed)
        return LW_OK;
    page->index.count = before.index.count;
    page->bytes.count = before.bytes.count;
    page->motion_count = before.motion_count;
    page->index.failed = page->bytes.failed = false;
    return lw_fail_memory(error);
}

lw_status lw_page_add_many(lw_page *page, const lw_page_motion *motions, size_t count, unsigned threads,
                           lw_error *error)
{
    if (!page || (count && !motions))
        return lw_fail(error, LW_ERROR_ARGUMENT, "a page, or its motion, is missing");
    if (!count)
        return LW_OK;
    lw_status status = lw_sized_check(LW_SIZED(page_motion), motions, error);
    if (status)
        return status;
    making work = {.page = page, .motions = (const char *)motions, .stride = motions->struct_size};
    threads = lw_parallel_threads(threads, count);
    work.made = calloc(count, sizeof *work.made);
    status = work.made ? take_workers(page, threads, error) : lw_fail_memory(error);
    if (!status) {
        if (threads > 1)
            lw_parallel_run(threads, count, make_motion, &work);
        else
            for (size_t i = 0; i < count && make_motion(&work, 0, i); i++) {
            }
        status = append_all(page, work.made, count, error);
    }
    for (size_t i = 0; work.made && i < count; i++) {
        free(work.made[i].index.items);
        free(work.made[i].bytes.items);
    }
    free(work.made);
    return status;
}

lw_status lw_page_add(lw_page *page, const lw_page_motion *motion, lw_error *error)
{
    return lw_page_add_many(page, motion, 1, 1, error);
}
