/* Violations of joint limits where the answer is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "limited_arm.h"

static const limits free_of = {-HUGE_VAL, HUGE_VAL, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, 1, 0};

/* An arm whose first joint has limits; the second may, and others have none. */
static arm limited_arm(limits first, limits mimic)
{
    const limits of[JOINTS] = {first, free_of, mimic, free_of};
    return make_arm(of);
}

static void set_rows(arm *a, lw_track_kind kind, size_t count, const double *times,
                     const double *positions, const double *velocities)
{
    double rows[2][8 * OWN] = {{0}};
    lw_error error = {0};
    lw_track track = lw_default_track();
    for (size_t i = 0; i < count; i++) {
        rows[0][i * OWN] = positions[i];
        rows[1][i * OWN] = velocities ? velocities[i] : 0;
    }
    track.kind = kind;
    track.point_count = count;
    track.times = times;
    track.positions = rows[0];
    track.velocities = velocities ? rows[1] : NULL;
    succeed(lw_motion_set(a->motion, &track, 1, &error), &error);
}

static size_t violations(const arm *a, double slack, lw_violation *out, size_t room)
{
    lw_error error = {0};
    size_t count = 99;
    succeed(lw_motion_limits(a->motion, slack, out, room, &count, &error), &error);
    return count;
}

static void expect(const lw_violation *v, lw_limit_kind kind, size_t joint, const double numbers[5])
{
    assert_int_equal(v->kind, kind);
    assert_int_equal(v->joint, joint);
    assert_int_equal(v->part, 0);
    const double got[5] = {v->begin, v->end, v->time, v->value, v->limit};
    for (int i = 0; i < 5; i++)
        if (!(fabs(got[i] - numbers[i]) <= 1e-11 * (1 + fabs(numbers[i]))))
            fail_msg("number %d is %.17g, not %.17g", i, got[i], numbers[i]);
}

/* 1 rad in 1 ms, of a joint that turns by 2.39 rad/s at most */
static void test_too_fast(void **state)
{
    (void)state;
    limits fast = free_of;
    fast.rates[1] = 2.39;
    arm a = limited_arm(fast, free_of);
    lw_violation v[2];
    set_rows(&a, LW_TRACK_TRAJECTORY, 2, (const double[]){0, 1e-3}, (const double[]){0, 1}, NULL);
    assert_int_equal(violations(&a, LW_LIMITS_SLACK, v, 2), 1);
    expect(&v[0], LW_LIMIT_VELOCITY, 0, (const double[]){0, 1e-3, 0, 1000, 2.39});
    set_rows(&a, LW_TRACK_TRAJECTORY, 3, (const double[]){0, 1, 2}, (const double[]){1, 0.5, -2}, NULL);
    assert_int_equal(violations(&a, 0, v, 2), 1);
    expect(&v[0], LW_LIMIT_VELOCITY, 0, (const double[]){1, 2, 1, -2.5, -2.39});
    assert_int_equal(v[0].segment, 1);
    /* the slack is a share of the limit */
    assert_int_equal(violations(&a, 0.045, v, 2), 1);
    assert_int_equal(violations(&a, 0.047, v, 2), 0);
    /* a path has no clock */
    set_rows(&a, LW_TRACK_PATH, 2, NULL, (const double[]){0, 9}, NULL);
    assert_int_equal(violations(&a, 0, v, 2), 0);
    drop_arm(&a);
}

/* 3 u^2 - 2 u^3 and its like overshoot between waypoints: p = 4 u (1 - u) is 1 at the middle */
static void test_overshoot(void **state)
{
    (void)state;
    limits low = free_of;
    low.upper = 0.75;
    arm a = limited_arm(low, free_of);
    lw_violation v[2];
    const double times[] = {0, 2};
    set_rows(&a, LW_TRACK_TRAJECTORY, 2, times, (const double[]){0, 0}, (const double[]){2, -2});
    assert_int_equal(violations(&a, 0, v, 2), 1);
    expect(&v[0], LW_LIMIT_POSITION, 0, (const double[]){0.5, 1.5, 1, 1, 0.75});
    assert_int_equal(violations(&a, 0.25 + 1e-9, v, 2), 0);
    assert_int_equal(violations(&a, 0.25 - 1e-9, v, 2), 1);
    /* the other side */
    set_rows(&a, LW_TRACK_TRAJECTORY, 2, times, (const double[]){0, 0}, (const double[]){-2, 2});
    assert_int_equal(violations(&a, 0, v, 2), 0);
    /* once cut, from the cut on */
    lw_error error = {0};
    set_rows(&a, LW_TRACK_TRAJECTORY, 2, times, (const double[]){0, 0}, (const double[]){2, -2});
    succeed(lw_motion_cut(a.motion, 1.25, &error), &error);
    assert_int_equal(violations(&a, 0, v, 2), 1);
    expect(&v[0], LW_LIMIT_POSITION, 0, (const double[]){1.25, 1.5, 1.25, 0.9375, 0.75});
    succeed(lw_motion_cut(a.motion, 1.75, &error), &error);
    assert_int_equal(violations(&a, 0, v, 2), 0);
    drop_arm(&a);
}

/* A stretch goes on over waypoints, and over the time in which the joint waits. */
static void test_long_stretches(void **state)
{
    (void)state;
    limits low = free_of;
    low.lower = -1;
    low.upper = 0.5;
    limits follows = free_of;
    follows.multiplier = -2;
    follows.offset = 0.5;
    follows.lower = -1.25;
    arm a = limited_arm(low, follows);
    lw_violation v[4];
    set_rows(&a, LW_TRACK_PATH, 5, NULL, (const double[]){0, 1, 0.75, 2, 0}, NULL);
    assert_int_equal(violations(&a, 0, v, 4), 3);
    expect(&v[0], LW_LIMIT_POSITION, 0, (const double[]){0.125, 0.9375, 0.75, 2, 0.5});
    /* -2 x + 0.5 < -1.25 where x > 0.875 */
    expect(&v[1], LW_LIMIT_POSITION, 2, (const double[]){0.21875, 0.375, 0.25, -1.5, -1.25});
    expect(&v[2], LW_LIMIT_POSITION, 2, (const double[]){0.525, 0.890625, 0.75, -3.5, -1.25});
    assert_true(v[0].segment == 0 && v[1].segment == 0 && v[2].segment == 2);
    /* waits before its first waypoint: nothing states where it is */
    set_rows(&a, LW_TRACK_TRAJECTORY, 2, (const double[]){2, 3}, (const double[]){-2, 0}, NULL);
    assert_int_equal(violations(&a, 0, v, 4), 1);
    expect(&v[0], LW_LIMIT_POSITION, 0, (const double[]){0, 2.5, 0, -2, -1});
    /* a single waypoint */
    set_rows(&a, LW_TRACK_TRAJECTORY, 1, (const double[]){0}, (const double[]){-3}, NULL);
    assert_int_equal(violations(&a, 0, v, 4), 1);
    expect(&v[0], LW_LIMIT_POSITION, 0, (const double[]){0, 0, 0, -3, -1});
    /* where no track moves the joint, and where nothing at all moves */
    lw_error error = {0};
    succeed(lw_motion_set(a.motion, NULL, 0, &error), &error);
    assert_int_equal(violations(&a, 0, v, 4), 0);
    succeed(lw_motion_set_joint(a.motion, "r", "j0", (const double[]){0.875 + 1e-9}, 1, &error),
            &error);
    assert_int_equal(violations(&a, 0, v, 4), 2);
    expect(&v[1], LW_LIMIT_POSITION, 2, (const double[]){0, 1, 0, -1.25 - 2e-9, -1.25});
    assert_int_equal(v[1].segment, -1);
    assert_int_equal(violations(&a, 1e-6, v, 4), 1);
    drop_arm(&a);
}

static void test_jumps(void **state)
{
    (void)state;
    limits first = free_of;
    first.rates[2] = 1000;
    arm a = limited_arm(first, free_of);
    lw_violation v[4];
    const double times[] = {0, 1, 2, 3};
    set_rows(&a, LW_TRACK_TRAJECTORY, 4, times, (const double[]){0, 1, 2, 0}, NULL);
    assert_int_equal(violations(&a, 0, v, 4), 1);
    expect(&v[0], LW_LIMIT_VELOCITY_JUMP, 0, (const double[]){2, 2, 2, -3, 0});
    assert_int_equal(v[0].segment, 2);
    /* by a share of the larger velocity: 1 to 1.5 */
    set_rows(&a, LW_TRACK_TRAJECTORY, 3, times, (const double[]){0, 1, 2.5}, NULL);
    assert_int_equal(violations(&a, 0.34, v, 4), 0);
    assert_int_equal(violations(&a, 0.33, v, 4), 1);
    /* cubic: the acceleration jumps, and only a limit of jerk forbids it */
    set_rows(&a, LW_TRACK_TRAJECTORY, 3, times, (const double[]){0, 1, 0}, (const double[]){0, 0, 1});
    assert_int_equal(violations(&a, 0, v, 4), 0);
    drop_arm(&a);
    first.rates[3] = 1e9;
    first.rates[2] = HUGE_VAL;
    a = limited_arm(first, free_of);
    set_rows(&a, LW_TRACK_TRAJECTORY, 3, times, (const double[]){0, 1, 0}, (const double[]){0, 0, 1});
    assert_int_equal(violations(&a, 0, v, 4), 1);
    /* p'' at the end of 3u^2 - 2u^3 is -6; at the beginning of the second piece 2 (3 d - v) = -8 */
    expect(&v[0], LW_LIMIT_ACCELERATION_JUMP, 0, (const double[]){1, 1, 1, -2, 0});
    set_rows(&a, LW_TRACK_TRAJECTORY, 3, times, (const double[]){0, 1, 0}, NULL);
    assert_int_equal(violations(&a, 0, v, 4), 1);
    expect(&v[0], LW_LIMIT_VELOCITY_JUMP, 0, (const double[]){1, 1, 1, -2, 0});
    /* the first velocity may be anything, but not after a wait */
    set_rows(&a, LW_TRACK_TRAJECTORY, 2, (const double[]){0, 1}, (const double[]){0, 1}, NULL);
    assert_int_equal(violations(&a, 0, v, 4), 0);
    set_rows(&a, LW_TRACK_TRAJECTORY, 2, (const double[]){1, 2}, (const double[]){0, 1}, NULL);
    assert_int_equal(violations(&a, 0, v, 4), 1);
    expect(&v[0], LW_LIMIT_VELOCITY_JUMP, 0, (const double[]){1, 1, 1, 1, 0});
    drop_arm(&a);
}

/* Two tracks, of which one ends before the other: the joint stops there. */
static void test_early_end(void **state)
{
    (void)state;
    limits first = free_of;
    first.rates[2] = 5;
    first.upper = 0.5;
    arm a = limited_arm(first, free_of);
    lw_error error = {0};
    lw_violation v[4];
    const double rows[] = {0, 1};
    lw_motion *parts[2];
    for (size_t i = 0; i < 2; i++) {
        const char *name = i ? "j1" : "j0";
        lw_joints *joints = NULL;
        succeed(lw_joints_create(a.scene, "r", &name, 1, &joints, &error), &error);
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.joints = joints;
        track.point_count = 2;
        track.positions = rows;
        track.times = (const double[]){0, 1 + (double)i};
        succeed(lw_motion_create(a.scene, &parts[i], &error), &error);
        succeed(lw_motion_set(parts[i], &track, 1, &error), &error);
        lw_joints_destroy(joints);
    }
    succeed(lw_motion_join(a.motion, (const lw_motion *const *)parts, 2, &error), &error);
    assert_int_equal(violations(&a, 0, v, 4), 2);
    expect(&v[0], LW_LIMIT_POSITION, 0, (const double[]){0.5, 2, 1, 1, 0.5});
    expect(&v[1], LW_LIMIT_VELOCITY_JUMP, 0, (const double[]){1, 1, 1, -1, 0});
    for (size_t i = 0; i < 2; i++)
        lw_motion_destroy(parts[i]);
    drop_arm(&a);
}

/* a planar joint has rates in each of its values, and no positions */
static void test_planar(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_shape_def sphere = sphere_of(0.1);
    built_scene b;
    lw_scene *scene = new_scene();
    lw_joint_def joint = joint_of("at", LW_JOINT_PLANAR, "floor", "cart");
    joint.lower = joint.upper = 0;
    joint.velocity = 1;
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "r", "floor", &error), &error);
    succeed(lw_scene_add_link(scene, "r", "cart", &error), &error);
    succeed(lw_scene_add_shape(scene, "r", "cart", &sphere, lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    succeed(lw_scene_add_obstacle(scene, "can", &sphere, lw_pose_identity(), &error), &error);
    b = build_on(scene);
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2;
    track.positions = (const double[]){0, 0, 0, 0.5, -2, 3};
    track.times = (const double[]){0, 1};
    succeed(lw_motion_set(b.motion, &track, 1, &error), &error);
    lw_violation v[3];
    size_t count;
    succeed(lw_motion_limits(b.motion, 0, v, 3, &count, &error), &error);
    assert_int_equal(count, 2);
    assert_true(v[0].part == 1 && v[0].value == -2 && v[0].limit == -1);
    assert_true(v[1].part == 2 && v[1].value == 3 && v[1].limit == 1);
    drop_built(&b);
}

/* Rates at times: of the later piece where two meet, of a joint that mimics, and where a joint waits.
 */
static void test_rates(void **state)
{
    (void)state;
    limits follows = free_of;
    follows.multiplier = -2;
    follows.offset = 7;
    arm a = limited_arm(free_of, follows);
    lw_error error = {0};
    double rate = 9;
    set_rows(&a, LW_TRACK_TRAJECTORY, 3, (const double[]){1, 2, 4}, (const double[]){0, 1, 0}, NULL);
    const double cases[][2] = {{0, 0}, {0.5, 0}, {1, 1}, {1.5, 1}, {2, -0.5}, {4, -0.5}};
    for (size_t i = 0; i < 6; i++) {
        succeed(lw_motion_joint_rates(a.motion, 0, cases[i][0], &rate, &error), &error);
        assert_near(rate, cases[i][1], 1e-15);
        succeed(lw_motion_joint_rates(a.motion, 2, cases[i][0], &rate, &error), &error);
        assert_near(rate, -2 * cases[i][1], 1e-15);
        succeed(lw_motion_joint_rates(a.motion, 3, cases[i][0], &rate, &error), &error);
        assert_near(rate, 0, 0);
    }
    /* the velocities that a cubic is given, and 3/2 of the mean one in its middle */
    set_rows(&a, LW_TRACK_TRAJECTORY, 2, (const double[]){0, 2}, (const double[]){0, 1},
             (const double[]){0.25, -0.5});
    const double given[][2] = {{0, 0.25}, {2, -0.5}, {1, 0.75 + 0.25 * 0.25}};
    for (size_t i = 0; i < 3; i++) {
        succeed(lw_motion_joint_rates(a.motion, 0, given[i][0], &rate, &error), &error);
        assert_near(rate, given[i][1], 1e-15);
    }
    refused(lw_motion_joint_rates(a.motion, 0, 2.5, &rate, &error), LW_ERROR_ARGUMENT, &error,
            "outside the motion");
    refused(lw_motion_joint_rates(a.motion, 0, (double)NAN, &rate, &error), LW_ERROR_ARGUMENT, &error,
            "outside");
    refused(lw_motion_joint_rates(a.motion, 4, 0, &rate, &error), LW_ERROR_ARGUMENT, &error,
            "no joint 4");
    refused(lw_motion_joint_rates(NULL, 0, 0, &rate, &error), LW_ERROR_ARGUMENT, &error,
            "needs a motion");
    refused(lw_motion_joint_rates(a.motion, 0, 0, NULL, &error), LW_ERROR_ARGUMENT, &error, "rates");
    drop_arm(&a);
}

static void test_arguments(void **state)
{
    (void)state;
    arm a = limited_arm(free_of, free_of);
    lw_error error = {0};
    lw_violation v;
    size_t count = 7;
    succeed(lw_motion_limits(a.motion, 0, NULL, 0, &count, &error), &error);
    assert_int_equal(count, 0);
    refused(lw_motion_limits(NULL, 0, &v, 1, &count, &error), LW_ERROR_ARGUMENT, &error,
            "needs a motion");
    refused(lw_motion_limits(a.motion, 0, NULL, 1, &count, &error), LW_ERROR_ARGUMENT, &error, "room");
    refused(lw_motion_limits(a.motion, 0, &v, 1, NULL, &error), LW_ERROR_ARGUMENT, &error, "count");
    const double bad[] = {-1e-300, (double)NAN, HUGE_VAL};
    for (int i = 0; i < 3; i++)
        refused(lw_motion_limits(a.motion, bad[i], &v, 1, &count, &error), LW_ERROR_ARGUMENT, &error,
                "the slack of limits is");
    assert_null(lw_limit_name((lw_limit_kind)-1));
    assert_null(lw_limit_name((lw_limit_kind)(LW_LIMIT_ACCELERATION_JUMP + 1)));
    assert_string_equal(lw_limit_name(LW_LIMIT_JERK), "jerk");
    drop_arm(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_too_fast),       cmocka_unit_test(test_overshoot),
        cmocka_unit_test(test_long_stretches), cmocka_unit_test(test_jumps),
        cmocka_unit_test(test_early_end),      cmocka_unit_test(test_planar),
        cmocka_unit_test(test_arguments),      cmocka_unit_test(test_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
