/* body/given_cover.c: balls in floats about balls in doubles, and how far balls stick out. */
#include "covers.h"

#include "seed.h"

/* The excess of a ball against points on it: none sticks out farther, and one about as far. */
static void test_excess(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 300; round++) {
        lw_arena arena = {0};
        lw_part parts[PARTS];
        const lw_geometry *geometry = random_parts(&random, &arena, parts, 1);
        vec3 center = add(parts[0].at.position, random_vector(&random, 0.5));
        lw_ball at = lw_ball_about(center, lw_random_between(&random, 0.05, 1));
        double told = lw_cover_excess(geometry, &at);
        double most = 0;
        lw_convex core = parts[0].shape;
        for (int i = 0; i < 600; i++) {
            vec3 p = add_scaled(lw_ball_center(&at), (double)at.radius, random_direction(&random));
            wide own = widen(transform_back(parts[0].at, p));
            most = greater(most, (double)wide_outside(&core, own) - core.radius);
        }
        /* if the centre is outside a polytope, only a part of the excess is found */
        bool part = core.core == LW_CORE_POLYTOPE && told > (double)at.radius - core.radius;
        if (most > told + 1e-6 || (!part && most < told - 0.2 * (double)at.radius))
            fail_msg("round %d: core %d, told %g, found %g", round, (int)parts[0].shape.core, told,
                     most);
        lw_arena_free(&arena);
    }
}

static void test_ball_about(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 100000; i++) {
        vec3 center = random_vector(&random, 1);
        double radius = pow(10, lw_random_between(&random, -6, 3));
        lw_ball at = lw_ball_about(center, radius);
        wide off = wide_sub(widen(center), ball_middle(&at));
        assert_true(wide_norm(off) + (long double)radius <= (long double)at.radius * (1 + 0x1p-42L));
        assert_true((double)at.radius <= radius * (1 + 0x1p-22) + 0x1p-22);
        /* a ball whose numbers are floats stays as it is, also after a way to another frame and back */
        pose frame = {random_rotation(&random), random_vector(&random, 1)};
        vec3 same = transform_back(frame, transform(frame, lw_ball_center(&at)));
        lw_ball again =
            lw_ball_about(lw_random_below(&random, 2) ? same : lw_ball_center(&at), (double)at.radius);
        assert_memory_equal(&again, &at, sizeof at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_excess),
        cmocka_unit_test(test_ball_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
