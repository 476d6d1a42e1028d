/* The clock of the benchmarks, and the median of their times. */
#ifndef LW_PAPERS_BENCH_CLOCK_H
#define LW_PAPERS_BENCH_CLOCK_H

#include <stddef.h>

/* Processor time of this thread, seconds. */
double lw_bench_seconds(void);

/* Elapsed seconds from some time on: cheap enough for parts of a microsecond. */
double lw_bench_elapsed(void);

/* The median; of an even count the larger of the middle two. Sorts the times. */
double lw_bench_median(double *times, size_t count);

#endif
