/* The time of a unit of work: of random segments of a robot of meshes among the obstacles of planning
 * problems, checked within budgets of work and without.
 *
 *     work [--stride N] [--segments N]
 *
 * Each check is timed five times in turn with the others; the least time counts. The rows are budgets;
 * the columns have the mean, the 99.9th percentile and the largest of the times, and of these per 1,000
 * units: the largest of them is set beside the stated rate (docs/performance.md). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"

enum { REPEATS = 5, BUDGETS = 5, MODES = 2 };

/* Microseconds for 1,000 units of work, as docs/performance.md states them. */
static const double STATED = 50;

/* Below so many units the start of a check weighs more than its work. */
enum { LEAST_UNITS = 200 };

static const uint64_t budgets[BUDGETS] = {1000, 3000, 10000, 30000, 0};

typedef struct timed {
    double micros;
    uint64_t work;
    bool cut;
} timed;

typedef struct results {
    timed *items; /* per budget and mode, the checks */
    size_t count, room;
} results;

static int compare(const void *a, const void *b)
{
    const double x = ((const timed *)a)->micros;
    const double y = ((const timed *)b)->micros;
    return (x > y) - (x < y);
}

static bool add(results *all, timed one)
{
    if (all->count == all->room) {
        size_t room = 2 * all->room + 1024;
        timed *items = realloc(all->items, room * sizeof *items);
        if (!items)
            return false;
        all->items = items;
        all->room = room;
    }
    all->items[all->count++] = one;
    return true;
}

/* Checks a segment within each budget, REPEATS times in turn. */
static bool time_segment(lw_checker *checker, const lw_motion *motion, bool any, results of[BUDGETS])
{
    lw_error error;
    timed best[BUDGETS];
    for (int repeat = 0; repeat < REPEATS; repeat++)
        for (int i = 0; i < BUDGETS; i++) {
            lw_check_options options = lw_default_check_options();
            lw_verdict verdict = lw_default_verdict();
            options.any = any;
            options.budget_work = budgets[i];
            double begin = bench_work();
            if (lw_check(checker, motion, &options, &verdict, &error))
                return false;
            double micros = 1e6 * (bench_work() - begin);
            if (repeat == 0 || micros < best[i].micros)
                best[i] =
                    (timed){micros, verdict.work,
                            verdict.kind == LW_VERDICT_UNDECIDED && verdict.reason == LW_REASON_BUDGET};
        }
    for (int i = 0; i < BUDGETS; i++)
        if (!add(&of[i], best[i]))
            return false;
    return true;
}

static bool draw(const lw_scene *scene, const lw_joints *joints, lw_random *random, double *row)
{
    lw_error error;
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        lw_joint_info info = lw_default_joint_info();
        int64_t joint = lw_scene_find_joint(scene, NULL, lw_joints_name(joints, i));
        if (lw_scene_joint_info(scene, (size_t)joint, &info, &error))
            return false;
        row[i] = lw_random_between(random, fmax(info.lower, -3), fmin(info.upper, 3));
    }
    return true;
}

/* Random segments, a third of them short, and between the ends of motions that a planner checked. */
static bool time_problem(const bench_set *set, const bench_problem *problem, size_t segments,
                         results of[MODES][BUDGETS])
{
    lw_error error = {0};
    lw_random random = {problem->motion_count + 1};
    lw_scene *scene = bench_open_scene(set, problem);
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    const lw_joints *joints = scene ? lw_scene_joints(scene, NULL, set->group, &error) : NULL;
    bool good = joints && !lw_checker_create(scene, &checker, &error) &&
                !lw_motion_create(scene, &motion, &error);
    for (size_t i = 0; i < segments && good; i++) {
        double from[BENCH_VALUES] = {0};
        double to[BENCH_VALUES] = {0};
        good = draw(scene, joints, &random, from) && draw(scene, joints, &random, to);
        if (problem->motion_count && i % 2) {
            const bench_motion *known =
                &problem->motions[lw_random_below(&random, (uint32_t)problem->motion_count)];
            memcpy(from, i % 4 == 1 ? known->from : known->to, sizeof from);
        }
        for (int k = 0; k < BENCH_VALUES && i % 3 == 0; k++)
            to[k] = from[k] + 0.1 * (to[k] - from[k]);
        good = good && !lw_motion_set_segment(motion, joints, from, to, &error);
        for (int mode = 0; mode < MODES && good; mode++)
            good = time_segment(checker, motion, mode == 1, of[mode]);
    }
    if (!good)
        fprintf(stderr, "%s: %s\n", problem->name, error.message);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
    lw_scene_destroy(scene);
    return good;
}

/* Adds a row, and returns the largest time per 1,000 units. */
static double add_row(bench_table *table, const char *name, results *of)
{
    double sum = 0;
    double rate = 0;
    size_t cut = 0;
    qsort(of->items, of->count, sizeof *of->items, compare);
    for (size_t i = 0; i < of->count; i++) {
        const timed *one = &of->items[i];
        sum += one->micros;
        cut += one->cut;
        rate = fmax(rate, 1e3 * one->micros / fmax((double)one->work, LEAST_UNITS));
    }
    bench_row(table, "%s", name);
    bench_cell(table, "%.1f %%", 100 * (double)cut / (double)of->count);
    bench_cell(table, "%.1f", sum / (double)of->count);
    bench_cell(table, "%.1f", of->items[of->count / 2].micros);
    bench_cell(table, "%.1f", of->items[(size_t)(0.999 * (double)of->count)].micros);
    bench_cell(table, "%.1f", of->items[of->count - 1].micros);
    bench_cell(table, "%.1f", rate);
    return rate;
}

static bool run(const char *robot, size_t stride, size_t segments, double *worst)
{
    static const char *const modes[MODES] = {"first contact", "any contact"};
    results of[MODES][BUDGETS] = {{{0}}};
    bench_set set;
    if (!bench_load(robot, BENCH_ALL, stride, &set))
        return false;
    bool good = true;
    for (size_t i = 0; i < set.count && good; i++)
        good = time_problem(&set, &set.problems[i], segments, of);
    for (int mode = 0; mode < MODES; mode++) {
        bench_table *table = calloc(1, sizeof *table);
        if (table && good) {
            bench_row(table, "%s, %s; us a check", robot, modes[mode]);
            static const char *const columns[] = {"cut",    "mean", "median",
                                                  "99.9 %", "most", "most for 1,000 units"};
            for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
                bench_cell(table, "%s", columns[k]);
            for (int i = 0; i < BUDGETS; i++) {
                char name[48];
                snprintf(name, sizeof name, budgets[i] ? "at most %llu units" : "no budget",
                         (unsigned long long)budgets[i]);
                *worst = fmax(*worst, add_row(table, name, &of[mode][i]));
            }
            bench_print(table);
            printf("\n");
        }
        free(table);
        for (int i = 0; i < BUDGETS; i++)
            free(of[mode][i].items);
    }
    bench_free(&set);
    return good;
}

int main(int count, char **words)
{
    size_t stride = 16;
    size_t segments = 200;
    double worst = 0;
    for (int i = 1; i < count; i++) {
        bool named = i + 1 < count;
        if (named && !strcmp(words[i], "--stride"))
            stride = strtoul(words[++i], NULL, 10);
        else if (named && !strcmp(words[i], "--segments"))
            segments = strtoul(words[++i], NULL, 10);
        else
            stride = 0;
    }
    if (!stride || !segments) {
        fprintf(stderr, "usage: work [--stride N] [--segments N]\n");
        return 2;
    }
    bool good = bench_data()
                    ? run("panda", stride, segments, &worst) && run("ur5", stride, segments, &worst)
                    : run("arm", 1, segments, &worst);
    printf("stated: %g us for 1,000 units; the worst check took %.2f of that\n", STATED,
           worst / STATED);
    return good ? 0 : 1;
}
