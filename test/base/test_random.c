/* Tests base/random.h: the published sequence, ranges, and spread. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"

/* From the reference implementation of SplitMix64 (Vigna), seed 1234567. */
static void test_the_published_sequence(void **state)
{
    (void)state;
    const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                 4593380528125082431u, 16408922859458223821u};
    lw_random random = {1234567};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(lw_random_bits(&random) == expected[i]);
}

static void test_between_stays_between(void **state)
{
    (void)state;
    lw_random random = {1};
    double lowest = 5;
    double highest = -3;
    double sum = 0;
    enum { COUNT = 100000 };
    for (int i = 0; i < COUNT; i++) {
        double x = lw_random_between(&random, -3, 5);
        assert_true(x >= -3 && x < 5);
        lowest = x < lowest ? x : lowest;
        highest = x > highest ? x : highest;
        sum += x;
    }
    /* the mean of n uniform numbers has the deviation 8 / sqrt(12 n) = 0.0073 */
    assert_true(sum / COUNT > 1 - 0.04 && sum / COUNT < 1 + 0.04);
    assert_true(lowest < -2.99 && highest > 4.99);
    assert_true(lw_random_between(&random, 2, 2) == 2);
}

static void test_below_reaches_all_evenly(void **state)
{
    (void)state;
    lw_random random = {2};
    int counts[7] = {0};
    enum { COUNT = 70000 };
    for (int i = 0; i < COUNT; i++) {
        uint32_t x = lw_random_below(&random, 7);
        assert_in_range(x, 0, 6);
        counts[x]++;
    }
    /* binomial: 10000 each, deviation sqrt(70000 / 7 * 6 / 7) = 93 */
    for (int i = 0; i < 7; i++)
        assert_in_range(counts[i], 10000 - 465, 10000 + 465);
    assert_int_equal(lw_random_below(&random, 1), 0);
    uint32_t highest = 0;
    for (int i = 0; i < 1000; i++) {
        uint32_t x = lw_random_below(&random, UINT32_MAX);
        highest = x > highest ? x : highest;
    }
    assert_true(highest > UINT32_MAX / 100 * 98);
}

/* Each of the 24 orders of four items is a permutation, and is as frequent as the others. */
static void test_orders_are_all_alike(void **state)
{
    (void)state;
    lw_random random = {3};
    int counts[256] = {0};
    enum { COUNT = 24000 };
    for (int i = 0; i < COUNT; i++) {
        uint32_t order[4];
        lw_random_order(&random, order, 4);
        assert_int_equal(1u << order[0] | 1u << order[1] | 1u << order[2] | 1u << order[3], 15);
        counts[order[0] | order[1] << 2 | order[2] << 4 | order[3] << 6]++;
    }
    /* binomial: 1000 each, deviation sqrt(24000 / 24 * 23 / 24) = 31 */
    int seen = 0;
    for (int i = 0; i < 256; i++)
        if (counts[i] > 0) {
            assert_in_range(counts[i], 1000 - 155, 1000 + 155);
            seen++;
        }
    assert_int_equal(seen, 24);
    lw_random_order(&random, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_published_sequence),
        cmocka_unit_test(test_between_stays_between),
        cmocka_unit_test(test_below_reaches_all_evenly),
        cmocka_unit_test(test_orders_are_all_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
