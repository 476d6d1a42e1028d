/* Tests io/text/decimal.h: the numbers that it converts, and that it returns false for the others.
 * test_number.c compares all of them with the C library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "io/text/decimal.h"

static void nearest(void **state)
{
    (void)state;
    static const struct {
        lw_decimal number;
        double value;
    } good[] = {{{1, 0, false}, 1},
                {{0, 300, true}, -0.0},
                {{0, -300, false}, 0},
                {{9007199254740993, 0, false}, 9007199254740992},
                {{9007199254740995, 0, true}, -9007199254740996},
                {{UINT64_MAX, 0, false}, 0x1p64},
                {{1, 22, false}, 1e22},
                {{1, -22, false}, 1e-22},
                {{1, -27, true}, -1e-27},
                {{UINT64_MAX, -27, false}, 18446744073709551615e-27},
                {{30000000000000004, -17, false}, 0.30000000000000004}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double value = 5;
        assert_true(lw_decimal_nearest(&good[i].number, &value));
        assert_true(value == good[i].value && signbit(value) == signbit(good[i].value));
    }
    static const lw_decimal others[] = {
        {1, -28, false}, {1, 23, false}, {((uint64_t)1 << 53) + 1, 1, false}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        double value = 5;
        assert_false(lw_decimal_nearest(&others[i], &value));
        assert_true(value == 5);
    }
}

static void digits_of(void **state)
{
    (void)state;
    static const struct {
        double value;
        lw_decimal number;
    } good[] = {{0, {0, 0, false}},
                {-0.0, {0, 0, true}},
                {1, {1, 0, false}},
                {-1500, {15, 2, true}},
                {0.1, {1, -1, false}},
                {0.30000000000000004, {30000000000000004, -17, false}},
                {2.0 / 3, {6666666666666666, -16, false}},
                {0x1p-33, {11641532182693481, -26, false}}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        lw_decimal number = {5, 5, false};
        assert_true(lw_decimal_of(good[i].value, &number));
        assert_int_equal(number.digits, good[i].number.digits);
        assert_int_equal(number.exponent, good[i].number.exponent);
        assert_int_equal(number.negative, good[i].number.negative);
    }
    const double others[] = {
        1e14, -1e14, nextafter(0x1p-33, 0), 5e-324, (double)INFINITY, -(double)INFINITY, (double)NAN};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        lw_decimal number = {5, 5, false};
        assert_false(lw_decimal_of(others[i], &number));
        assert_int_equal(number.digits, 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nearest), cmocka_unit_test(digits_of)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
