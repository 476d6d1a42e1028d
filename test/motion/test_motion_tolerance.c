/* Tests the tolerances of motions: what is taken, kept, joined and refused; and a slider whose numbers
 * are plain. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "leeway/leeway.h"

/* A ball of radius 0.1 on a rail along x, a second rail above it along y, and an obstacle: a ball of
 * radius 0.1 at (1, 0.3, 0). */
typedef struct rails {
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
} rails;

static lw_joint_def rail(const char *name, const char *parent, const char *child, lw_vec3 axis)
{
    lw_joint_def def = lw_default_joint();
    def.kind = LW_JOINT_PRISMATIC;
    def.name = name;
    def.parent = parent;
    def.child = child;
    def.axis = axis;
    def.lower = -5;
    def.upper = 5;
    return def;
}

static rails open_rails(const char *mimic)
{
    rails r;
    lw_error error = {0};
    lw_shape_def ball = lw_default_shape();
    ball.kind = LW_SHAPE_SPHERE;
    ball.radius = 0.1;
    lw_pose at = lw_pose_identity();
    at.position = (lw_vec3){1, 0.3, 0};
    lw_joint_def x = rail("x", "floor", "cart", (lw_vec3){1, 0, 0});
    lw_joint_def y = rail("y", "cart", "ball", (lw_vec3){0, 1, 0});
    y.mimic = mimic;
    y.mimic_multiplier = -0.5;
    assert_int_equal(lw_scene_create(&r.scene, &error), LW_OK);
    assert_int_equal(lw_scene_add_robot(r.scene, "r", lw_pose_identity(), &error), LW_OK);
    assert_int_equal(lw_scene_add_link(r.scene, "r", "floor", &error), LW_OK);
    assert_int_equal(lw_scene_add_link(r.scene, "r", "cart", &error), LW_OK);
    assert_int_equal(lw_scene_add_link(r.scene, "r", "ball", &error), LW_OK);
    assert_int_equal(lw_scene_add_joint(r.scene, "r", &x, &error), LW_OK);
    assert_int_equal(lw_scene_add_joint(r.scene, "r", &y, &error), LW_OK);
    assert_int_equal(lw_scene_add_shape(r.scene, "r", "ball", &ball, lw_pose_identity(), &error),
                     LW_OK);
    assert_int_equal(lw_scene_add_obstacle(r.scene, "o", &ball, at, &error), LW_OK);
    assert_int_equal(lw_scene_freeze(r.scene, &error), LW_OK);
    assert_int_equal(lw_motion_create(r.scene, &r.motion, &error), LW_OK);
    assert_int_equal(lw_checker_create(r.scene, &r.checker, &error), LW_OK);
    return r;
}

static void close_rails(rails *r)
{
    lw_motion_destroy(r->motion);
    lw_checker_destroy(r->checker);
    lw_scene_destroy(r->scene);
}

/* A trajectory along x from 0 to 2 at a speed, while y stands at 0. */
static void drive(lw_motion *motion, double speed)
{
    double times[] = {0, 2 / speed};
    double positions[] = {0, 0, 2, 0};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.times = times;
    track.positions = positions;
    track.point_count = 2;
    assert_int_equal(lw_motion_set(motion, &track, 1, NULL), LW_OK);
}

static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_BISECTION, LW_METHOD_SLAB};

static lw_verdict ask(const rails *r, lw_method method)
{
    lw_check_options options = lw_default_check_options();
    lw_verdict v = lw_default_verdict();
    lw_error error = {0};
    options.method = method;
    if (lw_check(r->checker, r->motion, &options, &v, &error))
        fail_msg("%s", error.message);
    return v;
}

/* The balls pass each other 0.1 m apart: a deviation of y decides, one of x does nothing. */
static void test_directions(void **state)
{
    (void)state;
    rails r = open_rails(NULL);
    drive(r.motion, 1);
    for (size_t m = 0; m < 3; m++) {
        const double only_x[] = {0.03, 0};
        assert_int_equal(lw_motion_set_tolerance(r.motion, NULL, only_x, NULL, NULL), LW_OK);
        assert_int_equal(ask(&r, methods[m]).kind, LW_VERDICT_FREE);
        const double less[] = {0.01, 0.098};
        assert_int_equal(lw_motion_set_tolerance(r.motion, NULL, less, NULL, NULL), LW_OK);
        lw_verdict v = ask(&r, methods[m]);
        assert_true(v.kind == LW_VERDICT_FREE && !v.deviates);
        const double more[] = {0.01, 0.102};
        assert_int_equal(lw_motion_set_tolerance(r.motion, NULL, more, NULL, NULL), LW_OK);
        v = ask(&r, methods[m]);
        assert_true(v.kind == LW_VERDICT_CONTACT && v.deviates == 1 && fabs(v.time - 1) < 0.1);
        assert_true(v.contact.upper <= 0 && v.free_until > 0.9);
        double values[1];
        assert_int_equal(lw_checker_deviation(r.checker, 1, values), 1);
        assert_true(fabs(values[0] - 0.102) < 1e-9);
        assert_int_equal(lw_checker_deviation(r.checker, 2, values), 0);
        lw_motion_clear_tolerance(r.motion);
        assert_int_equal(ask(&r, methods[m]).kind, LW_VERDICT_FREE);
        assert_int_equal(lw_checker_deviation(r.checker, 1, values), 1);
        assert_true(values[0] == 0);
    }
    close_rails(&r);
}

/* y follows x with the factor -1/2, and so does its deviation. */
static void test_mimic(void **state)
{
    (void)state;
    rails r = open_rails("x");
    double values[1];
    double times[] = {0, 1};
    double positions[] = {0.6, 0.9};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.times = times;
    track.positions = positions;
    track.point_count = 2;
    assert_int_equal(lw_motion_set(r.motion, &track, 1, NULL), LW_OK);
    /* nearest at x = 0.9: the point (0.9, -0.45), 0.7566 from (1, 0.3) */
    assert_int_equal(ask(&r, LW_METHOD_AUTO).kind, LW_VERDICT_FREE);
    double constant = 0.1;
    double per_speed = 0.2;
    assert_int_equal(lw_motion_set_tolerance(r.motion, NULL, &constant, &per_speed, NULL), LW_OK);
    double of_y[2];
    assert_int_equal(lw_motion_tolerance(r.motion, 1, &of_y[0], &of_y[1]), 1);
    assert_true(of_y[0] == 0.05 && of_y[1] == 0.2);
    assert_int_equal(ask(&r, LW_METHOD_AUTO).kind, LW_VERDICT_FREE);
    /* to meet, x has to come to where |(x - 1, -x / 2 - 0.3)| = 0.2: nowhere; with y's own sign it may
     */
    constant = 3;
    assert_int_equal(lw_motion_set_tolerance(r.motion, NULL, &constant, NULL, NULL), LW_OK);
    lw_verdict v = ask(&r, LW_METHOD_AUTO);
    assert_true(v.kind != LW_VERDICT_FREE);
    (void)values;
    close_rails(&r);
}

static void test_speed(void **state)
{
    (void)state;
    rails r = open_rails(NULL);
    const double constant[] = {0, 0};
    /* x only: a ball beside the end of the way */
    double times[] = {0, 1, 2};
    double positions[] = {1, -0.2, 1, -0.05, 1, -0.2}; /* towards the obstacle and back */
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.times = times;
    track.positions = positions;
    track.point_count = 3;
    assert_int_equal(lw_motion_set(r.motion, &track, 1, NULL), LW_OK);
    /* at y = -0.05 the balls are 0.15 apart; the speed is 0.15 */
    const double less[] = {0, 0.99};
    const double more[] = {0, 1.01};
    for (size_t m = 0; m < 3; m++) {
        assert_int_equal(lw_motion_set_tolerance(r.motion, NULL, constant, less, NULL), LW_OK);
        assert_int_equal(ask(&r, methods[m]).kind, LW_VERDICT_FREE);
        assert_int_equal(lw_motion_set_tolerance(r.motion, NULL, constant, more, NULL), LW_OK);
        lw_verdict v = ask(&r, methods[m]);
        assert_true(v.kind == LW_VERDICT_CONTACT && v.deviates == 1);
        double off;
        assert_int_equal(lw_checker_deviation(r.checker, 1, &off), 1);
        assert_true(fabs(off) <= 0.1515 && fabs(off) > 0.15);
    }
    /* a path has no speed */
    lw_error error = {0};
    lw_verdict v = lw_default_verdict();
    const double from[] = {0, -0.2};
    const double to[] = {1, -0.2};
    assert_int_equal(lw_motion_set_segment(r.motion, NULL, from, to, NULL), LW_OK);
    assert_int_equal(lw_check(r.checker, r.motion, NULL, &v, &error), LW_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "paths have no speeds"));
    close_rails(&r);
}

/* A motion in which nothing moves: its tolerance is around one state, which lasts no time or a while.
 */
static void test_still(void **state)
{
    (void)state;
    rails r = open_rails(NULL);
    const double at[] = {1, 0};
    const double less[] = {0.01, 0.09};
    const double more[] = {0.01, 0.11};
    const double no_time = 0;
    lw_track track = lw_default_track();
    track.positions = at;
    track.point_count = 1;
    for (size_t m = 0; m < 3; m++)
        for (int kind = 0; kind < 3; kind++) {
            track.kind = kind == 2 ? LW_TRACK_TRAJECTORY : LW_TRACK_PATH;
            track.times = kind == 2 ? &no_time : NULL;
            if (kind)
                assert_int_equal(lw_motion_set(r.motion, &track, 1, NULL), LW_OK);
            else
                assert_int_equal(lw_motion_set_segment(r.motion, NULL, at, at, NULL), LW_OK);
            assert_int_equal(lw_motion_set_tolerance(r.motion, NULL, less, NULL, NULL), LW_OK);
            assert_int_equal(ask(&r, methods[m]).kind, LW_VERDICT_FREE);
            assert_int_equal(lw_motion_set_tolerance(r.motion, NULL, more, NULL, NULL), LW_OK);
            lw_verdict v = ask(&r, methods[m]);
            assert_true(v.kind == LW_VERDICT_CONTACT && v.deviates == 1);
            lw_motion_clear_tolerance(r.motion);
            assert_int_equal(ask(&r, methods[m]).kind, LW_VERDICT_FREE);
        }
    close_rails(&r);
}

/* A ball at the end of an arm of length 1, which turns about z, far from the world's origin; a ball of
 * another robot on a rail along z is 0.05 from it, farther round. Each link has its ball twice, so that
 * the body's frame is the link's and not the ball's. other_first: that robot comes first. */
static lw_scene *open_arm(bool other_first)
{
    lw_error error = {0};
    lw_scene *scene;
    lw_shape_def ball = lw_default_shape();
    ball.kind = LW_SHAPE_SPHERE;
    ball.radius = 0.1;
    lw_pose base = lw_pose_identity();
    lw_pose beside = lw_pose_identity();
    lw_pose end = lw_pose_identity();
    base.position = (lw_vec3){3, -2, 1};
    beside.position = (lw_vec3){4, -1.75, 1};
    end.position.x = 1;
    lw_joint_def turn = rail("turn", "base", "arm", (lw_vec3){0, 0, 1});
    turn.kind = LW_JOINT_REVOLUTE;
    lw_joint_def up = rail("up", "base", "ball", (lw_vec3){0, 0, 1});
    assert_int_equal(lw_scene_create(&scene, &error), LW_OK);
    for (int i = 0; i < 2; i++) {
        bool arm = i == other_first;
        const char *robot = arm ? "r" : "other";
        const char *link = arm ? "arm" : "ball";
        assert_int_equal(lw_scene_add_robot(scene, robot, arm ? base : lw_pose_identity(), &error),
                         LW_OK);
        assert_int_equal(lw_scene_add_link(scene, robot, "base", &error), LW_OK);
        assert_int_equal(lw_scene_add_link(scene, robot, link, &error), LW_OK);
        assert_int_equal(lw_scene_add_joint(scene, robot, arm ? &turn : &up, &error), LW_OK);
        for (int shape = 0; shape < 2; shape++)
            assert_int_equal(lw_scene_add_shape(scene, robot, link, &ball, arm ? end : beside, &error),
                             LW_OK);
    }
    assert_int_equal(lw_scene_freeze(scene, &error), LW_OK);
    return scene;
}

/* The arm turns back and forth a little, 0.05 from the other ball at best: a deviation of its angle
 * brings it there. */
static void test_turning(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        rails r = {.scene = open_arm(first)};
        lw_error error = {0};
        assert_int_equal(lw_motion_create(r.scene, &r.motion, &error), LW_OK);
        assert_int_equal(lw_checker_create(r.scene, &r.checker, &error), LW_OK);
        const lw_joints *joints = lw_scene_joints(r.scene, "r", NULL, &error);
        const lw_joints *others = lw_scene_joints(r.scene, "other", NULL, &error);
        double positions[] = {-0.1, 0, -0.1};
        lw_track track = lw_default_track();
        track.joints = joints;
        track.positions = positions;
        track.point_count = 3;
        assert_int_equal(lw_motion_set(r.motion, &track, 1, NULL), LW_OK);
        const double aside = 0.02;
        const double less = 0.04;
        const double more = 0.055;
        assert_int_equal(lw_motion_set_tolerance(r.motion, others, &aside, NULL, NULL), LW_OK);
        for (size_t m = 0; m < 3; m++) {
            assert_int_equal(lw_motion_set_tolerance(r.motion, joints, &less, NULL, NULL), LW_OK);
            assert_int_equal(ask(&r, methods[m]).kind, LW_VERDICT_FREE);
            assert_int_equal(lw_motion_set_tolerance(r.motion, joints, &more, NULL, NULL), LW_OK);
            lw_verdict v = ask(&r, methods[m]);
            assert_true(v.kind == LW_VERDICT_CONTACT && v.deviates == 1 && fabs(v.time - 0.5) < 0.1);
        }
        close_rails(&r);
    }
}

static void test_kept(void **state)
{
    (void)state;
    rails r = open_rails(NULL);
    lw_motion *other;
    double constant[2];
    double per_speed[2];
    assert_int_equal(lw_motion_create(r.scene, &other, NULL), LW_OK);
    assert_int_equal(lw_motion_tolerance(r.motion, 0, constant, per_speed), 1);
    assert_true(constant[0] == 0 && per_speed[0] == 0);
    assert_int_equal(lw_motion_tolerance(r.motion, 2, constant, per_speed), 0);
    assert_int_equal(lw_motion_set_tolerances(r.motion, 0.01, 0.5, NULL), LW_OK);
    drive(r.motion, 2);
    assert_int_equal(lw_motion_tolerance(r.motion, 1, constant, per_speed), 1);
    assert_true(constant[0] == 0.01 && per_speed[0] == 0.5);
    const double own[] = {0.005, 0.02};
    assert_int_equal(lw_motion_set_tolerance(other, NULL, own, NULL, NULL), LW_OK);
    const lw_motion *parts[] = {r.motion};
    assert_int_equal(lw_motion_join(other, parts, 1, NULL), LW_OK);
    for (size_t j = 0; j < 2; j++) {
        assert_int_equal(lw_motion_tolerance(other, j, constant, per_speed), 1);
        assert_true(constant[0] == (j ? 0.02 : 0.01) && per_speed[0] == 0.5);
    }
    lw_motion_destroy(other);
    close_rails(&r);
}

#define REFUSED(call, words)                                                                           \
    do {                                                                                               \
        lw_error refused = {0};                                                                        \
        lw_error *error = &refused;                                                                    \
        assert_int_equal(call, LW_ERROR_ARGUMENT);                                                     \
        if (!strstr(refused.message, words))                                                           \
            fail_msg("%s", refused.message);                                                           \
    } while (0)

static void test_refused(void **state)
{
    (void)state;
    rails r = open_rails(NULL);
    rails others = open_rails(NULL);
    const double good[] = {0.1, 0.1};
    const double negative[] = {0.1, -0.1};
    const double none[] = {NAN, 0.1};
    REFUSED(lw_motion_set_tolerance(NULL, NULL, good, NULL, error), "needs a motion");
    REFUSED(lw_motion_set_tolerance(r.motion, NULL, NULL, NULL, error), "needs a motion");
    REFUSED(lw_motion_set_tolerance(r.motion, NULL, negative, NULL, error), "'y' is -0.1");
    REFUSED(lw_motion_set_tolerance(r.motion, NULL, none, NULL, error), "'x' is nan");
    REFUSED(lw_motion_set_tolerance(r.motion, NULL, good, negative, error), "per speed of joint 'y'");
    REFUSED(lw_motion_set_tolerances(r.motion, -1, 0, error), "is -1");
    REFUSED(lw_motion_set_tolerances(r.motion, 1, NAN, error), "is nan");
    REFUSED(lw_motion_set_tolerances(NULL, 1, 0, error), "needs a motion");
    REFUSED(
        lw_motion_set_tolerance(r.motion, lw_scene_movable_joints(others.scene, 0), good, NULL, error),
        "of another scene");
    assert_int_equal(lw_motion_set_tolerance(r.motion, NULL, good, NULL, NULL), LW_OK);
    drive(r.motion, 1);
    lw_verdict v = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    REFUSED(lw_check(r.checker, r.motion, &options, &v, error), "clearances do not know it");
    options = lw_default_check_options();
    options.leaving = 1;
    REFUSED(lw_check(r.checker, r.motion, &options, &v, error), "leave contacts do not know it");
    options = lw_default_check_options();
    options.method = LW_METHOD_EXPANDED;
    REFUSED(lw_check(r.checker, r.motion, &options, &v, error), "auto, bisection, slab");
    options.method = LW_METHOD_SAMPLED;
    REFUSED(lw_check(r.checker, r.motion, &options, &v, error), "auto, bisection, slab");
    close_rails(&r);
    close_rails(&others);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_directions), cmocka_unit_test(test_mimic),   cmocka_unit_test(test_speed),
        cmocka_unit_test(test_still),      cmocka_unit_test(test_turning), cmocka_unit_test(test_kept),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
