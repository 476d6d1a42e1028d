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
    c->points[0] = c->middle; /* on the sides of all cones, so never deep */
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
            else if (i)
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

/* How far a point is on the inner side of the plane through the middle and an edge of a facet, as a
 * volume, in extended precision. */
static long double volume_inside(const lw_closed_facets *hull, size_t facet, int side, vec3 p)
{
    const uint32_t *corner = hull->facets[facet];
    wide m = widen(hull->middle);
    return wide_dot(wide_cross(wide_sub(widen(hull->points[corner[side]]), m),
                               wide_sub(widen(hull->points[corner[(side + 1) % 3]]), m)),
                    wide_sub(widen(p), m));
}

/* Whether a point is in the cone of some facet, up to the rounding of extended precision. */
static bool is_in_some_cone(const lw_closed_facets *hull, vec3 p)
{
    for (size_t f = 0; f < hull->count; f++) {
        bool in = true;
        for (int side = 0; side < 3; side++)
            in &= volume_inside(hull, f, side, p) > -0x1p-61L * 8;
        if (in)
            return true;
    }
    return false;
}

/* A tetrahedron, open at one edge of a facet: the facet across it is missing, so that a point past that
 * edge is in no cone. The edge is very short, so that the plane through it and the middle has large
 * rounding errors beside it. */
static void test_short_edges(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(20000, 500000);
    int deep = 0;
    int past = 0;
    for (int round = 0; round < rounds; round++) {
        double edge = pow(10, lw_random_between(&random, -13, -3));
        vec3 points[5];
        points[0] = random_direction(&random);
        points[1] = add_scaled(points[0], edge, random_direction(&random));
        points[2] = random_direction(&random);
        const vec3 middle = random_vector(&random, 0.1);
        static const uint32_t facets[2][1][3] = {{{0, 1, 2}}, {{1, 0, 2}}};
        lw_closed_facets hull = {points, facets[0], 1, middle};
        if (dot(cross(sub(points[0], middle), sub(points[1], middle)), sub(points[2], middle)) < 0)
            hull.facets = facets[1];
        /* beside the plane of the short edge and the middle, by about the rounding errors */
        double beside = pow(10, lw_random_between(&random, -18, -12)) / edge;
        vec3 on_edge =
            add_scaled(points[0], lw_random_between(&random, 0, 1), sub(points[1], points[0]));
        vec3 toward = sub(points[2], on_edge);
        on_edge = add_scaled(on_edge, lw_random_below(&random, 2) ? beside : -beside, toward);
        points[3] = add_scaled(middle, lw_random_between(&random, 0.3, 0.9), sub(on_edge, middle));
        bool marks[4] = {true, true, true, false};
        assert_true(lw_hull_mark_deep(&hull, 4, marks));
        bool in = is_in_some_cone(&hull, points[3]);
        assert_true(in || !marks[3]);
        deep += marks[3];
        past += !in;
    }
    assert_true(deep > rounds / 100);
    assert_true(past > rounds / 10);
}

static void test_given_marks_stay(void **state)
{
    (void)state;
    const vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.2, 0.22, 0.3}, {2, 2, 2}};
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deep_points_are_inside), cmocka_unit_test(test_short_edges),
        cmocka_unit_test(test_given_marks_stay), cmocka_unit_test(test_open_facets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
