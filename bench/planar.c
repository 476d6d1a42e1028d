/* Distances of convex polygons: Leeway and Box2D, polygons of 4 to 24 vertices, distant, touching and
 * overlapping, in double and in single precision; and the claims of the barycode paper, as ratios to
 * Box2D, compared with the ratios that its algorithms reach here. */
#include "common/measure.h"
#include "peer_box2d.h"

#include "barycode/polygon_pairs.h"
#include "base/random.h"
#include "distance/plane/outline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 41 };

/* Box2D's first. */
typedef enum query {
    BOX2D,
    BOX2D_WARM,
    DISTANCE,
    DISTANCE_WARM,
    SEPARATION,
    SEPARATION_WARM,
    TRACKED,
    TOUCHES,
    AXES,
    GJK_SCAN,
    GJK_CLIMB,
    GJK_MEETS_SCAN,
    GJK_MEETS_CLIMB,
    QUERIES
} query;

/* moves b of a pair by a little */
static const double move[4] = {0.02, -0.015, 0.99995000041666528, 0.0099998333341666645};

typedef struct cell {
    lw_polygon_pair pairs[LW_PAIRS];
    lw_polygon_memory memories[LW_PAIRS];
    lw_polygon_features features[LW_PAIRS];
    peer_box2d *peer;
    size_t order[LW_PAIRS];
    lw_random random;
    double sum;
    double nanoseconds[QUERIES];
    double ratio[QUERIES]; /* our time to Box2D's for the same pairs in the same order */
    size_t contradictions;
} cell;

static lw_pose2 moved(lw_pose2 at)
{
    return (lw_pose2){at.x + move[0], at.y + move[1], at.cosine * move[2] - at.sine * move[3],
                      at.sine * move[2] + at.cosine * move[3]};
}

static void shuffle(cell *c)
{
    for (uint32_t i = LW_PAIRS - 1; i > 0; i--) {
        uint32_t k = lw_random_below(&c->random, i + 1);
        size_t swap = c->order[i];
        c->order[i] = c->order[k];
        c->order[k] = swap;
    }
}

static double gjk(const lw_polygon_pair *p, lw_barycode variant)
{
    lw_search found;
    lw_posed_polygons placed = lw_pose_polygons(p->a, p->pose_a, p->b, p->pose_b);
    lw_barycode_search(&placed, variant, NULL, &found);
    return found.upper;
}

static bool gjk_meets(const lw_polygon_pair *p, lw_barycode variant)
{
    lw_posed_polygons placed = lw_pose_polygons(p->a, p->pose_a, p->b, p->pose_b);
    return lw_barycode_meets(&placed, variant);
}

static double ask(cell *c, query which, size_t i)
{
    const lw_polygon_pair *p = &c->pairs[i];
    lw_separation s;
    lw_polygon_memory memory;
    lw_polygon_features features;
    lw_posed_polygons placed;
    switch (which) {
    case BOX2D:
        return (double)peer_box2d_distance(c->peer, i, 0, move);
    case BOX2D_WARM:
        return (double)peer_box2d_distance(c->peer, i, 1, move);
    case DISTANCE:
        return lw_polygon_distance(p->a, p->pose_a, p->b, p->pose_b, NULL);
    case DISTANCE_WARM:
        memory = c->memories[i];
        return lw_polygon_distance(p->a, p->pose_a, p->b, moved(p->pose_b), &memory);
    case SEPARATION:
        lw_polygon_separation(p->a, p->pose_a, p->b, p->pose_b, NULL, &s);
        return s.upper;
    case SEPARATION_WARM:
        memory = c->memories[i];
        lw_polygon_separation(p->a, p->pose_a, p->b, moved(p->pose_b), &memory, &s);
        return s.upper;
    case TRACKED:
        features = c->features[i];
        lw_polygon_track(p->a, p->pose_a, p->b, moved(p->pose_b), &features, &s);
        return s.upper;
    case TOUCHES:
        return lw_polygon_touches(p->a, p->pose_a, p->b, p->pose_b);
    case AXES:
        placed = lw_pose_polygons(p->a, p->pose_a, p->b, p->pose_b);
        return lw_outline_sat(&placed);
    case GJK_SCAN:
        return gjk(p, LW_BARYCODE_ORDERED_SCAN);
    case GJK_CLIMB:
        return gjk(p, LW_BARYCODE_ORDERED_CLIMB);
    case GJK_MEETS_SCAN:
        return gjk_meets(p, LW_BARYCODE_ORDERED_SCAN);
    default:
        return gjk_meets(p, LW_BARYCODE_ORDERED_CLIMB);
    }
}

/* Nanoseconds a query, for all pairs once in the order that was drawn last. */
static double sweep(cell *c, query which)
{
    double begin = bench_work();
    for (size_t i = 0; i < LW_PAIRS; i++)
        c->sum += ask(c, which, c->order[i]);
    return 1e9 * (bench_work() - begin) / LW_PAIRS;
}

static bool is_warm(query which)
{
    return which == DISTANCE_WARM || which == SEPARATION_WARM || which == TRACKED;
}

/* Times the queries: medians over sweeps, each in a new order; for each query of ours Box2D goes
 * through the pairs in the same order just before it or, every other time, just after it. A processor
 * learns an order that is repeated, which favours the query that runs more often. */
static void time_queries(cell *c)
{
    static double times[QUERIES][ROUNDS * QUERIES];
    static double ratios[QUERIES][ROUNDS];
    size_t counts[QUERIES] = {0};
    for (size_t r = 0; r < ROUNDS; r++)
        for (int q = DISTANCE; q < QUERIES; q++) {
            query peer = is_warm((query)q) ? BOX2D_WARM : BOX2D;
            double ours = 0;
            double theirs = 0;
            shuffle(c);
            for (size_t turn = 0; turn < 2; turn++)
                if ((turn + r) % 2)
                    theirs = sweep(c, peer);
                else
                    ours = sweep(c, (query)q);
            times[q][counts[q]++] = ours;
            times[peer][counts[peer]++] = theirs;
            ratios[q][r] = ours / theirs;
        }
    for (int q = 0; q < QUERIES; q++) {
        c->nanoseconds[q] = bench_median(times[q], counts[q]);
        c->ratio[q] = q < DISTANCE ? 1 : bench_median(ratios[q], ROUNDS);
    }
}

/* Passes the pair to Box2D, and tests whether both agree. */
static void tell(cell *c, size_t i)
{
    const lw_polygon_pair *p = &c->pairs[i];
    const lw_polygon *polygons[2] = {p->a, p->b};
    double vertices[2][2 * 64];
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < lw_polygon_count(polygons[side]); k++) {
            lw_vec2 v = lw_polygon_vertex(polygons[side], k);
            vertices[side][2 * k] = v.x;
            vertices[side][2 * k + 1] = v.y;
        }
    const double a[4] = {p->pose_a.x, p->pose_a.y, p->pose_a.cosine, p->pose_a.sine};
    const double b[4] = {p->pose_b.x, p->pose_b.y, p->pose_b.cosine, p->pose_b.sine};
    peer_box2d_set(c->peer, i, vertices[0], lw_polygon_count(p->a), vertices[1], lw_polygon_count(p->b),
                   a, b);
    peer_box2d_prime(c->peer, i);
    lw_polygon_distance(p->a, p->pose_a, p->b, p->pose_b, &c->memories[i]);
    lw_separation s;
    lw_polygon_track(p->a, p->pose_a, p->b, p->pose_b, &c->features[i], &s);
    double difference = (double)peer_box2d_distance(c->peer, i, 0, move) -
                        lw_polygon_distance(p->a, p->pose_a, p->b, p->pose_b, NULL);
    c->contradictions += fabs(difference) > 1e-4;
}

static cell *measure(unsigned vertices, lw_pair_class which)
{
    cell *c = calloc(1, sizeof *c);
    lw_error error = {0};
    if (!c)
        return NULL;
    c->random.state = vertices;
    c->peer = peer_box2d_create(LW_PAIRS);
    if (!c->peer ||
        lw_polygon_pairs_make(vertices + 100, vertices, which, LW_PAIRS, c->pairs, &error)) {
        fprintf(stderr, "planar: %s\n", c->peer ? error.message : "out of memory");
        peer_box2d_destroy(c->peer);
        free(c);
        return NULL;
    }
    for (size_t i = 0; i < LW_PAIRS; i++) {
        c->order[i] = i;
        tell(c, i);
    }
    time_queries(c);
    return c;
}

static void drop(cell *c)
{
    if (!c)
        return;
    lw_polygon_pairs_free(c->pairs, LW_PAIRS);
    peer_box2d_destroy(c->peer);
    free(c);
}

static void print_cells(cell *cells[LW_BARYCODE_TABLES][LW_PAIR_CLASSES])
{
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_row(&table, "ns a query; / to Box2D's");
    static const struct column {
        const char *name;
        query which;
    } columns[] = {{"Box2D", BOX2D},        {"touches", TOUCHES},
                   {"distance", DISTANCE},  {"with points", SEPARATION},
                   {"axes", AXES},          {"Box2D warm", BOX2D_WARM},
                   {"warm", DISTANCE_WARM}, {"and points", SEPARATION_WARM},
                   {"tracked", TRACKED}};
    size_t count = sizeof columns / sizeof *columns;
    for (size_t i = 0; i < count; i++)
        bench_cell(&table, "%s", columns[i].name);
    for (int n = 0; n < LW_BARYCODE_TABLES; n++)
        for (int k = 0; k < LW_PAIR_CLASSES; k++) {
            const cell *c = cells[n][k];
            bench_row(&table, "%u %s", lw_barycode_tables[n].vertices,
                      lw_pair_class_name((lw_pair_class)k));
            for (size_t i = 0; i < count; i++) {
                query q = columns[i].which;
                if (q < DISTANCE)
                    bench_cell(&table, "%.0f", c->nanoseconds[q]);
                else
                    bench_cell(&table, "%.0f /%.2f", c->nanoseconds[q], c->ratio[q]);
            }
        }
    bench_print(&table);
}

static void print_claims(cell *cells[LW_BARYCODE_TABLES][LW_PAIR_CLASSES])
{
    static bench_table table;
    printf("  share of Box2D's time: the paper's -> the same algorithm here -> Leeway's default\n");
    memset(&table, 0, sizeof table);
    bench_row(&table, "%s", "");
    static const char *const columns[] = {"distance, GJK", "and climbing", "collision, GJK",
                                          "and climbing"};
    for (size_t i = 0; i < 4; i++)
        bench_cell(&table, "%s", columns[i]);
    size_t better = 0;
    for (int n = 0; n < LW_BARYCODE_TABLES; n++)
        for (int k = 0; k < LW_PAIR_CLASSES; k++) {
            const lw_barycode_table *paper = &lw_barycode_tables[n];
            const double *ratio = cells[n][k]->ratio;
            const double claims[4] = {paper->distance[0][k], paper->distance[1][k],
                                      paper->boolean[0][k], paper->boolean[1][k]};
            const query here[4] = {GJK_SCAN, GJK_CLIMB, GJK_MEETS_SCAN, GJK_MEETS_CLIMB};
            bench_row(&table, "%u %s", paper->vertices, lw_pair_class_name((lw_pair_class)k));
            for (int i = 0; i < 4; i++) {
                double best = ratio[i < 2 ? DISTANCE : TOUCHES];
                double claim = claims[i] / paper->box2d[k];
                better += best <= claim;
                bench_cell(&table, "%.2f -> %.2f -> %.2f%s", claim, ratio[here[i]], best,
                           best <= claim ? " " : "*");
            }
        }
    bench_print(&table);
    printf("  %zu of 72 claims are met or surpassed by Leeway's default; * marks the others\n", better);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        fprintf(stderr, "usage: ./run bench planar\n");
        return 2;
    }
    cell *cells[LW_BARYCODE_TABLES][LW_PAIR_CLASSES];
    size_t contradictions = 0;
    int status = 0;
    for (int n = 0; n < LW_BARYCODE_TABLES; n++)
        for (int k = 0; k < LW_PAIR_CLASSES; k++) {
            cells[n][k] = measure(lw_barycode_tables[n].vertices, (lw_pair_class)k);
            if (!cells[n][k])
                status = 1;
            else
                contradictions += cells[n][k]->contradictions;
        }
    if (!status) {
        print_cells(cells);
        print_claims(cells);
        printf("  %zu of %d distances differ from Box2D's by more than 1e-4\n", contradictions,
               LW_BARYCODE_TABLES * LW_PAIR_CLASSES * LW_PAIRS);
    }
    for (int n = 0; n < LW_BARYCODE_TABLES; n++)
        for (int k = 0; k < LW_PAIR_CLASSES; k++)
            drop(cells[n][k]);
    return status;
}
