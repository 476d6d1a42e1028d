/* The measurements of Wu et al.'s Table 1: fixed resolution as published and with sound steps, the
 * adaptive method, and Leeway's own methods, on the same lines. */
#include "adaptive/adaptive_measure.h"

#include "adaptive/fixed_steps.h"
#include "base/error.h"
#include "base/random.h"
#include "table/bench_clock.h"

#include <stdlib.h>

enum { MOST_TRIES = 1000 };

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
    return status ? status : time_cell(b, options->rounds, &order, error);
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
    }
    return status ? status : run_posts(options, out->posts, error);
}
