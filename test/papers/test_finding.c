/* The rules that decide whether a paper's claim is reproduced, on either side of each band. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "findings/finding.h"

#include <math.h>
#include <string.h>

static lw_finding_verdict judge(lw_finding_rule rule, double paper, double ours)
{
    const lw_finding finding = {.paper = paper, .ours = ours, .rule = rule};
    return lw_finding_judge(&finding);
}

static void a_factor_counts_either_way(void **state)
{
    (void)state;
    assert_int_equal(judge(lw_within_factor(1.25), 8, 10), LW_REPRODUCED);
    assert_int_equal(judge(lw_within_factor(1.25), 8, 10.01), LW_NOT_REPRODUCED);
    assert_int_equal(judge(lw_within_factor(1.25), 10, 8), LW_REPRODUCED);
    assert_int_equal(judge(lw_within_factor(1.25), 10, 7.99), LW_NOT_REPRODUCED);
    assert_int_equal(judge(lw_within_factor(1.25), 8, -8), LW_NOT_REPRODUCED);
    /* a factor of nothing means nothing */
    assert_int_equal(judge(lw_within_factor(1.25), 0, 0), LW_NOT_REPRODUCED);
    assert_int_equal(judge(lw_within_factor(1.25), (double)NAN, 1), LW_NOT_REPRODUCED);
}

static void a_difference_counts_either_way(void **state)
{
    (void)state;
    assert_int_equal(judge(lw_within(1), 7, 8), LW_REPRODUCED);
    assert_int_equal(judge(lw_within(1), 7, 6), LW_REPRODUCED);
    assert_int_equal(judge(lw_within(1), 7, 8.01), LW_NOT_REPRODUCED);
    assert_int_equal(judge(lw_within(1), 7, 5.99), LW_NOT_REPRODUCED);
}

static void bounds_do_not_look_at_the_papers_figure(void **state)
{
    (void)state;
    assert_int_equal(judge(lw_between(5, 6), 0, 5), LW_REPRODUCED);
    assert_int_equal(judge(lw_between(5, 6), 0, 6), LW_REPRODUCED);
    assert_int_equal(judge(lw_between(5, 6), 0, 4.99), LW_NOT_REPRODUCED);
    assert_int_equal(judge(lw_between(5, 6), 0, 6.01), LW_NOT_REPRODUCED);
    assert_int_equal(judge(lw_at_least(1.02), (double)NAN, 1.02), LW_REPRODUCED);
    assert_int_equal(judge(lw_at_least(1.02), (double)NAN, 1.01), LW_NOT_REPRODUCED);
    assert_int_equal(judge(lw_at_most(1.02), 2, 1.02), LW_REPRODUCED);
    assert_int_equal(judge(lw_at_most(1.02), 2, 1.03), LW_NOT_REPRODUCED);
}

static void one_case_refutes_a_claim_about_all(void **state)
{
    (void)state;
    assert_int_equal(judge(lw_never(), 0, 0), LW_REPRODUCED);
    assert_int_equal(judge(lw_never(), 0, 1), LW_REFUTED);
}

static void what_was_not_measured_is_not_reproduced(void **state)
{
    (void)state;
    const lw_finding_rule rules[] = {lw_within_factor(2), lw_within(2),   lw_between(0, 2),
                                     lw_at_least(0),      lw_at_most(99), lw_never()};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        assert_int_equal(judge(rules[i], 1, (double)NAN), LW_NOT_REPRODUCED);
}

static void rules_are_named(void **state)
{
    (void)state;
    static const char *const texts[] = {"within a factor 1.2", "within 3",  "5 to 6",
                                        "at least 4",          "at most 2", "never"};
    const lw_finding_rule rules[] = {lw_within_factor(1.2), lw_within(3),  lw_between(5, 6),
                                     lw_at_least(4),        lw_at_most(2), lw_never()};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        char text[LW_FINDING_TEXT];
        const lw_finding finding = {.rule = rules[i]};
        lw_finding_rule_text(&finding, text);
        assert_string_equal(text, texts[i]);
    }
    assert_string_equal(lw_finding_verdict_name(LW_NOT_REPRODUCED), "not reproduced");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_factor_counts_either_way),
        cmocka_unit_test(a_difference_counts_either_way),
        cmocka_unit_test(bounds_do_not_look_at_the_papers_figure),
        cmocka_unit_test(one_case_refutes_a_claim_about_all),
        cmocka_unit_test(what_was_not_measured_is_not_reproduced),
        cmocka_unit_test(rules_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
