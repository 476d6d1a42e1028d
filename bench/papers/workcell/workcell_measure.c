/* The measurements of Feyeux and Landry's section 6: the published method with its counts beside
 * Leeway's, and whether the paper's bound (12) holds on data whose velocities and positions do not
 * agree. */
#include "workcell/workcell_measure.h"

#include "base/error.h"
#include "base/random.h"
#include "table/bench_clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANDOM_STEPS = 12,
    MOST_ROUNDS = 10001,
    VARIANTS = 200 /* variants of a case, for the times: a processor learns a motion that is checked
                      again and again */
};

/* How far the trajectories of a variant are shifted, m and rad: the verdicts stay the same. */
static const double aside = 0.002;

static const double safety = 1e-6;

const lw_workcell_paper lw_workcell_papers[LW_WORKCELL_CASES] = {
    {"apart", 52, 52, 1, 7, 14, 4e-3},
    {"shared end", 56, 71, 30, 9, 12, 5e-3},
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
static lw_status sweep(lw_workcell_contender who, const lw_polygon *outline, const cell cells[2],
                       const variant *variants, const uint32_t *order, int *contacts, lw_error *error)
{
    lw_status status = LW_OK;
    *contacts = 0;
    for (int i = 0; i < VARIANTS && !status; i++) {
        if (who == LW_WORKCELL_PUBLISHED) {
            *contacts += !lw_workcell_published(outline, variants[order[i]].trajectories, safety).apart;
            continue;
        }
        lw_verdict verdict = lw_default_verdict();
        const cell *c = &cells[who - LW_WORKCELL_PAIR];
        status = lw_check(c->checker, c->variants[order[i]], NULL, &verdict, error);
        *contacts += verdict.kind == LW_VERDICT_CONTACT;
    }
    return status;
}

/* Microseconds per motion: medians of sweeps, all contenders in a new order in each round. */
static lw_status time_case(const lw_bench_options *options, bool contact, const lw_polygon *outline,
                           const cell cells[2], const variant *variants, lw_random *random,
                           double medians[LW_WORKCELL_CONTENDERS], lw_error *error)
{
    unsigned rounds = options->rounds < MOST_ROUNDS ? options->rounds : MOST_ROUNDS;
    double *times = malloc((size_t)LW_WORKCELL_CONTENDERS * rounds * sizeof *times);
    lw_status status = times ? LW_OK : lw_fail_memory(error);
    for (unsigned r = 0; r < rounds && !status; r++) {
        uint32_t order[VARIANTS];
        uint32_t turns[LW_WORKCELL_CONTENDERS];
        lw_random_order(random, order, VARIANTS);
        lw_random_order(random, turns, LW_WORKCELL_CONTENDERS);
        for (int turn = 0; turn < LW_WORKCELL_CONTENDERS && !status; turn++) {
            uint32_t who = turns[turn];
            int contacts;
            double begin = lw_bench_seconds();
            status =
                sweep((lw_workcell_contender)who, outline, cells, variants, order, &contacts, error);
            times[who * rounds + r] = 1e6 * (lw_bench_seconds() - begin) / VARIANTS;
            if (!status && contacts != (contact ? VARIANTS : 0))
                status = lw_fail(error, LW_ERROR_STATE, "a variant of a case has another verdict");
        }
    }
    for (unsigned who = 0; who < LW_WORKCELL_CONTENDERS && !status; who++)
        medians[who] = lw_bench_median(times + who * rounds, rounds);
    free(times);
    return status;
}

static lw_status run_case(const lw_bench_options *options, lw_workcell_case which,
                          const lw_polygon *outline, const cell cells[2],
                          lw_workcell_case_measured *out, lw_error *error)
{
    lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS];
    lw_verdict verdicts[2];
    lw_random random = {options->seed};
    lw_random order = {options->order};
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
        status = time_case(options, which == LW_WORKCELL_SHARED_END, outline, cells, variants, &order,
                           out->times, error);
    free(variants);
    if (status)
        return status;
    out->published = lw_workcell_published(outline, trajectories, safety);
    out->leeway = verdicts[0];
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
                           const cell *c, lw_workcell_bound_measured *out, lw_error *error)
{
    lw_random random = {options->seed};
    *out = (lw_workcell_bound_measured){0};
    for (int i = 0; i < LW_WORKCELL_PAIRS; i++) {
        lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS];
        lw_verdict verdict = lw_default_verdict();
        random_trajectories(&random, agree, trajectories);
        lw_workcell_counts published = lw_workcell_published(outline, trajectories, safety);
        lw_status status = set_trajectories(c, c->motion, trajectories, false, error);
        if (!status)
            status = lw_check(c->checker, c->motion, NULL, &verdict, error);
        if (status)
            return status;
        out->short_pairs += published.short_by > 0;
        out->contacts += verdict.kind == LW_VERDICT_CONTACT;
        out->missed += verdict.kind == LW_VERDICT_CONTACT && published.apart;
    }
    return LW_OK;
}

static lw_status run_all(const lw_bench_options *options, const lw_polygon *outline,
                         const cell cells[2], lw_workcell_measured *out, lw_error *error)
{
    lw_status status = LW_OK;
    for (int i = 0; i < LW_WORKCELL_CASES && !status; i++)
        status = run_case(options, (lw_workcell_case)i, outline, cells, &out->cases[i], error);
    for (int agree = 0; agree < 2 && !status; agree++)
        status = run_bound(options, agree, outline, &cells[0], &out->bounds[agree], error);
    return status;
}

lw_status lw_workcell_measure(const lw_bench_options *options, lw_workcell_measured *out,
                              lw_error *error)
{
    cell cells[2] = {{.scene = NULL}, {.scene = NULL}};
    lw_polygon *outline = NULL;
    lw_status status = lw_polygon_create(lw_workcell_square[0], 4, 0, &outline, error);
    if (!status)
        status = build(false, &cells[0], error);
    if (!status)
        status = build(true, &cells[1], error);
    if (!status)
        status = run_all(options, outline, cells, out, error);
    for (int i = 0; i < 2; i++)
        drop(&cells[i]);
    lw_polygon_destroy(outline);
    return status;
}

/* ---- the cells as scenes ----------------------------------------------------------------------- */

/* A trajectory whose robot stands at its beginning from time 0 on, which files have to say. */
static lw_workcell_trajectory waiting(const lw_workcell_trajectory *trajectory)
{
    lw_workcell_trajectory out = *trajectory;
    if (!(trajectory->times[0] > 0))
        return out;
    out.count++;
    out.times[0] = 0;
    memcpy(out.times + 1, trajectory->times, trajectory->count * sizeof *out.times);
    memcpy(out.positions + 1, trajectory->positions, trajectory->count * sizeof *out.positions);
    memcpy(out.rates + 1, trajectory->rates, trajectory->count * sizeof *out.rates);
    memset(out.rates, 0, sizeof *out.rates);
    return out;
}

static void print_rows(FILE *file, const char *key, const double rows[][3], size_t count)
{
    fprintf(file, ", \"%s\": [", key);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", file);
        lw_scene_files_row(file, rows[i], 3);
    }
    fputc(']', file);
}

static void print_trajectories(FILE *file, const lw_workcell_trajectory *trajectories)
{
    fputs(", \"robots\": {", file);
    for (int r = 0; r < LW_WORKCELL_ROBOTS; r++) {
        const lw_workcell_trajectory *t = &trajectories[r];
        fprintf(file, "%s\"%s\": {\"trajectory\": {\"times\": ", r ? ", " : "", lw_workcell_names[r]);
        lw_scene_files_row(file, t->times, t->count);
        print_rows(file, "positions", t->positions, t->count);
        print_rows(file, "velocities", t->rates, t->count);
        fputs("}}", file);
    }
    fputc('}', file);
}

/* Writes a case, and holds its verdict against that of the table, where robots wait without a word. */
static lw_status write_case(const cell *c, lw_workcell_case which, lw_scene_files *files,
                            lw_error *error)
{
    lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS];
    lw_workcell_trajectory waited[LW_WORKCELL_ROBOTS];
    lw_verdict table = lw_default_verdict();
    lw_verdict written = lw_default_verdict();
    lw_workcell_trajectories(which, trajectories);
    for (int r = 0; r < LW_WORKCELL_ROBOTS; r++)
        waited[r] = waiting(&trajectories[r]);
    lw_status status = set_trajectories(c, c->motion, trajectories, true, error);
    if (!status)
        status = lw_check(c->checker, c->motion, NULL, &table, error);
    if (!status)
        status = set_trajectories(c, c->motion, waited, true, error);
    if (status)
        return status;
    print_trajectories(lw_scene_files_line(files), waited);
    status = lw_scene_files_judge(files, c->motion, &written, error);
    if (status || (written.kind == table.kind && fabs(written.time - table.time) <= 1e-4 * 10))
        return status;
    return lw_fail(error, LW_ERROR_STATE, "the verdict on a written motion is another one");
}

lw_status lw_workcell_write_scenes(const lw_bench_options *options, lw_scene_files *files,
                                   lw_error *error)
{
    static const char *const names[] = {"workcell_robots", "workcell_obstacles"};
    lw_status status = LW_OK;
    (void)options;
    for (int i = 0; i < 2 && !status; i++) {
        cell c;
        status = build(i, &c, error);
        if (!status)
            status = lw_scene_files_open(files, names[i], c.scene, error);
        for (int which = 0; which < LW_WORKCELL_CASES && !status; which++)
            status = write_case(&c, (lw_workcell_case)which, files, error);
        const lw_status closed = lw_scene_files_close(files, status ? NULL : error);
        status = status ? status : closed;
        drop(&c);
    }
    return status;
}
