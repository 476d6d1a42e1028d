/* Tests lanes/lone.h: a state by itself leaves the pairs that a block of this state alone leaves,
 * whatever the balls, the groups and the balls around them, and the required distances are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "random_block.h"
#include "seed.h"

#include <math.h>

static void test_as_a_block(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(4000, 400000);
    size_t served = 0;
    size_t left = 0;
    for (int round = 0; round < rounds; round++) {
        static block_scene s;
        lw_arena arena = {0};
        lw_lone *lone = NULL;
        make_block_scene(&random, round % 16 ? pow(10, lw_random_between(&random, -4, 6)) : 1e18, &s);
        assert_int_equal(lw_lone_create(&arena, &s.block, &lone, NULL), LW_OK);
        if (lone) {
            assert_true(lone_is_as_block(&s, lone));
            served++;
            left += s.block.rest_count;
        }
        lw_arena_free(&arena);
    }
    printf("%zu of %d blocks have balls few enough; %zu tests are left\n", served, rounds, left);
    assert_true(served > (size_t)rounds / 8 && left > served);
}

/* Centres that were placed for one state are not taken for the next state's, and each state has its own
 * required distances. */
static void test_one_after_another(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    int rounds = test_rounds(1000, 40000);
    for (int round = 0; round < rounds; round++) {
        static block_scene s;
        lw_arena arena = {0};
        lw_lone *lone = NULL;
        make_block_scene(&random, 1, &s);
        assert_int_equal(lw_lone_create(&arena, &s.block, &lone, NULL), LW_OK);
        for (int again = 0; lone && again < 4; again++) {
            for (int i = 0; i < JOINTS; i++)
                s.values[i][0] = lw_random_between(&random, -0.3, 0.3);
            for (int i = 0; i < BODIES; i++)
                s.bodies[i].required_at_rest = s.each_body[i].required_at_rest =
                    (float)lw_random_between(&random, 0, 0.1);
            for (int i = 0; i < PAIRS; i++)
                s.pairs[i].required_at_rest = (float)lw_random_between(&random, 0, 0.1);
            assert_true(lone_is_as_block(&s, lone));
        }
        lw_arena_free(&arena);
    }
}

/* Sets of as many balls as bits: the balls of a body and its groups. */
static void test_as_many_as_bits(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    size_t served[3] = {0};
    for (int round = 0; round < 300; round++) {
        static block_scene s;
        lw_arena arena = {0};
        lw_lone *lone = NULL;
        make_block_scene(&random, 1, &s);
        int how = round % 3;
        for (int i = 0; i < BODIES; i++) {
            lw_grouped_cover *cover = &s.solids[i].cover;
            /* 64 in one group, 60 in four, 62 in three */
            cover->count = how == 0 ? 64 : how == 1 ? 60 : 62;
            cover->group_count = how == 0 ? 1 : how == 1 ? 4 : 3;
            for (uint32_t k = 0; k < cover->count; k++) {
                cover->balls[k].radius = (float)lw_random_between(&random, 0, 0.03);
                for (int axis = 0; axis < 3; axis++)
                    cover->balls[k].center[axis] = (float)lw_random_between(&random, -0.1, 0.1);
            }
            for (uint32_t k = 0; k < cover->group_count; k++)
                cover->groups[k] = (lw_ball_group){cover->around, cover->count * k / cover->group_count,
                                                   cover->count * (k + 1) / cover->group_count};
            s.bodies[i].first_center = s.each_body[i].center = (uint32_t)i * (1 + 2 * BALLS);
        }
        assert_int_equal(lw_lone_create(&arena, &s.block, &lone, NULL), LW_OK);
        served[how] += lone != NULL;
        if (lone)
            assert_true(lone_is_as_block(&s, lone));
        lw_arena_free(&arena);
    }
    assert_int_equal(served[0], 100);
    assert_int_equal(served[1], 100);
    assert_int_equal(served[2], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_a_block),
        cmocka_unit_test(test_one_after_another),
        cmocka_unit_test(test_as_many_as_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
