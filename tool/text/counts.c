/* Counts of the verdicts of each kind. */
#include "text/counts.h"

#include "text/exit_status.h"
#include "text/interrupt.h"
#include "text/text.h"

#include <inttypes.h>

uint64_t lw_counts_done(const lw_counts *counts)
{
    return counts->verdicts[LW_VERDICT_FREE] + counts->verdicts[LW_VERDICT_CONTACT] +
           counts->verdicts[LW_VERDICT_UNDECIDED] + counts->verdicts[LW_VERDICT_LEAVES];
}

void lw_counts_print(FILE *file, const lw_counts *counts, const char *noun)
{
    uint64_t all = lw_counts_done(counts);
    lw_print(file, "%" PRIu64 " %s%s: %" PRIu64 " free, ", all, noun, all == 1 ? "" : "s",
             counts->verdicts[LW_VERDICT_FREE]);
    if (counts->verdicts[LW_VERDICT_LEAVES])
        lw_print(file, "%" PRIu64 " leaving contact, ", counts->verdicts[LW_VERDICT_LEAVES]);
    lw_print(file, "%" PRIu64 " in contact, %" PRIu64 " undecided",
             counts->verdicts[LW_VERDICT_CONTACT], counts->verdicts[LW_VERDICT_UNDECIDED]);
    if (counts->unreadable)
        lw_print(file, "; %" PRIu64 " could not be read", counts->unreadable);
    if (counts->disagreed)
        lw_print(file, "; METHODS DISAGREE about %" PRIu64, counts->disagreed);
}

int lw_counts_exit(const lw_counts *counts, lw_report *report, const char *nothing)
{
    if (counts->disagreed)
        return LW_EXIT_DISAGREE;
    if (counts->stopped)
        return lw_interrupt_exit();
    if (!counts->failed && lw_counts_done(counts) + counts->unreadable == 0) {
        lw_report_say(report, "%s", nothing);
        return LW_EXIT_INPUT;
    }
    if (counts->failed || counts->unreadable)
        return LW_EXIT_INPUT;
    return counts->verdicts[LW_VERDICT_CONTACT]     ? LW_EXIT_CONTACT
           : counts->verdicts[LW_VERDICT_UNDECIDED] ? LW_EXIT_UNDECIDED
                                                    : LW_EXIT_FREE;
}
