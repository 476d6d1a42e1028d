/* tool/length_text.c: units and digits, and that what is proven is never said to be more than it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "length_text.h"
#include "seed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef void (*text_fn)(double metres, char *text, size_t size);

static void says(text_fn text_of, double metres, const char *expected)
{
    char text[64];
    text_of(metres, text, sizeof text);
    assert_string_equal(text, expected);
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
    says(lw_at_least_text, 0, "0 mm");
    says(lw_at_most_text, 0, "0 mm");
    says(lw_at_least_text, 0.11385000000000001, "113.8 mm");
    says(lw_at_most_text, 0.11381, "113.9 mm");
    says(lw_at_most_text, 0.9999999, "1000 mm");
    says(lw_at_most_text, 1.00001, "1.001 m");
    says(lw_at_least_text, 7.709e-5, "77 um");
    says(lw_at_most_text, 7.701e-5, "77.1 um");
    says(lw_at_most_text, INFINITY, "inf m");
    /* in millimetres 104.80000000000001, and 104.89999999999999 */
    says(lw_at_least_text, 0.1049, "104.9 mm");
    says(lw_at_most_text, 0.1048, "104.8 mm");
    /* nearest is a power of ten, below which digits are finer */
    says(lw_at_least_text, 0.099996, "99.99 mm");
    says(lw_at_most_text, 0.100004, "100.1 mm");
}

/* What a text says, in metres. */
static double read(const char *text)
{
    double value;
    char unit[4];
    assert_int_equal(sscanf(text, "%lf %3s", &value, unit), 2);
    return value * (strcmp(unit, "m") == 0 ? 1 : strcmp(unit, "mm") == 0 ? 1e-3 : 1e-6);
}

/* Both ends hold, and are next to each other; the nearest is one of them. */
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
        lw_at_least_text(metres, low, sizeof low);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nearest), cmocka_unit_test(test_outwards),
                                       cmocka_unit_test(test_random_lengths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
