/* body/cover/ball_union.c: a simplex that is found covered lies in the balls; the simplices of a prism
 * fill it. */
#include "covers.h"

#include "body/cover/ball_union.h"
#include "seed.h"

/* Random simplices under balls about their corners, which cover them by far or leave the middle open.
 */
static void test_simplices(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int held = 0;
    for (int round = 0; round < 20000; round++) {
        lw_simplex s;
        lw_ball balls[6];
        uint32_t count = 1 + lw_random_below(&random, 6);
        for (int k = 0; k < 4; k++)
            s.corner[k] =
                k && lw_random_below(&random, 8) == 0 ? s.corner[k - 1] : random_vector(&random, 1);
        for (uint32_t i = 0; i < count; i++)
            balls[i] = lw_ball_about(i < 4 ? s.corner[i] : random_vector(&random, 1),
                                     lw_random_between(&random, 0.2, 2));
        lw_ball_union u = {.balls = balls, .count = count, .size = 2, .tries = 1000};
        u.radius = lw_random_below(&random, 2) ? 0 : 0.2;
        u.off = lw_random_below(&random, 2) ? 0 : 0.1;
        if (!lw_ball_union_holds(&u, &s))
            continue;
        held++;
        double off = u.radius + u.off - 1e-6;
        for (int i = 0; i < 60; i++) {
            double share[4];
            double sum = 0;
            vec3 p = {0, 0, 0};
            for (int k = 0; k < 4; k++)
                sum += share[k] = lw_random_between(&random, 0, 1);
            for (int k = 0; k < 4; k++)
                p = add_scaled(p, share[k] / sum, s.corner[k]);
            /* one ball must hold everything that is so near the point */
            bool inside = false;
            for (uint32_t k = 0; k < count; k++)
                inside |= norm(sub(p, lw_ball_center(&balls[k]))) + off <= (double)balls[k].radius;
            if (!inside)
                fail_msg("round %d: a point is in none of %u balls", round, count);
        }
    }
    printf("held: %d\n", held);
    assert_in_range(held, 3000, 17000);
}

/* Each of the three simplices of a prism has a third of its volume. */
static void test_prism(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 100; round++) {
        lw_simplex pieces[3];
        vec3 a[3];
        vec3 b[3];
        vec3 up = random_vector(&random, 1);
        for (int k = 0; k < 3; k++) {
            a[k] = random_vector(&random, 1);
            b[k] = add(a[k], up);
        }
        double whole = fabs(dot(up, cross(sub(a[1], a[0]), sub(a[2], a[0]))));
        assert_int_equal(lw_prism_simplices(pieces, a, b), 3);
        for (int i = 0; i < 3; i++) {
            const vec3 *c = pieces[i].corner;
            double own = fabs(dot(sub(c[3], c[0]), cross(sub(c[1], c[0]), sub(c[2], c[0]))));
            assert_true(fabs(own - whole) < 1e-12);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simplices),
        cmocka_unit_test(test_prism),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
