/* The delays of a page: for two trajectories of two robots, when they are free of each other. */
#include <math.h>

#include "base/error.h"
#include "io/result/result_json.h"
#include "page/page.h"

/* Infinite ends of the axis become those that are shown. */
static void put_span(lw_buffer *out, const lw_delay_span *span, double from, double to)
{
    lw_buffer_text(out, "{\"verdict\":");
    lw_buffer_string(out, lw_verdict_name(span->kind));
    lw_buffer_text(out, ",\"from\":");
    lw_buffer_rounded(out, fmin(fmax(span->from, from), to));
    lw_buffer_text(out, ",\"to\":");
    lw_buffer_rounded(out, fmax(fmin(span->to, to), from));
    for (int i = 0; i < 2 && span->kind == LW_VERDICT_CONTACT; i++) {
        lw_buffer_text(out, i ? "," : ",\"pair\":[");
        lw_buffer_whole(out, span->pair[i]);
    }
    lw_buffer_text(out, span->kind == LW_VERDICT_CONTACT ? "]}" : "}");
}

lw_status lw_page_add_delays(lw_page *page, const lw_page_delays *shown, lw_error *error)
{
    if (!page || !shown)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a page, or its delays, are missing");
    const size_t robots = lw_scene_robot_count(page->scene);
    if (shown->robots[0] >= robots || shown->robots[1] >= robots || !shown->names[0] ||
        !shown->names[1] || !shown->delays)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "delays of a page are of two robots of its scene, and have two names");
    if (!(shown->from < shown->to && shown->to - shown->from < HUGE_VAL))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "delays are shown from %g to %g s: two finite numbers in order", shown->from,
                       shown->to);
    lw_buffer *out = &page->delays;
    const size_t before = out->count;
    lw_buffer_text(out, before ? ",\n{\"robots\":[" : "{\"robots\":[");
    for (int i = 0; i < 2; i++) {
        lw_buffer_text(out, i ? "," : "");
        lw_buffer_whole(out, (int64_t)shown->robots[i]);
    }
    lw_buffer_text(out, "],\"names\":[");
    for (int i = 0; i < 2; i++) {
        lw_buffer_text(out, i ? "," : "");
        lw_buffer_string(out, shown->names[i]);
    }
    lw_buffer_text(out, "],\"from\":");
    lw_buffer_rounded(out, shown->from);
    lw_buffer_text(out, ",\"to\":");
    lw_buffer_rounded(out, shown->to);
    lw_buffer_text(out, ",\"spans\":[");
    bool first = true;
    for (size_t i = 0; i < shown->delays->count; i++) {
        const lw_delay_span *span = &shown->delays->spans[i];
        if (span->to < shown->from || span->from > shown->to)
            continue;
        lw_buffer_text(out, first ? "" : ",");
        put_span(out, span, shown->from, shown->to);
        first = false;
    }
    lw_buffer_text(out, "]}");
    if (!out->failed)
        return LW_OK;
    out->count = before;
    out->failed = false;
    return lw_fail_memory(error);
}
