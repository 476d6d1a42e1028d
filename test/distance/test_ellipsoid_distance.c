/* The distance and depth of ellipsoids: against the closed form of an ellipsoid and a point in long
 * double, the formula of spheres, and surfaces that are sampled; swapped, turned, needles and plates.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "certify.h"
#include "distance/depth.h"
#include "distance/gjk.h"
#include "seed.h"
#include "shape/support.h"

/* Axes of about one size; or needles and plates, 1 : 1e6. */
static lw_convex random_ellipsoid(lw_random *random, double size)
{
    lw_convex shape = {.core = LW_CORE_ELLIPSOID};
    double half[3];
    double thin = pow(10, lw_random_between(random, -6, 0));
    uint32_t kind = lw_random_below(random, 4);
    uint32_t axis = lw_random_below(random, 3);
    for (uint32_t i = 0; i < 3; i++) {
        half[i] = size * lw_random_between(random, 0.2, 1);
        if ((kind == 0 && i == axis) || (kind == 1 && i != axis))
            half[i] *= thin;
    }
    shape.half = v3(half[0], half[1], half[2]);
    if (lw_random_below(random, 4) == 0)
        shape.radius = size * lw_random_between(random, 0, 0.3);
    return shape;
}

static pose random_place(lw_random *random, double reach)
{
    return (pose){random_rotation(random), random_vector(random, reach)};
}

static void holds(const lw_convex *a, const lw_convex *b, pose at, const lw_bracket *found,
                  long double expected, int round)
{
    double size = pair_size(a, b, at);
    if (found->lower > expected || fabsl(found->upper - expected) > 1e-12L * size)
        fail_msg("round %d: [%.17g, %.17g], but it is %.17Lg, of size %g", round, found->lower,
                 found->upper, expected, size);
    const char *wrong = certify(a, b, at, found, USUALLY_OPEN);
    if (wrong)
        fail_msg("round %d: %s: [%.17g, %.17g], of size %g", round, wrong, found->lower, found->upper,
                 size);
}

/* The point is near the surface, on an axis, anywhere. */
static void test_points(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(20000, 1000000); i++) {
        double size = pow(10, lw_random_between(&random, -9, 9));
        lw_convex egg = random_ellipsoid(&random, size);
        const lw_convex point = {.core = LW_CORE_POINT};
        vec3 p = random_vector(&random, 2 * size);
        if (lw_random_below(&random, 4) == 0)
            p = stretched(egg.half, scale(1 + pow(10, lw_random_between(&random, -12, 0)),
                                          random_direction(&random)));
        if (lw_random_below(&random, 8) == 0)
            p.x = p.y = 0;
        pose at = {random_rotation(&random), p};
        long double core = wide_point_ellipsoid(widen(p), widen(egg.half));
        long double expected = fmaxl(0, core - egg.radius);
        lw_bracket found;
        lw_convex_distance(&egg, &point, &at, NULL, &found);
        holds(&egg, &point, at, &found, expected, i);
        at = inverse(at);
        lw_convex_distance(&point, &egg, &at, NULL, &found);
        assert_true(fabsl(found.upper - expected) <= 1e-12L * pair_size(&egg, &point, at));
    }
}

/* Ellipsoids with three equal axes are balls. */
static void test_spheres(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(20000, 1000000); i++) {
        double size = pow(10, lw_random_between(&random, -9, 9));
        lw_convex ball[2] = {random_ellipsoid(&random, size), random_ellipsoid(&random, size)};
        for (int k = 0; k < 2; k++)
            ball[k].half = v3(ball[k].half.x, ball[k].half.x, ball[k].half.x);
        if (lw_random_below(&random, 2))
            ball[1].core = LW_CORE_POINT;
        pose at = random_place(&random, 3 * size);
        long double expected = wide_norm(widen(at.position));
        for (int k = 0; k < 2; k++)
            expected -= ball[k].radius + (ball[k].core == LW_CORE_POINT ? 0 : ball[k].half.x);
        lw_bracket found;
        lw_convex_distance(&ball[0], &ball[1], &at, NULL, &found);
        holds(&ball[0], &ball[1], at, &found, fmaxl(0, expected), i);
        if (!(expected < -1e-6 * size))
            continue;
        lw_depth depth;
        lw_convex_depth(&ball[0], &ball[1], &at, &depth);
        assert_true(fabsl(depth.upper + expected) <= 1e-9L * size && depth.lower <= -expected);
        assert_true(depth.lower >= 0.97 * depth.upper);
    }
}

/* A point of the first surface, from a point of the unit sphere. */
static long double from_second(const lw_convex *a, const lw_convex *b, pose at, vec3 u)
{
    wide p = widen(stretched(a->half, u));
    return wide_point_ellipsoid(wide_rotate_back(at.rotation, wide_sub(p, widen(at.position))),
                                widen(b->half));
}

/* Points of one surface, each with its distance from the other: the bracket is below the least, and the
 * least that a search from there finds is the distance. */
static void test_sampled(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(150, 10000); i++) {
        lw_convex a = random_ellipsoid(&random, 1);
        lw_convex b = random_ellipsoid(&random, 1);
        a.radius = b.radius = 0;
        pose at = random_place(&random, 3);
        lw_bracket found;
        lw_convex_distance(&a, &b, &at, NULL, &found);
        if (!(found.lower > 0))
            continue;
        vec3 best = {0, 0, 0};
        long double least = HUGE_VALL;
        for (int k = 0; k < 400; k++) {
            vec3 u = random_direction(&random);
            long double far = from_second(&a, &b, at, u);
            assert_true(far >= found.lower);
            if (far < least) {
                least = far;
                best = u;
            }
        }
        for (double step = 0.5; step > 1e-8;) {
            vec3 u = add_scaled(best, step, random_direction(&random));
            u = scale(1 / norm(u), u);
            long double far = from_second(&a, &b, at, u);
            assert_true(far >= found.lower - 1e-15L);
            step *= far < least ? 1.5 : 0.85;
            if (far < least) {
                least = far;
                best = u;
            }
        }
        if (found.upper > least + 1e-12L || least - found.upper > 1e-4L)
            fail_msg("round %d: [%g, %g], a search finds %Lg", i, found.lower, found.upper, least);
    }
}

/* The axes by other names, and the frame turned back. */
static lw_convex renamed(const lw_convex *shape, pose *at)
{
    lw_convex other = *shape;
    vec3 h = shape->half;
    mat3 m = at->rotation;
    other.half = v3(h.y, h.z, h.x);
    at->rotation = (mat3){m.y, m.z, m.x};
    return other;
}

/* Swapped, with other names of the axes, and as large as ten times: the same. */
static void test_invariants(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(10000, 500000); i++) {
        lw_convex a = random_ellipsoid(&random, 1);
        lw_convex b = random_ellipsoid(&random, 1);
        pose at = random_place(&random, 2);
        double size = pair_size(&a, &b, at);
        lw_bracket found;
        lw_bracket other;
        lw_convex_distance(&a, &b, &at, NULL, &found);
        pose back = inverse(at);
        lw_convex_distance(&b, &a, &back, NULL, &other);
        assert_true(fabs(found.upper - other.upper) <= 2e-12 * size);
        assert_true(found.lower <= other.upper && other.lower <= found.upper);
        pose turned = at;
        lw_convex c = renamed(&b, &turned);
        lw_convex_distance(&a, &c, &turned, NULL, &other);
        assert_true(fabs(found.upper - other.upper) <= 2e-12 * size);
        a.half = scale(10, a.half);
        b.half = scale(10, b.half);
        a.radius *= 10;
        b.radius *= 10;
        at.position = scale(10, at.position);
        lw_convex_distance(&a, &b, &at, NULL, &other);
        assert_true(fabs(10 * found.upper - other.upper) <= 2e-11 * size);
    }
}

/* Far apart, where the bracket closes after a few steps: the points lie along the normal all the same.
 */
static void test_far_points(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(4000, 100000); i++) {
        lw_convex a = {.core = LW_CORE_ELLIPSOID};
        lw_convex b = a;
        a.half = v3(1, lw_random_between(&random, 0.2, 1), lw_random_between(&random, 0.2, 1));
        b.half = v3(lw_random_between(&random, 0.2, 1), 1, lw_random_between(&random, 0.2, 1));
        pose at = random_place(&random, 100);
        if (lw_random_below(&random, 2))
            (lw_random_below(&random, 2) ? &a : &b)->core = LW_CORE_BOX;
        lw_bracket found;
        lw_convex_distance(&a, &b, &at, NULL, &found);
        vec3 across = sub(sub(found.points[1], found.points[0]), scale(found.upper, found.normal));
        assert_true(found.lower == 0 || norm(across) <= 1e-12 * pair_size(&a, &b, at));
    }
}

/* Newton's method ends the search: without it ellipsoids take hundreds of steps. */
static void test_steps(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    long steps = 0;
    long asked = 0;
    for (int i = 0; i < test_rounds(10000, 500000); i++) {
        lw_convex a = random_ellipsoid(&random, 1);
        lw_convex b = random_ellipsoid(&random, 1);
        pose at = random_place(&random, 2);
        lw_bracket bracket;
        a.radius = b.radius = 0;
        for (int near = 0; near < 3; near++) {
            lw_proxies proxies;
            lw_gjk gjk;
            lw_proxies_make(&a, &b, &at, &proxies);
            lw_gjk_run(&proxies, (lw_gjk_limits){HUGE_VAL, -1}, NULL, &gjk);
            steps += gjk.iterations;
            asked++;
            assert_true(gjk.iterations < 180);
            lw_convex_distance(&a, &b, &at, NULL, &bracket);
            if (!(bracket.lower > 0))
                break;
            double gap = pow(10, lw_random_between(&random, -12, -1));
            at.position = add_scaled(at.position, gap - bracket.upper, bracket.normal);
        }
    }
    assert_true(asked > 10000 && steps < 12 * asked);
}

/* How far b must move along n. */
static long double needed(const lw_convex *a, const lw_convex *b, pose at, vec3 n)
{
    wide back = wide_rotate_back(at.rotation, widen(n));
    return wide_support(a, widen(n)) + wide_support(b, (wide){-back.x, -back.y, -back.z}) -
           wide_dot(widen(n), widen(at.position));
}

/* No direction needs less than the lower end, and the best that is found by steps needs the upper one.
 */
static void test_depths(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int deep = 0;
    for (int i = 0; i < test_rounds(400, 20000); i++) {
        lw_convex a = random_ellipsoid(&random, 1);
        lw_convex b = random_ellipsoid(&random, 1);
        pose at = random_place(&random, 0.5);
        lw_depth found;
        lw_convex_depth(&a, &b, &at, &found);
        if (!(found.upper > 0))
            continue;
        deep++;
        assert_true(needed(&a, &b, at, found.normal) <= found.upper + 1e-13);
        for (int k = 0; k < 3; k++) {
            vec3 n = random_direction(&random);
            long double least = needed(&a, &b, at, n);
            for (double step = 0.5; step > 1e-7;) {
                vec3 next = add_scaled(n, step, random_direction(&random));
                next = scale(1 / norm(next), next);
                long double need = needed(&a, &b, at, next);
                step *= need < least ? 1.6 : 0.85;
                if (need < least) {
                    least = need;
                    n = next;
                }
            }
            if (least < found.lower || least < found.upper - 1e-9L)
                fail_msg("round %d: %.17Lg does, less than [%.17g, %.17g]", i, least, found.lower,
                         found.upper);
        }
    }
    assert_true(deep > 100);
    /* an ellipsoid twice at one place parts along the shortest axis */
    const lw_convex egg = {.core = LW_CORE_ELLIPSOID, .half = {1, 0.5, 2}};
    const pose here = pose_identity();
    lw_depth found;
    lw_convex_depth(&egg, &egg, &here, &found);
    assert_true(fabs(found.upper - 1) < 1e-12 && found.lower > 1 - 1e-9);
    assert_true(fabs(fabs(found.normal.y) - 1) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),  cmocka_unit_test(test_spheres),
        cmocka_unit_test(test_sampled), cmocka_unit_test(test_invariants),
        cmocka_unit_test(test_steps),   cmocka_unit_test(test_far_points),
        cmocka_unit_test(test_depths),
    };
    return cmocka_run_group_tests_name("ellipsoid distance", tests, NULL, NULL);
}
