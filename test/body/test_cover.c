/* body/cover.c: the balls contain the body and the inside of its hulls, for bodies of every kind; and
 * they stick out by little. */
#include "covers.h"

#include "allocation.h"
#include "seed.h"

/* Fails unless a point of a body is in the ball around it and in one of the others. */
static void is_covered(const lw_cover *cover, wide p)
{
    assert_true(holds(&cover->around, p));
    for (uint32_t i = 0; i < cover->count; i++)
        if (holds(&cover->balls[i], p))
            return;
    fail_msg("a point is in none of %u balls", cover->count);
}

/* ---- parts ------------------------------------------------------------------------------------- */

static void test_parts(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(2000, 100000);
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        lw_part parts[PARTS];
        size_t count = 1 + lw_random_below(&random, lw_random_below(&random, 4) ? 2 : PARTS);
        const lw_geometry *geometry = random_parts(&random, &arena, parts, count);
        uint32_t balls = 1 + lw_random_below(&random, MOST_BALLS);
        const lw_cover *cover = cover_of(&arena, geometry, balls);
        for (int i = 0; i < 100; i++) {
            const lw_part *part = &parts[lw_random_below(&random, (uint32_t)count)];
            is_covered(cover, point_of(&random, &part->shape, part->at));
        }
        lw_arena_free(&arena);
    }
}

/* ---- meshes ------------------------------------------------------------------------------------ */

static void test_meshes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(500, 20000);
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        double rounding = lw_random_below(&random, 2) ? 0 : 0.2;
        const lw_geometry *geometry = random_mesh(&random, &arena, rounding, round % 2);
        const lw_cover *cover = cover_of(&arena, geometry, 1 + lw_random_below(&random, MOST_BALLS));
        for (int i = 0; i < 60; i++)
            is_covered(cover, point_of_mesh(&random, geometry));
        /* points inside the hulls */
        for (uint32_t i = 0; i < geometry->hull_count; i++) {
            lw_convex core = geometry->hulls[i].shape;
            core.radius = 0;
            for (int n = 0; n < 10; n++)
                is_covered(cover, point_of(&random, &core, geometry->hulls[i].at));
        }
        lw_arena_free(&arena);
    }
}

/* A body with a mesh and too many parts for hulls has one ball. */
static void test_many_parts_and_a_mesh(void **state)
{
    (void)state;
    lw_arena arena = {0};
    const lw_geometry *geometry = parts_and_mesh(&arena);
    assert_int_equal(geometry->hull_count, 0);
    const lw_cover *cover = cover_of(&arena, geometry, 12);
    assert_int_equal(cover->count, 1);
    for (int i = 0; i < 3; i++)
        is_covered(cover, widen(geometry->triangles[0][i]));
    lw_arena_free(&arena);
}

/* ---- how good it is ---------------------------------------------------------------------------- */

/* How far the balls stick out of a convex shape, at random points of their surfaces. */
static double excess_of(lw_random *random, const lw_convex *shape, uint32_t balls, uint32_t *count)
{
    lw_arena arena = {0};
    const lw_part part = {*shape, pose_identity()};
    const lw_geometry *geometry = build(&arena, &(lw_geometry_def){.parts = &part, .part_count = 1});
    const lw_cover *cover = cover_of(&arena, geometry, balls);
    *count = cover->count;
    double most = 0;
    for (uint32_t i = 0; i < cover->count; i++)
        for (int n = 0; n < 500; n++) {
            wide p = wide_along(ball_middle(&cover->balls[i]), (long double)cover->balls[i].radius,
                                widen(random_direction(random)));
            most = greater(most, (double)wide_outside(shape, p));
        }
    lw_arena_free(&arena);
    return most - shape->radius;
}

static void test_covers_are_tight(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    double cube[24];
    for (int i = 0; i < 24; i++)
        cube[i] = (i % 3 ? 0.05 : 0.5) * (i / 3 >> i % 3 & 1 ? 1 : -1);
    lw_polytope *polytope = NULL;
    assert_int_equal(lw_polytope_create(&arena, cube, 8, &polytope, NULL), LW_OK);
    /* bars of about 1 m by 0.1 m, and a ball, each with the excess that 1, 4 and 12 balls may have */
    const struct {
        lw_convex shape;
        double most[3];
    } cases[] = {
        {{.core = LW_CORE_BOX, .half = {0.5, 0.05, 0.05}}, {0.46, 0.095, 0.046}},
        {{.core = LW_CORE_POLYTOPE, .polytope = polytope}, {0.46, 0.095, 0.046}},
        /* a cube: with fewer than eight balls the excess is no less than with one */
        {{.core = LW_CORE_BOX, .half = {0.5, 0.5, 0.5}}, {0.37, 0.37, 0.2}},
        {{.core = LW_CORE_CYLINDER, .half = {0.05, 0.05, 0.5}}, {0.46, 0.087, 0.033}},
        {{.core = LW_CORE_CONE, .half = {0.05, 0.05, 0.5}}, {0.48, 0.122, 0.043}},
        {{.core = LW_CORE_ELLIPSOID, .half = {0.05, 0.05, 0.5}}, {0.46, 0.098, 0.034}},
        {{.core = LW_CORE_ELLIPSOID, .half = {0.5, 0.5, 0.5}}, {5e-7, 5e-7, 5e-7}},
        {{.core = LW_CORE_SEGMENT, .half = {0, 0, 0.5}, .radius = 0.05}, {0.46, 0.21, 0.033}},
        {{.core = LW_CORE_POINT, .radius = 0.05}, {1e-7, 1e-7, 1e-7}},
    };
    static const uint32_t balls[3] = {1, 4, 12};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t count;
            double excess = excess_of(&random, &cases[i].shape, balls[k], &count);
            if (excess > cases[i].most[k])
                fail_msg("%u balls about shape %zu stick out by %.4f", count, i, excess);
            bool ball = cases[i].most[0] < 1e-6;
            bool capsule = cases[i].shape.core == LW_CORE_SEGMENT;
            assert_int_equal(count, ball ? 1 : capsule && balls[k] < 3 ? 3 : balls[k]);
        }
    lw_arena_free(&arena);
}

/* Each ball reaches the sphere about the body, also those about corners of the polytope about an
 * ellipsoid: a file with these balls is then taken. */
static void test_balls_reach_the_sphere(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(40, 1000); i++) {
        lw_arena arena = {0};
        const lw_part part = {
            {.core = LW_CORE_ELLIPSOID,
             .half = {1, lw_random_between(&random, 0.3, 1), lw_random_between(&random, 0.3, 1)}},
            pose_identity()};
        const lw_geometry *geometry =
            build(&arena, &(lw_geometry_def){.parts = &part, .part_count = 1});
        const lw_cover *cover = NULL;
        lw_error error = {0};
        assert_int_equal(lw_cover_create(&arena, geometry, 1 + (uint32_t)i * 6 % 240, &cover, &error),
                         LW_OK);
        for (uint32_t k = 0; k < cover->count; k++) {
            double apart = norm(sub(lw_ball_center(&cover->balls[k]), geometry->center));
            assert_true(apart <= geometry->radius + (double)cover->balls[k].radius);
        }
        lw_arena_free(&arena);
    }
}

static void test_memory(void **state)
{
    (void)state;
    lw_arena arena = {0};
    const lw_part part = {{.core = LW_CORE_CYLINDER, .half = {0.1, 0.1, 0.4}, .radius = 0.01},
                          pose_identity()};
    const lw_geometry *geometry = build(&arena, &(lw_geometry_def){.parts = &part, .part_count = 1});
    int failures = 0;
    for (bool failed = true; failed; failures += failed) {
        lw_arena own = {0};
        const lw_cover *cover = NULL;
        lw_error error = {0};
        allocation_fail((size_t)failures + 1);
        lw_status status = lw_cover_create(&own, geometry, 12, &cover, &error);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        lw_arena_free(&own);
    }
    assert_true(failures > 20);
    lw_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_meshes),
        cmocka_unit_test(test_many_parts_and_a_mesh),
        cmocka_unit_test(test_covers_are_tight),
        cmocka_unit_test(test_balls_reach_the_sphere),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
