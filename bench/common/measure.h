/* Times, their statistics, and tables of both. */
#ifndef BENCH_COMMON_MEASURE_H
#define BENCH_COMMON_MEASURE_H

#include <stddef.h>

/* Seconds of a clock that only goes forward, and seconds that this thread was running: what other
 * processes take from the machine is left out of those. */
double bench_now(void);
double bench_work(void);

/* Of count values; NAN where there are none. The median sorts them. */
double bench_mean(const double *values, size_t count);
double bench_median(double *values, size_t count);

/* A table that is printed when it is whole, its columns as wide as they must be: the first one flush
 * left, the others flush right. */
enum { BENCH_COLUMNS = 16, BENCH_ROWS = 32, BENCH_CELL = 48 };

typedef struct bench_table {
    size_t rows, columns;
    char cells[BENCH_ROWS][BENCH_COLUMNS][BENCH_CELL];
} bench_table;

/* Begins a row with its first cell; cells are then added to it one after the other. What is more than
 * a table holds is left out. */
void bench_row(bench_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bench_cell(bench_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bench_print(const bench_table *table);

#endif
