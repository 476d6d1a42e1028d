/* The messages of the program on standard error: errors, notices, and progress. */
#ifndef LW_TOOL_TEXT_REPORT_H
#define LW_TOOL_TEXT_REPORT_H

#include "leeway/leeway.h"

typedef struct lw_reported_notice lw_reported_notice;

/* Zeroed except for the terminal flag: nothing reported yet. */
typedef struct lw_report {
    const char *program;         /* NULL: leeway */
    bool terminal;               /* standard error is a terminal: progress is shown */
    bool progress;               /* a line of progress is visible now */
    double shown;                /* when the line of progress was shown last, seconds */
    lw_reported_notice *notices; /* newest first */
    size_t notice_count;
    size_t forgotten; /* how many notices were not remembered */
    size_t explained; /* how many motions --explain has explained */
} lw_report;

lw_report lw_report_begin(void);

/* Reports how often notices were repeated, and frees them. */
void lw_report_end(lw_report *report);

/* Prints "leeway: " and a sentence, in which the arguments of %s are escaped as in lw_print. */
void lw_report_say(lw_report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints "leeway: file:line: sentence". */
void lw_report_error(lw_report *report, const lw_error *error);

/* An lw_notice_fn; the context is the report. A notice that differs from an earlier one only in its
 * line or in numbers is counted, not printed. */
lw_status lw_report_notice(void *context, const char *file, int line, const char *sentence);

/* A motion whose notices are reported. The report must outlive it. */
lw_status lw_report_motion(lw_report *report, const lw_scene *scene, lw_motion **out, lw_error *error);

/* Shows that `done` of `total` (0: unknown) things ("motions") took so many seconds, if standard error
 * is a terminal. */
void lw_report_progress(lw_report *report, const char *things, uint64_t done, uint64_t total,
                        double seconds);

/* Clears the line of progress, before results are printed. */
void lw_report_clear(lw_report *report);

/* As lw_report_progress for work that cannot be counted ("searching"). */
void lw_report_waiting(lw_report *report, const char *what, double seconds);

/* Seconds on a clock that only goes forward. */
double lw_clock_seconds(void);

#endif
