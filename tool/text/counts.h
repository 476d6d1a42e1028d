/* Counts of the verdicts of each kind, and the exit status that they give. */
#ifndef LW_TOOL_TEXT_COUNTS_H
#define LW_TOOL_TEXT_COUNTS_H

#include <stdio.h>

#include "text/report.h"

typedef struct lw_counts {
    uint64_t verdicts[4]; /* by lw_verdict_kind */
    uint64_t unreadable;
    uint64_t disagreed; /* motions about which methods contradict each other */
    bool stopped;       /* an interrupt ended the work */
    bool failed;        /* an error was reported */
} lw_counts;

/* How many verdicts there are in all. */
uint64_t lw_counts_done(const lw_counts *counts);

/* Prints "3 motions: 1 free, 2 in contact, 0 undecided; 1 could not be read", without a newline.
 * Motions that leave contacts, if any, follow the free ones. */
void lw_counts_print(FILE *file, const lw_counts *counts, const char *noun);

/* The exit status. Reports the sentence `nothing` if no pair was checked, so that the verdicts prove
 * nothing. */
int lw_counts_exit(const lw_counts *counts, lw_report *report, const char *nothing);

#endif
