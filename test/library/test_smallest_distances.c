/* Tests the smallest distances of random courses, of all balls or of each, against dense sampling: with
 * budgets of all sizes, and for single times far from the origin. */
#include "course.h"
#include "seed.h"

/* Checks a bracket of a ball's smallest distance, or of the smallest one of all balls. */
static void check_bracket(const course *c, double least, const lw_clearance *bracket)
{
    double true_low = fmax(0, least - c->between);
    assert_true(bracket->lower <= bracket->upper);
    assert_true(bracket->lower <= fmax(0, least) + NOISE && bracket->upper >= true_low - NOISE);
}

static void check_width(const lw_clearance *bracket, const lw_check_options *options)
{
    double width = fmax(options->clearance_relative * bracket->upper, options->clearance_absolute);
    assert_true(bracket->upper - bracket->lower <= width * (1 + 1e-9) + 1e-15);
}

static void check_clearance(course *c, const lw_check_options *options)
{
    lw_verdict v = ask(c, options);
    if (v.kind != LW_VERDICT_FREE)
        return;
    assert_true(v.self_clearance.pair[0] < 0 && (v.clearance.pair[0] >= 0 || options->budget_queries));
    if (v.clearance.pair[0] < 0)
        return;
    check_bracket(c, least_of(c), &v.clearance);
    double there = distance_to(c, ball_of(c, v.clearance.pair[1]), v.clearance.at);
    assert_true(there <= v.clearance.upper + NOISE);
    uint64_t budget = options->budget_queries;
    /* the first sample queries all pairs; a proven bracket is within the budget */
    assert_true(!budget || v.queries <= budget + (uint64_t)c->balls);
    assert_true(!budget || v.queries <= budget || v.clearance.lower <= c->margin);
    if (!budget)
        check_width(&v.clearance, options);
}

static void check_near(course *c, double threshold, const lw_check_options *options)
{
    lw_clearance near[BALLS];
    size_t count = 0;
    bool listed[BALLS] = {false};
    succeed(lw_near_misses(c->w.checker, c->w.motion, threshold, options, near, SIZE_MAX, &count,
                           &c->w.error),
            &c->w.error);
    for (size_t i = 0; i < count; i++) {
        int ball = ball_of(c, near[i].pair[1]);
        assert_false(listed[ball]);
        listed[ball] = true;
        /* of a pair that the budget left open, no distance below the threshold needs to be known */
        if (options->budget_queries && near[i].upper == threshold) {
            assert_true(near[i].lower == 0 || near[i].lower == c->margin);
            continue;
        }
        check_bracket(c, c->least[ball], &near[i]);
        if (near[i].upper < threshold)
            assert_true(distance_to(c, ball, near[i].at) <= near[i].upper + NOISE);
        if (options->budget_queries)
            continue;
        check_width(&near[i], options);
        assert_true(c->least[ball] - c->between <= threshold);
    }
    for (int i = 0; i < c->balls; i++)
        assert_true(listed[i] || c->least[i] >= threshold - NOISE);
}

static void test_distances(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    int rounds = test_rounds(1000, 30000);
    for (int round = 0; round < rounds; round++) {
        course c;
        random_course(&random, round % 2, &c);
        lw_check_options options = lw_default_check_options();
        options.clearance = true;
        options.clearance_relative = lw_random_below(&random, 2) ? 0.01 : 0;
        options.clearance_absolute = lw_random_below(&random, 2) ? 1e-2 : 1e-5;
        double threshold = lw_random_between(&random, 0.01, 0.5);
        check_clearance(&c, &options);
        check_near(&c, threshold, &options);
        lw_check_options coarse = options; /* the tolerances of verdicts do not affect distances */
        coarse.time_tolerance = 1;
        coarse.distance_tolerance = 10;
        check_near(&c, threshold, &coarse);
        for (int i = 0; i < 3; i++) {
            options.budget_queries = 1 + lw_random_below(&random, i ? 200 : 12);
            check_clearance(&c, &options);
            check_near(&c, threshold, &options);
        }
        finish(&c.w);
    }
}

/* A single time, a thousand kilometres from the origin: the lower bound is below the true distance,
 * which rounding changes by more than the tolerance. */
static void test_one_time_far_away(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 6};
    const double far = 1e6;
    int told = 0;
    for (int round = 0; round < 1000; round++) {
        course c = {.flat = round % 2, .duration = 1, .balls = 1, .points = 1, .ends = {0, 0, 0, 1}};
        c.base.x = far + lw_random_between(&random, 0, 1);
        c.base.y = far;
        c.ball[0][0] = far + lw_random_between(&random, -2, 3);
        c.ball[0][1] = far + lw_random_between(&random, 0.2, 3);
        c.ball[0][2] = 0.1;
        for (int k = 0; k < 3; k++)
            c.way[0][k] = lw_random_between(&random, -1, 1);
        long double x = (long double)c.ball[0][0] - c.base.x - c.way[0][0];
        long double y = (long double)c.ball[0][1] - c.base.y - c.way[0][1];
        long double along = cosl(c.way[0][2]) * x + sinl(c.way[0][2]) * y;
        long double across = cosl(c.way[0][2]) * y - sinl(c.way[0][2]) * x;
        long double truth = hypotl(along - fminl(fmaxl(along, 0), 1), across) - c.ball[0][2];
        /* no margin; or a margin that the distance violates by less than rounding can tell */
        bool within = round % 4 > 1 && truth > 0;
        c.margin = within ? nextafter((double)truth, HUGE_VAL) : 0;
        build(&c);
        lw_check_options options = lw_default_check_options();
        options.clearance = true;
        options.clearance_relative = 0;
        options.clearance_absolute = 1e-12;
        lw_verdict v = ask(&c, &options);
        if (v.kind == LW_VERDICT_FREE) {
            told++;
            assert_true(!within && v.clearance.lower <= truth &&
                        fabsl(v.clearance.upper - truth) < 1e-8);
        }
        finish(&c.w);
    }
    assert_true(told > 400);
}

/* Equally near balls around the tip of a bar, at a single time: a distance gets a lower bound only if
 * the budget sufficed for all balls. */
static void test_each_query_of_a_clearance_counts(void **state)
{
    (void)state;
    for (int balls = 1; balls <= BALLS; balls++) {
        static const double angles[BALLS] = {0.5, -0.5, 0.75, -0.75, 1, -1};
        course c = {.balls = balls, .points = 1, .duration = 1, .ends = {0, 0, 0, 1}};
        for (int i = 0; i < balls; i++) {
            c.ball[i][0] = 1 + 0.2 * cos(angles[i]);
            c.ball[i][1] = 0.2 * sin(angles[i]);
            c.ball[i][2] = 0.05;
        }
        build(&c);
        sample_way(&c);
        lw_check_options options = lw_default_check_options();
        uint64_t bare = ask(&c, &options).queries;
        options.clearance = true;
        lw_verdict whole = ask(&c, &options);
        assert_true(whole.kind == LW_VERDICT_FREE && whole.clearance.lower > 0.14);
        for (uint64_t budget = bare + 1; budget <= whole.queries + 1; budget++) {
            options.budget_queries = budget;
            lw_verdict v = ask(&c, &options);
            assert_int_equal(v.kind, LW_VERDICT_FREE);
            assert_true(v.clearance.lower == 0 || v.queries <= budget);
        }
        assert_true(whole.queries > bare);
        finish(&c.w);
    }
}

/* A motion far from the origin: if rounding leaves the first samples open, the other samples still
 * count for the upper bound. */
static void test_on_the_way_far_away(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 8};
    for (int round = 0; round < 300; round++) {
        course c = {.flat = round % 2, .duration = 1, .balls = 1, .points = 2, .ends = {0, 0, 0, 0.2}};
        c.base = (lw_vec3){1e6, 1e6, 0};
        c.ball[0][0] = 1e6 + lw_random_between(&random, 0.5, 1.5);
        c.ball[0][1] = 1e6 + lw_random_between(&random, 0.4, 1);
        c.ball[0][2] = 0.1;
        c.way[1][0] = 2;
        c.way[1][2] = lw_random_between(&random, -1, 1);
        build(&c);
        sample_way(&c);
        lw_check_options options = lw_default_check_options();
        options.clearance = true;
        options.clearance_relative = 0;
        options.clearance_absolute = 1e-12;
        lw_verdict v = ask(&c, &options);
        assert_int_equal(v.kind, LW_VERDICT_FREE);
        assert_true(v.clearance.lower == 0 && v.clearance.upper <= least_of(&c) + 0.02);
        assert_true(v.clearance.upper >= least_of(&c) - c.between);
        finish(&c.w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_each_query_of_a_clearance_counts),
        cmocka_unit_test(test_one_time_far_away),
        cmocka_unit_test(test_on_the_way_far_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
