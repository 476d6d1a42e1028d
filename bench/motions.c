/* The time to check a motion: Leeway, which proves it, beside FCL at samples, as planners do it. Both
 * run in one process, on the same geometry, pairs and motions, one thread.
 *
 *     motions [--quick] [--stride N] [--rounds N] [--robot NAME] [--tree | --alone | --spheres]
 *
 * Problems are joined until they have 200 motions; each contender checks these in turn, in a new order
 * in every round. A motion's time is the median of the rounds. README.md explains why that is fair. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"
#include "peer_sampler.h"

#define DEGREE 0.0174533

enum { MOST_ROUNDS = 99, LEAST = 200 /* motions in a sweep */ };

typedef enum contender {
    LEEWAY_ANY,
    LEEWAY_WHETHER,
    LEEWAY_FIRST,
    LEEWAY_SLAB,
    LEEWAY_EXPANDED_ANY,
    LEEWAY_EXPANDED,
    LEEWAY_CLEARANCE,
    FCL_DEGREE,
    FCL_DEGREE_FIRST,
    FCL_MOVEIT,
    FCL_MESHES,
    PLACING,
    CONTENDERS
} contender;

static const char *const names[CONTENDERS] = {
    [LEEWAY_ANY] = "Leeway, any contact",
    [LEEWAY_WHETHER] = "Leeway, any contact, not measured",
    [LEEWAY_FIRST] = "Leeway, first contact",
    [LEEWAY_SLAB] = "Leeway, slab, first contact",
    [LEEWAY_EXPANDED_ANY] = "Leeway, expanded, any contact",
    [LEEWAY_EXPANDED] = "Leeway, expanded, first contact",
    [LEEWAY_CLEARANCE] = "Leeway, with clearance",
    [FCL_DEGREE] = "FCL, 1 degree",
    [FCL_DEGREE_FIRST] = "FCL, 1 degree, in order of time",
    [FCL_MOVEIT] = "FCL, MoveIt's resolution",
    [FCL_MESHES] = "FCL, 1 degree, boxes as meshes",
    [PLACING] = "(kinematics in FCL, 1 degree)",
};

struct arguments {
    size_t stride; /* only every stride-th problem is used */
    size_t rounds;
    double seconds;    /* limit for a robot's motions; one round may exceed it */
    const char *robot; /* NULL: all */
    peer_fcl_broad_phase broad_phase;
    bool alone;   /* Leeway without FCL, on all motions that the planner checked */
    bool spheres; /* the robots' sphere models are used; `alone` is set too */
};

/* the answer of a contender about a motion */
struct answer {
    lw_verdict_kind kind;
    lw_verdict verdict; /* Leeway only */
};

/* the results of one contender on all motions of a robot */
struct score {
    double *times[2];            /* seconds: medians of the free and of the colliding motions */
    double sums[2][MOST_ROUNDS]; /* seconds: sums over the free and the colliding ones in a round */
    size_t counts[2];
    size_t missed; /* contacts called free */
    size_t false_contacts;
    size_t undecided;
    size_t inexact; /* a contact's time, or a clearance, that contradicts the truth */
    double queries[2], samples[2];
};

/* a scene with the contenders' data for it */
struct stage {
    lw_scene *scene;
    lw_checker *checker;
    peer_sampler *sampler, *meshes; /* meshes: takes boxes as meshes */
    const lw_joints *joints;
    lw_motion **motions;
    const bench_problem *problem;
    size_t first; /* the index of its first motion in the batch */
};

/* problems whose motions are swept together, in every round in another order */
struct batch {
    struct stage *stages;
    size_t count, motions;
    size_t contenders; /* the number of contenders that take part, the first ones */
    lw_random random;
};

static size_t contenders_of(const struct arguments *arguments)
{
    return arguments->alone ? LEEWAY_CLEARANCE + 1 : CONTENDERS;
}

/* ---- one motion ---------------------------------------------------------------------------- */

static bool asks_any(contender who)
{
    return who == LEEWAY_ANY || who == LEEWAY_WHETHER || who == LEEWAY_EXPANDED_ANY;
}

static bool leeway(struct stage *stage, contender who, const lw_motion *motion, struct answer *out)
{
    lw_check_options options = lw_default_check_options();
    options.any = asks_any(who);
    options.unmeasured = who == LEEWAY_WHETHER;
    if (who == LEEWAY_SLAB)
        options.method = LW_METHOD_SLAB;
    if (who == LEEWAY_EXPANDED || who == LEEWAY_EXPANDED_ANY)
        options.method = LW_METHOD_EXPANDED;
    options.clearance = who == LEEWAY_CLEARANCE;
    lw_error error;
    out->verdict = lw_default_verdict();
    if (lw_check(stage->checker, motion, &options, &out->verdict, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return false;
    }
    out->kind = out->verdict.kind;
    return true;
}

static bool ask(struct stage *stage, contender who, const bench_motion *ends, const lw_motion *motion,
                struct answer *out)
{
    if (who <= LEEWAY_CLEARANCE)
        return leeway(stage, who, motion, out);
    size_t steps = who == FCL_MOVEIT
                       ? peer_steps_moveit(stage->joints, ends->from, ends->to)
                       : peer_steps(ends->from, ends->to, lw_joints_value_count(stage->joints), DEGREE);
    out->kind = LW_VERDICT_FREE;
    if (who == PLACING) {
        peer_sampler_place(stage->sampler, motion, steps);
        return true;
    }
    peer_order order = who == FCL_DEGREE_FIRST ? PEER_IN_TIME : PEER_HALVING;
    peer_sampler *sampler = who == FCL_MESHES ? stage->meshes : stage->sampler;
    if (peer_sampler_touches(sampler, motion, steps, order))
        out->kind = LW_VERDICT_CONTACT;
    return true;
}

/* whether numbers of a right verdict contradict the truth, which has an error of 1e-5 */
static bool inexact(const bench_motion *truth, const lw_verdict *verdict, bool first)
{
    const double slack = 1e-5;
    if (verdict->kind == LW_VERDICT_CONTACT)
        return verdict->free_until > truth->time[1] + slack || verdict->time < truth->time[0] - slack ||
               (first && verdict->time > truth->time[1] + 1e-4 + slack);
    if (verdict->clearance.pair[0] < 0 || !truth->has_clearance)
        return false;
    double low = verdict->clearance.lower;
    double high = verdict->clearance.upper;
    if (verdict->self_clearance.pair[0] >= 0) {
        low = fmin(low, verdict->self_clearance.lower);
        high = fmin(high, verdict->self_clearance.upper);
    }
    return low > truth->clearance[1] || high < truth->clearance[0] - 1e-6;
}

static void judge(struct score *score, contender who, const bench_motion *truth, bool contact,
                  const struct answer *answer)
{
    if (who <= LEEWAY_CLEARANCE) {
        score->queries[contact] += (double)answer->verdict.queries;
        score->samples[contact] += (double)answer->verdict.samples;
    }
    if (!truth->known || truth->grazing)
        return;
    score->missed += answer->kind == LW_VERDICT_FREE && truth->contact;
    score->false_contacts += answer->kind == LW_VERDICT_CONTACT && !truth->contact;
    score->undecided += answer->kind == LW_VERDICT_UNDECIDED;
    bool right = answer->kind == (truth->contact ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
    if (right && who <= LEEWAY_CLEARANCE)
        score->inexact += inexact(truth, &answer->verdict, !asks_any(who));
}

/* ---- one problem --------------------------------------------------------------------------- */

static void close_stage(struct stage *stage, size_t motions)
{
    for (size_t i = 0; stage->motions && i < motions; i++)
        lw_motion_destroy(stage->motions[i]);
    free(stage->motions);
    peer_sampler_destroy(stage->sampler);
    peer_sampler_destroy(stage->meshes);
    lw_checker_destroy(stage->checker);
    lw_scene_destroy(stage->scene);
}

static bool open_peers(const struct arguments *arguments, struct stage *stage)
{
    if (arguments->alone)
        return true;
    peer_fcl_broad_phase broad_phase = arguments->broad_phase;
    stage->sampler = peer_sampler_create(stage->scene, (peer_fcl_options){broad_phase, false});
    stage->meshes = peer_sampler_create(stage->scene, (peer_fcl_options){broad_phase, true});
    return stage->sampler && stage->meshes;
}

static bool open_stage(const bench_set *set, const bench_problem *problem,
                       const struct arguments *arguments, struct stage *out)
{
    lw_error error = {0};
    *out = (struct stage){.scene = bench_open_scene(set, problem)};
    if (!out->scene)
        return false;
    out->joints = lw_scene_joints(out->scene, NULL, set->group, &error);
    out->motions = calloc(problem->motion_count, sizeof(lw_motion *));
    bool good = out->joints && open_peers(arguments, out) && out->motions &&
                !lw_checker_create(out->scene, &out->checker, &error);
    for (size_t i = 0; good && i < problem->motion_count; i++) {
        const bench_motion *ends = &problem->motions[i];
        good = !lw_motion_create(out->scene, &out->motions[i], &error) &&
               !lw_motion_set_segment(out->motions[i], out->joints, ends->from, ends->to, &error);
    }
    if (!good) {
        fprintf(stderr, "%s: %s\n", problem->name, error.message);
        close_stage(out, problem->motion_count);
    }
    return good;
}

static void shuffle(lw_random *random, uint32_t *order, size_t count)
{
    lw_random_order(random, order, (uint32_t)count);
}

/* The last motion of an order that is known to be free; without one, the last motion. */
static size_t last_free(const bench_problem *problem, const uint32_t *order)
{
    for (size_t k = problem->motion_count; k-- > 0;) {
        const bench_motion *motion = &problem->motions[order[k]];
        if (motion->known && !motion->contact)
            return order[k];
    }
    return order[problem->motion_count - 1];
}

/* Times one contender on all motions of a batch, problem by problem. Before the motions of a problem,
 * an untimed check brings its scene into the caches, where a planner has it too. It checks a free
 * motion late in the order: a contact may end a check before most of the scene is touched. */
static bool sweep(struct batch *batch, contender who, const uint32_t *stages,
                  const uint32_t *const *orders, double *times, struct answer *answers)
{
    for (size_t s = 0; s < batch->count; s++) {
        struct stage *stage = &batch->stages[stages[s]];
        const bench_problem *problem = stage->problem;
        for (size_t k = 0; k <= problem->motion_count; k++) {
            bool timed = k > 0;
            const uint32_t *order = orders[stages[s]];
            size_t i = timed ? order[k - 1] : last_free(problem, order);
            size_t cell = (stage->first + i) * CONTENDERS + (size_t)who;
            double begin = bench_work();
            if (!ask(stage, who, &problem->motions[i], stage->motions[i], &answers[cell]))
                return false;
            if (timed)
                times[cell] = bench_work() - begin;
        }
    }
    return true;
}

/* times: round x motion x contender. A batch that has used its share of the time gets no further rounds
 * after the first. Returns the number of rounds; 0 if one failed. */
static size_t run_rounds(struct batch *batch, size_t rounds, double seconds, double *times,
                         struct answer *answers)
{
    double end = bench_now() + seconds;
    uint32_t *room = calloc(batch->motions + batch->count, sizeof *room);
    const uint32_t **orders = calloc(batch->count, sizeof *orders);
    size_t round = 0;
    for (; room && orders && round < rounds && (round == 0 || bench_now() <= end); round++) {
        uint32_t turns[CONTENDERS];
        shuffle(&batch->random, turns, batch->contenders);
        shuffle(&batch->random, room, batch->count);
        for (size_t s = 0; s < batch->count; s++) {
            uint32_t *order = room + batch->count + batch->stages[s].first;
            shuffle(&batch->random, order, batch->stages[s].problem->motion_count);
            orders[s] = order;
        }
        bool good = true;
        for (size_t turn = 0; turn < batch->contenders && good; turn++)
            good = sweep(batch, (contender)turns[turn], room, orders,
                         times + round * batch->motions * CONTENDERS, answers);
        if (!good) {
            round = 0;
            break;
        }
    }
    free(room);
    free(orders);
    return round;
}

static void score_motion(const bench_motion *truth, const struct answer *answers, const double *times,
                         size_t rounds, size_t stride, size_t contenders,
                         struct score scores[CONTENDERS])
{
    bool contact = truth->known ? truth->contact : answers[LEEWAY_FIRST].kind == LW_VERDICT_CONTACT;
    for (size_t who = 0; who < contenders; who++) {
        double own[MOST_ROUNDS];
        for (size_t round = 0; round < rounds; round++) {
            own[round] = times[round * stride + who];
            scores[who].sums[contact][round] += own[round];
        }
        struct score *score = &scores[who];
        score->times[contact][score->counts[contact]++] = bench_median(own, rounds);
        judge(score, (contender)who, truth, contact, &answers[who]);
    }
}

/* Runs motions of the problems from `first` on, LEAST of them if there are as many. Returns the number
 * of problems; 0 on failure. */
static size_t run_batch(const bench_set *set, size_t first, const struct arguments *arguments,
                        struct score scores[CONTENDERS], size_t *rounds, size_t *memory)
{
    struct batch batch = {.stages = calloc(set->count, sizeof(struct stage)),
                          .contenders = contenders_of(arguments),
                          .random = {first + 1}};
    bool good = batch.stages != NULL;
    while (good && first + batch.count < set->count && batch.motions < LEAST) {
        struct stage *stage = &batch.stages[batch.count];
        const bench_problem *problem = &set->problems[first + batch.count];
        good = open_stage(set, problem, arguments, stage);
        if (!good)
            break;
        stage->problem = problem;
        stage->first = batch.motions;
        batch.motions += problem->motion_count;
        batch.count++;
        size_t memory_here = lw_scene_memory(stage->scene);
        *memory = memory_here > *memory ? memory_here : *memory;
    }
    size_t cells = batch.motions * CONTENDERS;
    double *times = cells ? calloc(cells * arguments->rounds, sizeof *times) : NULL;
    struct answer *answers = cells ? calloc(cells, sizeof *answers) : NULL;
    size_t done =
        !good || !times || !answers
            ? 0
            : run_rounds(&batch, arguments->rounds,
                         arguments->seconds * (double)batch.count / (double)set->count, times, answers);
    for (size_t s = 0; s < batch.count; s++) {
        struct stage *stage = &batch.stages[s];
        for (size_t i = 0; done && i < stage->problem->motion_count; i++) {
            size_t cell = (stage->first + i) * CONTENDERS;
            score_motion(&stage->problem->motions[i], answers + cell, times + cell, done, cells,
                         batch.contenders, scores);
        }
        close_stage(stage, stage->problem->motion_count);
    }
    *rounds = done < *rounds ? done : *rounds;
    size_t count = done ? batch.count : 0;
    free(times);
    free(answers);
    free(batch.stages);
    return count;
}

/* ---- a robot ------------------------------------------------------------------------------- */

static void print_row(bench_table *table, contender who, bool known, const struct score *score)
{
    bench_row(table, "%s", names[who]);
    if (who == PLACING || !known)
        bench_cell(table, "-"), bench_cell(table, "-"), bench_cell(table, "-");
    else {
        bench_cell(table, "%zu", score->missed);
        bench_cell(table, "%zu", score->false_contacts + score->inexact);
        bench_cell(table, "%zu", score->undecided);
    }
    for (int contact = 0; contact < 2; contact++) {
        size_t count = score->counts[contact];
        bench_cell(table, "%.1f", 1e6 * bench_mean(score->times[contact], count));
        bench_cell(table, "%.1f", 1e6 * bench_median(score->times[contact], count));
        if (who <= LEEWAY_CLEARANCE)
            bench_cell(table, "%.0f / %.1f", score->queries[contact] / (double)count,
                       score->samples[contact] / (double)count);
        else
            bench_cell(table, "-");
    }
}

/* The ratio of two times: the median of the rounds. */
static double ratio_of(const struct score *one, const struct score *other, bool contact, size_t rounds)
{
    double ratios[MOST_ROUNDS];
    for (size_t round = 0; round < rounds; round++)
        ratios[round] = one->sums[contact][round] / other->sums[contact][round];
    return bench_median(ratios, rounds);
}

static void print_ratios(const struct score scores[CONTENDERS], size_t contenders, size_t rounds)
{
    const struct score *any = &scores[LEEWAY_ANY];
    const struct score *first = &scores[LEEWAY_FIRST];
    printf("  for a free motion any contact takes %.2f times as long as the first one\n",
           ratio_of(any, first, false, rounds));
    if (contenders < CONTENDERS)
        return;
    const struct score *degree = &scores[FCL_DEGREE];
    const struct score *meshes = &scores[FCL_MESHES];
    printf("  FCL at 1 degree takes %.2f times as long as Leeway for a free motion, %.2f times for a "
           "colliding one\n",
           ratio_of(degree, any, false, rounds), ratio_of(degree, any, true, rounds));
    printf("  with boxes as meshes %.2f and %.2f times\n", ratio_of(meshes, any, false, rounds),
           ratio_of(meshes, any, true, rounds));
    printf("  for the first contact: FCL in order of time takes %.2f times as long as Leeway\n",
           ratio_of(&scores[FCL_DEGREE_FIRST], first, true, rounds));
}

/* known: the truth is known, so that answers can be right or wrong */
static void print_scores(const struct score scores[CONTENDERS], size_t contenders, bool known,
                         size_t rounds, size_t memory)
{
    bench_table *table = calloc(1, sizeof *table);
    if (!table)
        return;
    static const char *const head[] = {"microseconds a motion",
                                       "missed",
                                       "wrong",
                                       "undecided",
                                       "free: mean",
                                       "median",
                                       "queries / samples",
                                       "colliding: mean",
                                       "median",
                                       "queries / samples"};
    bench_row(table, "%s", head[0]);
    for (size_t i = 1; i < sizeof head / sizeof *head; i++)
        bench_cell(table, "%s", head[i]);
    for (size_t who = 0; who < contenders; who++)
        print_row(table, (contender)who, known, &scores[who]);
    bench_print(table);
    free(table);
    print_ratios(scores, contenders, rounds);
    printf("  the largest frozen scene: %.1f MB\n\n", 1e-6 * (double)memory);
}

static bool run_robot(const char *robot, const struct arguments *arguments)
{
    bench_set set;
    if (!bench_load(robot, arguments->alone ? BENCH_ALL : BENCH_WITH_TRUTH, arguments->stride, &set))
        return false;
    if (arguments->spheres)
        bench_take_spheres(&set);
    size_t motions = 0;
    for (size_t i = 0; i < set.count; i++)
        motions += set.problems[i].motion_count;
    static struct score scores[CONTENDERS];
    memset(scores, 0, sizeof scores);
    size_t memory = 0;
    bool good = true;
    for (size_t who = 0; who < CONTENDERS; who++)
        for (int contact = 0; contact < 2; contact++) {
            scores[who].times[contact] = calloc(motions + 1, sizeof(double));
            good = good && scores[who].times[contact];
        }
    size_t rounds = arguments->rounds;
    for (size_t i = 0; good && i < set.count;) {
        size_t count = run_batch(&set, i, arguments, scores, &rounds, &memory);
        good = count > 0;
        i += count;
    }
    if (good) {
        printf("%s: %zu problems, %zu free and %zu colliding motions; medians of %zu rounds\n", robot,
               set.count, scores[0].counts[false], scores[0].counts[true], rounds);
        bool known = strcmp(robot, "arm") != 0 && !arguments->spheres;
        print_scores(scores, contenders_of(arguments), known, rounds, memory);
    }
    for (size_t who = 0; who < CONTENDERS; who++)
        for (int contact = 0; contact < 2; contact++)
            free(scores[who].times[contact]);
    bench_free(&set);
    return good;
}

static bool read_arguments(int count, char **words, struct arguments *out)
{
    *out = (struct arguments){.stride = 1, .rounds = 5, .seconds = 60};
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        if (!strcmp(words[i], "--quick"))
            out->stride = 16;
        else if (!strcmp(words[i], "--tree"))
            out->broad_phase = PEER_FCL_TREE;
        else if (!strcmp(words[i], "--alone"))
            out->alone = true;
        else if (!strcmp(words[i], "--spheres"))
            out->alone = out->spheres = true;
        else if (value && !strcmp(words[i], "--stride"))
            out->stride = (size_t)strtoul(value, NULL, 10), i++;
        else if (value && !strcmp(words[i], "--rounds"))
            out->rounds = (size_t)strtoul(value, NULL, 10), i++;
        else if (value && !strcmp(words[i], "--robot"))
            out->robot = value, i++;
        else
            return false;
    }
    return out->rounds >= 1 && out->rounds <= MOST_ROUNDS && out->stride >= 1 &&
           !(out->alone && out->broad_phase == PEER_FCL_TREE);
}

int main(int count, char **words)
{
    struct arguments arguments;
    if (!read_arguments(count, words, &arguments)) {
        fprintf(stderr,
                "usage: motions [--quick] [--stride N] [--rounds N] [--robot NAME] [--tree | --alone | "
                "--spheres]\n");
        return 2;
    }
    static const char *const of_data[] = {"panda", "ur5"};
    if (arguments.robot)
        return run_robot(arguments.robot, &arguments) ? 0 : 1;
    if (!bench_data()) {
        printf(
            "LEEWAY_DATA names no folder: the project's own arm instead, whose truth is not known\n");
        return run_robot("arm", &arguments) ? 0 : 1;
    }
    for (size_t i = 0; i < sizeof of_data / sizeof *of_data; i++)
        if (!run_robot(of_data[i], &arguments))
            return 1;
    return 0;
}
