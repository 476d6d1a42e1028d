/* The limits of joints in a verdict: the first violation is as bad as a contact. */
#include "check/ask/limit.h"

#include "check/checker/checker.h"

lw_status lw_check_limits(const lw_motion *motion, lw_verdict *verdict, lw_error *error)
{
    const lw_verdict was = *verdict;
    lw_violation first;
    size_t count = 0;
    lw_status status = lw_motion_limits(motion, LW_LIMITS_SLACK, &first, 1, &count, error);
    if (status || !count || (was.kind == LW_VERDICT_CONTACT && was.time <= first.begin))
        return status;
    lw_verdict_empty(verdict);
    verdict->kind = LW_VERDICT_CONTACT;
    verdict->reason = LW_REASON_LIMIT;
    verdict->first = was.free_until >= first.begin;
    verdict->free_until = lesser(was.free_until, first.begin);
    verdict->time = first.begin;
    verdict->segment = first.segment;
    verdict->pairs = was.pairs;
    verdict->queries = was.queries;
    verdict->samples = was.samples;
    return LW_OK;
}
