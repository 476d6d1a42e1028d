/* Tests shape/triangulation.h: polygons become triangles that cover them, and exactly so where they do
 * not cross themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <string.h>

#include "base/random.h"
#include "math/pose.h"
#include "seed.h"
#include "shape/triangulation.h"

#define MOST 400

typedef struct polygon {
    double flat[MOST][2];
    vec3 vertices[MOST];
    uint32_t corners[MOST];
    lw_corner scratch[MOST];
    uint32_t triangles[MOST][3];
    size_t count;
} polygon;

/* moves the flat polygon into a plane of space, with its corners in another order in memory */
static void split(polygon *p, pose at)
{
    for (size_t i = 0; i < p->count; i++) {
        size_t place = p->count - 1 - i;
        p->vertices[place] = transform(at, v3(p->flat[i][0], p->flat[i][1], 0));
        p->corners[i] = (uint32_t)place;
    }
    lw_polygon_triangulate(p->vertices, p->corners, p->count, p->scratch, p->triangles);
}

static const double *flat(const polygon *p, uint32_t corner)
{
    assert_true(corner < p->count);
    return p->flat[p->count - 1 - corner];
}

static double area(const double *a, const double *b, const double *c)
{
    return ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
}

/* the shoelace formula */
static double polygon_area(const polygon *p)
{
    double sum = 0;
    for (size_t i = 0; i < p->count; i++) {
        const double *a = p->flat[i];
        const double *b = p->flat[(i + 1) % p->count];
        sum += a[0] * b[1] - a[1] * b[0];
    }
    return sum / 2;
}

/* the triangles' signed areas sum to the polygon's, for any polygon; if it is simple, all have the same
 * sign */
static void check_areas(const polygon *p, bool simple)
{
    double sum = 0;
    double absolute = 0;
    for (size_t t = 0; t + 2 < p->count; t++) {
        const uint32_t *corner = p->triangles[t];
        double one = area(flat(p, corner[0]), flat(p, corner[1]), flat(p, corner[2]));
        sum += one;
        absolute += fabs(one);
    }
    double whole = polygon_area(p);
    assert_true(fabs(sum - whole) <= 1e-9 * (absolute + 1));
    if (simple)
        assert_true(fabs(absolute - fabs(whole)) <= 1e-9 * (absolute + 1));
}

/* each edge of the polygon is an edge of one triangle, and every other edge joins two in opposite
 * directions, so a closed surface stays closed */
static void check_edges(const polygon *p)
{
    static int8_t directed[MOST][MOST];
    memset(directed, 0, sizeof directed);
    for (size_t t = 0; t + 2 < p->count; t++)
        for (size_t i = 0; i < 3; i++) {
            uint32_t a = p->triangles[t][i];
            uint32_t b = p->triangles[t][(i + 1) % 3];
            directed[a][b]++;
            directed[b][a]--;
        }
    for (size_t i = 0; i < p->count; i++) {
        uint32_t a = p->corners[i];
        uint32_t b = p->corners[(i + 1) % p->count];
        directed[a][b]--;
        directed[b][a]++;
    }
    for (size_t a = 0; a < p->count; a++)
        for (size_t b = 0; b < p->count; b++)
            assert_int_equal(directed[a][b], 0);
}

static bool in_triangle(const double *a, const double *b, const double *c, const double *q)
{
    double u = area(a, b, q);
    double v = area(b, c, q);
    double w = area(c, a, q);
    return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

/* how often the polygon winds round a point: crossings of the ray to the right, with their sign */
static int winding(const polygon *p, const double *q)
{
    int sum = 0;
    for (size_t i = 0; i < p->count; i++) {
        const double *a = p->flat[i];
        const double *b = p->flat[(i + 1) % p->count];
        if (a[1] <= q[1] && b[1] > q[1] && area(a, b, q) > 0)
            sum++;
        if (a[1] > q[1] && b[1] <= q[1] && area(a, b, q) < 0)
            sum--;
    }
    return sum;
}

/* every point that the polygon winds round lies in a triangle */
static void check_cover(const polygon *p, lw_random *random)
{
    for (int round = 0; round < 200; round++) {
        double q[2] = {lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)};
        if (!winding(p, q))
            continue;
        bool covered = false;
        for (size_t t = 0; t + 2 < p->count && !covered; t++)
            covered = in_triangle(flat(p, p->triangles[t][0]), flat(p, p->triangles[t][1]),
                                  flat(p, p->triangles[t][2]), q);
        assert_true(covered);
    }
}

static pose random_pose(lw_random *random)
{
    lw_pose at = {{lw_random_between(random, -1, 1), 0, 2},
                  {lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                   lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)}};
    lw_quat_normalize(&at.orientation);
    return lw_pose_in(at);
}

static void test_quads(void **state)
{
    (void)state;
    polygon p = {.flat = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, .count = 4};
    split(&p, pose_identity());
    /* a convex polygon is cut from its first corner to its third: places 3, 2, 1, 0 */
    const uint32_t expected[2][3] = {{3, 2, 1}, {3, 1, 0}};
    assert_memory_equal(p.triangles, expected, sizeof expected);

    /* an arrow head, its dent at any of the four corners */
    static const double arrow[4][2] = {{0, 0}, {1, 1}, {0, 0.25}, {-1, 1}};
    for (size_t first = 0; first < 4; first++) {
        for (size_t i = 0; i < 4; i++)
            memcpy(p.flat[i], arrow[(first + i) % 4], sizeof p.flat[i]);
        split(&p, pose_identity());
        check_areas(&p, true);
        check_edges(&p);
    }
}

static void test_triangle(void **state)
{
    (void)state;
    polygon p = {.flat = {{0, 0}, {1, 0}, {0, 1}}, .count = 3};
    split(&p, pose_identity());
    const uint32_t expected[3] = {2, 1, 0};
    assert_memory_equal(p.triangles[0], expected, sizeof expected);
}

/* stars as seen from their middle: simple, with about as many concave corners as convex ones */
static void test_simple_polygons(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static polygon p;
    for (int round = 0; round < test_rounds(200, 5000); round++) {
        p.count = 3 + lw_random_below(&random, round % 10 ? 30 : MOST - 3);
        for (size_t i = 0; i < p.count; i++) {
            double s;
            double c;
            double angle = 6.283185307179586 * (double)i / (double)p.count;
            double radius = round % 4 ? lw_random_between(&random, 0.1, 1) : 1;
            lw_sincos(round % 2 ? angle : -angle, &s, &c);
            p.flat[i][0] = radius * c;
            p.flat[i][1] = radius * s;
        }
        split(&p, random_pose(&random));
        check_areas(&p, true);
        check_edges(&p);
        check_cover(&p, &random);
    }
}

/* Corners in a row on straight edges, which are on a grid so that they are exactly in line, and fine
 * circles, whose corners are almost in line. */
static void test_corners_in_line(void **state)
{
    (void)state;
    lw_random random = {1};
    static polygon p = {.flat = {{-1, -1},
                                 {-0.5, -1},
                                 {0, -1},
                                 {0, 0},
                                 {0.5, 0},
                                 {1, 0},
                                 {1, 0.5},
                                 {1, 1},
                                 {0, 1},
                                 {-1, 1},
                                 {-1, 0.5},
                                 {-1, 0}},
                        .count = 12};
    split(&p, pose_identity());
    check_areas(&p, true);
    check_edges(&p);
    check_cover(&p, &random);
    for (size_t t = 0; t < 10; t++)
        assert_true(area(flat(&p, p.triangles[t][0]), flat(&p, p.triangles[t][1]),
                         flat(&p, p.triangles[t][2])) > 0);
}

/* random corners, so that most polygons cross themselves: all that they wind round is covered */
static void test_crossing_polygons(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static polygon p;
    for (int round = 0; round < test_rounds(300, 5000); round++) {
        p.count = 3 + lw_random_below(&random, 12);
        for (size_t i = 0; i < p.count; i++)
            for (int k = 0; k < 2; k++)
                p.flat[i][k] = round % 3 ? lw_random_between(&random, -1, 1)
                                         : (double)lw_random_below(&random, 4) / 2 - 0.75;
        split(&p, random_pose(&random));
        check_areas(&p, false);
        check_edges(&p);
        check_cover(&p, &random);
    }
}

/* polygons without area, with all corners in one place, and with numbers that overflow: the number of
 * triangles is right, and nothing crashes */
static void test_degenerate_polygons(void **state)
{
    (void)state;
    static polygon p = {.flat = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {2, 0}}, .count = 5};
    split(&p, pose_identity());
    check_edges(&p);
    memset(p.flat, 0, sizeof p.flat);
    split(&p, pose_identity());
    check_edges(&p);
    for (size_t i = 0; i < p.count; i++)
        p.flat[i][i % 2] = 1e300;
    split(&p, pose_identity());
    check_edges(&p);
}

/* the tree gives the same answer as looking at each corner, while corners are removed one by one */
static void test_corner_tree(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static lw_corner corners[MOST];
    for (int pass = 0; pass < test_rounds(200, 5000); pass++) {
        uint32_t count = 2 + lw_random_below(&random, MOST - 2);
        bool on_grid = pass % 2;
        for (uint32_t i = 0; i < count; i++) {
            corners[i].at = v2(lw_random_between(&random, -1, 1), lw_random_between(&random, -1, 1));
            if (on_grid)
                corners[i].at = v2(round(4 * corners[i].at.x), round(4 * corners[i].at.y));
            corners[i].number = i;
        }
        lw_corner_tree tree;
        lw_corner_tree_build(&tree, corners, count);
        static bool gone[MOST];
        memset(gone, 0, sizeof gone);
        for (uint32_t left = count; left > 0; left--) {
            vec2 triangle[3];
            for (int k = 0; k < 3; k++) {
                vec2 near = scale2(lw_random_between(&random, 0, 0.5), v2(left % 7, left % 5));
                triangle[k] =
                    add2(corners[lw_random_below(&random, count)].at, on_grid ? v2(0, 0) : near);
            }
            if (twice_area(triangle[0], triangle[1], triangle[2]) > 0) {
                bool blocked = false;
                for (uint32_t i = 0; i < count && !blocked; i++) {
                    vec2 q = corners[i].at;
                    blocked = !gone[i];
                    for (int k = 0; k < 3; k++)
                        blocked = blocked && twice_area(triangle[k], triangle[(k + 1) % 3], q) >= 0 &&
                                  (q.x != triangle[k].x || q.y != triangle[k].y);
                }
                uint64_t work = 0;
                assert_int_equal(lw_corner_tree_blocks(&tree, triangle, &work), blocked);
            }
            uint32_t out = lw_random_below(&random, count);
            while (gone[out])
                out = (out + 1) % count;
            gone[out] = true;
            lw_corner_tree_remove(&tree, out);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_triangle),          cmocka_unit_test(test_quads),
        cmocka_unit_test(test_simple_polygons),   cmocka_unit_test(test_corners_in_line),
        cmocka_unit_test(test_crossing_polygons), cmocka_unit_test(test_degenerate_polygons),
        cmocka_unit_test(test_corner_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
