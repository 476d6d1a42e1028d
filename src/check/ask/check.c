/* lw_check: the arguments, the method that decides, and other requests of the options. */
#include "base/error.h"
#include "base/sized.h"
#include "check/ask/clearance.h"
#include "check/ask/leaving.h"
#include "check/ask/limit.h"
#include "check/ask/proof.h"
#include "check/ask/stages.h"
#include "check/method/methods.h"

/* Answers all requests of the options for the motion that the checker has begun. */
static lw_status answer(lw_checker *checker, lw_error *error)
{
    const lw_check_options *options = checker->options;
    bool begins_free = true;
    lw_status status = lw_check_serves(checker, options, false, error);
    if (!status && options->leaving)
        status = lw_check_leaving(checker, &begins_free, error);
    if (status || !begins_free)
        return status;
    if (checker->motion->stages)
        return lw_check_stages(checker, error);
    status = lw_check_decide(checker, error);
    if (!status && checker->verdict->kind == LW_VERDICT_FREE && options->clearance)
        lw_check_clearance(checker);
    /* last, because the search for clearances goes on with the memory of the check */
    return status ? status : lw_check_prove(checker, error);
}

lw_status lw_check(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                   lw_verdict *out, lw_error *error)
{
    if (!checker || !motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_check needs a checker, a motion and a verdict");
    const bool is_own = out->struct_size != sizeof *out; /* the caller's verdict has another version */
    lw_verdict own;
    lw_status status = LW_OK;
    if (is_own) {
        lw_verdict_empty(&own);
        status = lw_sized_check(LW_SIZED(verdict), out, error);
    }
    if (status)
        return status;
    status = lw_check_begin(checker, motion, options, is_own ? &own : out, error);
    if (!status) {
        status = answer(checker, error);
        checker->verdict->work = lw_checker_work(checker);
        if (!status && checker->options->limits)
            status = lw_check_limits(motion, checker->verdict, error);
        lw_checker_end(checker);
    }
    if (is_own)
        lw_sized_write(LW_SIZED(verdict), &own, out);
    return status;
}
