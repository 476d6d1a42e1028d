/* The delays of two robots: two Pandas on meshes that face each other, and what a job costs whose pairs
 * are known.
 *
 *     delays [--quick] [--pairs N] [--base METRES]
 *
 * Each pair are two random cubic trajectories of 5 s through six waypoints before the robots, at rest
 * at both ends. All delays in [-5, 5] s are asked about, at 1 ms. Then random jobs of these
 * trajectories with start times are judged, once to get known and once more for their times, beside one
 * check of their motion. Times are processor time of the thread. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"

enum { WAYPOINTS = 6, JOINTS = 7, MOST_PAIRS = 1000, WAYS = 6, JOBS = 2000 };

static const double bases[] = {1.5, 1.3, 1.1, 0.8};
enum { BASES = sizeof bases / sizeof *bases };

typedef struct robots {
    lw_scene *scene;
    const lw_joints *joints[2];
} robots;

static void succeed(lw_status status, const lw_error *error)
{
    if (!status)
        return;
    fprintf(stderr, "delays: %s\n", error->message);
    exit(1);
}

static robots open_robots(const char *data, double base)
{
    static const char *const names[2] = {"one", "two"};
    enum { PATH = 1024 };
    char folder[PATH];
    char urdf[PATH + 16];
    char srdf[PATH + 16];
    lw_error error = {0};
    robots r = {0};
    snprintf(folder, sizeof folder, "%s/robots/panda", data);
    snprintf(urdf, sizeof urdf, "%s/panda.urdf", folder);
    snprintf(srdf, sizeof srdf, "%s/panda.srdf", folder);
    succeed(lw_scene_create(&r.scene, &error), &error);
    succeed(lw_scene_add_package(r.scene, "panda_description", folder, &error), &error);
    for (int i = 0; i < 2; i++) {
        lw_pose at = lw_pose_identity();
        at.position.x = i ? base : 0;
        at.orientation.w = i ? 0 : 1;
        at.orientation.z = i ? 1 : 0;
        succeed(lw_scene_load_robot(r.scene, urdf, srdf, names[i], &at, &error), &error);
    }
    succeed(lw_scene_freeze(r.scene, &error), &error);
    for (int i = 0; i < 2; i++)
        if (!(r.joints[i] = lw_scene_joints(r.scene, names[i], "panda_arm", &error)))
            succeed(LW_ERROR_NAME, &error);
    return r;
}

static lw_motion *random_way(const robots *r, int robot, lw_random *random)
{
    static const double least[JOINTS] = {-0.9, -0.3, -0.6, -2.6, -0.8, 1.0, -1};
    static const double most[JOINTS] = {0.9, 0.9, 0.6, -1.2, 0.8, 2.6, 1};
    double times[WAYPOINTS];
    double rows[WAYPOINTS][JOINTS];
    double rates[WAYPOINTS][JOINTS] = {{0}};
    lw_error error = {0};
    lw_motion *motion;
    for (int k = 0; k < WAYPOINTS; k++) {
        times[k] = k;
        for (int c = 0; c < JOINTS; c++)
            rows[k][c] = lw_random_between(random, least[c], most[c]);
    }
    for (int k = 1; k + 1 < WAYPOINTS; k++)
        for (int c = 0; c < JOINTS; c++)
            rates[k][c] = 0.5 * (rows[k + 1][c] - rows[k - 1][c]);
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = r->joints[robot];
    track.point_count = WAYPOINTS;
    track.times = times;
    track.positions = rows[0];
    track.velocities = rates[0];
    succeed(lw_motion_create(r->scene, &motion, &error), &error);
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    return motion;
}

static int compare(const void *a, const void *b)
{
    const double *x = a;
    const double *y = b;
    return (*x > *y) - (*x < *y);
}

/* A row of the table of delays. */
static void measure_delays(double base, const robots *r, int pairs, bench_table *table)
{
    static double times[MOST_PAIRS];
    lw_random random = {1};
    double tiles = 0;
    double shares[4] = {0};
    for (int i = 0; i < pairs; i++) {
        lw_error error = {0};
        lw_motion *one = random_way(r, 0, &random);
        lw_motion *two = random_way(r, 1, &random);
        lw_delays found = lw_default_delays();
        lw_delay_options options = lw_default_delay_options();
        options.from = -5;
        options.to = 5;
        const double begin = bench_work();
        succeed(lw_delays_find(one, 0, two, 1, &options, &found, &error), &error);
        times[i] = 1e3 * (bench_work() - begin);
        tiles += (double)found.tiles;
        for (size_t k = 0; k < found.count; k++)
            shares[found.spans[k].kind] += 10 * (found.spans[k].to - found.spans[k].from);
        lw_delays_free(&found);
        lw_motion_destroy(one);
        lw_motion_destroy(two);
    }
    const double mean = bench_mean(times, (size_t)pairs);
    qsort(times, (size_t)pairs, sizeof *times, compare);
    bench_row(table, "%.1f m", base);
    bench_cell(table, "%.1f", times[pairs / 2]);
    bench_cell(table, "%.1f", mean);
    bench_cell(table, "%.1f", times[(pairs * 95 - 1) / 100]);
    bench_cell(table, "%.1f", times[pairs - 1]);
    bench_cell(table, "%.0f", tiles / pairs);
    bench_cell(table, "%.1f %%", shares[LW_VERDICT_CONTACT] / pairs);
    bench_cell(table, "%.3f %%", shares[LW_VERDICT_UNDECIDED] / pairs);
}

/* A row of the table of jobs. */
static void measure_jobs(double base, const robots *r, bench_table *table)
{
    static lw_leg legs[JOBS][2];
    lw_random random = {2};
    lw_error error = {0};
    lw_cell *cell;
    lw_judge *judge;
    lw_checker *checker;
    lw_motion *motion;
    succeed(lw_cell_create(r->scene, &cell, &error), &error);
    for (int i = 0; i < 2 * WAYS; i++) {
        char name[24];
        lw_motion *way = random_way(r, i % 2, &random);
        snprintf(name, sizeof name, "%d", i / 2);
        succeed(lw_cell_add(cell, name, way, &error), &error);
        lw_motion_destroy(way);
    }
    succeed(lw_judge_create(cell, 1 << 26, &judge, &error), &error);
    succeed(lw_checker_create(r->scene, &checker, &error), &error);
    succeed(lw_motion_create(r->scene, &motion, &error), &error);
    size_t counts[2] = {0};
    double seconds[2] = {0};
    double checks = 0;
    for (int i = 0; i < JOBS; i++)
        for (int k = 0; k < 2; k++) {
            char name[24];
            snprintf(name, sizeof name, "%u", (unsigned)lw_random_below(&random, WAYS));
            legs[i][k] = (lw_leg){(size_t)lw_cell_find(cell, (size_t)k, name), 0, SIZE_MAX,
                                  lw_random_between(&random, 0, 5)};
        }
    /* first to get known, then the judge alone, then the checks */
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < JOBS; i++) {
            const lw_course courses[2] = {{0, &legs[i][0], 1}, {1, &legs[i][1], 1}};
            lw_cell_verdict verdict = lw_default_cell_verdict();
            lw_verdict whole = lw_default_verdict();
            const double begin = bench_work();
            if (round < 2) {
                succeed(lw_judge_courses(judge, courses, 2, 0, NULL, &verdict, &error), &error);
            } else {
                succeed(lw_motion_set_courses(motion, cell, courses, 2, &error), &error);
                succeed(lw_check(checker, motion, NULL, &whole, &error), &error);
            }
            const double took = bench_work() - begin;
            seconds[verdict.whole] += round == 1 ? took : 0;
            counts[verdict.whole] += round == 1;
            checks += round == 2 ? took : 0;
        }
    bench_row(table, "%.1f m", base);
    bench_cell(table, "%zu", counts[0]);
    bench_cell(table, "%.2f", counts[0] ? 1e6 * seconds[0] / (double)counts[0] : 0);
    bench_cell(table, "%zu", counts[1]);
    bench_cell(table, "%.1f", counts[1] ? 1e6 * seconds[1] / (double)counts[1] : 0);
    bench_cell(table, "%.1f", 1e6 * checks / JOBS);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
    lw_judge_destroy(judge);
    lw_cell_destroy(cell);
}

static void head(bench_table *table, const char *const *cells)
{
    bench_row(table, "%s", *cells);
    while (*++cells)
        bench_cell(table, "%s", *cells);
}

int main(int argc, char **argv)
{
    static bench_table delays;
    static bench_table jobs;
    static const char *const of_delays[] = {"bases apart", "median, ms", "mean",      "95 %", "worst",
                                            "tiles",       "in contact", "undecided", NULL};
    static const char *const of_jobs[] = {"bases apart", "free, looked up",     "us", "checked whole",
                                          "us",          "lw_check of all, us", NULL};
    const char *data = bench_data();
    int pairs = 100;
    double only = 0;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--quick"))
            pairs = 10;
        else if (!strcmp(argv[i], "--pairs") && i + 1 < argc)
            pairs = (int)strtol(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--base") && i + 1 < argc)
            only = strtod(argv[++i], NULL);
    if (!data || pairs < 1 || pairs > MOST_PAIRS) {
        fprintf(stderr, "delays: needs the data (LEEWAY_DATA), and --pairs from 1 to %d\n", MOST_PAIRS);
        return 2;
    }
    head(&delays, of_delays);
    head(&jobs, of_jobs);
    for (int i = 0; i < BASES; i++) {
        const double base = only > 0 ? only : bases[i];
        robots r = open_robots(data, base);
        measure_delays(base, &r, pairs, &delays);
        measure_jobs(base, &r, &jobs);
        lw_scene_destroy(r.scene);
        if (only > 0)
            break;
    }
    printf(
        "Delays in [-5, 5] s at 1 ms of two Pandas on meshes, %d pairs of trajectories of 5 s each\n\n",
        pairs);
    bench_print(&delays);
    printf("\n%d jobs of two trajectories with random starts, %d trajectories of either robot\n\n",
           JOBS, WAYS);
    bench_print(&jobs);
    return 0;
}
