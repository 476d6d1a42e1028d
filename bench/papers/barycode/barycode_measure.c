/* The measurements of the barycode GJK paper's Tables I to VI, from generated pairs. */
#include "barycode/barycode_measure.h"

#include "barycode/barycode_published.h"
#include "base/error.h"
#include "base/random.h"
#include "distance/plane/outline.h"
#include "table/bench_clock.h"

#include <math.h>
#include <stdlib.h>

/* A pair, and its polygons placed in one frame. */
typedef struct query {
    lw_polygon_pair pair;
    lw_polygon *placed[2];
} query;

/* A row of the table: a level of the query, and a method. */
typedef struct method {
    const char *level, *name;
    bool (*ask)(const query *q, double *sum);
} method;

static bool published_distance(const query *q, bool posed, lw_published_support how, double *sum)
{
    vec2 points[2];
    lw_pose2 b_in_a;
    lw_published_pair pair = {q->placed[0], q->placed[1], NULL};
    if (posed) {
        b_in_a = relative2(q->pair.pose_a, q->pair.pose_b);
        pair = (lw_published_pair){q->pair.a, q->pair.b, &b_in_a};
    }
    double found = lw_published_distance(&pair, how, points);
    *sum += found + points[0].x + points[1].y;
    return found > 0;
}

static bool published_meets(const query *q, bool posed, lw_published_support how)
{
    lw_pose2 b_in_a;
    lw_published_pair pair = {q->placed[0], q->placed[1], NULL};
    if (posed) {
        b_in_a = relative2(q->pair.pose_a, q->pair.pose_b);
        pair = (lw_published_pair){q->pair.a, q->pair.b, &b_in_a};
    }
    return lw_published_meets(&pair, how);
}

static bool placed_scan(const query *q, double *sum)
{
    return published_distance(q, false, LW_PUBLISHED_SCAN, sum);
}

static bool placed_climb(const query *q, double *sum)
{
    return published_distance(q, false, LW_PUBLISHED_CLIMB, sum);
}

static bool placed_fixed(const query *q, double *sum)
{
    return published_distance(q, false, LW_PUBLISHED_FIXED, sum);
}

static bool posed_scan(const query *q, double *sum)
{
    return published_distance(q, true, LW_PUBLISHED_SCAN, sum);
}

static bool posed_climb(const query *q, double *sum)
{
    return published_distance(q, true, LW_PUBLISHED_CLIMB, sum);
}

static bool placed_axes(const query *q, double *sum)
{
    (void)sum;
    return lw_published_axes(q->placed[0], q->placed[1]);
}

static bool placed_meets_scan(const query *q, double *sum)
{
    (void)sum;
    return published_meets(q, false, LW_PUBLISHED_SCAN);
}

static bool placed_meets_climb(const query *q, double *sum)
{
    (void)sum;
    return published_meets(q, false, LW_PUBLISHED_CLIMB);
}

static bool posed_meets_scan(const query *q, double *sum)
{
    (void)sum;
    return published_meets(q, true, LW_PUBLISHED_SCAN);
}

static bool posed_meets_climb(const query *q, double *sum)
{
    (void)sum;
    return published_meets(q, true, LW_PUBLISHED_CLIMB);
}

static bool gjk(const query *q, lw_barycode variant, double *sum)
{
    lw_search found;
    lw_posed_polygons p = lw_pose_polygons(q->pair.a, q->pair.pose_a, q->pair.b, q->pair.pose_b);
    lw_barycode_search(&p, variant, NULL, &found);
    *sum += found.upper;
    return found.meets;
}

static bool gjk_scan(const query *q, double *sum)
{
    return gjk(q, LW_BARYCODE_ORDERED_SCAN, sum);
}

static bool gjk_climb(const query *q, double *sum)
{
    return gjk(q, LW_BARYCODE_ORDERED_CLIMB, sum);
}

static bool gjk_general(const query *q, double *sum)
{
    return gjk(q, LW_BARYCODE_GENERAL_CLIMB, sum);
}

static bool gjk_octant(const query *q, double *sum)
{
    return gjk(q, LW_BARYCODE_ORDERED_OCTANT, sum);
}

static bool distance(const query *q, double *sum)
{
    double found = lw_polygon_distance(q->pair.a, q->pair.pose_a, q->pair.b, q->pair.pose_b, NULL);
    *sum += found;
    return found > 0;
}

static bool separation(const query *q, double *sum)
{
    lw_separation found;
    lw_polygon_separation(q->pair.a, q->pair.pose_a, q->pair.b, q->pair.pose_b, NULL, &found);
    *sum += found.upper;
    return found.lower > 0;
}

static bool meets(const query *q, lw_barycode variant, bool circles)
{
    lw_posed_polygons p = lw_pose_polygons(q->pair.a, q->pair.pose_a, q->pair.b, q->pair.pose_b);
    return !(circles && lw_circles_apart(&p)) && lw_barycode_meets(&p, variant);
}

static bool meets_scan(const query *q, double *sum)
{
    (void)sum;
    return meets(q, LW_BARYCODE_ORDERED_SCAN, false);
}

static bool meets_climb(const query *q, double *sum)
{
    (void)sum;
    return meets(q, LW_BARYCODE_ORDERED_CLIMB, false);
}

static bool circles_scan(const query *q, double *sum)
{
    (void)sum;
    return meets(q, LW_BARYCODE_ORDERED_SCAN, true);
}

static bool circles_climb(const query *q, double *sum)
{
    (void)sum;
    return meets(q, LW_BARYCODE_ORDERED_CLIMB, true);
}

static bool meets_axes(const query *q, double *sum)
{
    (void)sum;
    lw_posed_polygons p = lw_pose_polygons(q->pair.a, q->pair.pose_a, q->pair.b, q->pair.pose_b);
    return lw_outline_sat(&p);
}

static bool touches(const query *q, double *sum)
{
    (void)sum;
    return lw_polygon_touches(q->pair.a, q->pair.pose_a, q->pair.b, q->pair.pose_b);
}

static const method methods[LW_BARYCODE_ROWS] = {
    [LW_PLACED_SCAN] = {"distance", "as published, all vertices, placed", placed_scan},
    [LW_PLACED_CLIMB] = {"distance", "as published, hill climbing, placed", placed_climb},
    [LW_PLACED_FIXED] = {"distance", "the first, from a fixed direction", placed_fixed},
    [LW_POSED_SCAN] = {"distance", "as published, all vertices, posed", posed_scan},
    [LW_POSED_CLIMB] = {"distance", "as published, hill climbing, posed", posed_climb},
    [LW_DISTANCE_SCAN] = {"distance", "Leeway's GJK, all vertices", gjk_scan},
    [LW_DISTANCE_CLIMB] = {"distance", "Leeway's GJK, hill climbing", gjk_climb},
    [LW_DISTANCE_GENERAL] = {"distance", "Leeway's GJK, hill climbing, any order", gjk_general},
    [LW_DISTANCE_OCTANT] = {"distance", "Leeway's GJK, climbing from octants", gjk_octant},
    [LW_DISTANCE_DEFAULT] = {"distance", "lw_polygon_distance", distance},
    [LW_SEPARATION] = {"distance", "lw_polygon_separation", separation},
    [LW_PLACED_AXES] = {"collision", "plain separating axes, placed", placed_axes},
    [LW_PLACED_MEETS_SCAN] = {"collision", "as published, all vertices, placed", placed_meets_scan},
    [LW_PLACED_MEETS_CLIMB] = {"collision", "as published, hill climbing, placed", placed_meets_climb},
    [LW_POSED_MEETS_SCAN] = {"collision", "as published, all vertices, posed", posed_meets_scan},
    [LW_POSED_MEETS_CLIMB] = {"collision", "as published, hill climbing, posed", posed_meets_climb},
    [LW_AXES] = {"collision", "separating axes", meets_axes},
    [LW_MEETS_SCAN] = {"collision", "Leeway's GJK, all vertices", meets_scan},
    [LW_MEETS_CLIMB] = {"collision", "Leeway's GJK, hill climbing", meets_climb},
    [LW_CIRCLES_SCAN] = {"collision", "circles, Leeway's GJK, all vertices", circles_scan},
    [LW_CIRCLES_CLIMB] = {"collision", "circles, Leeway's GJK, hill climbing", circles_climb},
    [LW_TOUCHES] = {"collision", "lw_polygon_touches", touches},
};

const char *lw_barycode_level(lw_barycode_row row)
{
    return methods[row].level;
}

const char *lw_barycode_name(lw_barycode_row row)
{
    return methods[row].name;
}

/* The rows of the paper's 72 times. */
enum { CLAIMS = 4 };

double lw_barycode_paper(const lw_barycode_table *table, lw_barycode_row row, lw_pair_class which)
{
    switch ((int)row) {
    case LW_PLACED_SCAN:
    case LW_DISTANCE_SCAN:
        return table->distance[0][which];
    case LW_PLACED_CLIMB:
    case LW_DISTANCE_CLIMB:
        return table->distance[1][which];
    case LW_PLACED_AXES:
    case LW_AXES:
        return table->sat[which];
    case LW_PLACED_MEETS_SCAN:
    case LW_MEETS_SCAN:
        return table->boolean[0][which];
    case LW_PLACED_MEETS_CLIMB:
    case LW_MEETS_CLIMB:
        return table->boolean[1][which];
    default:
        return 0;
    }
}

unsigned lw_barycode_faster(const lw_barycode_measured *m, lw_barycode_row row, lw_barycode_row than)
{
    unsigned count = 0;
    for (size_t i = 0; i < LW_BARYCODE_TABLES; i++)
        for (size_t k = 0; k < LW_PAIR_CLASSES; k++)
            count += m->times[i][row][k] < m->times[i][than][k];
    return count;
}

unsigned lw_barycode_faster_in_paper(lw_barycode_row row, lw_barycode_row than)
{
    unsigned count = 0;
    for (size_t i = 0; i < LW_BARYCODE_TABLES; i++)
        for (int k = 0; k < LW_PAIR_CLASSES; k++)
            count += lw_barycode_paper(&lw_barycode_tables[i], row, (lw_pair_class)k) <
                     lw_barycode_paper(&lw_barycode_tables[i], than, (lw_pair_class)k);
    return count;
}

unsigned lw_barycode_met(const lw_barycode_measured *m, const lw_barycode_row rows[4])
{
    static const lw_barycode_row claimed[CLAIMS] = {LW_PLACED_SCAN, LW_PLACED_CLIMB,
                                                    LW_PLACED_MEETS_SCAN, LW_PLACED_MEETS_CLIMB};
    unsigned count = 0;
    for (size_t i = 0; i < LW_BARYCODE_TABLES; i++)
        for (int k = 0; k < LW_PAIR_CLASSES; k++)
            for (size_t c = 0; c < CLAIMS; c++)
                count += m->times[i][rows[c]][k] <=
                         lw_barycode_paper(&lw_barycode_tables[i], claimed[c], (lw_pair_class)k);
    return count;
}

/* ---- the pairs ----------------------------------------------------------------------------------- */

static lw_status place(const lw_polygon *polygon, lw_pose2 at, lw_polygon **out, lw_error *error)
{
    double vertices[2 * 64];
    for (uint32_t i = 0; i < polygon->count; i++) {
        vec2 p = transform2(at, polygon->vertices[i]);
        vertices[2 * i] = p.x;
        vertices[2 * i + 1] = p.y;
    }
    return lw_polygon_create(vertices, polygon->count, 0, out, error);
}

static lw_status make_queries(uint64_t seed, unsigned vertices, lw_pair_class which, query *out,
                              lw_error *error)
{
    lw_polygon_pair pairs[LW_PAIRS];
    lw_status status = lw_polygon_pairs_make(seed + vertices, vertices, which, LW_PAIRS, pairs, error);
    for (size_t i = 0; i < LW_PAIRS && !status; i++)
        out[i].pair = pairs[i];
    for (size_t i = 0; i < LW_PAIRS && !status; i++) {
        status = place(pairs[i].a, pairs[i].pose_a, &out[i].placed[0], error);
        if (!status)
            status = place(pairs[i].b, pairs[i].pose_b, &out[i].placed[1], error);
    }
    return status;
}

static void drop_queries(query *queries)
{
    for (size_t i = 0; i < LW_PAIRS; i++) {
        lw_polygon_pairs_free(&queries[i].pair, 1);
        for (int k = 0; k < 2; k++)
            lw_polygon_destroy(queries[i].placed[k]);
    }
    free(queries);
}

/* Counts the answers of the published procedures that differ from Leeway's proven ones. */
static void judge(const query *queries, lw_pair_class which, lw_barycode_measured *out)
{
    static const lw_barycode_row answers[] = {LW_PLACED_MEETS_SCAN, LW_PLACED_MEETS_CLIMB,
                                              LW_POSED_MEETS_SCAN, LW_POSED_MEETS_CLIMB};
    static const lw_published_support supports[] = {LW_PUBLISHED_SCAN, LW_PUBLISHED_CLIMB,
                                                    LW_PUBLISHED_FIXED};
    for (size_t i = 0; i < LW_PAIRS && which != LW_TOUCHING; i++) {
        const query *q = &queries[i];
        lw_separation known;
        double sum = 0;
        lw_polygon_separation(q->pair.a, q->pair.pose_a, q->pair.b, q->pair.pose_b, NULL, &known);
        out->queries++;
        for (size_t k = 0; k < sizeof answers / sizeof *answers; k++)
            out->wrong_answers += methods[answers[k]].ask(q, &sum) != (which == LW_OVERLAPPING);
        for (size_t k = 0; k < sizeof supports / sizeof *supports; k++) {
            vec2 points[2];
            const lw_published_pair pair = {q->placed[0], q->placed[1], NULL};
            double found = lw_published_distance(&pair, supports[k], points);
            out->wrong_distances += !(fabs(found - fmax(0, known.upper)) <= 1e-6);
        }
    }
}

/* Times one sweep of a method in an order, nanoseconds a query. It includes transforming b into a's
 * frame, where the pair is posed. */
static double sweep(const method *m, const query *queries, const uint32_t *order)
{
    double sum = 0;
    double begin = lw_bench_seconds();
    for (size_t i = 0; i < LW_PAIRS; i++)
        sum += m->ask(&queries[order[i]], &sum);
    double time = 1e9 * (lw_bench_seconds() - begin) / LW_PAIRS;
    /* the sum is used, so that the compiler removes nothing */
    return sum == -1 ? -time : time;
}

/* Medians of the rounds; each has the methods and the pairs in a new order. */
static lw_status time_queries(const query *queries, unsigned rounds, lw_random *random,
                              double times[LW_BARYCODE_ROWS], lw_error *error)
{
    double *rows = malloc((size_t)LW_BARYCODE_ROWS * rounds * sizeof *rows);
    if (!rows)
        return lw_fail_memory(error);
    for (unsigned r = 0; r < rounds; r++) {
        uint32_t turns[LW_BARYCODE_ROWS];
        lw_random_order(random, turns, LW_BARYCODE_ROWS);
        for (size_t i = 0; i < LW_BARYCODE_ROWS; i++) {
            uint32_t order[LW_PAIRS];
            lw_random_order(random, order, LW_PAIRS);
            rows[turns[i] * rounds + r] = sweep(&methods[turns[i]], queries, order);
        }
    }
    for (size_t i = 0; i < LW_BARYCODE_ROWS; i++)
        times[i] = lw_bench_median(rows + i * rounds, rounds);
    free(rows);
    return LW_OK;
}

lw_status lw_barycode_measure(const lw_bench_options *options, lw_barycode_measured *out,
                              lw_error *error)
{
    lw_random random = {options->order};
    lw_status status = LW_OK;
    *out = (lw_barycode_measured){.queries = 0};
    for (size_t i = 0; i < LW_BARYCODE_TABLES; i++)
        for (int k = 0; k < LW_PAIR_CLASSES && !status; k++) {
            double times[LW_BARYCODE_ROWS];
            query *queries = calloc(LW_PAIRS, sizeof *queries);
            if (!queries)
                return lw_fail_memory(error);
            status = make_queries(options->seed, lw_barycode_tables[i].vertices, (lw_pair_class)k,
                                  queries, error);
            if (!status) {
                judge(queries, (lw_pair_class)k, out);
                status = time_queries(queries, options->rounds, &random, times, error);
            }
            for (size_t r = 0; r < LW_BARYCODE_ROWS && !status; r++)
                out->times[i][r][k] = times[r];
            drop_queries(queries);
        }
    return status;
}
