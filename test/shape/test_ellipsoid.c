/* shape/ellipsoid.h and the support function of an ellipsoid: in long double, from sizes of 1e-9 to
 * 1e9, along directions of any length. */
#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "certify.h"
#include "seed.h"
#include "shape/ellipsoid.h"
#include "shape/support.h"

/* Semi-axes of any sizes, or of about one size. */
static vec3 random_half(lw_random *random)
{
    double spread = lw_random_below(random, 2) ? 9 : 0.5;
    double x = pow(10, lw_random_between(random, -spread, spread));
    double y = pow(10, lw_random_between(random, -spread, spread));
    return v3(x, y, pow(10, lw_random_between(random, -spread, spread)));
}

/* Its components have sizes of their own, or are 0. */
static vec3 uneven_direction(lw_random *random, double low, double high)
{
    double c[3];
    for (int i = 0; i < 3; i++) {
        c[i] = pow(10, lw_random_between(random, low, high)) * (lw_random_below(random, 2) ? 1 : -1);
        if (lw_random_below(random, 8) == 0)
            c[i] = 0;
    }
    c[lw_random_below(random, 3)] = pow(10, lw_random_between(random, low, high));
    return v3(c[0], c[1], c[2]);
}

static void is_support(vec3 half, vec3 d, vec3 p)
{
    wide h = widen(half);
    wide q = {p.x / h.x, p.y / h.y, p.z / h.z};
    long double value = wide_norm((wide){h.x * d.x, h.y * d.y, h.z * d.z});
    assert_true(finite3(p));
    assert_true(fabsl(wide_norm(q) - 1) <= 8 * 0x1p-53L);
    assert_true(fabsl(wide_dot(widen(p), widen(d)) - value) <= 8 * 0x1p-53L * value);
}

static void test_support_points(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(40000, 1000000); i++) {
        lw_convex shape = {.core = LW_CORE_ELLIPSOID, .half = random_half(&random)};
        uint32_t vertex = 7;
        vec3 d = uneven_direction(&random, -150, 150);
        is_support(shape.half, d, support_core(&shape, d, &vertex));
        assert_int_equal(vertex, 0);
        d = uneven_direction(&random, -300, 300);
        is_support(shape.half, d, lw_support(&shape, d, NULL));
    }
    /* the smallest and the largest numbers that there are */
    lw_convex shape = {.core = LW_CORE_ELLIPSOID, .half = {1e-9, 1e9, 1}};
    uint32_t vertex;
    assert_true(lw_support(&shape, v3(0x1p-1074, 0, 0), NULL).x > 0.999e-9);
    assert_true(lw_support(&shape, v3(0, -DBL_MAX, 0), NULL).y < -0.999e9);
    assert_true(finite3(lw_support(&shape, v3(DBL_MAX, DBL_MAX, 0x1p-1074), NULL)));
    assert_true(norm(support_core(&shape, v3(0, 0, 0), &vertex)) == 0);
}

/* The least distance of points of the surface from p that a search finds, from the best of some random
 * ones. */
static double search(lw_random *random, vec3 half, vec3 p)
{
    vec3 best = {0, 0, 0};
    double least = HUGE_VAL;
    for (int i = 0; i < 50; i++) {
        vec3 u = random_direction(random);
        double far = norm(sub(stretched(half, u), p));
        if (far < least) {
            least = far;
            best = u;
        }
    }
    for (double step = 0.5; step > 1e-9;) {
        vec3 u = add_scaled(best, step, random_direction(random));
        u = scale(1 / norm(u), u);
        double far = norm(sub(stretched(half, u), p));
        step *= far < least ? 1.5 : 0.9;
        if (far < least) {
            least = far;
            best = u;
        }
    }
    return least;
}

/* There may be several minima. */
static double nearest_found(lw_random *random, vec3 half, vec3 p)
{
    double least = HUGE_VAL;
    for (int i = 0; i < 6; i++)
        least = fmin(least, search(random, half, p));
    return least;
}

static void test_depth(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(600, 20000); i++) {
        double size = pow(10, lw_random_between(&random, -9, 9));
        vec3 half =
            scale(size, v3(lw_random_between(&random, 0.1, 1), lw_random_between(&random, 0.1, 1),
                           lw_random_between(&random, 0.1, 1)));
        vec3 p = stretched(half, scale(lw_random_between(&random, 0, 1), random_direction(&random)));
        if (lw_random_below(&random, 4) == 0)
            p = v3(p.x, lw_random_below(&random, 2) ? p.y : 0, 0);
        double depth = lw_ellipsoid_depth(half, p);
        double found = nearest_found(&random, half, p);
        if (depth > found + 1e-14 * size || depth < found - 1e-6 * size)
            fail_msg("round %d: depth %.17g, found %.17g, of size %g", i, depth, found, size);
        /* outside, by a little */
        vec3 out = stretched(half, scale(1 + 1e-14, random_direction(&random)));
        assert_true(lw_ellipsoid_depth(half, out) == 0);
        assert_true(lw_ellipsoid_depth(half, scale(2, out)) == 0);
    }
    const vec3 half = {0.5, 1, 2};
    assert_true(lw_ellipsoid_depth(half, v3(0, 0, 0)) == 0.5);
    assert_true(fabs(lw_ellipsoid_depth(half, v3(0.3, 0, 0)) - 0.2) < 1e-15);
    /* on the long axis, where it bends most: at least 0.125 = 0.25 / 2 from its end it is nearer to the
     * side */
    assert_true(fabs(lw_ellipsoid_depth(half, v3(0, 0, 1.9)) - 0.1) < 1e-15);
    assert_true(lw_ellipsoid_depth(half, v3(0, 0, 1.5)) < 0.4);
}

/* The polytope about an ellipsoid contains it, and is not much larger. */
static void test_corners(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(3000, 60000); i++) {
        vec3 half = random_half(&random);
        int sides = lw_random_below(&random, 8) ? 12 : 48;
        vec3 d = uneven_direction(&random, -1, 1);
        /* of all directions, so that each of its faces is met */
        d = v3(d.x / half.x, d.y / half.y, d.z / half.z);
        long double most = 0;
        for (int ring = 0; ring < sides / 2; ring++)
            for (int side = 0; side < sides; side++)
                most = fmaxl(most,
                             wide_dot(widen(d), widen(lw_ellipsoid_corner(half, sides, ring, side))));
        long double value = wide_norm((wide){half.x * d.x, half.y * d.y, half.z * d.z});
        assert_true(most >= value && most <= value * (sides == 12 ? 1.073L : 1.0043L));
        vec3 first = lw_ellipsoid_corner(half, sides, 1, 0);
        vec3 again = lw_ellipsoid_corner(half, sides, 1, sides);
        assert_true(norm(sub(first, again)) == 0);
    }
    /* the normals of faces, where the two are nearest */
    const vec3 half = {1, 2, 3};
    for (int ring = 0; ring <= 6; ring++)
        for (int side = 0; side < 12; side++) {
            double polar = ring * 0.52359877559829887;
            double azimuth = (side + 0.5) * 0.52359877559829887;
            vec3 d = {sin(polar) * cos(azimuth), sin(polar) * sin(azimuth) / 2, cos(polar) / 3};
            long double most = 0;
            for (int k = 0; k < 72; k++)
                most = fmaxl(most,
                             wide_dot(widen(d), widen(lw_ellipsoid_corner(half, 12, k / 12, k % 12))));
            assert_true(most >= 1 && most <= 1.036L);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_support_points),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_corners),
    };
    return cmocka_run_group_tests_name("ellipsoid", tests, NULL, NULL);
}
