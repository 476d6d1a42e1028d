/* Tests that the balls of doubles of leeway-audit contain the true results: of their ends, in numbers
 * of 400 bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "seed.h"

#include "real_double.h"

enum { EXACT = 400, KINDS = 9 };

static double magnitude(lw_random *random)
{
    static const double hard[] = {0, 1, 0.5, 3, 1e-300, 5e-324, 1e160, 1e-160, 1.7e308, 1 + 0x1p-52};
    if (lw_random_below(random, 8) == 0)
        return hard[lw_random_below(random, 10)];
    int scale = (int)lw_random_below(random, 9) - 4;
    return ldexp(lw_random_between(random, 1, 2), lw_random_below(random, 2) ? scale : 0);
}

static real random_ball(lw_random *random)
{
    double middle = magnitude(random);
    double radius =
        lw_random_below(random, 2) ? 0 : middle * ldexp(1, -(int)lw_random_below(random, 60));
    return (real){lw_random_below(random, 2) ? middle : -middle, radius};
}

/* The end of a ball, or its middle: -1, 0, 1. */
static void end_of(arb_t out, real a, int which)
{
    arb_t radius;
    arb_init(radius);
    arb_set_d(out, a.middle);
    arb_set_d(radius, which * a.radius);
    arb_add(out, out, radius, EXACT);
    arb_clear(radius);
}

/* Whether a true number, known to 400 bits, may be outside of a ball. */
static bool leaves(const arb_t number, real ball)
{
    arb_t off;
    arb_t radius;
    if (!(fabs(ball.middle) < HUGE_VAL && ball.radius < HUGE_VAL))
        return false; /* no number, or any: it proves nothing */
    arb_init(off);
    arb_init(radius);
    arb_set_d(off, ball.middle);
    arb_sub(off, number, off, EXACT);
    arb_abs(off, off);
    arb_set_d(radius, ball.radius);
    bool leaves = arb_gt(off, radius);
    arb_clear(off);
    arb_clear(radius);
    return leaves;
}

static real result_of(int kind, real a, real b)
{
    real sine = {0, 0};
    real cosine = {0, 0};
    switch (kind) {
    case 0:
        return plus(a, b);
    case 1:
        return minus(a, b);
    case 2:
        return times(a, b);
    case 3:
        return larger(a, b);
    case 4:
        return lesser_of(a, b);
    case 5:
        return root(a);
    case 6:
        return inverse(a);
    case 7:
        sine_cosine(a, &sine, &cosine);
        return sine;
    default:
        sine_cosine(a, &sine, &cosine);
        return cosine;
    }
}

/* False: there is no such number. */
static bool true_result(int kind, arb_t out, const arb_t a, const arb_t b)
{
    switch (kind) {
    case 0:
        arb_add(out, a, b, EXACT);
        return true;
    case 1:
        arb_sub(out, a, b, EXACT);
        return true;
    case 2:
        arb_mul(out, a, b, EXACT);
        return true;
    case 3:
        arb_max(out, a, b, EXACT);
        return true;
    case 4:
        arb_min(out, a, b, EXACT);
        return true;
    case 5:
        if (arb_is_negative(a))
            return false;
        arb_sqrt(out, a, EXACT);
        return true;
    case 6:
        if (arb_contains_zero(a))
            return false;
        arb_inv(out, a, EXACT);
        return true;
    case 7:
        arb_sin(out, a, EXACT);
        return true;
    default:
        arb_cos(out, a, EXACT);
        return true;
    }
}

static void test_results(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    arb_t ends[2];
    arb_t number;
    arb_init(ends[0]);
    arb_init(ends[1]);
    arb_init(number);
    for (int round = 0; round < test_rounds(20000, 2000000); round++) {
        const int kind = (int)lw_random_below(&random, KINDS);
        const real a = random_ball(&random);
        const real b = random_ball(&random);
        if (kind >= 7 && fabs(a.middle) > 1e6)
            continue;
        const real found = result_of(kind, a, b);
        assert_true(!(found.radius < 0));
        for (int i = -1; i <= 1; i++)
            for (int k = -1; k <= 1; k++) {
                end_of(ends[0], a, i);
                end_of(ends[1], b, k);
                if (true_result(kind, number, ends[0], ends[1]) && leaves(number, found))
                    fail_msg("result %d of %a +- %a, %a +- %a is not in %a +- %a", kind, a.middle,
                             a.radius, b.middle, b.radius, found.middle, found.radius);
            }
    }
    arb_clear(ends[0]);
    arb_clear(ends[1]);
    arb_clear(number);
}

/* Results are narrow: balls that contain everything prove nothing. */
static void test_narrow(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 2000; round++) {
        const real a = exact(lw_random_between(&random, 0.5, 2));
        const real b = exact(lw_random_between(&random, 0.5, 2));
        for (int kind = 0; kind < KINDS; kind++)
            assert_true(result_of(kind, a, b).radius < 0x1p-48);
    }
}

static void test_signs(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(20000, 200000); round++) {
        const real a = random_ball(&random);
        const real opposite = negative(a);
        assert_true(opposite.middle == -a.middle && opposite.radius == a.radius);
        assert_false(positive(a) && a.middle <= a.radius);
        assert_true(positive(a) || !(a.middle > a.radius * (1 + 0x1p-40) && a.middle > 0));
        const real size = size_above(a);
        assert_true(size.radius == 0);
        assert_true(size.middle >= fabs(a.middle) && size.middle >= a.radius);
        arb_t end;
        arb_t bound;
        arb_init(end);
        arb_init(bound);
        end_of(end, (real){fabs(a.middle), a.radius}, 1);
        if (size.middle < HUGE_VAL) {
            arb_set_d(bound, size.middle);
            assert_false(arb_gt(end, bound));
        }
        arb_clear(end);
        arb_clear(bound);
    }
}

/* What is no number proves nothing, and stays no number. */
static void test_no_numbers(void **state)
{
    (void)state;
    const double none = (double)NAN;
    const real one = exact(1);
    for (int which = 0; which < 2; which++) {
        const real a = which ? (real){1, none} : (real){none, 0};
        assert_false(positive(a));
        assert_false(positive(size_above(a)));
        for (int kind = 0; kind < 7; kind++) {
            assert_false(positive(result_of(kind, a, one)));
            if (kind < 5) {
                assert_false(positive(result_of(kind, one, a)));
                assert_false(positive(negative(result_of(kind, one, a))));
            }
        }
    }
    const real any = inverse(exact(0));
    assert_false(positive(any));
    assert_false(positive(inverse((real){1, 1})));
    assert_false(positive(inverse((real){-1, 2})));
    assert_false(positive(negative(inverse((real){1, 2}))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_narrow),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_no_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
