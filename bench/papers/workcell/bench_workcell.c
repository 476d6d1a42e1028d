/* leeway-bench workcell: section 6 of Feyeux and Landry, "Collision detection between robots moving
 * along specified trajectories", on work-cells rebuilt in its spirit. It compares the published method,
 * with its counts, to Leeway's, and tests whether the paper's bound (12) holds on data whose velocities
 * and positions do not agree. */
#include "table/bench_clock.h"
#include "table/papers.h"

#include "base/error.h"
#include "base/random.h"
#include "workcell/workcell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANDOM_STEPS = 12,
    RANDOM_PAIRS = 2000,
    MOST_ROUNDS = 10001,
    VARIANTS = 200 /* variants of a case, for the times: a processor learns a motion that is checked
                      again and again */
};

/* How far the trajectories of a variant are shifted, m and rad: the verdicts stay the same. */
static const double aside = 0.002;

static const double safety = 1e-6;

/* The figures that the paper reports of one case. */
typedef struct figures {
    const char *title, *intervals, *bisected, *narrow, *tests, *time;
} figures;

static const figures paper_figures[2] = {
    {"apart", "52", "1", "7", "14", "4000"},
    {"shared end", "56 of 71", "about 30", "9", "12", "5000"},
};

/* A scene with both robots, and the checker and motions for it. */
typedef struct cell {
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    lw_motion *variants[VARIANTS];
} cell;

/* The trajectories of one case, shifted a little. */
typedef struct variant {
    lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS];
} variant;

/* The methods that are timed: the published one, and Leeway without and with the obstacles. */
typedef enum contender { PUBLISHED, PAIR_ALONE, WITH_OBSTACLES, CONTENDERS } contender;

static lw_status add_square(lw_scene *scene, const char *robot, const double corners[4][2],
                            lw_error *error)
{
    double vertices[12] = {0};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 2; k++)
            vertices[3 * i + k] = corners[i][k];
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = vertices;
    shape.vertex_count = 4;
    lw_pose here = lw_pose_identity();
    return lw_scene_add_shape(scene, robot, "body", &shape, here, error);
}

static lw_status add_robot(lw_scene *scene, const char *name, const double corners[4][2],
                           lw_error *error)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = "at";
    joint.kind = LW_JOINT_PLANAR;
    joint.axis = (lw_vec3){0, 0, 1};
    joint.parent = "ground";
    joint.child = "body";
    lw_status status = lw_scene_add_robot(scene, name, lw_pose_identity(), error);
    if (!status)
        status = lw_scene_add_link(scene, name, "ground", error);
    if (!status)
        status = lw_scene_add_link(scene, name, "body", error);
    if (!status)
        status = lw_scene_add_joint(scene, name, &joint, error);
    return status ? status : add_square(scene, name, corners, error);
}

static lw_status add_obstacles(lw_scene *scene, lw_error *error)
{
    static const char *const ids[LW_WORKCELL_OBSTACLES] = {"press", "rack", "oven", "bench"};
    lw_status status = LW_OK;
    for (size_t i = 0; i < LW_WORKCELL_OBSTACLES && !status; i++) {
        double vertices[12] = {0};
        for (size_t k = 0; k < 4; k++)
            for (size_t c = 0; c < 2; c++)
                vertices[3 * k + c] = lw_workcell_obstacles[i][k][c];
        lw_shape_def shape = lw_default_shape();
        shape.kind = LW_SHAPE_POLYGON;
        shape.vertices = vertices;
        shape.vertex_count = 4;
        status = lw_scene_add_obstacle(scene, ids[i], &shape, lw_pose_identity(), error);
    }
    return status;
}

static lw_status build(bool obstacles, cell *out, lw_error *error)
{
    *out = (cell){.scene = NULL};
    lw_status status = lw_scene_create(&out->scene, error);
    if (!status)
        status = lw_scene_set_dimension(out->scene, 2, error);
    for (int r = 0; r < LW_WORKCELL_ROBOTS && !status; r++)
        status = add_robot(out->scene, lw_workcell_names[r], lw_workcell_square, error);
    if (!status && obstacles)
        status = add_obstacles(out->scene, error);
    if (!status)
        status = lw_scene_freeze(out->scene, error);
    if (!status)
        status = lw_checker_create(out->scene, &out->checker, error);
    if (!status)
        status = lw_motion_create(out->scene, &out->motion, error);
    for (int i = 0; i < VARIANTS && !status; i++)
        status = lw_motion_create(out->scene, &out->variants[i], error);
    return status;
}

static void drop(cell *c)
{
    for (int i = 0; i < VARIANTS; i++)
        lw_motion_destroy(c->variants[i]);
    lw_motion_destroy(c->motion);
    lw_checker_destroy(c->checker);
    lw_scene_destroy(c->scene);
}

/* sets a motion: linear, as the paper interpolates positions, or cubic through the velocities too */
static lw_status set_trajectories(const cell *c, lw_motion *motion,
                                  const lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS],
                                  bool cubic, lw_error *error)
{
    lw_track tracks[LW_WORKCELL_ROBOTS];
    for (int r = 0; r < LW_WORKCELL_ROBOTS; r++) {
        tracks[r] = lw_default_track();
        tracks[r].kind = LW_TRACK_TRAJECTORY;
        tracks[r].joints = lw_scene_joints(c->scene, lw_workcell_names[r], NULL, error);
        tracks[r].point_count = trajectories[r].count;
        tracks[r].times = trajectories[r].times;
        tracks[r].positions = trajectories[r].positions[0];
        tracks[r].velocities = cubic ? trajectories[r].rates[0] : NULL;
        tracks[r].no_approach = true; /* in the paper robots wait where they begin */
    }
    return lw_motion_set(motion, tracks, LW_WORKCELL_ROBOTS, error);
}

/* Makes the variants of a case, and their motions in both cells. */
static lw_status make_variants(const lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS],
                               const cell cells[2], lw_random *random, variant *out, lw_error *error)
{
    lw_status status = LW_OK;
    for (int i = 0; i < VARIANTS && !status; i++) {
        memcpy(out[i].trajectories, trajectories, sizeof out[i].trajectories);
        for (int r = 0; r < LW_WORKCELL_ROBOTS; r++)
            for (int k = 0; k < 3; k++) {
                double by = lw_random_between(random, -aside, aside);
                for (size_t step = 0; step < trajectories[r].count; step++)
                    out[i].trajectories[r].positions[step][k] += by;
            }
        for (int c = 0; c < 2 && !status; c++)
            status =
                set_trajectories(&cells[c], cells[c].variants[i], out[i].trajectories, true, error);
    }
    return status;
}

/* Runs one sweep of a contender; contacts: how many it reports. */
static lw_status sweep(contender who, const lw_polygon *outline, const cell cells[2],
                       const variant *variants, const uint32_t *order, int *contacts, lw_error *error)
{
    lw_status status = LW_OK;
    *contacts = 0;
    for (int i = 0; i < VARIANTS && !status; i++) {
        if (who == PUBLISHED) {
            *contacts += !lw_workcell_published(outline, variants[order[i]].trajectories, safety).apart;
            continue;
        }
        lw_verdict verdict = lw_default_verdict();
        const cell *c = &cells[who - PAIR_ALONE];
        status = lw_check(c->checker, c->variants[order[i]], NULL, &verdict, error);
        *contacts += verdict.kind == LW_VERDICT_CONTACT;
    }
    return status;
}

/* Microseconds per motion: medians of sweeps, all contenders in a new order in each round. */
static lw_status time_case(const lw_bench_options *options, bool contact, const lw_polygon *outline,
                           const cell cells[2], const variant *variants, lw_random *random,
                           double medians[CONTENDERS], lw_error *error)
{
    unsigned rounds = options->rounds < MOST_ROUNDS ? options->rounds : MOST_ROUNDS;
    double *times = malloc((size_t)CONTENDERS * rounds * sizeof *times);
    lw_status status = times ? LW_OK : lw_fail_memory(error);
    for (unsigned r = 0; r < rounds && !status; r++) {
        uint32_t order[VARIANTS];
        uint32_t turns[CONTENDERS];
        lw_random_order(random, order, VARIANTS);
        lw_random_order(random, turns, CONTENDERS);
        for (int turn = 0; turn < CONTENDERS && !status; turn++) {
            uint32_t who = turns[turn];
            int contacts;
            double begin = lw_bench_seconds();
            status = sweep((contender)who, outline, cells, variants, order, &contacts, error);
            times[who * rounds + r] = 1e6 * (lw_bench_seconds() - begin) / VARIANTS;
            if (!status && contacts != (contact ? VARIANTS : 0))
                status = lw_fail(error, LW_ERROR_STATE, "a variant of a case has another verdict");
        }
    }
    for (unsigned who = 0; who < CONTENDERS && !status; who++)
        medians[who] = lw_bench_median(times + who * rounds, rounds);
    free(times);
    return status;
}

/* ---- tables ------------------------------------------------------------------------------------ */

/* Adds a figure that the paper gives in words, or as a number. */
static void add_paper(lw_bench_results *results, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (!*text)
        lw_bench_add_nothing(results);
    else if (*end)
        lw_bench_add_word(results, text);
    else
        lw_bench_add_figure(results, value, 0);
}

/* Adds a count of the paper, of the published method and of Leeway; negative: there is none. */
static void add_counts(lw_bench_results *results, const char *name, const char *of_paper,
                       double published, double ours)
{
    lw_bench_add_row(results, (lw_bench_head){.name = name});
    add_paper(results, of_paper);
    if (published >= 0)
        lw_bench_add_figure(results, published, 0);
    else
        lw_bench_add_nothing(results);
    if (ours >= 0)
        lw_bench_add_figure(results, ours, 0);
}

static void add_verdicts(lw_bench_results *results, bool free, const lw_workcell_counts *published,
                         const lw_verdict *verdict)
{
    static const char *const words[] = {"free", "contact", "undecided"};
    lw_bench_add_row(results, (lw_bench_head){.name = "verdict"});
    lw_bench_add_word(results, words[free ? 0 : 1]);
    lw_bench_add_word(results, words[published->apart ? 0 : 1]);
    lw_bench_add_word(results, words[verdict->kind]);
}

static void add_intervals(lw_bench_results *results, const char *of_paper,
                          const lw_workcell_counts *published)
{
    char text[64];
    snprintf(text, sizeof text, "%zu of %zu", published->intervals, published->all);
    lw_bench_add_row(results, (lw_bench_head){.name = "intervals"});
    add_paper(results, of_paper);
    lw_bench_add_word(results, text);
}

static void add_times(lw_bench_results *results, const char *of_paper, const double times[CONTENDERS])
{
    lw_bench_add_row(results, (lw_bench_head){.name = "time", .unit = "us"});
    add_paper(results, of_paper);
    lw_bench_add_figure(results, times[PUBLISHED], 2);
    lw_bench_add_figure(results, times[PAIR_ALONE], 2);
    lw_bench_add_row(results, (lw_bench_head){.name = "obstacles too", .unit = "us"});
    lw_bench_add_nothing(results);
    lw_bench_add_nothing(results);
    lw_bench_add_figure(results, times[WITH_OBSTACLES], 2);
}

static void add_case(lw_bench_results *results, lw_workcell_case which,
                     const lw_workcell_counts *published, const lw_verdict *verdict,
                     const double times[CONTENDERS])
{
    static const char *const columns[] = {"the paper", "as published", "leeway"};
    const figures *paper = &paper_figures[which];
    lw_bench_add_table(results, NULL, paper->title);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        lw_bench_add_column(results, (lw_bench_head){.name = columns[i]});
    add_verdicts(results, which == LW_WORKCELL_APART, published, verdict);
    add_intervals(results, paper->intervals, published);
    add_counts(results, "bisected", paper->bisected, (double)published->bisected, -1);
    add_counts(results, "times sampled", "", -1, (double)verdict->samples);
    add_counts(results, "distances of polygons", paper->narrow, (double)published->narrow,
               (double)verdict->queries);
    add_counts(results, "tests of features", paper->tests, (double)published->tests, -1);
    if (verdict->kind == LW_VERDICT_CONTACT) {
        lw_bench_add_row(results, (lw_bench_head){.name = "contact at", .unit = "s"});
        lw_bench_add_nothing(results);
        lw_bench_add_nothing(results);
        lw_bench_add_figure(results, verdict->time, 5);
    }
    add_times(results, paper->time, times);
}

static lw_status run_case(const lw_bench_options *options, lw_workcell_case which,
                          const lw_polygon *outline, const cell cells[2], lw_bench_results *results,
                          lw_error *error)
{
    lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS];
    lw_verdict verdicts[2];
    double times[CONTENDERS];
    lw_random random = {options->seed};
    lw_workcell_trajectories(which, trajectories);
    for (int i = 0; i < 2; i++) {
        verdicts[i] = lw_default_verdict();
        lw_status status = set_trajectories(&cells[i], cells[i].motion, trajectories, true, error);
        if (!status)
            status = lw_check(cells[i].checker, cells[i].motion, NULL, &verdicts[i], error);
        if (status)
            return status;
    }
    variant *variants = malloc(VARIANTS * sizeof *variants);
    lw_status status =
        variants ? make_variants(trajectories, cells, &random, variants, error) : lw_fail_memory(error);
    if (!status)
        status = time_case(options, which == LW_WORKCELL_SHARED_END, outline, cells, variants, &random,
                           times, error);
    free(variants);
    if (status)
        return status;
    lw_workcell_counts published = lw_workcell_published(outline, trajectories, safety);
    add_case(results, which, &published, &verdicts[0], times);
    return verdicts[1].kind == verdicts[0].kind
               ? LW_OK
               : lw_fail(error, LW_ERROR_STATE, "the verdict is another one with the obstacles");
}

/* Random positions, with velocities that agree with them or not. */
static void random_trajectories(lw_random *random, bool agree,
                                lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS])
{
    for (int r = 0; r < LW_WORKCELL_ROBOTS; r++) {
        lw_workcell_trajectory *trajectory = &trajectories[r];
        trajectory->count = RANDOM_STEPS;
        for (size_t k = 0; k < RANDOM_STEPS; k++) {
            trajectory->times[k] = (double)k + lw_random_between(random, -0.2, 0.2) + 0.2;
            for (size_t c = 0; c < 3; c++) {
                trajectory->positions[k][c] = lw_random_between(random, -1.5, 1.5);
                trajectory->rates[k][c] = lw_random_between(random, -0.5, 0.5);
            }
        }
        /* each rate is large enough for an even motion to either neighbour */
        for (size_t k = 0; agree && k < RANDOM_STEPS; k++)
            for (size_t c = 0; c < 3; c++) {
                double rate = 0;
                for (size_t i = k ? k - 1 : 0; i < k + 1 && i + 1 < RANDOM_STEPS; i++)
                    rate =
                        fmax(rate, fabs(trajectory->positions[i + 1][c] - trajectory->positions[i][c]) /
                                       (trajectory->times[i + 1] - trajectory->times[i]));
                trajectory->rates[k][c] = rate;
            }
    }
}

static lw_status run_bound(const lw_bench_options *options, bool agree, const lw_polygon *outline,
                           const cell *c, lw_bench_results *results, lw_error *error)
{
    lw_random random = {options->seed};
    size_t short_pairs = 0;
    size_t contacts = 0;
    size_t missed = 0;
    for (int i = 0; i < RANDOM_PAIRS; i++) {
        lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS];
        lw_verdict verdict = lw_default_verdict();
        random_trajectories(&random, agree, trajectories);
        lw_workcell_counts published = lw_workcell_published(outline, trajectories, safety);
        lw_status status = set_trajectories(c, c->motion, trajectories, false, error);
        if (!status)
            status = lw_check(c->checker, c->motion, NULL, &verdict, error);
        if (status)
            return status;
        short_pairs += published.short_by > 0;
        contacts += verdict.kind == LW_VERDICT_CONTACT;
        missed += verdict.kind == LW_VERDICT_CONTACT && published.apart;
    }
    lw_bench_add_row(results,
                     (lw_bench_head){.name = agree ? "velocities as large as the trajectories need"
                                                   : "velocities that do not agree"});
    lw_bench_add_figure(results, (double)short_pairs, 0);
    lw_bench_add_figure(results, (double)contacts, 0);
    lw_bench_add_figure(results, (double)missed, 0);
    return LW_OK;
}

static lw_status run_all(const lw_bench_options *options, const lw_polygon *outline,
                         const cell cells[2], lw_bench_results *results, lw_error *error)
{
    char title[LW_BENCH_TITLE];
    static const char *const columns[] = {"short", "contacts", "missed"};
    lw_status status = run_case(options, LW_WORKCELL_APART, outline, cells, results, error);
    if (!status)
        status = run_case(options, LW_WORKCELL_SHARED_END, outline, cells, results, error);
    if (status)
        return status;
    snprintf(title, sizeof title,
             "The bound (12) on %d random pairs of trajectories, places interpolated linearly",
             RANDOM_PAIRS);
    lw_bench_add_table(results, NULL, title);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        lw_bench_add_column(results, (lw_bench_head){.name = columns[i]});
    status = run_bound(options, true, outline, &cells[0], results, error);
    return status ? status : run_bound(options, false, outline, &cells[0], results, error);
}

lw_status lw_bench_workcell(const lw_bench_options *options, lw_bench_results *results, lw_error *error)
{
    cell cells[2] = {{.scene = NULL}, {.scene = NULL}};
    lw_polygon *outline = NULL;
    lw_status status = lw_polygon_create(lw_workcell_square[0], 4, 0, &outline, error);
    if (!status)
        status = build(false, &cells[0], error);
    if (!status)
        status = build(true, &cells[1], error);
    if (!status)
        status = run_all(options, outline, cells, results, error);
    for (int i = 0; i < 2; i++)
        drop(&cells[i]);
    lw_polygon_destroy(outline);
    return status;
}
