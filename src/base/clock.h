/* A monotonic clock, for time budgets. */
#ifndef LW_BASE_CLOCK_H
#define LW_BASE_CLOCK_H

#include <time.h>

/* Seconds of a clock that only goes forward. */
static inline double lw_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
