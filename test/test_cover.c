/* tree/cover.c: the balls contain the body and what is inside its hulls, whatever it is made of; and
 * they stick out by little. */
#include "polytopes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "allocation.h"
#include "seed.h"
#include "shape/mesh.h"
#include "tree/cover.h"

enum { PARTS = 16, CORNERS = 24, MOST_BALLS = 40 };

static wide ball_middle(const lw_ball *ball)
{
    return widen(v3((double)ball->center[0], (double)ball->center[1], (double)ball->center[2]));
}

static bool holds(const lw_ball *ball, wide p)
{
    return wide_norm(wide_sub(p, ball_middle(ball))) <= (long double)ball->radius;
}

/* A point of a body is in the ball around it and in one of the others. */
static void is_covered(const lw_cover *cover, wide p)
{
    assert_true(holds(&cover->around, p));
    for (uint32_t i = 0; i < cover->count; i++)
        if (holds(&cover->balls[i], p))
            return;
    fail_msg("a point is in none of %u balls", cover->count);
}

static lw_geometry *build(lw_arena *arena, const lw_geometry_def *def)
{
    lw_geometry *geometry = NULL;
    lw_error error = {0};
    if (lw_geometry_create(arena, def, &geometry, &error))
        fail_msg("%s", error.message);
    return geometry;
}

static const lw_cover *cover_of(lw_arena *arena, const lw_geometry *geometry, uint32_t balls)
{
    const lw_cover *cover = NULL;
    lw_error error = {0};
    if (lw_cover_create(arena, geometry, balls, &cover, &error))
        fail_msg("%s", error.message);
    assert_true(cover->count >= 1);
    return cover;
}

/* A random point of a convex shape at a pose: between two support points, in the ball about it. */
static wide point_of(lw_random *random, const lw_convex *shape, pose at)
{
    vec3 ends[2];
    for (int i = 0; i < 2; i++)
        ends[i] = lw_support(shape, random_direction(random), NULL);
    long double share = lw_random_below(random, 3) ? lw_random_between(random, 0, 1) : 0;
    wide p = wide_along(widen(ends[0]), share, wide_sub(widen(ends[1]), widen(ends[0])));
    p = wide_along(p, lw_random_below(random, 2) ? shape->radius : 0, widen(random_direction(random)));
    return wide_transform(at, p);
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
        for (size_t i = 0; i < count; i++) {
            lw_core core = (lw_core)lw_random_below(&random, LW_CORE_COUNT);
            parts[i].shape = core == LW_CORE_POLYTOPE ? random_polytope(&random, &arena)
                                                      : random_shape(&random, &arena, core, 1);
            parts[i].at.rotation = random_rotation(&random);
            parts[i].at.position = random_vector(&random, lw_random_below(&random, 2) ? 1 : 100);
        }
        const lw_geometry *geometry =
            build(&arena, &(lw_geometry_def){.parts = parts, .part_count = count});
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

/* A mesh of random triangles in a few places, with or without rounding, beside a part. */
static void test_meshes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(500, 20000);
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        double corners[3 * CORNERS];
        uint32_t triangles[CORNERS];
        double apart = lw_random_below(&random, 2) ? 0 : 4;
        for (uint32_t i = 0; i < CORNERS; i++) {
            vec3 p = random_vector(&random, 1);
            corners[3 * i] = p.x + apart * floor(i / 6.0);
            corners[3 * i + 1] = p.y;
            corners[3 * i + 2] = lw_random_below(&random, 4) ? p.z : 0;
            triangles[i] = i;
        }
        lw_mesh *mesh = NULL;
        assert_int_equal(lw_mesh_create(&arena, corners, CORNERS, triangles, CORNERS / 3, &mesh, NULL),
                         LW_OK);
        double rounding = lw_random_below(&random, 2) ? 0 : 0.2;
        lw_part part = {random_shape(&random, &arena, LW_CORE_BOX, 1), pose_identity()};
        bool solid = lw_random_below(&random, 2);
        const lw_geometry *geometry = build(&arena, &(lw_geometry_def){.parts = &part,
                                                                       .part_count = round % 2,
                                                                       .meshes = &mesh,
                                                                       .mesh_is_solid = &solid,
                                                                       .mesh_count = 1,
                                                                       .mesh_rounding = &rounding});
        const lw_cover *cover = cover_of(&arena, geometry, 1 + lw_random_below(&random, MOST_BALLS));
        for (int i = 0; i < 60; i++) {
            const vec3 *of = geometry->triangles[lw_random_below(&random, geometry->triangle_count)];
            double a = lw_random_between(&random, 0, 1);
            double b = lw_random_between(&random, 0, 1 - a);
            wide p = wide_along(wide_along(widen(of[0]), a, wide_sub(widen(of[1]), widen(of[0]))), b,
                                wide_sub(widen(of[2]), widen(of[0])));
            is_covered(cover, wide_along(p, rounding, widen(random_direction(&random))));
        }
        /* what is inside of the hulls */
        for (uint32_t i = 0; i < geometry->hull_count; i++) {
            lw_convex core = geometry->hulls[i].shape;
            core.radius = 0;
            for (int n = 0; n < 10; n++)
                is_covered(cover, point_of(&random, &core, geometry->hulls[i].at));
        }
        lw_arena_free(&arena);
    }
}

/* Where there are too many parts for hulls, a body with a mesh has one ball. */
static void test_many_parts_and_a_mesh(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_part parts[PARTS];
    for (int i = 0; i < PARTS; i++)
        parts[i] = (lw_part){{.core = LW_CORE_POINT, .radius = 0.1}, pose_identity()};
    static const double corners[] = {0, 0, 0, 9, 0, 0, 0, 9, 0};
    static const uint32_t triangle[] = {0, 1, 2};
    lw_mesh *mesh = NULL;
    bool solid = false;
    assert_int_equal(lw_mesh_create(&arena, corners, 3, triangle, 1, &mesh, NULL), LW_OK);
    const lw_geometry *geometry = build(&arena, &(lw_geometry_def){.parts = parts,
                                                                   .part_count = PARTS,
                                                                   .meshes = &mesh,
                                                                   .mesh_is_solid = &solid,
                                                                   .mesh_count = 1});
    assert_int_equal(geometry->hull_count, 0);
    const lw_cover *cover = cover_of(&arena, geometry, 12);
    assert_int_equal(cover->count, 1);
    for (int i = 0; i < 3; i++)
        is_covered(cover, widen(v3(corners[3 * i], corners[3 * i + 1], 0)));
    lw_arena_free(&arena);
}

/* ---- how good it is ---------------------------------------------------------------------------- */

/* How far the balls stick out of a convex shape, at random points of theirs. */
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
    /* bars of about 1 m by 0.1 m, each with what 1, 4 and 12 balls may stick out, and a ball */
    const struct {
        lw_convex shape;
        double most[3];
    } cases[] = {
        {{.core = LW_CORE_BOX, .half = {0.5, 0.05, 0.05}}, {0.46, 0.095, 0.046}},
        {{.core = LW_CORE_POLYTOPE, .polytope = polytope}, {0.46, 0.095, 0.046}},
        {{.core = LW_CORE_CYLINDER, .half = {0.05, 0.05, 0.5}}, {0.46, 0.087, 0.033}},
        {{.core = LW_CORE_CONE, .half = {0.05, 0.05, 0.5}}, {0.48, 0.122, 0.043}},
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
            bool ball = cases[i].shape.core == LW_CORE_POINT;
            bool capsule = cases[i].shape.core == LW_CORE_SEGMENT;
            assert_int_equal(count, ball ? 1 : capsule && balls[k] < 3 ? 3 : balls[k]);
        }
    lw_arena_free(&arena);
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
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
