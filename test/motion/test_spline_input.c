/* Splines that are refused: degrees, counts, knots, jumps, numbers that are not finite. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "leeway/spline.h"
#include "limited_arm.h"

enum { MOST_ROWS = 60, MOST_KNOTS = MOST_ROWS + LW_SPLINE_DEGREE + 1 };

static const limits unlimited[JOINTS] = {
    {-HUGE_VAL, HUGE_VAL, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, 1, 0},
    {-HUGE_VAL, HUGE_VAL, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, 1, 0},
    {-HUGE_VAL, HUGE_VAL, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, -0.7, 0.1},
    {-HUGE_VAL, HUGE_VAL, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, 1, 0}};

static void refuse(const arm *a, const lw_spline *spline, const char *sentence)
{
    lw_error error = {0};
    assert_int_equal(lw_motion_set_splines(a->motion, spline, 1, &error), LW_ERROR_ARGUMENT);
    if (!strstr(error.message, sentence))
        fail_msg("\"%s\" is not in \"%s\"", sentence, error.message);
    double end;
    double begin;
    lw_motion_interval(a->motion, &begin, &end);
    assert_true(end == 1 && lw_motion_piece_count(a->motion) == 1);
}

static void bad_splines_are_refused(void **state)
{
    (void)state;
    double points[MOST_ROWS * OWN] = {0};
    double knots[MOST_KNOTS] = {0, 0, 0, 0, 1, 2, 3, 3, 3, 3};
    arm a = make_arm(unlimited);
    lw_spline good = lw_default_spline();
    good.kind = LW_SPLINE_BSPLINE;
    good.degree = 3;
    good.point_count = 6;
    good.points = points;
    good.knot_count = 10;
    good.knots = knots;
    lw_error error = {0};
    succeed(lw_motion_set_splines(a.motion, &good, 1, &error), &error);
    lw_spline bad = good;
    bad.degree = 10;
    refuse(&a, &bad, "the degree of a spline is 10; it must be from 1 to 9");
    bad.degree = 0;
    refuse(&a, &bad, "the degree of a spline is 0");
    bad = good;
    bad.kind = (lw_spline_kind)3;
    refuse(&a, &bad, "there is no kind 3 of spline");
    bad = good;
    bad.point_count = 3;
    refuse(&a, &bad, "has 3 rows of points; it needs 4 at least");
    bad.point_count = 5;
    refuse(&a, &bad, "the spline has 10 knots; with 5 rows of degree 3 it needs 9");
    bad = good;
    bad.duration = NAN;
    refuse(&a, &bad, "the duration of a spline is nan");
    bad.duration = -1;
    refuse(&a, &bad, "the duration of a spline is -1");
    bad = good;
    bad.knots = NULL;
    refuse(&a, &bad, "or there must be knots");
    bad = good;
    knots[5] = 0.5;
    refuse(&a, &bad, "knots must not decrease: knot 5 is 0.5, after 1");
    knots[5] = NAN;
    refuse(&a, &bad, "knot 5 is nan");
    knots[5] = 3;
    refuse(&a, &bad, "knot 9, at 3, is repeated more than 4 times");
    knots[5] = 2;
    knots[3] = 0.25;
    refuse(&a, &bad, "it must begin at 0, or have a duration");
    knots[3] = 0;
    knots[4] = 1e-16;
    refuse(&a, &bad, "knots must be equal or differ by 1e-15 at least");
    knots[4] = 1;
    const double repeated[] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
    bad.degree = 2;
    bad.knots = repeated;
    bad.knot_count = 9;
    refuse(&a, &bad, "knot 5, at 1, is repeated more than 2 times");
    const double flat[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    bad = good;
    bad.knots = flat;
    refuse(&a, &bad, "the spline has no length");
    points[4] = INFINITY;
    refuse(&a, &good, "row 1 of the spline's points has inf");
    points[4] = 0;
    bad = good;
    bad.kind = LW_SPLINE_BEZIER;
    refuse(&a, &bad, "6 rows are no whole number of pieces of degree 3: each takes 3, and the first");
    bad.kind = LW_SPLINE_POLYNOMIAL;
    bad.knots = NULL;
    bad.degree = 2;
    refuse(&a, &bad, "polynomials need knots");
    const double meet[] = {0, 1, 2};
    bad.knots = meet;
    bad.knot_count = 3;
    succeed(lw_motion_set_splines(a.motion, &bad, 1, &error), &error);
    points[3 * OWN + 1] = 1e-9;
    refuse(&a, &bad,
           "joint \"j1\" of the spline jumps by 1e-09 at 1 s, where polynomials 0 and 1 meet");
    const double again[] = {0, 1, 1};
    bad.knots = again;
    refuse(&a, &bad, "knot 2, at 1, is repeated more than 1 times");
    drop_arm(&a);
}

/* Points of 1e9 and -1e9 that cancel on a piece of 1e-7 s between knots that are 1e8 s away. */
static void what_rounding_hides_is_refused(void **state)
{
    (void)state;
    double points[10 * OWN] = {0};
    double knots[20];
    lw_spline spline = lw_default_spline();
    arm a = make_arm(unlimited);
    for (size_t i = 0; i < 20; i++)
        knots[i] = i < 9 ? -1e8 + (double)i : i == 9 ? 0 : i == 10 ? 1e-7 : 1e8 + (double)i;
    for (size_t i = 0; i < 10; i++)
        points[i * OWN] = i % 2 ? 1e9 : -1e9;
    spline.kind = LW_SPLINE_BSPLINE;
    spline.degree = 9;
    spline.point_count = 10;
    spline.points = points;
    spline.knot_count = 20;
    spline.knots = knots;
    refuse(&a, &spline,
           "joint \"j0\" of the spline cannot be told from rounding between 0 s and "
           "9.9999999999999995e-08 s: the knots are too uneven for its points");
    drop_arm(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bad_splines_are_refused),
                                       cmocka_unit_test(what_rounding_hides_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
