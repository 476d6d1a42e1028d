/* Times, their statistics, and tables of both. */
#ifndef BENCH_COMMON_MEASURE_H
#define BENCH_COMMON_MEASURE_H

#include <stddef.h>

/* Seconds of a monotonic clock, and seconds of processor time of this thread, which leave out the time
 * of other processes. */
double bench_now(void);
double bench_work(void);

/* The mean and the median of count values; NAN where there are none. The median sorts the values. */
double bench_mean(const double *values, size_t count);
double bench_median(double *values, size_t count);

/* A table that is printed when it is complete, with columns as wide as their cells: the first one flush
 * left, the others flush right. */
enum { BENCH_COLUMNS = 16, BENCH_ROWS = 32, BENCH_CELL = 48 };

typedef struct bench_table {
    size_t rows, columns;
    char cells[BENCH_ROWS][BENCH_COLUMNS][BENCH_CELL];
} bench_table;

/* Begins a row with its first cell; cells are then added to it one after the other. Rows and cells
 * beyond the size of the table are dropped. */
void bench_row(bench_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bench_cell(bench_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bench_print(const bench_table *table);

#endif
