/* Distances at sampled times, against queries of every pair by itself; the times; and the traces of
 * checks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "allocation.h"
#include "motion/between.h"
#include "plan_world.h"
#include "random_robot.h"
#include "seed.h"

/* Whether a pair that counts as fixed is as far apart at both ends of a motion. */
static void stays(lw_checker *checker, const lw_motion *motion, size_t pair)
{
    lw_error error = {0};
    double ends[2];
    lw_distance distances[2];
    lw_motion_interval(motion, &ends[0], &ends[1]);
    for (int i = 0; i < 2; i++)
        succeed(lw_pair_distance(checker, motion, ends[i], pair, &distances[i], &error), &error);
    assert_near(distances[0].upper, distances[1].upper, 1e-9 * (1 + distances[0].upper));
}

/* The smallest distance of a kind of pairs at a time of a motion of one stage, by asking all of them,
 * or all that the motion moves. */
static double smallest(lw_checker *checker, const lw_motion *motion, double time, bool self, bool fixed)
{
    const lw_scene *scene = lw_motion_scene(motion);
    double least = HUGE_VAL;
    for (size_t i = 0; i < lw_scene_pair_count(scene); i++) {
        lw_error error = {0};
        lw_pair_info pair = lw_default_pair_info();
        lw_distance distance;
        succeed(lw_scene_pair_info(scene, i, &pair, &error), &error);
        if (pair.self != self)
            continue;
        if (!fixed && !lw_motion_moves_between(motion, pair.bodies[0], pair.bodies[1])) {
            stays(checker, motion, i);
            continue;
        }
        succeed(lw_pair_distance(checker, motion, time, i, &distance, &error), &error);
        least = fmin(least, fmax(0, distance.upper));
    }
    return least;
}

static void distances_are_the_smallest(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(30, 1000); round++) {
        world_options options = {3, 3, 0.4};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        world_motion_random(&random, w, WORLD_ANY, m);
        lw_error error = {0};
        lw_checker *checker = NULL;
        lw_curve curve = lw_default_curve();
        double begin;
        double end;
        lw_motion_interval(m->motion, &begin, &end);
        succeed(lw_checker_create(w->scene, &checker, &error), &error);
        curve.fixed_pairs = round % 2;
        succeed(lw_curve_sample(m->motion, 9, &curve, &error), &error);
        assert_int_equal(curve.count, end > begin ? 9 : 1);
        for (size_t i = 0; i < curve.count; i++) {
            assert_near(curve.times[i], begin + (end - begin) * (double)i / 8, 1e-12 * (1 + end));
            assert_int_equal(curve.stages[i], 0);
            for (int self = 0; self < 2; self++) {
                const double least = smallest(checker, m->motion, curve.times[i], self, round % 2);
                assert_int_equal(isfinite(least), isfinite(curve.distances[self][i]));
                if (!isfinite(least))
                    continue;
                /* a query with another start may differ in the last bits */
                assert_near(curve.distances[self][i], least, 1e-9 * (1 + least));
                lw_vec3 *points = curve.points[self][i];
                const double between =
                    sqrt(pow(points[1].x - points[0].x, 2) + pow(points[1].y - points[0].y, 2) +
                         pow(points[1].z - points[0].z, 2));
                /* where bodies overlap the points are a depth apart */
                if (least > 0)
                    assert_near(between, least, 1e-7 * (1 + least));
            }
        }
        lw_curve_free(&curve);
        assert_true(!curve.count && !curve.times && !curve.distances[1]);
        lw_checker_destroy(checker);
        world_motion_free(m);
        world_free(w);
    }
}

/* Where an object is attached or released there are two samples: one of each stage. */
static void stages_have_their_own_ends(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_motion *motion = motion_with_thing(&scene);
    lw_curve curve = lw_default_curve();
    succeed(lw_curve_sample(motion, 3, &curve, &error), &error);
    const double times[] = {0, 1 / 3.0, 1 / 3.0, 0.5, 2 / 3.0, 2 / 3.0, 1};
    static const size_t stages[] = {0, 0, 1, 1, 1, 2, 2};
    assert_int_equal(curve.count, 7);
    for (size_t i = 0; i < 7; i++) {
        assert_near(curve.times[i], times[i], 1e-12);
        assert_int_equal(curve.stages[i], stages[i]);
    }
    /* the ball is 0.075 from the thing when it takes it; the thing is then 0.925 from the wall */
    assert_near(curve.distances[0][1], 0.075, 1e-9);
    assert_near(curve.distances[0][2], 0.925, 1e-9);
    lw_curve_free(&curve);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* ---- traces ------------------------------------------------------------------------------------- */

/* Proofs of one interval and sample are merged into one, with the number of their pairs, in order. */
static void proofs_are_merged(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    /* a step aside of the walls, and a way through the hole, nearer to one of them */
    static const double ends[2][2][2] = {{{-0.9, 0.5}, {-0.8, 0.5}}, {{-0.9, 0.51}, {0.9, 0.53}}};
    for (int i = 0; i < 2 * (LW_METHOD_EXPANDED + 1); i++) {
        const bool through = i > LW_METHOD_EXPANDED;
        const lw_method method = (lw_method)(i % (LW_METHOD_EXPANDED + 1));
        succeed(lw_motion_set_segment(motion, NULL, ends[through][0], ends[through][1], &error),
                &error);
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        lw_trace trace = lw_default_trace();
        options.method = method;
        succeed(lw_check_traced(checker, motion, &options, &verdict, &trace, &error), &error);
        assert_int_equal(trace.sample_count, verdict.samples);
        for (size_t k = 1; k < trace.sample_count; k++)
            assert_true(trace.samples[k - 1] <= trace.samples[k]);
        for (size_t k = 0; k < trace.proof_count; k++) {
            const lw_proof *proof = &trace.proofs[k];
            assert_true(proof->from <= proof->at && proof->at <= proof->to);
            if (k) {
                const lw_proof *last = proof - 1;
                assert_true(
                    last->from < proof->from ||
                    (last->from == proof->from &&
                     (last->to > proof->to || (last->to == proof->to && last->at < proof->at))));
            }
        }
        const bool claims = method == LW_METHOD_SLAB || method == LW_METHOD_BISECTION;
        if (method != LW_METHOD_EXPANDED) /* which takes no steps where spheres suffice */
            assert_int_equal(trace.proof_count > 0, claims);
        if (method == LW_METHOD_SLAB && !through) { /* both walls at once, from the middle */
            assert_int_equal(trace.proof_count, 1);
            assert_int_equal(trace.proofs[0].pairs, 2);
            assert_true(trace.proofs[0].from == 0 && trace.proofs[0].to == 1);
            assert_true(trace.proofs[0].bodies[0] == 0 && trace.proofs[0].bodies[1] == 1);
        }
        lw_trace_free(&trace);
        assert_true(!trace.sample_count && !trace.proofs);
    }
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* ---- errors ------------------------------------------------------------------------------------- */

static void errors_are_said(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    lw_curve curve = lw_default_curve();
    lw_verdict verdict = lw_default_verdict();
    lw_trace trace = lw_default_trace();
    refused(lw_curve_sample(motion, 1, &curve, &error), LW_ERROR_ARGUMENT, &error,
            "at least 2 samples");
    refused(lw_curve_sample(NULL, 2, &curve, &error), LW_ERROR_ARGUMENT, &error, "needs a motion");
    refused(lw_check_traced(checker, NULL, NULL, &verdict, &trace, &error), LW_ERROR_ARGUMENT, &error,
            "needs a checker");
    lw_check_options options = lw_default_check_options();
    options.time_tolerance = -1;
    refused(lw_check_traced(checker, motion, &options, &verdict, &trace, &error), LW_ERROR_ARGUMENT,
            &error, "tolerance");
    lw_curve_free(NULL);
    lw_trace_free(NULL);
    options = lw_default_check_options();
    options.method = LW_METHOD_SLAB;
    for (size_t n = 1;; n++) {
        allocation_fail(n);
        lw_status status = lw_curve_sample(motion, 5, &curve, &error);
        lw_curve_free(&curve);
        if (!status)
            status = lw_check_traced(checker, motion, &options, &verdict, &trace, &error);
        lw_trace_free(&trace);
        if (!allocation_failed())
            break;
        assert_int_equal(status, LW_ERROR_MEMORY);
    }
    allocation_fail(0);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_the_smallest),
        cmocka_unit_test(stages_have_their_own_ends),
        cmocka_unit_test(proofs_are_merged),
        cmocka_unit_test(errors_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
