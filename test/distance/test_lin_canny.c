/* Tests distance/plane/lin_canny.h, Lin and Canny's algorithm, tracked along motions and started from
 * invalid features: its distances against those of a fresh search, the number of features that it
 * tries, and that it always ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "distance/plane/lin_canny.h"
#include "seed.h"

static lw_polygon *random_polygon(lw_random *random)
{
    static const uint32_t counts[] = {1, 2, 3, 4, 4, 6, 12, 24, 60};
    uint32_t count = counts[lw_random_below(random, 9)];
    double vertices[2 * 60];
    double narrow = lw_random_below(random, 4) ? 0.7 : 1e-3;
    for (uint32_t i = 0; i < count; i++) {
        double angle = (i + lw_random_between(random, 0, 0.8)) * 6.28318 / count;
        vertices[2 * i] = cos(angle);
        vertices[2 * i + 1] = narrow * sin(angle);
    }
    lw_polygon *polygon = NULL;
    double radius = lw_random_below(random, 2) ? 0 : 0.1;
    assert_int_equal(lw_polygon_create(vertices, count, radius, &polygon, NULL), LW_OK);
    return polygon;
}

typedef struct tally {
    size_t queries, tests, lost;
} tally;

static void compare(const lw_polygon *a, lw_pose2 at_a, const lw_polygon *b, lw_pose2 at_b,
                    lw_polygon_features *features, tally *all, int round)
{
    lw_separation tracked;
    lw_separation fresh;
    bool met = features->met;
    lw_polygon_track(a, at_a, b, at_b, features, &tracked);
    lw_polygon_separation(a, at_a, b, at_b, NULL, &fresh);
    double noise = 4e-14 * (2 + fabs(at_b.x) + fabs(at_b.y));
    if (fabs(tracked.upper - fresh.upper) > noise || fabs(tracked.depth - fresh.depth) > noise ||
        tracked.lower > fresh.upper || fresh.lower > tracked.upper)
        fail_msg("round %d: %.17g and %.17g, %.17g and %.17g", round, tracked.upper, fresh.upper,
                 tracked.depth, fresh.depth);
    /* normals agree where there is only one */
    double cores = fresh.upper + a->radius + b->radius;
    if (fresh.depth == 0 && cores > 1e-6 &&
        fabs(cross2(tracked.normal, fresh.normal)) > noise / cores + 1e-9)
        fail_msg("round %d: the normals differ by %g", round, cross2(tracked.normal, fresh.normal));
    /* an overlap is remembered: the next query looks for the way out at once */
    bool meets = fresh.depth > a->radius + b->radius + noise;
    if ((meets && !features->met) || (meets && features->known) ||
        (fresh.depth < a->radius + b->radius - noise && features->met))
        fail_msg("round %d: met is %d, %g deep", round, features->met, fresh.depth);
    if (met && meets && features->tests > 0 && a->count * b->count <= 1024)
        fail_msg("round %d: %u features were tried", round, features->tests);
    all->queries++;
    all->tests += features->tests;
    all->lost += !features->known && !met && fresh.lower > 0;
    uint32_t most = 4 * (a->count + b->count) * (a->count + b->count) + 16;
    assert_true(features->tests <= most);
}

static void test_tracked(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally all = {0, 0, 0};
    for (int round = 0; round < test_rounds(4000, 100000); round++) {
        lw_polygon *a = random_polygon(&random);
        lw_polygon *b = random_polygon(&random);
        lw_pose2 at_a = lw_pose2_from_angle(0, 0, lw_random_between(&random, 0, 6.28));
        double x = lw_random_between(&random, -4, 4);
        double y = lw_random_between(&random, -4, 4);
        double angle = lw_random_between(&random, 0, 6.28);
        lw_polygon_features features = {0};
        for (int i = 0; i < 25; i++) {
            x += lw_random_between(&random, 0, 0.1);
            y -= lw_random_between(&random, 0, 0.05);
            angle += lw_random_between(&random, 0, 0.05);
            compare(a, at_a, b, lw_pose2_from_angle(x, y, angle), &features, &all, round);
        }
        lw_polygon_destroy(a);
        lw_polygon_destroy(b);
    }
    printf("%.2f features a query; %zu of %zu left to the other methods\n",
           (double)all.tests / (double)all.queries, all.lost, all.queries);
    assert_true(all.tests < 3 * all.queries);
    assert_true(all.lost * 1000 <= all.queries);
}

/* starts from any features, even some that the polygons do not have; half of the pairs are squares on a
 * grid, whose edges are parallel */
static void test_from_anywhere(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static const double square[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    tally all = {0, 0, 0};
    for (int round = 0; round < test_rounds(20000, 500000); round++) {
        bool grid = lw_random_below(&random, 2);
        lw_polygon *polygons[2];
        for (int i = 0; i < 2; i++) {
            polygons[i] = NULL;
            if (grid)
                lw_polygon_create(square, 4, 0, &polygons[i], NULL);
            else
                polygons[i] = random_polygon(&random);
        }
        double quarter = 1.5707963267948966 * lw_random_below(&random, 4);
        double angle = grid ? quarter : lw_random_between(&random, 0, 6.28);
        double x = lw_random_between(&random, -4, 4);
        double y = lw_random_between(&random, -4, 4);
        lw_pose2 at = lw_pose2_from_angle(grid ? rint(x) : x, grid ? rint(y) : y, angle);
        lw_polygon_features features = {true,
                                        {lw_random_below(&random, 2), lw_random_below(&random, 2)},
                                        {lw_random_below(&random, 70), lw_random_below(&random, 70)},
                                        0,
                                        lw_random_below(&random, 2)};
        compare(polygons[0], lw_pose2_from_angle(0, 0, 0), polygons[1], at, &features, &all, round);
        lw_polygon_destroy(polygons[0]);
        lw_polygon_destroy(polygons[1]);
    }
    assert_true(all.lost * 1000 <= all.queries);
}

/* A polygon with a vertex that stands out by less than rounding, started from every feature. Points
 * inside it are straight behind that vertex. */
static void test_flat_vertex(void **state)
{
    (void)state;
    static const double offsets[] = {5e-324, 1e-300, 1e-30, 1e-17, 1e-16};
    static const size_t counts[] = {1, 3, 4};
    lw_random random = {test_seed()};
    tally all = {0, 0, 0};
    for (int round = 0; round < test_rounds(20000, 400000); round++) {
        double out = offsets[lw_random_below(&random, 5)];
        double up = lw_random_between(&random, 0.2, 2);
        double turned = lw_random_below(&random, 4) ? lw_random_between(&random, 0, 6.28) : 0;
        lw_pose2 here = lw_pose2_from_angle(0, 0, turned);
        const double flat[] = {-3, 2, out, -2, out, lw_random_below(&random, 2) ? out : 0, 0, up};
        /* a point, a triangle with a corner, or a square with an edge parallel to the flat side */
        double guest[] = {out, out, -0.1, 0.05, -0.1, -0.05, 0, 0};
        size_t count = counts[lw_random_below(&random, 3)];
        for (size_t i = 0; i < 4 && count == 4; i++) {
            vec2 corner = turn(here, v2(i == 1 || i == 2 ? 0.3 : -0.3, i / 2 ? 0.3 : -0.3));
            guest[2 * i] = corner.x;
            guest[2 * i + 1] = corner.y;
        }
        lw_polygon *polygons[2];
        assert_int_equal(lw_polygon_create(flat, 4, 0, &polygons[0], NULL), LW_OK);
        assert_int_equal(lw_polygon_create(guest, count, 0, &polygons[1], NULL), LW_OK);
        double x = lw_random_between(&random, -2.5, 0.5);
        lw_pose2 there = lw_pose2_from_angle(here.cosine * x, here.sine * x, count == 3 ? turned : 0);
        lw_polygon_features features = {
            true, {lw_random_below(&random, 2), false}, {lw_random_below(&random, 4), 0}, 0, false};
        compare(polygons[0], here, polygons[1], there, &features, &all, round);
        /* another method's memory of that vertex does no harm either */
        const lw_polygon *a = polygons[round % 2];
        const lw_polygon *b = polygons[!(round % 2)];
        const lw_pose2 at[2] = {round % 2 ? there : here, round % 2 ? here : there};
        double fresh = lw_polygon_distance(a, at[0], b, at[1], NULL);
        for (uint32_t i = 0; i < 4 * count; i++) {
            lw_polygon_memory memory = {.count = 1 + lw_random_below(&random, 2)};
            memory.vertex[round % 2][0] = i % 4;
            memory.vertex[!(round % 2)][0] = i / 4;
            double warm = lw_polygon_distance(a, at[0], b, at[1], &memory);
            if (fabs(fresh - warm) > 1e-13)
                fail_msg("round %d: %.17g from corner %u, %.17g", round, warm, i, fresh);
        }
        lw_polygon_destroy(polygons[0]);
        lw_polygon_destroy(polygons[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tracked),
        cmocka_unit_test(test_from_anywhere),
        cmocka_unit_test(test_flat_vertex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
