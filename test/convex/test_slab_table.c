/* convex/slab_table.h: Table I of Hong's PCDA as printed, and the flag of its Step 4. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "convex/slab_table.h"

enum { NONE = -1, A = LW_CARRIER_FIRST, B = LW_CARRIER_SECOND, C = LW_CARRIER_EDGES };

/* N1, N2, and the procedures for flag 0, 1 and 2; NONE: Step 4 never gives this flag */
static const int table[9][5] = {
    {1, 1, B, A, NONE},    {1, 2, B, NONE, NONE}, {1, 3, B, NONE, NONE},
    {2, 1, A, NONE, NONE}, {2, 2, B, A, C},       {2, 3, B, NONE, NONE},
    {3, 1, A, NONE, NONE}, {3, 2, A, NONE, NONE}, {3, 3, B, NONE, NONE},
};

static lw_bracket near_points(int first, int second)
{
    lw_bracket out = {.features = {first, second}};
    for (uint32_t i = 0; i < 3; i++) {
        out.feature[0][i] = 10 + i;
        out.feature[1][i] = 20 + i;
    }
    return out;
}

/* Procedure C is left to the caller: B stands in for it. */
static void test_table(void **state)
{
    (void)state;
    for (int row = 0; row < 9; row++) {
        lw_bracket now = near_points(table[row][0], table[row][1]);
        for (int flag = 0; flag < 3; flag++) {
            int wanted = table[row][2 + flag];
            if (wanted != NONE)
                assert_int_equal(lw_slab_choose(&now, flag), wanted == C ? B : wanted);
        }
    }
}

/* If the near points stay the same, they raise the flag as far as the row has columns, and then it
 * falls. */
static void test_flag(void **state)
{
    (void)state;
    for (int row = 0; row < 9; row++) {
        lw_bracket now = near_points(table[row][0], table[row][1]);
        int columns = 1;
        while (columns < 3 && table[row][2 + columns] != NONE)
            columns++;
        lw_slab_flags known = {.flag = 0};
        for (int step = 0; step < 7; step++) {
            lw_slab_raise_flag(&known, &now);
            assert_int_equal(known.flag, step % columns);
        }
    }
}

/* Points in another order are the same points; with another vertex, or with fewer vertices, they are
 * not. */
static void test_same_points(void **state)
{
    (void)state;
    lw_bracket now = near_points(2, 2);
    lw_slab_flags known = {.flag = 0};
    lw_slab_raise_flag(&known, &now);
    now.feature[1][0] = 21;
    now.feature[1][1] = 20;
    lw_slab_raise_flag(&known, &now);
    assert_int_equal(known.flag, 1);
    now.feature[1][1] = 29;
    lw_slab_raise_flag(&known, &now);
    assert_int_equal(known.flag, 0);
    lw_slab_raise_flag(&known, &now);
    assert_int_equal(known.flag, 1);
    now.features[1] = 1;
    lw_slab_raise_flag(&known, &now);
    assert_int_equal(known.flag, 0);
    /* near points that no vertices carry have no carrier but the world */
    now.features[0] = 0;
    assert_int_equal(lw_slab_choose(&now, 0), LW_CARRIER_WORLD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_flag),
        cmocka_unit_test(test_same_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
