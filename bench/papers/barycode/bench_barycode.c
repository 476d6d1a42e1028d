/* leeway-bench barycode: Tables I to VI of the barycode GJK paper (Zhang et al.), from generated pairs,
 * each figure beside the paper's. The paper's times are from another machine (Xeon E3, 2.8 GHz):
 * compare the ratios of the rows of one column. */
#include "table/bench_clock.h"
#include "table/papers.h"

#include "barycode/polygon_pairs.h"
#include "base/random.h"
#include "distance/plane/outline.h"

#include <stdlib.h>

/* A row of the table: a level of the query, and a method. */
typedef struct method {
    const char *level, *name;
    bool (*ask)(const lw_polygon_pair *pair, double *sum);
} method;

static bool gjk(const lw_polygon_pair *pair, lw_barycode variant, double *sum)
{
    lw_search found;
    lw_posed_polygons p = lw_pose_polygons(pair->a, pair->pose_a, pair->b, pair->pose_b);
    lw_barycode_search(&p, variant, NULL, &found);
    *sum += found.upper;
    return found.meets;
}

static bool gjk_scan(const lw_polygon_pair *pair, double *sum)
{
    return gjk(pair, LW_BARYCODE_ORDERED_SCAN, sum);
}

static bool gjk_climb(const lw_polygon_pair *pair, double *sum)
{
    return gjk(pair, LW_BARYCODE_ORDERED_CLIMB, sum);
}

static bool gjk_general(const lw_polygon_pair *pair, double *sum)
{
    return gjk(pair, LW_BARYCODE_GENERAL_CLIMB, sum);
}

static bool gjk_octant(const lw_polygon_pair *pair, double *sum)
{
    return gjk(pair, LW_BARYCODE_ORDERED_OCTANT, sum);
}

static bool distance(const lw_polygon_pair *pair, double *sum)
{
    double found = lw_polygon_distance(pair->a, pair->pose_a, pair->b, pair->pose_b, NULL);
    *sum += found;
    return found > 0;
}

static bool meets(const lw_polygon_pair *pair, lw_barycode variant, bool circles)
{
    lw_posed_polygons p = lw_pose_polygons(pair->a, pair->pose_a, pair->b, pair->pose_b);
    return !(circles && lw_circles_apart(&p)) && lw_barycode_meets(&p, variant);
}

static bool meets_scan(const lw_polygon_pair *pair, double *sum)
{
    (void)sum;
    return meets(pair, LW_BARYCODE_ORDERED_SCAN, false);
}

static bool meets_climb(const lw_polygon_pair *pair, double *sum)
{
    (void)sum;
    return meets(pair, LW_BARYCODE_ORDERED_CLIMB, false);
}

static bool circles_scan(const lw_polygon_pair *pair, double *sum)
{
    (void)sum;
    return meets(pair, LW_BARYCODE_ORDERED_SCAN, true);
}

static bool circles_climb(const lw_polygon_pair *pair, double *sum)
{
    (void)sum;
    return meets(pair, LW_BARYCODE_ORDERED_CLIMB, true);
}

static bool meets_axes(const lw_polygon_pair *pair, double *sum)
{
    (void)sum;
    lw_posed_polygons p = lw_pose_polygons(pair->a, pair->pose_a, pair->b, pair->pose_b);
    return lw_outline_sat(&p);
}

static bool touches(const lw_polygon_pair *pair, double *sum)
{
    (void)sum;
    return lw_polygon_touches(pair->a, pair->pose_a, pair->b, pair->pose_b);
}

/* The rows that the paper also has, by these names. Algorithm 6 starts from the corners; testing the
 * circles about the polygons first is ours. */
enum {
    DISTANCE_SCAN,
    DISTANCE_CLIMB,
    DISTANCE_GENERAL,
    DISTANCE_OCTANT,
    DISTANCE,
    AXES,
    MEETS_SCAN,
    MEETS_CLIMB,
    CIRCLES_SCAN,
    CIRCLES_CLIMB,
    TOUCHES,
    METHODS
};

static const method methods[METHODS] = {
    [DISTANCE_SCAN] = {"distance", "GJK, all vertices", gjk_scan},
    [DISTANCE_CLIMB] = {"distance", "GJK, hill climbing", gjk_climb},
    [DISTANCE_GENERAL] = {"distance", "GJK, hill climbing, any order", gjk_general},
    [DISTANCE_OCTANT] = {"distance", "GJK, climbing from octants", gjk_octant},
    [DISTANCE] = {"distance", "lw_polygon_distance", distance},
    [AXES] = {"collision", "separating axes", meets_axes},
    [MEETS_SCAN] = {"collision", "GJK, all vertices", meets_scan},
    [MEETS_CLIMB] = {"collision", "GJK, hill climbing", meets_climb},
    [CIRCLES_SCAN] = {"collision", "circles, GJK, all vertices", circles_scan},
    [CIRCLES_CLIMB] = {"collision", "circles, GJK, hill climbing", circles_climb},
    [TOUCHES] = {"collision", "lw_polygon_touches", touches},
};

/* The columns. */
static const lw_pair_class classes[LW_PAIR_CLASSES] = {LW_DISTANT, LW_OVERLAPPING, LW_TOUCHING};

static void shuffle(lw_random *random, size_t order[LW_PAIRS])
{
    for (uint32_t i = LW_PAIRS - 1; i > 0; i--) {
        uint32_t k = lw_random_below(random, i + 1);
        size_t swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
}

/* Median nanoseconds per query over rounds of all pairs, each in a new order. They include transforming
 * b into a's frame. */
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
            sum += m->ask(&pairs[order[i]], &sum);
        }
        times[r] = 1e9 * (lw_bench_seconds() - begin) / LW_PAIRS;
    }
    double median = lw_bench_median(times, rounds);
    free(times);
    /* the sum is used, so that the compiler removes nothing */
    return sum < 0 ? -median : median;
}

static double paper_time(const lw_barycode_table *table, size_t row, lw_pair_class which)
{
    switch (row) {
    case DISTANCE_SCAN:
    case DISTANCE_CLIMB:
        return table->distance[row - DISTANCE_SCAN][which];
    case AXES:
        return table->sat[which];
    case MEETS_SCAN:
    case MEETS_CLIMB:
        return table->boolean[row - MEETS_SCAN][which];
    default:
        return 0;
    }
}

static lw_status measure(const lw_bench_options *options, const lw_barycode_table *table,
                         double times[METHODS][LW_PAIR_CLASSES], lw_error *error)
{
    for (size_t k = 0; k < LW_PAIR_CLASSES; k++) {
        lw_polygon_pair pairs[LW_PAIRS];
        lw_status status = lw_polygon_pairs_make(options->seed + table->vertices, table->vertices,
                                                 classes[k], LW_PAIRS, pairs, error);
        if (status)
            return status;
        for (size_t i = 0; i < METHODS; i++)
            times[i][k] = time_method(&methods[i], pairs, options->rounds);
        lw_polygon_pairs_free(pairs, LW_PAIRS);
    }
    return LW_OK;
}

static void add_table(lw_bench_results *results, const lw_barycode_table *table,
                      double times[METHODS][LW_PAIR_CLASSES])
{
    char title[LW_BENCH_TITLE];
    snprintf(title, sizeof title, "%u vertices", table->vertices);
    lw_bench_add_table(results, "ns a query", title);
    lw_bench_set_over(results, "vertices", table->vertices);
    for (size_t k = 0; k < LW_PAIR_CLASSES; k++)
        lw_bench_add_column(results, (lw_bench_head){.name = lw_pair_class_name(classes[k])});
    for (size_t i = 0; i < METHODS; i++) {
        lw_bench_add_row(results, (lw_bench_head){.group = methods[i].level, .name = methods[i].name});
        for (size_t k = 0; k < LW_PAIR_CLASSES; k++) {
            lw_bench_add_figure(results, times[i][k], 0);
            lw_bench_set_paper(results, paper_time(table, i, classes[k]), 1);
        }
    }
}

lw_status lw_bench_barycode(const lw_bench_options *options, lw_bench_results *results, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < LW_BARYCODE_TABLES && !status; i++) {
        double times[METHODS][LW_PAIR_CLASSES];
        status = measure(options, &lw_barycode_tables[i], times, error);
        if (!status)
            add_table(results, &lw_barycode_tables[i], times);
    }
    lw_bench_set_notes(
        results,
        "Rows of the paper without a peer here: FCL, Bullet, OpenGJK, Baidu Apollo, Box2D (with\n"
        "Debian's Box2D beside: ./run bench planar). Hill climbing is the paper's, from the last\n"
        "vertex on; octants, circles and the two lw_polygon rows are not in the paper.");
    return status;
}
