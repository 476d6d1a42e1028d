/* How long a motion takes to check: Leeway, which proves it, beside FCL at samples, which is what
 * planners do. Both in one process, on the same geometry, pairs and motions, one thread.
 *
 *     motions [--quick] [--stride N] [--rounds N] [--robot NAME] [--tree]
 *
 * Each problem's motions go to each contender in turn, in every round in another order; a motion's
 * time is the median of the rounds. README.md says why that is fair. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "common/problems.h"
#include "peer_sampler.h"

#define DEGREE 0.0174533

enum { MOST_ROUNDS = 99 };

typedef enum contender {
    LEEWAY_ANY,
    LEEWAY_FIRST,
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
    [LEEWAY_FIRST] = "Leeway, first contact",
    [LEEWAY_CLEARANCE] = "Leeway, with clearance",
    [FCL_DEGREE] = "FCL, 1 degree",
    [FCL_DEGREE_FIRST] = "FCL, 1 degree, in order of time",
    [FCL_MOVEIT] = "FCL, MoveIt's resolution",
    [FCL_MESHES] = "FCL, 1 degree, boxes as meshes",
    [PLACING] = "(kinematics in FCL, 1 degree)",
};

struct arguments {
    size_t stride; /* every so manieth problem */
    size_t rounds;
    double seconds;    /* for a robot's motions; more only where one round needs it */
    const char *robot; /* NULL: all */
    peer_fcl_broad_phase broad_phase;
};

/* what a contender said about a motion */
struct answer {
    lw_verdict_kind kind;
    lw_verdict verdict; /* Leeway only */
};

/* what is known of one contender after all motions of a robot */
struct score {
    double *times[2]; /* free and colliding: a median per motion, seconds */
    size_t counts[2];
    size_t missed; /* contacts called free */
    size_t false_contacts;
    size_t undecided;
    size_t inexact; /* a contact's time, or a clearance, that is not what the truth says */
    double queries[2], samples[2];
};

/* a scene with what the contenders need for it */
struct stage {
    lw_scene *scene;
    lw_checker *checker;
    peer_sampler *sampler, *meshes; /* the second with boxes as meshes */
    const lw_joints *joints;
    lw_motion **motions;
};

/* ---- one motion ---------------------------------------------------------------------------- */

static bool leeway(struct stage *stage, contender who, const lw_motion *motion, struct answer *out)
{
    lw_options options = lw_default_options();
    options.any = who == LEEWAY_ANY;
    options.clearance = who == LEEWAY_CLEARANCE;
    lw_error error;
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
    out->kind = LW_FREE;
    if (who == PLACING) {
        peer_sampler_place(stage->sampler, motion, steps);
        return true;
    }
    peer_order order = who == FCL_DEGREE_FIRST ? PEER_IN_TIME : PEER_HALVING;
    peer_sampler *sampler = who == FCL_MESHES ? stage->meshes : stage->sampler;
    if (peer_sampler_touches(sampler, motion, steps, order))
        out->kind = LW_CONTACT;
    return true;
}

/* whether numbers of a right verdict contradict the truth: its own error is 1e-5 */
static bool inexact(const bench_motion *truth, const lw_verdict *verdict, bool first)
{
    const double slack = 1e-5;
    if (verdict->kind == LW_CONTACT)
        return verdict->free_until > truth->time[1] + slack || verdict->time < truth->time[0] - slack ||
               (first && verdict->time > truth->time[1] + 1e-4 + slack);
    if (!verdict->has_clearance || !truth->has_clearance)
        return false;
    double low = verdict->clearance[0];
    double high = verdict->clearance[1];
    if (verdict->has_self_clearance) {
        low = fmin(low, verdict->self_clearance[0]);
        high = fmin(high, verdict->self_clearance[1]);
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
    score->missed += answer->kind == LW_FREE && truth->contact;
    score->false_contacts += answer->kind == LW_CONTACT && !truth->contact;
    score->undecided += answer->kind == LW_UNDECIDED;
    bool right = answer->kind == (truth->contact ? LW_CONTACT : LW_FREE);
    if (right && who <= LEEWAY_CLEARANCE)
        score->inexact += inexact(truth, &answer->verdict, who != LEEWAY_ANY);
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

static bool open_stage(const bench_set *set, const bench_problem *problem,
                       peer_fcl_broad_phase broad_phase, struct stage *out)
{
    lw_error error = {0};
    *out = (struct stage){.scene = bench_open_scene(set, problem)};
    if (!out->scene)
        return false;
    out->joints = lw_scene_joints(out->scene, NULL, set->group, &error);
    out->sampler = peer_sampler_create(out->scene, (peer_fcl_options){broad_phase, false});
    out->meshes = peer_sampler_create(out->scene, (peer_fcl_options){broad_phase, true});
    out->motions = calloc(problem->motion_count, sizeof(lw_motion *));
    bool good = out->joints && out->sampler && out->meshes && out->motions &&
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

/* times: motion x contender x round. Rounds after the first are left out where a problem has had its
 * share of the time. Returns how many there were; 0 where one failed. */
static size_t run_rounds(struct stage *stage, const bench_problem *problem, size_t rounds,
                         double seconds, double *times, struct answer *answers)
{
    double end = bench_now() + seconds;
    for (size_t round = 0; round < rounds; round++) {
        if (round > 0 && bench_now() > end)
            return round;
        for (size_t turn = 0; turn < CONTENDERS; turn++) {
            contender who = (contender)((turn + round) % CONTENDERS);
            for (size_t i = 0; i < problem->motion_count; i++) {
                size_t cell = i * CONTENDERS + (size_t)who;
                double begin = bench_work();
                if (!ask(stage, who, &problem->motions[i], stage->motions[i], &answers[cell]))
                    return 0;
                times[cell * rounds + round] = bench_work() - begin;
            }
        }
    }
    return rounds;
}

static bool run_problem(const bench_set *set, const bench_problem *problem,
                        const struct arguments *arguments, struct score scores[CONTENDERS],
                        size_t *memory)
{
    struct stage stage;
    if (!open_stage(set, problem, arguments->broad_phase, &stage))
        return false;
    size_t memory_here = lw_scene_memory(stage.scene);
    *memory = memory_here > *memory ? memory_here : *memory;
    size_t cells = problem->motion_count * CONTENDERS;
    double *times = calloc(cells * arguments->rounds, sizeof *times);
    struct answer *answers = calloc(cells, sizeof *answers);
    size_t rounds = !times || !answers
                        ? 0
                        : run_rounds(&stage, problem, arguments->rounds,
                                     arguments->seconds / (double)set->count, times, answers);
    for (size_t i = 0; rounds && i < problem->motion_count; i++) {
        const bench_motion *truth = &problem->motions[i];
        bool contact =
            truth->known ? truth->contact : answers[i * CONTENDERS + LEEWAY_FIRST].kind == LW_CONTACT;
        for (size_t who = 0; who < CONTENDERS; who++) {
            size_t cell = i * CONTENDERS + who;
            struct score *score = &scores[who];
            score->times[contact][score->counts[contact]++] =
                bench_median(&times[cell * arguments->rounds], rounds);
            judge(score, (contender)who, truth, contact, &answers[cell]);
        }
    }
    free(times);
    free(answers);
    close_stage(&stage, problem->motion_count);
    return rounds > 0;
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

static double mean_of(const struct score *score, bool contact)
{
    return bench_mean(score->times[contact], score->counts[contact]);
}

/* known: there is a truth to be right or wrong about */
static void print_scores(const struct score scores[CONTENDERS], bool known, size_t memory)
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
    for (size_t who = 0; who < CONTENDERS; who++)
        print_row(table, (contender)who, known, &scores[who]);
    bench_print(table);
    free(table);
    const struct score *any = &scores[LEEWAY_ANY];
    const struct score *first = &scores[LEEWAY_FIRST];
    const struct score *degree = &scores[FCL_DEGREE];
    printf("  FCL at 1 degree takes %.2f times as long as Leeway for a free motion, %.2f times for a "
           "colliding one\n",
           mean_of(degree, false) / mean_of(any, false), mean_of(degree, true) / mean_of(any, true));
    printf("  with boxes as meshes %.2f and %.2f times\n",
           mean_of(&scores[FCL_MESHES], false) / mean_of(any, false),
           mean_of(&scores[FCL_MESHES], true) / mean_of(any, true));
    printf("  for the first contact: FCL in order of time takes %.2f times as long as Leeway\n",
           mean_of(&scores[FCL_DEGREE_FIRST], true) / mean_of(first, true));
    printf("  the largest frozen scene: %.1f MB\n\n", 1e-6 * (double)memory);
}

static bool run_robot(const char *robot, const struct arguments *arguments)
{
    bench_set set;
    if (!bench_load(robot, BENCH_WITH_TRUTH, arguments->stride, &set))
        return false;
    size_t motions = 0;
    for (size_t i = 0; i < set.count; i++)
        motions += set.problems[i].motion_count;
    struct score scores[CONTENDERS] = {0};
    size_t memory = 0;
    bool good = true;
    for (size_t who = 0; who < CONTENDERS; who++)
        for (int contact = 0; contact < 2; contact++) {
            scores[who].times[contact] = calloc(motions + 1, sizeof(double));
            good = good && scores[who].times[contact];
        }
    for (size_t i = 0; good && i < set.count; i++)
        good = run_problem(&set, &set.problems[i], arguments, scores, &memory);
    if (good) {
        printf("%s: %zu problems, %zu free and %zu colliding motions; medians of %zu rounds\n", robot,
               set.count, scores[0].counts[false], scores[0].counts[true], arguments->rounds);
        print_scores(scores, strcmp(robot, "arm") != 0, memory);
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
        else if (value && !strcmp(words[i], "--stride"))
            out->stride = (size_t)strtoul(value, NULL, 10), i++;
        else if (value && !strcmp(words[i], "--rounds"))
            out->rounds = (size_t)strtoul(value, NULL, 10), i++;
        else if (value && !strcmp(words[i], "--robot"))
            out->robot = value, i++;
        else
            return false;
    }
    return out->rounds >= 1 && out->rounds <= MOST_ROUNDS && out->stride >= 1;
}

int main(int count, char **words)
{
    struct arguments arguments;
    if (!read_arguments(count, words, &arguments)) {
        fprintf(stderr, "usage: motions [--quick] [--stride N] [--rounds N] [--robot NAME] [--tree]\n");
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
