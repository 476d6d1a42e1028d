/* The costs of a planner's states and edges: free edges and their states, through lw_check and through
 * a thread pool.
 *
 *     planner [--quick] [--threads N]
 *
 * In each problem the free edges are checked in sweeps of 1,000, each round in a new order that all
 * ways of asking share; the ways take turns in an order of their own. README.md explains the rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"

enum { ROUNDS = 7, SWEEP = 1000, FEW = 16, BLOCK = 8, MOST_PROBLEMS = 1024 };

typedef enum way {
    EDGE,          /* lw_check of a motion that is ready */
    EDGE_SET,      /* lw_motion_set_segment and lw_check */
    EDGE_MANY,     /* lw_check_many of one motion */
    EDGE_ONE,      /* a pool's batch of one edge */
    EDGES,         /* a pool's batch of all edges */
    STATE,         /* lw_motion_set_segment from a state to itself, and lw_check */
    STATE_ONE,     /* a pool's batch of one state */
    STATE_BLOCK,   /* a pool's batches of BLOCK states */
    STATES,        /* a pool's batch of all states */
    EDGES_CLOCK,   /* as EDGES, seconds of the clock */
    EDGES_THREADS, /* EDGES_CLOCK on several threads */
    FEW_CLOCK,     /* a pool's batches of FEW edges, seconds of the clock */
    FEW_THREADS,   /* FEW_CLOCK on several threads */
    TWO_CLOCK,
    TWO_THREADS,
    WAYS
} way;

static const char *const names[WAYS] = {
    [EDGE] = "edge: lw_check, motion ready",
    [EDGE_SET] = "edge: set, lw_check",
    [EDGE_MANY] = "edge: lw_check_many of one",
    [EDGE_ONE] = "edge: pool, one at a time",
    [EDGES] = "edge: pool, 1,000 at once",
    [STATE] = "state: set, lw_check",
    [STATE_ONE] = "state: pool, one at a time",
    [STATE_BLOCK] = "state: pool, 8 at once",
    [STATES] = "state: pool, 1,000 at once",
    [EDGES_CLOCK] = "edge: pool, by the clock",
    [EDGES_THREADS] = "edge: pool, several threads",
    [FEW_CLOCK] = "edge: pool, 16 at once, by the clock",
    [FEW_THREADS] = "edge: pool, 16 at once, several threads",
    [TWO_CLOCK] = "edge: pool, 2 at once, by the clock",
    [TWO_THREADS] = "edge: pool, 2 at once, several threads",
};

/* a problem's scene, and its free edges */
typedef struct stage {
    lw_scene *scene;
    const lw_joints *joints;
    lw_checker *checker;
    lw_motion *motion, **ready;
    lw_pool *pools[2]; /* one thread, several */
    const bench_motion **free;
    size_t count;
} stage;

/* one sweep: its edges' indices, their ends as rows, and the answers */
typedef struct sweep {
    uint32_t edges[SWEEP];
    double from[SWEEP][BENCH_VALUES], to[SWEEP][BENCH_VALUES];
    lw_verdict_kind kinds[SWEEP];
} sweep;

/* medians for each problem: times in microseconds, and shares of the time of EDGE */
typedef struct result {
    double times[WAYS][MOST_PROBLEMS];
    double shares[WAYS][MOST_PROBLEMS];
    double speedups[MOST_PROBLEMS];
    size_t problems, edges;
} result;

/* ---- one way of asking ------------------------------------------------------------------------- */

static bool check_one(const stage *s, way by, const sweep *with, size_t i,
                      const lw_check_options *options)
{
    lw_verdict verdict = lw_default_verdict();
    lw_error error;
    const lw_motion *motion = by == EDGE || by == EDGE_MANY ? s->ready[with->edges[i]] : s->motion;
    const double *to = by == STATE ? with->from[i] : with->to[i];
    if (motion == s->motion && lw_motion_set_segment(s->motion, s->joints, with->from[i], to, &error))
        return false;
    lw_status status = by == EDGE_MANY
                           ? lw_check_many(s->scene, &motion, 1, options, 1, &verdict, &error)
                           : lw_check(s->checker, motion, options, &verdict, &error);
    return !status && verdict.kind == LW_VERDICT_FREE;
}

static size_t batch_of(way by)
{
    return by == EDGE_ONE || by == STATE_ONE      ? 1
           : by == STATE_BLOCK                    ? BLOCK
           : by == TWO_CLOCK || by == TWO_THREADS ? 2
           : by >= FEW_CLOCK                      ? FEW
                                                  : SWEEP;
}

static bool ask_pool(const stage *s, way by, sweep *with, const lw_check_options *options)
{
    lw_error error;
    lw_answers answers = {.struct_size = sizeof(lw_answers), .kind = with->kinds};
    lw_rows rows = {.struct_size = sizeof(lw_rows),
                    .joints = s->joints,
                    .count = batch_of(by),
                    .from = with->from[0],
                    .from_stride = BENCH_VALUES,
                    .to = with->to[0],
                    .to_stride = BENCH_VALUES};
    lw_pool *pool = s->pools[by == EDGES_THREADS || by == FEW_THREADS || by == TWO_THREADS];
    bool states = by == STATE_ONE || by == STATE_BLOCK || by == STATES;
    for (size_t i = 0; i < SWEEP; i += rows.count) {
        if (SWEEP - i < rows.count)
            rows.count = SWEEP - i;
        rows.from = with->from[i];
        rows.to = with->to[i];
        answers.kind = with->kinds + i;
        if ((states ? lw_pool_states : lw_pool_segments)(pool, &rows, options, &answers, &error))
            return false;
    }
    return true;
}

/* Asks about the edges or states of a sweep in one way; false on failure, or if an answer is not free.
 */
static bool ask(const stage *s, way by, sweep *with)
{
    lw_check_options options = lw_default_check_options();
    options.any = true;
    bool good = true;
    if (by == EDGE || by == EDGE_SET || by == EDGE_MANY || by == STATE) {
        for (size_t i = 0; good && i < SWEEP; i++)
            good = check_one(s, by, with, i, &options);
        return good;
    }
    good = ask_pool(s, by, with, &options);
    for (size_t i = 0; good && i < SWEEP; i++)
        good = with->kinds[i] == LW_VERDICT_FREE;
    return good;
}

/* ---- one problem ------------------------------------------------------------------------------- */

static void close_stage(stage *s)
{
    for (size_t i = 0; s->ready && i < s->count; i++)
        lw_motion_destroy(s->ready[i]);
    free(s->ready);
    free(s->free);
    lw_pool_destroy(s->pools[0]);
    lw_pool_destroy(s->pools[1]);
    lw_motion_destroy(s->motion);
    lw_checker_destroy(s->checker);
    lw_scene_destroy(s->scene);
}

/* Takes the edges that are free, and makes their motions. */
static bool take_edges(stage *s, const bench_problem *problem, lw_error *error)
{
    s->ready = calloc(problem->motion_count + 1, sizeof(lw_motion *));
    s->free = calloc(problem->motion_count + 1, sizeof *s->free);
    bool good = s->ready && s->free;
    for (size_t i = 0; good && i < problem->motion_count; i++) {
        const bench_motion *edge = &problem->motions[i];
        lw_verdict verdict = lw_default_verdict();
        good = !lw_motion_set_segment(s->motion, s->joints, edge->from, edge->to, error) &&
               !lw_check(s->checker, s->motion, NULL, &verdict, error);
        if (!good || verdict.kind != LW_VERDICT_FREE)
            continue;
        s->free[s->count] = edge;
        good = !lw_motion_create(s->scene, &s->ready[s->count++], error) &&
               !lw_motion_set_segment(s->ready[s->count - 1], s->joints, edge->from, edge->to, error);
    }
    return good;
}

static bool open_stage(const bench_set *set, const bench_problem *problem, unsigned threads, stage *s)
{
    lw_error error = {0};
    *s = (stage){.scene = bench_open_scene(set, problem)};
    if (!s->scene)
        return false;
    s->joints = lw_scene_joints(s->scene, NULL, set->group, &error);
    bool good = s->joints && !lw_checker_create(s->scene, &s->checker, &error) &&
                !lw_motion_create(s->scene, &s->motion, &error) &&
                !lw_pool_create(s->scene, 1, &s->pools[0], &error) &&
                !lw_pool_create(s->scene, threads, &s->pools[1], &error) &&
                take_edges(s, problem, &error);
    if (!good)
        fprintf(stderr, "%s: %s\n", problem->name, error.message);
    return good;
}

/* The edges of a round, in an order of its own. */
static void fill(const stage *s, lw_random *random, uint32_t *order, sweep *out)
{
    for (size_t i = 0; i < SWEEP; i++) {
        if (i % s->count == 0)
            lw_random_order(random, order, (uint32_t)s->count);
        out->edges[i] = order[i % s->count];
        memcpy(out->from[i], s->free[out->edges[i]]->from, sizeof out->from[i]);
        memcpy(out->to[i], s->free[out->edges[i]]->to, sizeof out->to[i]);
    }
}

/* Ways that are timed by the clock run after an untimed sweep in another order, so that each thread's
 * processor has the scene in its caches, as in a planner. */
static bool compare(const stage *s, result *all)
{
    static sweep with, before;
    static double seconds[WAYS][ROUNDS];
    lw_random random = {s->count};
    uint32_t *order = calloc(s->count, sizeof *order);
    bool good = order != NULL;
    for (size_t round = 0; good && round < ROUNDS; round++) {
        uint32_t turns[WAYS];
        lw_random_order(&random, turns, WAYS);
        fill(s, &random, order, &before);
        fill(s, &random, order, &with);
        for (size_t turn = 0; good && turn < WAYS; turn++) {
            way by = (way)turns[turn];
            double (*clock)(void) = by >= EDGES_CLOCK ? bench_now : bench_work;
            if (by >= EDGES_CLOCK)
                good = ask(s, by, &before);
            double begin = clock();
            good = good && ask(s, by, &with);
            seconds[by][round] = clock() - begin;
            if (!good)
                fprintf(stderr, "%s: an answer is not free\n", names[by]);
        }
    }
    free(order);
    if (!good)
        return false;
    for (size_t by = 0; by < WAYS; by++) {
        double shares[ROUNDS];
        for (size_t round = 0; round < ROUNDS; round++)
            shares[round] = seconds[by][round] / seconds[EDGE][round];
        all->shares[by][all->problems] = bench_median(shares, ROUNDS);
    }
    double speedups[ROUNDS];
    for (size_t round = 0; round < ROUNDS; round++)
        speedups[round] = seconds[EDGES_CLOCK][round] / seconds[EDGES_THREADS][round];
    all->speedups[all->problems] = bench_median(speedups, ROUNDS);
    for (size_t by = 0; by < WAYS; by++)
        all->times[by][all->problems] = 1e6 * bench_median(seconds[by], ROUNDS) / SWEEP;
    all->problems++;
    all->edges += s->count;
    return true;
}

/* ---- a robot ----------------------------------------------------------------------------------- */

static void print(const char *robot, unsigned threads, result *all)
{
    bench_table *table = calloc(1, sizeof *table);
    if (!table)
        return;
    printf("%s: %zu free edges of %zu problems\n", robot, all->edges, all->problems);
    bench_row(table, "medians");
    bench_cell(table, "microseconds");
    bench_cell(table, "share of the first");
    for (size_t by = 0; by < WAYS; by++) {
        bench_row(table, "%s", names[by]);
        bench_cell(table, "%.1f", bench_median(all->times[by], all->problems));
        bench_cell(table, "%.2f", bench_median(all->shares[by], all->problems));
    }
    bench_print(table);
    printf("  on %u threads %.2f times as many edges a second\n\n", threads,
           bench_median(all->speedups, all->problems));
    free(table);
}

static bool run_robot(const char *robot, size_t stride, unsigned threads)
{
    bench_set set;
    if (!bench_load(robot, BENCH_ALL, stride, &set))
        return false;
    static result all;
    memset(&all, 0, sizeof all);
    bool good = true;
    for (size_t i = 0; good && i < set.count && all.problems < MOST_PROBLEMS; i++) {
        stage s;
        good = open_stage(&set, &set.problems[i], threads, &s);
        if (good && s.count)
            good = compare(&s, &all);
        close_stage(&s);
    }
    if (good)
        print(robot, threads, &all);
    bench_free(&set);
    return good;
}

int main(int count, char **words)
{
    size_t stride = 32;
    unsigned threads = 2;
    for (int i = 1; i < count; i++) {
        if (!strcmp(words[i], "--quick")) {
            stride = 128;
        } else if (i + 1 < count && !strcmp(words[i], "--threads")) {
            threads = (unsigned)strtoul(words[++i], NULL, 10);
        } else {
            fprintf(stderr, "usage: planner [--quick] [--threads N]\n");
            return 2;
        }
    }
    if (!bench_data()) {
        printf("LEEWAY_DATA names no folder: the project's own arm instead\n");
        return run_robot("arm", 1, threads) ? 0 : 1;
    }
    bool panda = run_robot("panda", stride, threads);
    bool ur5 = run_robot("ur5", stride, threads);
    return panda && ur5 ? 0 : 1;
}
