/* The trace of a check: each time at which the robots are posed, and each interval that one sample
 * proves for some pairs. */
#include "check/ask/trace.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/sized.h"

/* What a check adds to. */
typedef struct tracing {
    const lw_motion *motion;
    lw_tracing lists;
    bool out_of_memory;
} tracing;

bool lw_tracing_sample(lw_tracing *lists, double time)
{
    if (!LW_ARRAY_GROW(&lists->samples))
        return false;
    lists->samples.items[lists->samples.count++] = time;
    return true;
}

bool lw_tracing_add(lw_tracing *lists, const lw_proof *proof)
{
    if (!LW_ARRAY_GROW(&lists->proofs))
        return false;
    lists->proofs.items[lists->proofs.count++] = *proof;
    return true;
}

static void take_sample(void *context, double time)
{
    tracing *work = context;
    work->out_of_memory = work->out_of_memory || !lw_tracing_sample(&work->lists, time);
}

static lw_status add_proof(tracing *work, const lw_proof *proof)
{
    work->out_of_memory = work->out_of_memory || !lw_tracing_add(&work->lists, proof);
    return work->out_of_memory ? LW_ERROR_MEMORY : LW_OK;
}

static lw_status take_claim(void *context, const lw_claim *claim)
{
    tracing *work = context;
    const lw_scene *scene = lw_motion_scene(lw_motion_stage(work->motion, claim->stage));
    size_t bodies[2];
    if (claim->kind != LW_CLAIM_APART)
        return LW_OK;
    lw_scene_pair(scene, claim->pair, bodies);
    const lw_proof proof = {
        claim->from, claim->at, claim->to, claim->stage, {(int64_t)bodies[0], (int64_t)bodies[1]}, 1};
    return add_proof(work, &proof);
}

/* A step is tested at both of its ends. */
static lw_status take_step(void *context, const lw_step *step)
{
    tracing *work = context;
    const lw_proof proof = {step->from, step->from, step->to, step->stage, {step->body, step->other},
                            1};
    return add_proof(work, &proof);
}

/* by time, then the longer ones, then by bodies */
static int compare_proofs(const void *a, const void *b)
{
    const lw_proof *one = a;
    const lw_proof *two = b;
    if (one->from != two->from)
        return one->from < two->from ? -1 : 1;
    if (one->to != two->to)
        return one->to > two->to ? -1 : 1;
    if (one->at != two->at)
        return one->at < two->at ? -1 : 1;
    if (one->stage != two->stage)
        return one->stage < two->stage ? -1 : 1;
    if (one->bodies[0] != two->bodies[0])
        return one->bodies[0] < two->bodies[0] ? -1 : 1;
    return (one->bodies[1] > two->bodies[1]) - (one->bodies[1] < two->bodies[1]);
}

static int compare_times(const void *a, const void *b)
{
    double one = *(const double *)a;
    double two = *(const double *)b;
    return (one > two) - (one < two);
}

/* Merges proofs of the same interval and sample into one. */
static size_t merge_proofs(lw_proof *proofs, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        lw_proof *last = kept ? &proofs[kept - 1] : NULL;
        if (last && last->from == proofs[i].from && last->to == proofs[i].to &&
            last->at == proofs[i].at && last->stage == proofs[i].stage)
            last->pairs += proofs[i].pairs;
        else
            proofs[kept++] = proofs[i];
    }
    return kept;
}

void lw_tracing_end(lw_tracing *lists, lw_trace *out)
{
    if (lists->proofs.count)
        qsort(lists->proofs.items, lists->proofs.count, sizeof *lists->proofs.items, compare_proofs);
    if (lists->samples.count)
        qsort(lists->samples.items, lists->samples.count, sizeof *lists->samples.items, compare_times);
    out->samples = lists->samples.items;
    out->sample_count = lists->samples.count;
    out->proofs = lists->proofs.items;
    out->proof_count = merge_proofs(lists->proofs.items, lists->proofs.count);
}

void lw_tracing_drop(lw_tracing *lists)
{
    free(lists->samples.items);
    free(lists->proofs.items);
}

/* Whether the proofs of a method come from its claims. A method that reports steps would make claims by
 * another search. */
static bool makes_claims(lw_method method)
{
    return lw_method_serves(method, LW_SERVICE_PROOFS) && !lw_method_serves(method, LW_SERVICE_STEPS);
}

static lw_status check(tracing *work, lw_checker *checker, const lw_check_options *options,
                       lw_verdict *verdict, lw_error *error)
{
    lw_check_options own = *options;
    own.sample = take_sample;
    own.claim = makes_claims(own.method) ? take_claim : NULL;
    own.step = take_step;
    own.sample_context = own.claim_context = own.step_context = work;
    lw_status status = lw_check(checker, work->motion, &own, verdict, error);
    return work->out_of_memory ? lw_fail_memory(error) : status;
}

lw_status lw_check_traced(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                          lw_verdict *verdict, lw_trace *trace, lw_error *error)
{
    const lw_sized *type = LW_SIZED(trace);
    const lw_check_options defaults = lw_default_check_options();
    lw_check_options room;
    tracing work = {.motion = motion};
    lw_trace made = lw_default_trace();
    if (!checker || !motion || !verdict || !trace)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_check_traced needs a checker, a motion, a verdict and a trace");
    lw_status status = lw_sized_check(type, trace, error);
    if (!status)
        LW_SIZED_TAKE(check_options, options, &room, status, error);
    if (!status && options && options->leaving)
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "lw_check_traced keeps proofs that pairs are apart: not of a motion that "
                         "leaves contacts");
    if (!status)
        status = check(&work, checker, options ? options : &defaults, verdict, error);
    if (status) {
        lw_tracing_drop(&work.lists);
        return status;
    }
    lw_tracing_end(&work.lists, &made);
    lw_sized_write(type, &made, trace);
    return LW_OK;
}

void lw_trace_free(lw_trace *trace)
{
    if (!trace)
        return;
    free(trace->samples);
    free(trace->proofs);
    trace->samples = NULL;
    trace->proofs = NULL;
    trace->sample_count = trace->proof_count = 0;
}
