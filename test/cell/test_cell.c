/* Tests cells: random jobs of several robots, judged pair by pair, with and without a memory, against
 * one check of the whole motion that their trajectories make. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "cell/judged_table.h"
#include "leeway/leeway.h"
#include "seed.h"

enum { ROBOTS = 3, PLACES = 4, TRAJECTORIES = PLACES * PLACES, STEPS = 4, MOST = 4 };

static const char *const names[ROBOTS] = {"R1", "R2", "R3"};

/* One robot's trajectory between two of its places: STEPS points, at rest at both ends. */
typedef struct way {
    double times[STEPS], rows[STEPS][3], rates[STEPS][3];
} way;

typedef struct world {
    double places[ROBOTS][PLACES][3];
    way ways[ROBOTS][PLACES][PLACES];
    bool cubic[ROBOTS];
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
    lw_cell *cell;
    lw_error error;
} world;

static void succeed(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

static void add_robot(world *w, int r, lw_random *random)
{
    static const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    double vertices[12] = {0};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 2; k++)
            vertices[3 * i + k] = corners[i][k] * lw_random_between(random, 0.1, 0.25);
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = vertices;
    shape.vertex_count = 4;
    lw_joint_def joint = lw_default_joint();
    joint.name = "at";
    joint.kind = LW_JOINT_PLANAR;
    joint.axis = (lw_vec3){0, 0, 1};
    joint.parent = "ground";
    joint.child = "body";
    lw_error *error = &w->error;
    succeed(lw_scene_add_robot(w->scene, names[r], lw_pose_identity(), error), error);
    succeed(lw_scene_add_link(w->scene, names[r], "ground", error), error);
    succeed(lw_scene_add_link(w->scene, names[r], "body", error), error);
    succeed(lw_scene_add_joint(w->scene, names[r], &joint, error), error);
    succeed(lw_scene_add_shape(w->scene, names[r], "body", &shape, lw_pose_identity(), error), error);
    succeed(lw_scene_set_joint(w->scene, names[r], "at", w->places[r][0], 3, error), error);
    double padding = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 0.05);
    succeed(lw_scene_set_link_padding(w->scene, names[r], "body", 1, padding, error), error);
}

static lw_track track_of(const world *w, int r, const way *along)
{
    lw_error error = {0};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = lw_scene_joints(w->scene, names[r], NULL, &error);
    track.point_count = STEPS;
    track.times = along->times;
    track.positions = along->rows[0];
    track.velocities = w->cubic[r] ? along->rates[0] : NULL;
    return track;
}

static void random_way(world *w, lw_random *random, int r, int from, int to)
{
    way *out = &w->ways[r][from][to];
    double time = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0.1, 0.5);
    for (int k = 0; k < STEPS; k++) {
        out->times[k] = time;
        time += lw_random_between(random, 0.3, 1);
        for (int c = 0; c < 3; c++) {
            bool inner = k > 0 && k < STEPS - 1;
            double u = (double)k / (STEPS - 1);
            out->rows[k][c] = (1 - u) * w->places[r][from][c] + u * w->places[r][to][c] +
                              (inner ? lw_random_between(random, -0.3, 0.3) : 0);
            out->rates[k][c] = inner ? lw_random_between(random, -1, 1) : 0;
        }
        /* the place itself, without the sum's rounding errors */
        for (int c = 0; c < 3 && (k == 0 || k == STEPS - 1); c++)
            out->rows[k][c] = w->places[r][k ? to : from][c];
    }
}

static void build(world *w, lw_random *random)
{
    static const double post[12] = {-0.1, -0.1, 0, 0.1, -0.1, 0, 0.1, 0.1, 0, -0.1, 0.1, 0};
    *w = (world){.scene = NULL};
    lw_error *error = &w->error;
    succeed(lw_scene_create(&w->scene, error), error);
    succeed(lw_scene_set_dimension(w->scene, 2, error), error);
    for (int r = 0; r < ROBOTS; r++) {
        for (int p = 0; p < PLACES; p++) {
            /* the robots' regions overlap a little */
            w->places[r][p][0] = 1.4 * r + lw_random_between(random, 0, 1.3);
            w->places[r][p][1] = lw_random_between(random, 0, 2);
            w->places[r][p][2] = lw_random_between(random, -2, 2);
        }
        /* some of the first two begin in each other and in the post */
        if (r < 2 && lw_random_below(random, 8) == 0) {
            w->places[r][0][0] = 2 + lw_random_between(random, -0.1, 0.1);
            w->places[r][0][1] = -0.7;
        }
        add_robot(w, r, random);
        w->cubic[r] = lw_random_below(random, 2);
    }
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = post;
    shape.vertex_count = 4;
    succeed(lw_scene_add_obstacle(w->scene, "post", &shape,
                                  lw_pose_from_rpy((lw_vec3){2, -0.7, 0}, 0, 0, 0.3), error),
            error);
    succeed(lw_scene_freeze(w->scene, error), error);
    succeed(lw_checker_create(w->scene, &w->checker, error), error);
    succeed(lw_motion_create(w->scene, &w->motion, error), error);
    succeed(lw_cell_create(w->scene, &w->cell, error), error);
    for (int r = 0; r < ROBOTS; r++)
        for (int from = 0; from < PLACES; from++)
            for (int to = 0; to < PLACES; to++) {
                const char name[] = {(char)('a' + from), (char)('a' + to), '\0'};
                random_way(w, random, r, from, to);
                lw_track track = track_of(w, r, &w->ways[r][from][to]);
                succeed(lw_motion_set(w->motion, &track, 1, error), error);
                succeed(lw_cell_add(w->cell, name, w->motion, error), error);
            }
    assert_int_equal(lw_cell_trajectory_count(w->cell), ROBOTS * TRAJECTORIES);
}

static void drop(world *w)
{
    lw_cell_destroy(w->cell);
    lw_motion_destroy(w->motion);
    lw_checker_destroy(w->checker);
    lw_scene_destroy(w->scene);
}

/* a job: for each robot the places it goes to, from its first one */
typedef struct job {
    int counts[ROBOTS]; /* of trajectories */
    int places[ROBOTS][MOST + 1];
} job;

static job random_job(lw_random *random)
{
    job out;
    memset(&out, 0, sizeof out);
    for (int r = 0; r < ROBOTS; r++) {
        out.counts[r] = (int)lw_random_below(random, MOST + 1);
        for (int i = 0; i <= out.counts[r]; i++)
            out.places[r][i] = i ? (int)lw_random_below(random, PLACES) : 0;
    }
    return out;
}

/* the sequences of a job, with the memory of their lists */
typedef struct job_sequences {
    size_t trajectories[ROBOTS][MOST];
    lw_sequence list[ROBOTS];
    size_t count;
} job_sequences;

static void find_sequences(const world *w, const job *j, job_sequences *out)
{
    out->count = 0;
    for (int r = 0; r < ROBOTS; r++) {
        for (int i = 0; i < j->counts[r]; i++) {
            const char name[] = {(char)('a' + j->places[r][i]), (char)('a' + j->places[r][i + 1]),
                                 '\0'};
            int64_t found = lw_cell_find(w->cell, (size_t)r, name);
            assert_true(found >= 0);
            assert_string_equal(lw_cell_trajectory_name(w->cell, (size_t)found), name);
            out->trajectories[r][i] = (size_t)found;
        }
        if (j->counts[r])
            out->list[out->count++] =
                (lw_sequence){(size_t)r, out->trajectories[r], (size_t)j->counts[r]};
    }
}

static lw_cell_verdict judge_with(const world *w, lw_judge *judge, const job *j,
                                  const lw_check_options *options)
{
    job_sequences sequences;
    lw_cell_verdict out = lw_default_cell_verdict();
    lw_error error = {0};
    find_sequences(w, j, &sequences);
    succeed(lw_judge_job(judge, sequences.list, sequences.count, options, &out, &error), &error);
    return out;
}

static lw_cell_verdict judge(const world *w, lw_judge *judge, const job *j)
{
    return judge_with(w, judge, j, NULL);
}

/* Checks the job as one motion. Each trajectory begins where the last one ended, at a later time. */
static lw_verdict check_whole(world *w, const job *j, double *end)
{
    enum { POINTS = MOST * (STEPS + 1) };
    static double times[ROBOTS][POINTS];
    static double rows[ROBOTS][POINTS][3];
    static double rates[ROBOTS][POINTS][3];
    lw_track tracks[ROBOTS];
    tracks[0] = lw_default_track();
    size_t count = 0;
    for (int r = 0; r < ROBOTS; r++) {
        size_t n = 0;
        double start = 0;
        for (int i = 0; i < j->counts[r]; i++) {
            const way *next = &w->ways[r][j->places[r][i]][j->places[r][i + 1]];
            for (int k = 0; k < STEPS; k++) {
                double time = start + next->times[k];
                if (n && !(time > times[r][n - 1]))
                    continue;
                times[r][n] = time;
                for (int c = 0; c < 3; c++) {
                    rows[r][n][c] = next->rows[k][c];
                    rates[r][n][c] = next->rates[k][c];
                }
                n++;
            }
            start += next->times[STEPS - 1];
        }
        if (!n)
            continue;
        tracks[count] = track_of(w, r, &w->ways[r][0][0]);
        tracks[count].point_count = n;
        tracks[count].times = times[r];
        tracks[count].positions = rows[r][0];
        if (w->cubic[r])
            tracks[count].velocities = rates[r][0];
        count++;
    }
    double begin;
    lw_verdict out = lw_default_verdict();
    succeed(lw_motion_set(w->motion, tracks, count, &w->error), &w->error);
    lw_motion_interval(w->motion, &begin, end);
    succeed(lw_check(w->checker, w->motion, NULL, &out, &w->error), &w->error);
    return out;
}

/* Checks lw_motion_set_job: its motion is that of check_whole, which w->motion still holds. */
static void check_motion(world *w, const job *j, const lw_cell_verdict *v, const lw_verdict *whole)
{
    job_sequences sequences;
    lw_motion *motion = NULL;
    lw_verdict own = lw_default_verdict();
    lw_error *error = &w->error;
    double begin;
    double end;
    double other_end;
    find_sequences(w, j, &sequences);
    succeed(lw_motion_create(w->scene, &motion, error), error);
    succeed(lw_motion_set_job(motion, w->cell, sequences.list, sequences.count, error), error);
    lw_motion_interval(w->motion, &begin, &other_end);
    lw_motion_interval(motion, &begin, &end);
    assert_true(begin == 0 && end == v->end && lw_motion_in_seconds(motion));
    if (sequences.count)
        assert_int_equal(lw_motion_interpolation(motion), lw_motion_interpolation(w->motion));
    for (int i = 0; i <= 20 && sequences.count; i++)
        for (size_t body = 0; body < ROBOTS; body++) {
            const double time = fmin(fmin(end, other_end), end * i / 20);
            lw_pose at;
            lw_pose wanted;
            succeed(lw_motion_pose(motion, body, time, &at, error), error);
            succeed(lw_motion_pose(w->motion, body, time, &wanted, error), error);
            const double offs[] = {at.position.x - wanted.position.x, at.position.y - wanted.position.y,
                                   at.orientation.z - wanted.orientation.z};
            for (int k = 0; k < 3; k++)
                assert_true(fabs(offs[k]) < 1e-9);
        }
    succeed(lw_check(w->checker, motion, NULL, &own, error), error);
    if (own.kind != LW_VERDICT_UNDECIDED && whole->kind != LW_VERDICT_UNDECIDED)
        assert_true(own.kind == whole->kind && fabs(own.time - whole->time) <= 1e-4 * end);
    lw_motion_destroy(motion);
}

static void check_job(world *w, const job *j, const lw_cell_verdict *v, int round)
{
    double end;
    lw_verdict whole = check_whole(w, j, &end);
    bool moves = j->counts[0] || j->counts[1] || j->counts[2];
    if (moves)
        assert_true(fabs(v->end - end) <= 1e-12 * end);
    check_motion(w, j, v, &whole);
    if (v->kind == LW_VERDICT_UNDECIDED || whole.kind == LW_VERDICT_UNDECIDED)
        return;
    if (v->kind != whole.kind)
        fail_msg("round %d: the judge says %d, the whole motion %d at %.17g", round, (int)v->kind,
                 (int)whole.kind, whole.time);
    if (v->kind == LW_VERDICT_FREE) {
        assert_true(v->free_until == v->end);
        return;
    }
    /* of several that touch at the beginning both name the same one */
    if (v->time == 0 && whole.time == 0)
        assert_true(v->pair[0] == whole.pair[0] && v->pair[1] == whole.pair[1]);
    if (fabs(v->time - whole.time) > 2e-4 * end)
        fail_msg("round %d: contact at %.17g, and of the whole motion at %.17g", round, v->time,
                 whole.time);
    assert_true(v->first && v->free_until <= v->time && v->time - v->free_until <= 1e-4 * end);
    assert_true(v->contact.lower <= v->contact.upper && v->contact.upper <= 0 && v->contact.depth >= 0);
    /* a robot in contact follows a trajectory of its own, or stands still */
    for (int i = 0; i < 2; i++)
        if (v->pair[i] >= ROBOTS)
            assert_int_equal(v->trajectories[i], -1);
        else
            assert_true(v->trajectories[i] < 0 || v->trajectories[i] / TRAJECTORIES == v->pair[i]);
}

static bool same_verdict(const lw_cell_verdict *a, const lw_cell_verdict *b)
{
    return a->kind == b->kind && a->time == b->time && a->free_until == b->free_until &&
           a->first == b->first && a->pair[0] == b->pair[0] && a->pair[1] == b->pair[1] &&
           a->pairs == b->pairs && a->queries == b->queries && a->contact.depth == b->contact.depth;
}

static void test_jobs(void **state)
{
    (void)state;
    enum { JOBS = 40 };
    lw_random random = {test_seed()};
    size_t kinds[3] = {0, 0, 0};
    uint64_t all_remembered = 0;
    int rounds = test_rounds(400, 20000);
    for (int round = 0; round < rounds; round++) {
        world w;
        lw_judge *judges[3];
        const size_t memory[3] = {1 << 20, 0, 1 << 10};
        build(&w, &random);
        for (int i = 0; i < 3; i++)
            succeed(lw_judge_create(w.cell, memory[i], &judges[i], &w.error), &w.error);
        for (int n = 0; n < JOBS; n++) {
            job j = random_job(&random);
            lw_cell_verdict v = judge(&w, judges[0], &j);
            kinds[v.kind]++;
            check_job(&w, &j, &v, round);
            /* without a memory, and with a very small one, the verdict is the same */
            for (int i = 1; i < 3; i++) {
                lw_cell_verdict again = judge(&w, judges[i], &j);
                assert_true(same_verdict(&v, &again));
            }
        }
        uint64_t judged;
        uint64_t remembered;
        lw_judge_counts(judges[1], &judged, &remembered);
        assert_true(remembered == 0);
        uint64_t pairs = judged;
        lw_judge_counts(judges[0], &judged, &remembered);
        assert_true(judged + remembered == pairs);
        all_remembered += remembered;
        for (int i = 0; i < 3; i++)
            lw_judge_destroy(judges[i]);
        drop(&w);
    }
    size_t jobs = (size_t)rounds * JOBS;
    assert_true(kinds[LW_VERDICT_FREE] > jobs / 20 && kinds[LW_VERDICT_CONTACT] > jobs / 20);
    assert_true(kinds[LW_VERDICT_UNDECIDED] <= jobs / 100 && all_remembered > 2 * jobs);
}

/* The judge remembers results with the tolerances that they were found with, and uses them for no
 * others. */
static void test_tolerances(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_check_options coarse = lw_default_check_options();
    coarse.time_tolerance = 0.02;
    size_t differ = 0;
    int rounds = test_rounds(100, 2000);
    for (int round = 0; round < rounds; round++) {
        world w;
        lw_judge *judges[2];
        build(&w, &random);
        coarse.distance_tolerance = round % 2 ? 0.1 : lw_default_check_options().distance_tolerance;
        for (size_t i = 0; i < 2; i++)
            succeed(lw_judge_create(w.cell, i ? 0 : 1 << 20, &judges[i], &w.error), &w.error);
        for (int n = 0; n < 20; n++) {
            job j = random_job(&random);
            lw_cell_verdict first = judge_with(&w, judges[0], &j, &coarse);
            lw_cell_verdict fine = judge(&w, judges[0], &j);
            lw_cell_verdict known = judge(&w, judges[1], &j);
            assert_true(same_verdict(&fine, &known));
            differ += !same_verdict(&first, &fine);
        }
        for (size_t i = 0; i < 2; i++)
            lw_judge_destroy(judges[i]);
        drop(&w);
    }
    assert_true(differ > (size_t)rounds);
}

static void expect(lw_status got, lw_status wanted, const lw_error *error, const char *sentence)
{
    assert_int_equal(got, wanted);
    assert_string_equal(error->message, sentence);
}

static void test_refusals(void **state)
{
    (void)state;
    world w;
    lw_random random = {test_seed()};
    build(&w, &random);
    lw_error *error = &w.error;
    lw_judge *one = NULL;
    lw_cell_verdict v = lw_default_cell_verdict();
    succeed(lw_judge_create(w.cell, 0, &one, error), error);

    lw_track track = track_of(&w, 0, &w.ways[0][0][1]);
    succeed(lw_motion_set(w.motion, &track, 1, error), error);
    expect(lw_cell_add(w.cell, "ab", w.motion, error), LW_ERROR_NAME, error,
           "robot \"R1\" has two trajectories \"ab\"");
    track.kind = LW_TRACK_PATH;
    track.times = NULL;
    track.velocities = NULL;
    succeed(lw_motion_set(w.motion, &track, 1, error), error);
    expect(lw_cell_add(w.cell, "new", w.motion, error), LW_ERROR_ARGUMENT, error,
           "motion \"new\" is a path over t from 0 to 1; a cell needs trajectories in seconds");
    succeed(lw_motion_set(w.motion, NULL, 0, error), error);
    expect(lw_cell_add(w.cell, "new", w.motion, error), LW_ERROR_ARGUMENT, error,
           "motion \"new\" moves no robot");
    lw_payload payload = lw_default_payload();
    track = track_of(&w, 0, &w.ways[0][0][1]);
    track.payloads = &payload;
    track.payload_count = 1;
    payload.object = "post";
    payload.link = "body";
    succeed(lw_motion_set(w.motion, &track, 1, error), error);
    expect(lw_cell_add(w.cell, "new", w.motion, error), LW_ERROR_ARGUMENT, error,
           "motion \"new\" attaches or releases objects; trajectories of a cell do not");

    size_t second = (size_t)lw_cell_find(w.cell, 1, "aa");
    size_t first = (size_t)lw_cell_find(w.cell, 0, "aa");
    expect(lw_judge_job(one, &(lw_sequence){0, &second, 1}, 1, NULL, &v, error), LW_ERROR_ARGUMENT,
           error, "trajectory 16 is not one of robot \"R1\"");
    expect(lw_judge_job(one, &(lw_sequence){7, &second, 1}, 1, NULL, &v, error), LW_ERROR_ARGUMENT,
           error, "there is no robot 7");
    lw_check_options options = lw_default_check_options();
    options.time_tolerance = (double)NAN;
    assert_int_equal(lw_judge_job(one, NULL, 0, &options, &v, error), LW_ERROR_ARGUMENT);
    const lw_sequence twice[] = {{0, &first, 1}, {0, &first, 1}};
    expect(lw_judge_job(one, twice, 2, NULL, &v, error), LW_ERROR_ARGUMENT, error,
           "robot \"R1\" has two sequences");
    const size_t jump[] = {(size_t)lw_cell_find(w.cell, 0, "ab"),
                           (size_t)lw_cell_find(w.cell, 0, "cd")};
    assert_int_equal(lw_judge_job(one, &(lw_sequence){0, jump, 2}, 1, NULL, &v, error),
                     LW_ERROR_ARGUMENT);
    assert_non_null(strstr(error->message, "robot \"R1\": \"cd\" begins at ("));
    expect(lw_motion_set_job(w.motion, w.cell, twice, 2, error), LW_ERROR_ARGUMENT, error,
           "robot \"R1\" has two sequences");
    assert_int_equal(lw_motion_piece_count(w.motion), 1);
    expect(lw_motion_set_job(w.motion, w.cell, &(lw_sequence){0, NULL, 2}, 1, error), LW_ERROR_ARGUMENT,
           error, "robot \"R1\" is to follow 2 trajectories, but no list of them was given");
    expect(lw_motion_set_job(w.motion, NULL, twice, 1, error), LW_ERROR_ARGUMENT, error,
           "lw_motion_set_job needs a motion, a cell and sequences");
    world other;
    build(&other, &random);
    expect(lw_motion_set_job(other.motion, w.cell, twice, 1, error), LW_ERROR_ARGUMENT, error,
           "the motion is of another scene than the cell");
    drop(&other);
    assert_true(lw_cell_find(w.cell, 0, "zz") < 0);
    assert_null(lw_cell_trajectory_name(w.cell, 1000));

    lw_judge_destroy(one);
    drop(&w);
}

/* A trajectory whose steps would be lost to rounding at the end of a long sequence is refused there. */
static void test_short_steps(void **state)
{
    (void)state;
    world w;
    lw_random random = {test_seed()};
    build(&w, &random);
    lw_judge *one = NULL;
    lw_cell_verdict v = lw_default_cell_verdict();
    way leap = w.ways[0][0][0];
    for (int k = 0; k < STEPS; k++) {
        leap.times[k] = 1e-10 * k;
        for (int c = 0; c < 3; c++)
            leap.rows[k][c] = w.places[0][0][c];
    }
    lw_track track = track_of(&w, 0, &leap);
    succeed(lw_motion_set(w.motion, &track, 1, &w.error), &w.error);
    succeed(lw_cell_add(w.cell, "leap", w.motion, &w.error), &w.error);
    succeed(lw_judge_create(w.cell, 0, &one, &w.error), &w.error);
    const size_t both[] = {(size_t)lw_cell_find(w.cell, 0, "aa"),
                           (size_t)lw_cell_find(w.cell, 0, "leap")};
    assert_int_equal(lw_judge_job(one, &(lw_sequence){0, both, 2}, 1, NULL, &v, &w.error),
                     LW_ERROR_ARGUMENT);
    assert_non_null(strstr(w.error.message, "trajectory \"leap\" has steps of 1e-10 s"));
    succeed(lw_judge_job(one, &(lw_sequence){0, both + 1, 1}, 1, NULL, &v, &w.error), &w.error);
    lw_judge_destroy(one);
    drop(&w);
}

/* A trajectory that begins two whole turns and a rounding error away from the end of the last one is
 * shifted to it. A trajectory of a single waypoint waits for its time. */
static void test_joined(void **state)
{
    (void)state;
    world w;
    lw_random random = {test_seed()};
    build(&w, &random);
    lw_error *error = &w.error;
    const double turns = 4 * acos(-1);
    way turned = w.ways[0][1][2];
    for (int k = 0; k < STEPS; k++) {
        turned.rows[k][0] += 5e-10;
        turned.rows[k][2] += turns;
    }
    lw_motion *alone = NULL;
    lw_track track = track_of(&w, 0, &turned);
    track.velocities = turned.rates[0];
    succeed(lw_motion_create(w.scene, &alone, error), error);
    succeed(lw_motion_set(alone, &track, 1, error), error);
    succeed(lw_cell_add(w.cell, "turned", alone, error), error);
    const double late = 2;
    for (int k = 0; k < 2; k++) {
        track.point_count = 1;
        track.times = &late;
        track.positions = turned.rows[k ? STEPS - 1 : 0];
        track.velocities = NULL;
        succeed(lw_motion_set(w.motion, &track, 1, error), error);
        succeed(lw_cell_add(w.cell, k ? "rests" : "waits", w.motion, error), error);
    }
    const size_t list[] = {
        (size_t)lw_cell_find(w.cell, 0, "ab"), (size_t)lw_cell_find(w.cell, 0, "waits"),
        (size_t)lw_cell_find(w.cell, 0, "turned"), (size_t)lw_cell_find(w.cell, 0, "rests")};
    succeed(lw_motion_set_job(w.motion, w.cell, &(lw_sequence){0, list, 4}, 1, error), error);
    const double first = w.ways[0][0][1].times[STEPS - 1] + late;
    const double last = turned.times[STEPS - 1];
    const size_t joint = (size_t)lw_scene_find_joint(w.scene, "R1", "at");
    double begin;
    double end;
    lw_motion_interval(w.motion, &begin, &end);
    assert_true(fabs(end - (first + last + late)) < 1e-12);
    for (int i = 0; i <= 200; i++) {
        double before[3];
        double after[3];
        double wanted[3];
        const double time = fmin(end, end * i / 200);
        succeed(lw_motion_joint_values(w.motion, joint, time, after, error), error);
        succeed(lw_motion_joint_values(w.motion, joint, fmax(0, time - 1e-7), before, error), error);
        succeed(lw_motion_joint_values(alone, joint, fmax(0, fmin(last, time - first)), wanted, error),
                error);
        wanted[2] -= turns;
        for (int k = 0; k < 3; k++) {
            /* no jump, neither by whole turns nor by the rounding error */
            assert_true(fabs(after[k] - before[k]) < 1e-5);
            if (time > first - late)
                assert_true(fabs(after[k] - wanted[k]) < 2e-9);
        }
    }
    /* a job that only waits, and an empty one */
    succeed(lw_motion_set_job(w.motion, w.cell, &(lw_sequence){0, list + 1, 1}, 1, error), error);
    lw_motion_interval(w.motion, &begin, &end);
    assert_true(end == late);
    succeed(lw_motion_set_job(w.motion, w.cell, &(lw_sequence){0, list, 0}, 1, error), error);
    lw_motion_interval(w.motion, &begin, &end);
    assert_true(begin == 0 && end == 0 && !lw_motion_moves(w.motion, joint));
    lw_motion_destroy(alone);
    drop(&w);
}

/* The table forgets entries, and never mistakes one key for another. */
static void test_memory(void **state)
{
    (void)state;
    enum { KEYS = 5000 };
    lw_random random = {test_seed()};
    lw_judged_table table;
    lw_error error = {0};
    succeed(lw_judged_table_create(256 * sizeof(lw_judged), &table, &error), &error);
    assert_true(table.buckets * LW_BUCKET <= 256);
    size_t found = 0;
    for (uint32_t i = 0; i < KEYS; i++) {
        uint32_t n = (uint32_t)lw_random_below(&random, 600);
        lw_judged_key key = {n % 7, n / 7, n % 3 ? 0.5 * n : -0.0};
        const lw_judged *known = lw_judged_table_find(&table, key);
        if (known) {
            assert_true(known->contact == n);
            found++;
        } else {
            lw_judged_table_put(&table, (lw_judged){.key = key, .contact = n, .known = true});
            assert_non_null(lw_judged_table_find(&table, key));
        }
    }
    assert_true(found > KEYS / 10 && found < KEYS);
    lw_judged_table_free(&table);
    succeed(lw_judged_table_create(0, &table, &error), &error);
    lw_judged_table_put(&table, (lw_judged){.known = true});
    assert_null(lw_judged_table_find(&table, (lw_judged_key){0, 0, 0}));
    lw_judged_table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs),     cmocka_unit_test(test_tolerances),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_short_steps),
        cmocka_unit_test(test_joined),   cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
