/* What planning problems cost, phase by phase, and which of them cost most. */
#include "common/phases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/measure.h"

enum { DEAREST = 5 };

static int compare_dearer(const void *a, const void *b)
{
    double one = ((const bench_search *)a)->search;
    double other = ((const bench_search *)b)->search;
    return (one < other) - (one > other);
}

/* Adds the row of one number of each search. scale: what it is multiplied by. */
static void add_row(bench_table *table, const char *name, const bench_search *searches, size_t count,
                    size_t offset, double scale)
{
    double *values = calloc(count, sizeof *values);
    size_t known = 0;
    for (size_t i = 0; values && i < count; i++) {
        double value = *(const double *)(const void *)((const char *)&searches[i] + offset);
        if (value < HUGE_VAL)
            values[known++] = scale * value;
    }
    bench_row(table, "%s", name);
    if (known) {
        double median = bench_median(values, known); /* sorts */
        bench_cell(table, "%.3f", median);
        bench_cell(table, "%.3f", bench_mean(values, known));
        bench_cell(table, "%.3f", values[known * 95 / 100]);
        bench_cell(table, "%.3f", values[known - 1]);
    }
    free(values);
}

static void print_dearest(bench_search *searches, size_t count)
{
    static bench_table table;
    table = (bench_table){0};
    double sum = 0;
    qsort(searches, count, sizeof *searches, compare_dearer);
    for (size_t i = 0; i < count; i++)
        sum += searches[i].search < HUGE_VAL ? searches[i].search : 0;
    bench_row(&table, "dearest searches");
    static const char *const heads[] = {"seed", "ms", "% of all", "segments", "nodes"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        bench_cell(&table, "%s", heads[i]);
    for (size_t i = 0; i < count && i < DEAREST; i++) {
        const bench_search *s = &searches[i];
        bench_row(&table, "%s", s->name);
        bench_cell(&table, "%llu", (unsigned long long)s->seed);
        if (s->search < HUGE_VAL) {
            bench_cell(&table, "%.2f", 1e3 * s->search);
            bench_cell(&table, "%.1f", 100 * s->search / sum);
        } else {
            bench_cell(&table, "no path");
            bench_cell(&table, "-");
        }
        bench_cell(&table, "%.0f", s->edges);
        bench_cell(&table, "%.0f", s->nodes);
    }
    bench_print(&table);
}

void bench_print_phases(bench_search *searches, size_t count)
{
    static bench_table table;
    table = (bench_table){0};
    static const struct {
        const char *name;
        size_t offset;
        double scale;
    } rows[] = {{"loading, ms", offsetof(bench_search, loading), 1e3},
                {"making a planner, ms", offsetof(bench_search, making), 1e3},
                {"search to the first path, ms", offsetof(bench_search, search), 1e3},
                {"shortcuts, ms", offsetof(bench_search, shortcuts), 1e3},
                {"segments of a search", offsetof(bench_search, edges), 1},
                {"nodes of a search", offsetof(bench_search, nodes), 1}};
    bench_row(&table, "Leeway, by phases");
    static const char *const heads[] = {"median", "mean", "95 of 100", "most"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        bench_cell(&table, "%s", heads[i]);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        add_row(&table, rows[i].name, searches, count, rows[i].offset, rows[i].scale);
    bench_print(&table);
    print_dearest(searches, count);
}
