/* Tests motions in which nothing moves: each pair is settled once, and the verdict is the same as by a
 * pass for contacts and then a pass for proofs over all pairs; for random and for grazing states. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check/checker/prove.h"
#include "furnished.h"
#include "pair_at.h"
#include "seed.h"

/* Two states of a world's robots; tests also use states between them. */
typedef struct states {
    size_t track_count;
    const lw_joints *joints[WORLD_ROBOTS];
    double from[WORLD_ROBOTS][WORLD_VALUES], to[WORLD_ROBOTS][WORLD_VALUES];
} states;

/* the form of a state: a path of one waypoint, a path of two, or a trajectory of a single time */
typedef enum form { ONE_WAYPOINT, TWO_WAYPOINTS, ONE_TIME, FORMS } form;

static states states_of(const world *w, const world_motion *m)
{
    states s = {.track_count = m->track_count};
    for (size_t i = 0; i < m->track_count; i++) {
        const lw_track *def = &m->tracks[i].def;
        s.joints[i] = def->joints ? def->joints : lw_scene_joints(w->scene, NULL, NULL, NULL);
        if (def->kind == LW_TRACK_RIGID) {
            lw_vec3 v = def->linear_velocity;
            memcpy(s.from[i], &def->pose, sizeof def->pose);
            memcpy(s.to[i], &def->pose, sizeof def->pose);
            s.to[i][0] += v.x * def->duration;
            s.to[i][1] += v.y * def->duration;
            s.to[i][2] += v.z * def->duration;
            continue;
        }
        size_t size = lw_joints_value_count(s.joints[i]) * sizeof(double);
        size_t last = def->point_count > 1 ? lw_joints_value_count(s.joints[i]) : 0;
        memcpy(s.from[i], def->positions, size);
        memcpy(s.to[i], def->positions + last, size);
    }
    return s;
}

/* Sets a motion to the state at a share of the way from one state to the other. */
static void stand_at(lw_motion *motion, const states *s, double share, form as)
{
    static const double zero = 0;
    static double rows[WORLD_ROBOTS][2 * WORLD_VALUES];
    lw_track tracks[WORLD_ROBOTS];
    tracks[0] = lw_default_track();
    lw_error error = {0};
    for (size_t i = 0; i < s->track_count; i++) {
        size_t count = lw_joints_value_count(s->joints[i]);
        for (size_t k = 0; k < count; k++)
            rows[i][k] = rows[i][count + k] = s->from[i][k] + share * (s->to[i][k] - s->from[i][k]);
        tracks[i] = lw_default_track();
        tracks[i].joints = s->joints[i];
        tracks[i].kind = as == ONE_TIME ? LW_TRACK_TRAJECTORY : LW_TRACK_PATH;
        tracks[i].times = &zero;
        tracks[i].point_count = as == TWO_WAYPOINTS ? 2 : 1;
        tracks[i].positions = rows[i];
    }
    if (lw_motion_set(motion, tracks, s->track_count, &error))
        fail_msg("%s", error.message);
}

/* The verdict of two passes; pair: the first pair that touches. */
static lw_verdict_kind two_passes(lw_checker *checker, const lw_motion *motion, lw_pair_id *pair)
{
    lw_check_options options = lw_default_check_options();
    lw_verdict ignored = lw_default_verdict();
    lw_verdict_kind kind = LW_VERDICT_FREE;
    lw_checker_begin(checker, motion, &options, &ignored);
    lw_checker_sample(checker, 0, motion->begin, 0);
    *pair = lw_checker_touching(checker, true);
    for (uint32_t i = 0; *pair == LW_NO_PAIR && i < checker->frozen->pairs.count; i++) {
        const lw_pair each = pair_at(checker->frozen, i);
        checker->target = each.margin;
        if (lw_checker_prove(checker, &each, motion->begin, motion->begin, -1) != LW_BOUND_PROVEN)
            kind = LW_VERDICT_UNDECIDED;
    }
    lw_checker_end(checker);
    return *pair == LW_NO_PAIR ? kind : LW_VERDICT_CONTACT;
}

static lw_verdict settled_once(bench *b, const states *s, double share, form as)
{
    lw_motion *motion = b->motion->motion;
    lw_check_options options = lw_default_check_options();
    static const lw_method methods[] = {LW_METHOD_SLAB, LW_METHOD_BISECTION, LW_METHOD_EXPANDED};
    options.method = methods[b->round % 3];
    options.any = b->round % 4 == 0;
    stand_at(motion, s, share, as);
    lw_verdict v = lw_default_verdict();
    lw_pair_id pair;
    assert_int_equal(lw_check(b->checker, motion, &options, &v, NULL), LW_OK);
    lw_verdict_kind expected = two_passes(b->other, motion, &pair);
    if (v.kind != expected)
        fail_msg("round %d: %d instead of %d at %.17g", b->round, (int)v.kind, (int)expected, share);
    if (expected == LW_VERDICT_CONTACT) {
        assert_true(v.pair[0] == lw_pair_first(pair) && v.pair[1] == lw_pair_second(pair));
        assert_true(v.first && v.time == motion->begin);
    }
    if (expected == LW_VERDICT_UNDECIDED)
        assert_int_equal(v.reason, LW_REASON_PRECISION);
    assert_true(v.free_until == (expected == LW_VERDICT_FREE ? motion->end : motion->begin));
    /* a contact is measured at the sample that found it */
    assert_int_equal(v.samples, 1);
    return v;
}

/* Halves the way between a free state and another one, down to neighbouring doubles. */
static void approach(bench *b, const states *s, double free, double other, size_t kinds[3])
{
    for (;;) {
        double middle = 0.5 * (free + other);
        if (middle == free || middle == other)
            return;
        lw_verdict v = settled_once(b, s, middle, TWO_WAYPOINTS);
        kinds[v.kind]++;
        *(v.kind == LW_VERDICT_FREE ? &free : &other) = middle;
    }
}

static void test_settled_once(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    size_t kinds[3] = {0};
    size_t grazing[3] = {0};
    int rounds = test_rounds(500, 20000);
    for (b.round = 0; b.round < rounds; b.round++) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        for (int i = 0; i < MOTIONS; i++) {
            furnished_motion(b.world, motions[i], b.motion);
            states s = states_of(b.world, b.motion);
            lw_verdict_kind ends[2];
            for (int end = 0; end < 2; end++) {
                ends[end] = settled_once(&b, &s, end, ONE_WAYPOINT).kind;
                assert_int_equal(settled_once(&b, &s, end, TWO_WAYPOINTS).kind, ends[end]);
                assert_int_equal(settled_once(&b, &s, end, ONE_TIME).kind, ends[end]);
                kinds[ends[end]]++;
            }
            if (ends[0] == LW_VERDICT_FREE && ends[1] != LW_VERDICT_FREE)
                approach(&b, &s, 0, 1, grazing);
            else if (ends[1] == LW_VERDICT_FREE && ends[0] != LW_VERDICT_FREE)
                approach(&b, &s, 1, 0, grazing);
        }
        furnished_drop(&b);
    }
    printf("free %zu, contact %zu, undecided %zu; on the way to grazing %zu, %zu, %zu\n", kinds[0],
           kinds[1], kinds[2], grazing[0], grazing[1], grazing[2]);
    assert_true(kinds[LW_VERDICT_FREE] > (size_t)rounds && kinds[LW_VERDICT_CONTACT] > (size_t)rounds);
    for (int kind = 0; kind < 3; kind++)
        assert_true(grazing[kind] > (size_t)rounds);
}

/* Queries are counted one by one, up to the one that the budget refuses; and the callback can stop the
 * check. */
static bool stop_at_once(void *context)
{
    ++*(size_t *)context;
    return true;
}

static void test_cut_short(void **state)
{
    (void)state;
    bench b = {.random = {test_seed() + 1}};
    size_t stopped = 0;
    int rounds = test_rounds(100, 3000);
    for (b.round = 0; b.round < rounds; b.round++) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        for (int i = 0; i < MOTIONS; i++) {
            furnished_motion(b.world, motions[i], b.motion);
            states s = states_of(b.world, b.motion);
            lw_verdict whole = settled_once(&b, &s, 0, TWO_WAYPOINTS);
            if (b.checker->frozen->pairs.count == 1)
                continue;
            lw_check_options options = lw_default_check_options();
            lw_verdict v = lw_default_verdict();
            uint64_t most =
                whole.queries - (whole.kind == LW_VERDICT_CONTACT ? 1 : 0); /* one query measures it */
            for (uint64_t budget = 1; budget <= most; budget++) {
                options.budget_queries = budget;
                assert_int_equal(lw_check(b.checker, b.motion->motion, &options, &v, NULL), LW_OK);
                bool enough = budget == most;
                if (v.kind == LW_VERDICT_UNDECIDED && whole.kind != LW_VERDICT_UNDECIDED) {
                    assert_false(enough);
                    assert_int_equal(v.reason, LW_REASON_BUDGET);
                    assert_true(v.queries == budget && v.free_until == 0);
                } else {
                    assert_int_equal(v.kind, whole.kind);
                }
            }
            size_t asked = 0;
            options.budget_queries = 0;
            options.stop = stop_at_once;
            options.stop_context = &asked;
            assert_int_equal(lw_check(b.checker, b.motion->motion, &options, &v, NULL), LW_OK);
            assert_true(asked <= 1 && v.queries <= (v.kind == LW_VERDICT_CONTACT));
            if (asked) {
                assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
                assert_int_equal(v.reason, LW_REASON_STOPPED);
                assert_true(v.free_until == 0);
            }
            stopped += asked;
        }
        furnished_drop(&b);
    }
    assert_true(stopped > (size_t)rounds);
}

/* On a path that stands still claims stay within its pieces, as on every motion. A motion that begins
 * and ends at rest does not stand still. */
static lw_status within_a_piece(void *context, const lw_claim *claim)
{
    size_t *count = context;
    assert_true(claim->kind == LW_CLAIM_OUTSIDE || (claim->to <= 0.5) != (claim->from >= 0.5));
    *count += claim->kind == LW_CLAIM_APART;
    return LW_OK;
}

static void test_on_a_rail(void **state)
{
    (void)state;
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.1;
    lw_pose away = {{3, 0, 0}, {0, 0, 0, 1}};
    lw_joint_def rail = lw_default_joint();
    rail.kind = LW_JOINT_PRISMATIC;
    rail.name = "rail";
    rail.parent = "floor";
    rail.child = "cart";
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "robot", lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "robot", "floor", NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "robot", "cart", NULL), LW_OK);
    assert_int_equal(lw_scene_add_joint(scene, "robot", &rail, NULL), LW_OK);
    assert_int_equal(lw_scene_add_shape(scene, "robot", "cart", &ball, lw_pose_identity(), NULL),
                     LW_OK);
    assert_int_equal(lw_scene_add_obstacle(scene, "post", &ball, away, NULL), LW_OK);
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    assert_int_equal(lw_checker_create(scene, &checker, NULL), LW_OK);
    const double rows[3] = {1, 1, 1};
    lw_track track = lw_default_track();
    track.point_count = 3;
    track.positions = rows;
    assert_int_equal(lw_motion_set(motion, &track, 1, NULL), LW_OK);
    size_t count = 0;
    lw_check_options options = lw_default_check_options();
    options.claim = within_a_piece;
    options.claim_context = &count;
    lw_verdict v = lw_default_verdict();
    assert_int_equal(lw_check(checker, motion, &options, &v, NULL), LW_OK);
    assert_int_equal(v.kind, LW_VERDICT_FREE);
    assert_int_equal(count, 2);
    /* a motion that begins and ends at rest moves all the same */
    const double times[2] = {0, 1};
    const double ends[2] = {1, 3};
    const double at_rest[2] = {0, 0};
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2;
    track.times = times;
    track.positions = ends;
    track.velocities = at_rest;
    assert_int_equal(lw_motion_set(motion, &track, 1, NULL), LW_OK);
    assert_int_equal(lw_check(checker, motion, NULL, &v, NULL), LW_OK);
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    options = lw_default_check_options();
    options.method = LW_METHOD_BISECTION;
    assert_int_equal(lw_check(checker, motion, &options, &v, NULL), LW_OK);
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* Two orientations that differ in one number are different: the body moves from one to the other. */
static void test_a_turn(void **state)
{
    (void)state;
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.1;
    lw_joint_def flight = lw_default_joint();
    flight.kind = LW_JOINT_FLOATING;
    flight.name = "flight";
    flight.parent = "air";
    flight.child = "body";
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "robot", lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "robot", "air", NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "robot", "body", NULL), LW_OK);
    assert_int_equal(lw_scene_add_joint(scene, "robot", &flight, NULL), LW_OK);
    assert_int_equal(lw_scene_add_shape(scene, "robot", "body", &ball, lw_pose_identity(), NULL),
                     LW_OK);
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    for (int changed = 3; changed < 7; changed++) {
        const double from[7] = {1, 2, 3, 0.1, 0.2, 0.3, 0.9};
        double to[7];
        memcpy(to, from, sizeof to);
        to[changed] = 0.7;
        assert_int_equal(lw_motion_set_segment(motion, NULL, from, to, NULL), LW_OK);
        lw_pose reached;
        assert_int_equal(lw_motion_pose(motion, 0, 1, &reached, NULL), LW_OK);
        const double got[4] = {reached.orientation.x, reached.orientation.y, reached.orientation.z,
                               reached.orientation.w};
        double cosine = 0;
        double square = 0;
        for (int k = 0; k < 4; k++) {
            cosine += got[k] * to[3 + k];
            square += to[3 + k] * to[3 + k];
        }
        assert_true(fabs(cosine) / sqrt(square) > 1 - 1e-14);
    }
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A spherical shell as a surface of small triangles, in rows from pole to pole. */
enum { ROWS = 150, COLUMNS = 300 };

static void make_shell(double radius, double (*vertices)[3], uint32_t (*triangles)[3])
{
    const double pi = 3.14159265358979323846;
    for (size_t i = 0; i <= ROWS; i++)
        for (size_t k = 0; k < COLUMNS; k++) {
            double *v = vertices[i * COLUMNS + k];
            double down = pi * (0.02 + 0.96 * (double)i / ROWS);
            double around = 2 * pi * (double)k / COLUMNS;
            v[0] = radius * sin(down) * cos(around);
            v[1] = radius * sin(down) * sin(around);
            v[2] = radius * cos(down);
        }
    for (size_t i = 0; i < ROWS; i++)
        for (size_t k = 0; k < COLUMNS; k++) {
            uint32_t one = (uint32_t)(i * COLUMNS + k);
            uint32_t next = (uint32_t)(i * COLUMNS + (k + 1) % COLUMNS);
            uint32_t two[2][3] = {{one, one + COLUMNS, next}, {next, one + COLUMNS, next + COLUMNS}};
            memcpy(triangles[2 * (i * COLUMNS + k)], two, sizeof two);
        }
}

/* One shell closely inside the other: the proof for a pair takes more pairs of boxes than are tried
 * when a contact is sought at the same time. */
static void test_a_costly_proof(void **state)
{
    (void)state;
    static double vertices[(ROWS + 1) * COLUMNS][3];
    static uint32_t triangles[2 * ROWS * COLUMNS][3];
    lw_shape_def shell = lw_default_shape();
    shell.kind = LW_SHAPE_MESH;
    shell.vertices = vertices[0];
    shell.vertex_count = sizeof vertices / sizeof *vertices;
    shell.triangles = triangles[0];
    shell.triangle_count = sizeof triangles / sizeof *triangles;
    shell.mesh_mode = LW_MESH_SURFACE;
    lw_joint_def rail = lw_default_joint();
    rail.kind = LW_JOINT_PRISMATIC;
    rail.name = "rail";
    rail.parent = "floor";
    rail.child = "shell";
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "robot", lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "robot", "floor", NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "robot", "shell", NULL), LW_OK);
    assert_int_equal(lw_scene_add_joint(scene, "robot", &rail, NULL), LW_OK);
    make_shell(1, vertices, triangles);
    assert_int_equal(lw_scene_add_shape(scene, "robot", "shell", &shell, lw_pose_identity(), NULL),
                     LW_OK);
    make_shell(1.001, vertices, triangles);
    assert_int_equal(lw_scene_add_obstacle(scene, "outer", &shell, lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    assert_int_equal(lw_checker_create(scene, &checker, NULL), LW_OK);
    const double row = 0;
    assert_int_equal(lw_motion_set_segment(motion, NULL, &row, &row, NULL), LW_OK);
    lw_verdict v = lw_default_verdict();
    assert_int_equal(lw_check(checker, motion, NULL, &v, NULL), LW_OK);
    assert_int_equal(v.kind, LW_VERDICT_FREE);
    assert_int_equal(v.queries, 2);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settled_once),   cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_on_a_rail),      cmocka_unit_test(test_a_turn),
        cmocka_unit_test(test_a_costly_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
