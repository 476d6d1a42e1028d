/* How many verdicts of each kind there were, and what that means for the program's exit. */
#ifndef LW_TOOL_COUNTS_H
#define LW_TOOL_COUNTS_H

#include <stdio.h>

#include "report.h"

typedef struct lw_counts {
    uint64_t verdicts[3]; /* by lw_verdict_kind */
    uint64_t unreadable;
    bool stopped; /* by an interrupt */
    bool failed;  /* by an error that was reported */
} lw_counts;

/* How many verdicts there are. */
uint64_t lw_counts_done(const lw_counts *counts);

/* "3 motions: 1 free, 2 in contact, 0 undecided; 1 could not be read", without an end. */
void lw_counts_print(FILE *file, const lw_counts *counts, const char *noun);

/* The exit status. Says where nothing was asked, which is no proof of anything. */
int lw_counts_exit(const lw_counts *counts, lw_report *report, const char *nothing);

#endif
