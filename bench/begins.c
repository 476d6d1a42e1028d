/* The times that checks take to find the first contact and any contact. Motions that begin in contact,
 * where both are found at once, are timed apart from motions that collide later, for a humanoid of 29
 * joints, and for the robots of the data.
 *
 *     begins [--rounds N]
 *
 * Motions are random, half of them a fifth as long, and each round goes through them in a new order. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"
#include "humanoid.h"

enum { MOTIONS = 400, MOST_ROUNDS = 99, ASKED = 4, CLASSES = 3, VALUES = 32 };

typedef enum outcome { BEGINS, COLLIDES, IS_FREE } outcome;
static const char *const outcomes[CLASSES] = {"begins in contact", "collides later", "free"};

struct robot {
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motions[MOTIONS];
    outcome outcome[MOTIONS];
    /* asked: 0 first contact, 1 any contact; 2 and 3 likewise without measuring the contact */
    double times[ASKED][MOTIONS][MOST_ROUNDS];
};

static bool load(const char *name, lw_scene *scene, lw_error *error)
{
    char urdf[512];
    if (!strcmp(name, "humanoid"))
        return !humanoid_add(scene, error);
    snprintf(urdf, sizeof urdf, "%s/robots/%s/%s.urdf", bench_data(), name, name);
    return !lw_scene_load_robot(scene, urdf, NULL, NULL, NULL, error);
}

/* Random values within the limits of the robot's joints. */
static bool draw(const lw_scene *scene, lw_random *random, double values[VALUES], lw_error *error)
{
    size_t count = 0;
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++) {
        lw_joint_info info = lw_default_joint_info();
        if (lw_scene_joint_info(scene, i, &info, error))
            return false;
        if (info.value_count)
            values[count++] = lw_random_between(random, fmax(info.lower, -3), fmin(info.upper, 3));
    }
    return true;
}

static bool set_motions(struct robot *r, lw_error *error)
{
    lw_random random = {5};
    for (size_t i = 0; i < MOTIONS; i++) {
        double from[VALUES] = {0};
        double to[VALUES] = {0};
        if (!draw(r->scene, &random, from, error) || !draw(r->scene, &random, to, error))
            return false;
        for (size_t k = 0; i % 2 && k < VALUES; k++)
            to[k] = from[k] + 0.2 * (to[k] - from[k]);
        if (lw_motion_create(r->scene, &r->motions[i], error) ||
            lw_motion_set_segment(r->motions[i], NULL, from, to, error))
            return false;
    }
    return true;
}

static bool check(struct robot *r, size_t motion, int asked, double *seconds, lw_error *error)
{
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.any = asked % 2;
    options.unmeasured = asked / 2;
    double begin = bench_work();
    if (lw_check(r->checker, r->motions[motion], &options, &verdict, error))
        return false;
    *seconds = bench_work() - begin;
    if (!options.any)
        r->outcome[motion] = verdict.kind == LW_VERDICT_FREE ? IS_FREE
                             : verdict.time > 0              ? COLLIDES
                                                             : BEGINS;
    return true;
}

static bool check_all(struct robot *r, size_t rounds, lw_error *error)
{
    lw_random random = {6};
    for (size_t round = 0; round < rounds; round++) {
        uint32_t order[MOTIONS];
        lw_random_order(&random, order, MOTIONS);
        for (int asked = 0; asked < ASKED; asked++)
            for (size_t i = 0; i < MOTIONS; i++)
                if (!check(r, order[i], asked, &r->times[asked][order[i]][round], error))
                    return false;
    }
    return true;
}

/* The mean time of the motions of one outcome; the time of a motion is the median of its rounds. */
static double mean_of(struct robot *r, outcome which, int asked, size_t rounds)
{
    double times[MOTIONS];
    size_t count = 0;
    for (size_t i = 0; i < MOTIONS; i++)
        if (r->outcome[i] == which)
            times[count++] = bench_median(r->times[asked][i], rounds);
    return bench_mean(times, count);
}

static void print(struct robot *r, const char *name, size_t rounds)
{
    static const char *const head[] = {"motions", "first, us", "any, us", "ratio"};
    bench_table table = {0};
    bench_row(&table, "%s", name);
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        bench_cell(&table, "%s", head[i]);
    bench_cell(&table, "not measured: first, us");
    bench_cell(&table, "any, us");
    bench_cell(&table, "ratio");
    for (int which = 0; which < CLASSES; which++) {
        size_t count = 0;
        for (size_t i = 0; i < MOTIONS; i++)
            count += r->outcome[i] == (outcome)which;
        if (!count)
            continue;
        bench_row(&table, "%s", outcomes[which]);
        bench_cell(&table, "%zu", count);
        for (int asked = 0; asked < ASKED; asked += 2) {
            double first = mean_of(r, (outcome)which, asked, rounds);
            double any = mean_of(r, (outcome)which, asked + 1, rounds);
            bench_cell(&table, "%.1f", 1e6 * first);
            bench_cell(&table, "%.1f", 1e6 * any);
            bench_cell(&table, "%.2f", any / first);
        }
    }
    bench_print(&table);
    printf("\n");
}

static bool run(const char *name, size_t rounds)
{
    static struct robot r;
    lw_error error = {0};
    memset(&r, 0, sizeof r);
    bool good = !lw_scene_create(&r.scene, &error) && load(name, r.scene, &error) &&
                !lw_scene_freeze(r.scene, &error) && !lw_checker_create(r.scene, &r.checker, &error) &&
                set_motions(&r, &error) && check_all(&r, rounds, &error);
    if (good)
        print(&r, name, rounds);
    else
        fprintf(stderr, "begins: %s\n", error.message);
    for (size_t i = 0; i < MOTIONS; i++)
        lw_motion_destroy(r.motions[i]);
    lw_checker_destroy(r.checker);
    lw_scene_destroy(r.scene);
    return good;
}

int main(int count, char **words)
{
    static const char *const robots[] = {"humanoid", "panda", "ur5"};
    size_t rounds = count == 3 && !strcmp(words[1], "--rounds") ? strtoul(words[2], NULL, 10) : 9;
    if ((count != 1 && count != 3) || rounds < 1 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "usage: begins [--rounds N]\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++)
        if ((i == 0 || bench_data()) && !run(robots[i], rounds))
            return 1;
    return 0;
}
