/* Time slack: whether robots that follow one motion, each by a clock of its own, are free of each
 * other. */
#ifndef LW_DELAY_SLACK_H
#define LW_DELAY_SLACK_H

#include "leeway/delay.h"

/* Proves the robots of a motion free of each other, where each robot may be anywhere within `slack`
 * seconds of its time, before and after, and this may change in any way. Of the robot and itself, and
 * of obstacles that stand still, lw_check says all: the robot stays on its path. options: the
 * tolerance, the budget of each two robots, and stop.
 *
 * out: free; or the first span of delays of two robots that is in contact, with a body and a time of
 * the one robot and then of the other, in the order of robots (their times may differ by more than
 * twice the slack: see lw_safety.times); or else the first undecided one. *ended:
 * a budget or stop ended the search. Errors: argument (a slack that is no number of at least 0, bodies
 * that may move; with several robots that move, those of lw_delays_find), memory. */
lw_status lw_slack_prove(const lw_motion *motion, double slack, const lw_delay_options *options,
                         lw_delay_span *out, bool *ended, lw_error *error);

#endif
