/* The growth of the time in which long outlines are checked for crossings and split into convex
 * parts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "long_outlines.h"
#include "shape/plane/outline_parts.h"

enum { LENGTHS = 3, LONGEST = 128000, MOST_ROUNDS = 9 };

static const size_t lengths[LENGTHS] = {8000, 32000, 128000};

typedef struct taken {
    size_t vertices, parts;
    double clean, split; /* seconds */
} taken;

static bool measure(const double *given, size_t count, double *scratch, int rounds, taken *out)
{
    double clean[MOST_ROUNDS];
    double split[MOST_ROUNDS];
    for (int i = 0; i < rounds; i++) {
        memcpy(scratch, given, 3 * count * sizeof *scratch);
        size_t left = count;
        lw_outline_parts parts = {0};
        lw_error error = {0};
        double start = bench_work();
        if (lw_outline_clean(scratch, &left, NULL, &error)) {
            fprintf(stderr, "outlines: %s\n", error.message);
            return false;
        }
        clean[i] = bench_work() - start;
        start = bench_work();
        if (lw_outline_split(scratch, left, &parts, &error)) {
            fprintf(stderr, "outlines: %s\n", error.message);
            return false;
        }
        split[i] = bench_work() - start;
        *out = (taken){.vertices = left, .parts = parts.count};
        lw_outline_parts_free(&parts);
    }
    out->clean = bench_median(clean, (size_t)rounds);
    out->split = bench_median(split, (size_t)rounds);
    return true;
}

/* Prints a row for one kind of outlines; false if one was refused. */
static bool measure_kind(int kind, bool turned, int lengths_count, double *given, double *scratch,
                         bench_table *table)
{
    taken last = {0};
    double before = 0;
    bench_row(table, "%s%s", long_outline_names[kind], turned ? ", turned" : "");
    for (int i = 0; i < lengths_count; i++) {
        lw_random random = {1};
        size_t count = long_outline(given, lengths[i], kind, turned, &random);
        before = last.clean + last.split;
        if (!measure(given, count, scratch, i < 2 ? MOST_ROUNDS : 3, &last))
            return false;
        bench_cell(table, "%.1f ms", 1e3 * (last.clean + last.split));
    }
    bench_cell(table, "%.1f", (last.clean + last.split) / before);
    bench_cell(table, "%.0f %%", 100 * last.clean / (last.clean + last.split));
    bench_cell(table, "%.2f", (double)last.parts / (double)last.vertices);
    return true;
}

int main(int argc, char **argv)
{
    bool quick = argc > 1 && !strcmp(argv[1], "--quick");
    if (argc > 1 + quick) {
        fprintf(stderr, "usage: outlines [--quick]\n");
        return 2;
    }
    double *given = malloc((size_t)3 * LONGEST * sizeof *given);
    double *scratch = malloc((size_t)3 * LONGEST * sizeof *scratch);
    bool good = given && scratch;
    bench_table table = {0};
    bench_row(&table, "kind");
    for (int i = 0; i < LENGTHS - quick; i++)
        bench_cell(&table, "%zu", lengths[i]);
    bench_cell(&table, "growth");
    bench_cell(&table, "crossings");
    bench_cell(&table, "parts / vertices");
    for (int row = 0; row < 2 * LONG_KINDS && good; row++)
        good = measure_kind(row / 2, row % 2, LENGTHS - quick, given, scratch, &table);
    if (good)
        bench_print(&table);
    free(given);
    free(scratch);
    return good ? 0 : 1;
}
