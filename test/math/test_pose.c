/* Tests math/pose.h against long double, and the forms of a rotation against each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "math/pose.h"
#include "seed.h"

#define U 0x1p-53L /* the unit roundoff of double */

static const double PI = 3.14159265358979323846;

static void assert_close(long double actual, long double expected, long double bound)
{
    /* the negation fails for NaN too */
    if (!(fabsl(actual - expected) <= bound))
        fail_msg("%.17Lg is not within %.3Lg of %.17Lg", actual, bound, expected);
}

static void assert_close3(vec3 actual, vec3 expected, long double bound)
{
    assert_close(actual.x, expected.x, bound);
    assert_close(actual.y, expected.y, bound);
    assert_close(actual.z, expected.z, bound);
}

static void assert_same_rotation(mat3 actual, mat3 expected, long double bound)
{
    assert_close3(actual.x, expected.x, bound);
    assert_close3(actual.y, expected.y, bound);
    assert_close3(actual.z, expected.z, bound);
}

static void assert_unit(vec3 v, long double bound)
{
    assert_close(sqrtl((long double)v.x * v.x + (long double)v.y * v.y + (long double)v.z * v.z), 1,
                 bound);
}

/* One unit in the last place of the double nearest to x. */
static long double ulp(long double x)
{
    int exponent = 0;
    frexpl(x, &exponent);
    return ldexpl(1, (exponent < -1021 ? -1021 : exponent) - 53);
}

static double angle_of_any_size(lw_random *random)
{
    double size = ldexp(1, (int)lw_random_below(random, 50) - 30);
    return lw_random_between(random, -PI, PI) * size;
}

static vec3 direction(lw_random *random)
{
    vec3 v = v3(0, 0, 0);
    while (norm(v) < 0.1)
        v = v3(lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
               lw_random_between(random, -1, 1));
    return scale(1 / norm(v), v);
}

static lw_quat quaternion(lw_random *random)
{
    lw_quat q = {0, 0, 0, 0};
    while (!lw_quat_normalize(&q))
        q = (lw_quat){lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                      lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)};
    return q;
}

static void test_sincos_within_one_ulp(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(100000, 10000000); i++) {
        double angle = angle_of_any_size(&random);
        double s;
        double c;
        lw_sincos(angle, &s, &c);
        assert_close(s, sinl(angle), ulp(sinl(angle)));
        assert_close(c, cosl(angle), ulp(cosl(angle)));
        double mirrored[2];
        lw_sincos(-angle, &mirrored[0], &mirrored[1]);
        assert_true(mirrored[0] == -s && mirrored[1] == c);
    }
    /* near the multiples of pi / 2, where one of them loses all its digits */
    for (int quarter = -40; quarter <= 40; quarter++) {
        double angle = quarter * (PI / 2);
        double s;
        double c;
        lw_sincos(angle, &s, &c);
        assert_close(s, sinl(angle), ulp(sinl(angle)));
        assert_close(c, cosl(angle), ulp(cosl(angle)));
    }
    double s;
    double c;
    lw_sincos(0, &s, &c);
    assert_true(s == 0 && c == 1);
    lw_sincos(INFINITY, &s, &c);
    assert_true(isnan(s) && isnan(c));
    lw_sincos(NAN, &s, &c);
    assert_true(isnan(s) && isnan(c));
}

static void test_atan2_within_one_ulp(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(100000, 10000000); i++) {
        double y = angle_of_any_size(&random);
        double x = angle_of_any_size(&random);
        assert_close(lw_atan2(y, x), atan2l(y, x), ulp(atan2l(y, x)));
    }
    assert_true(lw_atan2(0, 1) == 0);
    assert_true(lw_atan2(0, -1) == PI);
    assert_true(lw_atan2(-0.0, -1) == -PI);
    assert_true(lw_atan2(1, 0) == PI / 2);
    assert_true(lw_atan2(-1, 0) == -PI / 2);
    assert_true(lw_atan2(0, 0) == 0);
}

/* Rodrigues' formula in long double. The entries of lw_rotation are a product of three factors, at
 * most 2 in magnitude, plus another term of at most 1: 2 u from sine and cosine, 2 u from 1 - cosine,
 * 4 u from the two products, 1 u from the sum. */
static void test_rotation(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 20000; i++) {
        vec3 a = direction(&random);
        double angle = angle_of_any_size(&random);
        const long double axis[3] = {a.x, a.y, a.z};
        long double s = sinl(angle);
        long double c = cosl(angle);
        mat3 m = lw_rotation(a, angle);
        const double columns[3][3] = {
            {m.x.x, m.x.y, m.x.z}, {m.y.x, m.y.y, m.y.z}, {m.z.x, m.z.y, m.z.z}};
        for (int column = 0; column < 3; column++) {
            for (int row = 0; row < 3; row++) {
                /* entry (row, column) of c I + s [a]x + (1 - c) a a^T */
                long double expected = (1 - c) * axis[row] * axis[column];
                if (row == column)
                    expected += c;
                else
                    expected += (row == (column + 1) % 3 ? s : -s) * axis[3 - row - column];
                assert_close(columns[column][row], expected, 9 * U);
            }
        }
    }
    assert_same_rotation(lw_rotation(v3(0, 0, 1), PI / 2), (mat3){{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, U);
}

/* R(q) v is the vector part of q v q*. Both sides are sums of fewer than 20 rounded terms below 2. */
static void test_rotation_from_quat(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 20000; i++) {
        lw_quat q = quaternion(&random);
        vec3 v = direction(&random);
        lw_quat turned =
            lw_quat_multiply(lw_quat_multiply(q, (lw_quat){v.x, v.y, v.z, 0}), lw_quat_conjugate(q));
        assert_close3(rotate(lw_rotation_from_quat(q), v), v3(turned.x, turned.y, turned.z), 40 * U);
        assert_close(turned.w, 0, 40 * U);
    }
}

static void test_quat_product_turns_twice(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 20000; i++) {
        lw_quat a = quaternion(&random);
        lw_quat b = quaternion(&random);
        assert_same_rotation(lw_rotation_from_quat(lw_quat_multiply(a, b)),
                             mul(lw_rotation_from_quat(a), lw_rotation_from_quat(b)), 40 * U);
    }
}

static void test_quat_normalize(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const double sizes[] = {5e-324, 1e-310, 1e-200, 1, 1e200, 4e307};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        for (int i = 0; i < 100; i++) {
            lw_quat q = quaternion(&random);
            q = (lw_quat){q.x * sizes[k], q.y * sizes[k], q.z * sizes[k], q.w * sizes[k]};
            assert_true(lw_quat_normalize(&q));
            long double length = sqrtl((long double)q.x * q.x + (long double)q.y * q.y +
                                       (long double)q.z * q.z + (long double)q.w * q.w);
            assert_close(length, 1, 6 * U);
        }
    }
    const lw_quat bad[] = {{0, 0, 0, 0},         {NAN, 0, 0, 1},       {0, 0, 0, NAN},
                           {INFINITY, 0, 0, 0},  {0, -INFINITY, 0, 1}, {0, 0, INFINITY, -INFINITY},
                           {NAN, NAN, NAN, NAN}, {-0.0, 0, -0.0, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_quat q = bad[i];
        assert_false(lw_quat_normalize(&q));
        assert_memory_equal(&q, &bad[i], sizeof q);
    }
}

/* A quaternion of any length gives the rotation of the unit quaternion in its direction. */
static void test_rotation_from_any_quat(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const double sizes[] = {1e-310, 1e-200, 1e-150, 1e-3, 1, 7, 1e100, 1e140, 1e200, 4e307};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int i = 0; i < 1000; i++) {
            lw_quat q = quaternion(&random);
            q = (lw_quat){q.x * sizes[k], q.y * sizes[k], q.z * sizes[k], q.w * sizes[k]};
            mat3 found;
            assert_true(lw_rotation_from_any_quat(q, &found));
            assert_true(lw_quat_normalize(&q));
            assert_same_rotation(found, lw_rotation_from_quat(q), 20 * U);
        }
    const lw_quat bad[] = {{0, 0, 0, 0}, {NAN, 0, 0, 1}, {0, -INFINITY, 0, 1}, {0, 0, 0, NAN}};
    mat3 found;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(lw_rotation_from_any_quat(bad[i], &found));
}

/* Random quaternions, and those in which one of the four components is by far the largest. */
static void test_quat_from_rotation_and_back(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 20000; i++) {
        lw_quat q = quaternion(&random);
        if (i < 400) {
            /* one component is the largest: nearly a half turn about an axis, or nearly no turn */
            double *components[4] = {&q.x, &q.y, &q.z, &q.w};
            *components[i % 4] *= 1e8;
            lw_quat_normalize(&q);
        }
        lw_quat back = lw_quat_from_rotation(lw_rotation_from_quat(q));
        double sign = q.x * back.x + q.y * back.y + q.z * back.z + q.w * back.w < 0 ? -1 : 1;
        assert_close(sign * back.x, q.x, 20 * U);
        assert_close(sign * back.y, q.y, 20 * U);
        assert_close(sign * back.z, q.z, 20 * U);
        assert_close(sign * back.w, q.w, 20 * U);
    }
}

static void test_axis_and_angle(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 20000; i++) {
        lw_quat q = quaternion(&random);
        vec3 axis;
        double angle;
        lw_quat_axis_angle(q, &axis, &angle);
        assert_unit(axis, 6 * U);
        assert_true(angle >= 0 && angle <= PI);
        assert_same_rotation(lw_rotation(axis, angle), lw_rotation_from_quat(q), 40 * U);
    }
    /* small turns keep all their digits: sin(x / 2) = x / 2 to within rounding here */
    for (int power = 10; power <= 150; power += 10) {
        double half = ldexp(1, -3 * power);
        vec3 axis;
        double angle;
        lw_quat_axis_angle((lw_quat){0, -half, 0, -1}, &axis, &angle);
        assert_close(angle, 2 * half, 4 * U * half);
        assert_close3(axis, v3(0, 1, 0), 2 * U);
    }
    /* and their axis all of its digits, where the squares of the components have none; denormal
     * components have lost them before */
    const vec3 along = v3(2.0 / 3, 1.0 / 3, -2.0 / 3);
    for (int power = 400; power <= 1000; power += 3) {
        vec3 v = scale(ldexp(1, -power), along);
        vec3 axis;
        double angle;
        lw_quat_axis_angle((lw_quat){v.x, v.y, v.z, 1}, &axis, &angle);
        assert_close3(axis, along, 4 * U);
        assert_true(angle >= 0 && angle <= ldexp(4, -power));
    }
    vec3 axis;
    double angle;
    lw_quat_axis_angle((lw_quat){0x1p-1074, 0, 0, 1}, &axis, &angle);
    assert_true(axis.x == 1 && axis.y == 0 && axis.z == 0);
    lw_quat_axis_angle((lw_quat){0, 0, 0, -1}, &axis, &angle);
    assert_true(angle == 0 && axis.x == 1 && axis.y == 0 && axis.z == 0);
    lw_quat_axis_angle((lw_quat){0, 0, 1, 0}, &axis, &angle);
    assert_true(angle == PI && axis.x == 0 && axis.y == 0 && axis.z == 1);
}

/* About the fixed axes: roll about x, then pitch about y, then yaw about z. */
static void test_roll_pitch_yaw(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 20000; i++) {
        double roll = lw_random_between(&random, -2 * PI, 2 * PI);
        double pitch = lw_random_between(&random, -2 * PI, 2 * PI);
        double yaw = lw_random_between(&random, -2 * PI, 2 * PI);
        mat3 expected = mul(lw_rotation(v3(0, 0, 1), yaw),
                            mul(lw_rotation(v3(0, 1, 0), pitch), lw_rotation(v3(1, 0, 0), roll)));
        lw_pose p = lw_pose_from_rpy(v3(1, 2, 3), roll, pitch, yaw);
        assert_same_rotation(lw_rotation_from_quat(p.orientation), expected, 40 * U);
        assert_true(p.position.x == 1 && p.position.y == 2 && p.position.z == 3);
    }
}

static void test_pose_in_and_out(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 1000; i++) {
        lw_pose p = {direction(&random), quaternion(&random)};
        pose in = lw_pose_in(p);
        pose again = lw_pose_in(lw_pose_out(in));
        assert_close3(in.position, p.position, 0);
        assert_close3(again.position, p.position, 0);
        assert_same_rotation(again.rotation, in.rotation, 40 * U);
    }
    pose identity = lw_pose_in(lw_pose_identity());
    assert_same_rotation(identity.rotation, mat3_identity(), 0);
    assert_close3(identity.position, v3(0, 0, 0), 0);
}

static void test_perpendicular(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 1000; i++) {
        vec3 a = i < 6 ? v3(i / 2 == 0, i / 2 == 1, i / 2 == 2) : direction(&random);
        if (i % 2)
            a = neg(a);
        vec3 p = lw_perpendicular(a);
        assert_unit(p, 6 * U);
        assert_close(dot(a, p), 0, 6 * U);
    }
}

/* a composed pose takes a point to the same place as its two poses one after the other */
static void test_poses_one_after_the_other(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_vec3 turned = lw_pose_point(lw_pose_from_rpy((lw_vec3){1, 2, 3}, 0, 0, PI / 2), v3(1, 0, 0));
    assert_close3(turned, v3(1, 3, 3), 4 * U);
    for (int i = 0; i < 1000; i++) {
        lw_pose p[2];
        for (int k = 0; k < 2; k++)
            p[k] = lw_pose_from_rpy(scale(lw_random_between(&random, 0, 10), direction(&random)),
                                    lw_random_between(&random, -PI, PI),
                                    lw_random_between(&random, -PI, PI),
                                    lw_random_between(&random, -PI, PI));
        vec3 point = scale(lw_random_between(&random, 0, 10), direction(&random));
        vec3 apart = lw_pose_point(p[0], lw_pose_point(p[1], point));
        assert_close3(lw_pose_point(lw_pose_compose(p[0], p[1]), point), apart, 1000 * U);
        assert_close3(lw_pose_point(lw_pose_identity(), point), point, 0);
        const lw_pose back = lw_pose_inverse(p[0]);
        assert_close3(lw_pose_point(back, lw_pose_point(p[0], point)), point, 1000 * U);
        assert_close3(lw_pose_point(lw_pose_compose(back, p[0]), point), point, 1000 * U);
        p[0].orientation.x *= 2; /* of any length, as all public functions take one */
        p[0].orientation.y *= 2;
        p[0].orientation.z *= 2;
        p[0].orientation.w *= 2;
        assert_close3(lw_pose_point(lw_pose_inverse(p[0]), point), lw_pose_point(back, point),
                      1000 * U);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sincos_within_one_ulp),
        cmocka_unit_test(test_atan2_within_one_ulp),
        cmocka_unit_test(test_rotation),
        cmocka_unit_test(test_rotation_from_quat),
        cmocka_unit_test(test_rotation_from_any_quat),
        cmocka_unit_test(test_quat_product_turns_twice),
        cmocka_unit_test(test_quat_normalize),
        cmocka_unit_test(test_quat_from_rotation_and_back),
        cmocka_unit_test(test_axis_and_angle),
        cmocka_unit_test(test_roll_pitch_yaw),
        cmocka_unit_test(test_pose_in_and_out),
        cmocka_unit_test(test_perpendicular),
        cmocka_unit_test(test_poses_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
