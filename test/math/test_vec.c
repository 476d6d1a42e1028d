/* Tests math/vec.h against the same sums in long double, with the bounds of rounding error analysis
 * (Higham, Accuracy and Stability of Numerical Algorithms, 3.1): a sum of n products errs by at most n
 * u / (1 - n u) times the sum of the products' magnitudes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "math/unit.h"
#include "seed.h"

#define U 0x1p-53L /* the unit roundoff of double */

enum { ROUNDS = 2000 };

static void assert_close(long double actual, long double expected, long double bound)
{
    /* the negation fails for NaN too */
    if (!(fabsl(actual - expected) <= bound))
        fail_msg("%.17Lg is not within %.3Lg of %.17Lg", actual, bound, expected);
}

static double number(lw_random *random)
{
    /* magnitudes 2^-20 ... 2^20 */
    double magnitude = ldexp(1, (int)lw_random_below(random, 41) - 20);
    return lw_random_between(random, -1, 1) * magnitude;
}

static vec3 vector(lw_random *random)
{
    return v3(number(random), number(random), number(random));
}

static mat3 matrix(lw_random *random)
{
    return (mat3){vector(random), vector(random), vector(random)};
}

/* A rotation to within rounding: two random directions, made orthogonal. */
static mat3 rotation(lw_random *random)
{
    vec3 a = v3(0, 0, 0);
    while (norm(a) < 0.1)
        a = v3(lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
               lw_random_between(random, -1, 1));
    a = scale(1 / norm(a), a);
    vec3 b = fabs(a.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0);
    b = add_scaled(b, -dot(a, b), a);
    b = scale(1 / norm(b), b);
    return (mat3){a, b, cross(a, b)};
}

static void assert_dot(double actual, const double a[3], const double b[3], long double grace)
{
    long double sum = 0;
    long double magnitude = 0;
    for (int i = 0; i < 3; i++) {
        sum += (long double)a[i] * b[i];
        magnitude += fabsl((long double)a[i] * b[i]);
    }
    assert_close(actual, sum, (3 * U / (1 - 3 * U) + grace) * magnitude);
}

static void test_products(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < ROUNDS; i++) {
        vec3 a = vector(&random);
        vec3 b = vector(&random);
        const double as[3] = {a.x, a.y, a.z};
        const double bs[3] = {b.x, b.y, b.z};
        assert_dot(dot(a, b), as, bs, 0);
        assert_dot(norm2(a), as, as, 0);
        long double length =
            sqrtl((long double)a.x * a.x + (long double)a.y * a.y + (long double)a.z * a.z);
        assert_close(norm(a), length, 3 * U * length);

        vec3 c = cross(a, b);
        const double cs[3] = {c.x, c.y, c.z};
        for (int k = 0; k < 3; k++) {
            int m = (k + 1) % 3;
            int n = (k + 2) % 3;
            long double p = (long double)as[m] * bs[n];
            long double q = (long double)as[n] * bs[m];
            assert_close(cs[k], p - q, 2.01L * U * (fabsl(p) + fabsl(q)));
        }
    }
}

static void test_sums_are_by_component(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < ROUNDS; i++) {
        vec3 a = vector(&random);
        vec3 b = vector(&random);
        double s = number(&random);
        vec3 results[] = {add(a, b),           sub(a, b),  scale(s, a), neg(a),
                          add_scaled(a, s, b), min3(a, b), max3(a, b),  abs3(a)};
        double x[] = {a.x + b.x,
                      a.x - b.x,
                      s * a.x,
                      -a.x,
                      a.x + s * b.x,
                      a.x < b.x ? a.x : b.x,
                      a.x < b.x ? b.x : a.x,
                      a.x < 0 ? -a.x : a.x};
        double y[] = {a.y + b.y,
                      a.y - b.y,
                      s * a.y,
                      -a.y,
                      a.y + s * b.y,
                      a.y < b.y ? a.y : b.y,
                      a.y < b.y ? b.y : a.y,
                      a.y < 0 ? -a.y : a.y};
        double z[] = {a.z + b.z,
                      a.z - b.z,
                      s * a.z,
                      -a.z,
                      a.z + s * b.z,
                      a.z < b.z ? a.z : b.z,
                      a.z < b.z ? b.z : a.z,
                      a.z < 0 ? -a.z : a.z};
        for (size_t k = 0; k < sizeof results / sizeof *results; k++) {
            assert_true(results[k].x == x[k]);
            assert_true(results[k].y == y[k]);
            assert_true(results[k].z == z[k]);
        }
        double largest = max_component(a);
        assert_true(largest >= a.x && largest >= a.y && largest >= a.z);
        assert_true(largest == a.x || largest == a.y || largest == a.z);
    }
}

static void test_finite(void **state)
{
    (void)state;
    assert_true(finite3(v3(1, -2, 1e308)));
    assert_false(finite3(v3(NAN, 0, 0)));
    assert_false(finite3(v3(0, INFINITY, 0)));
    assert_false(finite3(v3(0, 0, -INFINITY)));
}

static void test_matrices(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < ROUNDS; i++) {
        mat3 m = matrix(&random);
        vec3 v = vector(&random);
        const double vs[3] = {v.x, v.y, v.z};
        const double rows[3][3] = {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
        const double columns[3][3] = {
            {m.x.x, m.x.y, m.x.z}, {m.y.x, m.y.y, m.y.z}, {m.z.x, m.z.y, m.z.z}};
        vec3 r = rotate(m, v);
        vec3 b = rotate_back(m, v);
        assert_dot(r.x, rows[0], vs, 0);
        assert_dot(r.y, rows[1], vs, 0);
        assert_dot(r.z, rows[2], vs, 0);
        assert_dot(b.x, columns[0], vs, 0);
        assert_dot(b.y, columns[1], vs, 0);
        assert_dot(b.z, columns[2], vs, 0);

        /* (m n) v = m (n v): each entry is a sum of nine products of three, rounded at most six times;
         * the bound takes the sum of their magnitudes from the largest entries */
        mat3 n = matrix(&random);
        double size = 9 * max_component(max3(max3(abs3(m.x), abs3(m.y)), abs3(m.z))) *
                      max_component(max3(max3(abs3(n.x), abs3(n.y)), abs3(n.z))) *
                      max_component(abs3(v));
        vec3 once = rotate(mul(m, n), v);
        vec3 twice = rotate(m, rotate(n, v));
        assert_close(once.x, twice.x, 12.1L * U * size);
        assert_close(once.y, twice.y, 12.1L * U * size);
        assert_close(once.z, twice.z, 12.1L * U * size);
        mat3 back = mul_back(m, n);
        vec3 image = rotate_back(m, n.y);
        assert_true(back.y.x == image.x && back.y.y == image.y && back.y.z == image.z);
    }
    vec3 v = v3(1.5, -2.25, 3);
    vec3 same = rotate(mat3_identity(), v);
    assert_true(same.x == v.x && same.y == v.y && same.z == v.z);
}

static void assert_close3(vec3 actual, vec3 expected, long double bound)
{
    assert_close(actual.x, expected.x, bound);
    assert_close(actual.y, expected.y, bound);
    assert_close(actual.z, expected.z, bound);
}

/* Poses with rotations: there and back, one after the other. Coordinates are at most 10 and each way
 * has fewer than 20 roundings of sums of at most 3 * 40, hence the bound. */
static void test_poses(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const long double bound = 20 * 120 * U;
    for (int i = 0; i < ROUNDS; i++) {
        pose p[2];
        for (int k = 0; k < 2; k++)
            p[k] = (pose){rotation(&random),
                          v3(lw_random_between(&random, -10, 10), lw_random_between(&random, -10, 10),
                             lw_random_between(&random, -10, 10))};
        vec3 v = v3(lw_random_between(&random, -10, 10), lw_random_between(&random, -10, 10),
                    lw_random_between(&random, -10, 10));
        vec3 there = transform(p[0], v);
        assert_close3(there, add(rotate(p[0].rotation, v), p[0].position), 0);
        assert_close3(transform_back(p[0], there), v, bound);
        assert_close3(transform(inverse(p[0]), there), v, bound);
        assert_close3(transform(compose(p[0], p[1]), v), transform(p[0], transform(p[1], v)), bound);
        assert_close3(transform(relative(p[0], p[1]), v), transform_back(p[0], transform(p[1], v)),
                      bound);
        assert_close3(transform(pose_identity(), v), v, 0);
        assert_close3(transform(compose(pose_identity(), p[1]), v), transform(p[1], v), 0);
    }
}

/* Vectors of any length have directions of unit length. Those of ordinary length keep their bits. */
static void test_units(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 10000; i++) {
        double size = pow(10, lw_random_between(&random, -320, 150));
        vec3 v = scale(size, v3(lw_random_between(&random, -1, 1), lw_random_between(&random, -1, 1),
                                lw_random_between(&random, -1, 1)));
        if (!(norm2(v3(v.x / size, v.y / size, v.z / size)) > 0))
            continue;
        vec3 unit = lw_unit(v);
        assert_true(fabs(norm(unit) - 1) < 1e-15);
        assert_close3(cross(unit, lw_squarable(v)), v3(0, 0, 0), 1e-15 * norm(lw_squarable(v)));
        if (size > 1e-130)
            assert_close3(unit, scale(1 / norm(v), v), 0);
    }
    assert_close3(lw_unit(v3(0, 0, 0)), v3(0, 0, 0), 0);
    assert_close3(lw_unit(v3(0, -2e-162, 0)), v3(0, -1, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products), cmocka_unit_test(test_sums_are_by_component),
        cmocka_unit_test(test_finite),   cmocka_unit_test(test_matrices),
        cmocka_unit_test(test_poses),    cmocka_unit_test(test_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
