/* The measurements of Baginski's Table 1: the numbers of static tests of a link that the published
 * steps and those of Leeway's method `expanded` take, the layers of the steps, and the contacts that
 * the published steps miss. */
#include "baginski/baginski_measure.h"

#include "baginski/baginski_arms.h"
#include "baginski/swept_radii.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"
#include "check/checker/checker.h"

enum { LAYERS = LW_PUBLISHED_MOST_LAYERS, MOST_TRIES = 1000 };

typedef struct arm_bench {
    int which;
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    lw_arena arena;
    lw_swept_radii radii;
    lw_published_arm arm;
    lw_baginski_figures figures;
} arm_bench;

/* ---- one arm ----------------------------------------------------------------------------------- */

/* Freezes the scene, and makes the data for its checks. */
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

/* Draws random values of the joints, without a contact. */
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

/* Draws a random straight line between such values. */
static lw_status draw_ends(arm_bench *b, lw_random *random, double *from, double *to, lw_error *error)
{
    lw_status status = draw_state(b, random, from, error);
    if (!status)
        status = draw_state(b, random, to, error);
    return status ? status : lw_motion_set_segment(b->motion, NULL, from, to, error);
}

static lw_status draw_line(arm_bench *b, lw_random *random, lw_error *error)
{
    double from[LW_BAGINSKI_MOST_JOINTS];
    double to[LW_BAGINSKI_MOST_JOINTS];
    return draw_ends(b, random, from, to, error);
}

/* ---- Leeway's steps ---------------------------------------------------------------------------- */

static lw_status count_step(void *context, const lw_step *step)
{
    lw_baginski_counts *counts = context;
    if (step->other >= 0)
        return LW_OK;
    counts->steps++;
    if (step->layer < 0)
        counts->thinner++;
    else
        counts->steps_of[step->layer]++;
    return LW_OK;
}

/* Checks whether the line is free, without the time of a contact, which the paper does not find
 * either. */
static lw_status check_expanded(arm_bench *b, int layers, lw_baginski_counts *counts,
                                lw_verdict *verdict, lw_error *error)
{
    lw_check_options options = lw_default_check_options();
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

static uint64_t tests_of(const arm_bench *b, lw_baginski_contender who)
{
    return (int)who < LW_BAGINSKI_PUBLISHED ? b->figures.published[who].tests
                                            : b->figures.sound[who - LW_BAGINSKI_PUBLISHED].tests;
}

/* Asks a contender. */
static lw_status ask(arm_bench *b, lw_baginski_contender who, lw_verdict_kind *kind, lw_error *error)
{
    bool contact = false;
    lw_verdict verdict = lw_default_verdict();
    lw_status status = LW_OK;
    switch (who) {
    case LW_BAGINSKI_NORM:
        contact = lw_published_norm(&b->arm, b->motion, &b->figures.published[who]);
        break;
    case LW_BAGINSKI_PATH:
        contact = lw_published_path(&b->arm, b->motion, &b->figures.published[who]);
        break;
    case LW_BAGINSKI_STEPS:
    case LW_BAGINSKI_MANY:
        contact = lw_published_layers(&b->arm, b->motion, who == LW_BAGINSKI_MANY ? LAYERS : 1,
                                      &b->figures.published[who]);
        break;
    case LW_BAGINSKI_SOUND:
    case LW_BAGINSKI_SOUND_MANY:
        status = check_expanded(b, who == LW_BAGINSKI_SOUND_MANY ? LAYERS : 1,
                                &b->figures.sound[who - LW_BAGINSKI_PUBLISHED], &verdict, error);
        *kind = verdict.kind;
        return status;
    }
    *kind = contact ? LW_VERDICT_CONTACT : LW_VERDICT_FREE;
    return LW_OK;
}

/* Finds the truth about the line, by slab with a clearance, and whether bisection agrees. */
static lw_status find_truth(arm_bench *b, lw_verdict_kind *kind, bool *clear, lw_error *error)
{
    lw_check_options options = lw_default_check_options();
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
    b->figures.truth.lines++;
    b->figures.truth.contacts += slab.kind == LW_VERDICT_CONTACT;
    b->figures.truth.undecided += slab.kind == LW_VERDICT_UNDECIDED;
    b->figures.truth.clear += *clear;
    b->figures.differ += slab.kind != bisection.kind;
    return status;
}

static lw_status check_line(arm_bench *b, lw_error *error)
{
    lw_verdict_kind known;
    bool clear;
    lw_status status = find_truth(b, &known, &clear, error);
    for (lw_baginski_contender who = 0; (int)who < LW_BAGINSKI_CONTENDERS && !status; who++) {
        lw_verdict_kind kind;
        uint64_t before = tests_of(b, who);
        status = ask(b, who, &kind, error);
        b->figures.tests[known == LW_VERDICT_CONTACT][who] += tests_of(b, who) - before;
        b->figures.missed[who] += known == LW_VERDICT_CONTACT && kind == LW_VERDICT_FREE;
        b->figures.far[who] += clear && kind == LW_VERDICT_CONTACT;
        b->figures.undecided[who] += kind == LW_VERDICT_UNDECIDED;
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

/* Runs lines with the pairs inside the arm, which the paper leaves out. */
static lw_status run_with_pairs(arm_bench *b, const lw_bench_options *options, lw_error *error)
{
    lw_random random = {options->seed};
    lw_status status = open_arm(b, true, error);
    for (unsigned i = 0; i < options->lines && !status; i++) {
        lw_verdict verdict = lw_default_verdict();
        status = draw_line(b, &random, error);
        if (!status)
            status = check_expanded(b, LAYERS, &b->figures.sound[0], &verdict, error);
        b->figures.truth.lines++;
        b->figures.truth.contacts += verdict.kind == LW_VERDICT_CONTACT;
    }
    return status;
}

/* ---- the contacts that (4) misses ------------------------------------------------------------ */

/* Runs lines over or beside a cusp, with a dot somewhere on the tip's path: counts the contacts that
 * each contender misses. */
static lw_status run_cusps(const lw_bench_options *options, uint64_t missed[LW_BAGINSKI_CONTENDERS],
                           lw_error *error)
{
    lw_random random = {options->seed};
    lw_status status = LW_OK;
    for (int i = 0; i < LW_BAGINSKI_CUSPS && !status; i++) {
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
        for (int who = 0; who < LW_BAGINSKI_CONTENDERS; who++)
            missed[who] += b.figures.missed[who];
        close_arm(&b);
    }
    return status;
}

/* ---- all arms ---------------------------------------------------------------------------------- */

static size_t count_inside(const arm_bench *b)
{
    size_t pairs = 0;
    for (size_t k = 0; k < lw_scene_pair_count(b->scene); k++) {
        size_t bodies[2];
        lw_scene_pair(b->scene, k, bodies);
        pairs += bodies[1] < b->scene->frozen->moving_count;
    }
    return pairs;
}

static lw_status measure_arm(int which, const lw_bench_options *options, bool inside,
                             lw_baginski_figures *out, lw_error *error)
{
    arm_bench b = {.which = which};
    lw_status status = inside ? run_with_pairs(&b, options, error) : run_arm(&b, options, error);
    if (!status && inside)
        b.figures.pairs = count_inside(&b);
    *out = b.figures;
    close_arm(&b);
    return status;
}

lw_status lw_baginski_measure(const lw_bench_options *options, lw_baginski_measured *out,
                              lw_error *error)
{
    *out = (lw_baginski_measured){.cusps = {0}};
    lw_status status = LW_OK;
    for (int i = 0; i < LW_BAGINSKI_ARMS && !status; i++) {
        status = measure_arm(i, options, false, &out->figures[i], error);
        if (!status)
            status = measure_arm(i, options, true, &out->inside[i], error);
    }
    return status ? status : run_cusps(options, out->cusps, error);
}

/* ---- the arms and lines as scenes -------------------------------------------------------------- */

/* Writes one arm with the lines of the table. */
static lw_status write_arm(arm_bench *b, const lw_bench_options *options, bool self,
                           lw_scene_files *files, lw_error *error)
{
    char name[64];
    double from[LW_BAGINSKI_MOST_JOINTS];
    double to[LW_BAGINSKI_MOST_JOINTS];
    lw_random random = {options->seed};
    const size_t joints = (size_t)lw_baginski_arms[b->which].joints;
    snprintf(name, sizeof name, "baginski_%zu_joints%s", joints, self ? "_inside" : "");
    lw_status status = open_arm(b, self, error);
    if (!status)
        status = lw_scene_files_open(files, name, b->scene, error);
    for (unsigned i = 0; i < options->lines && !status; i++) {
        status = draw_ends(b, &random, from, to, error);
        if (status)
            break;
        FILE *line = lw_scene_files_line(files);
        fputs(", \"from\": ", line);
        lw_scene_files_row(line, from, joints);
        fputs(", \"to\": ", line);
        lw_scene_files_row(line, to, joints);
        status = lw_scene_files_judge(files, b->motion, NULL, error);
    }
    lw_status closed = lw_scene_files_close(files, status ? NULL : error);
    return status ? status : closed;
}

lw_status lw_baginski_write_scenes(const lw_bench_options *options, lw_scene_files *files,
                                   lw_error *error)
{
    lw_status status = LW_OK;
    for (int i = 0; i < 2 * LW_BAGINSKI_ARMS && !status; i++) {
        arm_bench b = {.which = i / 2};
        status = write_arm(&b, options, i % 2, files, error);
        close_arm(&b);
    }
    return status;
}
