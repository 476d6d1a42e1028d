/* Tests the smallest ball: it contains all points; no smaller ball through up to four of them does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "adaptive/smallest_ball.h"
#include "base/random.h"
#include "random_unit.h"
#include "seed.h"

#include <string.h>

enum { MOST = 12 };

static vec3 random_point(lw_random *random)
{
    return v3(lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
              lw_random_between(random, -1, 1));
}

static bool contains(vec3 center, double radius, const vec3 *points, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (norm(sub(points[i], center)) > radius)
            return false;
    return true;
}

/* The circumcentre of 2 to 4 points, by formulas of vectors; false if they lie flat. */
static bool circumcenter(const vec3 *p, int count, vec3 *out)
{
    vec3 a = sub(p[1], p[0]);
    if (count == 2) {
        *out = add_scaled(p[0], 0.5, a);
        return true;
    }
    vec3 b = sub(p[2], p[0]);
    vec3 n = cross(a, b);
    if (norm2(n) < 1e-20)
        return false;
    if (count == 3) {
        vec3 across = cross(sub(scale(norm2(a), b), scale(norm2(b), a)), n);
        *out = add_scaled(p[0], 0.5 / norm2(n), across);
        return true;
    }
    vec3 c = sub(p[3], p[0]);
    double volume = dot(n, c);
    if (fabs(volume) < 1e-10)
        return false;
    vec3 sum = add(scale(norm2(a), cross(b, c)), scale(norm2(b), cross(c, a)));
    *out = add_scaled(p[0], 0.5 / volume, add_scaled(sum, norm2(c), n));
    return true;
}

/* The radius of the smallest ball, from all sets of up to four points. */
static double brute_force(const vec3 *points, size_t count)
{
    double least = HUGE_VAL;
    for (uint32_t set = 1; set < 1U << count; set++) {
        vec3 chosen[4];
        int size = 0;
        for (size_t i = 0; i < count && size < 5; i++)
            if (set >> i & 1) {
                if (size < 4)
                    chosen[size] = points[i];
                size++;
            }
        vec3 center = chosen[0];
        if (size > 4 || (size > 1 && !circumcenter(chosen, size, &center)))
            continue;
        double radius = norm(sub(center, chosen[0]));
        if (radius < least && contains(center, radius * (1 + 1e-9) + 1e-12, points, count))
            least = radius;
    }
    return least;
}

static lw_ball ball_of(const vec3 *points, size_t count)
{
    vec3 copy[1000];
    assert_true(count <= 1000);
    memcpy(copy, points, count * sizeof *points);
    lw_ball ball = lw_smallest_ball(copy, count);
    assert_true(contains(ball.center, ball.radius, points, count));
    assert_true(ball.support >= 1 && ball.support <= 4);
    return ball;
}

static void expect_ball(const vec3 *points, size_t count, vec3 center, double radius, int support)
{
    lw_ball ball = ball_of(points, count);
    if (norm(sub(ball.center, center)) > 1e-9 * (1 + radius) ||
        fabs(ball.radius - radius) > 1e-9 * radius || ball.support > support)
        fail_msg("(%g %g %g) %.17g by %d", ball.center.x, ball.center.y, ball.center.z, ball.radius,
                 ball.support);
}

/* A random cloud: anywhere, on a sphere, in a plane, on a line, on a grid with many points at one
 * distance, or with each point twice. */
static void random_cloud(lw_random *random, int kind, vec3 *points, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        vec3 p = random_point(random);
        if (kind == 1)
            p = random_unit(random);
        if (kind == 2)
            p.z = 0.3 * p.x - 0.1 * p.y + 5;
        if (kind == 3)
            p = v3(p.x, 2 * p.x, 1 - p.x);
        if (kind == 4)
            p = v3(round(2 * p.x), round(2 * p.y), round(2 * p.z));
        if (kind == 5 && i % 2)
            p = points[i - 1];
        points[i] = p;
    }
}

static void test_brute_force(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(600, 20000); round++) {
        vec3 points[MOST];
        size_t count = 1 + lw_random_below(&random, round % 10 ? 7 : MOST);
        random_cloud(&random, round % 6, points, count);
        double least = brute_force(points, count);
        lw_ball ball = ball_of(points, count);
        if (fabs(ball.radius - least) > 1e-9 * (least + 1))
            fail_msg("round %d: %.17g instead of %.17g", round, ball.radius, least);
    }
}

/* Many points: the ball is as small as that of its support points alone, in any order and place. */
static void test_many(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 200; round++) {
        vec3 points[1000];
        vec3 moved[1000];
        random_cloud(&random, round % 6, points, 1000);
        lw_ball ball = ball_of(points, 1000);
        vec3 by = scale(100, random_point(&random));
        for (int i = 0; i < 1000; i++)
            moved[999 - i] = add(points[i], by);
        lw_ball other = ball_of(moved, 1000);
        assert_true(fabs(ball.radius - other.radius) < 1e-9);
        assert_true(norm(sub(add(ball.center, by), other.center)) < 1e-5);
        if (round % 6 == 1)
            assert_true(ball.radius < 1 + 1e-9);
    }
}

static void test_closed_form(void **state)
{
    (void)state;
    const vec3 one[] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    expect_ball(one, 3, one[0], 0, 1);
    const vec3 line[] = {{0, 0, 0}, {1, 0, 0}, {4, 0, 0}, {2, 0, 0}};
    expect_ball(line, 4, v3(2, 0, 0), 2, 2);
    /* a blunt triangle has the ball of its longest side, an acute one that of its circumcircle */
    const vec3 blunt[] = {{0, 0, 0}, {4, 0, 0}, {2, 1, 0}};
    expect_ball(blunt, 3, v3(2, 0, 0), 2, 2);
    const vec3 even[] = {{1, 0, 0}, {-0.5, sqrt(0.75), 0}, {-0.5, -sqrt(0.75), 0}, {0, 0.1, 0.1}};
    expect_ball(even, 4, v3(0, 0, 0), 1, 3);
    const vec3 cube[] = {{1, 1, 1},  {1, 1, -1},  {1, -1, 1},  {1, -1, -1},
                         {-1, 1, 1}, {-1, 1, -1}, {-1, -1, 1}, {-1, -1, -1}};
    expect_ball(cube, 8, v3(0, 0, 0), sqrt(3), 4);
    const vec3 tetrahedron[] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}, {0.1, 0, 0}};
    expect_ball(tetrahedron, 5, v3(0, 0, 0), sqrt(3), 4);
    lw_ball none = lw_smallest_ball(NULL, 0);
    assert_true(none.radius == 0 && none.support == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
