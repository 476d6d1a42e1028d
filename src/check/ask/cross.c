/* lw_cross_check: all methods that serve answer for a motion, and their verdicts are compared. */
#include "check/ask/cross.h"

#include "base/error.h"
#include "base/kinds.h"
#include "base/sized.h"
#include "check/method/methods.h"
#include "motion/tolerance.h"

#include <stdlib.h>
#include <string.h>

/* The samples and queries of a method that goes forward in steps, which are without number in a motion
 * that is fast enough, where the options set no budget. */
enum { MOST_STEPS = 20000 };

/* The verdicts, as they are shown. The pointers stand first, so that theirs is the block's address. */
typedef struct answers {
    const lw_verdict *by_method[LW_METHODS];
    LW_SIZED_SHOWN(verdict) shown[LW_METHODS];
} answers;

static const char *const names[] = {
    [LW_CONFLICT_PROOF] = "proof",   [LW_CONFLICT_CONTACT] = "contact",
    [LW_CONFLICT_FIRST] = "first",   [LW_CONFLICT_CLEARANCE] = "clearance",
    [LW_CONFLICT_ITSELF] = "itself",
};
LW_ROW_FOR_EACH(LW_CONFLICT, names, LW_CONFLICT_ITSELF);

const char *lw_conflict_name(lw_conflict_kind kind)
{
    const size_t index = (size_t)kind;
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

static lw_status drop_claim(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

/* Whether a method goes forward in steps of a size that its options set. */
static bool takes_steps(lw_method method)
{
    return lw_method_serves(method, LW_SERVICE_STEPS) || !lw_method_serves(method, LW_SERVICE_FREE);
}

/* The options for a method: claims and clearances only where it serves them. */
static lw_check_options options_of(const lw_checker *checker, const lw_check_options *asked,
                                   lw_method method)
{
    lw_check_options options = *asked;
    options.method = method;
    options.limits = 0;
    options.clearance = asked->clearance && lw_method_serves(method, LW_SERVICE_CLEARANCE);
    if (!options.budget_queries && takes_steps(method))
        options.budget_queries = MOST_STEPS;
    /* the search that makes claims is not the one that auto has in the plane; a method of steps has one
     * of its own */
    if (checker->frozen->flat && !lw_method_takes_shortcuts(method) && !takes_steps(method) &&
        !asked->leaving && lw_method_serves(method, LW_SERVICE_CLAIMS))
        options.claim = drop_claim;
    return options;
}

/* Asks all methods. One search judges a motion that begins in contact, whatever the method: it is asked
 * once. */
static lw_status ask(lw_checker *checker, const lw_motion *motion, const lw_check_options *asked,
                     answers *all, lw_cross *made, lw_error *error)
{
    lw_status status = lw_refuse_tolerances(motion, "comparisons of methods", error);
    if (!status)
        status = lw_refuse_doubts(checker->frozen, "comparisons of methods", error);
    bool shared = false;
    for (size_t i = 0; i < LW_METHODS && !status && !shared; i++) {
        const lw_check_options options = options_of(checker, asked, (lw_method)i);
        lw_verdict *verdict = &all->shown[i].known;
        *verdict = lw_default_verdict();
        if (lw_check_serves(checker, &options, false, NULL))
            continue;
        status = lw_check(checker, motion, &options, verdict, error);
        all->by_method[i] = verdict;
        made->served++;
        made->undecided += verdict->kind == LW_VERDICT_UNDECIDED;
        shared = verdict->start_pairs > 0;
    }
    return status;
}

static lw_status compare(lw_checker *checker, const lw_motion *motion, const lw_check_options *asked,
                         uint64_t samples, lw_cross *made, lw_error *error)
{
    lw_cross_findings findings = {0};
    answers *all = calloc(1, sizeof *all);
    if (!all)
        return lw_fail_memory(error);
    lw_status status = ask(checker, motion, asked, all, made, error);
    if (!status)
        status = lw_cross_compare(checker, motion, asked, samples, all->by_method, LW_METHODS,
                                  &findings, error);
    made->verdicts = all->by_method;
    made->method_count = LW_METHODS;
    made->grazing = findings.grazing;
    made->samples = findings.samples;
    made->distances = findings.distances;
    made->conflicts = findings.conflicts.items;
    made->conflict_count = findings.conflicts.count;
    if (status)
        lw_cross_free(made);
    return status;
}

/* The options of the checks, in this version's size. The functions that look on are left out. */
static lw_status take_options(const lw_cross_options *given, lw_cross_options *out,
                              lw_check_options *check, lw_error *error)
{
    lw_status status = LW_OK;
    *out = lw_default_cross_options();
    *check = lw_default_check_options();
    if (given)
        status = lw_sized_read(LW_SIZED(cross_options), given, out, error);
    if (!status && out->check)
        status = lw_sized_read(LW_SIZED(check_options), out->check, check, error);
    check->claim = NULL;
    check->step = NULL;
    check->sample = NULL;
    return status;
}

lw_status lw_cross_check(lw_checker *checker, const lw_motion *motion, const lw_cross_options *options,
                         lw_cross *out, lw_error *error)
{
    lw_cross_options own;
    lw_check_options check;
    lw_cross made = lw_default_cross();
    if (!checker || !motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_cross_check needs a checker, a motion and room for the answers");
    lw_status status = lw_sized_check(LW_SIZED(cross), out, error);
    if (!status)
        status = take_options(options, &own, &check, error);
    if (!status)
        status = compare(checker, motion, &check, own.samples, &made, error);
    if (!status)
        lw_sized_write(LW_SIZED(cross), &made, out);
    return status;
}

void lw_cross_free(lw_cross *cross)
{
    if (!cross)
        return;
    free((void *)cross->verdicts);
    free((void *)cross->conflicts);
    cross->verdicts = NULL;
    cross->conflicts = NULL;
    cross->method_count = cross->conflict_count = 0;
}
