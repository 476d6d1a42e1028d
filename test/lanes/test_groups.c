/* Tests lanes/groups.h: every ball is in one group, within the ball around it, where its frame is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "lanes/groups.h"
#include "math/pose.h"
#include "random_unit.h"
#include "seed.h"

#include <math.h>
#include <stdbool.h>

enum { MOST = 64 };

static lw_ball any_ball(lw_random *random, double size)
{
    lw_ball ball = {.radius = (float)(size * lw_random_between(random, 0, 0.3))};
    for (int i = 0; i < 3; i++)
        ball.center[i] = (float)(size * lw_random_between(random, -1, 1));
    return ball;
}

static pose any_pose(lw_random *random, double size)
{
    vec3 x = random_unit(random);
    vec3 y = cross(x, random_unit(random));
    y = scale(1 / norm(y), y);
    return (pose){{x, y, cross(x, y)}, scale(size, random_unit(random))};
}

static lw_ball ball_at(const pose *at, const lw_ball *ball)
{
    vec3 own = v3((double)ball->center[0], (double)ball->center[1], (double)ball->center[2]);
    vec3 center = transform(*at, own);
    return (lw_ball){{(float)center.x, (float)center.y, (float)center.z}, ball->radius};
}

static double beyond(const lw_ball *ball, const lw_ball *around)
{
    double square = 0;
    for (int i = 0; i < 3; i++)
        square += pow((double)ball->center[i] - (double)around->center[i], 2);
    return sqrt(square) + (double)ball->radius - (double)around->radius;
}

static bool is_same(const lw_ball *a, const lw_ball *b)
{
    return a->center[0] == b->center[0] && a->center[1] == b->center[1] &&
           a->center[2] == b->center[2] && a->radius == b->radius;
}

static uint32_t how_often(const lw_ball *balls, uint32_t count, const lw_ball *ball)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        found += is_same(&balls[i], ball);
    return found;
}

static void test_balls_are_in_groups(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(2000, 100000);
    uint32_t largest = 0;
    for (int round = 0; round < rounds; round++) {
        double size = pow(10, lw_random_between(&random, -3, 6));
        lw_ball balls[MOST];
        lw_ball own[MOST];
        lw_ball_group groups[MOST];
        lw_cover cover = {any_ball(&random, size), balls, 1 + lw_random_below(&random, MOST)};
        for (uint32_t i = 0; i < cover.count; i++)
            balls[i] = any_ball(&random, size);
        lw_grouped_cover grouped = {.balls = own, .groups = groups};
        const pose at = any_pose(&random, size);
        const lw_ball around = ball_at(&at, &cover.around);
        lw_group_balls(&cover, &at, &grouped);
        assert_int_equal(grouped.count, cover.count);
        assert_int_equal(grouped.group_count, lw_group_count(cover.count));
        assert_true(is_same(&grouped.around, &around));
        for (uint32_t i = 0; i < cover.count; i++) {
            const lw_ball ball = ball_at(&at, &balls[i]);
            assert_int_equal(how_often(own, cover.count, &ball), 1);
        }
        uint32_t end = 0;
        for (uint32_t k = 0; k < grouped.group_count; k++) {
            const lw_ball_group *group = &groups[k];
            assert_int_equal(group->first, end);
            assert_true(group->end > group->first);
            end = group->end;
            largest = end - group->first > largest ? end - group->first : largest;
            for (uint32_t i = group->first; i < end && grouped.group_count > 1; i++)
                assert_true(beyond(&own[i], &group->around) <= 0);
        }
        assert_int_equal(end, cover.count);
        if (grouped.group_count == 1)
            assert_true(is_same(&groups[0].around, &around));
    }
    assert_true(largest <= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_balls_are_in_groups)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
