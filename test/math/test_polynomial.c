/* Where polynomials change their sign: against their roots, and against sampled signs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "expect.h"
#include "math/polynomial.h"
#include "seed.h"

enum { SAMPLES = 300 };

static int crossings(const double *c, int degree, double from, double to, double *out)
{
    const int count = lw_polynomial_crossings(c, degree, from, to, out);
    assert_true(count <= degree);
    for (int i = 0; i < count; i++)
        assert_true(out[i] >= from && out[i] <= to && (!i || out[i] >= out[i - 1]));
    return count;
}

/* Multiplies a polynomial by u - root. */
static void multiply(double *c, int degree, double root)
{
    c[degree + 1] = c[degree];
    for (int i = degree; i > 0; i--)
        c[i] = c[i - 1] - root * c[i];
    c[0] *= -root;
}

/* The roots of a product of factors, at least 1/100 apart, are found, and only those within the
 * interval. */
static void test_roots(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const int rounds = test_rounds(20000, 1000000);
    size_t found_all = 0;
    for (int round = 0; round < rounds; round++) {
        const int degree = 1 + (int)lw_random_below(&random, LW_POLYNOMIAL_DEGREE);
        double roots[LW_POLYNOMIAL_DEGREE];
        double c[LW_POLYNOMIAL_DEGREE + 1] = {lw_random_between(&random, 0.1, 9)};
        if (lw_random_below(&random, 2))
            c[0] = -c[0];
        double at = lw_random_between(&random, -0.5, 0.5);
        for (int i = 0; i < degree; i++) {
            roots[i] = at;
            multiply(c, i, at);
            at += 0.01 + lw_random_between(&random, 0, 0.3);
        }
        double out[LW_POLYNOMIAL_DEGREE];
        const int count = crossings(c, degree, 0, 1, out);
        int wanted = 0;
        for (int i = 0; i < degree; i++) {
            if (roots[i] < 0 || roots[i] > 1)
                continue;
            assert_true(wanted < count);
            if (fabs(out[wanted++] - roots[i]) > 1e-5)
                fail_msg("round %d: root %.17g found at %.17g", round, roots[i], out[wanted - 1]);
        }
        assert_int_equal(wanted, count);
        found_all += (size_t)count;
    }
    assert_true(found_all > (size_t)rounds);
}

/* Any two samples with different signs have a place between them. */
static void test_signs(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const int rounds = test_rounds(5000, 200000);
    for (int round = 0; round < rounds; round++) {
        const int degree = (int)lw_random_below(&random, LW_POLYNOMIAL_DEGREE + 1);
        double c[LW_POLYNOMIAL_DEGREE + 1];
        for (int i = 0; i <= degree; i++)
            c[i] = lw_random_between(&random, -1, 1) * pow(10, lw_random_between(&random, -3, 3));
        const double from = lw_random_between(&random, 0, 0.5);
        const double to = lw_random_between(&random, 0.5, 1);
        double out[LW_POLYNOMIAL_DEGREE];
        const int count = crossings(c, degree, from, to, out);
        int passed = 0;
        bool above = lw_polynomial_value(c, degree, from) > 0;
        for (int i = 1; i <= SAMPLES; i++) {
            const double u = i == SAMPLES ? to : from + (to - from) * i / SAMPLES;
            const bool now = lw_polynomial_value(c, degree, u) > 0;
            int between = 0;
            for (; passed < count && out[passed] <= u; passed++)
                between++;
            if (now != above && between % 2 == 0)
                fail_msg("round %d: the sign changes before %g, where %d places are", round, u,
                         between);
            above = now;
        }
    }
}

static void test_special(void **state)
{
    (void)state;
    double out[LW_POLYNOMIAL_DEGREE];
    assert_int_equal(crossings((const double[]){0}, 0, 0, 1, out), 0);
    assert_int_equal(crossings((const double[]){0, 0, 0, 0, 0, 0}, 5, 0, 1, out), 0);
    assert_int_equal(crossings((const double[]){0.25, -1, 1}, 2, 0.5, 0.5, out), 0);
    /* (u - 1/2)^2 touches zero, u and 1 - u are zero at an end */
    assert_true(crossings((const double[]){0.25, -1, 1}, 2, 0, 1, out) != 1);
    assert_int_equal(crossings((const double[]){0, 1}, 1, 0, 1, out), 1);
    assert_true(out[0] <= 0x1p-52);
    assert_int_equal(crossings((const double[]){1, -1}, 1, 0, 1, out), 1);
    assert_true(out[0] >= 1 - 0x1p-52);
    double derived[3] = {5, 6, 7};
    lw_polynomial_derive(derived, 2, derived);
    assert_true(derived[0] == 6 && derived[1] == 14);
    lw_polynomial_derive(derived, 0, derived);
    assert_true(derived[0] == 0);
    assert_true(lw_polynomial_value((const double[]){1, 2, 3}, 2, 10) == 321);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_special),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
