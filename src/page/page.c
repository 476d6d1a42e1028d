/* A page: made, added to, and written. */
#include "page/page.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/sized.h"
#include "cell/cell.h"
#include "page/viewer.h"

/* ---- making one -------------------------------------------------------------------------------- */

bool lw_page_has_viewer(void)
{
    return lw_viewer_size > 0;
}

void lw_page_destroy(lw_page *page)
{
    if (!page)
        return;
    free(page->index.items);
    free(page->bytes.items);
    free(page->roadmap.items);
    free(page->near.items);
    free(page->named.items);
    free(page->link_frames);
    free(page->columns);
    lw_motion_destroy(page->rest);
    lw_sampler_close(&page->sampler);
    free(page);
}

const char *lw_page_place(const char *viewer, size_t size)
{
    const size_t length = strlen(LW_PAGE_PLACE);
    for (size_t i = 0; i + length <= size; i++)
        if (!memcmp(viewer + i, LW_PAGE_PLACE, length))
            return viewer + i;
    return NULL;
}

static void put_head(lw_page *page)
{
    lw_buffer *index = &page->index;
    lw_buffer_text(index, "{\"page\":1,\"version\":");
    lw_buffer_string(index, lw_version());
    lw_buffer_text(index, ",\"title\":");
    lw_buffer_string(index, page->options.title ? page->options.title : "Leeway");
    lw_buffer_text(index, ",\"dimension\":");
    lw_buffer_whole(index, lw_scene_dimension(page->scene));
    lw_buffer_text(index, ",\"kind\":");
    lw_buffer_string(index, page->options.report ? "report" : "view");
    lw_buffer_text(index, ",\"margin\":");
    lw_buffer_rounded(index, lw_scene_margin(page->scene));
    lw_buffer_text(index, ",\"self_margin\":");
    lw_buffer_rounded(index, lw_scene_self_margin(page->scene));
    lw_buffer_text(index, ",\n");
}

static bool out_of_memory(const lw_page *page)
{
    return page->index.failed || page->bytes.failed || page->roadmap.failed || page->near.failed;
}

static lw_status fill(lw_page *page, lw_error *error)
{
    if (!page->options.viewer) {
        page->options.viewer = (const char *)lw_viewer;
        page->options.viewer_size = lw_viewer_size;
    }
    if (!page->options.viewer_size)
        return lw_fail(error, LW_ERROR_STATE,
                       "this Leeway was built without the viewer that shows a page; build it with "
                       "nodejs, npm and the CMake option LEEWAY_VIEWER");
    if (!lw_page_place(page->options.viewer, page->options.viewer_size))
        return lw_fail(error, LW_ERROR_ARGUMENT, "the viewer has no %s where the data go",
                       LW_PAGE_PLACE);
    lw_status status = lw_motion_create(page->scene, &page->rest, error);
    if (!status)
        status = lw_sampler_open(page->scene, &page->sampler, error);
    if (status)
        return status;
    put_head(page);
    lw_buffer_rounded(&page->near, page->options.near);
    status = lw_page_put_scene(page, error);
    lw_buffer_text(&page->index, "\"motions\":[");
    return !status && out_of_memory(page) ? lw_fail_memory(error) : status;
}

lw_status lw_page_create(const lw_scene *scene, const lw_page_options *options, lw_page **out,
                         lw_error *error)
{
    lw_page_options room;
    lw_status status = LW_OK;
    if (!scene || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a scene, or a place for the page, is missing");
    *out = NULL;
    LW_SIZED_TAKE(page_options, default_page_options, options, &room, status, error);
    if (status)
        return status;
    if (options && !(options->near >= 0 && options->near <= 1e9))
        return lw_fail(error, LW_ERROR_ARGUMENT, "near is %g; it is a distance, at most 1e9",
                       options->near);
    lw_page *page = calloc(1, sizeof *page);
    if (!page)
        return lw_fail_memory(error);
    page->scene = scene;
    page->options = options ? *options : lw_default_page_options();
    status = fill(page, error);
    if (status)
        lw_page_destroy(page);
    else
        *out = page;
    return status;
}

/* ---- pairs that are named ---------------------------------------------------------------------- */

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

/* ---- motions ----------------------------------------------------------------------------------- */

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

/* The name, or the id as people read it: a string without its quotes. */
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
    lw_buffer_text(index, page->motion_count ? ",\n{\"id\":" : "\n{\"id\":");
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
    return !status && out_of_memory(page) ? lw_fail_memory(error) : status;
}

/* An id must be one value of JSON, or it could end the object that it stands in. */
static lw_status check_id(const char *id, lw_error *error)
{
    if (!id)
        return LW_OK;
    json_t *value = json_loads(id, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL, NULL);
    json_decref(value);
    return value ? LW_OK : lw_fail(error, LW_ERROR_ARGUMENT, "the id %s is not JSON", id);
}

static lw_status check_motion(const lw_page *page, lw_page_motion *shown, lw_verdict *verdict,
                              lw_error *error)
{
    lw_options options = *shown->options;
    options.clearance = options.method != LW_METHOD_EXPANDED && options.method != LW_METHOD_SAMPLED;
    *verdict = lw_default_verdict();
    shown->verdict = verdict;
    return lw_check(page->sampler.checker, shown->motion, &options, verdict, error);
}

/* Takes what a motion that failed has added away. */
static void cut(lw_page *page, const lw_page *before)
{
    page->index.count = before->index.count;
    page->bytes.count = before->bytes.count;
    page->index.failed = page->bytes.failed = false;
}

lw_status lw_page_add(lw_page *page, const lw_page_motion *motion, lw_error *error)
{
    lw_page_motion room;
    lw_options options_room;
    lw_verdict verdict_room;
    const lw_options defaults = lw_default_options();
    lw_verdict verdict;
    lw_status status = LW_OK;
    if (!page || !motion || !motion->motion)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a page, or its motion, is missing");
    LW_SIZED_TAKE(page_motion, default_page_motion, motion, &room, status, error);
    if (status)
        return status;
    lw_page_motion shown = *motion;
    LW_SIZED_TAKE(options, default_options, shown.options, &options_room, status, error);
    if (!status)
        LW_SIZED_TAKE(verdict, default_verdict, shown.verdict, &verdict_room, status, error);
    if (status)
        return status;
    lw_options own = shown.options ? *shown.options : defaults;
    own.claim = NULL;
    own.step = NULL;
    own.sample = NULL;
    shown.options = &own;
    if (lw_motion_scene(shown.motion) != page->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene than the page");
    if (shown.method_count && !shown.methods)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there are %zu methods, and no array of them",
                       shown.method_count);
    if (shown.cell && ((shown.sequence_count && !shown.sequences) || shown.cell->scene != page->scene))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the cell is of another scene than the page, or its sequences are missing");
    status = check_id(shown.id, error);
    if (!status && !shown.verdict)
        status = check_motion(page, &shown, &verdict, error);
    const lw_page before = *page;
    if (!status)
        status = put_motion(page, &shown, error);
    if (status)
        cut(page, &before);
    else
        page->motion_count++;
    return status;
}

size_t lw_page_motion_count(const lw_page *page)
{
    return page ? page->motion_count : 0;
}
