/* The smallest distance of a motion, where it is known in closed form; with tolerances from wide to
 * below rounding, and with a budget that ends the search early. */
#include "base/random.h"
#include "check/checker/checker.h"
#include "one_joint.h"
#include "seed.h"

#include <math.h>

/* a ball of radius 0.1 slides along x past a ball of radius 0.2 whose centre is aside */
static world two_balls(double x, double aside, double margin)
{
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
    obstacle(&w, "other", sphere(0.2), at(x, aside, 0));
    obstacle(&w, "far", sphere(0.2), at(x + 3, aside, 5));
    succeed(lw_scene_set_margin(w.scene, margin, &w.error), &w.error);
    freeze(&w);
    return w;
}

static void test_bracket(void **state)
{
    (void)state;
    static const double asides[] = {0.300001, 0.31, 0.5, 2};
    static const double absolutes[] = {1e-12, 1e-8, 1e-5, 0.1};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            for (int relative = 0; relative < 2; relative++) {
                double margin = i ? 0.005 : 0;
                world w = two_balls(0.377, asides[i], margin);
                lw_check_options options = lw_default_check_options();
                options.clearance = true;
                options.clearance_absolute = absolutes[k];
                options.clearance_relative = relative ? 0.01 : 0;
                lw_verdict v = check(&w, -1, 2, &options);
                double truth = asides[i] - 0.3;
                assert_int_equal(v.kind, LW_VERDICT_FREE);
                assert_true(v.clearance.pair[0] >= 0 && v.self_clearance.pair[0] < 0);
                assert_true(v.clearance.lower <= truth + 1e-15 && v.clearance.upper >= truth - 1e-15);
                double width = fmax(options.clearance_relative * v.clearance.upper, absolutes[k]);
                if (absolutes[k] > 1e-10)
                    assert_true(v.clearance.upper - v.clearance.lower <= width * (1 + 1e-9) + 1e-16);
                /* the time at which the distance is the upper end */
                double x = -1 + 3 * v.clearance.at - 0.377;
                assert_true(fabs(hypot(x, asides[i]) - 0.3 - (v.clearance.upper)) <= 1e-12);
                assert_string_equal(lw_scene_body_name(w.scene, (size_t)v.clearance.pair[1]), "other");
                finish(&w);
            }
}

/* Far from the origin no interval, not even between two neighbouring doubles, proves a target within
 * the rounding error of the distance: only the margin is proven, and the search ends. */
static void test_below_rounding(void **state)
{
    (void)state;
    const double far = 1e5;
    const double truth = 0.2;
    world w = two_balls(far, 0.3 + truth, 0.005);
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    options.clearance_relative = 0;
    options.clearance_absolute = 1e-12;
    for (int method = LW_METHOD_AUTO; method <= LW_METHOD_SLAB; method++) {
        options.method = (lw_method)method;
        lw_verdict v = check(&w, far - 1, far + 2, &options);
        assert_int_equal(v.kind, LW_VERDICT_FREE);
        assert_true(v.clearance.lower == 0.005 && fabs(v.clearance.upper - truth) <= 1e-9);
        /* at one time, too */
        const double zero = 0;
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.point_count = 1;
        track.positions = &far;
        track.times = &zero;
        succeed(lw_motion_set(w.motion, &track, 1, &w.error), &w.error);
        succeed(lw_check(w.checker, w.motion, &options, &v, &w.error), &w.error);
        assert_int_equal(v.kind, LW_VERDICT_FREE);
        assert_true(v.clearance.lower == 0.005 && fabs(v.clearance.upper - truth) <= 1e-9);
    }
    finish(&w);
}

/* One pair that rounding leaves open does not hide how near another comes after that, whatever the
 * tolerance of time. */
static void test_open_before_another(void **state)
{
    (void)state;
    const double far = 1e5;
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
    obstacle(&w, "early", sphere(0.2), at(far + 0.377, 0.5, 0));
    obstacle(&w, "late", sphere(0.2), at(far + 1.377, 0.4, 0));
    freeze(&w);
    const double points[3] = {far, far + 1, far + 2};
    lw_track track = lw_default_track();
    track.point_count = 3;
    track.positions = points;
    succeed(lw_motion_set(w.motion, &track, 1, &w.error), &w.error);
    lw_check_options options = lw_default_check_options();
    options.clearance_relative = 0;
    options.clearance_absolute = 1e-12;
    options.time_tolerance = 1;
    lw_clearance near[2];
    size_t count = 0;
    succeed(lw_near_misses(w.checker, w.motion, 0.3, &options, near, SIZE_MAX, &count, &w.error),
            &w.error);
    assert_int_equal(count, 2);
    assert_true(near[0].lower <= 0.2 + 1e-9 && near[1].lower <= 0.1 + 1e-9);
    assert_true(near[0].upper <= 0.2 + 1e-9 && near[1].upper <= 0.1 + 1e-9);
    finish(&w);
}

/* with a budget that ends before the search does, only the margin is proven */
static void test_budget(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        double margin = k % 2 ? 0.05 : 0;
        world w = two_balls(0.377, 0.4, margin);
        lw_check_options options = lw_default_check_options();
        options.method = k < 2 ? LW_METHOD_AUTO : LW_METHOD_SLAB;
        uint64_t bare = check(&w, -1, 2, &options).queries;
        options.clearance = true;
        options.clearance_relative = 1e-3;
        lw_verdict whole = check(&w, -1, 2, &options);
        assert_int_equal(whole.kind, LW_VERDICT_FREE);
        assert_true(whole.queries > bare + 10);
        for (uint64_t budget = bare + 1; budget < whole.queries; budget++) {
            options.budget_queries = budget;
            lw_verdict v = check(&w, -1, 2, &options);
            assert_int_equal(v.kind, LW_VERDICT_FREE);
            assert_int_equal(v.reason, LW_REASON_NONE);
            assert_true(v.clearance.pair[0] >= 0);
            assert_true(v.clearance.lower == margin && v.clearance.upper >= 0.1 - 1e-15);
            assert_true(v.queries <= budget + 2);
        }
        options.budget_queries = whole.queries + 1;
        assert_true(check(&w, -1, 2, &options).clearance.lower == whole.clearance.lower);
        finish(&w);
    }
}

/* inside a robot the distance has a bracket of its own */
static void test_inside_robots(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
    lw_error *error = &w.error;
    lw_joint_def joint = lw_default_joint();
    succeed(lw_scene_add_link(w.scene, "robot", "side", error), error);
    succeed(lw_scene_add_shape(w.scene, "robot", "side", &ball, at(0.25, 0.6, 0), error), error);
    joint.name = "still";
    joint.kind = LW_JOINT_PRISMATIC;
    joint.parent = "base";
    joint.child = "side";
    joint.axis = (lw_vec3){0, 0, 1};
    succeed(lw_scene_add_joint(w.scene, "robot", &joint, error), error);
    obstacle(&w, "other", sphere(0.1), at(0.75, 1.2, 0));
    succeed(lw_scene_set_margin(w.scene, 0.15, error), error);
    freeze(&w);
    const double from[2] = {0, 0};
    const double to[2] = {1, 0};
    lw_check_options options = lw_default_check_options();
    lw_verdict v = lw_default_verdict();
    options.clearance = true;
    succeed(lw_motion_set_segment(w.motion, NULL, from, to, error), error);
    succeed(lw_check(w.checker, w.motion, &options, &v, error), error);
    assert_int_equal(v.kind, LW_VERDICT_FREE);
    assert_true(v.self_clearance.pair[0] >= 0 && v.self_clearance.lower <= 0.4 &&
                v.self_clearance.upper >= 0.4 - 1e-15);
    assert_true(v.self_clearance.upper - v.self_clearance.lower <= 0.0041);
    assert_true(fabs(v.self_clearance.at - (0.25)) <= 0.06);
    /* side and other: sqrt(0.5^2 + 0.6^2) - 0.2 */
    double truth = sqrt(0.61) - 0.2;
    assert_true(v.clearance.pair[0] >= 0 && v.clearance.lower <= truth &&
                v.clearance.upper >= truth - 1e-15);
    assert_true(v.clearance.upper - v.clearance.lower <= 0.01 * v.clearance.upper * (1 + 1e-12));
    finish(&w);
}

/* a motion of one time, whose first queries find other parts of the obstacle than the nearest */
static void test_one_moment(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 2000; round++) {
        lw_shape_def ball = sphere(0.1);
        world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
        double truth = HUGE_VAL;
        for (int i = 0; i < 40; i++) {
            double p[3];
            for (size_t k = 0; k < 3; k++)
                p[k] = lw_random_between(&random, 0.4, 1);
            obstacle(&w, "grapes", sphere(0.05), at(p[0], p[1], p[2]));
            truth = fmin(truth, hypot(hypot(p[0], p[1]), p[2]) - 0.15);
        }
        freeze(&w);
        const double zero = 0;
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.point_count = 1;
        track.positions = track.times = &zero;
        succeed(lw_motion_set(w.motion, &track, 1, &w.error), &w.error);
        lw_check_options options = lw_default_check_options();
        options.clearance = true;
        lw_verdict v = lw_default_verdict();
        succeed(lw_check(w.checker, w.motion, &options, &v, &w.error), &w.error);
        assert_int_equal(v.kind, LW_VERDICT_FREE);
        assert_true(v.clearance.lower <= truth + 1e-15 && v.clearance.upper >= truth - 1e-15);
        assert_true(v.clearance.upper - v.clearance.lower <= 0.01 * v.clearance.upper * (1 + 1e-12));
        finish(&w);
    }
}

/* With too little memory for the search, the brackets of the distance are still true, over all pairs
 * and for each. The nearest moment, at 0.377, is none of the first samples. */
static void test_short_of_memory(void **state)
{
    (void)state;
    world w = two_balls(0.377, 0.4, 0);
    lw_check_options options = lw_default_check_options();
    lw_check_options searching = options;
    searching.clearance = true;
    uint32_t chunks = w.checker->queue.chunk_count;
    uint32_t capacity = w.checker->queue.heap_capacity;
    int bracketed = 0;
    int open = 0;
    for (uint32_t few = 0; few < 20; few++)
        for (int how = 0; how < 2; how++) {
            w.checker->queue.chunk_count = how ? few : chunks;
            w.checker->queue.heap_capacity = how ? capacity : few;
            lw_verdict v = check(&w, -1, 2, &searching);
            if (v.kind == LW_VERDICT_FREE) {
                assert_true(v.clearance.pair[0] >= 0);
                assert_true(v.clearance.lower <= 0.1 + 1e-15 && v.clearance.upper >= 0.1 - 1e-15);
                bracketed += v.clearance.lower > 0.09;
                open += v.clearance.lower == 0;
            }
            lw_clearance near[2];
            size_t count = 0;
            succeed(
                lw_near_misses(w.checker, w.motion, 0.2, &options, near, SIZE_MAX, &count, &w.error),
                &w.error);
            assert_true(count > 0 && near[0].lower <= 0.1 + 1e-15 && near[0].upper >= 0.1 - 1e-15);
            /* pairs that are left out are farther apart than that */
            succeed(
                lw_near_misses(w.checker, w.motion, 0.11, &options, near, SIZE_MAX, &count, &w.error),
                &w.error);
            assert_true(count > 0 && near[0].lower <= 0.1 + 1e-15);
        }
    assert_true(bracketed > 0 && open > 0);
    finish(&w);
}

/* Near misses with too small a budget of queries, of a body inside a solid, and of one as near as the
 * tolerance. */
static void test_near_misses(void **state)
{
    (void)state;
    static const double corners[4][3] = {{-9, -9, -9}, {9, -9, -9}, {0, 9, -9}, {0, 0, 9}};
    static const uint32_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    lw_shape_def solid = lw_default_shape();
    solid.kind = LW_SHAPE_MESH;
    solid.vertices = corners[0];
    solid.vertex_count = 4;
    solid.triangles = faces[0];
    solid.triangle_count = 4;
    lw_clearance near[2];
    size_t count = 0;
    for (int inside = 0; inside < 2; inside++) {
        lw_shape_def ball = sphere(0.1);
        world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
        if (inside)
            obstacle(&w, "around", solid, lw_pose_identity());
        else
            obstacle(&w, "beside", sphere(0.2), at(0.377, 0.4, 0));
        freeze(&w);
        check(&w, -1, 2, NULL);
        lw_check_options options = lw_default_check_options();
        for (options.budget_queries = 0; options.budget_queries < 40; options.budget_queries++) {
            succeed(
                lw_near_misses(w.checker, w.motion, 0.11, &options, near, SIZE_MAX, &count, &w.error),
                &w.error);
            assert_int_equal(count, 1);
            double truth = inside ? 0 : 0.1;
            assert_true(near[0].lower <= truth + 1e-15 && near[0].upper >= truth - 1e-15);
            assert_true(inside ? near[0].upper == 0 : true);
            if (options.budget_queries == 0 && !inside)
                assert_true(near[0].lower > 0.098);
        }
        finish(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bracket),
        cmocka_unit_test(test_below_rounding),
        cmocka_unit_test(test_open_before_another),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_inside_robots),
        cmocka_unit_test(test_one_moment),
        cmocka_unit_test(test_short_of_memory),
        cmocka_unit_test(test_near_misses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
