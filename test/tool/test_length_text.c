/* Tests tool/text/length_text.c: units and digits, and that a proven length is never printed larger
 * than it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "seed.h"
#include "text/length_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*text_fn)(double metres, char *text, size_t size);

static void says(text_fn text_of, double metres, const char *expected)
{
    char text[64];
    text_of(metres, text, sizeof text);
    assert_string_equal(text, expected);
}

/* without a margin */
static void at_least_text(double metres, char *text, size_t size)
{
    lw_at_least_text(metres, 0, text, size);
}

static void test_nearest(void **state)
{
    (void)state;
    says(lw_length_text, 0, "0 mm");
    says(lw_length_text, 0.0214, "21.4 mm");
    says(lw_length_text, 0.11385000000000001, "113.9 mm");
    says(lw_length_text, 1.2, "1.2 m");
    says(lw_length_text, 6.46e-5, "64.6 um");
    says(lw_length_text, INFINITY, "inf m");
}

static void test_outwards(void **state)
{
    (void)state;
    says(at_least_text, 0, "0 mm");
    says(lw_at_most_text, 0, "0 mm");
    says(at_least_text, 0.11385000000000001, "113.8 mm");
    says(lw_at_most_text, 0.11381, "113.9 mm");
    says(lw_at_most_text, 0.9999999, "1000 mm");
    says(lw_at_most_text, 1.00001, "1.001 m");
    says(at_least_text, 7.709e-5, "77 um");
    says(lw_at_most_text, 7.701e-5, "77.1 um");
    says(lw_at_most_text, INFINITY, "inf m");
    /* in millimetres 104.80000000000001, and 104.89999999999999 */
    says(at_least_text, 0.1049, "104.9 mm");
    says(lw_at_most_text, 0.1048, "104.8 mm");
    says(lw_at_most_text, 0.20000000000000007, "200 mm");
    says(at_least_text, 0.19999999999999996, "200 mm");
    /* rounding to the nearest gives a power of ten, below which digits are finer */
    says(at_least_text, 0.099996, "99.99 mm");
    says(lw_at_most_text, 0.100004, "100.1 mm");
}

/* The length in a text, in metres. */
static double read(const char *text)
{
    double value;
    char unit[4];
    assert_int_equal(sscanf(text, "%lf %3s", &value, unit), 2);
    return value * (strcmp(unit, "m") == 0 ? 1 : strcmp(unit, "mm") == 0 ? 1e-3 : 1e-6);
}

static void says_by_margin(double metres, double margin, const char *expected)
{
    char text[64];
    lw_at_least_text(metres, margin, text, sizeof text);
    assert_string_equal(text, expected);
}

/* If a margin is reached, the text is no less than it, and has more digits only for that. */
static void test_margins(void **state)
{
    (void)state;
    says_by_margin(0.002, 0.002, "2 mm");
    says_by_margin(0.0012345678, 0.0012345678, "1.2345678 mm");
    says_by_margin(0.00199965, 0.0019996, "1.9996 mm");
    says_by_margin(0.00199965, 0.0019, "1.999 mm");
    says_by_margin(1.23456, 1.23456, "1.23456 m");
    says_by_margin(0.05, 0.05, "50 mm");
    says_by_margin(1.2345e-5, 1.2345e-5, "12.345 um");
    says_by_margin(12345.5, 12345.5, "12345.5 m");
    /* the margin is not reached: the text is the value itself */
    says_by_margin(0.0012345678, 0.5, "1.2345678 mm");
}

/* The length in a text, in metres, without a second rounding. */
static double read_exactly(const char *text)
{
    double value;
    char number[64];
    char unit[4];
    char metres[80];
    assert_int_equal(sscanf(text, "%63s %3s", number, unit), 2);
    long shift = strcmp(unit, "m") == 0 ? 0 : strcmp(unit, "mm") == 0 ? -3 : -6;
    char *power = strchr(number, 'e');
    if (power) {
        shift += strtol(power + 1, NULL, 10);
        *power = '\0';
    }
    snprintf(metres, sizeof metres, "%se%ld", number, shift);
    assert_int_equal(sscanf(metres, "%lf", &value), 1);
    return value;
}

static void test_random_margins(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(20000, 1000000);
    for (int i = 0; i < rounds; i++) {
        double metres = pow(10, lw_random_between(&random, -9, 8));
        double below = pow(10, lw_random_between(&random, -17, 0));
        double margin = lw_random_below(&random, 3) ? metres * (1 - below) : metres;
        char text[64];
        lw_at_least_text(metres, margin, text, sizeof text);
        if (!(read_exactly(text) >= margin && read_exactly(text) <= metres * (1 + 1e-12)))
            fail_msg("%s for %.17g beyond %.17g", text, metres, margin);
    }
}

/* Both roundings are bounds, and adjacent; the nearest is one of them. */
static void test_random_lengths(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(20000, 1000000);
    for (int i = 0; i < rounds; i++) {
        double metres = pow(10, lw_random_between(&random, -9, 4));
        char low[64];
        char nearest[64];
        char high[64];
        at_least_text(metres, low, sizeof low);
        lw_length_text(metres, nearest, sizeof nearest);
        lw_at_most_text(metres, high, sizeof high);
        assert_true(read(low) <= metres * (1 + 2e-12));
        assert_true(metres * (1 - 2e-12) <= read(high));
        assert_true(read(high) - read(low) < (metres < 1e-4 ? 1.001e-2 : 1.001e-3) * metres);
        assert_true(strcmp(nearest, low) == 0 || strcmp(nearest, high) == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest), cmocka_unit_test(test_outwards), cmocka_unit_test(test_margins),
        cmocka_unit_test(test_random_margins), cmocka_unit_test(test_random_lengths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
