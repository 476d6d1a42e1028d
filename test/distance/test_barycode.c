/* Tests distance/plane/barycode.h on slivers, polygons whose corners lie almost on a line: all
 * variants, and all queries of the plane, against the long-double oracle. test_planar.c has other
 * polygons. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/random.h"
#include "distance/plane/barycode.h"
#include "distance/plane/boundary_walk.h"
#include "distance/plane/outline.h"
#include "distance/plane/planar.h"
#include "seed.h"
#include "wide_plane.h"

enum { CORNERS = 4 };

typedef struct sliver {
    int count;
    double vertices[2 * CORNERS];
    lw_polygon *polygon;
} sliver;

/* A sliver along a direction, with a width of a few last places. */
static void random_sliver(lw_random *random, double direction, sliver *out)
{
    double width = pow(10, lw_random_between(random, -17, -13));
    out->count = 2 + (int)lw_random_below(random, CORNERS - 1);
    for (int i = 0; i < out->count; i++) {
        double along = lw_random_between(random, -1, 1);
        double across = width * lw_random_between(random, -1, 1);
        out->vertices[2 * i] = along * cos(direction) - across * sin(direction);
        out->vertices[2 * i + 1] = along * sin(direction) + across * cos(direction);
    }
    assert_int_equal(lw_polygon_hull(NULL, out->vertices, (size_t)out->count, 0, &out->polygon, NULL),
                     LW_OK);
}

/* The outline of the hull, which may leave out given points that lie within a few last places of it. */
static wide_outline outline_of(const sliver *s, lw_pose2 at)
{
    double hull[2 * CORNERS];
    int count = (int)lw_polygon_count(s->polygon);
    for (int i = 0; i < count; i++) {
        hull[2 * i] = s->polygon->vertices[i].x;
        hull[2 * i + 1] = s->polygon->vertices[i].y;
    }
    return wide_outline_of(hull, count, at, (lw_vec2){0, 0});
}

/* A place at which two slivers are nearly on one line, nearly parallel, or at random. */
static lw_pose2 random_place(lw_random *random, double direction)
{
    double angle = pow(10, lw_random_between(random, -17, 0));
    double across = pow(10, lw_random_between(random, -17, 0));
    double along = lw_random_between(random, -3, 3);
    vec2 at = turn(lw_pose2_from_angle(0, 0, direction), v2(along, across));
    return lw_pose2_from_angle(at.x, at.y, angle);
}

/* A memory of random corners, as if they had been about the origin in the last query. */
static lw_polygon_memory random_memory(lw_random *random, const lw_posed_polygons *placed)
{
    lw_polygon_memory out = {.count = 3};
    for (int i = 0; i < 3; i++) {
        out.vertex[0][i] = lw_random_below(random, placed->a->count);
        out.vertex[1][i] = lw_random_below(random, placed->b->count);
    }
    return out;
}

static void test_slivers(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(20000, 1000000);
    for (int round = 0; round < rounds; round++) {
        sliver a;
        sliver b;
        double direction = lw_random_between(&random, -3, 3);
        random_sliver(&random, direction, &a);
        random_sliver(&random, direction, &b);
        lw_pose2 pose_a = {0, 0, 1, 0};
        lw_pose2 pose_b = random_place(&random, direction);
        lw_posed_polygons placed = lw_pose_polygons(a.polygon, pose_a, b.polygon, pose_b);
        wide_outline one = outline_of(&a, (lw_pose2){0, 0, 1, 0});
        wide_outline other = outline_of(&b, placed.b_in_a);
        long double truth = fmaxl(0, wide_separation(&one, &other));
        long double noise = 2e-13L * placed.size;
        for (int variant = 0; variant < LW_BARYCODES; variant++) {
            lw_search found;
            lw_polygon_memory memory = random_memory(&random, &placed);
            lw_barycode_search(&placed, (lw_barycode)variant, round % 2 ? &memory : NULL, &found);
            if (found.lower > truth || fabsl(found.upper - truth) > noise)
                fail_msg("round %d, variant %d: [%.17g, %.17g], not %.17Lg", round, variant,
                         found.lower, found.upper, truth);
            bool meets = lw_barycode_meets(&placed, (lw_barycode)variant);
            if (meets ? truth > noise : truth == 0)
                fail_msg("round %d, variant %d: they meet: %d, at a distance of %.17Lg", round, variant,
                         meets, truth);
        }
        lw_polygon_destroy(a.polygon);
        lw_polygon_destroy(b.polygon);
    }
}

/* ---- all queries ------------------------------------------------------------------------------- */

/* A triangle that comes to a point, with a short side across or a corner beside the long side; or any
 * sliver. At a sharp end the two directed edges are opposite to the last place. */
static void random_needle(lw_random *random, double direction, double radius, sliver *out)
{
    double width = pow(10, lw_random_between(random, -18, -6));
    double beside = pow(10, lw_random_between(random, -12, 0));
    double back = lw_random_below(random, 2) ? 1 : -1;
    bool across = lw_random_below(random, 2);
    double corners[CORNERS][2] = {
        {0, across ? -width : 0}, {across ? 0 : beside, width}, {1, 0}, {1 - beside, -width}};
    out->count = 3 + (!across && lw_random_below(random, 3) == 0);
    double x = lw_random_below(random, 2) ? 0 : lw_random_between(random, -1, 1);
    for (int i = 0; i < out->count; i++) {
        double along = back * corners[i][0] + x;
        out->vertices[2 * i] = along * cos(direction) - corners[i][1] * sin(direction);
        out->vertices[2 * i + 1] = along * sin(direction) + corners[i][1] * cos(direction);
    }
    assert_int_equal(
        lw_polygon_hull(NULL, out->vertices, (size_t)out->count, radius, &out->polygon, NULL), LW_OK);
}

static vec2 random_vertex(lw_random *random, const lw_polygon *polygon)
{
    return lw_polygon_vertex(polygon, lw_random_below(random, (uint32_t)lw_polygon_count(polygon)));
}

/* A vertex of one lies on a vertex of the other, to the last place. The search may then go in a circle;
 * if it does not settle, the answer is that they meet. */
static void test_touching_slivers(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int touching = 0;
    int rounds = test_rounds(20000, 1000000);
    for (int round = 0; round < rounds; round++) {
        sliver a;
        sliver b;
        double direction = lw_random_between(&random, -3, 3);
        random_sliver(&random, direction, &a);
        random_sliver(&random, direction, &b);
        lw_pose2 at = lw_pose2_from_angle(0, 0, pow(10, lw_random_between(&random, -17, 0)));
        vec2 p = random_vertex(&random, a.polygon);
        vec2 q = turn(at, random_vertex(&random, b.polygon));
        at.x = p.x - q.x;
        at.y = p.y - q.y;
        lw_posed_polygons placed = lw_pose_polygons(a.polygon, (lw_pose2){0, 0, 1, 0}, b.polygon, at);
        wide_outline one = outline_of(&a, (lw_pose2){0, 0, 1, 0});
        wide_outline other = outline_of(&b, placed.b_in_a);
        long double truth = fmaxl(0, wide_separation(&one, &other));
        double distance = lw_polygon_distance(a.polygon, (lw_pose2){0, 0, 1, 0}, b.polygon, at, NULL);
        if (fabsl(distance - truth) > 2e-13L * placed.size)
            fail_msg("round %d: a distance of %g, not %Lg", round, distance, truth);
        bool meet = truth == 0;
        touching += meet;
        for (int variant = 0; variant < LW_BARYCODES && meet; variant++)
            if (!lw_barycode_meets(&placed, (lw_barycode)variant))
                fail_msg("round %d, variant %d: apart, it says", round, variant);
        if (meet && (!lw_planar_meets(&placed, &(lw_planar_algorithm){0}) ||
                     lw_boundary_walk_meets(&placed) == 0))
            fail_msg("round %d: apart, they say", round);
        lw_polygon_destroy(a.polygon);
        lw_polygon_destroy(b.polygon);
    }
    assert_true(touching > rounds / 10);
}

typedef struct tally {
    int apart, meeting;
    int misled; /* searches by barycode GJK, of all variants */
} tally;

/* Counts the variants that rounding misled; their answer is that of all edges. */
static void count_misled(const lw_posed_polygons *placed, tally *all)
{
    lw_search found;
    lw_search edges;
    lw_outline_distance(placed, &edges);
    for (int variant = 0; variant < LW_BARYCODES; variant++)
        if (!lw_barycode_search(placed, (lw_barycode)variant, NULL, &found)) {
            assert_true(found.upper == edges.upper && found.lower == edges.lower);
            all->misled++;
        }
}

/* Checks the answers of all queries for two polygons. memory and features are those of the query
 * before. */
static void check_queries(int round, const sliver *a, const sliver *b, lw_pose2 at,
                          lw_polygon_memory *memory, lw_polygon_features *features, tally *all)
{
    const lw_pose2 origin = {0, 0, 1, 0};
    lw_posed_polygons placed = lw_pose_polygons(a->polygon, origin, b->polygon, at);
    wide_outline one = outline_of(a, origin);
    wide_outline other = outline_of(b, placed.b_in_a);
    long double noise = 1e-13L * placed.size;
    long double gap = wide_separation(&one, &other) - a->polygon->radius - b->polygon->radius;
    long double truth = fmaxl(0, gap);
    lw_polygon_memory cold = {0};
    lw_separation s[3];
    lw_polygon_separation(a->polygon, origin, b->polygon, at, &cold, &s[0]);
    lw_polygon_memory warm = *memory;
    lw_polygon_separation(a->polygon, origin, b->polygon, at, &warm, &s[1]);
    lw_polygon_track(a->polygon, origin, b->polygon, at, features, &s[2]);
    for (int i = 0; i < 3; i++)
        if (s[i].lower > gap || fabsl(s[i].upper - gap) > noise ||
            fabsl(s[i].depth - fmaxl(0, -gap)) > noise)
            fail_msg("round %d, separation %d: [%.17g, %.17g] or -%.17g, not %.17Lg", round, i,
                     s[i].lower, s[i].upper, s[i].depth, gap);
    for (int i = 0; i < 2; i++) {
        double d = lw_polygon_distance(a->polygon, origin, b->polygon, at, i ? memory : NULL);
        if (fabsl(d - truth) > noise)
            fail_msg("round %d: a distance of %.17g, not %.17Lg, warm: %d", round, d, truth, i);
    }
    bool touch = lw_polygon_touches(a->polygon, origin, b->polygon, at);
    if (touch ? truth > noise : gap <= 0)
        fail_msg("round %d: they touch: %d, at %.17Lg", round, touch, gap);
    count_misled(&placed, all);
    all->apart += truth > noise;
    all->meeting += gap <= 0;
}

/* Needles and slivers along one line, end to end, beside each other, crossing, on each other, and moved
 * by a little. */
static void test_queries(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    tally all = {0};
    int rounds = test_rounds(20000, 1000000);
    for (int round = 0; round < rounds; round++) {
        sliver of[2];
        double direction = lw_random_below(&random, 4) ? lw_random_between(&random, -3, 3) : 0;
        for (int i = 0; i < 2; i++)
            if (lw_random_below(&random, 3))
                random_needle(&random, direction, lw_random_below(&random, 3) ? 0 : 0.1, &of[i]);
            else
                random_sliver(&random, direction, &of[i]);
        lw_pose2 at = random_place(&random, direction);
        if (lw_random_below(&random, 2)) {
            vec2 p = random_vertex(&random, of[0].polygon);
            vec2 q = turn(at, random_vertex(&random, of[1].polygon));
            at.x = p.x - q.x;
            at.y = p.y - q.y;
        }
        lw_polygon_memory memory = {0};
        lw_polygon_features features = {0};
        double step = pow(10, lw_random_between(&random, -17, -1));
        for (int again = 0; again < 4; again++) {
            check_queries(round, &of[0], &of[1], at, &memory, &features, &all);
            at.x += step * lw_random_between(&random, -1, 1);
            at.y += step * lw_random_between(&random, -1, 1);
        }
        lw_polygon_destroy(of[0].polygon);
        lw_polygon_destroy(of[1].polygon);
    }
    printf("%d apart, %d meeting, %d searches misled\n", all.apart, all.meeting, all.misled);
    assert_true(all.apart > rounds && all.meeting > rounds / 4 && all.misled > 0);
}

/* Needles that random ones seldom resemble: a triangle with a side of a last place and a corner with
 * both edges on one line, along which a walk went the wrong way by a metre; and a needle with a short
 * edge, whose normal seemed to separate two polygons that meet, because another corner lay beyond the
 * edge. */
static void test_known_needles(void **state)
{
    (void)state;
    static const struct {
        lw_pose2 at;
        int counts[2];
        double vertices[2][2 * CORNERS];
    } cases[] = {
        {{0x1.f517577a1e019p-1, 0x1.ac6f1cb5abad4p-1, 1, 0x1.a6fed136acf5p-56},
         {3, 3},
         {{0x1.5fc39801a6edbp-55, -0x1.9b6b3cc7d7d73p-55, -0x1.5fc39801a6edbp-55, 0x1.9b6b3cc7d7d73p-55,
           0x1.852695292d46bp-1, 0x1.4cb985902a1c1p-1},
          {-0x1.fa34ea861fc8fp-3, -0x1.b0cecd12cb7cbp-3, -0x1.bfc30943c2eb8p-3, -0x1.7ed65c960644cp-3,
           0x1.06995a87a5547p-1, 0x1.c10ba496ee79cp-2}}},
        {{0x1.f3e787dba6285p-1, 0x1.aba0fcd001116p-1, 1, 0x1.a6fed136acf5p-56},
         {3, 3},
         {{0x1.5fc39801a6edbp-55, -0x1.9b6b3cc7d7d73p-55, -0x1.5fc39801a6edbp-55, 0x1.9b6b3cc7d7d73p-55,
           0x1.852695292d46bp-1, 0x1.4cb985902a1c1p-1},
          {-0x1.fa34ea861fc8fp-3, -0x1.b0cecd12cb7cbp-3, -0x1.bfc30943c2eb8p-3, -0x1.7ed65c960644cp-3,
           0x1.06995a87a5547p-1, 0x1.c10ba496ee79cp-2}}},
        {{0x1.2e41be571feb8p-2, -0x1.76e619a1cf509p-2, 1, 0x1.88fc55b72312fp-37},
         {4, 2},
         {{-0x1.5475177b2b0bep-2, 0x1.a647bd6050a7fp-2, 0x1.2e41be5548bf3p-2, -0x1.76e6199f86e74p-2,
           0x1.2e41be571feb8p-2, -0x1.76e619a1cf509p-2, -0x1.5475177953df9p-2, 0x1.a647bd5e083ebp-2},
          {0, 0, 0x1.415b6ae9257bbp-1, -0x1.8e96eb810ffc4p-1}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sliver of[2];
        lw_polygon_memory memory = {0};
        lw_polygon_features features = {0};
        tally all = {0};
        for (int k = 0; k < 2; k++)
            assert_int_equal(lw_polygon_hull(NULL, cases[i].vertices[k], (size_t)cases[i].counts[k], 0,
                                             &of[k].polygon, NULL),
                             LW_OK);
        check_queries((int)i, &of[0], &of[1], cases[i].at, &memory, &features, &all);
        lw_polygon_destroy(of[0].polygon);
        lw_polygon_destroy(of[1].polygon);
    }
}

/* ---- the points as they were given ------------------------------------------------------------- */

enum { POINTS = 8 };

/* Points on a side that is bent by a few last places, in any order, and one point far behind it. */
static void random_side(lw_random *random, double direction, double side, double *points)
{
    double bend = pow(10, lw_random_between(random, -17, -14));
    for (int i = 0; i < POINTS; i++) {
        double along = lw_random_between(random, -1, 1);
        double across = bend * (1 - along * along) * lw_random_between(random, 0.5, 1);
        if (i == 0)
            across = lw_random_below(random, 2) ? -1 : -1e-9;
        across *= side;
        points[2 * i] = along * cos(direction) - across * sin(direction);
        points[2 * i + 1] = along * sin(direction) + across * cos(direction);
    }
}

/* The least distance of a point of one outline from a line between any two points of the other: the two
 * hulls are at least so far apart. */
static long double least_distance(const wide_outline *a, const wide_outline *b)
{
    long double least = HUGE_VALL;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++)
            for (int n = 0; n < k; n++)
                least = fminl(least, wide_from_edge(a->vertices[i], b->vertices[k], b->vertices[n]));
    return least;
}

/* A hull leaves out given points that are on its edges but for rounding. The lower bounds hold for them
 * too. */
static void test_given_points(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    int rounds = test_rounds(40000, 1000000);
    int apart = 0;
    for (int round = 0; round < rounds; round++) {
        double points[2][2 * POINTS];
        lw_polygon *polygon[2];
        double direction = lw_random_between(&random, -3, 3);
        for (int i = 0; i < 2; i++) {
            random_side(&random, direction, i ? -1 : 1, points[i]);
            assert_int_equal(lw_polygon_hull(NULL, points[i], POINTS, 0, &polygon[i], NULL), LW_OK);
        }
        vec2 to = turn(lw_pose2_from_angle(0, 0, direction),
                       v2(lw_random_between(&random, -1, 1), lw_random_between(&random, 0, 1)));
        lw_pose2 at = lw_pose2_from_angle(to.x, to.y, lw_random_below(&random, 2) ? 0 : 1e-16);
        lw_posed_polygons placed = lw_pose_polygons(polygon[0], (lw_pose2){0, 0, 1, 0}, polygon[1], at);
        wide_outline a = wide_outline_of(points[0], POINTS, (lw_pose2){0, 0, 1, 0}, (lw_vec2){0, 0});
        wide_outline b = wide_outline_of(points[1], POINTS, at, (lw_vec2){0, 0});
        long double truth = fminl(least_distance(&a, &b), least_distance(&b, &a));
        lw_separation s;
        lw_polygon_separation(polygon[0], (lw_pose2){0, 0, 1, 0}, polygon[1], at, NULL, &s);
        if (s.lower > truth)
            fail_msg("round %d: at least %.17g, but there are points at %.17Lg", round, s.lower, truth);
        apart += s.lower > 0;
        for (int variant = 0; variant < LW_BARYCODES; variant++) {
            lw_search found;
            lw_barycode_search(&placed, (lw_barycode)variant, NULL, &found);
            if (found.lower > truth)
                fail_msg("round %d, variant %d: at least %.17g, but there are points at %.17Lg", round,
                         variant, found.lower, truth);
        }
        lw_polygon_destroy(polygon[0]);
        lw_polygon_destroy(polygon[1]);
    }
    assert_true(apart > rounds / 2);
}

/* Two squares, one beside the other, and a memory of corners of their difference that lie on one line
 * with the origin, all on one side of it: they are no triangle about the origin. */
static void test_corners_on_one_line(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    for (int round = 0; round < 20000; round++) {
        lw_pose2 at = lw_pose2_from_angle(0, 0, lw_random_between(&random, -3, 3));
        double half = lw_random_between(&random, 0.5, 1);
        double corners[8] = {-half, -half, half, -half, half, half, -half, half};
        double turned[8];
        for (int i = 0; i < 4; i++) {
            vec2 v = turn(at, v2(corners[2 * i], corners[2 * i + 1]));
            turned[2 * i] = v.x;
            turned[2 * i + 1] = v.y;
        }
        lw_polygon *polygon = NULL;
        assert_int_equal(lw_polygon_create(turned, 4, 0, &polygon, NULL), LW_OK);
        vec2 to = turn(at, v2(lw_random_between(&random, 2.5, 4), 0));
        lw_polygon_memory memory = {.count = 3};
        for (int i = 0; i < 3; i++) {
            /* in an eighth of the rounds all three are on the line along which the second square was
             * moved */
            memory.vertex[0][i] = lw_random_below(&random, 4);
            memory.vertex[1][i] = lw_random_below(&random, 4);
        }
        double d = lw_polygon_distance(polygon, (lw_pose2){0, 0, 1, 0}, polygon,
                                       (lw_pose2){to.x, to.y, 1, 0}, &memory);
        double gap = hypot(to.x, to.y) - 2 * half;
        if (fabs(d - gap) > 1e-14)
            fail_msg("round %d: a distance of %g, not %g", round, d, gap);
        lw_polygon_destroy(polygon);
    }
}

/* ---- triangles without area -------------------------------------------------------------------- */

/* Two segments one behind the other on a line through the origin, a length apart: a triangle of corners
 * of their difference has no area, so the signs of its barycode mean nothing. */
static void test_flat_triangles(void **state)
{
    (void)state;
    for (int k = 0; k < 50; k++) {
        vec2 d = v2(cos(0.1 * k), sin(0.1 * k));
        lw_polygon *a = NULL;
        lw_polygon *b = NULL;
        assert_int_equal(
            lw_polygon_create((double[]){2 * d.x, 2 * d.y, 3 * d.x, 3 * d.y}, 2, 0, &a, NULL), LW_OK);
        assert_int_equal(lw_polygon_create((double[]){0, 0, d.x, d.y}, 2, 0, &b, NULL), LW_OK);
        lw_posed_polygons placed =
            lw_pose_polygons(a, (lw_pose2){0, 0, 1, 0}, b, (lw_pose2){0, 0, 1, 0});
        for (int i = 0; i < 12 * LW_BARYCODES; i++) {
            /* three of the four corners, in each of the orders of a cycle */
            lw_polygon_memory memory = {.count = 3};
            for (int n = 0; n < 3; n++) {
                int corner = (i % 4 + n + 1) % 4;
                memory.vertex[0][(n + i / 4) % 3] = (uint32_t)corner / 2;
                memory.vertex[1][(n + i / 4) % 3] = (uint32_t)corner % 2;
            }
            lw_search found;
            lw_barycode_search(&placed, (lw_barycode)(i / 12), &memory, &found);
            if (found.meets || found.lower > 1 || found.lower < 1 - 1e-13 ||
                fabs(found.upper - 1) > 1e-14)
                fail_msg("direction %d, case %d: [%.17g, %.17g], not 1", k, i, found.lower,
                         found.upper);
        }
        lw_polygon_destroy(a);
        lw_polygon_destroy(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slivers),        cmocka_unit_test(test_touching_slivers),
        cmocka_unit_test(test_queries),        cmocka_unit_test(test_known_needles),
        cmocka_unit_test(test_given_points),   cmocka_unit_test(test_corners_on_one_line),
        cmocka_unit_test(test_flat_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
