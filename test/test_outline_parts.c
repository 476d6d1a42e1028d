/* shape/outline_parts.h: outlines of random stars and combs; their parts are convex, lie side by side,
 * and cover what the outline encloses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
