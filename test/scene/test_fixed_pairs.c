/* Pairs whose bodies a motion does not move against each other are left out of curves and of near
 * misses, but not of verdicts and clearances. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "motion/between.h"
#include "small_scene.h"

/* A chain of spheres of radius 0.1, one metre apart, with joints j1, j2 and j3 about z, of which the
 * root hangs 0.3 above a ball; another ball is beyond the reach of l1. */
typedef struct held {
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
} held;

static held open_scene(void)
{
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE};
    lw_error error = {0};
    held h = {.scene = new_scene()};
    lw_shape_def ball = sphere_of(0.1);
    lw_pose at = lw_pose_identity();
    add_chain(h.scene, "r", kinds, 3);
    at.position = (lw_vec3){0, 0, -0.3};
    succeed(lw_scene_add_obstacle(h.scene, "table", &ball, at, &error), &error);
    at.position = (lw_vec3){1, 2.5, 0};
    succeed(lw_scene_add_obstacle(h.scene, "post", &ball, at, &error), &error);
    for (int i = 1; i <= 3; i++) {
        const char *joint = (const char *const[]){"j1", "j2", "j3"}[i - 1];
        succeed(lw_scene_add_group(h.scene, "r", joint, &joint, 1, &error), &error);
    }
    succeed(lw_scene_freeze(h.scene, &error), &error);
    succeed(lw_motion_create(h.scene, &h.motion, &error), &error);
    succeed(lw_checker_create(h.scene, &h.checker, &error), &error);
    return h;
}

static void close_scene(held *h)
{
    lw_checker_destroy(h->checker);
    lw_motion_destroy(h->motion);
    lw_scene_destroy(h->scene);
}

/* Turns one joint, and leaves the others. */
static void turn_joint(held *h, const char *joint, double to)
{
    lw_error error = {0};
    const lw_joints *joints = lw_scene_joints(h->scene, "r", joint, &error);
    assert_non_null(joints);
    succeed(lw_motion_set_segment(h->motion, joints, (const double[]){0}, &to, &error), &error);
}

static bool moved(const held *h, const char *a, const char *b)
{
    const size_t bodies[2] = {(size_t)lw_scene_find_body(h->scene, a),
                              (size_t)lw_scene_find_body(h->scene, b)};
    const bool one = lw_motion_moves_between(h->motion, bodies[0], bodies[1]);
    assert_int_equal(lw_motion_moves_between(h->motion, bodies[1], bodies[0]), one);
    return one;
}

static void test_which_are_moved(void **state)
{
    (void)state;
    held h = open_scene();
    turn_joint(&h, "j2", 1);
    assert_false(moved(&h, "l0", "table"));
    assert_false(moved(&h, "l1", "table")); /* its joint stays where it is */
    assert_false(moved(&h, "l0", "l1"));
    assert_false(moved(&h, "l2", "l3"));
    assert_false(moved(&h, "post", "table"));
    assert_true(moved(&h, "l2", "table"));
    assert_true(moved(&h, "l3", "post"));
    assert_true(moved(&h, "l1", "l2"));
    assert_true(moved(&h, "l0", "l3"));
    turn_joint(&h, "j1", 1);
    assert_true(moved(&h, "l1", "table")); /* a turn that keeps the distance */
    assert_false(moved(&h, "l1", "l3"));
    turn_joint(&h, "j3", 0); /* named, and left where it is */
    assert_true(moved(&h, "l3", "l2"));
    close_scene(&h);
}

static bool is_pair(const lw_scene *scene, const int64_t pair[2], const char *a, const char *b)
{
    return (pair[0] == lw_scene_find_body(scene, a) && pair[1] == lw_scene_find_body(scene, b)) ||
           (pair[0] == lw_scene_find_body(scene, b) && pair[1] == lw_scene_find_body(scene, a));
}

static size_t near(const held *h, uint64_t fixed, lw_clearance out[16])
{
    lw_error error = {0};
    lw_check_options options = lw_default_check_options();
    size_t count = 0;
    options.fixed_pairs = fixed;
    succeed(lw_near_misses(h->checker, h->motion, 1, &options, out, 16, &count, &error), &error);
    assert_true(count <= 16);
    return count;
}

static bool lists(const held *h, const lw_clearance *near, size_t count, const char *a, const char *b)
{
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found = found || is_pair(h->scene, near[i].pair, a, b);
    return found;
}

static void test_near_misses(void **state)
{
    (void)state;
    held h = open_scene();
    lw_clearance out[16];
    turn_joint(&h, "j1", 1.6);
    size_t few = near(&h, 0, out);
    assert_false(lists(&h, out, few, "l0", "table"));
    assert_true(lists(&h, out, few, "l3", "post"));
    assert_true(lists(&h, out, few, "l1", "table"));
    size_t all = near(&h, 1, out);
    assert_true(lists(&h, out, all, "l0", "table"));
    assert_true(all > few);
    close_scene(&h);
}

/* The root is 0.1 m from the table all along. */
static void test_curves(void **state)
{
    (void)state;
    held h = open_scene();
    lw_error error = {0};
    turn_joint(&h, "j1", 1.2);
    for (int fixed = 0; fixed < 2; fixed++) {
        lw_curve curve = lw_default_curve();
        curve.fixed_pairs = fixed;
        succeed(lw_curve_sample(h.motion, 20, &curve, &error), &error);
        for (size_t i = 0; i < curve.count; i++) {
            size_t bodies[2];
            lw_scene_pair(h.scene, curve.pairs[0][i], bodies);
            const bool base = is_pair(
                h.scene, (const int64_t[]){(int64_t)bodies[0], (int64_t)bodies[1]}, "l0", "table");
            assert_int_equal(base, fixed);
            assert_true(fixed ? fabs(curve.distances[0][i] - 0.1) < 1e-9 : curve.distances[0][i] > 0.2);
        }
        lw_curve_free(&curve);
    }
    close_scene(&h);
}

/* Clearances and contacts are of all pairs. */
static void test_verdicts(void **state)
{
    (void)state;
    held h = open_scene();
    lw_error error = {0};
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    turn_joint(&h, "j1", 1.2);
    for (uint64_t fixed = 0; fixed < 2; fixed++) {
        lw_verdict verdict = lw_default_verdict();
        options.fixed_pairs = fixed;
        succeed(lw_check(h.checker, h.motion, &options, &verdict, &error), &error);
        assert_int_equal(verdict.kind, LW_VERDICT_FREE);
        assert_true(is_pair(h.scene, verdict.clearance.pair, "l0", "table"));
        assert_true(fabs(verdict.clearance.upper - 0.1) < 1e-9);
    }
    close_scene(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_which_are_moved),
        cmocka_unit_test(test_near_misses),
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
