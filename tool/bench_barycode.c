/* leeway bench barycode: Tables I to VI of the barycode GJK paper (Zhang et al.), from pairs that are
 * generated, each figure beside the paper's. Its times are of another machine (Xeon E3, 2.8 GHz): what
 * can be held against each other is how the rows of one column compare. */
#include "bench_clock.h"
#include "bench_command.h"

#include "base/random.h"
#include "distance/outline.h"
#include "distance/walk.h"
#include "polygon_pairs.h"

#include <stdlib.h>

enum { METHODS = 8 };

/* A row of the table: what is asked, and by which method. */
typedef struct method {
    const char *name;
    bool boolean;
    bool (*ask)(const lw_placed *p, double *sum);
} method;

static bool gjk(const lw_placed *p, lw_barycode variant, double *sum)
{
    lw_search found;
    lw_barycode_search(p, variant, NULL, &found);
    *sum += found.upper;
    return found.meets;
}

static bool gjk_scan(const lw_placed *p, double *sum)
{
    return gjk(p, LW_BARYCODE_ORDERED_SCAN, sum);
}

static bool gjk_climb(const lw_placed *p, double *sum)
{
    return gjk(p, LW_BARYCODE_ORDERED_CLIMB, sum);
}

static bool gjk_general(const lw_placed *p, double *sum)
{
    return gjk(p, LW_BARYCODE_GENERAL_CLIMB, sum);
}

static bool walk(const lw_placed *p, double *sum)
{
    lw_search found;
    lw_walk_search(p, NULL, &found);
    *sum += found.upper;
    return found.meets;
}

static bool meets_scan(const lw_placed *p, double *sum)
{
    (void)sum;
    return lw_barycode_meets(p, LW_BARYCODE_ORDERED_SCAN);
}

static bool meets_climb(const lw_placed *p, double *sum)
{
    (void)sum;
    return lw_barycode_meets(p, LW_BARYCODE_ORDERED_CLIMB);
}

static bool meets_axes(const lw_placed *p, double *sum)
{
    (void)sum;
    return lw_outline_sat(p);
}

static bool meets_walk(const lw_placed *p, double *sum)
{
    (void)sum;
    return lw_walk_meets(p) == 1;
}

static const method methods[] = {
    {"distance: GJK, all vertices", false, gjk_scan},
    {"distance: GJK, hill climbing", false, gjk_climb},
    {"distance: GJK, hill climbing, any order", false, gjk_general},
    {"distance: lw_polygon_distance", false, walk},
    {"collision: separating axes", true, meets_axes},
    {"collision: GJK, all vertices", true, meets_scan},
    {"collision: GJK, hill climbing", true, meets_climb},
    {"collision: lw_polygon_touches", true, meets_walk},
};

static void shuffle(lw_random *random, size_t order[LW_PAIRS])
{
    for (uint32_t i = LW_PAIRS - 1; i > 0; i--) {
        uint32_t k = lw_random_below(random, i + 1);
        size_t swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
}

/* Median nanoseconds a query over rounds of all pairs, in an order that is new each time. The placing
 * of b in a's frame is part of it. */
static double time_method(const method *m, const lw_polygon_pair *pairs, unsigned rounds)
{
    double *times = malloc(rounds * sizeof *times);
    size_t order[LW_PAIRS];
    lw_random random = {rounds};
    double sum = 0;
    if (!times)
        return 0;
    for (size_t i = 0; i < LW_PAIRS; i++)
        order[i] = i;
    for (unsigned r = 0; r < rounds; r++) {
        shuffle(&random, order);
        double begin = lw_bench_seconds();
        for (size_t i = 0; i < LW_PAIRS; i++) {
            const lw_polygon_pair *pair = &pairs[order[i]];
            lw_placed p = lw_place2(pair->a, pair->pose_a, pair->b, pair->pose_b);
            sum += m->ask(&p, &sum);
        }
        times[r] = 1e9 * (lw_bench_seconds() - begin) / LW_PAIRS;
    }
    double median = lw_bench_median(times, rounds);
    free(times);
    /* the sum is used, so that nothing is left out as useless */
    return sum < 0 ? -median : median;
}

static double given(const lw_barycode_table *table, size_t row, lw_pair_class which)
{
    switch (row) {
    case 0:
    case 1:
        return table->distance[row][which];
    case 4:
        return table->sat[which];
    case 5:
    case 6:
        return table->boolean[row - 5][which];
    default:
        return 0;
    }
}

static lw_status print_table(const lw_bench_options *options, const lw_barycode_table *table,
                             FILE *file, lw_error *error)
{
    static const lw_pair_class order[] = {LW_DISTANT, LW_OVERLAPPING, LW_TOUCHING};
    double ours[METHODS][LW_PAIR_CLASSES];
    for (size_t k = 0; k < LW_PAIR_CLASSES; k++) {
        lw_polygon_pair pairs[LW_PAIRS];
        lw_status status = lw_polygon_pairs_make(options->seed + table->vertices, table->vertices,
                                                 order[k], LW_PAIRS, pairs, error);
        if (status)
            return status;
        for (size_t i = 0; i < METHODS; i++) {
            ours[i][k] = time_method(&methods[i], pairs, options->rounds);
        }
        lw_polygon_pairs_free(pairs, LW_PAIRS);
    }
    fprintf(file, "%u vertices, ns a query (the paper's)\n", table->vertices);
    fprintf(file, "  %-41s%16s%16s%16s\n", "", "distant", "overlapping", "touching");
    for (size_t i = 0; i < METHODS; i++) {
        fprintf(file, "  %-41s", methods[i].name);
        for (size_t k = 0; k < LW_PAIR_CLASSES; k++) {
            double paper = given(table, i, order[k]);
            if (paper > 0)
                fprintf(file, "%7.0f (%6.1f)", ours[i][k], paper);
            else
                fprintf(file, "%7.0f%9s", ours[i][k], "");
        }
        fprintf(file, "\n");
    }
    return LW_OK;
}

lw_status lw_bench_barycode(const lw_bench_options *options, FILE *file, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < LW_BARYCODE_TABLES && !status; i++)
        status = print_table(options, &lw_barycode_tables[i], file, error);
    return status;
}
