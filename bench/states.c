/* The times to check random states of a robot, apart for free ones and those in contact: through a
 * thread pool and through lw_check.
 *
 *     states [--rounds N] [--stride N]
 *
 * The robots are those of the data, by their meshes and by their sphere models, among the obstacles of
 * planning problems and alone, where they meet only themselves. A round asks about all states of a kind
 * in each way, in a new order of the states and of the ways. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"

enum {
    STATES = 256,
    KINDS = 2 /* free, in contact */,
    MOST_ROUNDS = 99,
    MOST_PROBLEMS = 64,
    BLOCK = 8
};

typedef enum way {
    POOL_ONE,   /* batches of one state */
    POOL_BLOCK, /* batches of BLOCK states */
    POOL_ALL,   /* all states in a batch */
    POOL_PAIR,  /* likewise, and the pair in contact is wanted */
    WHETHER,    /* lw_check of a motion that stands still, not measured */
    MEASURED,   /* lw_check */
    WAYS
} way;

static const char *const names[WAYS] = {
    [POOL_ONE] = "pool, one at a time",   [POOL_BLOCK] = "pool, 8 at once",
    [POOL_ALL] = "pool, 256 at once",     [POOL_PAIR] = "pool, 256 at once, with the pair",
    [WHETHER] = "lw_check, not measured", [MEASURED] = "lw_check",
};

/* The states of one kind, with a motion that stands still at each. */
typedef struct sample {
    double rows[STATES][BENCH_VALUES];
    lw_motion *still[STATES];
    size_t count;
} sample;

typedef struct stage {
    lw_scene *scene;
    const lw_joints *joints;
    lw_checker *checker;
    lw_pool *pool;
    sample of[KINDS];
} stage;

/* Medians over the rounds, of each problem: microseconds a state. */
typedef struct result {
    double times[KINDS][WAYS][MOST_PROBLEMS];
    size_t count[KINDS];
} result;

static const lw_verdict_kind expected[KINDS] = {LW_VERDICT_FREE, LW_VERDICT_CONTACT};

/* ---- asking ------------------------------------------------------------------------------------- */

static bool ask_pool(const stage *s, const sample *of, const uint32_t *order, way by)
{
    static double rows[STATES][BENCH_VALUES];
    static lw_verdict_kind kinds[STATES];
    static int64_t pairs[STATES][2];
    lw_error error;
    lw_check_options options = lw_default_check_options();
    options.any = true;
    for (size_t i = 0; i < of->count; i++)
        memcpy(rows[i], of->rows[order[i]], sizeof rows[i]);
    size_t batch = by == POOL_ONE ? 1 : by == POOL_BLOCK ? BLOCK : of->count;
    for (size_t first = 0; first < of->count; first += batch) {
        lw_rows asked = lw_default_rows();
        lw_answers answers = lw_default_answers();
        asked.joints = s->joints;
        asked.count = of->count - first < batch ? of->count - first : batch;
        asked.from = rows[first];
        asked.from_stride = BENCH_VALUES;
        answers.kind = kinds + first;
        answers.pair = by == POOL_PAIR ? pairs + first : NULL;
        if (lw_pool_states(s->pool, &asked, &options, &answers, &error))
            return false;
    }
    for (size_t i = 0; i < of->count; i++)
        if (kinds[i] != expected[of - s->of])
            return false;
    return true;
}

static bool ask(const stage *s, const sample *of, const uint32_t *order, way by)
{
    lw_error error;
    if (by < WHETHER)
        return ask_pool(s, of, order, by);
    lw_check_options options = lw_default_check_options();
    options.any = true;
    options.unmeasured = by == WHETHER;
    for (size_t i = 0; i < of->count; i++) {
        lw_verdict verdict = lw_default_verdict();
        if (lw_check(s->checker, of->still[order[i]], &options, &verdict, &error) ||
            verdict.kind != expected[of - s->of])
            return false;
    }
    return true;
}

/* ---- one scene ---------------------------------------------------------------------------------- */

static void close_stage(stage *s)
{
    for (int k = 0; k < KINDS; k++)
        for (size_t i = 0; i < s->of[k].count; i++)
            lw_motion_destroy(s->of[k].still[i]);
    lw_pool_destroy(s->pool);
    lw_checker_destroy(s->checker);
    lw_scene_destroy(s->scene);
}

static bool draw(const stage *s, lw_random *random, double *row, lw_error *error)
{
    for (size_t i = 0; i < lw_joints_count(s->joints); i++) {
        lw_joint_info info = lw_default_joint_info();
        int64_t joint = lw_scene_find_joint(s->scene, NULL, lw_joints_name(s->joints, i));
        if (lw_scene_joint_info(s->scene, (size_t)joint, &info, error))
            return false;
        row[i] = lw_random_between(random, fmax(info.lower, -3), fmin(info.upper, 3));
    }
    return true;
}

/* Draws states until there are enough of each kind, or one kind is too rare. */
static bool take_states(stage *s, lw_random *random, lw_error *error)
{
    for (size_t tries = 0; tries < (size_t)64 * STATES; tries++) {
        double row[BENCH_VALUES] = {0};
        lw_motion *motion = NULL;
        lw_verdict verdict = lw_default_verdict();
        if (s->of[0].count == STATES && s->of[1].count == STATES)
            break;
        if (!draw(s, random, row, error) || lw_motion_create(s->scene, &motion, error) ||
            lw_motion_set_segment(motion, s->joints, row, row, error) ||
            lw_check(s->checker, motion, NULL, &verdict, error)) {
            lw_motion_destroy(motion);
            return false;
        }
        sample *of = &s->of[verdict.kind == LW_VERDICT_CONTACT];
        if (of->count == STATES) {
            lw_motion_destroy(motion);
            continue;
        }
        memcpy(of->rows[of->count], row, sizeof row);
        of->still[of->count++] = motion;
    }
    return true;
}

/* The robot of a problem without the obstacles. */
static lw_scene *open_alone(const lw_scene *scene, lw_error *error)
{
    lw_scene *alone = NULL;
    lw_status status = lw_scene_copy(scene, &alone, error);
    for (size_t i = 0; !status && i < lw_scene_body_count(scene); i++) {
        lw_body_info info = lw_default_body_info();
        status = lw_scene_body_info(scene, i, &info, error);
        if (!status && info.robot < 0)
            status = lw_scene_remove(alone, info.name, error);
    }
    if (!status)
        status = lw_scene_freeze(alone, error);
    if (!status)
        return alone;
    lw_scene_destroy(alone);
    return NULL;
}

static bool open_stage(const bench_set *set, const bench_problem *problem, bool alone, stage *s)
{
    lw_error error = {0};
    lw_random random = {problem->motion_count};
    memset(s, 0, sizeof *s);
    s->scene = bench_open_scene(set, problem);
    if (s->scene && alone) {
        lw_scene *without = open_alone(s->scene, &error);
        lw_scene_destroy(s->scene);
        s->scene = without;
    }
    bool good = s->scene && (s->joints = lw_scene_joints(s->scene, NULL, set->group, &error)) &&
                !lw_checker_create(s->scene, &s->checker, &error) &&
                !lw_pool_create(s->scene, 1, &s->pool, &error) && take_states(s, &random, &error);
    if (!good)
        fprintf(stderr, "%s: %s\n", problem->name, error.message);
    return good;
}

static bool compare(const stage *s, size_t rounds, result *all)
{
    static double seconds[WAYS][MOST_ROUNDS];
    for (int k = 0; k < KINDS; k++) {
        const sample *of = &s->of[k];
        lw_random random = {of->count + 1};
        if (of->count < BLOCK)
            continue;
        for (size_t round = 0; round < rounds; round++) {
            uint32_t turns[WAYS];
            uint32_t order[STATES];
            lw_random_order(&random, turns, WAYS);
            lw_random_order(&random, order, (uint32_t)of->count);
            for (size_t turn = 0; turn < WAYS; turn++) {
                double begin = bench_work();
                if (!ask(s, of, order, (way)turns[turn])) {
                    fprintf(stderr, "states: %s: a wrong answer\n", names[turns[turn]]);
                    return false;
                }
                seconds[turns[turn]][round] = bench_work() - begin;
            }
        }
        for (size_t by = 0; by < WAYS; by++)
            all->times[k][by][all->count[k]] =
                1e6 * bench_median(seconds[by], rounds) / (double)of->count;
        all->count[k]++;
    }
    return true;
}

/* ---- a robot ------------------------------------------------------------------------------------ */

static void print(const char *title, const result *all)
{
    bench_table *table = calloc(1, sizeof *table);
    if (!table)
        return;
    bench_row(table, "%s; us a state", title);
    bench_cell(table, "free");
    bench_cell(table, "in contact");
    for (size_t by = 0; by < WAYS; by++) {
        bench_row(table, "%s", names[by]);
        for (int k = 0; k < KINDS; k++)
            bench_cell(table, "%.2f", bench_mean(all->times[k][by], all->count[k]));
    }
    bench_print(table);
    printf("\n");
    free(table);
}

static bool run(const char *robot, bool spheres, size_t stride, size_t rounds)
{
    static stage s;
    bench_set set;
    bool good = true;
    if (!bench_load(robot, BENCH_ALL, stride, &set))
        return false;
    if (spheres)
        bench_take_spheres(&set);
    for (int alone = 0; good && alone < 2; alone++) {
        static result all;
        char title[64];
        memset(&all, 0, sizeof all);
        for (size_t i = 0; good && i < (alone ? 1 : set.count) && i < MOST_PROBLEMS; i++) {
            good = open_stage(&set, &set.problems[i], alone, &s) && compare(&s, rounds, &all);
            close_stage(&s);
        }
        snprintf(title, sizeof title, "%s, %s%s", robot, spheres ? "spheres" : "meshes",
                 alone ? ", alone" : "");
        if (good)
            print(title, &all);
    }
    bench_free(&set);
    return good;
}

int main(int count, char **words)
{
    size_t stride = 64;
    size_t rounds = 9;
    for (int i = 1; i < count; i++) {
        bool named = i + 1 < count;
        if (named && !strcmp(words[i], "--stride"))
            stride = strtoul(words[++i], NULL, 10);
        else if (named && !strcmp(words[i], "--rounds"))
            rounds = strtoul(words[++i], NULL, 10);
        else
            stride = 0;
    }
    if (!stride || !rounds || rounds > MOST_ROUNDS) {
        fprintf(stderr, "usage: states [--stride N] [--rounds N]\n");
        return 2;
    }
    if (!bench_data()) {
        printf("LEEWAY_DATA names no folder: the project's own arm instead\n");
        return run("arm", false, 1, rounds) ? 0 : 1;
    }
    return run("panda", true, stride, rounds) && run("ur5", true, stride, rounds) &&
                   run("panda", false, stride, rounds) && run("ur5", false, stride, rounds)
               ? 0
               : 1;
}
