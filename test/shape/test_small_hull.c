/* Tests shape/small_hull.h. In general position the facets are exactly the triples of points with all
 * other points behind them. For any points the facets enclose a volume, have no point in front of them,
 * and have no unnecessary corner. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "certify.h"
#include "seed.h"
#include "shape/small_hull.h"

enum { MOST = LW_SMALL_HULL_POINTS };

typedef struct cloud {
    size_t count;
    vec3 points[MOST];
    uint32_t start[4];
} cloud;

static long double volume(const cloud *c, uint32_t i, uint32_t j, uint32_t k, uint32_t l)
{
    wide from = widen(c->points[i]);
    return wide_dot(
        wide_cross(wide_sub(widen(c->points[j]), from), wide_sub(widen(c->points[k]), from)),
        wide_sub(widen(c->points[l]), from));
}

/* Sets c->start to four points of a large volume, in any order. */
static bool find_start(lw_random *random, cloud *c)
{
    long double most = 0;
    for (int i = 0; i < 400; i++) {
        uint32_t at[4];
        for (int k = 0; k < 4; k++)
            at[k] = lw_random_below(random, (uint32_t)c->count);
        long double spanned = fabsl(volume(c, at[0], at[1], at[2], at[3]));
        if (spanned > most) {
            most = spanned;
            memcpy(c->start, at, sizeof at);
        }
    }
    return most > 0.1L;
}

/* Kinds: on a sphere, in a box, on a grid, on a grid with noise, in a box with many points in one
 * plane. */
static cloud random_cloud(lw_random *random, uint32_t kind)
{
    cloud c;
    do {
        c.count = 4 + lw_random_below(random, kind ? MOST - 3 : 13);
        double noise = kind == 3 ? pow(10, lw_random_between(random, -16, -3)) : 0;
        mat3 turn = random_rotation(random);
        for (size_t i = 0; i < c.count; i++) {
            vec3 p = kind == 0 ? random_direction(random) : random_vector(random, 1);
            if (kind == 2 || kind == 3)
                p = v3(floor(2 * p.x) / 2, floor(2 * p.y) / 2, floor(2 * p.z) / 2);
            if (kind == 4 && i % 2)
                p.z = 0.5;
            c.points[i] = rotate(turn, add(p, random_vector(random, noise)));
            if (kind && i && lw_random_below(random, 20) == 0)
                c.points[i] = c.points[lw_random_below(random, (uint32_t)i)];
        }
    } while (!find_start(random, &c));
    return c;
}

/* The number of triples with all other points behind them; 0: four points are near a plane. */
static size_t count_facets(const cloud *c)
{
    size_t found = 0;
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t j = i + 1; j < c->count; j++)
            for (uint32_t k = j + 1; k < c->count; k++) {
                size_t before = 0;
                size_t behind = 0;
                for (uint32_t l = 0; l < c->count; l++) {
                    if (l == i || l == j || l == k)
                        continue;
                    long double v = volume(c, i, j, k, l);
                    if (fabsl(v) < 1e-4L)
                        return 0;
                    v > 0 ? before++ : behind++;
                }
                found += before == 0 || behind == 0;
            }
    return found;
}

static void check_closed(uint32_t (*facets)[3], size_t count)
{
    uint8_t passed[MOST][MOST] = {{0}};
    for (size_t f = 0; f < count; f++)
        for (int k = 0; k < 3; k++)
            passed[facets[f][k]][facets[f][(k + 1) % 3]]++;
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            assert_true(passed[i][j] == passed[j][i] && passed[i][j] <= 1);
}

/* Each corner is a proper one: the normals of its facets do not cancel, and no point lies beyond a
 * facet. */
static void check_corners(const cloud *c, uint32_t (*facets)[3], size_t count, double slack)
{
    wide outwards[MOST] = {{0}};
    for (size_t f = 0; f < count; f++) {
        wide a = widen(c->points[facets[f][0]]);
        wide one = wide_sub(widen(c->points[facets[f][1]]), a);
        wide other = wide_sub(widen(c->points[facets[f][2]]), a);
        wide normal = wide_cross(one, other);
        assert_true(wide_norm(normal) > 0);
        long double own_rounding = 0x1p-60L * wide_norm(one) * wide_norm(other) / wide_norm(normal);
        for (size_t i = 0; i < c->count; i++) {
            long double beyond = wide_dot(normal, wide_sub(widen(c->points[i]), a)) / wide_norm(normal);
            if (beyond > slack + own_rounding)
                fail_msg("point %zu of %zu is %Lg beyond a facet", i, c->count, beyond);
        }
        for (int k = 0; k < 3; k++)
            outwards[facets[f][k]] = wide_along(outwards[facets[f][k]], 1 / wide_norm(normal), normal);
    }
    for (size_t f = 0; f < count; f++)
        for (int k = 0; k < 3; k++)
            assert_true(wide_norm(outwards[facets[f][k]]) > 0.01L);
}

static void test_general_position(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int compared = 0;
    for (int round = 0; round < test_rounds(2000, 100000); round++) {
        cloud c = random_cloud(&random, 0);
        size_t expected = count_facets(&c);
        if (!expected)
            continue;
        uint32_t facets[LW_SMALL_HULL_FACETS][3];
        size_t found = lw_small_hull(c.points, c.count, c.start, facets);
        assert_int_equal(found, expected);
        check_closed(facets, found);
        check_corners(&c, facets, found, 1e-17);
        compared++;
    }
    assert_true(compared > 200);
}

static void test_any_position(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int found[5] = {0};
    for (int round = 0; round < test_rounds(10000, 1000000); round++) {
        uint32_t kind = lw_random_below(&random, 5);
        cloud c = random_cloud(&random, kind);
        uint32_t facets[LW_SMALL_HULL_FACETS][3];
        size_t count = lw_small_hull(c.points, c.count, c.start, facets);
        found[kind] += count > 0;
        check_closed(facets, count);
        check_corners(&c, facets, count, 0x1p-38);
    }
    for (int kind = 0; kind < 5; kind++)
        assert_true(found[kind] > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_general_position),
        cmocka_unit_test(test_any_position),
    };
    return cmocka_run_group_tests_name("small_hull", tests, NULL, NULL);
}
