/* Many small obstacles, beside one obstacle with as many shapes, and a cloud with as many points: a
 * wall of balls near an arm.
 *
 *     walls [--quick] [--only WORD] [--seconds SECONDS]
 *
 * Each motion is checked in all three scenes in turn, in a new random order in every round, for the
 * first contact, for any contact and with its clearance. A motion's time is the least of its rounds.
 * The mean and the slowest hundredth of the motions are printed, separately for free and for colliding
 * ones. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/arm.h"
#include "common/measure.h"
#include "common/rounds.h"
#include "math/vec.h"

enum { KINDS = 3, GOALS = 3 };

/* The wall as one obstacle of all balls, as an obstacle for each ball, and as a cloud. */
typedef enum wall_kind { ONE, MANY, CLOUD } wall_kind;

struct wall {
    const char *name;
    size_t columns, rows;
    double distance, pitch, radius; /* from the arm's base; from ball to ball; of a ball */
};

static const struct wall walls[] = {
    {"1,000 balls at 0.2 m", 40, 25, 0.2, 0.01, 0.005},
    {"10,000 balls at 0.2 m", 100, 100, 0.2, 0.01, 0.005},
    {"10,000 balls at 0.6 m", 100, 100, 0.6, 0.01, 0.005},
    {"100,000 balls at 0.6 m", 400, 250, 0.6, 0.005, 0.0025},
    {"307,200 points at 0.6 m", 640, 480, 0.6, 0.003, 0.0005},
};

static const char *const goals[GOALS] = {"first", "any", "clearance"};

static lw_vec3 place_of(const struct wall *wall, size_t i)
{
    double column = (double)(i % wall->columns) - 0.5 * (double)wall->columns;
    size_t above = i / wall->columns;
    double row = (double)above - 0.5 * (double)wall->rows;
    return v3(wall->distance, wall->pitch * column, 0.4 + wall->pitch * row);
}

static lw_status add_cloud(lw_scene *scene, const struct wall *wall, lw_error *error)
{
    lw_shape_def cloud = lw_default_shape();
    cloud.kind = LW_SHAPE_CLOUD;
    cloud.radius = wall->radius;
    cloud.vertex_count = wall->rows * wall->columns;
    double *points = calloc(3 * cloud.vertex_count, sizeof *points);
    for (size_t i = 0; points && i < cloud.vertex_count; i++) {
        lw_vec3 at = place_of(wall, i);
        memcpy(points + 3 * i, (double[]){at.x, at.y, at.z}, 3 * sizeof *points);
    }
    cloud.vertices = points;
    lw_status status = lw_scene_add_obstacle(scene, "wall", &cloud, lw_pose_identity(), error);
    free(points);
    return status;
}

static lw_status add_wall(lw_scene *scene, const struct wall *wall, wall_kind kind, lw_error *error)
{
    if (kind == CLOUD)
        return add_cloud(scene, wall, error);
    lw_shape_def ball = lw_default_shape();
    ball.kind = LW_SHAPE_SPHERE;
    ball.radius = wall->radius;
    lw_status status = LW_OK;
    for (size_t i = 0; i < wall->rows * wall->columns && !status; i++) {
        char id[32];
        lw_pose at = lw_pose_identity();
        at.position = place_of(wall, i);
        if (kind == MANY)
            snprintf(id, sizeof id, "ball_%zu", i);
        else
            snprintf(id, sizeof id, "wall");
        status = lw_scene_add_obstacle(scene, id, &ball, at, error);
    }
    return status;
}

static lw_status open_scene(const struct wall *wall, wall_kind kind, bench_scene *out, lw_error *error)
{
    lw_status status = lw_scene_create(&out->scene, error);
    if (!status && !(status = bench_add_arm(out->scene, error)) &&
        !(status = add_wall(out->scene, wall, kind, error)) &&
        !(status = lw_scene_freeze(out->scene, error)))
        status = lw_checker_create(out->scene, &out->checker, error);
    lw_random random = {1};
    for (size_t i = 0; i < BENCH_MOTIONS && !status; i++) {
        status = bench_arm_motion(out->scene, &random, &out->motions[i], error);
    }
    return status;
}

static int compare(const void *a, const void *b)
{
    double one = *(const double *)a;
    double other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Prints the row for the motions of one verdict. */
static void print_row(bench_table *table, const char *name, bench_check (*checks)[BENCH_MOTIONS],
                      lw_verdict_kind kind)
{
    static double sorted[KINDS][BENCH_MOTIONS];
    double means[KINDS];
    double slow[KINDS];
    size_t count = 0;
    for (size_t i = 0; i < BENCH_MOTIONS; i++) {
        if (checks[0][i].kind != kind)
            continue;
        for (int k = 0; k < KINDS; k++)
            sorted[k][count] = checks[k][i].least;
        count++;
    }
    for (int k = 0; k < KINDS; k++) {
        qsort(sorted[k], count, sizeof *sorted[k], compare);
        means[k] = bench_mean(sorted[k], count);
        slow[k] = count ? sorted[k][count - 1 - count / 100] : (double)NAN;
    }
    bench_row(table, "%s", name);
    bench_cell(table, "%zu", count);
    for (int k = 0; k < KINDS; k++)
        bench_cell(table, "%.1f", 1e6 * means[k]);
    bench_cell(table, "%.2f", means[MANY] / means[ONE]);
    bench_cell(table, "%.3f", means[CLOUD] / means[ONE]);
    for (int k = 0; k < KINDS; k++)
        bench_cell(table, "%.0f", 1e6 * slow[k]);
}

/* The number of motions on which the scenes differ; should be 0. */
static size_t count_different(bench_check (*checks)[BENCH_MOTIONS])
{
    size_t count = 0;
    for (size_t i = 0; i < BENCH_MOTIONS; i++)
        count +=
            checks[ONE][i].kind != checks[MANY][i].kind || checks[ONE][i].kind != checks[CLOUD][i].kind;
    return count;
}

static bool run_wall(const struct wall *wall, double seconds)
{
    static const char *const head[] = {"motions",   "one, us", "many, us", "cloud, us", "many/one",
                                       "cloud/one", "p99 one", "p99 many", "p99 cloud"};
    bench_table table = {0};
    bench_scene scenes[KINDS] = {{0}};
    lw_error error = {0};
    size_t different = 0;
    lw_status status = LW_OK;
    for (int k = 0; k < KINDS && !status; k++)
        status = open_scene(wall, (wall_kind)k, &scenes[k], &error);
    bench_row(&table, "%s", wall->name);
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        bench_cell(&table, "%s", head[i]);
    for (int goal = 0; goal < GOALS && !status; goal++) {
        static bench_check checks[KINDS][BENCH_MOTIONS];
        char name[32];
        lw_check_options options = lw_default_check_options();
        options.any = goal == 1;
        options.clearance = goal == 2;
        if ((status = bench_rounds(scenes, KINDS, &options, seconds / GOALS, checks, &error)))
            break;
        different += count_different(checks);
        snprintf(name, sizeof name, "%s, free", goals[goal]);
        print_row(&table, name, checks, LW_VERDICT_FREE);
        snprintf(name, sizeof name, "%s, contact", goals[goal]);
        print_row(&table, name, checks, LW_VERDICT_CONTACT);
    }
    for (int k = 0; k < KINDS; k++)
        bench_scene_close(&scenes[k]);
    if (status) {
        fprintf(stderr, "walls: %s\n", error.message);
        return false;
    }
    bench_print(&table);
    printf("%zu verdicts differ\n\n", different);
    fflush(stdout);
    return true;
}

int main(int count, char **words)
{
    const char *only = NULL;
    double seconds = 60;
    bool quick = false;
    bool good = true;
    for (int i = 1; i < count && good; i++) {
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        if (!strcmp(words[i], "--quick"))
            quick = true, seconds = 5;
        else if (value && !strcmp(words[i], "--only"))
            only = value, i++;
        else if (value && !strcmp(words[i], "--seconds"))
            seconds = strtod(value, NULL), i++;
        else
            good = false;
    }
    if (!good) {
        fprintf(stderr, "usage: walls [--quick] [--only WORD] [--seconds SECONDS]\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof walls / sizeof *walls; i++)
        if ((!only || strstr(walls[i].name, only)) && !(quick && walls[i].columns > 100) &&
            !run_wall(&walls[i], seconds))
            return 1;
    return 0;
}
