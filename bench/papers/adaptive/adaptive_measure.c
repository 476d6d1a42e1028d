/* The measurements of Wu et al.'s Table 1: fixed resolution as published and with sound steps, the
 * adaptive method, and Leeway's own methods, on the same lines. */
#include "adaptive/adaptive_measure.h"

#include "adaptive/fixed_steps.h"
#include "base/error.h"
#include "base/random.h"
#include "table/bench_clock.h"

#include <stdlib.h>

enum {
    MOST_TRIES = 1000,
    DEAR_LINES = 4,    /* of a class, on which tests by distances are timed */
    NEIGHBOURS = 6,    /* of a roadmap's node */
    MOST_ROADMAPS = 3, /* of a cell */
    MANY_LINES = 50,   /* with fewer lines: one roadmap, few edges of it, one line by distances */
    FEW_EDGES = 8,
    MOST_NODES = 120,
    MOST_EDGES = MOST_NODES * NEIGHBOURS
};

/* A lower bound of a fifth of the true distance saves most of the time of exact distances, and costs
 * few halvings (docs/decisions/expanded.md, "Halving needs a lower bound on the distance, not the exact
 * one"). */
static const double rough = 0.8;

typedef struct line {
    lw_motion *motion;
    lw_verdict_kind kind; /* by slab */
    double clearance;     /* for free lines, a lower bound */
} line;

typedef struct cell_bench {
    int which;
    lw_scene *scene;
    lw_checker *checker;
    lw_adaptive_world world;
    lw_adaptive_queue queue;
    line *lines;
    lw_adaptive_figures figures;
} cell_bench;

/* ---- contenders -------------------------------------------------------------------------------- */

static lw_adaptive_options adaptive_options(double sigma)
{
    return (lw_adaptive_options){.sigma = sigma, .order = LW_ADAPTIVE_LACK_FIRST, .share = rough};
}

static lw_status ask_adaptive(cell_bench *b, const lw_adaptive_options *options, const line *l,
                              lw_adaptive_counts *counts, lw_verdict_kind *kind, lw_error *error)
{
    static const lw_verdict_kind kinds[] = {LW_VERDICT_FREE, LW_VERDICT_CONTACT, LW_VERDICT_UNDECIDED};
    lw_adaptive_answer found;
    lw_adaptive_take(&b->world, l->motion, counts);
    lw_status status = lw_adaptive_search(&b->world, options, &b->queue, &found, error);
    *kind = kinds[found];
    return status;
}

/* Asks a contender. */
static lw_status ask(cell_bench *b, int who, const line *l, lw_adaptive_counts *counts,
                     lw_verdict_kind *kind, lw_error *error)
{
    if (who >= LW_ADAPTIVE_BISECTION) {
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        options.method = who == LW_ADAPTIVE_SLAB ? LW_METHOD_SLAB : LW_METHOD_BISECTION;
        options.any = true;
        lw_status status = lw_check(b->checker, l->motion, &options, &verdict, error);
        counts->trees += verdict.queries;
        counts->poses += verdict.samples;
        *kind = verdict.kind;
        return status;
    }
    double precision = lw_adaptive_precisions[who % LW_ADAPTIVE_PRECISIONS];
    int method = who / LW_ADAPTIVE_PRECISIONS;
    if (method == LW_ADAPTIVE_EXACT || method == LW_ADAPTIVE_ROUGH) {
        lw_adaptive_options options = adaptive_options(precision);
        if (method == LW_ADAPTIVE_EXACT)
            options.share = 0;
        return ask_adaptive(b, &options, l, counts, kind, error);
    }
    lw_adaptive_take(&b->world, l->motion, counts);
    bool found = method == LW_ADAPTIVE_RIGHT ? lw_fixed_right(&b->world, precision)
                                             : lw_fixed_published(&b->world, precision);
    *kind = found ? LW_VERDICT_CONTACT : LW_VERDICT_FREE;
    return LW_OK;
}

/* ---- lines ------------------------------------------------------------------------------------- */

static lw_status open_frozen(cell_bench *b, lw_error *error)
{
    lw_status status = lw_scene_freeze(b->scene, error);
    if (!status)
        status = lw_checker_create(b->scene, &b->checker, error);
    return status ? status : lw_adaptive_open(b->scene, &b->world, error);
}

static void close_bench(cell_bench *b)
{
    for (unsigned i = 0; b->lines && i < b->figures.lines; i++)
        lw_motion_destroy(b->lines[i].motion);
    free(b->lines);
    lw_adaptive_queue_free(&b->queue);
    lw_adaptive_close(&b->world);
    lw_checker_destroy(b->checker);
    lw_scene_destroy(b->scene);
}

static lw_status make_lines(cell_bench *b, unsigned count, lw_error *error)
{
    lw_status status = LW_OK;
    b->lines = calloc(count, sizeof *b->lines);
    if (!b->lines)
        return lw_fail_memory(error);
    b->figures.pairs = b->world.pair_count;
    b->figures.lines = count;
    for (unsigned i = 0; i < count && !status; i++)
        status = lw_motion_create(b->scene, &b->lines[i].motion, error);
    return status;
}

/* Draws random values of the joints, without a contact. */
static lw_status draw_state(const cell_bench *b, lw_random *random, lw_motion *motion, double *values,
                            lw_error *error)
{
    double lower[LW_ADAPTIVE_MOST_JOINTS];
    double upper[LW_ADAPTIVE_MOST_JOINTS];
    lw_adaptive_limits(b->which, lower, upper);
    lw_verdict verdict = lw_default_verdict();
    for (int i = 0; i < MOST_TRIES; i++) {
        for (int k = 0; k < lw_adaptive_cells[b->which].joints; k++)
            values[k] = lw_random_between(random, lower[k], upper[k]);
        lw_status status = lw_adaptive_set_line(b->which, b->scene, motion, values, values, error);
        if (!status)
            status = lw_check(b->checker, motion, NULL, &verdict, error);
        if (status || verdict.kind == LW_VERDICT_FREE)
            return status;
    }
    return lw_fail(error, LW_ERROR_STATE, "%s: no configuration is free of contacts",
                   lw_adaptive_cells[b->which].name);
}

/* Finds the truth about a line, by slab with a clearance. */
static lw_status find_truth(const cell_bench *b, line *l, lw_error *error)
{
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.method = LW_METHOD_SLAB;
    options.clearance = true;
    lw_status status = lw_check(b->checker, l->motion, &options, &verdict, error);
    l->kind = verdict.kind;
    l->clearance = verdict.kind == LW_VERDICT_FREE ? verdict.clearance.lower : 0;
    return status;
}

static lw_status draw_lines(cell_bench *b, lw_random *random, lw_error *error)
{
    lw_status status = LW_OK;
    for (unsigned i = 0; i < b->figures.lines && !status; i++) {
        double from[LW_ADAPTIVE_MOST_JOINTS];
        double to[LW_ADAPTIVE_MOST_JOINTS];
        lw_motion *motion = b->lines[i].motion;
        status = draw_state(b, random, motion, from, error);
        if (!status)
            status = draw_state(b, random, motion, to, error);
        if (!status)
            status = lw_adaptive_set_line(b->which, b->scene, motion, from, to, error);
        if (!status)
            status = find_truth(b, &b->lines[i], error);
    }
    return status;
}

static int class_of(const line *l)
{
    return l->kind == LW_VERDICT_CONTACT;
}

/* ---- answers and counts ------------------------------------------------------------------------ */

static lw_status judge(cell_bench *b, const line *l, lw_error *error)
{
    lw_status status = LW_OK;
    for (int who = 0; who < LW_ADAPTIVE_CONTENDERS && !status; who++) {
        lw_verdict_kind kind;
        double precision =
            who < LW_ADAPTIVE_BISECTION ? lw_adaptive_precisions[who % LW_ADAPTIVE_PRECISIONS] : 0;
        status = ask(b, who, l, &b->figures.counts[class_of(l)][who], &kind, error);
        b->figures.missed[who] += l->kind == LW_VERDICT_CONTACT && kind == LW_VERDICT_FREE;
        b->figures.far[who] +=
            l->kind == LW_VERDICT_FREE && l->clearance > precision && kind == LW_VERDICT_CONTACT;
        b->figures.open[who] += kind == LW_VERDICT_UNDECIDED;
    }
    return status;
}

/* Counts contacts at the middle. The paper: more than 90 % of colliding segments collide there. */
static void judge_middle(cell_bench *b, const line *l)
{
    lw_adaptive_counts none = {0};
    lw_adaptive_take(&b->world, l->motion, &none);
    const lw_kinematics *middle = lw_adaptive_pose(&b->world, 0.5);
    b->figures.middles[0] += lw_adaptive_touching(&b->world, middle, 0) < b->world.pair_count;
    b->figures.middles[1] +=
        lw_adaptive_touching(&b->world, middle, lw_adaptive_precisions[0]) < b->world.pair_count;
}

static lw_status judge_orders(cell_bench *b, const line *l, lw_error *error)
{
    lw_status status = LW_OK;
    for (lw_adaptive_order order = 0; order < LW_ADAPTIVE_ORDERS && !status; order++) {
        lw_verdict_kind kind;
        lw_adaptive_options options = adaptive_options(lw_adaptive_precisions[1]);
        options.order = order;
        status = ask_adaptive(b, &options, l, &b->figures.orders[class_of(l)][order], &kind, error);
    }
    return status;
}

static lw_status judge_margins(cell_bench *b, const line *l, lw_error *error)
{
    lw_status status = LW_OK;
    for (int i = 0; i < LW_ADAPTIVE_MARGINS && !status; i++) {
        lw_verdict_kind kind;
        lw_adaptive_options options = adaptive_options(lw_adaptive_precisions[0]);
        options.tau = lw_adaptive_margins[i] * options.sigma;
        status = ask_adaptive(b, &options, l, &b->figures.margin_counts[i], &kind, error);
        if (kind == LW_VERDICT_FREE)
            b->figures.least_clearance[i] = fmin(b->figures.least_clearance[i], l->clearance);
    }
    return status;
}

static lw_status judge_all(cell_bench *b, lw_error *error)
{
    lw_status status = LW_OK;
    for (int i = 0; i < LW_ADAPTIVE_MARGINS; i++)
        b->figures.least_clearance[i] = HUGE_VAL;
    for (unsigned i = 0; i < b->figures.lines && !status; i++) {
        const line *l = &b->lines[i];
        b->figures.of_class[class_of(l)]++;
        b->figures.undecided += l->kind == LW_VERDICT_UNDECIDED;
        if (class_of(l))
            judge_middle(b, l);
        status = judge(b, l, error);
        if (!status)
            status = judge_orders(b, l, error);
        if (!status)
            status = judge_margins(b, l, error);
    }
    return status;
}

/* ---- times ------------------------------------------------------------------------------------- */

/* Times one sweep over the lines of a class, milliseconds a line. */
static lw_status sweep(cell_bench *b, int who, int class, const uint32_t *order, double *time,
                       lw_error *error)
{
    lw_adaptive_counts counts = {0};
    lw_status status = LW_OK;
    double begin = lw_bench_seconds();
    for (unsigned i = 0; i < b->figures.lines && !status; i++) {
        lw_verdict_kind kind;
        if (class_of(&b->lines[order[i]]) == class)
            status = ask(b, who, &b->lines[order[i]], &counts, &kind, error);
    }
    *time = 1e3 * (lw_bench_seconds() - begin) /
            (b->figures.of_class[class] ? b->figures.of_class[class] : 1);
    return status;
}

/* Takes the medians of the rounds. Each round has a new order of contenders, classes and lines. */
static lw_status time_cell(cell_bench *b, unsigned rounds, lw_random *random, lw_error *error)
{
    double *times =
        malloc((size_t)LW_ADAPTIVE_CLASSES * LW_ADAPTIVE_CONTENDERS * rounds * sizeof *times);
    uint32_t *order = malloc(b->figures.lines * sizeof *order);
    lw_status status = times && order ? LW_OK : lw_fail_memory(error);
    for (unsigned r = 0; r < rounds && !status; r++) {
        uint32_t turns[LW_ADAPTIVE_CLASSES * LW_ADAPTIVE_CONTENDERS];
        lw_random_order(random, turns, LW_ADAPTIVE_CLASSES * LW_ADAPTIVE_CONTENDERS);
        for (uint32_t k = 0; k < LW_ADAPTIVE_CLASSES * LW_ADAPTIVE_CONTENDERS && !status; k++) {
            lw_random_order(random, order, b->figures.lines);
            status = sweep(b, (int)turns[k] / LW_ADAPTIVE_CLASSES, (int)turns[k] % LW_ADAPTIVE_CLASSES,
                           order, &times[turns[k] * rounds + r], error);
        }
    }
    for (int k = 0; k < LW_ADAPTIVE_CLASSES * LW_ADAPTIVE_CONTENDERS && !status; k++)
        b->figures.times[k % LW_ADAPTIVE_CLASSES][k / LW_ADAPTIVE_CLASSES] =
            lw_bench_median(times + (size_t)k * rounds, rounds);
    free(times);
    free(order);
    return status;
}

/* Times fixed steps as published at the first precision with tests that compute distances, milliseconds
 * a test. */
static void time_dear(cell_bench *b, const lw_bench_options *options)
{
    const unsigned most = options->lines < MANY_LINES ? 1 : DEAR_LINES;
    b->world.dear = true;
    b->world.share = 0;
    for (int class = 0; class < LW_ADAPTIVE_CLASSES; class ++) {
        lw_adaptive_counts counts = {0};
        double begin = lw_bench_seconds();
        for (unsigned i = 0; i < b->figures.lines && counts.lines < most; i++) {
            if (class_of(&b->lines[i]) != class)
                continue;
            lw_adaptive_take(&b->world, b->lines[i].motion, &counts);
            lw_fixed_published(&b->world, lw_adaptive_precisions[0]);
        }
        b->figures.dear[class] =
            1e3 * (lw_bench_seconds() - begin) / (counts.tests ? (double)counts.tests : 1);
    }
    b->world.dear = false;
}

static lw_status run_cell(cell_bench *b, const lw_bench_options *options, lw_error *error)
{
    lw_random random = {options->seed};
    lw_random order = {options->order};
    lw_status status = lw_adaptive_scene(b->which, &b->scene, &b->figures.triangles, error);
    if (!status)
        status = open_frozen(b, error);
    if (!status)
        status = make_lines(b, options->lines, error);
    if (!status)
        status = draw_lines(b, &random, error);
    if (!status)
        status = judge_all(b, error);
    if (!status)
        time_dear(b, options);
    return status ? status : time_cell(b, options->rounds, &order, error);
}

/* ---- roadmaps ---------------------------------------------------------------------------------- */

typedef struct roadmap {
    unsigned nodes, edges;
    double values[MOST_NODES][LW_ADAPTIVE_MOST_JOINTS];
    unsigned part[MOST_NODES]; /* nodes that are joined have the same */
    unsigned ends[MOST_EDGES][2];
    lw_verdict_kind kinds[MOST_EDGES];
} roadmap;

static double distance_of(const roadmap *map, unsigned a, unsigned b)
{
    double sum = 0;
    for (int k = 0; k < LW_ADAPTIVE_MOST_JOINTS; k++) {
        double d = map->values[a][k] - map->values[b][k];
        sum += d * d;
    }
    return sqrt(sum);
}

static void join(roadmap *map, unsigned a, unsigned b)
{
    const unsigned from = map->part[a];
    for (unsigned i = 0; i < map->nodes; i++)
        if (map->part[i] == from)
            map->part[i] = map->part[b];
}

/* Checks the edges from the last node to its nearest neighbours, nearest first, but to no part of the
 * roadmap that it is joined with. */
static lw_status connect(cell_bench *b, roadmap *map, lw_motion *motion, lw_error *error)
{
    const unsigned node = map->nodes - 1;
    bool tried[MOST_NODES] = {false};
    lw_status status = LW_OK;
    for (int n = 0; n < NEIGHBOURS && !status; n++) {
        unsigned best = node;
        for (unsigned i = 0; i < node; i++)
            if (!tried[i] && (best == node || distance_of(map, node, i) < distance_of(map, node, best)))
                best = i;
        if (best == node)
            break;
        tried[best] = true;
        if (map->part[best] == map->part[node])
            continue;
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        options.any = true;
        status = lw_adaptive_set_line(b->which, b->scene, motion, map->values[node], map->values[best],
                                      error);
        if (!status)
            status = lw_check(b->checker, motion, &options, &verdict, error);
        map->ends[map->edges][0] = node;
        map->ends[map->edges][1] = best;
        map->kinds[map->edges++] = verdict.kind;
        if (!status && verdict.kind == LW_VERDICT_FREE)
            join(map, node, best);
    }
    return status;
}

/* Grows a probabilistic roadmap (PRM) until it joins a random start with a random goal, between which
 * the straight line is not free. */
static lw_status grow(cell_bench *b, lw_random *random, roadmap *map, lw_error *error)
{
    lw_motion *motion = NULL;
    lw_status status = lw_motion_create(b->scene, &motion, error);
    lw_verdict verdict = lw_default_verdict();
    *map = (roadmap){.nodes = 2};
    map->part[1] = 1;
    for (int i = 0; i < MOST_TRIES && !status && verdict.kind != LW_VERDICT_CONTACT; i++) {
        for (int k = 0; k < 2 && !status; k++)
            status = draw_state(b, random, motion, map->values[k], error);
        if (!status)
            status =
                lw_adaptive_set_line(b->which, b->scene, motion, map->values[0], map->values[1], error);
        if (!status)
            status = lw_check(b->checker, motion, NULL, &verdict, error);
    }
    while (!status && map->nodes < MOST_NODES && map->part[0] != map->part[1]) {
        status = draw_state(b, random, motion, map->values[map->nodes], error);
        map->part[map->nodes] = map->nodes;
        map->nodes++;
        if (!status)
            status = connect(b, map, motion, error);
    }
    lw_motion_destroy(motion);
    return status;
}

/* Adds the edges of a roadmap to the lines of the cell, no more than `most`. */
static lw_status take_edges(cell_bench *b, const roadmap *map, unsigned most, lw_error *error)
{
    lw_status status = LW_OK;
    for (unsigned i = 0; i < map->edges && i < most && !status; i++) {
        line *edge = &b->lines[b->figures.lines];
        status = lw_motion_create(b->scene, &edge->motion, error);
        if (!status) {
            b->figures.lines++;
            status =
                lw_adaptive_set_line(b->which, b->scene, edge->motion, map->values[map->ends[i][0]],
                                     map->values[map->ends[i][1]], error);
        }
        edge->kind = map->kinds[i];
        b->figures.of_class[class_of(edge)]++;
    }
    return status;
}

/* Counts the tests of the published fixed steps on each edge. */
static lw_status count_tests(cell_bench *b, lw_error *error)
{
    lw_status status = LW_OK;
    for (unsigned i = 0; i < b->figures.lines && !status; i++)
        for (int p = 0; p < LW_ADAPTIVE_PRECISIONS && !status; p++) {
            const int who = LW_ADAPTIVE_PUBLISHED * LW_ADAPTIVE_PRECISIONS + p;
            lw_verdict_kind kind;
            status = ask(b, who, &b->lines[i], &b->figures.counts[class_of(&b->lines[i])][who], &kind,
                         error);
        }
    return status;
}

/* Grows roadmaps, several where the options have lines enough for several. */
static lw_status grow_all(cell_bench *b, const lw_bench_options *options, lw_adaptive_roadmap *out,
                          lw_error *error)
{
    lw_random random = {options->seed};
    const bool few = options->lines < MANY_LINES;
    const int count = few ? 1 : MOST_ROADMAPS;
    roadmap *map = malloc(sizeof *map);
    b->lines = calloc((size_t)count * MOST_EDGES, sizeof *b->lines);
    lw_status status = map && b->lines ? LW_OK : lw_fail_memory(error);
    for (int i = 0; i < count && !status; i++) {
        status = grow(b, &random, map, error);
        if (!status)
            status = take_edges(b, map, few ? FEW_EDGES : MOST_EDGES, error);
        if (!status) {
            out->count++;
            out->nodes += map->nodes;
            out->found += map->part[0] == map->part[1];
        }
    }
    free(map);
    return status;
}

static lw_status run_roadmaps(cell_bench *b, const lw_bench_options *options, lw_adaptive_roadmap *out,
                              lw_error *error)
{
    lw_random order = {options->order};
    size_t triangles;
    lw_status status = lw_adaptive_scene(b->which, &b->scene, &triangles, error);
    if (!status)
        status = open_frozen(b, error);
    if (!status)
        status = grow_all(b, options, out, error);
    if (!status)
        status = count_tests(b, error);
    if (!status)
        time_dear(b, options);
    if (!status)
        status = time_cell(b, options->rounds, &order, error);
    out->edges = b->figures;
    return status;
}

/* ---- the contacts that (4) misses --------------------------------------------------------- */

/* A tip swings past a thin post and grazes it: counts the contacts that each contender misses. */
static lw_status run_posts(const lw_bench_options *options, uint64_t missed[LW_ADAPTIVE_CONTENDERS],
                           lw_error *error)
{
    lw_random random = {options->seed};
    lw_status status = LW_OK;
    for (int i = 0; i < LW_ADAPTIVE_POSTS && !status; i++) {
        cell_bench b = {.which = 0};
        double from = lw_random_between(&random, -1, 0);
        double to = from + lw_random_between(&random, 0.02, 1);
        status = lw_adaptive_post(lw_random_between(&random, from, to), -0.001, &b.scene, error);
        if (!status)
            status = open_frozen(&b, error);
        if (!status)
            status = make_lines(&b, 1, error);
        if (!status)
            status = lw_motion_set_segment(b.lines[0].motion, NULL, &from, &to, error);
        if (!status)
            status = find_truth(&b, &b.lines[0], error);
        if (!status)
            status = judge(&b, &b.lines[0], error);
        for (int who = 0; who < LW_ADAPTIVE_CONTENDERS; who++)
            missed[who] += b.figures.missed[who];
        close_bench(&b);
    }
    return status;
}

lw_status lw_adaptive_measure(const lw_bench_options *options, lw_adaptive_measured *out,
                              lw_error *error)
{
    *out = (lw_adaptive_measured){.posts = {0}};
    lw_status status = LW_OK;
    for (int i = 0; i < LW_ADAPTIVE_CELLS && !status; i++) {
        cell_bench b = {.which = i};
        status = run_cell(&b, options, error);
        out->figures[i] = b.figures;
        close_bench(&b);
        if (status)
            break;
        cell_bench on_edges = {.which = i};
        status = run_roadmaps(&on_edges, options, &out->roadmaps[i], error);
        close_bench(&on_edges);
    }
    return status ? status : run_posts(options, out->posts, error);
}

/* ---- the cells and lines as scenes ------------------------------------------------------------- */

/* Prints the line between two rows of joint values: robot by robot, where there are several. */
static void print_line(FILE *file, const lw_scene *scene, const double *from, const double *to)
{
    const size_t robots = lw_scene_robot_count(scene);
    size_t first = 0;
    fputs(robots > 1 ? ", \"robots\": {" : ", ", file);
    for (size_t r = 0; r < robots; r++) {
        const size_t count = lw_joints_value_count(lw_scene_movable_joints(scene, r));
        if (robots > 1)
            fprintf(file, "%s\"%s\": {", r ? ", " : "", lw_scene_robot_name(scene, r));
        fputs("\"from\": ", file);
        lw_scene_files_row(file, from + first, count);
        fputs(", \"to\": ", file);
        lw_scene_files_row(file, to + first, count);
        fputs(robots > 1 ? "}" : "", file);
        first += count;
    }
    fputs(robots > 1 ? "}" : "", file);
}

static lw_status write_cell(cell_bench *b, const lw_bench_options *options, lw_scene_files *files,
                            lw_error *error)
{
    char name[64];
    double from[LW_ADAPTIVE_MOST_JOINTS];
    double to[LW_ADAPTIVE_MOST_JOINTS];
    lw_random random = {options->seed};
    snprintf(name, sizeof name, "wu_case_%d", b->which + 1);
    lw_status status = lw_adaptive_scene(b->which, &b->scene, &b->figures.triangles, error);
    if (!status)
        status = open_frozen(b, error);
    if (!status)
        status = make_lines(b, options->lines, error);
    if (!status)
        status = lw_scene_files_open(files, name, b->scene, error);
    for (unsigned i = 0; i < options->lines && !status; i++) {
        lw_motion *motion = b->lines[i].motion;
        status = draw_state(b, &random, motion, from, error);
        if (!status)
            status = draw_state(b, &random, motion, to, error);
        if (!status)
            status = lw_adaptive_set_line(b->which, b->scene, motion, from, to, error);
        if (status)
            break;
        print_line(lw_scene_files_line(files), b->scene, from, to);
        status = lw_scene_files_judge(files, motion, NULL, error);
    }
    lw_status closed = lw_scene_files_close(files, status ? NULL : error);
    return status ? status : closed;
}

lw_status lw_adaptive_write_scenes(const lw_bench_options *options, lw_scene_files *files,
                                   lw_error *error)
{
    lw_status status = LW_OK;
    for (int i = 0; i < LW_ADAPTIVE_CELLS && !status; i++) {
        cell_bench *b = calloc(1, sizeof *b);
        if (!b)
            return lw_fail_memory(error);
        b->which = i;
        status = write_cell(b, options, files, error);
        close_bench(b);
        free(b);
    }
    return status;
}
