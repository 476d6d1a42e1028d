/* Tests the proofs of a page: claims and methods. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "page_text.h"
#include "plan_world.h"

static void claims_and_methods_are_those_of_checks(void **state)
{
    (void)state;
    static const lw_method methods[] = {LW_METHOD_SLAB, LW_METHOD_SAMPLED, LW_METHOD_EXPANDED,
                                        LW_METHOD_AUTO};
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    for (int round = 0; round < 2; round++) {
        const double to[] = {0.8, round ? 0.5 : -0.2};
        const double from[] = {-0.8, round ? 0.5 : 0.1};
        succeed(lw_motion_set_segment(motion, NULL, from, to, &error), &error);
        lw_page *page = page_of(scene);
        lw_page_motion shown = lw_default_page_motion();
        shown.motion = motion;
        shown.methods = methods;
        shown.method_count = 4;
        lw_check_options bisection = lw_default_check_options(); /* its claims are many */
        bisection.method = LW_METHOD_BISECTION;
        shown.options = &bisection;
        succeed(lw_page_add(page, &shown, &error), &error);
        page_text read = page_text_of(page);
        const lw_value *of = lw_value_item(member(read.index, "motions"), 0);
        const lw_value *rows = member(of, "methods");
        assert_int_equal(lw_value_item_count(rows), 4);
        for (size_t i = 0; i < 4; i++) {
            static const char *const kinds[] = {"free", "contact", "undecided"};
            const lw_value *row = lw_value_item(rows, i);
            lw_verdict verdict = lw_default_verdict();
            lw_trace trace = lw_default_trace();
            lw_check_options options = lw_default_check_options();
            options.method = methods[i];
            succeed(lw_check_traced(checker, motion, &options, &verdict, &trace, &error), &error);
            assert_string_equal(lw_value_as_text(member(row, "name")), lw_method_name(methods[i]));
            assert_string_equal(lw_value_as_text(member(row, "verdict")), kinds[verdict.kind]);
            assert_int_equal(page_count(member(row, "samples")), verdict.samples);
            assert_int_equal(page_count(member(row, "samples")), trace.sample_count);
            assert_int_equal(page_count(member(row, "proofs")), 3 * trace.proof_count);
            assert_int_equal(trace.proof_count > 0,
                             methods[i] == LW_METHOD_SLAB || methods[i] == LW_METHOD_EXPANDED);
            for (size_t k = 0; k < trace.sample_count; k++)
                assert_true(page_number(&read, member(row, "samples"), k) == trace.samples[k]);
            for (size_t k = 0; k < trace.proof_count; k++) {
                const lw_proof *proof = &trace.proofs[k];
                assert_near(page_number(&read, member(row, "proofs"), 3 * k), proof->from, 1e-7);
                assert_near(page_number(&read, member(row, "proofs"), 3 * k + 1), proof->at, 1e-7);
                assert_near(page_number(&read, member(row, "proofs"), 3 * k + 2), proof->to, 1e-7);
                assert_true(proof->from <= proof->at && proof->at <= proof->to && proof->pairs >= 1);
                assert_true(!k || trace.proofs[k - 1].from <= proof->from);
            }
            const lw_value *proven = member(row, "free");
            const bool all = verdict.kind == LW_VERDICT_FREE;
            if (all || verdict.free_until > 0)
                assert_near(lw_value_as_number(lw_value_item(lw_value_item(proven, 0), 1)),
                            all ? 1 : verdict.free_until, 0);
            else
                assert_int_equal(lw_value_item_count(proven), 0);
            lw_trace_free(&trace);
        }
        assert_true(lw_value_item_count(member(of, "layers")) > 0);
        assert_near(number_of(lw_value_item(member(of, "layers"), 0), "grown"),
                    0.0025 * pow(2, number_of(lw_value_item(member(of, "layers"), 0), "layer")), 1e-9);
        /* The longest claims of a pair come first, and each pair is claimed up to the time until which
         * the motion is free. */
        const lw_value *claims = member(of, "claims");
        double longest[2] = {HUGE_VAL, HUGE_VAL};
        double covered[2] = {0, 0};
        for (size_t i = 0; i < lw_value_item_count(claims); i++) {
            const lw_value *claim = lw_value_item(claims, i);
            const double length = number_of(claim, "to") - number_of(claim, "from");
            const int64_t wall = (int64_t)lw_value_as_number(lw_value_item(member(claim, "pair"), 1)) -
                                 lw_scene_find_body(scene, "below");
            assert_true(wall == 0 || wall == 1);
            assert_true(length <= longest[wall] + 2e-9);
            longest[wall] = length;
            if (!strcmp(lw_value_as_text(member(claim, "kind")), "apart"))
                covered[wall] += length;
        }
        assert_int_equal(lw_value_item_count(claims), whole_of(of, "claim_count"));
        assert_true(round || lw_value_item_count(claims) > 4);
        const lw_value *verdict = member(of, "verdict");
        const double until = round ? 1 : number_of(verdict, "free_until");
        assert_string_equal(lw_value_as_text(member(verdict, "verdict")), round ? "free" : "contact");
        for (int k = 0; k < 2; k++)
            assert_true(covered[k] >= until - 1e-6);
        page_text_free(&read);
        lw_page_destroy(page);
    }
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A page of a motion has the results that its method serves; bounds and claims come from another method
 * if it has none. */
static void every_method_makes_a_page(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_motion_set_segment(motion, NULL, (double[]){-0.9, 0.51}, (double[]){0.9, 0.53}, &error),
            &error);
    lw_page_motion shown = lw_default_page_motion();
    lw_check_options options = lw_default_check_options();
    shown.motion = motion;
    shown.options = &options;
    shown.methods = &options.method;
    shown.method_count = 1;
    for (; lw_method_name(options.method); options.method++) {
        lw_page *page = page_of(scene);
        succeed(lw_page_add(page, &shown, &error), &error);
        page_text read = page_text_of(page);
        const lw_value *of = lw_value_item(member(read.index, "motions"), 0);
        const lw_value *row = lw_value_item(member(of, "methods"), 0);
        const bool proves = lw_method_serves(options.method, LW_SERVICE_FREE);
        assert_string_equal(lw_value_as_text(member(member(of, "verdict"), "verdict")),
                            proves ? "free" : "undecided");
        assert_int_equal(lw_value_member(member(of, "verdict"), "clearance") != NULL,
                         lw_method_serves(options.method, LW_SERVICE_CLEARANCE));
        assert_int_equal(lw_value_member(row, "resolution") != NULL, !proves);
        assert_int_equal(lw_value_member(of, "layers") != NULL,
                         lw_method_serves(options.method, LW_SERVICE_STEPS));
        assert_true(lw_value_item_count(member(of, "claims")) > 0);
        assert_true(lw_value_item_count(member(of, "lower")) > 0);
        page_text_free(&read);
        lw_page_destroy(page);
    }
    /* with a given verdict no method was asked for claims that could */
    lw_page *page = page_of(scene);
    lw_verdict verdict = lw_default_verdict();
    shown.verdict = &verdict;
    shown.method_count = 0;
    shown.bounds = 0;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "there is no method 5");
    lw_page_destroy(page);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* Of very many claims of the same length, those of the pair that the verdict names stay. */
static void claims_of_named_pairs_stay(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_motion *motion = NULL;
    const lw_shape_def ball = sphere_of(0.05);
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    for (int i = 0; i < 4500; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%d", i);
        succeed(
            lw_scene_add_obstacle(scene, id, &ball, placed(i % 90 - 45, 20 + floor(i / 90.0)), &error),
            &error);
    }
    add_wall(scene, "wall", 1.16, 0, 0.1, 3);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_motion_set_segment(motion, NULL, (double[]){-1, 0}, (double[]){1, 0.1}, &error), &error);
    page_text read = page_text_of_motion(scene, motion, NULL);
    const lw_value *shown = lw_value_item(member(read.index, "motions"), 0);
    const lw_value *claims = member(shown, "claims");
    assert_true(whole_of(shown, "claim_count") > 4500);
    assert_int_equal(lw_value_item_count(claims), 4000);
    assert_int_equal(
        (int64_t)lw_value_as_number(lw_value_item(member(lw_value_item(claims, 0), "pair"), 1)),
        lw_scene_find_body(scene, "wall"));
    page_text_free(&read);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_and_methods_are_those_of_checks),
        cmocka_unit_test(every_method_makes_a_page),
        cmocka_unit_test(claims_of_named_pairs_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
