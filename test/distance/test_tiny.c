/* Tests distances and depths of shapes that are tiny as a whole or in parts, with lengths down to
 * 1e-170: squares and products of such lengths are denormal or zero. Normals must be of unit length,
 * lower bounds must follow from them, and a move by the depth must set the shapes free, all in long
 * double, whose range is wider. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "certify.h"
#include "distance/depth.h"
#include "seed.h"
#include "shape/facet_plane.h"

/* A factor between 1 and 1e-170; often one whose square or fourth power is about the least double. */
static double random_factor(lw_random *random)
{
    switch (lw_random_below(random, 4)) {
    case 0:
        return 1;
    case 1:
        return pow(10, lw_random_between(random, -83, -76));
    case 2:
        return pow(10, lw_random_between(random, -165, -150));
    default:
        return pow(10, lw_random_between(random, -170, 0));
    }
}

static vec3 shrunk(vec3 v, vec3 by)
{
    return v3(by.x * v.x, by.y * v.y, by.z * v.z);
}

/* Factors by axis: all the same, or each by itself. */
static vec3 random_factors(lw_random *random)
{
    double all = random_factor(random);
    if (lw_random_below(random, 2))
        return v3(all, all, all);
    return v3(random_factor(random), random_factor(random), random_factor(random));
}

/* A shape that is tiny along all or some axes; corners may differ by tiny lengths. */
static lw_convex tiny_shape(lw_random *random, lw_arena *arena, lw_core core)
{
    lw_convex shape = random_shape(random, arena, core, 1);
    vec3 by = random_factors(random);
    shape.half = shrunk(shape.half, by);
    shape.radius = lw_random_below(random, 2) ? 0 : shape.radius * random_factor(random);
    for (int i = 0; i < 3; i++)
        shape.triangle[i] = shrunk(shape.triangle[i], by);
    if (lw_random_below(random, 2))
        shape.triangle[1] = add_scaled(shape.triangle[0], random_factor(random), shape.triangle[1]);
    if (core == LW_CORE_POLYTOPE) {
        double points[3 * 16];
        uint32_t count = 1 + lw_random_below(random, 16);
        for (uint32_t i = 0; i < count; i++) {
            vec3 p = shrunk(random_vector(random, 1), by);
            if (i > 0 && lw_random_below(random, 2))
                p = add_scaled(v3(points[0], points[1], points[2]), random_factor(random), p);
            points[3 * i] = p.x;
            points[3 * i + 1] = p.y;
            points[3 * i + 2] = p.z;
        }
        lw_polytope *polytope = NULL;
        if (lw_polytope_create(arena, points, count, &polytope, NULL))
            abort();
        shape.polytope = polytope;
    }
    return shape;
}

static long double gap_along(const lw_convex *a, const lw_convex *b, pose at, vec3 normal)
{
    wide n = widen(normal);
    wide back = wide_rotate_back(at.rotation, n);
    long double gap = wide_dot(n, widen(at.position)) - wide_support(a, n) -
                      wide_support(b, (wide){-back.x, -back.y, -back.z});
    return gap / wide_norm(n);
}

static bool is_unit(vec3 normal)
{
    return fabsl(wide_norm(widen(normal)) - 1) <= 1e-14L;
}

static void test_every_pair(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(60000, 3000000); i++) {
        lw_arena arena = {0};
        int kinds[2] = {(int)lw_random_below(&random, LW_CORE_COUNT),
                        (int)lw_random_below(&random, LW_CORE_COUNT)};
        lw_convex p = tiny_shape(&random, &arena, (lw_core)kinds[0]);
        lw_convex q = tiny_shape(&random, &arena, (lw_core)kinds[1]);
        pose at = {lw_random_below(&random, 2) ? mat3_identity() : random_rotation(&random),
                   shrunk(random_vector(&random, 1), random_factors(&random))};
        lw_bracket found;
        lw_convex_distance(&p, &q, &at, NULL, &found);
        if (found.lower > 0 &&
            (!is_unit(found.normal) || gap_along(&p, &q, at, found.normal) < found.lower))
            fail_msg("round %d, %d and %d: lower is %g, normal of length %.17Lg, gap %Lg", i, kinds[0],
                     kinds[1], found.lower, wide_norm(widen(found.normal)),
                     gap_along(&p, &q, at, found.normal));
        lw_depth depth;
        lw_convex_depth(&p, &q, &at, &depth);
        double size = pair_size(&p, &q, at) + 1e-120; /* lengths that count as none */
        if (!(depth.upper < HUGE_VAL) || !is_unit(depth.normal) ||
            -gap_along(&p, &q, at, depth.normal) > depth.upper + 1e-13L * size ||
            depth.lower > fmaxl(0, -gap_along(&p, &q, at, depth.normal)) + 1e-15L * size)
            fail_msg("round %d, %d and %d: depth %g to %g, normal of length %.17Lg, gap %Lg", i,
                     kinds[0], kinds[1], depth.lower, depth.upper, wide_norm(widen(depth.normal)),
                     gap_along(&p, &q, at, depth.normal));
        lw_arena_free(&arena);
    }
}

static void test_triangles(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const pose at = pose_identity();
    for (int i = 0; i < test_rounds(60000, 3000000); i++) {
        lw_convex side[2] = {tiny_shape(&random, NULL, LW_CORE_TRIANGLE),
                             tiny_shape(&random, NULL, LW_CORE_TRIANGLE)};
        side[0].radius = side[1].radius = 0;
        vec3 shift = shrunk(random_vector(&random, 1), random_factors(&random));
        for (int k = 0; k < 3; k++)
            side[1].triangle[k] = add(side[1].triangle[k], shift);
        lw_bracket found;
        lw_triangle_triangle(side[0].triangle, side[1].triangle, &found);
        if (found.lower > 0 &&
            (!is_unit(found.normal) || gap_along(&side[0], &side[1], at, found.normal) < found.lower))
            fail_msg("round %d: lower is %g, normal of length %.17Lg, gap %Lg", i, found.lower,
                     wide_norm(widen(found.normal)), gap_along(&side[0], &side[1], at, found.normal));
    }
}

/* A plane has a normal of unit length, or none and an infinite error. */
static void test_planes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(60000, 3000000); i++) {
        lw_convex t = tiny_shape(&random, NULL, LW_CORE_TRIANGLE);
        lw_facet_plane plane = lw_plane_of(t.triangle[0], t.triangle[1], t.triangle[2]);
        if (isinf(plane.error_squared))
            assert_true(norm2(plane.normal) == 0);
        else if (!is_unit(plane.normal))
            fail_msg("round %d: the normal's length is %.17Lg", i, wide_norm(widen(plane.normal)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_pair),
                                       cmocka_unit_test(test_triangles), cmocka_unit_test(test_planes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
