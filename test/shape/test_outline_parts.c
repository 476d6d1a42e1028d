/* Tests shape/plane/outline_parts.h: the parts of random stars and combs are convex, do not overlap,
 * and cover the region that the outline encloses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "long_outlines.h"
#include "math/vec2.h"
#include "seed.h"
#include "shape/plane/outline_parts.h"
#include "shape/plane/outline_sweep.h"

enum { MOST = 60, LONGEST = 32000 };

static vec2 vertex(const double *vertices, size_t i)
{
    return v2(vertices[3 * i], vertices[3 * i + 1]);
}

/* a star about the origin: simple, and mostly far from convex */
static size_t random_star(lw_random *random, double *vertices)
{
    size_t count = 3 + lw_random_below(random, MOST - 3);
    double deep = lw_random_between(random, 0.05, 1);
    bool clockwise = lw_random_below(random, 2);
    for (size_t i = 0; i < count; i++) {
        double angle =
            6.283185307179586 * ((double)i + lw_random_between(random, 0, 0.9)) / (double)count;
        double radius = lw_random_between(random, deep, 1);
        size_t k = clockwise ? count - 1 - i : i;
        vertices[3 * k] = radius * cos(angle);
        vertices[3 * k + 1] = radius * sin(angle);
        vertices[3 * k + 2] = 0;
    }
    return count;
}

/* counts how often a ray from p crosses the outline */
static bool is_inside(const double *vertices, size_t count, vec2 p)
{
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        vec2 a = vertex(vertices, i);
        vec2 b = vertex(vertices, (i + 1) % count);
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

static double area_of(const double *vertices, const uint32_t *corners, size_t count)
{
    double area = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = (i + 1) % count;
        area += 0.5 * cross2(vertex(vertices, corners ? corners[i] : i),
                             vertex(vertices, corners ? corners[k] : k));
    }
    return area;
}

static bool is_in_part(const double *vertices, const uint32_t *corners, size_t count, vec2 p)
{
    for (size_t i = 0; i < count; i++) {
        vec2 a = vertex(vertices, corners[i]);
        vec2 b = vertex(vertices, corners[(i + 1) % count]);
        if (cross2(sub2(b, a), sub2(p, a)) < -1e-14)
            return false;
    }
    return true;
}

static void test_parts(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t parts_all = 0;
    size_t corners_all = 0;
    for (int round = 0; round < test_rounds(3000, 100000); round++) {
        double vertices[3 * MOST];
        size_t count = random_star(&random, vertices);
        lw_outline_parts parts;
        lw_error error = {0};
        if (lw_outline_clean(vertices, &count, NULL, &error) ||
            lw_outline_split(vertices, count, &parts, &error))
            fail_msg("round %d: %s", round, error.message);
        double area = 0;
        const uint32_t *corners = parts.corners;
        for (size_t i = 0; i < parts.count; i++) {
            size_t n = parts.sizes[i];
            area += area_of(vertices, corners, n);
            for (size_t k = 0; k < n; k++) {
                vec2 p = vertex(vertices, corners[k]);
                vec2 q = vertex(vertices, corners[(k + 1) % n]);
                vec2 r = vertex(vertices, corners[(k + 2) % n]);
                assert_true(cross2(sub2(q, p), sub2(r, q)) >= -1e-15);
            }
            corners += n;
        }
        assert_true(fabs(area - area_of(vertices, NULL, count)) < 1e-13);
        for (int i = 0; i < 50; i++) {
            vec2 p = v2(lw_random_between(&random, -1, 1), lw_random_between(&random, -1, 1));
            if (!is_inside(vertices, count, p))
                continue;
            bool found = false;
            corners = parts.corners;
            for (size_t k = 0; k < parts.count && !found; k++) {
                found = is_in_part(vertices, corners, parts.sizes[k], p);
                corners += parts.sizes[k];
            }
            if (!found)
                fail_msg("round %d: (%g, %g) is inside, and in no part", round, p.x, p.y);
        }
        parts_all += parts.count;
        corners_all += count;
        lw_outline_parts_free(&parts);
    }
    /* if all parts were triangles, there would be nearly as many as corners */
    assert_true(2 * parts_all < corners_all);
}

static void test_clean(void **state)
{
    (void)state;
    lw_outline_repair repair;
    lw_error error = {0};
    double vertices[] = {0, 0, 0, 0, 1, 0, 0, 2, 0, 2, 2, 0, 2, 2, 0, 1, 1, 0};
    size_t count = 6;
    assert_int_equal(lw_outline_clean(vertices, &count, &repair, &error), LW_OK);
    assert_true(count == 3 && repair.turned && repair.dropped == 3);
    assert_true(area_of(vertices, NULL, count) == 2);

    /* the first vertex and the last are straight */
    double straight[] = {1, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 0, 0.5, 0, 0};
    count = 6;
    assert_int_equal(lw_outline_clean(straight, &count, &repair, &error), LW_OK);
    assert_true(count == 4 && repair.dropped == 2 && area_of(straight, NULL, count) == 4);

    double line[] = {0, 0, 0, 1, 1, 0, 3, 3, 0, 2, 2, 0};
    count = 4;
    assert_int_equal(lw_outline_clean(line, &count, &repair, &error), LW_OK);
    assert_true(count <= 2);
    double place[] = {5, 5, 0, 5, 5, 0, 5, 5, 0};
    count = 3;
    assert_int_equal(lw_outline_clean(place, &count, &repair, &error), LW_OK);
    assert_int_equal(count, 1);

    double bow[] = {0, 0, 0, 2, 2, 0, 2, 0, 0, 0, 2, 0};
    count = 4;
    assert_int_equal(lw_outline_clean(bow, &count, &repair, &error), LW_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "the outline crosses or touches itself: its edges from (0, 0) and "
                        "from (2, 0) meet");
    /* a corner on an edge */
    double touching[] = {0, 0, 0, 4, 0, 0, 4, 2, 0, 2, 0, 0, 0, 2, 0};
    count = 5;
    assert_int_equal(lw_outline_clean(touching, &count, &repair, &error), LW_ERROR_ARGUMENT);
}

/* ---- long outlines ---------------------------------------------------------------------------- */

static void put(double *vertices, size_t i, double x, double y)
{
    vertices[3 * i] = x;
    vertices[3 * i + 1] = y;
    vertices[3 * i + 2] = 0;
}

/* The parts of long outlines lie beside each other and cover the region. */
static void test_long_outlines(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static double vertices[3 * LONGEST];
    for (int outline = 0; outline < 2 * LONG_KINDS; outline++) {
        int kind = outline / 2;
        double angle = outline % 2 ? lw_random_between(&random, 0, 6.3) : 0;
        size_t count = long_outline(vertices, (size_t)test_rounds(2000, LONGEST), kind, angle, &random);
        size_t given = count;
        lw_outline_parts parts;
        lw_outline_repair repair;
        lw_error error = {0};
        if (lw_outline_clean(vertices, &count, &repair, &error) ||
            lw_outline_split(vertices, count, &parts, &error))
            fail_msg("%s: %s", long_outline_names[kind], error.message);
        printf("%s turned by %g: %zu vertices, %zu parts\n", long_outline_names[kind], angle, count,
               parts.count);
        assert_true(kind == LONG_HILBERT ? count < given : count == given);
        assert_non_null(parts.corners);
        double area = 0;
        double all = area_of(vertices, NULL, count);
        double square =
            0; /* areas err by a share of it, because the terms of their sums are about as large */
        for (size_t i = 0; i < count; i++)
            square = fmax(square, dot2(vertex(vertices, i), vertex(vertices, i)));
        const uint32_t *corners = parts.corners;
        for (size_t i = 0; i < parts.count; i++) {
            double part = area_of(vertices, corners, parts.sizes[i]);
            assert_true(part > -1e-14 * all - 1e-15 * square);
            area += part;
            corners += parts.sizes[i];
        }
        assert_true(fabs(area - all) <= 1e-11 * all + 1e-13 * square);
        for (int i = 0; i < 100; i++) {
            const uint32_t *of = parts.corners;
            if (!of)
                return;
            size_t part = lw_random_below(&random, (uint32_t)parts.count);
            for (size_t k = 0; k < part; k++)
                of += parts.sizes[k];
            if (area_of(vertices, of, parts.sizes[part]) < 1e-9 * all)
                continue; /* corners in line but for rounding */
            vec2 p = v2(0, 0);
            for (size_t k = 0; k < parts.sizes[part]; k++)
                p = add2(p, scale2(1 / (double)parts.sizes[part], vertex(vertices, of[k])));
            /* the middle of a part is inside of the outline, and in no other part */
            assert_true(is_inside(vertices, count, p));
            size_t found = 0;
            of = parts.corners;
            for (size_t k = 0; k < parts.count; k++) {
                found += is_in_part(vertices, of, parts.sizes[k], p);
                of += parts.sizes[k];
            }
            assert_int_equal(found, 1);
        }
        lw_outline_parts_free(&parts);
    }
}

/* A sweep proves that outlines do not cross themselves, so that no search for edges that meet is
 * necessary. It never does so where two edges meet. */
static void test_sweep(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static double vertices[3 * LONGEST];
    for (int round = 0; round < test_rounds(20, 1000) * LONG_KINDS; round++) {
        int kind = round % LONG_KINDS;
        size_t count = long_outline(vertices, 400, kind, lw_random_between(&random, 0, 6.3), &random);
        lw_outline_sweep_result swept;
        lw_error error = {0};
        assert_int_equal(lw_outline_clean(vertices, &count, NULL, &error), LW_OK);
        double size = 0;
        for (size_t i = 0; i < count; i++)
            size = fmax(size, 2 * length2(vertex(vertices, i)));
        assert_int_equal(lw_outline_sweep(vertices, count, 0x1p-50 * size, &swept, &error), LW_OK);
        assert_true(swept.apart);
        if (count < 4) {
            fail_msg("only %zu vertices are left of 400", count);
            return;
        }

        /* moves a vertex to the middle of an edge */
        size_t edge = lw_random_below(&random, (uint32_t)count);
        size_t moved = (edge + 2 + lw_random_below(&random, (uint32_t)count - 3)) % count;
        vec2 middle = scale2(0.5, add2(vertex(vertices, edge), vertex(vertices, (edge + 1) % count)));
        put(vertices, moved, middle.x, middle.y);
        assert_int_equal(lw_outline_sweep(vertices, count, 0x1p-50 * size, &swept, &error), LW_OK);
        assert_false(swept.apart);
        assert_int_equal(lw_outline_clean(vertices, &count, NULL, &error), LW_ERROR_ARGUMENT);
    }
}

/* the first two edges that meet, found by looking at each pair; SIZE_MAX: there are none */
static size_t first_meeting(const double *vertices, size_t count, size_t *other)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 2; k < count; k++) {
            vec2 a = vertex(vertices, i);
            vec2 b = vertex(vertices, i + 1);
            vec2 c = vertex(vertices, k);
            vec2 d = vertex(vertices, (k + 1) % count);
            if (i == 0 && k == count - 1)
                continue;
            *other = k;
            if (cross2(sub2(b, a), sub2(c, a)) * cross2(sub2(b, a), sub2(d, a)) < 0 &&
                cross2(sub2(d, c), sub2(a, c)) * cross2(sub2(d, c), sub2(b, c)) < 0)
                return i;
        }
    return SIZE_MAX;
}

/* Random outlines, most of which cross themselves, and stars two of whose vertices were swapped: the
 * error names the first pair of edges that meet. */
static void test_crossing_outlines(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t crossing = 0;
    int rounds = test_rounds(2000, 50000);
    for (int round = 0; round < rounds; round++) {
        double vertices[3 * MOST];
        size_t count = random_star(&random, vertices);
        if (round % 2) {
            size_t i = lw_random_below(&random, (uint32_t)count);
            size_t k = lw_random_below(&random, (uint32_t)count);
            vec2 swap = vertex(vertices, i);
            put(vertices, i, vertex(vertices, k).x, vertex(vertices, k).y);
            put(vertices, k, swap.x, swap.y);
        }
        for (size_t i = 0; i < count && round % 10 == 0; i++)
            put(vertices, i, lw_random_between(&random, -1, 1), lw_random_between(&random, -1, 1));
        lw_error error = {0};
        lw_status status = lw_outline_clean(vertices, &count, NULL, &error);
        size_t other = 0;
        size_t first = first_meeting(vertices, count, &other);
        if (first == SIZE_MAX) {
            assert_int_equal(status, LW_OK);
            continue;
        }
        char expected[480];
        snprintf(
            expected, sizeof expected,
            "the outline crosses or touches itself: its edges from (%g, %g) and from (%g, %g) meet",
            vertices[3 * first], vertices[3 * first + 1], vertices[3 * other], vertices[3 * other + 1]);
        assert_int_equal(status, LW_ERROR_ARGUMENT);
        assert_string_equal(error.message, expected);
        crossing++;
    }
    assert_in_range(crossing, rounds / 5, rounds - rounds / 5);
}

/* ---- outlines on a grid: exact ------------------------------------------------------------------ */

static long turn_of(const double *a, const double *b, const double *c)
{
    return lround((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

static bool is_on(const double *a, const double *b, const double *p)
{
    return turn_of(a, b, p) == 0 && (p[0] - a[0]) * (p[0] - b[0]) + (p[1] - a[1]) * (p[1] - b[1]) <= 0;
}

static bool has_common_point(const double *a, const double *b, const double *c, const double *d)
{
    long ac = turn_of(a, b, c);
    long ad = turn_of(a, b, d);
    long ca = turn_of(c, d, a);
    long cb = turn_of(c, d, b);
    bool cross =
        ((ac > 0 && ad < 0) || (ac < 0 && ad > 0)) && ((ca > 0 && cb < 0) || (ca < 0 && cb > 0));
    return cross || is_on(a, b, c) || is_on(a, b, d) || is_on(c, d, a) || is_on(c, d, b);
}

static bool has_meeting(const double *vertices, size_t count, size_t found[2])
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 2; k < count; k++)
            if ((i > 0 || k + 1 < count) &&
                has_common_point(vertices + 3 * i, vertices + 3 * (i + 1), vertices + 3 * k,
                                 vertices + 3 * ((k + 1) % count))) {
                found[0] = i;
                found[1] = k;
                return true;
            }
    return false;
}

/* Vertices of a small grid: many touch an edge or another vertex, and all is exact in whole numbers.
 * The error names the first two edges that have a point in common. */
static void test_outlines_on_a_grid(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int simple = 0;
    int rounds = test_rounds(20000, 500000);
    for (int round = 0; round < rounds; round++) {
        double vertices[3 * MOST];
        size_t count = 4 + lw_random_below(&random, 5);
        uint32_t side = 3 + lw_random_below(&random, 6);
        for (size_t i = 0; i < count; i++)
            put(vertices, i, lw_random_below(&random, side), lw_random_below(&random, side));
        lw_error error = {0};
        lw_status status = lw_outline_clean(vertices, &count, NULL, &error);
        size_t found[2] = {0, 0};
        if (count < 3 || !has_meeting(vertices, count, found)) {
            assert_int_equal(status, LW_OK);
            simple++;
            continue;
        }
        char expected[480];
        snprintf(
            expected, sizeof expected,
            "the outline crosses or touches itself: its edges from (%g, %g) and from (%g, %g) meet",
            vertices[3 * found[0]], vertices[3 * found[0] + 1], vertices[3 * found[1]],
            vertices[3 * found[1] + 1]);
        assert_int_equal(status, LW_ERROR_ARGUMENT);
        assert_string_equal(error.message, expected);
    }
    assert_in_range(simple, rounds / 10, rounds - rounds / 10);
}

static void test_failing_allocations(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        double vertices[] = {0, 0, 0, 4, 0, 0, 4, 4, 0, 2, 1, 0, 0, 4, 0};
        size_t count = 5;
        lw_outline_parts parts = {0};
        lw_error error = {0};
        allocation_fail(n);
        lw_status status = lw_outline_clean(vertices, &count, NULL, &error);
        if (!status)
            status = lw_outline_split(vertices, count, &parts, &error);
        if (!allocation_failed()) {
            assert_int_equal(status, LW_OK);
            assert_int_equal(parts.count, 3);
            lw_outline_parts_free(&parts);
            break;
        }
        assert_int_equal(status, LW_ERROR_MEMORY);
    }
    allocation_fail(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_clean),
        cmocka_unit_test(test_long_outlines),
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_crossing_outlines),
        cmocka_unit_test(test_outlines_on_a_grid),
        cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
