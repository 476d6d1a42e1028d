/* The stops from all moments of a motion: whether each of them is free. */
#ifndef LW_CHECK_ASK_STOPS_H
#define LW_CHECK_ASK_STOPS_H

#include "leeway/verify.h"

/* What is asked of the stops, and the answer. */
typedef struct lw_stops {
    const lw_check_options *check; /* with limits */
    uint64_t budget;               /* at most so many are checked */
    lw_safety_kind kind;
    lw_reason reason; /* undecided: why */
    double time;      /* unsafe: the moment */
    double until;     /* the stops from all moments before are free */
    uint64_t count;   /* how many were checked */
} lw_stops;

/* Proves that the stops from all moments of a motion are free. Errors: memory, those of
 * lw_motion_set_stop_at and lw_check. */
lw_status lw_stops_prove(const lw_motion *motion, lw_stops *stops, lw_error *error);

#endif
