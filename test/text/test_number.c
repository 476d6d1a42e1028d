/* Tests io/text/number.h: the texts that are numbers, and that numbers read back unchanged. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "io/text/number.h"
#include "seed.h"

static bool reads(const char *text, double *value)
{
    return lw_number_read(text, strlen(text), value);
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0},
                {"-0", 0},
                {"1", 1},
                {"+1", 1},
                {"-2.5", -2.5},
                {".5", 0.5},
                {"5.", 5},
                {"1e3", 1000},
                {"1E+3", 1e3},
                {"1.25e-2", 0.0125},
                {"1e-999", 0},
                {"0.1", 0.1},
                {"00.5", 0.5},
                {"-007e1", -70},
                {"9007199254740993", 9007199254740992},
                {"18446744073709551617", 0x1p64},
                {"0.30000000000000004", 0.30000000000000004},
                {"1e22", 1e22},
                {"1e23", 1e23},
                {"5e-324", 5e-324},
                {"123456789", 123456789}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double value = -1;
        assert_true(reads(good[i].text, &value));
        assert_true(value == good[i].value);
    }
    double value = 0;
    assert_true(reads("1e999", &value) && isinf(value) && value > 0);
    assert_true(reads("-.inf", &value) && isinf(value) && value < 0);
    assert_true(reads(".NaN", &value) && isnan(value));
}

static void test_texts(void **state)
{
    (void)state;
    static const char *const bad[] = {"",   ".",  "-",     "e5",  "1e",  "1e+",  "0x10", "1_000", "1,5",
                                      "1 ", " 1", "1.2.3", "--1", "007", "1:30", "infx", "nano",  "+"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double value = 42;
        assert_false(reads(bad[i], &value));
    }
    double value = 0;
    assert_false(lw_number_read("1\0002", 3, &value));
    char digits[2000];
    memset(digits, '1', sizeof digits);
    assert_false(lw_number_read(digits, sizeof digits, &value));
    assert_true(lw_number_read(digits, 700, &value) && isinf(value));
    assert_true(lw_number_read(digits, 12, &value) && value == 111111111111.0);
}

/* Numbers of up to 19 digits are converted without strtod, and give the same doubles. */
static void test_nearest(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(100000, 5000000); i++) {
        char text[64];
        uint64_t digits = lw_random_bits(&random) >> lw_random_below(&random, 64);
        int places = (int)lw_random_below(&random, 20);
        snprintf(text, sizeof text, "%s%" PRIu64, i & 1 ? "-" : "", digits);
        size_t length = strlen(text);
        if (places && (size_t)places < length - 1) {
            memmove(text + length - (size_t)places + 1, text + length - (size_t)places,
                    (size_t)places + 1);
            text[length - (size_t)places] = '.';
        }
        if (i & 2)
            snprintf(text + strlen(text), 8, "e%d", (int)lw_random_below(&random, 60) - 30);
        double value = 0;
        double wanted = strtod(text, NULL);
        if (!reads(text, &value) || value != wanted || signbit(value) != signbit(wanted))
            fail_msg("%s is read as %.17g", text, value);
    }
}

/* Numbers halfway between two doubles, and just beside halfway, with as many digits as that takes. */
static void test_halfway(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(100000, 5000000); i++) {
        /* an odd number of 54 bits, over a power of two whose decimals end within 19 digits */
        uint64_t odd = (lw_random_bits(&random) >> 10) | (uint64_t)1 << 53 | 1;
        int halves = (int)lw_random_below(&random, 3);
        uint64_t fives[] = {1, 5, 25};
        uint64_t digits = odd * fives[halves] + lw_random_below(&random, 3) - 1;
        char text[64];
        snprintf(text, sizeof text, "%" PRIu64 "e-%d", digits, halves);
        double value = 0;
        if (!reads(text, &value) || value != strtod(text, NULL))
            fail_msg("%s is read as %.17g", text, value);
    }
}

static double random_double(lw_random *random, int kind)
{
    uint64_t bits = lw_random_bits(random);
    double value;
    switch (kind) {
    case 0: /* any double, some not finite */
        memcpy(&value, &bits, sizeof value);
        return value;
    case 1: /* of all magnitudes that are printed without the C library, and a few beyond */
        bits = (bits & 0x800fffffffffffff) | (uint64_t)(1023 - 36 + lw_random_below(random, 86)) << 52;
        memcpy(&value, &bits, sizeof value);
        return value;
    case 2: /* of few decimals */
        return (double)(int64_t)(bits % 2000001 - 1000000) / pow(10, lw_random_below(random, 14));
    case 3: /* of few binary places: printing rounds halves to even */
        return ldexp((double)(bits % 4096), -(int)lw_random_below(random, 45));
    case 4: /* near a power of ten */
        value = pow(10, (double)lw_random_below(random, 26) - 11);
        for (uint32_t steps = lw_random_below(random, 3); steps > 0; steps--)
            value = nextafter(value, bits & 1 ? 0 : HUGE_VAL);
        return value;
    default: /* an angle */
        return lw_random_between(random, -3.2, 3.2);
    }
}

/* Numbers are printed as the C library prints them, to the byte. */
static void test_print(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(120000, 6000000); i++) {
        double value = random_double(&random, i % 6);
        if (!isfinite(value))
            continue;
        char text[LW_NUMBER_SIZE];
        char wanted[LW_NUMBER_SIZE];
        size_t length = lw_number_print(value, text);
        for (int digits = 15; digits <= 17; digits++) {
            snprintf(wanted, sizeof wanted, "%.*g", digits, value);
            if (strtod(wanted, NULL) == value)
                break;
        }
        assert_string_equal(text, wanted);
        assert_int_equal(length, strlen(wanted));
    }
    static const struct {
        double value;
        const char *text;
    } some[] = {{0, "0"},
                {-0.0, "-0"},
                {1e-4, "0.0001"},
                {0x1p-33, "1.1641532182693481e-10"},
                {99999999999999.984, "99999999999999.98"},
                {1e14, "100000000000000"},
                {-0.30000000000000004, "-0.30000000000000004"}};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        char text[LW_NUMBER_SIZE];
        lw_number_print(some[i].value, text);
        assert_string_equal(text, some[i].text);
    }
}

static void test_whole(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {0, 9, 10, 12345678901234567890u, UINT64_MAX};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char text[LW_NUMBER_SIZE];
        char wanted[LW_NUMBER_SIZE];
        snprintf(wanted, sizeof wanted, "%" PRIu64, numbers[i]);
        assert_int_equal(lw_number_print_whole(numbers[i], text), strlen(wanted));
        assert_string_equal(text, wanted);
    }
}

static void test_round_trip(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(20000, 1000000); i++) {
        double value;
        uint64_t bits = lw_random_bits(&random);
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        char text[LW_NUMBER_SIZE];
        double back = 0;
        lw_number_print(value, text);
        assert_true(reads(text, &back));
        assert_memory_equal(&back, &value, sizeof back);
    }
    char text[LW_NUMBER_SIZE];
    lw_number_print(0.1, text);
    assert_string_equal(text, "0.1");
    lw_number_print(-3, text);
    assert_string_equal(text, "-3");
}

/* In a locale with a decimal comma numbers are still read and written with points. */
static void test_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"};
    bool set = false;
    for (size_t i = 0; i < 4 && !set; i++)
        set = setlocale(LC_ALL, names[i]) != NULL;
    if (!set)
        printf("no locale with a decimal comma is installed: only the C locale was tested\n");
    double value = 0;
    char text[LW_NUMBER_SIZE];
    assert_true(reads("1.5", &value) && value == 1.5);
    assert_false(reads("1,5", &value));
    lw_number_print(1.5, text);
    assert_string_equal(text, "1.5");
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),    cmocka_unit_test(test_texts),
        cmocka_unit_test(test_nearest),    cmocka_unit_test(test_halfway),
        cmocka_unit_test(test_print),      cmocka_unit_test(test_whole),
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
