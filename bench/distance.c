/* Distances of convex polytopes of 8 to 512 vertices: Leeway and FCL (the GJK of libccd), for distant,
 * near and overlapping pairs, and the errors of the answers. */
#include "distance/distance.h"
#include "common/convex_pairs.h"
#include "common/measure.h"
#include "distance/depth.h"
#include "peer_convex.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHAPES = 20, /* pairs of shapes, as in a scene */
    PLACES = 10, /* poses of each pair */
    PAIRS = SHAPES * PLACES,
    ROUNDS = 31
};

typedef enum query { FCL, COLD, WARM, QUERIES } query;

static const char *const class_names[CONVEX_CLASSES] = {"distant", "near", "overlap"};

typedef struct cell {
    lw_arena arena;
    convex_pair pairs[PAIRS];
    peer_convex *peers[PAIRS][2];
    lw_warm_start memories[PAIRS];
    lw_random random; /* of the orders */
    double nanoseconds[QUERIES];
    double ratio;          /* time of the cold query to FCL's, median of the rounds */
    double error[QUERIES]; /* the largest error, relative to size_of the pair */
    size_t wrong[QUERIES]; /* farther off than 1e-6 */
    size_t broken;         /* brackets that do not hold the truth */
    double sum;
} cell;

static double leeway(const convex_pair *p, pose at, lw_warm_start *memory)
{
    if (p->truth < 0) {
        lw_depth depth;
        lw_convex_depth(&p->shape[0], &p->shape[1], &at, &depth);
        return -depth.upper;
    }
    lw_bracket bracket;
    lw_convex_distance(&p->shape[0], &p->shape[1], &at, memory, &bracket);
    return bracket.upper;
}

static double ask(cell *c, query which, size_t i)
{
    const convex_pair *p = &c->pairs[i];
    lw_warm_start memory;
    double at[12];
    switch (which) {
    case FCL:
        memcpy(at, &p->b_in_a, sizeof at);
        return peer_convex_distance(c->peers[i][0], c->peers[i][1], at);
    case COLD:
        return leeway(p, p->b_in_a, NULL);
    default:
        memory = c->memories[i];
        return leeway(p, p->b_in_a, &memory);
    }
}

static double size_of(const convex_pair *p)
{
    return lw_convex_extent(&p->shape[0]) + lw_convex_extent(&p->shape[1]) + norm(p->b_in_a.position);
}

/* A pose of b a little away from `at`: the query there leaves the warm start of the pair. */
static pose moved(pose at)
{
    const mat3 turn = {{0.99995000041666528, 0.0099998333341666645, 0},
                       {-0.0099998333341666645, 0.99995000041666528, 0},
                       {0, 0, 1}};
    return (pose){mul(turn, at.rotation), add(at.position, v3(0.005, -0.01, 0.01))};
}

static bool tell_peer(cell *c, size_t i)
{
    for (int side = 0; side < 2; side++) {
        const lw_polytope *polytope = c->pairs[i].shape[side].polytope;
        c->peers[i][side] =
            peer_convex_create(&polytope->vertices[0].x, polytope->vertex_count,
                               (const uint32_t(*)[3])polytope->facets, polytope->facet_count);
        if (!c->peers[i][side])
            return false;
    }
    return true;
}

static bool make(cell *c, uint32_t n, convex_class which)
{
    lw_random random = {1000 * n + which};
    for (size_t i = 0; i < PAIRS; i++) {
        convex_pair *p = &c->pairs[i];
        const size_t same = i - i % PLACES;
        bool made = true;
        if (i == same)
            made = convex_pair_shapes(&random, &c->arena, n, p) && tell_peer(c, i);
        else {
            *p = c->pairs[same];
            memcpy(c->peers[i], c->peers[same], sizeof c->peers[i]);
        }
        bool placed = false;
        for (int tries = 0; tries < 20 && made && !placed; tries++)
            placed = convex_pair_place(&random, which, p);
        if (!placed) {
            fprintf(stderr, "distance: pair %zu of %u vertices cannot be made\n", i, n);
            return false;
        }
        lw_bracket bracket;
        const pose at = moved(p->b_in_a);
        lw_convex_distance(&p->shape[0], &p->shape[1], &at, &c->memories[i], &bracket);
        lw_convex_distance(&p->shape[0], &p->shape[1], &p->b_in_a, NULL, &bracket);
        c->broken +=
            bracket.lower > fmax(p->truth, 0) || bracket.upper + 1e-14 * size_of(p) < fmax(p->truth, 0);
        for (int q = 0; q < QUERIES; q++) {
            double error = fabs(ask(c, (query)q, i) - p->truth) / size_of(p);
            c->error[q] = fmax(c->error[q], error);
            c->wrong[q] += !(error <= 1e-6);
        }
    }
    return true;
}

/* Times the queries. Every round has a new order of the pairs, in which each query takes one sweep, in
 * a random order too. */
static void time_queries(cell *c)
{
    static double times[QUERIES][ROUNDS];
    double ratios[ROUNDS];
    for (int r = 0; r < ROUNDS; r++) {
        uint32_t order[PAIRS];
        uint32_t turns[QUERIES];
        lw_random_order(&c->random, order, PAIRS);
        lw_random_order(&c->random, turns, QUERIES);
        for (int turn = 0; turn < QUERIES; turn++) {
            uint32_t q = turns[turn];
            double begin = bench_work();
            for (size_t i = 0; i < PAIRS; i++)
                c->sum += ask(c, (query)q, order[i]);
            times[q][r] = 1e9 * (bench_work() - begin) / PAIRS;
        }
        ratios[r] = times[COLD][r] / times[FCL][r];
    }
    c->ratio = bench_median(ratios, ROUNDS);
    for (int q = 0; q < QUERIES; q++)
        c->nanoseconds[q] = bench_median(times[q], ROUNDS);
}

static void drop(cell *c)
{
    for (size_t i = 0; i < PAIRS; i += PLACES)
        for (int side = 0; side < 2; side++)
            peer_convex_destroy(c->peers[i][side]);
    lw_arena_free(&c->arena);
    free(c);
}

static bool measure(bench_table *table, uint32_t n, convex_class which)
{
    cell *c = calloc(1, sizeof *c);
    if (!c)
        return false;
    c->random.state = n;
    bool made = make(c, n, which);
    if (made) {
        time_queries(c);
        bench_row(table, "%u %s", n, class_names[which]);
        bench_cell(table, "%.0f", c->nanoseconds[FCL]);
        bench_cell(table, "%.0f", c->nanoseconds[COLD]);
        bench_cell(table, "%.3f", c->ratio);
        if (which == CONVEX_OVERLAP)
            bench_cell(table, "%s", "-"); /* depth has no warm start */
        else
            bench_cell(table, "%.0f", c->nanoseconds[WARM]);
        bench_cell(table, "%.0e", c->error[FCL]);
        bench_cell(table, "%zu", c->wrong[FCL]);
        bench_cell(table, "%.0e", c->error[COLD]);
        bench_cell(table, "%zu", c->wrong[COLD] + c->wrong[WARM]);
        bench_cell(table, "%zu", c->broken);
    }
    drop(c);
    return made;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        fprintf(stderr, "usage: ./run bench distance\n");
        return 2;
    }
    static const uint32_t sizes[] = {8, 32, 64, 128, 512};
    static bench_table table;
    bench_row(&table, "ns a query");
    static const char *const columns[] = {"FCL",   "Leeway",         "ratio", "warm",  "FCL's error",
                                          "wrong", "Leeway's error", "wrong", "broken"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        bench_cell(&table, "%s", columns[i]);
    for (int k = 0; k < CONVEX_CLASSES; k++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            if (!measure(&table, sizes[i], (convex_class)k))
                return 1;
    bench_print(&table);
    return 0;
}
