/* What the benchmarks measure with. */
#ifndef LW_TOOL_BENCH_CLOCK_H
#define LW_TOOL_BENCH_CLOCK_H

#include <stddef.h>

/* Seconds of the processor that this thread had: other work's time is left out. */
double lw_bench_seconds(void);

/* The median; of an even count the larger of the middle two. Puts them in order. */
double lw_bench_median(double *times, size_t count);

#endif
