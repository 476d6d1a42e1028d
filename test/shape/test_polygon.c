/* Tests shape/plane/polygon.h: the polygons made of outlines, and support vertices by climbing against
 * a search of all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "seed.h"
#include "shape/plane/polygon.h"

static lw_polygon *make(const double *vertices, size_t count, double radius)
{
    lw_polygon *polygon = NULL;
    lw_error error = {0};
    if (lw_polygon_create(vertices, count, radius, &polygon, &error))
        fail_msg("%s", error.message);
    return polygon;
}

static void refused(const double *vertices, size_t count, double radius, const char *sentence)
{
    lw_polygon *polygon = NULL;
    lw_error error = {0};
    assert_int_equal(lw_polygon_create(vertices, count, radius, &polygon, &error), LW_ERROR_ARGUMENT);
    assert_null(polygon);
    assert_string_equal(error.message, sentence);
}

/* corners in order, from an outline of either orientation, without repeated and straight vertices */
static void test_outlines(void **state)
{
    (void)state;
    static const double square[] = {0, 0, 2, 0, 2, 2, 0, 2};
    static const double clockwise[] = {0, 0, 0, 2, 2, 2, 2, 0};
    static const double repeated[] = {0, 0, 0, 0, 1, 0, 2, 0, 2, 2, 2, 2, 0, 2, 0, 1};
    const struct {
        const double *vertices;
        size_t count;
    } outlines[] = {{square, 4}, {clockwise, 4}, {repeated, 8}};
    for (size_t i = 0; i < 3; i++) {
        lw_polygon *polygon = make(outlines[i].vertices, outlines[i].count, 0.25);
        assert_int_equal(lw_polygon_count(polygon), 4);
        for (size_t k = 0; k < 4; k++) {
            lw_vec2 p = lw_polygon_vertex(polygon, k);
            assert_true(p.x == square[2 * k] && p.y == square[2 * k + 1]);
        }
        assert_true(polygon->radius == 0.25 && polygon->center.x == 1 && polygon->center.y == 1);
        assert_true(polygon->extent >= sqrt(2) && polygon->extent < 1.4143);
        assert_true(polygon->reach >= sqrt(8) && polygon->reach < 2.8285);
        lw_polygon_destroy(polygon);
    }
    lw_polygon_destroy(NULL);
}

static void test_points_and_segments(void **state)
{
    (void)state;
    static const double points[] = {1, 2, 1, 2, 1, 2};
    static const double line[] = {0, 0, 1, 1, 3, 3, 2, 2};
    lw_polygon *point = make(points, 3, 1);
    assert_int_equal(lw_polygon_count(point), 1);
    lw_polygon *segment = make(line, 4, 0);
    assert_int_equal(lw_polygon_count(segment), 2);
    assert_true(lw_polygon_vertex(segment, 0).x == 0 && lw_polygon_vertex(segment, 1).x == 3);
    lw_polygon_destroy(point);
    lw_polygon_destroy(segment);
}

static void test_refused(void **state)
{
    (void)state;
    static const double dent[] = {0, 0, 2, 0, 1, 0.5, 2, 2, 0, 2};
    static const double bow[] = {0, 0, 2, 2, 2, 0, 0, 2};
    static const double twice[] = {1, 0, 0, 1, -1, 0, 0, -1, 1, 0, 0, 1, -1, 0, 0, -1};
    /* a hexagon in a wrong order: its turns sum to a full turn, though not all of them are forwards */
    static const double crossed[] = {4, 0, 2, 3, -2, 3, -2, -3, -4, 0, 2, -3};
    static const double nan[] = {0, 0, 1, NAN};
    static const double far[] = {0, 0, 2e15, 0};
    refused(dent, 5, 0, "the outline of 5 vertices is not convex; give its convex parts");
    refused(bow, 4, 0, "the outline of 4 vertices is not convex; give its convex parts");
    refused(twice, 8, 0, "the outline of 8 vertices is not convex; give its convex parts");
    refused(crossed, 6, 0, "the outline of 6 vertices is not convex; give its convex parts");
    refused(nan, 2, 0, "vertex 1 of a polygon is at nan; it must be finite and at most 1e15");
    refused(far, 2, 0, "vertex 1 of a polygon is at 2e+15; it must be finite and at most 1e15");
    refused(dent, 0, 0, "a polygon needs a vertex at least");
    refused(NULL, 3, 0, "a polygon needs a vertex at least");
    refused(dent, 2, -1, "a polygon's radius is -1; it must be 0 or more, and at most 1e15");
    refused(dent, 2, NAN, "a polygon's radius is nan; it must be 0 or more, and at most 1e15");
    refused(dent, 2, 2e15, "a polygon's radius is 2e+15; it must be 0 or more, and at most 1e15");
    assert_int_equal(lw_polygon_create(dent, 2, 0, NULL, NULL), LW_ERROR_ARGUMENT);
}

/* Points on an ellipse, some of them moved onto others or onto the lines between them. */
static size_t random_outline(lw_random *random, double *vertices)
{
    size_t count = 3 + lw_random_below(random, lw_random_below(random, 8) ? 40 : 400);
    double angles[512];
    double narrow = pow(10, lw_random_between(random, -6, 0));
    for (size_t i = 0; i < count; i++)
        angles[i] = lw_random_between(random, 0, 6.28318);
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && angles[k] < angles[k - 1]; k--) {
            double swap = angles[k];
            angles[k] = angles[k - 1];
            angles[k - 1] = swap;
        }
    for (size_t i = 0; i < count; i++) {
        vertices[2 * i] = cos(angles[i]);
        vertices[2 * i + 1] = narrow * sin(angles[i]);
    }
    return count;
}

static void test_farthest(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(2000, 50000); round++) {
        double vertices[1024];
        size_t count = random_outline(&random, vertices);
        lw_polygon *polygon = make(vertices, count, 0);
        for (int i = 0; i < 50; i++) {
            vec2 d = v2(lw_random_between(&random, -1, 1), lw_random_between(&random, -1, 1));
            uint32_t which = lw_random_below(&random, 4);
            if (which == 0)
                d = v2(lw_random_below(&random, 3) - 1.0, lw_random_below(&random, 3) - 1.0);
            else if (which == 1) /* along the normal of an edge, whose two vertices are equally far */
                d = outward(sub2(polygon->vertices[1], polygon->vertices[0]));
            double most = -HUGE_VAL;
            for (size_t k = 0; k < count; k++)
                most = fmax(most, vertices[2 * k] * d.x + vertices[2 * k + 1] * d.y);
            double slack = 4e-16 * (fabs(d.x) + fabs(d.y));
            assert_true(dot2(polygon->vertices[lw_polygon_climb(polygon, d)], d) >= most - slack);
            assert_true(dot2(polygon->vertices[lw_polygon_scan(polygon, d)], d) >= most - slack);
            assert_true(dot2(polygon->vertices[lw_polygon_support(polygon, d)], d) >= most - slack);
        }
        lw_polygon_destroy(polygon);
    }
}

/* No vertex is outside of the circles, not even by the last place; and their centre is inside of the
 * polygon. */
static void test_circles(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    int at_origin = 0;
    for (int round = 0; round < test_rounds(2000, 50000); round++) {
        double vertices[1024];
        size_t count = random_outline(&random, vertices);
        double away = round % 2 ? 0 : pow(10, lw_random_between(&random, -3, 3));
        for (size_t k = 0; k < count; k++)
            vertices[2 * k] += away;
        lw_polygon *polygon = make(vertices, count, 0);
        vec2 center = polygon->center;
        at_origin += center.x == 0 && center.y == 0;
        for (uint32_t k = 0; k < polygon->count; k++) {
            vec2 v = polygon->vertices[k];
            long double x = (long double)v.x - center.x;
            long double y = (long double)v.y - center.y;
            assert_true(sqrtl(x * x + y * y) <= polygon->extent);
            assert_true(sqrtl((long double)v.x * v.x + (long double)v.y * v.y) <= polygon->reach);
            vec2 edge = sub2(polygon->vertices[k + 1], v);
            assert_true(cross2(edge, sub2(center, v)) >= -1e-15 * (1 + away) * length2(edge));
        }
        lw_polygon_destroy(polygon);
    }
    assert_true(at_origin > 100);
}

/* directions get the right octants, at their borders too */
static void test_octants(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < LW_OCTANTS; k++)
        for (int i = 1; i < 8; i++) {
            double angle = 0.78539816339744831 * (k + i / 8.0);
            assert_int_equal(lw_octant(v2(cos(angle), sin(angle))), k);
        }
    assert_int_equal(lw_octant(v2(1, 0)), 0);
    assert_int_equal(lw_octant(v2(1, 1)), 1);
    assert_in_range(lw_octant(v2(-1, 0)), 3, 4);
}

/* a triangle with an edge so short that its square underflows, and one that is so small as a whole: a
 * disc */
static void test_next_to_nothing(void **state)
{
    (void)state;
    static const double needle[] = {0, 0, 5e-324, 5e-324, 0, 1.13};
    static const double speck[] = {1e-200, 0, 0, 1e-200, -1e-200, -1e-200};
    static const double point[] = {0, 0};
    const lw_pose2 here = lw_pose2_from_angle(0, 0, 0);
    lw_polygon *thin = make(needle, 3, 0);
    lw_polygon *small = make(speck, 3, 0);
    lw_polygon *origin = make(point, 1, 0);
    assert_int_equal(lw_polygon_count(thin), 2);
    assert_int_equal(lw_polygon_count(small), 1);
    for (int i = 0; i < 64; i++) {
        double angle = 0.0981747704246810387 * i;
        lw_pose2 there = lw_pose2_from_angle(0.5 * cos(angle), 0.5 * sin(angle), angle);
        double truth = there.y > 0 ? fabs(there.x) : 0.5;
        lw_polygon_memory memory = {0};
        double found = lw_polygon_distance(thin, here, origin, there, &memory);
        assert_true(fabs(found - truth) < 1e-14);
        assert_true(lw_polygon_touches(thin, here, origin, there) == (truth < 1e-14));
        lw_separation both;
        lw_polygon_separation(small, here, origin, there, NULL, &both);
        assert_true(fabs(both.upper - 0.5) < 1e-14 && both.lower > 0.49);
        lw_polygon_separation(small, here, origin, here, NULL, &both);
        assert_true(both.upper <= 0 && both.depth >= 0);
    }
    lw_polygon_destroy(thin);
    lw_polygon_destroy(small);
    lw_polygon_destroy(origin);
}

/* an outline that turns by a given angle at the top, and by much at its other vertices */
static lw_polygon *roof(double angle)
{
    const double outline[] = {-1, 0, 1, 0, 1, 1, 0, 1 + angle, -1, 1};
    lw_polygon *polygon = make(outline, 5, 0);
    assert_int_equal(lw_polygon_count(polygon), 5);
    return polygon;
}

/* a polygon is known as flat if a vertex is flat but for rounding, the first one as well as the last;
 * others are not */
static void test_flat(void **state)
{
    (void)state;
    static const double segment[] = {0, 0, 3, 1};
    static const double point[] = {2, 1};
    static const double last[] = {-1, 1, -1, 0, 1, 0, 1, 1, 0, 1 + 0x1p-40};
    lw_polygon *of[] = {roof(0x1.01p-31),  roof(0x0.fep-31), make(segment, 2, 0),
                        make(point, 1, 0), make(last, 5, 0), roof(0.5)};
    static const bool flat[] = {false, true, false, false, true, false};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        assert_int_equal(of[i]->flat, flat[i]);
        lw_polygon_destroy(of[i]);
    }
}

/* for coordinates in whole steps of 2^-53, whose products need more than 64 bits */
__extension__ typedef __int128 whole;

static whole steps(double coordinate)
{
    return (whole)(coordinate * 0x1p53);
}

static bool is_left(vec2 a, vec2 b, vec2 c)
{
    whole to_c = (steps(b.x) - steps(a.x)) * (steps(c.y) - steps(a.y));
    whole to_b = (steps(b.y) - steps(a.y)) * (steps(c.x) - steps(a.x));
    return to_c > to_b;
}

/* at each corner of a hull the outline turns left, also if all points lie near a line */
static void test_corners_turn_left(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 5};
    size_t corners = 0;
    int rounds = test_rounds(100000, 2000000);
    for (int round = 0; round < rounds; round++) {
        enum { POINTS = 8 };
        double vertices[2 * POINTS];
        double slope = lw_random_between(&random, -1, 1);
        uint32_t width = 1U << lw_random_below(&random, 7);
        for (int i = 0; i < POINTS; i++) {
            double x = floor(lw_random_between(&random, -1, 1) * 0x1p53);
            double y = floor(slope * x) + lw_random_below(&random, 2 * width + 1) - (double)width;
            vertices[2 * i] = x * 0x1p-53;
            vertices[2 * i + 1] = y * 0x1p-53;
        }
        lw_polygon *polygon = NULL;
        assert_int_equal(lw_polygon_hull(NULL, vertices, POINTS, 0, &polygon, NULL), LW_OK);
        uint32_t count = polygon->count;
        for (uint32_t k = 0; count > 2 && k < count; k++)
            if (!is_left(polygon->vertices[k], polygon->vertices[(k + 1) % count],
                         polygon->vertices[(k + 2) % count]))
                fail_msg("round %d: the outline does not turn left after vertex %u of %u", round, k,
                         count);
        corners += count;
        lw_polygon_destroy(polygon);
    }
    assert_true(corners > 2 * (size_t)rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outlines),          cmocka_unit_test(test_points_and_segments),
        cmocka_unit_test(test_refused),           cmocka_unit_test(test_farthest),
        cmocka_unit_test(test_octants),           cmocka_unit_test(test_next_to_nothing),
        cmocka_unit_test(test_circles),           cmocka_unit_test(test_flat),
        cmocka_unit_test(test_corners_turn_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
