/* Tests shape/hull_inside.h on hulls of random clouds. A point that is 2^-20 of the way from its facet
 * to the middle is, by convexity, beneath the plane of each facet by that share of the middle's depth.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "certify.h"
#include "seed.h"
#include "shape/hull_inside.h"
#include "shape/polytope.h"

enum { MOST = 600 };

typedef struct cloud {
    size_t count;
    vec3 points[MOST];
    vec3 middle;
    bool deep[MOST];
} cloud;

/* Kinds: in a ball, in a box, near a sphere, near a star. Some points are a share of a hull's point
 * that is near 1, or the middle itself. */
static void random_cloud(lw_random *random, cloud *c)
{
    uint32_t kind = lw_random_below(random, 4);
    c->count = 40 + lw_random_below(random, MOST - 40);
    for (size_t i = 0; i < c->count; i++) {
        vec3 d = random_direction(random);
        double far = kind == 0 ? cbrt(lw_random_between(random, 0, 1)) : 1;
        if (kind == 2)
            far = lw_random_between(random, 0.98, 1);
        if (kind == 3)
            far = 0.7 + 0.3 * cos(5 * atan2(d.y, d.x));
        c->points[i] = kind == 1 ? random_vector(random, 1) : scale(far, d);
        if (i > 20 && lw_random_below(random, 4) == 0)
            c->points[i] = scale(1 - pow(2, lw_random_between(random, -30, -5)),
                                 c->points[lw_random_below(random, 20)]);
    }
    c->middle = v3(0, 0, 0);
    for (size_t i = 0; i < c->count; i++)
        c->middle = add_scaled(c->middle, 1.0 / (double)c->count, c->points[i]);
    c->points[0] = c->middle;
    memset(c->deep, 0, sizeof c->deep);
}

/* The least share of the middle's depth beneath a facet by which a point is beneath it, in extended
 * precision. */
static long double least_share(const cloud *c, const lw_found_hull *hull, vec3 p)
{
    long double least = 2;
    for (size_t f = 0; f < hull->facet_count; f++) {
        const uint32_t *corner = hull->facets[f];
        wide a = widen(c->points[corner[0]]);
        wide normal = wide_cross(wide_sub(widen(c->points[corner[1]]), a),
                                 wide_sub(widen(c->points[corner[2]]), a));
        long double share =
            wide_dot(normal, wide_sub(widen(p), a)) / wide_dot(normal, wide_sub(widen(c->middle), a));
        least = share < least ? share : least;
    }
    return least;
}

static void test_deep_points_are_inside(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(300, 3000);
    size_t deep = 0;
    size_t near = 0;
    size_t all = 0;
    cloud c;
    for (int round = 0; round < rounds; round++) {
        random_cloud(&random, &c);
        lw_found_hull hull;
        lw_error error;
        assert_int_equal(lw_hull_find(&c.points[0].x, c.count, &hull, &error), LW_OK);
        const lw_closed_facets closed = {c.points, (const uint32_t(*)[3])hull.facets, hull.facet_count,
                                         c.middle};
        assert_true(lw_hull_mark_deep(&closed, c.count, c.deep));
        for (size_t i = 0; i < c.count; i++) {
            long double share = least_share(&c, &hull, c.points[i]);
            if (c.deep[i])
                assert_true(share > 0x1p-21L);
            else
                assert_true(share < 0x1p-19L);
            deep += c.deep[i];
            near += !c.deep[i] && share > 0x1p-30L;
        }
        all += c.count;
        lw_found_hull_free(&hull);
    }
    /* both sides of the threshold are reached */
    assert_true(deep > all / 4);
    assert_true(near > (size_t)rounds / 4);
}

static void test_given_marks_stay(void **state)
{
    (void)state;
    const vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.2, 0.2, 0.2}, {2, 2, 2}};
    static const uint32_t facets[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    const lw_closed_facets closed = {points, facets, 4, {0.25, 0.25, 0.25}};
    bool deep[6] = {false, false, false, false, false, true};
    assert_true(lw_hull_mark_deep(&closed, 6, deep));
    for (int i = 0; i < 6; i++)
        assert_int_equal(deep[i], i >= 4);
    deep[5] = false;
    assert_true(lw_hull_mark_deep(&closed, 6, deep));
    assert_false(deep[5]);
}

/* Facets that do not close: a point behind an edge of one facet is not found. */
static void test_open_facets(void **state)
{
    (void)state;
    const vec3 points[] = {{0, 0, 0}, {1, 0, 0},       {0, 1, 0},
                           {0, 0, 1}, {0.3, 0.3, 0.3}, {0.1, 0.1, 0.3}};
    static const uint32_t facets[][3] = {{1, 2, 3}};
    const lw_closed_facets closed = {points, facets, 1, {0.25, 0.25, 0.25}};
    bool deep[6] = {false};
    assert_true(lw_hull_mark_deep(&closed, 6, deep));
    assert_true(deep[4]);
    assert_false(deep[5]);
    assert_false(deep[0]);
    const lw_closed_facets none = {points, facets, 0, {0.25, 0.25, 0.25}};
    bool marked[6] = {false};
    assert_true(lw_hull_mark_deep(&none, 6, marked));
    assert_false(marked[4]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_deep_points_are_inside),
                                       cmocka_unit_test(test_given_marks_stay),
                                       cmocka_unit_test(test_open_facets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
