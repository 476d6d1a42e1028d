/* Tests distance/triangle.h. Each answer is its own proof, checked in long double: the normal proves
 * the lower bound, the points prove the upper one, and the two must agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "distance/distance.h"
#include "seed.h"

#define U 0x1p-53L

/* ---- vectors in long double ------------------------------------------------------------------ */

typedef struct wide {
    long double x, y, z;
} wide;

static wide widen(vec3 v)
{
    return (wide){v.x, v.y, v.z};
}

static wide minus(wide a, wide b)
{
    return (wide){a.x - b.x, a.y - b.y, a.z - b.z};
}

static long double wide_dot(wide a, wide b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static wide wide_cross(wide a, wide b)
{
    return (wide){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double wide_norm(wide a)
{
    long double size = fmaxl(fabsl(a.x), fmaxl(fabsl(a.y), fabsl(a.z)));
    if (!(size > 0))
        return 0;
    wide b = {a.x / size, a.y / size, a.z / size};
    return size * sqrtl(wide_dot(b, b));
}

static long double point_segment(wide p, wide a, wide b)
{
    wide d = minus(b, a);
    long double square = wide_dot(d, d);
    long double t = square > 0 ? wide_dot(minus(p, a), d) / square : 0;
    t = fminl(fmaxl(t, 0), 1);
    wide foot = {a.x + t * d.x, a.y + t * d.y, a.z + t * d.z};
    return wide_norm(minus(p, foot));
}

static long double point_triangle(vec3 point, const vec3 triangle[3])
{
    wide p = widen(point);
    wide c[3] = {widen(triangle[0]), widen(triangle[1]), widen(triangle[2])};
    wide n = wide_cross(minus(c[1], c[0]), minus(c[2], c[0]));
    long double size = wide_norm(n);
    long double best = HUGE_VALL;
    bool inside = size > 0;
    for (int k = 0; k < 3; k++) {
        wide a = c[k];
        wide b = c[(k + 1) % 3];
        best = fminl(best, point_segment(p, a, b));
        inside = inside && wide_dot(wide_cross(n, minus(b, a)), minus(p, a)) >= 0;
    }
    /* the plane of a thin triangle is uncertain: its distance is at most that of the edges */
    return inside ? fminl(best, fabsl(wide_dot(n, minus(p, c[0]))) / size) : best;
}

static long double gap_along(vec3 normal, const vec3 a[3], const vec3 b[3])
{
    wide n = widen(normal);
    long double low = HUGE_VALL;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            low = fminl(low, wide_dot(n, minus(widen(b[j]), widen(a[i]))));
    return low / wide_norm(n);
}

/* ---- the certificate -------------------------------------------------------------------------- */

static double size_of(const vec3 a[3], const vec3 b[3])
{
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, fmax(norm(sub(a[k], a[0])), norm(sub(b[k], a[0]))));
    return size;
}

static void print_pair(const vec3 a[3], const vec3 b[3], const lw_bracket *d)
{
    for (int k = 0; k < 3; k++)
        printf("a[%d] = {%a, %a, %a}\n", k, a[k].x, a[k].y, a[k].z);
    for (int k = 0; k < 3; k++)
        printf("b[%d] = {%a, %a, %a}\n", k, b[k].x, b[k].y, b[k].z);
    printf("lower %.17g upper %.17g features %d %d\n", d->lower, d->upper, (int)d->features[0],
           (int)d->features[1]);
}

#define check(condition)                                                                               \
    do {                                                                                               \
        if (!(condition)) {                                                                            \
            print_pair(a, b, d);                                                                       \
            fail_msg("not so: %s", #condition);                                                        \
        }                                                                                              \
    } while (0)

/* The points have rounding errors relative to their coordinates; all else errs relative to the size
 * alone. */
static void check_bracket(const vec3 a[3], const vec3 b[3], const lw_bracket *d)
{
    long double size = size_of(a, b);
    long double place = 4 * U * (norm(a[0]) + size) + 24 * U * size;
    check(d->lower >= 0 && d->lower <= d->upper);
    check(point_triangle(d->points[0], a) <= place);
    check(point_triangle(d->points[1], b) <= place);
    long double between = wide_norm(minus(widen(d->points[1]), widen(d->points[0])));
    check(fabsl(between - d->upper) <= 2 * place);
    if (d->lower > 0) {
        check(fabs(norm(d->normal) - 1) <= 1e-15);
        check(gap_along(d->normal, a, b) >= d->lower);
    } else {
        check(norm(d->normal) == 0);
    }
    for (int side = 0; side < 2; side++) {
        check(d->features[side] >= 1 && d->features[side] <= 3);
        for (int k = 0; k < d->features[side]; k++)
            check(d->feature[side][k] < 3);
    }
}

/* The two bounds agree up to rounding errors. */
static void check_tight(const vec3 a[3], const vec3 b[3], const lw_bracket *d)
{
    check(d->upper - d->lower <= 1e-12 * d->upper + (double)(96 * U) * size_of(a, b));
}

static void measure(const vec3 a[3], const vec3 b[3], lw_bracket *d)
{
    lw_triangle_triangle(a, b, d);
    check_bracket(a, b, d);
    check_tight(a, b, d);
}

/* ---- triangles -------------------------------------------------------------------------------- */

static vec3 vector(lw_random *random, double size)
{
    return v3(lw_random_between(random, -size, size), lw_random_between(random, -size, size),
              lw_random_between(random, -size, size));
}

static double power(lw_random *random, double low, double high)
{
    return pow(10, lw_random_between(random, low, high));
}

static vec3 direction(lw_random *random)
{
    vec3 v = v3(0, 0, 0);
    while (norm(v) < 0.1)
        v = vector(random, 1);
    return scale(1 / norm(v), v);
}

static void triangle(lw_random *random, double size, vec3 t[3])
{
    for (int k = 0; k < 3; k++)
        t[k] = vector(random, size);
}

/* Long and thin: a cap (the third corner over the long edge) or a wedge (beside one of its ends). */
static void needle(lw_random *random, double size, double width, vec3 t[3])
{
    triangle(random, size, t);
    double at = lw_random_below(random, 2) ? lw_random_between(random, 0, 1) : 0;
    t[2] = add(add_scaled(t[0], at, sub(t[1], t[0])), vector(random, size * width));
}

static void test_random_triangles(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(100000, 5000000); i++) {
        double size = power(&random, -3, 3);
        vec3 a[3];
        vec3 b[3];
        triangle(&random, size, a);
        triangle(&random, size * power(&random, -2, 0.5), b);
        vec3 away = scale(size * lw_random_between(&random, 0, 4), direction(&random));
        for (int k = 0; k < 3; k++)
            b[k] = add(b[k], away);
        lw_bracket d;
        measure(a, b, &d);
    }
}

/* Triangles moved along the normal of a first answer to a gap of 1e-9 or more: every kind of features,
 * close to each other. */
static void test_small_gaps(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int apart = 0;
    for (int i = 0; i < test_rounds(50000, 5000000); i++) {
        double size = power(&random, -3, 3);
        vec3 a[3];
        vec3 b[3];
        triangle(&random, size, a);
        triangle(&random, size, b);
        vec3 away = scale(3 * size, direction(&random));
        for (int k = 0; k < 3; k++)
            b[k] = add(b[k], away);
        lw_bracket d;
        measure(a, b, &d);
        if (!(d.lower > 0))
            continue;
        double gap = size * power(&random, -9, 0);
        for (int k = 0; k < 3; k++)
            b[k] = add_scaled(b[k], gap - d.upper, d.normal);
        measure(a, b, &d);
        /* the normal still separates them, and the points stay the nearest ones */
        assert_true(fabs(d.upper - gap) <= 1e-12 * gap + 1e-14 * size);
        apart++;
    }
    assert_true(apart > 10000);
}

/* Coordinates from a small grid: shared corners, parallel edges, coplanar and touching triangles, and
 * now and then one without area. Everything is exact: a distance of 0 must come out as 0, and the
 * square of any other is a fraction with a small denominator, never tiny. */
static void test_grid_triangles(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int touching = 0;
    for (int i = 0; i < test_rounds(100000, 5000000); i++) {
        vec3 t[2][3];
        for (int k = 0; k < 6; k++)
            t[k / 3][k % 3] = v3(lw_random_below(&random, 4), lw_random_below(&random, 4),
                                 lw_random_below(&random, i % 2 ? 4 : 2));
        const vec3 *a = t[0];
        const vec3 *b = t[1];
        lw_bracket found;
        const lw_bracket *d = &found;
        measure(a, b, &found);
        check(found.upper == 0 || found.lower > 0.01);
        touching += found.upper == 0;
    }
    assert_in_range(touching, 1000, INT32_MAX);
}

static void test_needles(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(50000, 5000000); i++) {
        double size = power(&random, -3, 3);
        vec3 a[3];
        vec3 b[3];
        needle(&random, size, power(&random, -12, 0), a);
        if (i % 2)
            needle(&random, size, power(&random, -12, 0), b);
        else
            triangle(&random, size, b);
        vec3 away = scale(i % 3 ? size * power(&random, -9, 0.5) : 0, direction(&random));
        for (int k = 0; k < 3; k++)
            b[k] = add(b[k], away);
        lw_bracket d;
        measure(a, b, &d);
    }
}

/* A point of b moved onto a point of a: they touch up to the rounding errors of the pose. */
static void test_touching(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(50000, 5000000); i++) {
        double size = power(&random, -3, 3);
        vec3 a[3];
        vec3 b[3];
        triangle(&random, size, a);
        triangle(&random, size, b);
        double s = lw_random_below(&random, 3) ? lw_random_between(&random, 0, 1) : 0;
        double t = lw_random_below(&random, 3) ? lw_random_between(&random, 0, 1 - s) : 0;
        vec3 point = add(a[0], add(scale(s, sub(a[1], a[0])), scale(t, sub(a[2], a[0]))));
        vec3 move = sub(point, b[0]);
        for (int k = 0; k < 3; k++)
            b[k] = add(b[k], move);
        if (i % 4 == 0)
            b[1] = a[2];
        lw_bracket d;
        measure(a, b, &d);
        assert_true(d.upper <= 1e-14 * size);
    }
}

/* Triangles in one plane, or in two parallel planes with a known gap. */
static void test_parallel_planes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(50000, 5000000); i++) {
        vec3 a[3];
        vec3 b[3];
        triangle(&random, 1, a);
        triangle(&random, 1, b);
        vec3 away = v3(lw_random_between(&random, -2, 2), 0, 0);
        double gap = i % 2 ? power(&random, -9, 0) : 0;
        for (int k = 0; k < 3; k++) {
            a[k].z = 0;
            b[k].z = gap;
            b[k] = add(b[k], away);
        }
        lw_bracket d;
        measure(a, b, &d);
        vec3 flat[3];
        for (int k = 0; k < 3; k++)
            flat[k] = v3(b[k].x, b[k].y, 0);
        lw_bracket e;
        measure(a, flat, &e);
        double expected = sqrt(e.upper * e.upper + gap * gap);
        assert_true(fabs(d.upper - expected) <= 1e-14);
    }
}

static void test_swap_is_the_same(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(20000, 1000000); i++) {
        vec3 a[3];
        vec3 b[3];
        triangle(&random, 1, a);
        triangle(&random, 1, b);
        lw_bracket d;
        lw_bracket e;
        measure(a, b, &d);
        measure(b, a, &e);
        assert_true(fabs(d.upper - e.upper) <= 1e-14 && fabs(d.lower - e.lower) <= 1e-14);
    }
}

/* Triangles that are points and segments never come from a mesh, but must do no harm; nor must sizes at
 * which squares would underflow or overflow. */
static void test_degenerate(void **state)
{
    (void)state;
    vec3 point[3] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    vec3 segment[3] = {{0, 0, 0}, {0, 0, 2}, {0, 0, 1}};
    vec3 face[3] = {{-1, -1, 3}, {2, -1, 3}, {-1, 2, 3}};
    lw_bracket d;
    measure(point, point, &d);
    assert_true(d.upper == 0);
    measure(point, segment, &d);
    assert_true(fabs(d.upper - sqrt(6)) <= 1e-15);
    measure(segment, face, &d);
    assert_true(fabs(d.upper - 1) <= 1e-15);
    measure(segment, segment, &d);
    assert_true(d.upper == 0);
    lw_random random = {test_seed()};
    for (int i = 0; i < 2000; i++) {
        vec3 a[3];
        vec3 b[3];
        double size = power(&random, -150, 50);
        triangle(&random, size, a);
        triangle(&random, size, b);
        measure(a, b, &d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_triangles), cmocka_unit_test(test_small_gaps),
        cmocka_unit_test(test_grid_triangles),   cmocka_unit_test(test_needles),
        cmocka_unit_test(test_touching),         cmocka_unit_test(test_parallel_planes),
        cmocka_unit_test(test_swap_is_the_same), cmocka_unit_test(test_degenerate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
