/* lw_verify: one answer about a trajectory, and the stops from all of its moments. A ball slides along
 * x or in the plane among balls at rest, so that what is free follows from distances of centres. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "leeway/verify.h"
#include "seed.h"
#include "small_scene.h"

enum { BALLS = 3, POINTS = 4, OWN = 2 };

static const double RADIUS = 0.1;

/* A ball that two joints slide along x and y, among other balls. */
typedef struct table {
    built_scene at;
    lw_motion *stop;
    double balls[BALLS][2];
    double acceleration, jerk;
} table;

static void add_slide(lw_scene *scene, const char *name, const char *parent, const char *child,
                      lw_vec3 axis, const table *of)
{
    lw_error error = {0};
    lw_joint_def joint = lw_default_joint();
    joint.name = name;
    joint.kind = LW_JOINT_PRISMATIC;
    joint.parent = parent;
    joint.child = child;
    joint.axis = axis;
    joint.lower = -2;
    joint.upper = 2;
    joint.acceleration = of->acceleration;
    joint.jerk = of->jerk;
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
}

static void make_table(table *t)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    const lw_shape_def ball = sphere_of(RADIUS);
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "r", "floor", &error), &error);
    succeed(lw_scene_add_link(scene, "r", "rail", &error), &error);
    succeed(lw_scene_add_link(scene, "r", "ball", &error), &error);
    add_slide(scene, "x", "floor", "rail", (lw_vec3){1, 0, 0}, t);
    add_slide(scene, "y", "rail", "ball", (lw_vec3){0, 1, 0}, t);
    succeed(lw_scene_add_shape(scene, "r", "ball", &ball, lw_pose_identity(), &error), &error);
    for (int i = 0; i < BALLS; i++) {
        char name[16];
        lw_pose pose = lw_pose_identity();
        snprintf(name, sizeof name, "b%d", i);
        pose.position = (lw_vec3){t->balls[i][0], t->balls[i][1], 0};
        succeed(lw_scene_add_obstacle(scene, name, &ball, pose, &error), &error);
    }
    t->at = build_on(scene);
    succeed(lw_motion_create(scene, &t->stop, &error), &error);
}

static void drop_table(table *t)
{
    lw_motion_destroy(t->stop);
    drop_built(&t->at);
}

/* A trajectory of quintic or cubic pieces between rests. */
typedef struct course {
    double times[POINTS], rows[3][POINTS * OWN];
    bool quintic;
} course;

static void set_course(table *t, const course *c, size_t count)
{
    lw_error error = {0};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = count;
    track.times = c->times;
    track.positions = c->rows[0];
    track.velocities = c->rows[1];
    track.accelerations = c->quintic ? c->rows[2] : NULL;
    succeed(lw_motion_set(t->at.motion, &track, 1, &error), &error);
}

static lw_safety verify(table *t, const lw_verify_options *options, lw_verdict *verdict)
{
    lw_error error = {0};
    lw_safety safety = lw_default_safety();
    succeed(lw_verify(t->at.checker, t->at.motion, options, verdict, &safety, &error), &error);
    return safety;
}

/* The distance of the balls at a time of a motion. */
static double gap_at(const table *t, const lw_motion *motion, double time, const double *off)
{
    double p[2];
    double gap = HUGE_VAL;
    assert_int_equal(lw_motion_joint_values(motion, 0, time, &p[0], NULL), LW_OK);
    assert_int_equal(lw_motion_joint_values(motion, 1, time, &p[1], NULL), LW_OK);
    for (int i = 0; i < BALLS; i++)
        gap = fmin(gap, hypot(p[0] + off[0] - t->balls[i][0], p[1] + off[1] - t->balls[i][1]));
    return gap - 2 * RADIUS;
}

/* The least gap of the stop from a moment, sampled, with values off by `off`; and how far beyond its
 * limits. */
static double least_gap(table *t, double moment, const double *off, double *beyond)
{
    lw_error error = {0};
    double begin;
    double end;
    double least = HUGE_VAL;
    succeed(lw_motion_set_stop_at(t->stop, t->at.motion, moment, &error), &error);
    lw_motion_interval(t->stop, &begin, &end);
    for (int i = 0; i <= 60; i++) {
        const double time = fmin(end * i / 60, end);
        least = fmin(least, gap_at(t, t->stop, time, off));
        for (size_t k = 0; k < OWN; k++) {
            double value;
            lw_motion_joint_values(t->stop, k, time, &value, NULL);
            *beyond = fmax(*beyond, fabs(value) - 2);
        }
    }
    return least;
}

static void random_course(lw_random *random, course *c)
{
    c->quintic = lw_random_below(random, 2);
    for (size_t i = 0; i < POINTS; i++) {
        const bool inner = i > 0 && i + 1 < POINTS;
        c->times[i] = i ? c->times[i - 1] + lw_random_between(random, 0.6, 2) : 0;
        for (size_t k = 0; k < OWN; k++) {
            c->rows[0][i * OWN + k] = lw_random_between(random, -1.6, 1.6);
            c->rows[1][i * OWN + k] = inner ? lw_random_between(random, -1, 1) : 0;
            c->rows[2][i * OWN + k] = inner ? lw_random_between(random, -1, 1) : 0;
        }
    }
}

/* The largest magnitudes of accelerations and jerks of a motion, roughly. */
static double largest_acceleration(table *t, double end)
{
    double most = 0;
    for (int i = 0; i < 400; i++)
        for (size_t k = 0; k < OWN; k++) {
            double rates[2];
            const double times[2] = {end * i / 400, fmin(end * (i + 1) / 400, end)};
            for (int side = 0; side < 2; side++)
                assert_int_equal(
                    lw_motion_joint_rates(t->at.motion, k, times[side], &rates[side], NULL), LW_OK);
            most = fmax(most, fabs(rates[1] - rates[0]) / (end / 400));
        }
    return most;
}

/* Puts the first ball ahead of the way at some time, where it turns off, so that some stops meet it. */
static void place_ahead(table *t, lw_random *random, double end)
{
    const double time = end * lw_random_between(random, 0, 1);
    const double apart = 2 * RADIUS + lw_random_between(random, 0.005, 0.2);
    double values[2];
    double rates[2];
    for (size_t k = 0; k < OWN; k++) {
        assert_int_equal(lw_motion_joint_values(t->at.motion, k, time, &values[k], NULL), LW_OK);
        assert_int_equal(lw_motion_joint_rates(t->at.motion, k, time, &rates[k], NULL), LW_OK);
    }
    const double turn = atan2(rates[1], rates[0]) + lw_random_between(random, -1, 1);
    t->balls[0][0] = values[0] + apart * cos(turn);
    t->balls[0][1] = values[1] + apart * sin(turn);
}

/* Puts the first ball where the stop that reaches farthest in some direction just meets it, with the
 * tolerance; no other stop does, or few. Returns the moment of that stop. */
static double place_at_stop(table *t, lw_random *random, double end, double tolerance)
{
    const double turn = lw_random_between(random, 0, 6.3);
    const double d[2] = {cos(turn), sin(turn)};
    const double apart = 2 * RADIUS - pow(10, lw_random_between(random, -4, -2));
    double farthest = -HUGE_VAL;
    double moment = 0;
    for (int i = 0; i <= 150; i++) {
        lw_error error = {0};
        double begin;
        double last;
        double p[2];
        const double time = fmin(end * i / 150, end);
        succeed(lw_motion_set_stop_at(t->stop, t->at.motion, time, &error), &error);
        lw_motion_interval(t->stop, &begin, &last);
        for (size_t k = 0; k < OWN; k++)
            assert_int_equal(lw_motion_joint_values(t->stop, k, last, &p[k], NULL), LW_OK);
        if (d[0] * p[0] + d[1] * p[1] <= farthest)
            continue;
        farthest = d[0] * p[0] + d[1] * p[1];
        moment = time;
        for (int k = 0; k < OWN; k++)
            t->balls[0][k] = p[k] + (d[k] > 0 ? tolerance : -tolerance) + apart * d[k];
    }
    return moment;
}

typedef struct tally {
    size_t safe, unsafe, undecided, other, probes;
} tally;

/* Samples the stops of a motion that was called safe, and those before stops_until. */
static void hold_safety(table *t, lw_random *random, const lw_safety *safety, double tolerance,
                        tally *counts)
{
    for (int i = 0; i < 40; i++) {
        const double moment = safety->stops_until * lw_random_between(random, 0, 1);
        double off[2];
        double beyond = -1;
        for (int k = 0; k < OWN; k++)
            off[k] = tolerance * (lw_random_below(random, 2) ? 1 : -1);
        if (!(least_gap(t, moment, off, &beyond) > 0))
            fail_msg("the stop from %.17g is in contact", moment);
        if (beyond > 1e-6)
            fail_msg("the stop from %.17g is beyond a limit by %g", moment, beyond);
        counts->probes++;
    }
    if (safety->kind == LW_SAFETY_UNSAFE) {
        double beyond = -1;
        const double gap = least_gap(t, safety->time, (const double[]){0, 0}, &beyond);
        assert_true(gap < 3 * tolerance + 1e-3 || beyond > 0);
    }
}

/* The stop from a moment, at whose end values off by the tolerance are in contact, is not called free.
 */
static void hold_moment(table *t, const lw_safety *safety, double moment, double tolerance)
{
    double beyond = -1;
    for (int corner = 0; corner < 4; corner++) {
        const double off[2] = {corner & 1 ? tolerance : -tolerance,
                               corner & 2 ? tolerance : -tolerance};
        if (moment < safety->stops_until && !(least_gap(t, moment, off, &beyond) > 0))
            fail_msg("the stop from %.17g just meets a ball", moment);
    }
}

static void try_course(lw_random *random, tally *counts)
{
    course c;
    table t = {.acceleration = HUGE_VAL, .jerk = HUGE_VAL};
    for (int i = 0; i < BALLS; i++)
        for (int k = 0; k < 2; k++)
            t.balls[i][k] = lw_random_between(random, -2.5, 2.5);
    make_table(&t);
    random_course(random, &c);
    set_course(&t, &c, POINTS);
    if (lw_random_below(random, 2))
        place_ahead(&t, random, c.times[POINTS - 1]);
    const double most = largest_acceleration(&t, c.times[POINTS - 1]);
    drop_table(&t);
    /* with limits that the motion keeps, some of them narrowly */
    t.acceleration = most * (1.05 + lw_random_between(random, 0, 1));
    if (c.quintic && lw_random_below(random, 2))
        t.jerk = 100 * (1 + most);
    make_table(&t);
    set_course(&t, &c, POINTS);
    lw_error error = {0};
    const double tolerance = lw_random_below(random, 2) ? 0 : 0.01;
    double moment = HUGE_VAL;
    if (lw_random_below(random, 2)) {
        moment = place_at_stop(&t, random, c.times[POINTS - 1], tolerance);
        drop_table(&t);
        make_table(&t);
        set_course(&t, &c, POINTS);
    }
    if (tolerance > 0)
        succeed(lw_motion_set_tolerances(t.at.motion, tolerance, 0, &error), &error);
    lw_verify_options options = lw_default_verify_options();
    options.stops = 1;
    const lw_safety safety = verify(&t, &options, NULL);
    const bool about_stops = safety.kind == LW_SAFETY_SAFE || safety.reason == LW_SAFETY_REASON_STOP;
    counts->safe += safety.kind == LW_SAFETY_SAFE;
    counts->unsafe += safety.reason == LW_SAFETY_REASON_STOP;
    counts->undecided += safety.kind == LW_SAFETY_UNDECIDED;
    counts->other += !about_stops && safety.kind == LW_SAFETY_UNSAFE;
    if (safety.stops)
        hold_safety(&t, random, &safety, tolerance, counts);
    if (safety.stops && moment < HUGE_VAL)
        hold_moment(&t, &safety, moment, tolerance);
    assert_true(safety.kind != LW_SAFETY_SAFE || safety.stops_until == c.times[POINTS - 1]);
    drop_table(&t);
}

/* no stop that is called free is in contact, with the tolerance or without */
static void test_random(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally counts = {0};
    const int rounds = test_rounds(1000, 100000);
    for (int i = 0; i < rounds; i++)
        try_course(&random, &counts);
    print_message("%zu safe, %zu unsafe by a stop, %zu undecided, %zu unsafe else, %zu probes\n",
                  counts.safe, counts.unsafe, counts.undecided, counts.other, counts.probes);
    assert_true(counts.safe > (size_t)rounds / 10);
    assert_true(counts.unsafe > (size_t)rounds / 200);
    assert_true(counts.undecided <= (size_t)rounds / 50);
}

/* ---- single answers ------------------------------------------------------------------------------ */

/* A table with one ball at x, and a motion along x from 0 to 1 in two seconds. */
static table simple(double ball, double acceleration)
{
    table t = {.balls = {{ball, 0}, {9, 9}, {9, 8}}, .acceleration = acceleration, .jerk = HUGE_VAL};
    const course c = {.times = {0, 2}, .rows = {{0, 0, 1, 0}, {0}}};
    make_table(&t);
    set_course(&t, &c, 2);
    return t;
}

/* Whether the calls that are left are used up. */
static bool stop_after(void *left)
{
    return --*(int *)left < 0;
}

/* The stop from q with the rate v ends at q + v^2 / 2A. On the cubic 3s^2 - 2s^3, s = t / 2, with A
 * = 1.5, the largest acceleration, that is at most 1; with less it is beyond 1. */
static void test_stops(void **state)
{
    (void)state;
    lw_verify_options options = lw_default_verify_options();
    lw_verdict verdict = lw_default_verdict();
    options.stops = 1;
    table t = simple(1.2 + 1e-3, 1.5);
    lw_safety safety = verify(&t, &options, &verdict);
    assert_int_equal(safety.kind, LW_SAFETY_SAFE);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    assert_true(safety.stops > 0 && safety.stops < 200 && safety.stops_until == 2 && safety.time == 2);
    assert_int_equal(safety.joint, -1);
    /* too few are allowed */
    options.budget_stops = 1;
    safety = verify(&t, &options, NULL);
    assert_int_equal(safety.kind, LW_SAFETY_UNDECIDED);
    assert_int_equal(safety.reason, LW_SAFETY_REASON_BUDGET);
    assert_true(safety.stops == 1 && safety.time == safety.stops_until && safety.stops_until < 2);
    options.stops = 0;
    safety = verify(&t, &options, NULL);
    assert_true(safety.kind == LW_SAFETY_SAFE && safety.stops == 0);
    /* the caller ends the call, at the beginning and later */
    for (int calls = 0; calls < 3; calls += 2) {
        lw_check_options check = lw_default_check_options();
        int left = calls;
        check.stop = stop_after;
        check.stop_context = &left;
        options = lw_default_verify_options();
        options.check = &check;
        options.stops = 1;
        safety = verify(&t, &options, NULL);
        assert_int_equal(safety.kind, LW_SAFETY_UNDECIDED);
        assert_int_equal(safety.reason, LW_SAFETY_REASON_STOPPED);
        assert_true(calls ? safety.stops > 0 : safety.stops == 0);
        assert_true(safety.time == safety.stops_until);
    }
    drop_table(&t);

    /* a limit that the motion keeps, since another joint has it: it brakes less than the motion does */
    options = lw_default_verify_options();
    options.stops = 1;
    t = simple(1.2 - 1e-2, 1.5);
    safety = verify(&t, &options, NULL);
    assert_int_equal(safety.reason, LW_SAFETY_REASON_COLLISION);
    assert_true(safety.time < 2 && safety.stops == 0);
    drop_table(&t);
}

/* A ball beside the way, at the end of the stop from the middle: the way turns before it. */
static void test_no_room(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_verify_options options = lw_default_verify_options();
    options.stops = 1;
    /* x goes to 1 and back, as fast as 1.5 allows; a stop of y goes on */
    table t = {.balls = {{0.5, 1.2}, {9, 9}, {9, 8}}, .acceleration = 7, .jerk = HUGE_VAL};
    make_table(&t);
    /* y turns at 0.9; from its turn on it is slow: stops end at the turn at last */
    const course c = {.times = {0, 1, 2}, .rows = {{0, 0, 0.5, 0.9, 1, 0}, {0, 0, 0.5, 0, 0, 0}}};
    set_course(&t, &c, 3);
    lw_safety safety = verify(&t, &options, NULL);
    assert_int_equal(safety.kind, LW_SAFETY_SAFE);
    succeed(lw_motion_set_tolerances(t.at.motion, 0.2, 0, &error), &error);
    safety = verify(&t, &options, NULL);
    assert_int_equal(safety.kind, LW_SAFETY_UNSAFE);
    assert_int_equal(safety.reason, LW_SAFETY_REASON_COLLISION);
    drop_table(&t);
    /* with the least brakes: y at 0.45 has the rate 1.35, and goes on to 0.45 + 1.35^2 / (2 * 5.4) */
    const double far = 0.9;
    t = (table){.balls = {{0.5, far + 2 * RADIUS + 0.02}, {9, 9}, {9, 8}},
                .acceleration = 2.2,
                .jerk = HUGE_VAL};
    make_table(&t);
    const course slow = {.times = {0, 1.6, 3.2},
                         .rows = {{0, 0, 0.5, far, 1, 0}, {0, 0, 0.4, 0, 0, 0}}};
    set_course(&t, &slow, 3);
    safety = verify(&t, &options, NULL);
    assert_int_equal(safety.kind, LW_SAFETY_SAFE);
    drop_table(&t);
}

/* y turns at 1.9999 with an acceleration of -6. The fastest stop from before the turn has to bring the
 * acceleration to 0, and ends beyond the limit 2. */
static void test_stop_beyond_limit(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_verify_options options = lw_default_verify_options();
    const course c = {.times = {0, 1.5, 3},
                      .rows = {{0, 0, 0.5, 1.9999, 1, 0}, {0, 0, 0.5, 0, 0, 0}, {0, 0, 0, -6, 0, 0}},
                      .quintic = true};
    double beyond = -1;
    options.stops = 1;
    table t = {.balls = {{9, 7}, {9, 9}, {9, 8}}, .acceleration = 6.006, .jerk = 23.6};
    make_table(&t);
    set_course(&t, &c, 3);
    const lw_safety safety = verify(&t, &options, NULL);
    assert_int_equal(safety.reason, LW_SAFETY_REASON_STOP);
    assert_true(safety.time > 1 && safety.time < 1.5 && safety.stops_until <= safety.time);
    least_gap(&t, safety.time, (const double[]){0, 0}, &beyond);
    assert_true(beyond > LW_LIMITS_SLACK);
    lw_verdict verdict = lw_default_verdict();
    lw_check_options strict = lw_default_check_options();
    strict.limits = 1;
    succeed(lw_motion_set_stop_at(t.stop, t.at.motion, safety.time, &error), &error);
    succeed(lw_check(t.at.checker, t.stop, &strict, &verdict, &error), &error);
    assert_int_equal(verdict.reason, LW_REASON_LIMIT);
    drop_table(&t);
    /* stops take longer with a smaller limit of jerk; without one none leaves the way */
    t.jerk = HUGE_VAL;
    make_table(&t);
    set_course(&t, &c, 3);
    assert_int_equal(verify(&t, &options, NULL).kind, LW_SAFETY_SAFE);
    drop_table(&t);
}

static void test_start(void **state)
{
    (void)state;
    lw_error error = {0};
    table t = simple(5, 2);
    lw_verify_options options = lw_default_verify_options();
    lw_safety safety = verify(&t, NULL, NULL);
    assert_true(safety.kind == LW_SAFETY_SAFE && safety.unstated == 2);
    options.start = (const double[]){0.009, -0.009};
    safety = verify(&t, &options, NULL);
    assert_true(safety.kind == LW_SAFETY_SAFE && safety.unstated == 0);
    options.start = (const double[]){0, -0.011};
    safety = verify(&t, &options, NULL);
    assert_int_equal(safety.reason, LW_SAFETY_REASON_START);
    assert_true(safety.joint == 1 && safety.value == 0 && safety.robot_at == -0.011 &&
                safety.time == 0);
    options.start_tolerance = 0.02;
    assert_int_equal(verify(&t, &options, NULL).kind, LW_SAFETY_SAFE);
    /* joints in another order */
    static const char *const names[] = {"y", "x"};
    lw_joints *joints;
    succeed(lw_joints_create(t.at.scene, NULL, names, 2, &joints, &error), &error);
    options.start_joints = joints;
    options.start = (const double[]){0, 0.5};
    safety = verify(&t, &options, NULL);
    assert_true(safety.joint == 0 && safety.robot_at == 0.5);
    lw_joints_destroy(joints);
    /* an approach begins where the robot is */
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2;
    track.times = (const double[]){2, 4};
    track.positions = (const double[]){0.5, 0, 0.25, 0};
    track.velocities = (const double[]){0, 0, 0, 0};
    track.start = (const double[]){0, 0};
    succeed(lw_motion_set(t.at.motion, &track, 1, &error), &error);
    assert_int_equal(verify(&t, NULL, NULL).unstated, 0);
    drop_table(&t);
}

static void test_limits(void **state)
{
    (void)state;
    table t = simple(5, 1.25);
    lw_safety safety = verify(&t, NULL, NULL);
    assert_int_equal(safety.kind, LW_SAFETY_UNSAFE);
    assert_int_equal(safety.reason, LW_SAFETY_REASON_ACCELERATION);
    assert_true(safety.joint == 0 && safety.part == 0 && safety.limit == 1.25);
    assert_near(safety.value, 1.5, 1e-12);
    assert_true(safety.time == 0);
    drop_table(&t);
}

static void test_refused(void **state)
{
    (void)state;
    lw_error error = {0};
    table t = simple(5, 2);
    table free = simple(5, HUGE_VAL);
    lw_checker *checker = t.at.checker;
    lw_safety safety = lw_default_safety();
    lw_verify_options options = lw_default_verify_options();
    refused(lw_verify(NULL, t.at.motion, NULL, NULL, &safety, &error), LW_ERROR_ARGUMENT, &error,
            "needs a checker");
    refused(lw_verify(checker, t.at.motion, NULL, NULL, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "needs a checker");
    refused(lw_verify(checker, free.at.motion, NULL, NULL, &safety, &error), LW_ERROR_ARGUMENT, &error,
            "another scene");
    options.start_tolerance = (double)NAN;
    refused(lw_verify(checker, t.at.motion, &options, NULL, &safety, &error), LW_ERROR_ARGUMENT, &error,
            "the start tolerance is nan");
    options.start_tolerance = -1;
    refused(lw_verify(checker, t.at.motion, &options, NULL, &safety, &error), LW_ERROR_ARGUMENT, &error,
            "the start tolerance is -1");
    options = lw_default_verify_options();
    options.start = (const double[]){0, (double)NAN};
    refused(lw_verify(checker, t.at.motion, &options, NULL, &safety, &error), LW_ERROR_ARGUMENT, &error,
            "value 1 of the start is nan");
    options.start_joints = lw_scene_movable_joints(free.at.scene, 0);
    refused(lw_verify(checker, t.at.motion, &options, NULL, &safety, &error), LW_ERROR_ARGUMENT, &error,
            "joints of the start are of another scene");
    options = lw_default_verify_options();
    options.stops = 1;
    refused(lw_verify(free.at.checker, free.at.motion, &options, NULL, &safety, &error),
            LW_ERROR_ARGUMENT, &error, "\"x\" moves and has no limit of acceleration");
    /* also where it rests in the middle */
    const course swing = {.times = {0, 2}, .rows = {{0}, {0}, {1, 0, 1, 0}}, .quintic = true};
    set_course(&free, &swing, 2);
    refused(lw_verify(free.at.checker, free.at.motion, &options, NULL, &safety, &error),
            LW_ERROR_ARGUMENT, &error, "\"x\" moves and has no limit of acceleration");
    const double ends[2][OWN] = {{0, 0}, {1, 0}};
    succeed(lw_motion_set_segment(t.at.motion, NULL, ends[0], ends[1], &error), &error);
    refused(lw_verify(checker, t.at.motion, NULL, NULL, &safety, &error), LW_ERROR_ARGUMENT, &error,
            "a path has no times");
    drop_table(&free);
    drop_table(&t);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(lw_safety_name(LW_SAFETY_SAFE), "safe");
    assert_string_equal(lw_safety_name(LW_SAFETY_UNDECIDED), "undecided");
    assert_null(lw_safety_name((lw_safety_kind)99));
    assert_null(lw_safety_name((lw_safety_kind)-1));
    assert_null(lw_safety_reason_name(LW_SAFETY_REASON_NONE));
    assert_string_equal(lw_safety_reason_name(LW_SAFETY_REASON_END_MOVING), "end_moving");
    assert_string_equal(lw_safety_reason_name(LW_SAFETY_REASON_STOP), "stop");
    assert_string_equal(lw_safety_reason_name(LW_SAFETY_REASON_SAMPLED), "sampled");
    assert_string_equal(lw_safety_reason_name(LW_SAFETY_REASON_SLACK), "slack");
    assert_null(lw_safety_reason_name((lw_safety_reason)99));
    assert_null(lw_safety_reason_name((lw_safety_reason)-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),  cmocka_unit_test(test_stops),
        cmocka_unit_test(test_no_room), cmocka_unit_test(test_stop_beyond_limit),
        cmocka_unit_test(test_start),   cmocka_unit_test(test_limits),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
