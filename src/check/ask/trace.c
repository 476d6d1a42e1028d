/* The trace of a check: each time at which the robots are posed, and each interval that one sample
 * proves for some pairs. */
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "base/sized.h"

typedef struct tracing {
    const lw_motion *motion;
    LW_LIST(lw_proof) proofs;
    LW_LIST(double) samples;
    bool out_of_memory;
} tracing;

static void take_sample(void *context, double time)
{
    tracing *work = context;
    work->out_of_memory = work->out_of_memory || !LW_ARRAY_GROW(&work->samples);
    if (!work->out_of_memory)
        work->samples.items[work->samples.count++] = time;
}

static bool room_for_proof(tracing *work)
{
    work->out_of_memory = work->out_of_memory || !LW_ARRAY_GROW(&work->proofs);
    return !work->out_of_memory;
}

static lw_status take_claim(void *context, const lw_claim *claim)
{
    tracing *work = context;
    const lw_scene *scene = lw_motion_scene(lw_motion_stage(work->motion, claim->stage));
    size_t bodies[2];
    if (claim->kind != LW_CLAIM_APART)
        return LW_OK;
    if (!room_for_proof(work))
        return LW_ERROR_MEMORY;
    lw_scene_pair(scene, claim->pair, bodies);
    work->proofs.items[work->proofs.count++] = (lw_proof){
        claim->from, claim->at, claim->to, claim->stage, {(int64_t)bodies[0], (int64_t)bodies[1]}, 1};
    return LW_OK;
}

/* A step is tested at both of its ends. */
static lw_status take_step(void *context, const lw_step *step)
{
    tracing *work = context;
    if (!room_for_proof(work))
        return LW_ERROR_MEMORY;
    work->proofs.items[work->proofs.count++] =
        (lw_proof){step->from, step->from, step->to, step->stage, {step->body, step->other}, 1};
    return LW_OK;
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
            last->pairs++;
        else
            proofs[kept++] = proofs[i];
    }
    return kept;
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
    if (work->out_of_memory)
        return lw_fail_memory(error);
    if (work->proofs.count)
        qsort(work->proofs.items, work->proofs.count, sizeof *work->proofs.items, compare_proofs);
    if (work->samples.count)
        qsort(work->samples.items, work->samples.count, sizeof *work->samples.items, compare_times);
    return status;
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
        free(work.samples.items);
        free(work.proofs.items);
        return status;
    }
    made.samples = work.samples.items;
    made.sample_count = work.samples.count;
    made.proofs = work.proofs.items;
    made.proof_count = merge_proofs(work.proofs.items, work.proofs.count);
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
