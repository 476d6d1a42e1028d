/* The growth of times and memory with the number of obstacles and of robots.
 *
 *     scale [--quick] [--limit SECONDS] [--only WORD]
 *
 * A row's checks go through its motions in a new random order in every round. Rows after one that took
 * a tenth of the limit are cut, since they may take ten times as long. */
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/crowd.h"
#include "common/measure.h"
#include "common/problems.h"

enum { MOST_ROUNDS = 9, SIZES = 5 };

struct series {
    const char *name;
    crowd_kind kind;
    bool shared, near;
    size_t sizes[SIZES]; /* numbers of obstacles, or of robots of a cell */
};

#define OBSTACLES                                                                                      \
    {                                                                                                  \
        10, 100, 1000, 10000, 100000                                                                   \
    }

static const struct series all[] = {
    {"chain, far", CROWD_CHAIN, false, false, OBSTACLES},
    {"chain, near", CROWD_CHAIN, false, true, OBSTACLES},
    {"chain, shared", CROWD_CHAIN, true, false, OBSTACLES},
    {"Panda, far", CROWD_PANDA, false, false, OBSTACLES},
    {"Panda, near", CROWD_PANDA, false, true, OBSTACLES},
    {"plane, far", CROWD_PLANE, false, false, OBSTACLES},
    {"plane, near", CROWD_PLANE, false, true, OBSTACLES},
    {"plane, shared", CROWD_PLANE, true, false, OBSTACLES},
    {"robots", CROWD_CELL, false, false, {1, 2, 5, 10, 20}},
};

struct arguments {
    bool quick;
    double limit; /* seconds a struct row */
    const char *only;
};

struct row {
    crowd crowd;
    double check; /* seconds: the median of the motions' medians */
    size_t free, checked, rounds;
    double queries;        /* mean number of queries for a motion */
    size_t checker_memory; /* bytes */
};

static size_t allocated(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* Rounds of all motions until the time is up; the first round may end early. */
static bool check_all(struct row *row, lw_checker *checker, double seconds)
{
    static double times[CROWD_MOTIONS][MOST_ROUNDS];
    lw_random random = {3};
    lw_check_options options = lw_default_check_options();
    size_t counts[CROWD_MOTIONS] = {0};
    double end = bench_now() + seconds;
    for (size_t round = 0; round < MOST_ROUNDS && bench_now() < end; round++) {
        uint32_t order[CROWD_MOTIONS];
        lw_random_order(&random, order, CROWD_MOTIONS);
        for (size_t i = 0; i < CROWD_MOTIONS && (i == 0 || bench_now() < end); i++) {
            lw_error error = {0};
            lw_verdict verdict = lw_default_verdict();
            size_t motion = order[i];
            double begin = bench_work();
            if (lw_check(checker, row->crowd.motions[motion], &options, &verdict, &error)) {
                fprintf(stderr, "scale: %s\n", error.message);
                return false;
            }
            times[motion][counts[motion]++] = bench_work() - begin;
            if (counts[motion] > 1)
                continue;
            row->free += verdict.kind == LW_VERDICT_FREE;
            row->queries += (double)verdict.queries;
        }
        row->rounds = round + 1;
    }
    double medians[CROWD_MOTIONS];
    for (size_t i = 0; i < CROWD_MOTIONS; i++)
        if (counts[i])
            medians[row->checked++] = bench_median(times[i], counts[i]);
    row->check = bench_median(medians, row->checked);
    row->queries /= (double)row->checked;
    return true;
}

static bool measure(const struct series *series, size_t size, double seconds, struct row *out)
{
    bool cell = series->kind == CROWD_CELL;
    crowd_def def = {series->kind, cell ? size : 0, cell ? 0 : size, series->shared, series->near};
    lw_checker *checker = NULL;
    *out = (struct row){0};
    if (!crowd_open(&def, &out->crowd))
        return false;
    size_t before = allocated();
    bool good = !lw_checker_create(out->crowd.scene, &checker, NULL);
    out->checker_memory = allocated() - before;
    good = good && check_all(out, checker, seconds);
    lw_checker_destroy(checker);
    return good;
}

static void print_row(bench_table *table, const struct row *row)
{
    bench_cell(table, "%.1f", 1e6 * row->check);
    bench_cell(table, "%.0f", row->queries);
    bench_cell(table, "%zu / %zu", row->free, row->checked);
    bench_cell(table, "%.2f", 1e3 * row->crowd.add);
    bench_cell(table, "%.2f", 1e3 * row->crowd.freeze);
    bench_cell(table, "%.2f", 1e-6 * (double)lw_scene_memory(row->crowd.scene));
    bench_cell(table, "%.2f", 1e-6 * (double)row->checker_memory);
}

static bool run_series(const struct series *series, const struct arguments *arguments)
{
    static const char *const head[] = {"check, us",  "queries",   "free",       "add, ms",
                                       "freeze, ms", "scene, MB", "checker, MB"};
    bench_table table = {0};
    bench_row(&table, "%s", series->name);
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        bench_cell(&table, "%s", head[i]);
    double slowest = 0;
    for (size_t i = 0; i < (size_t)(SIZES - arguments->quick); i++) {
        bench_row(&table, "%zu", series->sizes[i]);
        if (10 * slowest > arguments->limit) {
            bench_cell(&table, "over the limit");
            continue;
        }
        struct row row;
        bool good = measure(series, series->sizes[i], arguments->limit / 4, &row);
        if (good)
            print_row(&table, &row);
        /* the cost of the row: making it, or checking a tenth of its motions */
        slowest = fmax(row.crowd.add + row.crowd.freeze, 0.1 * CROWD_MOTIONS * row.check);
        crowd_close(&row.crowd);
        if (!good)
            return false;
    }
    bench_print(&table);
    printf("\n");
    fflush(stdout);
    return true;
}

static bool read_arguments(int count, char **words, struct arguments *out)
{
    *out = (struct arguments){.limit = 40};
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        if (!strcmp(words[i], "--quick"))
            out->quick = true, out->limit = 4;
        else if (value && !strcmp(words[i], "--limit"))
            out->limit = strtod(value, NULL), i++;
        else if (value && !strcmp(words[i], "--only"))
            out->only = value, i++;
        else
            return false;
    }
    return out->limit > 0;
}

int main(int count, char **words)
{
    struct arguments arguments;
    if (!read_arguments(count, words, &arguments)) {
        fprintf(stderr, "usage: scale [--quick] [--limit SECONDS] [--only WORD]\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (arguments.only && !strstr(all[i].name, arguments.only))
            continue;
        if (all[i].kind == CROWD_PANDA && !bench_data())
            printf("LEEWAY_DATA names no folder: %s is left out\n\n", all[i].name);
        else if (!run_series(&all[i], &arguments))
            return 1;
    }
    return 0;
}
