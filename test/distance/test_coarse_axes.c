/* Tests distance/plane/coarse_axes.h: the few edges that the coarse test leaves contain the edge of the
 * widest slab, and the slab's measure is the same to the bit as with all edges. Many edges are nearly
 * as good or just as good, and some coordinates are at the limits of floats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "distance/plane/coarse_axes.h"
#include "math/vec.h"
#include "seed.h"

#define TURN 6.283185307179586

/* The vertices of a polygon lie about (x, y) at the radius 1 +- rough, times `scale`. even: the second
 * half is the point reflection of the first one, to the bit. */
typedef struct form {
    uint32_t count;
    double x, y, rough, scale;
    bool even;
} form;

static lw_polygon *make(lw_random *random, const form *f)
{
    double vertices[2 * (LW_COARSE_MOST + 1)];
    for (uint32_t i = 0; i < f->count; i++) {
        double angle = TURN * i / f->count;
        double radius = 1 + lw_random_between(random, -f->rough, f->rough);
        vec2 v = v2(radius * cos(angle), radius * sin(angle));
        uint32_t half = f->count / 2;
        if (f->even && i >= half)
            v = v2(-vertices[2 * (i - half)], -vertices[2 * (i - half) + 1]);
        vertices[2 * i] = v.x;
        vertices[2 * i + 1] = v.y;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        vertices[2 * i] = f->scale * (vertices[2 * i] + f->x);
        vertices[2 * i + 1] = f->scale * (vertices[2 * i + 1] + f->y);
    }
    lw_polygon *polygon = NULL;
    assert_int_equal(lw_polygon_hull(NULL, vertices, f->count, 0, &polygon, NULL), LW_OK);
    return polygon;
}

/* Checks a pair of polygons, and returns the number of edges that were left. */
static int check(const lw_posed_polygons *p)
{
    lw_edge_set set = {0};
    if (!lw_coarse_axes(p, &set))
        return 0;
    lw_axis all;
    lw_axis among;
    lw_axes_widest(p, &all);
    lw_axes_widest_of(p, &set, &among);
    assert_true((all.of_b ? set.of_b : set.of_a) >> all.edge & 1);
    assert_true(p->a->count == 64 || set.of_a >> p->a->count == 0);
    assert_true(p->b->count == 64 || set.of_b >> p->b->count == 0);
    assert_true(among.key == all.key);
    assert_int_equal(among.of_b, all.of_b);
    assert_int_equal(among.edge, all.edge);
    return __builtin_popcountll(set.of_a) + __builtin_popcountll(set.of_b);
}

/* Checks two polygons of the given forms: b is turned at random or not at all, and its middle is
 * `apart` from a's along a direction. */
static int check_along(lw_random *random, const form *a, const form *b, double apart, double angle,
                       bool turned)
{
    lw_polygon *polygons[2] = {make(random, a), make(random, b)};
    lw_pose2 at = lw_pose2_from_angle(0, 0, turned ? lw_random_between(random, 0, TURN) : 0);
    vec2 middle = turn(at, v2(b->x, b->y));
    at.x = a->scale * a->x - b->scale * middle.x + apart * cos(angle);
    at.y = a->scale * a->y - b->scale * middle.y + apart * sin(angle);
    lw_posed_polygons p = lw_pose_polygons(polygons[0], lw_pose2_from_angle(0, 0, 0), polygons[1], at);
    int left = check(&p);
    lw_polygon_destroy(polygons[0]);
    lw_polygon_destroy(polygons[1]);
    return left;
}

static int check_pair(lw_random *random, const form *a, const form *b, double apart, bool turned)
{
    return check_along(random, a, b, apart, lw_random_between(random, 0, TURN), turned);
}

static bool nothing_to_test(void)
{
    if (!lw_has_wide())
        print_message("no wide registers: nothing is left out\n");
    return !lw_has_wide();
}

static void test_nearly_as_good(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(20000, 1000000); i++) {
        double rough = pow(10, lw_random_between(&random, -9, -2));
        double scale = pow(10, lw_random_between(&random, -9, 9));
        form a = {3 + lw_random_below(&random, LW_COARSE_MOST - 2), 0, 0, rough, scale, false};
        form b = {3 + lw_random_below(&random, LW_COARSE_MOST - 2), 0, 0, rough, scale, false};
        if (i % 3 == 0) {
            a.x = lw_random_between(&random, -9, 9);
            b.y = lw_random_between(&random, -9, 9);
        }
        if (i % 5 == 0)
            *(i % 2 ? &a.scale : &b.scale) *= lw_random_between(&random, 0.001, 1);
        if (i % 7 == 0)
            b.count = 1 + lw_random_below(&random, 2);
        double apart = i % 2 ? scale * rough : lw_random_between(&random, 0, 3 * scale);
        check_pair(&random, &a, &b, apart, i % 11 != 0);
    }
}

/* A small polygon in the middle of a large one whose edges are parallel to its own. */
static void test_of_two_sizes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(2000, 100000); i++) {
        form a = {2 * (2 + lw_random_below(&random, 31)), 0, 0, 1e-7, 1, true};
        form b = a;
        *(i % 2 ? &a.scale : &b.scale) = 1e-3;
        check_pair(&random, &a, &b, 1e-7, false);
    }
}

/* b is far away, straight across a corner of a: two edges of a are nearly equally good. */
static void test_far(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(4000, 200000); i++) {
        double away = pow(10, lw_random_between(&random, 0, 7));
        form a = {3 + lw_random_below(&random, 20), 0, 0, 0, 1, false};
        form b = {3, 0, 0, 0.1, 1, false};
        double angle = TURN * lw_random_below(&random, a.count) / a.count;
        angle += lw_random_between(&random, -1e-7, 1e-7);
        check_along(&random, &a, &b, away, angle, true);
    }
}

/* So far from their origins that the spacing of doubles is as coarse as the edges' differences. */
static void test_far_from_origin(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(4000, 200000); i++) {
        double away = pow(10, lw_random_between(&random, 9, 15));
        form a = {3 + lw_random_below(&random, 40), 0, 0, 0, 1, false};
        form b = a;
        a.x = away;
        b.y = away;
        check_pair(&random, &a, &b, 0, true);
    }
}

/* Which one of equally good edges is named does not depend on the edges that are asked. */
static void test_just_as_good(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int several = 0;
    for (int i = 0; i < 2000; i++) {
        form a = {2 * (2 + lw_random_below(&random, 26)), 0, 0, 1e-3, 1, true};
        form b = {2 * (2 + lw_random_below(&random, 26)), 0, 0, 1e-3, 1, true};
        several += check_pair(&random, &a, &b, 0, i % 2) > 1;
    }
    if (!nothing_to_test())
        assert_true(several == 2000);
}

/* For polygons of random orientation nearly always a single edge is left. */
static void test_few_are_left(void **state)
{
    (void)state;
    if (nothing_to_test())
        return;
    lw_random random = {test_seed()};
    int several = 0;
    for (int i = 0; i < 2000; i++) {
        form a = {16, 0, 0, 0.01, 1, false};
        form b = {24, 0, 0, 0.01, 1, false};
        int left = check_pair(&random, &a, &b, lw_random_between(&random, 0.3, 1.9), true);
        assert_true(left > 0);
        several += left > 1;
    }
    assert_true(several < 100);
}

/* Beyond the range of floats, and for too many vertices, the coarse test leaves nothing out. */
static void test_limits(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    form one = {16, 0, 0, 0.01, 1, false};
    form many = {LW_COARSE_MOST + 1, 0, 0, 1e-4, 1, false};
    form tiny = {16, 0, 0, 0.01, 1e-25, false};
    assert_int_equal(check_pair(&random, &one, &many, 0.5, true), 0);
    assert_int_equal(check_pair(&random, &tiny, &tiny, 1e-25, true), 0);
    assert_int_equal(check_pair(&random, &one, &one, 1e30, true), 0);
    if (!nothing_to_test())
        assert_true(check_pair(&random, &one, &one, 0.5, true) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearly_as_good),
        cmocka_unit_test(test_of_two_sizes),
        cmocka_unit_test(test_far),
        cmocka_unit_test(test_far_from_origin),
        cmocka_unit_test(test_just_as_good),
        cmocka_unit_test(test_few_are_left),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
