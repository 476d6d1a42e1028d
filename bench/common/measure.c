/* Times, their statistics, and tables of both. */
#include "common/measure.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_now(void)
{
    return seconds(CLOCK_MONOTONIC);
}

double bench_work(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

double bench_mean(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return count ? sum / (double)count : (double)NAN;
}

static int compare(const void *a, const void *b)
{
    const double *x = a;
    const double *y = b;
    return (*x > *y) - (*x < *y);
}

double bench_median(double *values, size_t count)
{
    if (!count)
        return (double)NAN;
    qsort(values, count, sizeof *values, compare);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

static void fill(bench_table *table, size_t row, size_t column, const char *format, va_list arguments)
{
    if (row >= BENCH_ROWS || column >= BENCH_COLUMNS)
        return;
    vsnprintf(table->cells[row][column], BENCH_CELL, format, arguments);
    if (table->rows <= row)
        table->rows = row + 1;
}

void bench_row(bench_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(table, table->rows, 0, format, arguments);
    va_end(arguments);
    table->columns = 1;
}

void bench_cell(bench_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(table, table->rows - 1, table->columns++, format, arguments);
    va_end(arguments);
}

void bench_print(const bench_table *table)
{
    int widths[BENCH_COLUMNS] = {0};
    for (size_t r = 0; r < table->rows; r++)
        for (size_t c = 0; c < BENCH_COLUMNS; c++) {
            int width = (int)strlen(table->cells[r][c]);
            widths[c] = width > widths[c] ? width : widths[c];
        }
    for (size_t r = 0; r < table->rows; r++) {
        printf("  %-*s", widths[0], table->cells[r][0]);
        for (size_t c = 1; c < BENCH_COLUMNS && widths[c]; c++)
            printf("  %*s", widths[c], table->cells[r][c]);
        printf("\n");
    }
}
