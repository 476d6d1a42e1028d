/* Checks of motions with a tolerance beside checks without: their price, and how large a tolerance is
 * proven.
 *
 *     tolerances [--quick] [--robot panda|ur5|arm] [--stride N]
 *
 * Motions that are free without a tolerance are checked without and with some, each in turn, in a new
 * random order in every round; a motion's time is the least of its rounds. Then each motion's
 * tolerance, the same for all joints, is doubled and halved: the largest that is proven, beside the
 * smallest at which a contact is found. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"

enum { SIZES = 6, ROUNDS = 7, HALVINGS = 12, DOUBLINGS = 13, MOST_MOTIONS = 4096 };

static const double sizes[SIZES] = {0, 0.0005, 0.001, 0.002, 0.005, 0.01};

/* A motion that is free without a tolerance. */
struct job {
    lw_checker *checker;
    lw_motion *motion;
    double least[SIZES];
    lw_verdict_kind kinds[SIZES];
    double proven, contact; /* tolerances */
};

struct work {
    struct job jobs[MOST_MOTIONS];
    size_t count;
    lw_scene *scenes[512];
    lw_checker *checkers[512];
    size_t scene_count;
};

static void fail(const lw_error *error)
{
    fprintf(stderr, "tolerances: %s\n", error->message);
    exit(1);
}

static void set_tolerance(lw_motion *motion, double size)
{
    double constant[BENCH_VALUES];
    lw_error error = {0};
    for (int i = 0; i < BENCH_VALUES; i++)
        constant[i] = size;
    if (!(size > 0))
        lw_motion_clear_tolerance(motion);
    else if (lw_motion_set_tolerance(motion, lw_scene_movable_joints(lw_motion_scene(motion), 0),
                                     constant, NULL, &error))
        fail(&error);
}

static lw_verdict_kind check(const struct job *job, double size, double *seconds)
{
    lw_verdict verdict = lw_default_verdict();
    lw_error error = {0};
    set_tolerance(job->motion, size);
    double begin = bench_work();
    if (lw_check(job->checker, job->motion, NULL, &verdict, &error))
        fail(&error);
    *seconds = bench_work() - begin;
    return verdict.kind;
}

/* Takes the motions of a problem that are free. */
static void take(struct work *w, const bench_set *set, const bench_problem *problem)
{
    lw_error error = {0};
    lw_scene *scene = bench_open_scene(set, problem);
    if (!scene || w->scene_count == 512)
        exit(1);
    lw_checker *checker;
    if (lw_checker_create(scene, &checker, &error))
        fail(&error);
    w->scenes[w->scene_count] = scene;
    w->checkers[w->scene_count++] = checker;
    const lw_joints *joints = lw_scene_joints(scene, NULL, set->group, &error);
    for (size_t i = 0; i < problem->motion_count && w->count < MOST_MOTIONS; i++) {
        struct job *job = &w->jobs[w->count];
        double seconds;
        *job = (struct job){.checker = checker};
        if (lw_motion_create(scene, &job->motion, &error) ||
            lw_motion_set_segment(job->motion, joints, problem->motions[i].from, problem->motions[i].to,
                                  &error))
            fail(&error);
        if (check(job, 0, &seconds) == LW_VERDICT_FREE)
            w->count++;
        else
            lw_motion_destroy(job->motion);
    }
}

static void measure(struct work *w)
{
    lw_random random = {7};
    uint32_t *order = calloc(w->count * SIZES + 1, sizeof *order);
    if (!order)
        exit(1);
    for (size_t i = 0; i < w->count * SIZES; i++)
        w->jobs[i / SIZES].least[i % SIZES] = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        lw_random_order(&random, order, (uint32_t)(w->count * SIZES));
        for (size_t i = 0; i < w->count * SIZES; i++) {
            struct job *job = &w->jobs[order[i] / SIZES];
            size_t size = order[i] % SIZES;
            double seconds;
            job->kinds[size] = check(job, sizes[size], &seconds);
            job->least[size] = fmin(job->least[size], seconds);
        }
    }
    free(order);
}

/* Finds the largest tolerance that is proven and the smallest at which there is a contact, to a
 * hundredth of each. */
static void find_limits(struct job *job)
{
    double seconds;
    job->proven = 0;
    job->contact = HUGE_VAL;
    double size = 1e-4;
    for (int i = 0; i < DOUBLINGS; i++) {
        lw_verdict_kind kind = check(job, size, &seconds);
        if (kind == LW_VERDICT_FREE)
            job->proven = size;
        if (kind == LW_VERDICT_CONTACT) {
            job->contact = size;
            break;
        }
        size *= 2;
    }
    double above = fmin(2 * job->proven, job->contact);
    for (int i = 0; i < HALVINGS && job->proven > 0; i++) {
        size = 0.5 * (job->proven + above);
        if (check(job, size, &seconds) == LW_VERDICT_FREE)
            job->proven = size;
        else
            above = size;
    }
    double below = fmax(0.5 * job->contact, job->proven);
    for (int i = 0; i < HALVINGS && job->contact < HUGE_VAL; i++) {
        size = 0.5 * (below + job->contact);
        if (check(job, size, &seconds) == LW_VERDICT_CONTACT)
            job->contact = size;
        else
            below = size;
    }
}

static void print(const struct work *w)
{
    static bench_table table;
    double times[MOST_MOTIONS];
    double plain = 0;
    table = (bench_table){0};
    bench_row(&table, "tolerance, rad");
    const char *const heads[] = {"free", "contact", "undecided", "mean us", "of plain", "free alone"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        bench_cell(&table, "%s", heads[i]);
    for (int s = 0; s < SIZES; s++) {
        size_t kinds[LW_VERDICT_LEAVES + 1] = {0};
        double free_now = 0;
        double free_plain = 0;
        for (size_t i = 0; i < w->count; i++) {
            const struct job *job = &w->jobs[i];
            times[i] = job->least[s];
            kinds[job->kinds[s]]++;
            if (job->kinds[s] == LW_VERDICT_FREE) {
                free_now += job->least[s];
                free_plain += job->least[0];
            }
        }
        double mean = bench_mean(times, w->count);
        if (s == 0)
            plain = mean;
        bench_row(&table, "%g", sizes[s]);
        bench_cell(&table, "%zu", kinds[LW_VERDICT_FREE]);
        bench_cell(&table, "%zu", kinds[LW_VERDICT_CONTACT]);
        bench_cell(&table, "%zu", kinds[LW_VERDICT_UNDECIDED]);
        bench_cell(&table, "%.2f", 1e6 * mean);
        bench_cell(&table, "%.2f", mean / plain);
        bench_cell(&table, "%.2f", free_now / free_plain);
    }
    bench_print(&table);
}

static void print_limits(struct work *w)
{
    double shares[MOST_MOTIONS];
    double proven[MOST_MOTIONS];
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++) {
        find_limits(&w->jobs[i]);
        proven[i] = w->jobs[i].proven;
        if (w->jobs[i].contact < HUGE_VAL)
            shares[count++] = w->jobs[i].proven / w->jobs[i].contact;
    }
    printf("largest tolerance proven: median %.4f rad; of the smallest with a contact (%zu motions): "
           "median "
           "%.2f, mean %.2f\n",
           bench_median(proven, w->count), count, bench_median(shares, count),
           bench_mean(shares, count));
}

static void run(const char *robot, size_t stride)
{
    static struct work w;
    bench_set set;
    w.count = w.scene_count = 0;
    if (!bench_load(robot, BENCH_WITH_TRUTH, stride, &set))
        exit(1);
    for (size_t i = 0; i < set.count; i++)
        take(&w, &set, &set.problems[i]);
    printf("%s: %zu free motions of %zu problems\n", robot, w.count, set.count);
    measure(&w);
    print(&w);
    print_limits(&w);
    for (size_t i = 0; i < w.count; i++)
        lw_motion_destroy(w.jobs[i].motion);
    for (size_t i = 0; i < w.scene_count; i++) {
        lw_checker_destroy(w.checkers[i]);
        lw_scene_destroy(w.scenes[i]);
    }
    bench_free(&set);
}

int main(int argc, char **argv)
{
    size_t stride = 4;
    const char *only = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--quick"))
            stride = 16;
        else if (!strcmp(argv[i], "--stride") && i + 1 < argc)
            stride = strtoul(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--robot") && i + 1 < argc)
            only = argv[++i];
        else {
            fprintf(stderr, "usage: tolerances [--quick] [--robot panda|ur5|arm] [--stride N]\n");
            return 2;
        }
    }
    static const char *const robots[] = {"panda", "ur5"};
    if (only || !bench_data()) {
        run(only ? only : "arm", stride ? stride : 1);
        return 0;
    }
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++)
        run(robots[i], stride ? stride : 1);
    return 0;
}
