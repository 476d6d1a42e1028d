/* Tests the delays of two robots, and time slack: two sliders whose delays are known; and robots of
 * random worlds, where distances at single times decide, which know nothing of travel. */
#include "furnished.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "delay/slack.h"
#include "leeway/delay.h"
#include "leeway/uncertainty.h"
#include "leeway/verify.h"
#include "pair_at.h"
#include "seed.h"

/* ---- two sliders ------------------------------------------------------------------------------- */

/* Balls of radius 0.1 on two tracks that cross at the origin: the first along x, the second along y. */
typedef struct sliders {
    lw_scene *scene;
    lw_motion *motions[2];
    lw_error error;
} sliders;

static void succeed(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

static void add_slider(sliders *s, const char *name, lw_vec3 axis, const lw_shape_def *shape)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = "slide";
    joint.kind = LW_JOINT_PRISMATIC;
    joint.axis = axis;
    joint.parent = "ground";
    joint.child = "ball";
    succeed(lw_scene_add_robot(s->scene, name, lw_pose_identity(), &s->error), &s->error);
    succeed(lw_scene_add_link(s->scene, name, "ground", &s->error), &s->error);
    succeed(lw_scene_add_link(s->scene, name, "ball", &s->error), &s->error);
    succeed(lw_scene_add_joint(s->scene, name, &joint, &s->error), &s->error);
    succeed(lw_scene_add_shape(s->scene, name, "ball", shape, lw_pose_identity(), &s->error),
            &s->error);
}

static void set_slider(sliders *s, int i, const double *times, const double *positions, size_t count)
{
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = lw_scene_joints(s->scene, i ? "second" : "first", NULL, &s->error);
    track.point_count = count;
    track.times = times;
    track.positions = positions;
    if (!s->motions[i])
        succeed(lw_motion_create(s->scene, &s->motions[i], &s->error), &s->error);
    succeed(lw_motion_set(s->motions[i], &track, 1, &s->error), &s->error);
}

static void begin_with(sliders *s, const lw_shape_def shapes[2], double margin)
{
    memset(s, 0, sizeof *s);
    succeed(lw_scene_create(&s->scene, &s->error), &s->error);
    add_slider(s, "first", (lw_vec3){1, 0, 0}, &shapes[0]);
    add_slider(s, "second", (lw_vec3){0, 1, 0}, &shapes[1]);
    lw_scene_set_margin(s->scene, margin, &s->error);
    succeed(lw_scene_freeze(s->scene, &s->error), &s->error);
}

static void begin(sliders *s, double margin)
{
    lw_shape_def shapes[2] = {lw_default_shape(), lw_default_shape()};
    shapes[0].radius = shapes[1].radius = 0.1;
    begin_with(s, shapes, margin);
}

static void end(sliders *s)
{
    for (int i = 0; i < 2; i++)
        lw_motion_destroy(s->motions[i]);
    lw_scene_destroy(s->scene);
}

static lw_delays find(sliders *s, const lw_delay_options *options)
{
    lw_delays found = lw_default_delays();
    succeed(lw_delays_find(s->motions[0], 0, s->motions[1], 1, options, &found, &s->error), &s->error);
    assert_true(found.count > 0);
    return found;
}

/* Expects free delays but for those from one to another, within a tolerance. */
static void expect_contact(lw_delays *found, double from, double to, double tolerance)
{
    for (size_t i = 0; i < found->count; i++) {
        const lw_delay_span *span = &found->spans[i];
        if (span->kind == LW_VERDICT_FREE)
            assert_true(span->to <= from || span->from >= to);
        else
            assert_true(span->from >= from - 2 * tolerance && span->to <= to + 2 * tolerance);
        if (span->kind == LW_VERDICT_CONTACT)
            assert_true(span->pair[0] == 0 && span->pair[1] == 1);
        else
            assert_true(span->pair[0] == -1 && span->pair[1] == -1);
    }
    assert_true(found->complete);
    lw_delays_free(found);
    assert_null(found->spans);
}

/* both pass the origin at 1 s: they meet if the delay is less than sqrt(2) times the sum of the radii
 */
static void test_crossing(void **state)
{
    (void)state;
    static const double times[] = {0, 2};
    static const double ways[] = {-1, 1};
    static const double margins[] = {0, 0.03};
    for (int i = 0; i < 2; i++) {
        sliders s;
        begin(&s, margins[i]);
        set_slider(&s, 0, times, ways, 2);
        set_slider(&s, 1, times, ways, 2);
        const double meets = sqrt(2) * (0.2 + margins[i]);
        lw_delay_options options = lw_default_delay_options();
        for (int finer = 2; finer <= 6; finer++) {
            options.tolerance = pow(10, -finer);
            lw_delays found = find(&s, &options);
            assert_true(found.spans[0].from == -HUGE_VAL && found.spans[0].kind == LW_VERDICT_FREE);
            assert_true(found.spans[found.count - 1].to == HUGE_VAL);
            expect_contact(&found, -meets, meets, options.tolerance);
        }
        end(&s);
    }
}

/* the first one stays at the origin from 1 s on: it meets the second one, at whatever delay the second
 * one is not yet through by then */
static void test_one_that_stays(void **state)
{
    (void)state;
    static const double times[] = {0, 1};
    static const double one[] = {-1, 0};
    static const double other_times[] = {0, 2};
    static const double other[] = {-1, 1};
    sliders s;
    begin(&s, 0);
    set_slider(&s, 0, times, one, 2);
    set_slider(&s, 1, other_times, other, 2);
    /* the second is at y = -1 + t - d; before its end the first is at x = t - 1: as in the crossing,
     * the delays above the lower end of contacts stay in contact for ever */
    lw_delays found = find(&s, NULL);
    expect_contact(&found, -sqrt(2) * 0.2, HUGE_VAL, 1e-3);
    /* the second one waits at its beginning for the first, which passes there */
    static const double wait[] = {0, 1};
    set_slider(&s, 0, other_times, other, 2);
    set_slider(&s, 1, times, wait, 2);
    found = find(&s, NULL);
    /* away in time: at t the first is at x = t - 1, the second at y = t - d for t > d */
    expect_contact(&found, 1 - sqrt(2) * 0.2, HUGE_VAL, 1e-3);
    end(&s);
}

/* a stop on the way, and corners: many pieces, whose windows span several */
static void test_many_pieces(void **state)
{
    (void)state;
    enum { COUNT = 41 };
    double times[COUNT];
    double ways[COUNT];
    for (int i = 0; i < COUNT; i++) {
        times[i] = 0.05 * i;
        ways[i] = -1 + times[i];
    }
    static const double two[] = {0, 2};
    static const double straight[] = {-1, 1};
    sliders s;
    begin(&s, 0);
    set_slider(&s, 0, times, ways, COUNT);
    set_slider(&s, 1, two, straight, 2);
    lw_delays found = find(&s, NULL);
    expect_contact(&found, -sqrt(2) * 0.2, sqrt(2) * 0.2, 1e-3);
    /* the second stops at the origin from 1 s to 4 s */
    static const double stop_times[] = {0, 1, 4, 5};
    static const double stop[] = {-1, 0, 0, 1};
    set_slider(&s, 1, stop_times, stop, 4);
    found = find(&s, NULL);
    expect_contact(&found, -3 - sqrt(2) * 0.2, sqrt(2) * 0.2, 1e-3);
    end(&s);
}

/* Expects contact at whatever delay: the second robot stands still. */
static void expect_all(sliders *s)
{
    static const double times[] = {0, 1};
    static const double rest[] = {0, 0};
    set_slider(s, 1, times, rest, 2);
    lw_delays found = find(s, NULL);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.spans[0].kind, LW_VERDICT_CONTACT);
    lw_delays_free(&found);
}

/* Moves the robot with rows of positions, and of velocities unless these are NULL. */
static void set_way(sliders *s, const char *robot, const double *times, const double *positions,
                    const double *velocities, size_t count)
{
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = lw_scene_joints(s->scene, robot, NULL, &s->error);
    track.point_count = count;
    track.times = times;
    track.positions = positions;
    track.velocities = velocities;
    if (!s->motions[0])
        succeed(lw_motion_create(s->scene, &s->motions[0], &s->error), &s->error);
    succeed(lw_motion_set(s->motions[0], &track, 1, &s->error), &s->error);
}

/* a short way towards the second one, between waypoints where the first is far from it */
static void test_excursions(void **state)
{
    (void)state;
    static const double times[] = {0, 1, 2, 3, 4};
    /* at one waypoint; the windows' samples are at others */
    static const double there_and_back[] = {1, 0, 1, 1.2, 1};
    sliders s;
    begin(&s, 0);
    set_way(&s, "first", times, there_and_back, NULL, 5);
    expect_all(&s);
    /* within the last piece */
    static const double last[] = {1, 1.2, 1, 1.2, 1};
    static const double swing[] = {0, 0, 0, -4.4, 4.4};
    set_way(&s, "first", times, last, swing, 5);
    expect_all(&s);
    end(&s);
}

/* A robot with one joint and a ball of radius 0.2, before a wall whose face is at x = 0. */
static void begin_at_wall(sliders *s, const lw_joint_def *joint, lw_vec3 ball)
{
    memset(s, 0, sizeof *s);
    lw_shape_def shape = lw_default_shape();
    shape.radius = 0.2;
    lw_shape_def wall = lw_default_shape();
    wall.kind = LW_SHAPE_BOX;
    wall.size = (lw_vec3){1, 4, 4};
    lw_joint_def slide = lw_default_joint();
    slide.name = "slide";
    slide.kind = LW_JOINT_PRISMATIC;
    slide.axis = (lw_vec3){0, 1, 0};
    slide.parent = "ground";
    slide.child = "wall";
    lw_pose at = lw_pose_identity();
    at.position = ball;
    lw_pose behind = lw_pose_identity();
    behind.position.x = -0.5;
    lw_error *e = &s->error;
    succeed(lw_scene_create(&s->scene, e), e);
    succeed(lw_scene_add_robot(s->scene, "first", lw_pose_identity(), e), e);
    succeed(lw_scene_add_link(s->scene, "first", "ground", e), e);
    succeed(lw_scene_add_link(s->scene, "first", "ball", e), e);
    succeed(lw_scene_add_joint(s->scene, "first", joint, e), e);
    succeed(lw_scene_add_shape(s->scene, "first", "ball", &shape, at, e), e);
    succeed(lw_scene_add_robot(s->scene, "second", lw_pose_identity(), e), e);
    succeed(lw_scene_add_link(s->scene, "second", "ground", e), e);
    succeed(lw_scene_add_link(s->scene, "second", "wall", e), e);
    succeed(lw_scene_add_joint(s->scene, "second", &slide, e), e);
    succeed(lw_scene_add_shape(s->scene, "second", "wall", &wall, behind, e), e);
    succeed(lw_scene_freeze(s->scene, e), e);
}

/* A floating robot between waypoints of many pieces. */
static void test_floats_to_a_wall(void **state)
{
    (void)state;
    enum { COUNT = 9 };
    double times[COUNT];
    double rows[7 * COUNT] = {0};
    lw_joint_def floats = lw_default_joint();
    floats.name = "float";
    floats.kind = LW_JOINT_FLOATING;
    floats.parent = "ground";
    floats.child = "ball";
    for (int i = 0; i < COUNT; i++) {
        times[i] = i;
        rows[7 * i] = i == 2 ? 0.1 : 1; /* at one waypoint, in contact */
        rows[7 * i + 6] = 1;
    }
    sliders s;
    begin_at_wall(&s, &floats, (lw_vec3){0, 0, 0});
    set_way(&s, "first", times, rows, NULL, COUNT);
    expect_all(&s);
    end(&s);
}

/* one begins inside the other, a box of triangles, whose surface it never meets */
static void test_begins_inside(void **state)
{
    (void)state;
    static const double corners[] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                                     -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1};
    static const uint32_t triangles[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    lw_shape_def shapes[2] = {lw_default_shape(), lw_default_shape()};
    shapes[0].radius = 0.1;
    shapes[1].kind = LW_SHAPE_MESH;
    shapes[1].vertices = corners;
    shapes[1].vertex_count = 8;
    shapes[1].triangles = triangles;
    shapes[1].triangle_count = 12;
    static const double times[] = {0, 1};
    static const double ways[] = {0, 0.3};
    sliders s;
    begin_with(&s, shapes, 0);
    set_slider(&s, 0, times, ways, 2);
    set_slider(&s, 1, times, ways, 2);
    lw_delays found = find(&s, NULL);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.spans[0].kind, LW_VERDICT_CONTACT);
    expect_contact(&found, -HUGE_VAL, HUGE_VAL, 0);
    end(&s);
}

/* Expects no delay to be free at which two sliders, each up to `off` from where its motion has it, can
 * touch, and none in contact at which the motions themselves do not. */
static void expect_tolerant(lw_delays *found, double off)
{
    const double meets = sqrt(2) * 0.2;
    const double most = sqrt(2) * (0.2 + sqrt(2) * off);
    double undecided = 0;
    assert_true(found->complete && found->tiles < 20000);
    for (size_t i = 0; i < found->count; i++) {
        const lw_delay_span *span = &found->spans[i];
        if (span->kind == LW_VERDICT_FREE) {
            assert_true(span->to <= -most || span->from >= most);
        } else if (span->kind == LW_VERDICT_CONTACT) {
            assert_true(span->from >= -meets - 2e-3 && span->to <= meets + 2e-3);
        } else {
            assert_true(span->from > -most - 3 * off && span->to < most + 3 * off);
            undecided += span->to - span->from;
        }
    }
    assert_true(undecided >= 2 * (most - meets) - 4e-3);
    lw_delays_free(found);
}

static void test_tolerance(void **state)
{
    (void)state;
    enum { COUNT = 201 };
    static const double times[] = {0, 2};
    static const double ways[] = {-1, 1};
    double many_times[COUNT];
    double many_ways[COUNT];
    for (int i = 0; i < COUNT; i++) {
        many_times[i] = 0.01 * i;
        many_ways[i] = -1 + many_times[i];
    }
    sliders s;
    begin(&s, 0);
    for (int i = 0; i < 2; i++) {
        set_slider(&s, i, times, ways, 2);
        succeed(lw_motion_set_tolerances(s.motions[i], 0.01, 0, &s.error), &s.error);
    }
    lw_delays found = find(&s, NULL);
    expect_tolerant(&found, 0.01);
    /* many short pieces: windows that span several are bounded by the ranges of the values */
    for (int i = 0; i < 2; i++) {
        set_slider(&s, i, many_times, many_ways, COUNT);
        succeed(lw_motion_set_tolerances(s.motions[i], 0.05, 0, &s.error), &s.error);
    }
    found = find(&s, NULL);
    expect_tolerant(&found, 0.05);
    end(&s);
}

static bool stop_at_once(void *context)
{
    return ++*(int *)context > 0;
}

static void test_ends_early(void **state)
{
    (void)state;
    static const double times[] = {0, 2};
    static const double ways[] = {-1, 1};
    sliders s;
    begin(&s, 0);
    set_slider(&s, 0, times, ways, 2);
    set_slider(&s, 1, times, ways, 2);
    lw_delay_options options = lw_default_delay_options();
    options.budget_tiles = 20;
    lw_delays found = find(&s, &options);
    assert_false(found.complete);
    assert_int_equal(found.tiles, 20);
    bool meets = false;
    for (size_t i = 0; i < found.count; i++) {
        /* what is known stays true */
        meets |= found.spans[i].kind != LW_VERDICT_FREE;
        if (found.spans[i].kind == LW_VERDICT_FREE)
            assert_true(found.spans[i].to <= -0.2828 || found.spans[i].from >= 0.2828);
    }
    assert_true(meets);
    lw_delays_free(&found);
    int calls = 0;
    options.budget_tiles = 0;
    options.stop = stop_at_once;
    options.stop_context = &calls;
    found = find(&s, &options);
    assert_false(found.complete);
    assert_true(calls == 1 && found.tiles == 0 && found.count == 1);
    assert_int_equal(found.spans[0].kind, LW_VERDICT_UNDECIDED);
    lw_delays_free(&found);
    /* few delays are asked about */
    options = lw_default_delay_options();
    options.from = 0.1;
    options.to = 0.2;
    found = find(&s, &options);
    assert_true(found.count == 1 && found.spans[0].from == 0.1 && found.spans[0].to == 0.2);
    assert_int_equal(found.spans[0].kind, LW_VERDICT_CONTACT);
    lw_delays_free(&found);
    options.from = options.to = 0.4;
    found = find(&s, &options);
    assert_true(found.count == 1 && found.spans[0].from == 0.4 && found.spans[0].to == 0.4);
    assert_int_equal(found.spans[0].kind, LW_VERDICT_FREE);
    lw_delays_free(&found);
    end(&s);
}

static void refuse(sliders *s, size_t first, size_t second, const lw_delay_options *options,
                   const char *why)
{
    lw_delays found = lw_default_delays();
    assert_int_equal(
        lw_delays_find(s->motions[0], first, s->motions[1], second, options, &found, &s->error),
        LW_ERROR_ARGUMENT);
    assert_string_equal(s->error.message, why);
}

static void test_bad_input(void **state)
{
    (void)state;
    static const double times[] = {0, 2};
    static const double ways[] = {-1, 1};
    sliders s;
    begin(&s, 0);
    set_slider(&s, 0, times, ways, 2);
    set_slider(&s, 1, times, ways, 2);
    refuse(&s, 1, 1, NULL, "delays are between two robots, not of one");
    refuse(&s, 0, 2, NULL, "there is no robot 2");
    lw_delay_options options = lw_default_delay_options();
    options.from = 3;
    options.to = 2;
    refuse(&s, 0, 1, &options, "the delays from 3 to 2 are none");
    options.from = NAN;
    refuse(&s, 0, 1, &options, "the delays from nan to 2 are none");
    options.from = HUGE_VAL;
    options.to = HUGE_VAL;
    refuse(&s, 0, 1, &options, "the delays from inf to inf are none");
    options = lw_default_delay_options();
    options.tolerance = 0;
    refuse(&s, 0, 1, &options, "the tolerance of delays is 0; it must be above 0, in seconds");
    options.tolerance = NAN;
    refuse(&s, 0, 1, &options, "the tolerance of delays is nan; it must be above 0, in seconds");
    assert_int_equal(lw_delays_find(s.motions[0], 0, NULL, 1, NULL, NULL, &s.error), LW_ERROR_ARGUMENT);
    succeed(lw_motion_set_segment(s.motions[1], lw_scene_joints(s.scene, "second", NULL, &s.error),
                                  ways, ways + 1, &s.error),
            &s.error);
    refuse(&s, 0, 1, NULL, "delays are of trajectories; this motion is over t from 0 to 1");
    sliders other;
    begin(&other, 0);
    set_slider(&other, 1, times, ways, 2);
    lw_motion *own = s.motions[1];
    s.motions[1] = other.motions[1];
    refuse(&s, 0, 1, NULL, "the two motions are of different scenes");
    s.motions[1] = own;
    end(&other);
    end(&s);
}

/* ---- time slack -------------------------------------------------------------------------------- */

/* Sets one motion in which both sliders move. */
static void set_both(sliders *s, const double *times, const double *one, const double *other,
                     size_t count)
{
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    for (int i = 0; i < 2; i++) {
        tracks[i].kind = LW_TRACK_TRAJECTORY;
        tracks[i].joints = lw_scene_joints(s->scene, i ? "second" : "first", NULL, &s->error);
        tracks[i].point_count = count;
        tracks[i].times = times;
        tracks[i].positions = i ? other : one;
    }
    if (!s->motions[0])
        succeed(lw_motion_create(s->scene, &s->motions[0], &s->error), &s->error);
    succeed(lw_motion_set(s->motions[0], tracks, 2, &s->error), &s->error);
}

static lw_safety verify_slack(sliders *s, double slack)
{
    lw_checker *checker;
    lw_verify_options options = lw_default_verify_options();
    lw_safety safety = lw_default_safety();
    options.slack = slack;
    succeed(lw_checker_create(s->scene, &checker, &s->error), &s->error);
    succeed(lw_verify(checker, s->motions[0], &options, NULL, &safety, &s->error), &s->error);
    lw_checker_destroy(checker);
    return safety;
}

/* the second passes the origin a second later than the first: contact where the times of both differ by
 * less than sqrt(2) 0.2 from that */
static void test_slack(void **state)
{
    (void)state;
    static const double times[] = {0, 3};
    static const double one[] = {-1, 2};
    static const double other[] = {-2, 1};
    const double most = 0.5 * (1 - sqrt(2) * 0.2);
    sliders s;
    begin(&s, 0);
    set_both(&s, times, one, other, 2);
    assert_int_equal(verify_slack(&s, 0).kind, LW_SAFETY_SAFE);
    const lw_safety safe = verify_slack(&s, most - 2e-3);
    assert_true(safe.kind == LW_SAFETY_SAFE && safe.pair[0] == -1 && safe.pair[1] == -1);
    const lw_safety unsafe = verify_slack(&s, most + 2e-3);
    assert_int_equal(unsafe.kind, LW_SAFETY_UNSAFE);
    assert_int_equal(unsafe.reason, LW_SAFETY_REASON_SLACK);
    assert_true(unsafe.pair[0] == 0 && unsafe.pair[1] == 1);
    assert_true(unsafe.time == fmin(unsafe.times[0], unsafe.times[1]));
    assert_true(hypot(unsafe.times[0] - 1, unsafe.times[1] - 2) <= 0.2 + 1e-9);
    /* within the tolerance of the shortest delay in contact neither is known */
    const lw_safety unknown = verify_slack(&s, most + 2e-4);
    assert_int_equal(unknown.kind, LW_SAFETY_UNDECIDED);
    assert_true(unknown.reason == LW_SAFETY_REASON_PRECISION && unknown.pair[0] == -1);
    /* the other one comes first */
    set_both(&s, times, other, one, 2);
    assert_int_equal(verify_slack(&s, most - 2e-3).kind, LW_SAFETY_SAFE);
    const lw_safety swapped = verify_slack(&s, 0.5);
    assert_true(swapped.reason == LW_SAFETY_REASON_SLACK && swapped.time == swapped.times[1]);
    assert_true(swapped.pair[0] == 0 && swapped.pair[1] == 1);
    assert_true(hypot(swapped.times[0] - 2, swapped.times[1] - 1) <= 0.2 + 1e-9);
    /* one robot alone is as safe as without */
    static const double track[] = {-1, 1};
    set_slider(&s, 0, times, track, 2);
    succeed(lw_motion_set_joint(s.motions[0], "second", "slide", (double[]){0.21}, 1, &s.error),
            &s.error);
    assert_int_equal(verify_slack(&s, 100).kind, LW_SAFETY_SAFE);
    end(&s);
}

/* what the first robot carries is a body behind those of the second, and stands first all the same */
static void test_slack_carried(void **state)
{
    (void)state;
    static const double times[] = {0, 3};
    static const double one[] = {-1, 2};
    static const double other[] = {-2, 1};
    static const char *const touch[] = {"ball"};
    lw_shape_def ball = lw_default_shape();
    sliders s = {0};
    ball.radius = 0.1;
    succeed(lw_scene_create(&s.scene, &s.error), &s.error);
    add_slider(&s, "first", (lw_vec3){1, 0, 0}, &ball);
    add_slider(&s, "second", (lw_vec3){0, 1, 0}, &ball);
    ball.radius = 0.15;
    succeed(lw_scene_add_attached(s.scene, "first", "ball", "can", &ball, lw_pose_identity(), touch, 1,
                                  &s.error),
            &s.error);
    succeed(lw_scene_freeze(s.scene, &s.error), &s.error);
    set_both(&s, times, one, other, 2);
    const int64_t can = lw_scene_find_body(s.scene, "can");
    const lw_safety safety = verify_slack(&s, 0.5 * (1 - sqrt(2) * 0.25) + 2e-3);
    assert_int_equal(safety.reason, LW_SAFETY_REASON_SLACK);
    assert_true(can > 1 && safety.pair[0] == can && safety.pair[1] == 1);
    assert_true(hypot(safety.times[0] - 1, safety.times[1] - 2) <= 0.25 + 1e-9);
    end(&s);
}

static void refuse_slack(sliders *s, double slack, uint64_t stops, const char *why)
{
    lw_checker *checker;
    lw_verify_options options = lw_default_verify_options();
    lw_safety safety = lw_default_safety();
    options.slack = slack;
    options.stops = stops;
    succeed(lw_checker_create(s->scene, &checker, &s->error), &s->error);
    assert_int_equal(lw_verify(checker, s->motions[0], &options, NULL, &safety, &s->error),
                     LW_ERROR_ARGUMENT);
    assert_non_null(strstr(s->error.message, why));
    lw_checker_destroy(checker);
}

static void test_slack_input(void **state)
{
    (void)state;
    static const double times[] = {0, 3};
    static const double one[] = {-1, 2};
    static const double other[] = {-2, 1};
    static const double bad[] = {-1e-9, NAN, HUGE_VAL, 1e308};
    sliders s;
    begin(&s, 0);
    set_both(&s, times, one, other, 2);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuse_slack(&s, bad[i], 0, "the time slack is");
    refuse_slack(&s, 0.1, 1, "do not know a time slack");
    end(&s);
    memset(&s, 0, sizeof s);
    lw_shape_def ball = lw_default_shape();
    lw_uncertainty moves = {.speed = 0.1};
    lw_pose far = lw_pose_identity();
    ball.radius = 0.1;
    far.position.z = 9;
    succeed(lw_scene_create(&s.scene, &s.error), &s.error);
    add_slider(&s, "first", (lw_vec3){1, 0, 0}, &ball);
    succeed(lw_scene_add_obstacle(s.scene, "person", &ball, far, &s.error), &s.error);
    succeed(lw_scene_set_uncertainty(s.scene, "person", &moves, &s.error), &s.error);
    succeed(lw_scene_freeze(s.scene, &s.error), &s.error);
    set_slider(&s, 0, times, one, 2);
    refuse_slack(&s, 0.1, 0, "a clock of their own");
    end(&s);
}

static void test_slack_ends_early(void **state)
{
    (void)state;
    static const double times[] = {0, 3};
    static const double one[] = {-1, 2};
    static const double other[] = {-2, 1};
    sliders s;
    lw_delay_span found;
    bool ended;
    begin(&s, 0);
    set_both(&s, times, one, other, 2);
    lw_delay_options options = lw_default_delay_options();
    options.budget_tiles = 3;
    succeed(lw_slack_prove(s.motions[0], 0.3, &options, &found, &ended, &s.error), &s.error);
    assert_true(ended && found.kind == LW_VERDICT_UNDECIDED);
    options.budget_tiles = 0;
    succeed(lw_slack_prove(s.motions[0], 0.3, &options, &found, &ended, &s.error), &s.error);
    assert_true(!ended && found.kind == LW_VERDICT_FREE);
    end(&s);
}

/* ---- random worlds ----------------------------------------------------------------------------- */

enum { DELAYS = 6, TIMES = 160, CLIMB = 24 };

typedef struct counts {
    size_t questions, complete, free, contacts, sampled, probes, runs;
    size_t slacks[4];  /* answers of each kind */
    double decided[4]; /* seconds of each kind */
} counts;

/* A question about two robots of a motion. */
typedef struct asked {
    bench *b;
    counts *counts;
    lw_motion *probe; /* everything stands still */
    size_t robot[2];
    double begin, end;
    double fastest; /* no variable of the motion is faster */
} asked;

/* Poses a robot of the probe as the motion has it at a time of its own. */
static void pose_robot(const asked *a, size_t robot, double time)
{
    const lw_chains *chains = a->b->world->scene->frozen->chains;
    const double at = fmin(fmax(time, a->begin), a->end);
    for (size_t j = 0; j < chains->joint_count; j++) {
        const lw_frozen_joint *joint = &chains->joints[j];
        double values[7];
        if (joint->robot != robot || joint->variable < 0 || joint->mimic >= 0)
            continue;
        assert_int_equal(lw_motion_joint_values(a->b->motion->motion, j, at, values, NULL), LW_OK);
        lw_error error = {0};
        succeed(lw_motion_set_joint(a->probe, chains->names[robot], joint->name, values,
                                    lw_joint_value_count(joint->kind), &error),
                &error);
    }
}

/* The least distance of a pair between the two robots, less its margin. */
static double least_slack(const asked *a, const double time[2])
{
    const lw_frozen *frozen = a->b->world->scene->frozen;
    double least = HUGE_VAL;
    for (int i = 0; i < 2; i++)
        pose_robot(a, a->robot[i], time[i]);
    size_t pairs = lw_scene_pair_count(a->b->world->scene);
    for (uint32_t i = 0; i < pairs; i++) {
        const lw_pair pair = pair_at(frozen, i);
        if ((size_t)pair.b >= frozen->moving_count)
            continue;
        const size_t robots[2] = {(size_t)frozen->moving[pair.a].robot,
                                  (size_t)frozen->moving[pair.b].robot};
        if (!((robots[0] == a->robot[0] && robots[1] == a->robot[1]) ||
              (robots[0] == a->robot[1] && robots[1] == a->robot[0])))
            continue;
        lw_distance found;
        assert_int_equal(lw_pair_distance(a->b->other, a->probe, 0, i, &found, NULL), LW_OK);
        least = fmin(least, found.upper - pair.margin);
    }
    a->counts->probes++;
    return least;
}

/* The least slack on the line of a delay, by samples and a search about the best of them. */
static double least_at(const asked *a, double delay)
{
    const double span = a->end - a->begin;
    const double first = a->begin + fmin(0, delay);
    const double last = a->end + fmax(0, delay);
    double best = HUGE_VAL;
    double at = first;
    for (int i = 0; i <= TIMES; i++) {
        double t = first + (last - first) * i / TIMES;
        double slack = least_slack(a, (double[]){t, t - delay});
        if (slack < best) {
            best = slack;
            at = t;
        }
    }
    double step = (last - first) / TIMES;
    for (int i = 0; i < CLIMB && best > -1e-6 && span > 0; i++) {
        for (int way = -1; way <= 1; way += 2) {
            double t = at + way * step;
            double slack = least_slack(a, (double[]){t, t - delay});
            if (slack < best) {
                best = slack;
                at = t;
            }
        }
        step *= 0.7;
    }
    return best;
}

static void check_free(const asked *a, const lw_delay_span *span)
{
    lw_random *random = &a->b->random;
    for (int i = 0; i < DELAYS; i++) {
        double far = 1 + a->end - a->begin;
        double delay = lw_random_between(random, fmax(span->from, -far), fmin(span->to, far));
        /* near an end, mostly, where contacts are */
        if (lw_random_below(random, 2) && span->from > -far)
            delay = span->from + 1e-3 * (delay - span->from);
        else if (lw_random_below(random, 2) && span->to < far)
            delay = span->to + 1e-3 * (delay - span->to);
        double slack = least_at(a, delay);
        if (slack < -1e-9)
            fail_msg("round %d: the delay %.17g is free, and the robots are %g nearer than the margin",
                     a->b->round, delay, -slack);
    }
    a->counts->free++;
}

static void check_contact(const asked *a, const lw_delay_span *span, double tolerance)
{
    double slack = least_slack(a, span->time);
    if (slack > 1e-9)
        fail_msg("round %d: no contact at %.17g and %.17g, %g more than the margin", a->b->round,
                 span->time[0], span->time[1], slack);
    a->counts->contacts++;
    /* samples find the contacts of slow motions alone */
    if (a->fastest * (a->end - a->begin) > 0.1 * TIMES)
        return;
    const double width = fmin(span->to, 1e3) - fmax(span->from, -1e3);
    double delay = fmax(span->from, -1e3) + lw_random_between(&a->b->random, 0, 1) * width;
    delay = fmin(fmax(delay, a->begin - a->end - 1), a->end - a->begin + 1);
    double least = HUGE_VAL;
    for (int i = -2; i <= 2; i++)
        least = fmin(least, least_at(a, delay + 0.5 * i * tolerance));
    /* samples miss a short contact by a little */
    if (least > 0.02)
        fail_msg("round %d: the delay %.17g is in contact, and the robots are %g farther apart than "
                 "the margin",
                 a->b->round, delay, least);
    a->counts->sampled++;
}

/* A bound on how fast any variable is; infinite, if a floating joint moves. */
static double fastest_of(const lw_motion *motion)
{
    const size_t count = motion->chains->variable_count;
    lw_arena arena = {0};
    lw_coordinates at;
    double fastest = 0;
    assert_true(lw_coordinates_take(&arena, count, &at));
    for (size_t i = 0; i < motion->pieces.count; i++) {
        const lw_motion_piece *piece = &motion->pieces.items[i];
        double half = 0.5 * (piece->end - piece->begin);
        lw_motion_coordinates(motion, i, piece->begin + half, half, &at);
        for (size_t k = 0; k < count; k++)
            fastest = fmax(fastest, at.rate_bound[k]);
    }
    for (size_t j = 0; j < motion->chains->joint_count; j++)
        if (motion->chains->joints[j].kind == LW_JOINT_FLOATING)
            fastest = HUGE_VAL;
    lw_arena_free(&arena);
    return fastest;
}

/* How early or late a robot is in a run: a constant, a sine, or a random walk. */
typedef struct shift {
    int kind;
    double most, at, phase, speed;
} shift;

static shift random_shift(lw_random *random, double most)
{
    shift s = {.kind = (int)lw_random_below(random, 3), .most = most};
    s.at = lw_random_between(random, -most, most);
    if (lw_random_below(random, 2))
        s.at = s.at < 0 ? -most : most;
    s.phase = lw_random_between(random, 0, 7);
    s.speed = lw_random_between(random, 0.02, 1);
    return s;
}

static double next_shift(lw_random *random, shift *s)
{
    if (s->kind == 1)
        return s->most * sin(s->phase += s->speed);
    if (s->kind == 2)
        s->at = fmin(fmax(s->at + lw_random_between(random, -0.5, 0.5) * s->most, -s->most), s->most);
    return s->at;
}

/* Runs of two robots that are early and late, each by itself: none is in contact where all are free. */
static void check_slack(asked *a, double slack)
{
    enum { RUNS = 8, STEPS = 40 };
    lw_random *random = &a->b->random;
    lw_delay_options options = lw_default_delay_options();
    lw_delay_span found;
    lw_error error = {0};
    bool ended;
    options.budget_tiles = 20000;
    succeed(lw_slack_prove(a->b->motion->motion, slack, &options, &found, &ended, &error), &error);
    a->counts->slacks[found.kind]++;
    if (found.kind == LW_VERDICT_CONTACT) {
        for (int i = 0; i < 2; i++)
            a->robot[i] = (size_t)a->b->world->scene->frozen->moving[found.pair[i]].robot;
        assert_true(a->robot[0] < a->robot[1]);
        assert_true(least_slack(a, found.time) <= 1e-9);
        assert_true(found.from <= 2 * slack && found.to >= -2 * slack);
    }
    if (found.kind != LW_VERDICT_FREE || !lw_motion_moves_robot(a->b->motion->motion, a->robot[0]) ||
        !lw_motion_moves_robot(a->b->motion->motion, a->robot[1]))
        return;
    for (int run = 0; run < RUNS; run++) {
        shift shifts[2] = {random_shift(random, slack), random_shift(random, slack)};
        for (int i = 0; i <= STEPS; i++) {
            const double t = a->begin + (a->end - a->begin) * i / STEPS;
            const double time[2] = {t + next_shift(random, &shifts[0]),
                                    t + next_shift(random, &shifts[1])};
            if (least_slack(a, time) < -1e-9)
                fail_msg("round %d: free with the slack %.17g, and in contact at %.17g and %.17g",
                         a->b->round, slack, time[0], time[1]);
        }
        a->counts->runs++;
    }
}

static void ask(bench *b, uint64_t seed, bool any, void *context)
{
    (void)seed;
    (void)any;
    const lw_frozen *frozen = b->world->scene->frozen;
    const lw_motion *motion = b->motion->motion;
    asked a = {.b = b, .counts = context};
    const size_t robots = frozen->chains->robot_count;
    if (robots < 2 || motion->stages || !motion->seconds)
        return;
    lw_motion_interval(motion, &a.begin, &a.end);
    assert_int_equal(lw_motion_create(b->world->scene, &a.probe, NULL), LW_OK);
    a.fastest = fastest_of(motion);
    a.robot[0] = lw_random_below(&b->random, (uint32_t)robots);
    a.robot[1] = (a.robot[0] + 1 + lw_random_below(&b->random, (uint32_t)robots - 1)) % robots;
    lw_delay_options options = lw_default_delay_options();
    options.tolerance = fmax(1e-6, 0.01 * (a.end - a.begin));
    options.budget_tiles = 20000;
    lw_delays found = lw_default_delays();
    lw_error error = {0};
    succeed(lw_delays_find(motion, a.robot[0], motion, a.robot[1], &options, &found, &error), &error);
    for (size_t i = 0; i < found.count; i++) {
        const lw_delay_span *span = &found.spans[i];
        const double far = a.end - a.begin;
        if (found.complete)
            a.counts->decided[span->kind] += fmax(0, fmin(span->to, far) - fmax(span->from, -far));
        if (span->kind == LW_VERDICT_FREE && (i == 0 || lw_random_below(&b->random, 4) == 0))
            check_free(&a, span);
        if (span->kind == LW_VERDICT_CONTACT && (i == 0 || lw_random_below(&b->random, 4) == 0))
            check_contact(&a, span, options.tolerance);
    }
    a.counts->questions++;
    a.counts->complete += found.complete;
    lw_delays_free(&found);
    check_slack(&a, pow(10, lw_random_between(&b->random, -4, 0)) * (a.end - a.begin));
    lw_motion_destroy(a.probe);
}

static void test_random_worlds(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    counts all = {0};
    furnished_each(&b, test_motion_count(1000, 20000), ask, &all);
    printf("%zu questions, %zu complete: %zu free spans and %zu in contact tried in %zu states; free "
           "%.1f s, "
           "contact %.1f s, undecided %.2f s\n",
           all.questions, all.complete, all.free, all.contacts, all.probes,
           all.decided[LW_VERDICT_FREE], all.decided[LW_VERDICT_CONTACT],
           all.decided[LW_VERDICT_UNDECIDED]);
    printf("time slack: %zu free, %zu in contact, %zu undecided; %zu runs\n",
           all.slacks[LW_VERDICT_FREE], all.slacks[LW_VERDICT_CONTACT],
           all.slacks[LW_VERDICT_UNDECIDED], all.runs);
    assert_true(all.runs > all.questions && all.slacks[LW_VERDICT_CONTACT] > all.questions / 20);
    assert_true(all.free > all.questions / 4 && all.contacts > all.questions / 20);
    assert_true(all.sampled > 0 && all.complete > 0.8 * (double)all.questions);
    assert_true(all.decided[LW_VERDICT_UNDECIDED] < 0.02 * all.decided[LW_VERDICT_FREE]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crossing),
        cmocka_unit_test(test_one_that_stays),
        cmocka_unit_test(test_many_pieces),
        cmocka_unit_test(test_begins_inside),
        cmocka_unit_test(test_excursions),
        cmocka_unit_test(test_floats_to_a_wall),
        cmocka_unit_test(test_ends_early),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_slack),
        cmocka_unit_test(test_slack_input),
        cmocka_unit_test(test_slack_ends_early),
        cmocka_unit_test(test_slack_carried),
        cmocka_unit_test(test_tolerance),
        cmocka_unit_test(test_random_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
