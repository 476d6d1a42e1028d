/* The method slab on rigid motions: the moving polytopes with known first contacts, compared with
 * bisection and the direct call, and contacts with formulas; by its search over time, which makes
 * claims, and by PCDA, with and without other bodies far away. Arms are in test_truth.c and
 * test_soundness.c, single joints in test_checker.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "moving_polytopes.h"
#include "one_joint.h"

#define PI 3.14159265358979323846

/* A scene of two flying bodies. */
typedef struct air {
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
} air;

/* Two flying bodies, in a scene with an obstacle far away, and in one of their own. */
typedef struct flight {
    air with_third, alone;
    lw_track tracks[2];
    lw_error error;
} flight;

typedef enum way { BISECTION, SEARCH, PCDA, AUTO, PCDA_BESIDE, AUTO_BESIDE, WAYS } way;

static const char *const names[2] = {"one", "two"};

static void add_body(lw_scene *scene, const char *name, const lw_shape_def *shape)
{
    lw_error error = {0};
    succeed(lw_scene_add_robot(scene, name, lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, name, "air", &error), &error);
    succeed(lw_scene_add_link(scene, name, "body", &error), &error);
    lw_joint_def joint = lw_default_joint();
    joint.name = "joint";
    joint.kind = LW_JOINT_FLOATING;
    joint.parent = "air";
    joint.child = "body";
    succeed(lw_scene_add_joint(scene, name, &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, name, "body", shape, lw_pose_identity(), &error), &error);
}

static air open_air(const lw_shape_def *one, const lw_shape_def *two, bool third)
{
    air a = {0};
    lw_error error = {0};
    lw_shape_def ball = sphere(0.1);
    succeed(lw_scene_create(&a.scene, &error), &error);
    add_body(a.scene, names[0], one);
    add_body(a.scene, names[1], two);
    if (third)
        succeed(lw_scene_add_obstacle(a.scene, "far", &ball, at(50, 0, 0), &error), &error);
    succeed(lw_scene_freeze(a.scene, &error), &error);
    succeed(lw_motion_create(a.scene, &a.motion, &error), &error);
    succeed(lw_checker_create(a.scene, &a.checker, &error), &error);
    return a;
}

static void close_air(air *a)
{
    lw_checker_destroy(a->checker);
    lw_motion_destroy(a->motion);
    lw_scene_destroy(a->scene);
}

/* for a second each, at rest until the test sets a speed */
static flight take_off(const lw_shape_def *one, const lw_shape_def *two)
{
    flight f = {open_air(one, two, true), open_air(one, two, false), {{0}}, {0}};
    for (int i = 0; i < 2; i++) {
        f.tracks[i] = lw_default_track();
        f.tracks[i].kind = LW_TRACK_RIGID;
        f.tracks[i].pose = lw_pose_identity();
        f.tracks[i].duration = 1;
    }
    return f;
}

static void land(flight *f)
{
    close_air(&f->with_third);
    close_air(&f->alone);
}

static lw_status drop_claim(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

static lw_verdict fly(flight *f, way by, double tolerance)
{
    air *a = by < PCDA_BESIDE ? &f->alone : &f->with_third;
    lw_check_options options = lw_default_check_options();
    options.method = by == BISECTION                   ? LW_METHOD_BISECTION
                     : by == AUTO || by == AUTO_BESIDE ? LW_METHOD_AUTO
                                                       : LW_METHOD_SLAB;
    if (by == SEARCH)
        options.claim = drop_claim; /* of which PCDA makes none */
    options.time_tolerance = tolerance;
    options.distance_tolerance = 1e-11;
    lw_verdict verdict = lw_default_verdict();
    for (int i = 0; i < 2; i++)
        f->tracks[i].joints = lw_scene_joints(a->scene, names[i], NULL, &f->error);
    succeed(lw_motion_set(a->motion, f->tracks, 2, &f->error), &f->error);
    succeed(lw_check(a->checker, a->motion, &options, &verdict, &f->error), &f->error);
    return verdict;
}

/* ---- the data ---------------------------------------------------------------------------- */

/* queries of each way, and of the direct call, and samples, for free motions and for contacts */
typedef struct tally {
    uint64_t queries[2][WAYS + 1];
    uint64_t samples[2][WAYS];
    int count[2];
} tally;

/* The same motion for the direct call: K1 turns once about z, K2 half as far about its own z. */
static lw_status turning_states(void *context, double at, double until, lw_body_state states[2])
{
    (void)until;
    const lw_quat q = ((const moving_case *)context)->start.orientation;
    double sine = sin(PI / 2 * at);
    double cosine = cos(PI / 2 * at);
    states[0].pose.orientation = (lw_quat){0, 0, sin(PI * at), cos(PI * at)};
    states[0].angular_velocity = (lw_vec3){0, 0, 2 * PI};
    states[0].spin = 2 * PI;
    states[1].pose.position = ((const moving_case *)context)->start.position;
    states[1].pose.orientation = (lw_quat){q.x * cosine + q.y * sine, q.y * cosine - q.x * sine,
                                           q.z * cosine + q.w * sine, q.w * cosine - q.z * sine};
    states[1].angular_velocity =
        (lw_vec3){2 * PI * (q.x * q.z + q.w * q.y), 2 * PI * (q.y * q.z - q.w * q.x),
                  PI * (1 - 2 * (q.x * q.x + q.y * q.y))};
    states[1].spin = PI * (1 + 1e-12);
    return LW_OK;
}

static size_t direct_queries(const lw_convex_pair *pair, const moving_case *c)
{
    moving_case own = *c;
    lw_convex_motion motion = {turning_states, &own, 0, 1};
    lw_convex_contact found = lw_default_convex_contact();
    lw_error error = {0};
    succeed(lw_convex_pair_first_contact(pair, &motion, NULL, &found, &error), &error);
    assert_int_equal(found.kind, c->hit ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
    return found.queries;
}

static void check_case(flight *f, const moving_case *c, tally *sum)
{
    const double tolerance = 1e-9;
    f->tracks[1].pose = c->start;
    for (int k = 0; k < WAYS; k++) {
        lw_verdict v = fly(f, (way)k, tolerance);
        sum->queries[c->hit][k] += v.queries;
        sum->samples[c->hit][k] += v.samples;
        if (v.kind != (c->hit ? LW_VERDICT_CONTACT : LW_VERDICT_FREE))
            fail_msg("case %d, way %d: verdict %d", c->id, k, (int)v.kind);
        if (c->hit && (!v.first || v.free_until > c->high || v.time < c->low - 1e-12 ||
                       v.time - v.free_until > tolerance))
            fail_msg("case %d, way %d: %.17g to %.17g, not %.17g", c->id, k, v.free_until, v.time,
                     c->low);
    }
    sum->count[c->hit]++;
}

static void check_set(const char *name)
{
    moving_polytopes moving;
    read_moving_polytopes(name, &moving);
    lw_shape_def shapes[2];
    shapes[0] = lw_default_shape();
    for (int i = 0; i < 2; i++) {
        shapes[i] = lw_default_shape();
        shapes[i].kind = LW_SHAPE_POLYTOPE;
        shapes[i].vertices = moving.vertices[i];
        shapes[i].vertex_count = moving.vertex_count[i];
    }
    flight f = take_off(&shapes[0], &shapes[1]);
    f.tracks[0].angular_velocity.z = 2 * PI;
    f.tracks[1].angular_velocity.z = PI;
    f.tracks[1].in_body_frame = true;
    tally sum = {{{0}, {0}}, {{0}, {0}}, {0, 0}};
    lw_convex_pair *pair;
    succeed(lw_convex_pair_create(&shapes[0], &shapes[1], &pair, &f.error), &f.error);
    for (int i = 0; i < moving.count; i++) {
        const moving_case *c = &moving.cases[i];
        check_case(&f, c, &sum);
        sum.queries[c->hit][WAYS] += direct_queries(pair, c);
    }
    lw_convex_pair_destroy(pair);
    for (int hit = 1; hit >= 0; hit--) {
        double n = sum.count[hit];
        const uint64_t *queries = sum.queries[hit];
        printf("%s, %s: %d, distances by bisection %.1f, by the slab %.1f, by PCDA %.1f, "
               "by auto %.1f, by the direct call %.1f; samples by PCDA %.1f, by auto %.1f\n",
               name, hit ? "contact" : "free", sum.count[hit], (double)queries[BISECTION] / n,
               (double)queries[SEARCH] / n, (double)queries[PCDA] / n, (double)queries[AUTO] / n,
               (double)queries[WAYS] / n, (double)sum.samples[hit][PCDA] / n,
               (double)sum.samples[hit][AUTO] / n);
        assert_true(4 * queries[SEARCH] <= queries[BISECTION]);
        assert_true(10 * queries[PCDA] <= 13 * queries[WAYS]);
        assert_true(10 * queries[AUTO] <= 13 * queries[WAYS]);
        /* a third body far away costs nothing */
        for (int k = 0; k < 2; k++) {
            assert_int_equal(queries[PCDA_BESIDE + k], queries[PCDA + k]);
            assert_int_equal(sum.samples[hit][PCDA_BESIDE + k], sum.samples[hit][PCDA + k]);
        }
    }
    land(&f);
}

static void test_polytopes_12_12(void **state)
{
    (void)state;
    check_set("hong_12_12");
}

static void test_polytopes_44_12(void **state)
{
    (void)state;
    check_set("hong_44_12");
}

static void test_polytopes_164_12(void **state)
{
    (void)state;
    check_set("hong_164_12");
}

/* ---- contacts with formulas -------------------------------------------------------------- */

/* also with the two bodies exchanged */
static void touches_at(flight *f, double expected)
{
    const double tolerances[] = {1e-4, 1e-9};
    for (int swapped = 0; swapped < 2; swapped++) {
        for (size_t i = 0; i < 4; i++) {
            lw_verdict v = fly(f, i & 1 ? PCDA : SEARCH, tolerances[i / 2]);
            if (v.kind != LW_VERDICT_CONTACT || !v.first || v.free_until > expected + 1e-13 ||
                v.time < expected - 1e-11 || v.time - v.free_until > tolerances[i / 2])
                fail_msg("verdict %d, %.17g to %.17g, not %.17g", (int)v.kind, v.free_until, v.time,
                         expected);
        }
        lw_track other = f->tracks[0];
        f->tracks[0] = f->tracks[1];
        f->tracks[1] = other;
    }
}

static void stays_free(flight *f)
{
    assert_int_equal(fly(f, SEARCH, 1e-4).kind, LW_VERDICT_FREE);
    assert_int_equal(fly(f, PCDA, 1e-4).kind, LW_VERDICT_FREE);
}

/* A ball in a tube of twelve plates flies against the middle of one. Their hulls overlap, and no one
 * direction separates them: near the contact the trees prove parts, and few of them suffice. */
static void test_ball_in_a_tube(void **state)
{
    (void)state;
    enum { PLATES = 12 };
    double rows[6 * PLATES];
    uint32_t triangles[6 * PLATES];
    for (uint32_t i = 0; i < 2 * PLATES; i++) {
        uint32_t plate = i / 2;
        double angle = (plate + 0.5) * 2 * PI / PLATES;
        double row[3] = {cos(angle), sin(angle), i % 2 ? 2 : -2};
        memcpy(rows + (size_t)(3 * i), row, sizeof row);
    }
    for (uint32_t i = 0; i < PLATES; i++) {
        uint32_t k = (i + 1) % PLATES;
        uint32_t two[6] = {2 * i, 2 * k, 2 * i + 1, 2 * i + 1, 2 * k, 2 * k + 1};
        memcpy(triangles + (size_t)(6 * i), two, sizeof two);
    }
    lw_shape_def tube = lw_default_shape();
    tube.kind = LW_SHAPE_MESH;
    tube.vertices = rows;
    tube.vertex_count = 2 * PLATES;
    tube.triangles = triangles;
    tube.triangle_count = 2 * PLATES;
    lw_shape_def ball = sphere(0.125);
    flight f = take_off(&tube, &ball);
    double wall = cos(PI / PLATES) - 0.125;
    f.tracks[1].pose = at(-0.1, 0, 0.3);
    f.tracks[1].linear_velocity.x = 1.7;
    lw_verdict v = fly(&f, SEARCH, 1e-6);
    assert_true(v.kind == LW_VERDICT_CONTACT && v.first);
    double expected = (wall + 0.1) / 1.7;
    assert_true(v.free_until <= expected && expected <= v.time + 1e-12);
    /* halving alone takes 30 queries */
    if (v.queries > 12)
        fail_msg("%llu queries", (unsigned long long)v.queries);
    land(&f);
}

/* A rod turns about its middle past a post, along which it slides: the line of the rod is at the
 * distance far * sin(angle) from that of the post. */
static void test_rod_and_post(void **state)
{
    (void)state;
    lw_shape_def rod = lw_default_shape();
    rod.kind = LW_SHAPE_CAPSULE;
    rod.radius = 0.1;
    rod.length = 4;
    lw_shape_def post = rod;
    post.radius = 0.05;
    post.length = 6;
    flight f = take_off(&rod, &post);
    double far = 1.5;
    double direction = 0.8; /* of the post as seen from the rod's middle */
    f.tracks[0].pose = lw_pose_from_rpy((lw_vec3){0, 0, -0.5}, 0, PI / 2, 0);
    f.tracks[0].linear_velocity.z = 1.75;
    f.tracks[0].angular_velocity.z = 1;
    f.tracks[1].pose = at(far * cos(direction), far * sin(direction), 0);
    touches_at(&f, direction - asin(0.15 / far));
    f.tracks[1].pose = at(2.16 * cos(direction), 2.16 * sin(direction), 0);
    stays_free(&f);
    land(&f);
}

/* Two bars that turn against each other on one axis and approach along it: faces meet, whatever the
 * turning, when the gap is gone. */
static void test_two_screws(void **state)
{
    (void)state;
    lw_shape_def one = box(2, 0.2, 0.4);
    lw_shape_def two = box(0.2, 2.4, 0.6);
    flight f = take_off(&one, &two);
    f.tracks[0].angular_velocity.z = 3;
    f.tracks[0].linear_velocity.z = 1.25;
    f.tracks[1].angular_velocity.z = -2;
    f.tracks[1].in_body_frame = true;
    f.tracks[1].linear_velocity.z = -0.75;
    f.tracks[1].pose = at(0, 0, 2);
    touches_at(&f, 1.5 / 2);
    /* landing exactly on contact, at the very end, and just not */
    f.tracks[1].pose = at(0, 0, 2.5 - 1e-11);
    touches_at(&f, 1 - 0.5e-11);
    f.tracks[1].pose = at(0, 0, 2.5 + 1e-9);
    stays_free(&f);
    land(&f);
}

/* A cube's edge comes down on another cube's, almost parallel to it: where they cross moves a thousand
 * times as far as the direction between them turns. */
static void test_edges_almost_parallel(void **state)
{
    (void)state;
    lw_shape_def cube = box(1, 1, 1);
    flight f = take_off(&cube, &cube);
    double half = sqrt(2) / 2; /* from the middle to the edge */
    f.tracks[0].pose = lw_pose_from_rpy((lw_vec3){0, 0, 0}, PI / 4, 0, 0);
    f.tracks[1].pose = lw_pose_from_rpy((lw_vec3){0, 0, 2 * half + 0.6}, PI / 4, 0, 1e-3);
    f.tracks[1].linear_velocity.z = -1;
    touches_at(&f, 0.6);
    f.tracks[1].linear_velocity.z = -0.6 + 1e-6;
    stays_free(&f);
    /* turning on, about where they cross */
    f.tracks[1].linear_velocity.z = -1;
    f.tracks[1].angular_velocity.z = 2;
    touches_at(&f, 0.6);
    land(&f);
}

/* a box passes a box, which starts one step of it away from contact; and a plate that no sample meets
 */
static void test_passing(void **state)
{
    (void)state;
    lw_shape_def cube = box(1, 1, 1);
    flight f = take_off(&cube, &cube);
    f.tracks[1].linear_velocity.x = -5;
    f.tracks[1].pose = at(1 + 5e-3, 0.2, 0.3);
    touches_at(&f, 1e-3);
    f.tracks[1].pose = at(1 + 5e-3, 1 + 1e-6, 0.3);
    stays_free(&f);
    land(&f);
    lw_shape_def plate = box(1e-6, 1, 1);
    lw_shape_def ball = sphere(1e-3);
    f = take_off(&plate, &ball);
    f.tracks[1].pose = at(-3, 0.1, 0.2);
    f.tracks[1].linear_velocity.x = 10;
    touches_at(&f, (3 - 0.5e-6 - 1e-3) / 10);
    land(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polytopes_12_12),       cmocka_unit_test(test_polytopes_44_12),
        cmocka_unit_test(test_polytopes_164_12),      cmocka_unit_test(test_ball_in_a_tube),
        cmocka_unit_test(test_rod_and_post),          cmocka_unit_test(test_two_screws),
        cmocka_unit_test(test_edges_almost_parallel), cmocka_unit_test(test_passing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
