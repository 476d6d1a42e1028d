/* shape/outline_parts.h: outlines of random stars and combs; their parts are convex, lie side by side,
 * and cover what the outline encloses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "math/vec2.h"
#include "seed.h"
#include "shape/outline_parts.h"

enum { MOST = 60 };

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

/* by how often a ray from it crosses the outline */
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
    /* triangles alone would be nearly as many as corners */
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

enum { STAR, COMB, SPIRAL, ZIGZAG, SAW, LINE, KINDS };

static void put(double *vertices, size_t i, double x, double y)
{
    vertices[3 * i] = x;
    vertices[3 * i + 1] = y;
    vertices[3 * i + 2] = 0;
}

/* An outline of an even number of vertices, more than 8. */
static void long_outline(double *vertices, size_t count, int kind, lw_random *random)
{
    size_t half = count / 2;
    for (size_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * (double)i / (double)count;
        /* the way there and, on the other side, back */
        double along = (double)(i < half ? i : count - 1 - i);
        bool back = i >= half;
        double radius = lw_random_between(random, 0.1, 1);
        double winding = along * 100 / (double)half + 5;
        switch (kind) {
        case STAR:
            put(vertices, i, radius * cos(angle), radius * sin(angle));
            break;
        case COMB:
            put(vertices, i, back ? along : along - 0.25 * (i % 2),
                back        ? -1 - 0.1 * (i % 2)
                : i % 4 < 2 ? 0
                            : 1000);
            break;
        case SPIRAL:
            winding -= back ? 2 : 0;
            put(vertices, i, winding * cos(winding + (back ? 2 : 0)),
                winding * sin(winding + (back ? 2 : 0)));
            break;
        case ZIGZAG: /* a thin strip with long edges, side by side and slanting */
            radius = (size_t)along % 2 ? 100 : 0;
            put(vertices, i, 0.8 * along + 0.6 * radius + (back ? 0.3 : 0),
                0.8 * radius - 0.6 * along + (back ? 0.4 : 0));
            break;
        case SAW:
            radius = 1 + 0.01 * (double)(i % 2);
            put(vertices, i, radius * cos(angle), radius * sin(angle));
            break;
        default: /* a square with all vertices on two sides */
            put(vertices, i, along, back ? (double)half : 0);
        }
    }
}

/* Parts beside each other that cover, and what takes squares of the length would be seen. */
static void test_long_outlines(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static double vertices[3 * LW_OUTLINE_MOST];
    for (int kind = 0; kind < KINDS; kind++) {
        size_t count = (size_t)test_rounds(2000, 8000);
        long_outline(vertices, count, kind, &random);
        lw_outline_parts parts;
        lw_outline_repair repair;
        lw_error error = {0};
        clock_t start = clock();
        if (lw_outline_clean(vertices, &count, &repair, &error) ||
            lw_outline_split(vertices, count, &parts, &error))
            fail_msg("kind %d: %s", kind, error.message);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        printf("kind %d: %zu vertices, %zu parts in %.3f s\n", kind, count, parts.count, seconds);
        assert_int_equal(count, kind == LINE ? 4 : (size_t)test_rounds(2000, 8000));
        assert_non_null(parts.corners);
        double area = 0;
        const uint32_t *corners = parts.corners;
        for (size_t i = 0; i < parts.count; i++) {
            double part = area_of(vertices, corners, parts.sizes[i]);
            assert_true(part > 0);
            area += part;
            corners += parts.sizes[i];
        }
        double all = area_of(vertices, NULL, count);
        assert_true(fabs(area - all) <= 1e-11 * all);
        for (int i = 0; i < 100; i++) {
            const uint32_t *of = parts.corners;
            if (!of)
                return;
            size_t part = lw_random_below(&random, (uint32_t)parts.count);
            for (size_t k = 0; k < part; k++)
                of += parts.sizes[k];
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

/* the first two edges that meet, as by looking at each pair; SIZE_MAX: none do */
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

/* Outlines at random, most of which cross themselves, and stars of which two vertices were swapped: the
 * sentence names the first pair of edges. */
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
        cmocka_unit_test(test_crossing_outlines),
        cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
