/* A page: creates it with its head and its scene, and destroys it. */
#include "page/page.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/sized.h"
#include "page/viewer.h"

/* ---- creating ---------------------------------------------------------------------------------- */

void lw_page_destroy(lw_page *page)
{
    if (!page)
        return;
    free(page->index.items);
    free(page->bytes.items);
    free(page->roadmap.items);
    free(page->delays.items);
    free(page->near.items);
    free(page->link_frames);
    free(page->columns);
    lw_motion_destroy(page->rest);
    lw_page_end_workers(page);
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
    lw_buffer_number(index, lw_scene_margin(page->scene));
    lw_buffer_text(index, ",\"self_margin\":");
    lw_buffer_number(index, lw_scene_self_margin(page->scene));
    lw_buffer_text(index, ",\n");
}

static lw_status fill(lw_page *page, lw_error *error)
{
    if (!page->options.viewer) {
        page->options.viewer = (const char *)lw_viewer;
        page->options.viewer_size = lw_viewer_size;
    }
    if (!lw_page_place(page->options.viewer, page->options.viewer_size))
        return lw_fail(error, LW_ERROR_ARGUMENT, "the viewer has no %s where the data go",
                       LW_PAGE_PLACE);
    lw_status status = lw_motion_create(page->scene, &page->rest, error);
    if (status)
        return status;
    put_head(page);
    lw_buffer_rounded(&page->near, page->options.near);
    status = lw_page_put_scene(page, error);
    lw_buffer_text(&page->index, "\"motions\":[");
    const bool failed = page->index.failed || page->bytes.failed || page->near.failed;
    return !status && failed ? lw_fail_memory(error) : status;
}

lw_status lw_page_create(const lw_scene *scene, const lw_page_options *options, lw_page **out,
                         lw_error *error)
{
    lw_page_options room;
    lw_status status = LW_OK;
    if (!scene || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a scene, or a place for the page, is missing");
    *out = NULL;
    LW_SIZED_TAKE(page_options, options, &room, status, error);
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

size_t lw_page_motion_count(const lw_page *page)
{
    return page ? page->motion_count : 0;
}
