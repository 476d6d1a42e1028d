/* The proofs of a page's motions: the claims of a check, and the samples and proven intervals of each
 * method. */
#include <stdlib.h>

#include "base/error.h"
#include "io/result/result_json.h"
#include "math/pose.h"
#include "page/page.h"

/* The limit of claims on a page. First come those of pairs in the verdict or the curves, then the
 * longest. docs/decisions/tool.md, "A page is a JSON index and base64 arrays, written by the library
 * with the viewer built in". */
enum { MOST_CLAIMS = 4000 };

/* ---- claims ------------------------------------------------------------------------------------ */

typedef struct kept_claim {
    lw_claim_kind kind;
    lw_claim_rule rule;
    int64_t bodies[2]; /* of the page's scene */
    bool named;
    double from, to, at;
    lw_vec3 normal; /* of the claim's first part, in the world */
    size_t parts;
} kept_claim;

typedef struct keeping {
    const lw_page *page;
    const lw_motion *motion;
    LW_LIST(kept_claim) claims;
    bool out_of_memory;
} keeping;

static lw_status take_claim(void *context, const lw_claim *claim)
{
    keeping *work = context;
    const lw_motion *stage = lw_motion_stage(work->motion, claim->stage);
    size_t bodies[2];
    lw_pose at = lw_pose_identity();
    lw_scene_pair(lw_motion_scene(stage), claim->pair, bodies);
    lw_status status = LW_OK;
    if (claim->part_count)
        status = lw_motion_pose(stage, bodies[0], claim->at, &at, NULL);
    work->out_of_memory = !LW_ARRAY_GROW(&work->claims);
    if (status || work->out_of_memory)
        return status ? status : LW_ERROR_MEMORY;
    kept_claim *kept = &work->claims.items[work->claims.count++];
    *kept = (kept_claim){.kind = claim->kind,
                         .bodies = {lw_page_body(work->page, stage, bodies[0]),
                                    lw_page_body(work->page, stage, bodies[1])},
                         .from = claim->from,
                         .to = claim->to,
                         .at = claim->at,
                         .parts = claim->part_count};
    kept->named = lw_page_is_named(work->page, kept->bodies);
    if (claim->part_count) {
        kept->rule = claim->parts[0].rule;
        kept->normal = rotate(lw_pose_in(at).rotation, claim->parts[0].normal);
    }
    return LW_OK;
}

/* claims of named pairs first, then by length, longest first, then by beginning, bodies and sample */
static int longest_first(const void *a, const void *b)
{
    const kept_claim *one = a;
    const kept_claim *two = b;
    if (one->named != two->named)
        return one->named ? -1 : 1;
    const double lengths[2] = {one->to - one->from, two->to - two->from};
    if (lengths[0] != lengths[1])
        return lengths[0] > lengths[1] ? -1 : 1;
    if (one->from != two->from)
        return one->from < two->from ? -1 : 1;
    for (int i = 0; i < 2; i++)
        if (one->bodies[i] != two->bodies[i])
            return one->bodies[i] < two->bodies[i] ? -1 : 1;
    return (one->at > two->at) - (one->at < two->at);
}

/* rounds a direction to four digits, enough to draw an arrow */
static lw_vec3 coarse(lw_vec3 v)
{
    const double grain = 1e4;
    return v3(round(v.x * grain) / grain, round(v.y * grain) / grain, round(v.z * grain) / grain);
}

static void put_claim(lw_buffer *index, const kept_claim *claim)
{
    lw_buffer_text(index, "{\"from\":");
    lw_buffer_rounded(index, claim->from);
    lw_buffer_text(index, ",\"to\":");
    lw_buffer_rounded(index, claim->to);
    lw_buffer_text(index, ",\"at\":");
    lw_buffer_rounded(index, claim->at);
    lw_buffer_text(index, ",\"pair\":[");
    lw_buffer_whole(index, claim->bodies[0]);
    lw_buffer_text(index, ",");
    lw_buffer_whole(index, claim->bodies[1]);
    lw_buffer_text(index,
                   claim->kind == LW_CLAIM_OUTSIDE ? "],\"kind\":\"outside\"" : "],\"kind\":\"apart\"");
    if (claim->parts) {
        lw_buffer_text(index, claim->rule == LW_CLAIM_SLAB ? ",\"rule\":\"slab\",\"normal\":"
                                                           : ",\"rule\":\"travel\",\"normal\":");
        lw_buffer_vector(index, coarse(claim->normal));
        lw_buffer_text(index, ",\"parts\":");
        lw_buffer_whole(index, (int64_t)claim->parts);
    }
    lw_buffer_text(index, "}");
}

lw_status lw_page_put_claims(lw_page *page, const lw_page_motion *shown, lw_error *error)
{
    keeping work = {.page = page, .motion = shown->motion};
    lw_check_options options = *shown->options;
    lw_verdict verdict = lw_default_verdict();
    if (!shown->claims)
        return LW_OK;
    options.clearance = false;
    options.claim = take_claim;
    options.claim_context = &work;
    options.step = NULL;
    options.sample = NULL;
    options.blocks = 0;
    if (lw_method_name(options.method) && !lw_method_serves(options.method, LW_SERVICE_CLAIMS))
        options.method = LW_METHOD_AUTO;
    lw_status status = lw_check(page->sampler.checker, shown->motion, &options, &verdict, error);
    if (work.out_of_memory)
        status = lw_fail_memory(error);
    if (!status && work.claims.count) {
        qsort(work.claims.items, work.claims.count, sizeof *work.claims.items, longest_first);
        lw_buffer_text(&page->index, ",\"claim_count\":");
        lw_buffer_whole(&page->index, (int64_t)work.claims.count);
        lw_buffer_text(&page->index, ",\"claims\":[");
        for (size_t i = 0; i < work.claims.count && i < MOST_CLAIMS; i++) {
            lw_buffer_text(&page->index, i ? ",\n" : "\n");
            put_claim(&page->index, &work.claims.items[i]);
        }
        lw_buffer_text(&page->index, "]");
    }
    free(work.claims.items);
    return status;
}

/* ---- methods ----------------------------------------------------------------------------------- */

/* Writes the interval that is proven free for all pairs: from the beginning to where the proof ends. */
static void put_free(lw_buffer *index, const lw_motion *motion, const lw_verdict *verdict)
{
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    const double until = verdict->kind == LW_VERDICT_FREE ? end : verdict->free_until;
    lw_buffer_text(index, ",\"free\":[");
    if (until > begin || verdict->kind == LW_VERDICT_FREE) {
        lw_buffer_text(index, "[");
        lw_buffer_number(index, begin);
        lw_buffer_text(index, ",");
        lw_buffer_number(index, until);
        lw_buffer_text(index, "]");
    }
    lw_buffer_text(index, "]");
}

static lw_status put_trace(lw_page *page, const lw_page_motion *shown, lw_method method,
                           const lw_verdict *verdict, const lw_trace *trace, lw_error *error)
{
    lw_buffer *index = &page->index;
    double *rows = calloc(3 * trace->proof_count + 1, sizeof *rows);
    if (!rows)
        return lw_fail_memory(error);
    for (size_t i = 0; i < trace->proof_count; i++)
        memcpy(rows + 3 * i, &trace->proofs[i].from, 3 * sizeof *rows);
    lw_buffer_text(index, "{\"name\":");
    lw_buffer_string(index, lw_method_name(method));
    lw_buffer_text(index, ",\"verdict\":");
    lw_buffer_string(index, lw_verdict_name(verdict->kind));
    if (verdict->kind == LW_VERDICT_CONTACT) {
        lw_buffer_text(index, ",\"time\":");
        lw_buffer_number(index, verdict->time);
    }
    if (!lw_method_serves(method, LW_SERVICE_FREE)) { /* the method samples, and proves nothing */
        lw_buffer_text(index, ",\"resolution\":");
        lw_buffer_number(index, shown->options->resolution);
    }
    lw_buffer_text(index, ",\"queries\":");
    lw_buffer_whole(index, (int64_t)verdict->queries);
    put_free(index, shown->motion, verdict);
    lw_buffer_text(index, ",\"samples\":");
    lw_buffer_doubles(index, &page->bytes, trace->samples, trace->sample_count, LW_NUMBER_F64);
    /* rows of from, at, to: the members of a proof, in this order */
    lw_buffer_text(index, ",\"proofs\":");
    lw_buffer_doubles(index, &page->bytes, rows, 3 * trace->proof_count, LW_NUMBER_F32);
    lw_buffer_text(index, "}");
    free(rows);
    return LW_OK;
}

typedef struct stepping {
    lw_page *page;
    const lw_motion *motion;
    double expansion;
    size_t count;
} stepping;

static lw_status take_step(void *context, const lw_step *step)
{
    stepping *work = context;
    const lw_motion *stage = lw_motion_stage(work->motion, step->stage);
    lw_buffer *index = &work->page->index;
    lw_buffer_text(index, work->count++ ? ",\n{\"body\":" : "\n{\"body\":");
    lw_buffer_whole(index, lw_page_body(work->page, stage, (size_t)step->body));
    lw_buffer_text(index, ",\"other\":");
    lw_buffer_whole(index, step->other < 0 ? -1 : lw_page_body(work->page, stage, (size_t)step->other));
    lw_buffer_text(index, ",\"from\":");
    lw_buffer_rounded(index, step->from);
    lw_buffer_text(index, ",\"to\":");
    lw_buffer_rounded(index, step->to);
    lw_buffer_text(index, ",\"clear\":[");
    lw_buffer_rounded(index, step->clear[0]);
    lw_buffer_text(index, ",");
    lw_buffer_rounded(index, step->clear[1]);
    lw_buffer_text(index, "],\"layer\":");
    lw_buffer_whole(index, step->layer);
    lw_buffer_text(index, ",\"grown\":");
    lw_buffer_rounded(index, ldexp(work->expansion, step->layer));
    lw_buffer_text(index, "}");
    return index->failed ? LW_ERROR_MEMORY : LW_OK;
}

/* Writes the layers of a method that reports its steps. */
static lw_status put_layers(lw_page *page, const lw_page_motion *shown, lw_method method,
                            lw_error *error)
{
    lw_check_options options = *shown->options;
    stepping work = {page, shown->motion, options.expansion, 0};
    lw_verdict verdict = lw_default_verdict();
    options.method = method;
    options.clearance = false;
    options.claim = NULL;
    options.sample = NULL;
    options.step = take_step;
    options.step_context = &work;
    lw_buffer_text(&page->index, ",\"layers\":[");
    lw_status status = lw_check(page->sampler.checker, shown->motion, &options, &verdict, error);
    lw_buffer_text(&page->index, "]");
    return page->index.failed ? lw_fail_memory(error) : status;
}

lw_status lw_page_put_methods(lw_page *page, const lw_page_motion *shown, lw_error *error)
{
    lw_status status = LW_OK;
    const lw_method *layered = NULL;
    if (!shown->method_count)
        return LW_OK;
    lw_buffer_text(&page->index, ",\"methods\":[");
    for (size_t i = 0; i < shown->method_count && !status; i++) {
        lw_check_options options = *shown->options;
        lw_verdict verdict = lw_default_verdict();
        lw_trace trace = lw_default_trace();
        options.method = shown->methods[i];
        options.clearance = false;
        if (lw_method_serves(options.method, LW_SERVICE_STEPS))
            layered = &shown->methods[i];
        lw_buffer_text(&page->index, i ? ",\n" : "\n");
        status =
            lw_check_traced(page->sampler.checker, shown->motion, &options, &verdict, &trace, error);
        if (!status)
            status = put_trace(page, shown, options.method, &verdict, &trace, error);
        lw_trace_free(&trace);
    }
    lw_buffer_text(&page->index, "]");
    return status || !layered ? status : put_layers(page, shown, *layered, error);
}
