/* Writes a page: the viewer, with the index as JSON and the bytes in base64 within it. */
#include <stdlib.h>

#include "base/error.h"
#include "page/page.h"

enum { CHUNK = 1 << 16 };

/* A buffered stream to the caller's function. */
typedef struct writing {
    lw_write_fn write;
    void *context;
    char *chunk;
    size_t count;
    lw_status status;
} writing;

static void flush(writing *w)
{
    if (!w->status && w->count)
        w->status = w->write(w->context, w->chunk, w->count);
    w->count = 0;
}

static void put(writing *w, const char *bytes, size_t size)
{
    while (size && !w->status) {
        const size_t part = size < CHUNK - w->count ? size : CHUNK - w->count;
        memcpy(w->chunk + w->count, bytes, part);
        w->count += part;
        bytes += part;
        size -= part;
        if (w->count == CHUNK)
            flush(w);
    }
}

static void put_text(writing *w, const char *text)
{
    put(w, text, strlen(text));
}

/* Writes JSON with each '<' escaped, so that nothing in it ends the script or begins a comment. A '<'
 * can only be within a string. */
static void put_index(writing *w, const lw_buffer *index)
{
    const char *at = index->items;
    const char *end = at + index->count;
    while (at < end) {
        const char *next = memchr(at, '<', (size_t)(end - at));
        put(w, at, (size_t)((next ? next : end) - at));
        if (next)
            put_text(w, "\\u003c");
        at = next ? next + 1 : end;
    }
}

/* base64 as in RFC 4648, section 4 */
static void put_base64(writing *w, const lw_buffer *bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *at = (const unsigned char *)bytes->items;
    for (size_t i = 0; i < bytes->count; i += 3) {
        const size_t left = bytes->count - i;
        const uint32_t group = (uint32_t)at[i] << 16 | (left > 1 ? (uint32_t)at[i + 1] << 8 : 0) |
                               (left > 2 ? (uint32_t)at[i + 2] : 0);
        char text[4] = {digits[group >> 18], digits[group >> 12 & 63], '=', '='};
        if (left > 1)
            text[2] = digits[group >> 6 & 63];
        if (left > 2)
            text[3] = digits[group & 63];
        put(w, text, sizeof text);
    }
}

static void put_data(writing *w, const lw_page *page)
{
    put_text(w, "<script id=\"leeway-index\" type=\"application/json\">\n");
    put_index(w, &page->index);
    put_text(w, "]");
    if (page->roadmap.count) {
        put_text(w, ",\n\"roadmap\":");
        put_index(w, &page->roadmap);
    }
    if (page->delays.count) {
        put_text(w, ",\n\"delays\":[");
        put_index(w, &page->delays);
        put_text(w, "]");
    }
    if (page->options.near > 0) {
        put_text(w, ",\n\"cell\":{\"near\":");
        put_index(w, &page->near);
        put_text(w, "}");
    }
    put_text(w, "}\n</script>\n<script id=\"leeway-bytes\" type=\"text/plain\">");
    put_base64(w, &page->bytes);
    put_text(w, "</script>");
}

lw_status lw_page_write(const lw_page *page, lw_write_fn write, void *context, lw_error *error)
{
    if (!page || !write)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a page, or the function that takes it, is missing");
    writing w = {write, context, malloc(CHUNK), 0, LW_OK};
    if (!w.chunk)
        return lw_fail_memory(error);
    const char *viewer = page->options.viewer;
    const size_t size = page->options.viewer_size;
    const char *place = lw_page_place(viewer, size);
    put(&w, viewer, (size_t)(place - viewer));
    put_data(&w, page);
    place += strlen(LW_PAGE_PLACE);
    put(&w, place, (size_t)(viewer + size - place));
    flush(&w);
    free(w.chunk);
    return w.status ? lw_fail(error, w.status, "the page could not be written") : LW_OK;
}
