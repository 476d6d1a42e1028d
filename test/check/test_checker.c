/* The proving methods, on motions whose answer is known in closed form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "both_methods.h"
#include "check/checker/prove.h"
#include "expect.h"
#include "one_joint.h"
#include "pair_at.h"
#include "seed.h"
#include "verdicts.h"

#define PI 3.14159265358979323846

/* check() with the method under test, unless the options have another one */
static lw_verdict ask(world *w, double from, double to, const lw_check_options *options)
{
    lw_check_options own = options ? *options : lw_default_check_options();
    if (own.method == LW_METHOD_AUTO)
        own.method = method;
    return check(w, from, to, &own);
}

/* a ball of radius r slides from 0 to 2 towards a wall whose face is at x = 1 */
static void test_ball_against_wall(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
    obstacle(&w, "wall", box(0.2, 4, 4), at(1.1, 0, 0));
    freeze(&w);
    lw_verdict v = ask(&w, 0, 2, NULL);
    /* contact at x = 0.9, which is t = 0.45 */
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.first);
    assert_true(v.free_until <= 0.45 && v.time >= 0.45 - 1e-12);
    assert_true(v.time - v.free_until <= 1e-4);
    assert_string_equal(lw_scene_body_name(w.scene, (size_t)v.pair[0]), "link");
    assert_string_equal(lw_scene_body_name(w.scene, (size_t)v.pair[1]), "wall");
    assert_float_equal(v.contact.normal.x, 1, 1e-6);
    assert_float_equal(v.contact.points[1].x, 1, 1e-3);
    /* the other way it is free, and nearest at the start */
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    v = ask(&w, 0.5, -1, &options);
    assert_int_equal(v.kind, LW_VERDICT_FREE);
    assert_true(v.free_until == 1);
    assert_true(v.clearance.pair[0] >= 0 && v.self_clearance.pair[0] < 0);
    assert_true(v.clearance.lower <= 0.4 + 1e-12 && v.clearance.upper >= 0.4 - 1e-12);
    assert_true(v.clearance.upper - v.clearance.lower <= 0.01 * 0.4 + 1e-12);
    assert_true(v.clearance.at == 0);
    finish(&w);
}

/* starting inside, exactly at, and stopping exactly at contact */
static void test_contact_at_the_ends(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(0.25);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
    obstacle(&w, "wall", box(0.5, 4, 4), at(1.25, 0, 0));
    freeze(&w);
    lw_verdict v = ask(&w, 0.9, 0, NULL);
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.time == 0 && v.free_until == 0 && v.first);
    assert_float_equal(v.contact.depth, 0.15, 1e-6);
    v = ask(&w, 0.75, 0, NULL);
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.time == 0);
    v = ask(&w, 0, 0.75, NULL);
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.time > 1 - 1e-4 && v.free_until > 1 - 2e-4 && v.free_until <= 1);
    v = ask(&w, 0, 0.75 - 1e-5, NULL);
    assert_int_equal(v.kind, LW_VERDICT_FREE);
    finish(&w);
}

/* a rod of half length 1 turns about its middle past a post: contact where its side reaches it */
static void test_rod_past_post(void **state)
{
    (void)state;
    lw_shape_def rod = box(2, 0.02, 0.02);
    world w = one_joint(LW_JOINT_REVOLUTE, (lw_vec3){0, 0, 1}, &rod, lw_pose_identity());
    double angle = 1.0;
    double radius = 0.005;
    obstacle(&w, "post", sphere(radius), at(0.8 * cos(angle), 0.8 * sin(angle), 0));
    freeze(&w);
    /* the side at distance 0.01 from the axis touches the ball when sin(angle - q) 0.8 = 0.015 */
    double touching = angle - asin((0.01 + radius) / 0.8);
    lw_verdict v = ask(&w, 0, 2, NULL);
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.free_until <= touching / 2 + 1e-12 && v.time >= touching / 2 - 1e-9);
    assert_true(v.time - v.free_until <= 1e-4);
    lw_check_options options = lw_default_check_options();
    options.time_tolerance = 1e-9;
    v = ask(&w, 0, 2, &options);
    assert_true(v.free_until <= touching / 2 + 1e-12 && v.time - v.free_until <= 1e-9);
    /* a full turn with the post in the way is found in whatever direction */
    assert_int_equal(ask(&w, 0.9, 0.9 - 2 * PI, NULL).kind, LW_VERDICT_CONTACT);
    /* sampling at a coarse resolution steps over it, and says that it proves nothing */
    options = lw_default_check_options();
    options.method = LW_METHOD_SAMPLED;
    options.resolution = 0.25;
    v = ask(&w, 0.1, 2, &options);
    assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(v.reason, LW_REASON_SAMPLED);
    assert_true(v.free_until == 0);
    options.resolution = 0.001;
    assert_int_equal(ask(&w, 0.1, 2, &options).kind, LW_VERDICT_CONTACT);
    finish(&w);
}

/* the margin is a distance: contact where the gap is the margin, for any and for first */
static void test_margin(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
    obstacle(&w, "wall", box(0.2, 4, 4), at(1.1, 0, 0));
    succeed(lw_scene_set_margin(w.scene, 0.05, &w.error), &w.error);
    freeze(&w);
    lw_verdict v = ask(&w, 0, 1, NULL);
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.free_until <= 0.85 && v.time >= 0.85 - 1e-12 && v.time - v.free_until <= 1e-4);
    lw_check_options options = lw_default_check_options();
    options.any = true;
    v = ask(&w, 0, 1, &options);
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.time >= 0.85 - 1e-12);
    v = ask(&w, 0, 0.849, &options);
    assert_int_equal(v.kind, LW_VERDICT_FREE);
    finish(&w);
}

static void test_budget(void **state)
{
    (void)state;
    lw_shape_def rod = box(2, 0.02, 0.02);
    world w = one_joint(LW_JOINT_REVOLUTE, (lw_vec3){0, 0, 1}, &rod, lw_pose_identity());
    obstacle(&w, "post", sphere(0.005), at(0.8 * cos(1), 0.8 * sin(1), 0.0151));
    freeze(&w);
    lw_check_options options = lw_default_check_options();
    lw_verdict whole = ask(&w, 0, 2, &options);
    assert_int_equal(whole.kind, LW_VERDICT_FREE);
    double until = -1;
    for (uint64_t budget = 1; budget < whole.queries; budget++) {
        options.budget_queries = budget;
        lw_verdict v = ask(&w, 0, 2, &options);
        assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
        assert_int_equal(v.reason, LW_REASON_BUDGET);
        assert_true(v.free_until >= until && v.free_until <= 1);
        assert_true(v.queries <= budget + w.error.status + 1);
        until = v.free_until;
    }
    assert_true(until > 0);
    finish(&w);
}

/* The same answer, whatever the caller's verdict held before. */
static void expect_all_written(world *w, double to, const lw_check_options *options,
                               lw_verdict_kind kind)
{
    lw_check_options own = *options;
    own.method = method;
    lw_verdict fresh = check(w, 0, to, &own);
    assert_int_equal(fresh.kind, kind);
    lw_verdict used;
    memset(&used, 0x5a, sizeof used);
    used.struct_size = sizeof used;
    succeed(lw_check(w->checker, w->motion, &own, &used, &w->error), &w->error);
    assert_true(same_verdict(&used, &fresh) && used.pairs == fresh.pairs);
}

/* rods that pass a post, run out of queries before it, and meet it */
static void test_verdict_is_written_whole(void **state)
{
    (void)state;
    lw_shape_def rod = box(2, 0.02, 0.02);
    world w = one_joint(LW_JOINT_REVOLUTE, (lw_vec3){0, 0, 1}, &rod, lw_pose_identity());
    obstacle(&w, "post", sphere(0.005), at(0.8 * cos(1), 0.8 * sin(1), 0.0151));
    obstacle(&w, "wall", sphere(0.1), at(0.8 * cos(3), 0.8 * sin(3), 0));
    freeze(&w);
    lw_check_options options = lw_default_check_options();
    expect_all_written(&w, 2, &options, LW_VERDICT_FREE);
    expect_all_written(&w, 3, &options, LW_VERDICT_CONTACT);
    options.any = options.unmeasured = true;
    expect_all_written(&w, 3, &options, LW_VERDICT_CONTACT);
    options.budget_queries = 1;
    expect_all_written(&w, 2, &options, LW_VERDICT_UNDECIDED);
    finish(&w);
}

/* A ball that turns hundreds of times past a post, 10 um from it each time, is proven free: intervals
 * that are shorter than the time tolerance are still divided where the ball gets far in them. */
static void test_fast_past_a_post(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_REVOLUTE, (lw_vec3){0, 0, 1}, &ball, at(1, 0, 0));
    obstacle(&w, "post", sphere(0.1), at(1.2 + 1e-5, 0, 0));
    freeze(&w);
    lw_verdict v = ask(&w, -1, 1999, NULL);
    assert_int_equal(v.kind, LW_VERDICT_FREE);
    assert_true(v.free_until == 1);
    finish(&w);
}

/* a ball gliding along a wall at a distance of exactly 0 is unresolved, and not called free */
static void test_gliding(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(0.25);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){0, 1, 0}, &ball, lw_pose_identity());
    obstacle(&w, "wall", box(0.5, 40, 40), at(0.5 + 1e-9, 0, 0));
    freeze(&w);
    lw_verdict v = ask(&w, 0, 1, NULL);
    assert_int_equal(v.kind, LW_VERDICT_FREE); /* 1e-9 apart all the way, and the direction proves it */
    finish(&w);

    w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){0, 1, 0}, &ball, lw_pose_identity());
    obstacle(&w, "wall", box(0.5, 40, 40), at(0.5 + 1e-15, 0, 0));
    freeze(&w);
    v = ask(&w, 0, 1, NULL);
    assert_int_not_equal(v.kind, LW_VERDICT_FREE);
    finish(&w);
}

/* a box passes a box, starting exactly one step away from contact, and back */
static void test_box_past_box(void **state)
{
    (void)state;
    lw_shape_def cube = box(0.5, 0.5, 0.5);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &cube, lw_pose_identity());
    /* above it by a micrometre, in its way by the same, and on it */
    obstacle(&w, "above", box(0.5, 0.5, 0.5), at(1, 0, 0.5 + 1e-6));
    freeze(&w);
    assert_int_equal(ask(&w, 0, 3, NULL).kind, LW_VERDICT_FREE);
    assert_int_equal(ask(&w, 0.5, 0.5, NULL).kind, LW_VERDICT_FREE);
    finish(&w);
    w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &cube, lw_pose_identity());
    obstacle(&w, "ahead", box(0.5, 0.5, 0.5), at(1, 0, 0.5 - 1e-6));
    freeze(&w);
    lw_verdict v = ask(&w, 0, 1, NULL);
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.first && v.free_until <= 0.5 && v.time >= 0.5 - 1e-12);
    /* one step of a hundredth before contact */
    v = ask(&w, 0.49, 1, NULL);
    double touching = 0.01 / 0.51;
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.free_until <= touching + 1e-12 && v.time - touching <= 1e-4);
    v = ask(&w, 0.49, -1, NULL);
    assert_int_equal(v.kind, LW_VERDICT_FREE);
    finish(&w);
}

/* a plate a micrometre thick, which no sample meets */
static void test_thin_plate(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(1e-3);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
    obstacle(&w, "plate", box(1e-6, 1, 1), at(0.4321, 0, 0));
    freeze(&w);
    lw_verdict v = ask(&w, 0, 10, NULL);
    double touching = (0.4321 - 0.5e-6 - 1e-3) / 10;
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.first && v.free_until <= touching + 1e-12 && v.time >= touching - 1e-12);
    finish(&w);
}

/* The far end of a long rod meets a post only at the very end of its turn. */
static void test_contact_at_the_end_of_a_turn(void **state)
{
    (void)state;
    lw_shape_def rod = box(2, 0.02, 0.02);
    world w = one_joint(LW_JOINT_REVOLUTE, (lw_vec3){0, 0, 1}, &rod, lw_pose_identity());
    double radius = 0.1;
    obstacle(&w, "post", sphere(radius), at(0, 0.9, 0));
    freeze(&w);
    double touching = PI / 2 - asin((0.01 + radius) / 0.9);
    assert_int_equal(ask(&w, 0, touching - 1e-5, NULL).kind, LW_VERDICT_FREE);
    lw_verdict v = ask(&w, 0, touching + 1e-5, NULL);
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.free_until <= touching / (touching + 1e-5) + 1e-12);
    finish(&w);
}

/* A cube comes down onto a wall, touches it at a waypoint and goes away again: all numbers are exact.
 */
static void test_touch_at_a_waypoint(void **state)
{
    (void)state;
    lw_shape_def cube = box(1, 1, 1);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &cube, lw_pose_identity());
    obstacle(&w, "wall", box(0.5, 4, 4), at(2.75, 0, 0));
    freeze(&w);
    const double way[] = {0, 2, 0, 1};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_PATH;
    track.point_count = sizeof way / sizeof *way;
    track.positions = way;
    succeed(lw_motion_set(w.motion, &track, 1, &w.error), &w.error);
    lw_check_options options = lw_default_check_options();
    options.method = method;
    for (int any = 0; any < 2; any++) {
        options.any = any;
        lw_verdict v = lw_default_verdict();
        succeed(lw_check(w.checker, w.motion, &options, &v, &w.error), &w.error);
        assert_int_equal(v.kind, LW_VERDICT_CONTACT);
        assert_near(v.time, 1.0 / 3, 1e-15);
        assert_int_equal(v.segment, 0);
        assert_true(v.contact.upper == 0 && (any || v.first));
    }
    finish(&w);
}

/* Any contact has no normal where the bodies overlap, and not the direction that separated them long
 * before: a little ball circles through another one. */
static void test_normal_of_any_contact(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(0.01);
    world w = one_joint(LW_JOINT_REVOLUTE, (lw_vec3){0, 0, 1}, &ball, at(1, 0, 0));
    obstacle(&w, "other", ball, at(cos(1.2345), sin(1.2345), 0));
    freeze(&w);
    lw_check_options options = lw_default_check_options();
    options.any = true;
    lw_verdict v = ask(&w, 0, 4, &options);
    assert_true(v.kind == LW_VERDICT_CONTACT && !v.first && v.free_until > 0 && v.free_until < 0.3036);
    assert_true(v.contact.upper == 0 && v.contact.normal.x == 0 && v.contact.normal.y == 0);
    /* that of the first contact is the direction that separated them until then: along the circle */
    options.any = false;
    v = ask(&w, 0, 4, &options);
    assert_true(v.kind == LW_VERDICT_CONTACT && v.first);
    assert_near(v.contact.normal.x, -sin(4 * v.time + 0.01), 1e-3);
    assert_near(v.contact.normal.y, cos(4 * v.time + 0.01), 1e-3);
    finish(&w);
}

static lw_shape_def closed_cube(void)
{
    static const double corners[] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                                     -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1};
    static const uint32_t triangles[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                         2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_MESH;
    shape.vertices = corners;
    shape.vertex_count = 8;
    shape.triangles = triangles;
    shape.triangle_count = 12;
    return shape;
}

/* A small box that begins inside a closed mesh is in contact at once, however near it is to a corner,
 * and whichever of the two is the robot's; just beyond the corner it is free. */
static void test_inside_near_a_corner(void **state)
{
    (void)state;
    lw_shape_def cube = closed_cube();
    lw_shape_def small = box(0.01, 0.01, 0.01);
    for (int corner = 0; corner < 8; corner++)
        for (int outside = 0; outside < 2; outside++)
            for (int carries = 0; carries < 2; carries++) {
                double r = outside ? 1.02 : 0.98;
                lw_pose at_corner = at(corner & 1 ? r : -r, corner & 2 ? r : -r, corner & 4 ? r : -r);
                lw_vec3 axis = at_corner.position;
                lw_pose origin = lw_pose_identity();
                world w = one_joint(LW_JOINT_PRISMATIC, axis, carries ? &cube : &small,
                                    carries ? origin : at_corner);
                obstacle(&w, "other", carries ? small : cube, carries ? at_corner : origin);
                freeze(&w);
                lw_check_options options = lw_default_check_options();
                for (int any = 0; any < 2; any++) {
                    options.any = any;
                    lw_verdict v = ask(&w, 0, carries ? -1e-3 : 1e-3, &options);
                    assert_int_equal(v.kind, outside ? LW_VERDICT_FREE : LW_VERDICT_CONTACT);
                    assert_true(outside || (v.time == 0 && v.free_until == 0));
                }
                finish(&w);
            }
}

/* ---- a thousand kilometres from the origin ------------------------------------------------------ */

/* A ball slides up to a post and back, where doubles are 2e-10 m apart: it is nearest, `gap` from it,
 * at the time `turns`. */
typedef struct approach {
    double place, way, bend, turns, gap;
} approach;

static lw_verdict ask_approach(const approach *a, lw_shape_def ball, lw_shape_def post, double across)
{
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, at(a->place, 0, 0));
    obstacle(&w, "post", post, at(a->place + across, 0, 0));
    freeze(&w);
    double before = a->turns;
    double after = 1 - a->turns;
    const double positions[] = {a->way - 0.5 * a->bend * before * before,
                                a->way - 0.5 * a->bend * after * after};
    const double velocities[] = {a->bend * before, -a->bend * after};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.interpolation = LW_INTERPOLATION_CUBIC;
    track.point_count = 2;
    track.times = (double[]){0, 1};
    track.positions = positions;
    track.velocities = velocities;
    succeed(lw_motion_set(w.motion, &track, 1, &w.error), &w.error);
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.time_tolerance = 1e-5;
    options.distance_tolerance = 1e-9;
    lw_verdict v = lw_default_verdict();
    succeed(lw_check(w.checker, w.motion, &options, &v, &w.error), &w.error);
    finish(&w);
    return v;
}

/* The gap is exact to 1e-13 m in long double; the pose of the ball is rounded by up to 1e-10 m. A
 * motion with an overlap is never free; one with a gap of a micrometre is. */
static void test_far_from_the_origin(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_shape_def ball = sphere(0.25);
    for (int round = 0; round < test_rounds(100, 10000); round++) {
        approach a = {.place = lw_random_between(&random, 1e6, 2e6),
                      .way = lw_random_between(&random, 0, 1),
                      .turns = lw_random_between(&random, 0.2, 0.8)};
        a.bend = pow(10, lw_random_between(&random, -3, -1));
        bool apart = round % 8 == 0;
        lw_shape_def post = sphere(lw_random_between(&random, 0.25, 0.5)); /* no multiple of 2e-10 */
        long double touching = (long double)a.place + a.way + 0.25L + post.radius;
        double wanted = apart ? 1e-6 : lw_random_between(&random, -1.5e-10, 0);
        double middle = (double)(touching + wanted);
        double across = middle - a.place; /* exact: the numbers are close */
        a.gap = (double)(middle - touching);
        lw_verdict v = ask_approach(&a, ball, post, across);
        if (a.gap < -1e-13 && v.kind == LW_VERDICT_FREE)
            fail_msg("round %d: free, %g deep", round, -a.gap);
        if (apart && v.kind != LW_VERDICT_FREE)
            fail_msg("round %d: not free, %g apart", round, a.gap);
    }
}

/* Two segments, end to end, at the same place far from the origin: they touch at a point that both
 * have, at a distance of 0, however the middles of the two are rounded. */
static void test_touch_far_from_the_origin(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 200; round++) {
        double ends[] = {0, lw_random_between(&random, 0.1, 1), 0};
        ends[2] = ends[1] + lw_random_between(&random, 0.1, 1);
        const double points[] = {ends[0], 0, 0, ends[1], 0, 0, ends[2], 0, 0};
        lw_shape_def left = lw_default_shape();
        left.kind = LW_SHAPE_POLYTOPE;
        left.vertex_count = 2;
        lw_shape_def right = left;
        left.vertices = points;
        right.vertices = points + 3;
        lw_pose place = at(lw_random_between(&random, 1e6, 2e6), 0, 0);
        world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &left, place);
        obstacle(&w, "right", right, place);
        freeze(&w);
        lw_verdict v = ask(&w, 0, -1, NULL);
        if (v.kind != LW_VERDICT_CONTACT || v.time != 0)
            fail_msg("round %d: kind %d at %g", round, (int)v.kind, v.time);
        finish(&w);
    }
}

/* A motion that begins a million seconds after the clock did: doubles are 1e-10 s apart there, and the
 * proven part ends no later than the contact, in long double. */
static void test_late_on_the_clock(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_shape_def ball = sphere(0.25);
    for (int round = 0; round < test_rounds(300, 10000); round++) {
        double begin = lw_random_between(&random, 1e6, 2e6);
        double middle = 0.75 + pow(10, lw_random_between(&random, -6, 0));
        double radius = 0.5;
        world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
        obstacle(&w, "post", sphere(radius), at(middle, 0, 0));
        freeze(&w);
        const double times[] = {begin, begin + 1};
        const double positions[] = {0, lw_random_between(&random, 2, 3)};
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.point_count = 2;
        track.times = times;
        track.positions = positions;
        succeed(lw_motion_set(w.motion, &track, 1, &w.error), &w.error);
        lw_check_options options = lw_default_check_options();
        options.method = method;
        options.time_tolerance = 1e-9;
        lw_verdict v = lw_default_verdict();
        succeed(lw_check(w.checker, w.motion, &options, &v, &w.error), &w.error);
        long double contact = times[0] + ((long double)middle - radius - 0.25L) *
                                             ((long double)times[1] - times[0]) / positions[1];
        if (v.kind != LW_VERDICT_CONTACT || v.free_until > contact)
            fail_msg("round %d: kind %d, free for %Lg s too long", round, (int)v.kind,
                     v.free_until - contact);
        finish(&w);
    }
}

/* ---- errors of speeds --------------------------------------------------------------------------- */

/* A ball slides along a wall, a millimetre from it, and is half way: proven with the sample's speed,
 * and not with one so uncertain, in any direction, that it could meet the wall. The wall
 * is an obstacle, the second of the pair, or else another robot's and the first. */
static lw_bound_result slide_past(bool second, double speed_error, double turning)
{
    lw_shape_def ball = sphere(0.25);
    lw_shape_def wall = box(1, 4, 4);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){0, 1, 0}, second ? &wall : &ball,
                        second ? at(0.751, 0, 0) : lw_pose_identity());
    if (second) {
        lw_joint_def joint = lw_default_joint();
        joint.name = "slide";
        joint.kind = LW_JOINT_PRISMATIC;
        joint.parent = "base";
        joint.child = "link";
        joint.axis = (lw_vec3){0, 1, 0};
        succeed(lw_scene_add_robot(w.scene, "ball", lw_pose_identity(), &w.error), &w.error);
        succeed(lw_scene_add_link(w.scene, "ball", "base", &w.error), &w.error);
        succeed(lw_scene_add_link(w.scene, "ball", "link", &w.error), &w.error);
        succeed(lw_scene_add_joint(w.scene, "ball", &joint, &w.error), &w.error);
        succeed(lw_scene_add_shape(w.scene, "ball", "link", &ball, lw_pose_identity(), &w.error),
                &w.error);
    } else
        obstacle(&w, "wall", wall, at(0.751, 0, 0));
    freeze(&w);
    lw_check_options options = lw_default_check_options();
    lw_verdict v = lw_default_verdict();
    const double from = -0.5;
    const double to = 0.5;
    const lw_joints *joints = lw_scene_joints(w.scene, second ? "ball" : "robot", NULL, &w.error);
    succeed(lw_motion_set_segment(w.motion, joints, &from, &to, &w.error), &w.error);
    lw_checker_begin(w.checker, w.motion, &options, &v);
    lw_checker_sample(w.checker, 0, 0.5, 0.5);
    const lw_body *body = lw_frozen_body(w.checker->frozen, second);
    lw_elementary_state *elementary = &w.checker->kinematics.elementary[body->elementary];
    elementary->speed_error += speed_error;
    elementary->twist.angular.x = turning;
    const lw_pair pair = pair_at(w.checker->frozen, 0);
    w.checker->target = pair.margin;
    lw_bound_result result = lw_checker_prove(w.checker, &pair, 0, 1, -1);
    finish(&w);
    return result;
}

static void test_noise_of_speeds(void **state)
{
    (void)state;
    for (int second = 0; second < 2; second++) {
        assert_int_equal(slide_past(second, 0, 0), LW_BOUND_PROVEN);
        assert_int_equal(slide_past(second, 1e-4, 0), LW_BOUND_PROVEN);
        assert_int_equal(slide_past(second, 1e-2, 0), LW_BOUND_OPEN);
        /* a turn about the normal moves nothing towards the wall, but for the rounding of its arms */
        assert_int_equal(slide_past(second, 0, 1e9), LW_BOUND_PROVEN);
        assert_int_equal(slide_past(second, 0, 1e12), LW_BOUND_OPEN);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ball_against_wall),
        cmocka_unit_test(test_contact_at_the_ends),
        cmocka_unit_test(test_rod_past_post),
        cmocka_unit_test(test_margin),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_verdict_is_written_whole),
        cmocka_unit_test(test_fast_past_a_post),
        cmocka_unit_test(test_gliding),
        cmocka_unit_test(test_box_past_box),
        cmocka_unit_test(test_thin_plate),
        cmocka_unit_test(test_contact_at_the_end_of_a_turn),
        cmocka_unit_test(test_touch_at_a_waypoint),
        cmocka_unit_test(test_normal_of_any_contact),
        cmocka_unit_test(test_inside_near_a_corner),
        cmocka_unit_test(test_far_from_the_origin),
        cmocka_unit_test(test_touch_far_from_the_origin),
        cmocka_unit_test(test_late_on_the_clock),
        cmocka_unit_test(test_noise_of_speeds),
    };
    int failed = cmocka_run_group_tests(tests, use_bisection, NULL);
    failed += cmocka_run_group_tests(tests, use_slab, NULL);
    return failed + cmocka_run_group_tests(tests, use_slab_search, NULL);
}
