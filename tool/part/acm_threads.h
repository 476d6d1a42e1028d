/* Questions about the pairs of links of a robot, on several threads, each pair on one. */
#ifndef LW_TOOL_PART_ACM_THREADS_H
#define LW_TOOL_PART_ACM_THREADS_H

#include "part/acm_pairs.h"

typedef struct lw_acm_asking lw_acm_asking;

/* Begins to ask all pairs of the list that are `wanted`, in its order. threads: 0 for all processors.
 * The pairs and options must stay until the end. Errors: memory. */
lw_status lw_acm_ask_begin(lw_acm_pairs *pairs, const lw_meeting_options *options, unsigned threads,
                           lw_acm_asking **out, lw_error *error);

/* Waits for the answer about a wanted pair, by its index; with one thread it does the work itself.
 * Errors: memory, stopped (an interrupt may have ended the work early). */
lw_status lw_acm_ask_wait(lw_acm_asking *asking, size_t index, lw_error *error);

/* Drops the questions that are left, and frees all. NULL is allowed. */
void lw_acm_ask_end(lw_acm_asking *asking);

#endif
