/* lw_check: what the caller gave, the method that decides, and what else the options ask for. */
#include "base/error.h"
#include "base/sized.h"
#include "check/ask/clearance.h"
#include "check/ask/leaving.h"
#include "check/ask/stages.h"
#include "check/method/methods.h"

/* The ordinary check, with clearances. */
static lw_status check_free(lw_checker *checker, lw_error *error)
{
    if (checker->motion->stages)
        return lw_check_stages(checker, error);
    lw_status status = lw_check_decide(checker, error);
    if (!status && checker->verdict->kind == LW_VERDICT_FREE && checker->options->clearance)
        lw_check_clearance(checker);
    return status;
}

/* A check into a verdict as this library has it. */
static lw_status check(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                       lw_verdict *out, lw_error *error)
{
    lw_status status = lw_check_begin(checker, motion, options, out, error);
    if (!status)
        status = lw_check_serves(checker, checker->options, false, error);
    if (status)
        return status;
    bool begins_free = true;
    if (checker->options->leaving)
        status = lw_check_leaving(checker, &begins_free, error);
    if (!status && begins_free)
        status = check_free(checker, error);
    lw_checker_end(checker);
    return status;
}

lw_status lw_check(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                   lw_verdict *out, lw_error *error)
{
    if (!checker || !motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_check needs a checker, a motion and a verdict");
    if (out->struct_size == sizeof *out)
        return check(checker, motion, options, out, error);
    const lw_sized *type = LW_SIZED(verdict);
    lw_verdict own;
    lw_verdict_empty(&own);
    lw_status status = lw_sized_check(type, out, error);
    if (status)
        return status;
    status = check(checker, motion, options, &own, error);
    lw_sized_write(type, &own, out);
    return status;
}
