/* Tests shape/convex.h: supports, boxes and spheres against certify.h's long double and against points
 * of the shapes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "certify.h"
#include "seed.h"

/* Calls a test for many shapes of each kind. */
static void for_shapes(void (*test)(lw_random *random, const lw_convex *shape, double size))
{
    lw_random random = {test_seed()};
    int rounds = test_rounds(1000, 30000);
    for (int core = 0; core < LW_CORE_COUNT; core++) {
        lw_arena arena = {0};
        for (int i = 0; i < rounds; i++) {
            double size = pow(10, lw_random_between(&random, -3, 3));
            lw_convex shape = random_shape(&random, &arena, (lw_core)core, size);
            test(&random, &shape, size);
        }
        lw_arena_free(&arena);
    }
}

static vec3 random_axis(lw_random *random)
{
    vec3 d = random_direction(random);
    switch (lw_random_below(random, 4)) {
    case 0: /* ties */
        return v3(0, 0, d.z > 0 ? 1 : -1);
    case 1:
        return v3(d.x, d.y, 0);
    default:
        return d;
    }
}

static void supports(lw_random *random, const lw_convex *shape, double size)
{
    vec3 d = random_axis(random);
    uint32_t vertex = lw_random_below(random, 1000); /* any start will do */
    vec3 p = lw_support(shape, d, &vertex);
    /* the support of the core: radius left out */
    long double most = wide_support(shape, widen(d)) - shape->radius * wide_norm(widen(d));
    long double reached = wide_dot(widen(d), widen(p));
    assert_true(fabsl(reached - most) <= 1e-15L * size);
    assert_true(wide_outside(shape, widen(p)) <= 1e-15L * size);
    assert_true(norm(p) <= lw_convex_extent(shape) * (1 + 1e-15));
    /* the direction may have any length, and the argument for the vertex may be NULL */
    vec3 q = lw_support(shape, scale(ldexp(1, (int)lw_random_below(random, 1800) - 900), d), NULL);
    assert_true(wide_dot(widen(d), widen(q)) >= most - 1e-15L * size);
    switch (shape->core) {
    case LW_CORE_SEGMENT:
        assert_true(p.z == (vertex ? shape->half.z : -shape->half.z) && vertex < 2);
        break;
    case LW_CORE_TRIANGLE:
        assert_true(vertex < 3 && norm(sub(p, shape->triangle[vertex])) == 0);
        break;
    case LW_CORE_BOX:
        assert_true(vertex < 8 && p.x == (vertex & 1 ? shape->half.x : -shape->half.x));
        assert_true(p.y == (vertex & 2 ? shape->half.y : -shape->half.y));
        assert_true(p.z == (vertex & 4 ? shape->half.z : -shape->half.z));
        break;
    case LW_CORE_POLYTOPE:
        assert_true(vertex < shape->polytope->vertex_count);
        assert_true(norm(sub(p, shape->polytope->vertices[vertex])) == 0);
        break;
    case LW_CORE_POINT:
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
    case LW_CORE_ELLIPSOID:
        assert_true(vertex == 0);
        break;
    }
}

static void test_support(void **state)
{
    (void)state;
    for_shapes(supports);
}

/* The box contains the shape, and is not larger than necessary. */
static void bounded(lw_random *random, const lw_convex *shape, double size)
{
    pose at = {random_rotation(random), random_vector(random, 10 * size)};
    vec3 ends[2];
    lw_convex_bounds(shape, at, &ends[0], &ends[1]);
    double low[3] = {ends[0].x, ends[0].y, ends[0].z};
    double high[3] = {ends[1].x, ends[1].y, ends[1].z};
    double position[3] = {at.position.x, at.position.y, at.position.z};
    mat3 m = at.rotation;
    wide rows[3] = {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
    for (int k = 0; k < 3; k++) {
        wide back = {-rows[k].x, -rows[k].y, -rows[k].z};
        /* the radius counts fully, although a rotation's row may be a rounding error shorter */
        long double top = position[k] + wide_support(shape, rows[k]);
        long double bottom = position[k] - wide_support(shape, back);
        long double slack = shape->radius * fabsl(wide_norm(rows[k]) - 1) + 1e-13L * size;
        assert_true(high[k] >= top && high[k] <= top + slack);
        assert_true(low[k] <= bottom && low[k] >= bottom - slack);
    }
}

static void test_bounds(void **state)
{
    (void)state;
    for_shapes(bounded);
}

static void in_sphere(lw_random *random, const lw_convex *shape, double size)
{
    vec3 center;
    double radius = lw_convex_sphere(shape, &center);
    for (int i = 0; i < 20; i++) {
        vec3 d = random_axis(random);
        vec3 p = lw_support(shape, d, NULL);
        long double reach = wide_norm(wide_sub(widen(p), widen(center))) + shape->radius;
        assert_true(reach <= radius);
    }
    assert_true(radius <= (lw_convex_extent(shape) + shape->radius) * 2 + 1e-13 * size);
}

static void test_sphere(void **state)
{
    (void)state;
    for_shapes(in_sphere);
}

static void test_smallest_spheres(void **state)
{
    (void)state;
    vec3 center;
    /* an equilateral triangle in a circle of radius 1 */
    lw_convex shape = {.core = LW_CORE_TRIANGLE,
                       .triangle = {{3, 0, 0}, {1.5, sqrt(0.75), 0}, {1.5, -sqrt(0.75), 0}}};
    assert_true(fabs(lw_convex_sphere(&shape, &center) - 1) < 1e-13);
    assert_true(fabs(center.x - 2) < 1e-14);
    /* obtuse: half of the longest side */
    shape.triangle[0] = v3(1.6, 0, 0);
    assert_true(fabs(lw_convex_sphere(&shape, &center) - sqrt(0.75)) < 1e-13);
    /* a cone of height 2 over a disc of radius 1: r^2 = 1 + (2 - r)^2 */
    lw_convex cone = {.core = LW_CORE_CONE, .half = {1, 0, 1}};
    assert_true(fabs(lw_convex_sphere(&cone, &center) - 1.25) < 1e-13);
    /* a flat cone has the disc's sphere */
    cone.half = v3(2, 0, 0.5);
    assert_true(fabs(lw_convex_sphere(&cone, &center) - 2) < 1e-13);
    assert_true(center.z == -0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_support),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_sphere),
        cmocka_unit_test(test_smallest_spheres),
    };
    return cmocka_run_group_tests_name("convex", tests, NULL, NULL);
}
