/* leeway bench baginski: Table 1 of Baginski, "Efficient Dynamic Collision Detection using Expanded
 * Geometry Models", on arms and work-cells rebuilt in its spirit: how many static tests of a link the
 * published steps and those of Leeway's method `expanded` take, which layers the steps are made with,
 * and how often the published ones let a contact pass. */
#include "bench_command.h"

#include "baginski_arms.h"
#include "baginski_published.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"
#include "check/checker.h"
#include "swept_radii.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LAYERS = LW_PUBLISHED_MOST_LAYERS, CUSPS = 1000, MOST_TRIES = 1000 };

/* Who checks a line; the first four as published. */
typedef enum contender {
    NORM,       /* steps of the whole arm by the 1-norm */
    PATH,       /* steps of each link, as for paths of any shape */
    STEPS,      /* steps of each link */
    MANY,       /* with eight layers */
    SOUND,      /* the method expanded, with one layer ... */
    SOUND_MANY, /* ... and with eight */
    CONTENDERS,
    PUBLISHED = SOUND /* how many are */
} contender;

/* What Leeway's steps were counted as; sums. */
typedef struct sound_counts {
    uint64_t tests, pair_tests;
    uint64_t steps, steps_of[LAYERS], thinner; /* thinner: than the thinnest layer */
    uint64_t tested;                           /* steps with a test at either end ... */
    double used; /* ... and what they use of what both layers cover, as a share */
} sound_counts;

/* Lines by what is known of them. */
typedef struct truth {
    uint64_t lines, contacts, undecided; /* by the method slab */
    uint64_t clear;                      /* free with a clearance above d0 */
} truth;

typedef struct arm_bench {
    int which;
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    lw_arena arena;
    lw_swept_radii radii;
    lw_published_arm arm;
    lw_published_counts published[PUBLISHED];
    sound_counts sound[CONTENDERS - PUBLISHED];
    uint64_t tests[2][CONTENDERS]; /* on free lines, and on those in contact */
    truth truth;
    uint64_t missed[CONTENDERS], far[CONTENDERS]; /* contacts; called contact, but clear */
    uint64_t undecided[CONTENDERS], differ;       /* differ: bisection from slab */
} arm_bench;

/* ---- one arm ----------------------------------------------------------------------------------- */

/* Freezes the scene and makes what checks it. */
static lw_status open_frozen(arm_bench *b, lw_error *error)
{
    lw_status status = lw_scene_freeze(b->scene, error);
    if (!status)
        status = lw_checker_create(b->scene, &b->checker, error);
    return status ? status : lw_motion_create(b->scene, &b->motion, error);
}

static lw_status open_arm(arm_bench *b, bool self, lw_error *error)
{
    lw_status status = lw_baginski_scene(b->which, self, &b->scene, error);
    return status ? status : open_frozen(b, error);
}

static lw_status open_published(arm_bench *b, lw_error *error)
{
    b->arm.frozen = b->scene->frozen;
    b->arm.radii = &b->radii;
    lw_status status = lw_swept_radii_make(&b->arena, b->scene->frozen, &b->radii, error);
    return status ? status : lw_kinematics_create(&b->arena, b->scene, &b->arm.kinematics, error);
}

static void close_arm(arm_bench *b)
{
    lw_motion_destroy(b->motion);
    lw_checker_destroy(b->checker);
    lw_scene_destroy(b->scene);
    lw_arena_free(&b->arena);
}

/* Random values of the joints, without a contact. */
static lw_status draw_state(arm_bench *b, lw_random *random, double *values, lw_error *error)
{
    double lower[LW_BAGINSKI_MOST_JOINTS];
    double upper[LW_BAGINSKI_MOST_JOINTS];
    lw_baginski_limits(b->which, lower, upper);
    lw_verdict verdict = lw_default_verdict();
    for (int i = 0; i < MOST_TRIES; i++) {
        for (int k = 0; k < lw_baginski_arms[b->which].joints; k++)
            values[k] = lw_random_between(random, lower[k], upper[k]);
        lw_status status = lw_motion_set_segment(b->motion, NULL, values, values, error);
        if (!status)
            status = lw_check(b->checker, b->motion, NULL, &verdict, error);
        if (status || verdict.kind == LW_VERDICT_FREE)
            return status;
    }
    return lw_fail(error, LW_ERROR_STATE, "%s: no configuration is free of contacts",
                   lw_baginski_arms[b->which].name);
}

/* A random straight line between such values. */
static lw_status draw_line(arm_bench *b, lw_random *random, lw_error *error)
{
    double from[LW_BAGINSKI_MOST_JOINTS];
    double to[LW_BAGINSKI_MOST_JOINTS];
    lw_status status = draw_state(b, random, from, error);
    if (!status)
        status = draw_state(b, random, to, error);
    return status ? status : lw_motion_set_segment(b->motion, NULL, from, to, error);
}

/* ---- Leeway's steps ---------------------------------------------------------------------------- */

static lw_status count_step(void *context, const lw_step *step)
{
    sound_counts *counts = context;
    if (step->other >= 0)
        return LW_OK;
    counts->steps++;
    if (step->layer < 0)
        counts->thinner++;
    else
        counts->steps_of[step->layer]++;
    return LW_OK;
}

/* Whether the line is free: without the time of a contact, which the paper does not find either. */
static lw_status check_expanded(arm_bench *b, int layers, sound_counts *counts, lw_verdict *verdict,
                                lw_error *error)
{
    lw_options options = lw_default_options();
    options.method = LW_METHOD_EXPANDED;
    options.time_tolerance = 1;
    options.expansion = lw_published_expansion;
    options.layers = (uint32_t)layers;
    options.step = count_step;
    options.step_context = counts;
    b->checker->tests = (lw_body_tests){.of_all = 0};
    lw_status status = lw_check(b->checker, b->motion, &options, verdict, error);
    const lw_body_tests *tests = &b->checker->tests;
    counts->tests += tests->among_obstacles + tests->of_all * b->scene->frozen->moving_count;
    counts->pair_tests += tests->of_pairs;
    counts->tested += tests->steps;
    counts->used += tests->used;
    return status;
}

/* ---- lines ------------------------------------------------------------------------------------- */

static uint64_t tests_of(const arm_bench *b, contender who)
{
    return who < PUBLISHED ? b->published[who].tests : b->sound[who - PUBLISHED].tests;
}

/* What a contender answers. */
static lw_status ask(arm_bench *b, contender who, lw_verdict_kind *kind, lw_error *error)
{
    bool contact = false;
    lw_verdict verdict = lw_default_verdict();
    lw_status status = LW_OK;
    switch (who) {
    case NORM:
        contact = lw_published_norm(&b->arm, b->motion, &b->published[who]);
        break;
    case PATH:
        contact = lw_published_path(&b->arm, b->motion, &b->published[who]);
        break;
    case STEPS:
    case MANY:
        contact = lw_published_layers(&b->arm, b->motion, who == MANY ? LAYERS : 1, &b->published[who]);
        break;
    default:
        status = check_expanded(b, who == SOUND_MANY ? LAYERS : 1, &b->sound[who - PUBLISHED], &verdict,
                                error);
        *kind = verdict.kind;
        return status;
    }
    *kind = contact ? LW_VERDICT_CONTACT : LW_VERDICT_FREE;
    return LW_OK;
}

/* What is known of the line, by slab with a clearance, and whether bisection says the same. */
static lw_status find_truth(arm_bench *b, lw_verdict_kind *kind, bool *clear, lw_error *error)
{
    lw_options options = lw_default_options();
    options.clearance = true;
    lw_verdict slab = lw_default_verdict();
    lw_status status = lw_check(b->checker, b->motion, &options, &slab, error);
    if (status)
        return status;
    options.clearance = false;
    options.method = LW_METHOD_BISECTION;
    lw_verdict bisection = lw_default_verdict();
    status = lw_check(b->checker, b->motion, &options, &bisection, error);
    *kind = slab.kind;
    *clear = slab.kind == LW_VERDICT_FREE && slab.clearance.lower > lw_published_expansion;
    b->truth.lines++;
    b->truth.contacts += slab.kind == LW_VERDICT_CONTACT;
    b->truth.undecided += slab.kind == LW_VERDICT_UNDECIDED;
    b->truth.clear += *clear;
    b->differ += slab.kind != bisection.kind;
    return status;
}

static lw_status check_line(arm_bench *b, lw_error *error)
{
    lw_verdict_kind known;
    bool clear;
    lw_status status = find_truth(b, &known, &clear, error);
    for (contender who = 0; who < CONTENDERS && !status; who++) {
        lw_verdict_kind kind;
        uint64_t before = tests_of(b, who);
        status = ask(b, who, &kind, error);
        b->tests[known == LW_VERDICT_CONTACT][who] += tests_of(b, who) - before;
        b->missed[who] += known == LW_VERDICT_CONTACT && kind == LW_VERDICT_FREE;
        b->far[who] += clear && kind == LW_VERDICT_CONTACT;
        b->undecided[who] += kind == LW_VERDICT_UNDECIDED;
    }
    return status;
}

static lw_status run_arm(arm_bench *b, const lw_bench_options *options, lw_error *error)
{
    lw_random random = {options->seed};
    lw_status status = open_arm(b, false, error);
    if (!status)
        status = open_published(b, error);
    for (unsigned i = 0; i < options->lines && !status; i++) {
        status = draw_line(b, &random, error);
        if (!status)
            status = check_line(b, error);
    }
    return status;
}

/* Lines with the pairs inside the arm, which the paper leaves out. */
static lw_status run_with_pairs(arm_bench *b, const lw_bench_options *options, lw_error *error)
{
    lw_random random = {options->seed};
    lw_status status = open_arm(b, true, error);
    for (unsigned i = 0; i < options->lines && !status; i++) {
        lw_verdict verdict = lw_default_verdict();
        status = draw_line(b, &random, error);
        if (!status)
            status = check_expanded(b, LAYERS, &b->sound[0], &verdict, error);
        b->truth.lines++;
        b->truth.contacts += verdict.kind == LW_VERDICT_CONTACT;
    }
    return status;
}

/* ---- the path that (4) lets through ------------------------------------------------------------ */

/* Lines over or beside a cusp with a dot somewhere on the tip's path: how many contacts are missed, by
 * whom. */
static lw_status run_cusps(const lw_bench_options *options, uint64_t missed[CONTENDERS],
                           lw_error *error)
{
    lw_random random = {options->seed};
    lw_status status = LW_OK;
    for (int i = 0; i < CUSPS && !status; i++) {
        arm_bench b = {.which = 0};
        const double from = lw_random_between(&random, -0.3, 0.3);
        const double to = from + lw_random_between(&random, 0.05, 1);
        const double t = lw_random_between(&random, from, to);
        status =
            lw_baginski_cusp(cos(t) - cos(3 * t) / 3, sin(t) - sin(3 * t) / 3, 1e-6, &b.scene, error);
        if (!status)
            status = open_frozen(&b, error);
        if (!status)
            status = open_published(&b, error);
        if (!status)
            status = lw_motion_set_segment(b.motion, NULL, (double[]){from, 2 * from},
                                           (double[]){to, 2 * to}, error);
        if (!status)
            status = check_line(&b, error);
        for (int who = 0; who < CONTENDERS; who++)
            missed[who] += b.missed[who];
        close_arm(&b);
    }
    return status;
}

/* ---- tables ------------------------------------------------------------------------------------ */

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

/* The tests of a contender, as a share of those of the 1-norm. */
static double share(const arm_bench *b, contender who)
{
    return percent(b->tests[0][who] + b->tests[1][who], b->tests[0][NORM] + b->tests[1][NORM]);
}

static void print_tests(const arm_bench *benches, FILE *file)
{
    fprintf(file,
            "Tests of a link against all obstacles, percent of those of the 1-norm (the paper's)\n"
            "%-11s%9s%9s%9s%18s%9s%18s%9s\n%-11s%9s%9s%9s%18s%9s%18s%9s\n",
            "", "in", "1-norm,", "any path", "steps", "", "8 layers", "", "", "contact", "a line", "",
            "published", "sound", "published", "sound");
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        const arm_bench *b = &benches[i];
        uint64_t whole = b->tests[0][NORM] + b->tests[1][NORM];
        fprintf(file, "%-11s%8.1f%%%9.0f%9.2f", lw_baginski_arms[i].name,
                percent(b->truth.contacts, b->truth.lines), (double)whole / (double)b->truth.lines,
                share(b, PATH));
        for (int k = 0; k < 2; k++) {
            char paper[16] = "";
            if (lw_baginski_arms[i].paper[k] > 0)
                snprintf(paper, sizeof paper, "(%.1f)", lw_baginski_arms[i].paper[k]);
            fprintf(file, "%10.2f%8s%9.2f", share(b, k ? MANY : STEPS), paper,
                    share(b, k ? SOUND_MANY : SOUND));
        }
        fputc('\n', file);
    }
}

static void print_layers(const arm_bench *benches, FILE *file)
{
    fprintf(file, "\nSteps made with each layer, percent\n%-22s%9s", "", "thinner");
    for (int k = 0; k < LAYERS; k++) {
        char thickness[16];
        snprintf(thickness, sizeof thickness, "%g mm", 1e3 * ldexp(lw_published_expansion, k));
        fprintf(file, "%8s", thickness);
    }
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        const lw_published_counts *published = &benches[i].published[MANY];
        const sound_counts *sound = &benches[i].sound[SOUND_MANY - PUBLISHED];
        fprintf(file, "\n%-11s%-11s%9s", lw_baginski_arms[i].name, "published", "");
        for (int k = 0; k < LAYERS; k++)
            fprintf(file, "%8.1f", percent(published->steps_of[k], published->steps));
        fprintf(file, "\n%-11s%-11s%9.1f", "", "sound", percent(sound->thinner, sound->steps));
        for (int k = 0; k < LAYERS; k++)
            fprintf(file, "%8.1f", percent(sound->steps_of[k], sound->steps));
    }
    fputc('\n', file);
}

static void print_use(const arm_bench *benches, FILE *file)
{
    fprintf(file,
            "\nWhat steps use of what their layers cover, percent (the paper's: 90 to 99)\n"
            "%-11s%18s%9s%9s%9s%18s%9s%9s%9s\n%-11s%18s%9s%9s%9s%18s%9s%9s%9s\n",
            "", "steps:", "", "too", "", "8 layers:", "", "too", "", "", "published", "most", "long",
            "sound", "published", "most", "long", "sound");
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        fprintf(file, "%-11s", lw_baginski_arms[i].name);
        for (int k = 0; k < 2; k++) {
            const lw_published_counts *counts = &benches[i].published[k ? MANY : STEPS];
            const sound_counts *sound = &benches[i].sound[(k ? SOUND_MANY : SOUND) - PUBLISHED];
            fprintf(file, "%18.1f%9.1f%9.2f%9.1f", 100 * counts->used / (double)counts->steps,
                    100 * counts->longest, percent(counts->long_steps, counts->steps),
                    100 * sound->used / (double)sound->tested);
        }
        fputc('\n', file);
    }
}

static void print_pairs(const arm_bench *benches, FILE *file)
{
    fprintf(
        file,
        "\nWith the pairs inside the arm, which the paper leaves out, on lines of their own: tests a "
        "line, sound, 8 layers\n%-11s%9s%9s%9s%9s\n",
        "", "pairs", "contact", "links", "pairs");
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        const arm_bench *b = &benches[i];
        size_t pairs = 0;
        for (size_t k = 0; k < lw_scene_pair_count(b->scene); k++) {
            size_t bodies[2];
            lw_scene_pair(b->scene, k, bodies);
            pairs += bodies[1] < b->scene->frozen->moving_count;
        }
        double lines = (double)b->truth.lines;
        fprintf(file, "%-11s%9zu%8.1f%%%9.0f%9.0f\n", lw_baginski_arms[i].name, pairs,
                percent(b->truth.contacts, b->truth.lines), (double)b->sound[0].tests / lines,
                (double)b->sound[0].pair_tests / lines);
    }
}

static void print_answers(const arm_bench *benches, const uint64_t cusps[CONTENDERS], FILE *file)
{
    static const char *const names[CONTENDERS] = {"1-norm",   "any path",    "steps",
                                                  "8 layers", "sound steps", "sound 8 layers"};
    arm_bench sum = {.which = 0};
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        const arm_bench *b = &benches[i];
        sum.truth.lines += b->truth.lines;
        sum.truth.contacts += b->truth.contacts;
        sum.truth.undecided += b->truth.undecided;
        sum.truth.clear += b->truth.clear;
        sum.differ += b->differ;
        for (int who = 0; who < CONTENDERS; who++) {
            sum.missed[who] += b->missed[who];
            sum.far[who] += b->far[who];
            sum.undecided[who] += b->undecided[who];
        }
    }
    fprintf(file,
            "\nAnswers beside those of slab: %" PRIu64 " lines, %" PRIu64 " in contact, %" PRIu64
            " undecided; %" PRIu64
            " free with a clearance above d0; bisection says otherwise on %" PRIu64
            "\n%-16s%9s%9s%11s%13s\n",
            sum.truth.lines, sum.truth.contacts, sum.truth.undecided, sum.truth.clear, sum.differ, "",
            "missed", "far off", "undecided", "cusps missed");
    for (int who = 0; who < CONTENDERS; who++)
        fprintf(file, "%-16s%9" PRIu64 "%9" PRIu64 "%11" PRIu64 "%13" PRIu64 "\n", names[who],
                sum.missed[who], sum.far[who], sum.undecided[who], cusps[who]);
    fprintf(file,
            "missed: contacts called free; far off: contact reported with a clearance above d0; "
            "cusps: %d lines with a dot on a path "
            "that turns round\n",
            CUSPS);
}

lw_status lw_bench_baginski(const lw_bench_options *options, FILE *file, lw_error *error)
{
    arm_bench benches[LW_BAGINSKI_ARMS] = {{.which = 0}};
    arm_bench pairs[LW_BAGINSKI_ARMS] = {{.which = 0}};
    uint64_t cusps[CONTENDERS] = {0};
    lw_status status = LW_OK;
    for (int i = 0; i < LW_BAGINSKI_ARMS && !status; i++) {
        benches[i].which = pairs[i].which = i;
        status = run_arm(&benches[i], options, error);
        if (!status)
            status = run_with_pairs(&pairs[i], options, error);
    }
    if (!status)
        status = run_cusps(options, cusps, error);
    if (!status) {
        fprintf(file, "Baginski: d0 = 2.5 mm, 8 layers to 32 cm, %u random lines of each arm\n\n",
                options->lines);
        print_tests(benches, file);
        print_layers(benches, file);
        print_use(benches, file);
        print_pairs(pairs, file);
        print_answers(benches, cusps, file);
    }
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        close_arm(&benches[i]);
        close_arm(&pairs[i]);
    }
    return status;
}
