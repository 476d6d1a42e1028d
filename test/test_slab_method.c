/* The method slab on rigid motions: the moving polytopes with known first contacts, compared with
 * bisection, and contacts with formulas. Arms are in test_truth.c and test_soundness.c, single joints
 * in test_checker.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "moving_polytopes.h"
#include "one_joint.h"

#define PI 3.14159265358979323846

/* Two flying bodies, in a scene of their own. */
typedef struct flight {
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
    lw_track tracks[2];
    lw_error error;
} flight;

static const char *const names[2] = {"one", "two"};

static void add_body(flight *f, const char *name, const lw_shape_def *shape)
{
    succeed(lw_scene_add_robot(f->scene, name, lw_pose_identity(), &f->error), &f->error);
    succeed(lw_scene_add_link(f->scene, name, "air", &f->error), &f->error);
    succeed(lw_scene_add_link(f->scene, name, "body", &f->error), &f->error);
    lw_joint_def joint = lw_default_joint();
    joint.name = "joint";
    joint.kind = LW_FLOATING;
    joint.parent = "air";
    joint.child = "body";
    succeed(lw_scene_add_joint(f->scene, name, &joint, &f->error), &f->error);
    succeed(lw_scene_add_shape(f->scene, name, "body", shape, lw_pose_identity(), &f->error),
            &f->error);
}

/* for a second each, at rest until it is said otherwise */
static flight take_off(const lw_shape_def *one, const lw_shape_def *two)
{
    flight f = {0};
    succeed(lw_scene_create(&f.scene, &f.error), &f.error);
    add_body(&f, names[0], one);
    add_body(&f, names[1], two);
    succeed(lw_scene_freeze(f.scene, &f.error), &f.error);
    succeed(lw_motion_create(f.scene, &f.motion, &f.error), &f.error);
    succeed(lw_checker_create(f.scene, &f.checker, &f.error), &f.error);
    for (int i = 0; i < 2; i++) {
        f.tracks[i] = lw_default_track();
        f.tracks[i].kind = LW_RIGID;
        f.tracks[i].joints = lw_scene_joints(f.scene, names[i], NULL, &f.error);
        f.tracks[i].pose = lw_pose_identity();
        f.tracks[i].duration = 1;
    }
    return f;
}

static void land(flight *f)
{
    lw_checker_destroy(f->checker);
    lw_motion_destroy(f->motion);
    lw_scene_destroy(f->scene);
}

static lw_verdict fly(flight *f, lw_method method, double tolerance)
{
    lw_options options = lw_default_options();
    options.method = method;
    options.time_tolerance = tolerance;
    options.distance_tolerance = 1e-11;
    lw_verdict verdict;
    succeed(lw_motion_set(f->motion, f->tracks, 2, &f->error), &f->error);
    succeed(lw_check(f->checker, f->motion, &options, &verdict, &f->error), &f->error);
    return verdict;
}

/* ---- the data ---------------------------------------------------------------------------- */

/* queries of bisection and of the slab, for free motions and for contacts */
typedef struct tally {
    uint64_t queries[2][2];
    int count[2];
} tally;

static void check_case(flight *f, const moving_case *c, tally *sum)
{
    const double tolerance = 1e-9;
    f->tracks[1].pose = c->start;
    const lw_method methods[2] = {LW_BISECTION, LW_SLAB};
    for (int k = 0; k < 2; k++) {
        lw_verdict v = fly(f, methods[k], tolerance);
        sum->queries[c->hit][k] += v.queries;
        if (v.kind != (c->hit ? LW_CONTACT : LW_FREE))
            fail_msg("case %d, method %d: verdict %d", c->id, k, (int)v.kind);
        if (c->hit && (!v.first || v.free_until > c->high || v.time < c->low - 1e-12 ||
                       v.time - v.free_until > tolerance))
            fail_msg("case %d, method %d: %.17g to %.17g, not %.17g", c->id, k, v.free_until, v.time,
                     c->low);
    }
    sum->count[c->hit]++;
}

static void check_set(const char *name)
{
    moving_polytopes moving;
    read_moving_polytopes(name, &moving);
    lw_shape_def shapes[2];
    for (int i = 0; i < 2; i++) {
        shapes[i] = lw_default_shape();
        shapes[i].kind = LW_POLYTOPE;
        shapes[i].vertices = moving.vertices[i];
        shapes[i].vertex_count = moving.vertex_count[i];
    }
    flight f = take_off(&shapes[0], &shapes[1]);
    f.tracks[0].angular_velocity.z = 2 * PI;
    f.tracks[1].angular_velocity.z = PI;
    f.tracks[1].in_body_frame = true;
    tally sum = {{{0, 0}, {0, 0}}, {0, 0}};
    for (int i = 0; i < moving.count; i++)
        check_case(&f, &moving.cases[i], &sum);
    for (int hit = 1; hit >= 0; hit--) {
        double n = sum.count[hit];
        printf("%s, %s: %d, distances by bisection %.1f, by the slab %.1f\n", name,
               hit ? "contact" : "free", sum.count[hit], (double)sum.queries[hit][0] / n,
               (double)sum.queries[hit][1] / n);
        assert_true(4 * sum.queries[hit][1] <= sum.queries[hit][0]);
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

/* ---- contacts that are formulas ---------------------------------------------------------- */

/* also with the two bodies exchanged */
static void touches_at(flight *f, double expected)
{
    const double tolerances[] = {1e-4, 1e-9};
    for (int swapped = 0; swapped < 2; swapped++) {
        for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
            lw_verdict v = fly(f, LW_SLAB, tolerances[i]);
            if (v.kind != LW_CONTACT || !v.first || v.free_until > expected + 1e-13 ||
                v.time < expected - 1e-11 || v.time - v.free_until > tolerances[i])
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
    assert_int_equal(fly(f, LW_SLAB, 1e-4).kind, LW_FREE);
}

/* A rod turns about its middle past a post, along which it slides: the line of the rod is at the
 * distance far * sin(angle) from that of the post. */
static void test_rod_and_post(void **state)
{
    (void)state;
    lw_shape_def rod = lw_default_shape();
    rod.kind = LW_CAPSULE;
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
        cmocka_unit_test(test_polytopes_12_12),  cmocka_unit_test(test_polytopes_44_12),
        cmocka_unit_test(test_polytopes_164_12), cmocka_unit_test(test_rod_and_post),
        cmocka_unit_test(test_two_screws),       cmocka_unit_test(test_edges_almost_parallel),
        cmocka_unit_test(test_passing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
