/* Motions per second on one thread and on several, and whether the answers are the same bytes.
 *
 *     threads [--quick] [--threads N]
 *
 * It checks all motions that a planner checked in some of the problems, through lw_check_many, in
 * rounds that take one thread and several in turn, each in a new order; it prints the medians of the
 * rounds and of their ratios. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"

enum {
    ROUNDS = 5,
    LEAST = 200 /* motions in a sweep; with fewer, several orders one after the other */
};

struct run {
    size_t motions;
    double seconds[2]; /* on one thread; on several */
    double *ratios;    /* the median ratio of each problem */
    size_t problems;
    bool same;
};

static void write_distance(FILE *file, const lw_distance *distance)
{
    fprintf(file, " %a %a %a", distance->lower, distance->upper, distance->depth);
    for (int i = 0; i < 2; i++)
        fprintf(file, " %a %a %a", distance->points[i].x, distance->points[i].y, distance->points[i].z);
    fprintf(file, " %a %a %a", distance->normal.x, distance->normal.y, distance->normal.z);
}

static void write_verdict(FILE *file, const lw_verdict *verdict)
{
    fprintf(file, "%d %d %d %" PRId64, (int)verdict->kind, (int)verdict->reason, verdict->first,
            verdict->segment);
    fprintf(file, " %a %a %" PRId64 " %" PRId64, verdict->free_until, verdict->time, verdict->pair[0],
            verdict->pair[1]);
    write_distance(file, &verdict->contact);
    fprintf(file, " %" PRIu64 " %" PRIu64 "\n", verdict->queries, verdict->samples);
}

/* the answers as text, every bit of every number; NULL on failure */
static char *text_of(const lw_verdict *verdicts, size_t count, size_t *size)
{
    char *text = NULL;
    FILE *file = open_memstream(&text, size);
    if (!file)
        return NULL;
    for (size_t i = 0; i < count; i++)
        write_verdict(file, &verdicts[i]);
    if (!fclose(file))
        return text;
    free(text);
    return NULL;
}

/* lists at least LEAST motions, in random orders */
static void shuffle(lw_random *random, lw_motion *const *motions, size_t count, const lw_motion **sweep,
                    size_t length, uint32_t *order)
{
    for (size_t i = 0; i < length; i++) {
        if (i % count == 0)
            lw_random_order(random, order, (uint32_t)count);
        sweep[i] = motions[order[i % count]];
    }
}

/* times the same sweeps on one thread and on several; false on failure */
static bool compare(const lw_scene *scene, lw_motion *const *motions, size_t count, unsigned threads,
                    struct run *run)
{
    lw_error error = {0};
    lw_random random = {count};
    size_t length = count * ((LEAST + count - 1) / count);
    const lw_motion **sweep = calloc(length, sizeof *sweep);
    uint32_t *order = calloc(count, sizeof *order);
    double seconds[2][ROUNDS];
    char *texts[2] = {NULL, NULL};
    size_t sizes[2] = {0, 0};
    lw_verdict *verdicts = calloc(length, sizeof *verdicts);
    bool good = verdicts && sweep && order;
    if (good)
        verdicts[0] = lw_default_verdict();
    for (size_t round = 0; good && round < ROUNDS; round++) {
        shuffle(&random, motions, count, sweep, length, order);
        for (size_t turn = 0; good && turn < 2; turn++) {
            size_t several = (turn + round) % 2;
            double begin = bench_now();
            good = !lw_check_many(scene, sweep, length, NULL, several ? threads : 1, verdicts, &error);
            seconds[several][round] = bench_now() - begin;
            if (!good)
                fprintf(stderr, "%s\n", error.message);
            if (good && round == 0) {
                texts[several] = text_of(verdicts, length, &sizes[several]);
                good = texts[several] != NULL;
            }
        }
    }
    if (good) {
        run->motions += length;
        run->same = run->same && sizes[0] == sizes[1] && !memcmp(texts[0], texts[1], sizes[0]);
        double ratios[ROUNDS];
        for (size_t round = 0; round < ROUNDS; round++)
            ratios[round] = seconds[0][round] / seconds[1][round];
        run->ratios[run->problems++] = bench_median(ratios, ROUNDS);
        for (size_t i = 0; i < 2; i++)
            run->seconds[i] += bench_median(seconds[i], ROUNDS);
    }
    free(texts[0]);
    free(texts[1]);
    free(verdicts);
    free(sweep);
    free(order);
    return good;
}

static bool run_problem(const bench_set *set, const bench_problem *problem, unsigned threads,
                        struct run *run)
{
    lw_error error = {0};
    lw_scene *scene = bench_open_scene(set, problem);
    const lw_joints *joints = scene ? lw_scene_joints(scene, NULL, set->group, &error) : NULL;
    size_t count = problem->motion_count;
    lw_motion **motions = calloc(count, sizeof *motions);
    bool good = joints && motions;
    for (size_t i = 0; good && i < count; i++)
        good = !lw_motion_create(scene, &motions[i], &error) &&
               !lw_motion_set_segment(motions[i], joints, problem->motions[i].from,
                                      problem->motions[i].to, &error);
    if (!good)
        fprintf(stderr, "%s: %s\n", problem->name, error.message);
    good = good && compare(scene, motions, count, threads, run);
    for (size_t i = 0; motions && i < count; i++)
        lw_motion_destroy(motions[i]);
    free(motions);
    lw_scene_destroy(scene);
    return good;
}

/* measures all problems of a robot; false on failure, or if the answers differ */
static bool run_robot(const char *robot, size_t stride, unsigned threads)
{
    bench_set set;
    if (!bench_load(robot, BENCH_ALL, stride, &set))
        return false;
    struct run run = {.ratios = calloc(set.count + 1, sizeof(double)), .same = true};
    bool good = run.ratios != NULL;
    for (size_t i = 0; good && i < set.count; i++)
        good = run_problem(&set, &set.problems[i], threads, &run);
    if (good) {
        double rates[2] = {(double)run.motions / run.seconds[0], (double)run.motions / run.seconds[1]};
        printf(
            "%s: %zu motions of %zu problems: %.0f a second on one thread, %.0f on %u: %.2f times as "
            "many; answers %s\n",
            robot, run.motions, set.count, rates[0], rates[1], threads,
            bench_median(run.ratios, run.problems), run.same ? "the same, byte by byte" : "DIFFER");
    }
    free(run.ratios);
    bench_free(&set);
    return good && run.same;
}

int main(int count, char **words)
{
    size_t stride = 16;
    unsigned threads = 2;
    for (int i = 1; i < count; i++) {
        if (!strcmp(words[i], "--quick")) {
            stride = 64;
        } else if (i + 1 < count && !strcmp(words[i], "--threads")) {
            threads = (unsigned)strtoul(words[++i], NULL, 10);
        } else {
            fprintf(stderr, "usage: threads [--quick] [--threads N]\n");
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
