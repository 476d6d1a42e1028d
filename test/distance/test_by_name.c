/* Tests the algorithms of the plane that are chosen by name: each against an oracle in long double, and
 * so against each other, on polygons that are apart, touching, nested, needles, far from the origin,
 * tiny and huge; which one answers; and the sentences for bad input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "expect.h"
#include "math/vec2.h"
#include "seed.h"
#include "shape/plane/polygon.h"
#include "wide_plane.h"

enum { ALGORITHMS = LW_PLANAR_EDGES + 1 };

/* Where the second polygon is put. */
typedef enum place { ANYWHERE, TOUCHING, NESTED, PLACES } place;

typedef struct shape {
    int count;
    double vertices[2 * WIDE_VERTICES];
    lw_polygon *polygon;
} shape;

typedef struct question {
    shape shapes[2];
    lw_polygon_pair pair;
    double size;      /* errors are relative to it */
    double world;     /* rounding error of places in the world */
    long double gap;  /* the true distance, or minus the depth */
    long double core; /* the same without radii */
} question;

static int round_now;
static int answers[ALGORITHMS][ALGORITHMS]; /* by the named algorithm, and the one that answered */

static void refuse(lw_planar_algorithm by, const char *what, long double got, long double wanted)
{
    fail_msg("round %d: %s: %s: %.20Lg, not %.20Lg", round_now, lw_planar_algorithm_name(by), what, got,
             wanted);
}

/* Corners on an ellipse of any narrowness; perhaps a point or a segment. */
static void random_shape(lw_random *random, double scale, bool grown, shape *out)
{
    static const int counts[] = {1, 2, 3, 4, 4, 5, 8, 9, 12, 16, 24, 48};
    out->count = counts[lw_random_below(random, 12)];
    const double size = scale * pow(10, lw_random_between(random, -1, 1));
    const double narrow = lw_random_below(random, 4) ? lw_random_between(random, 0.2, 1)
                                                     : pow(10, lw_random_between(random, -9, 0));
    const lw_pose2 at = lw_pose2_from_angle(scale * lw_random_between(random, -2, 2),
                                            scale * lw_random_between(random, -2, 2),
                                            lw_random_between(random, 0, 6.2831853));
    for (int i = 0; i < out->count; i++) {
        const double angle = (i + lw_random_between(random, 0, 0.8)) * 6.28318 / out->count;
        const vec2 v = transform2(at, v2(size * cos(angle), size * narrow * sin(angle)));
        out->vertices[2 * i] = v.x;
        out->vertices[2 * i + 1] = v.y;
    }
    const double radius =
        grown && !lw_random_below(random, 3) ? scale * lw_random_between(random, 0, 0.5) : 0;
    lw_error error = {0};
    if (lw_polygon_create(out->vertices, (size_t)out->count, radius, &out->polygon, &error))
        fail_msg("round %d: %s", round_now, error.message);
    /* the vertices that the library kept, in their order */
    out->count = (int)lw_polygon_count(out->polygon);
    for (int i = 0; i < out->count; i++) {
        const lw_vec2 v = lw_polygon_vertex(out->polygon, (size_t)i);
        out->vertices[2 * i] = v.x;
        out->vertices[2 * i + 1] = v.y;
    }
}

static lw_pose2 random_pose(lw_random *random, double reach)
{
    return lw_pose2_from_angle(lw_random_between(random, -reach, reach),
                               lw_random_between(random, -reach, reach),
                               lw_random_between(random, -4, 4));
}

/* Puts a point of b on a point of a: two corners, or a corner on an edge. */
static void put_in_touch(lw_random *random, question *q)
{
    vec2 points[2];
    for (int i = 0; i < 2; i++) {
        const lw_polygon *polygon = q->shapes[i].polygon;
        const uint32_t k = lw_random_below(random, polygon->count);
        const vec2 from = polygon->vertices[k];
        const double share = i && lw_random_below(random, 2) ? lw_random_between(random, 0, 1) : 0;
        points[i] = add_scaled2(from, share, sub2(polygon->vertices[(k + 1) % polygon->count], from));
    }
    const vec2 there = transform2(q->pair.pose_a, points[0]);
    const vec2 turned = turn(q->pair.pose_b, points[1]);
    q->pair.pose_b.x = there.x - turned.x;
    q->pair.pose_b.y = there.y - turned.y;
}

/* Moves b along the normal, so that the two are about `gap` apart. */
static void part(question *q, double gap)
{
    lw_separation s;
    lw_polygon_separation(q->pair.a, q->pair.pose_a, q->pair.b, q->pair.pose_b, NULL, &s);
    q->pair.pose_b.x += (gap - s.upper) * s.normal.x;
    q->pair.pose_b.y += (gap - s.upper) * s.normal.y;
}

static void put(lw_random *random, place where, double scale, question *q)
{
    const vec2 a = transform2(q->pair.pose_a, q->pair.a->center);
    const vec2 b = turn(q->pair.pose_b, q->pair.b->center);
    switch (where) {
    case TOUCHING:
        if (lw_random_below(random, 2))
            put_in_touch(random, q);
        else
            part(q, scale * (lw_random_below(random, 2) ? 1 : -1) *
                        pow(10, lw_random_between(random, -16, -1)));
        break;
    case NESTED:
        q->pair.pose_b.x = a.x - b.x + scale * lw_random_between(random, -0.1, 0.1);
        q->pair.pose_b.y = a.y - b.y + scale * lw_random_between(random, -0.1, 0.1);
        break;
    case ANYWHERE:
    case PLACES:
        break;
    }
}

static void ask_question(lw_random *random, question *q)
{
    static const double scales[] = {1, 1, 1, 1, 1e-20, 1e-8, 1e6, 1e13};
    const double scale = scales[lw_random_below(random, 8)];
    const bool grown = lw_random_below(random, 2);
    /* far from the origin, as seen by bodies of this scale */
    const double offset = lw_random_below(random, 8) || scale > 1e12 ? 0 : 1e6 * scale;
    for (int i = 0; i < 2; i++)
        random_shape(random, scale, grown, &q->shapes[i]);
    q->pair =
        (lw_polygon_pair){q->shapes[0].polygon, q->shapes[1].polygon, random_pose(random, 5 * scale),
                          random_pose(random, (lw_random_below(random, 2) ? 5 : 20) * scale)};
    q->pair.pose_a.x += offset;
    q->pair.pose_b.x += offset;
    put(random, (place)lw_random_below(random, PLACES), scale, q);
    const lw_vec2 origin = {q->pair.pose_a.x, q->pair.pose_a.y};
    const wide_outline a =
        wide_outline_of(q->shapes[0].vertices, q->shapes[0].count, q->pair.pose_a, origin);
    const wide_outline b =
        wide_outline_of(q->shapes[1].vertices, q->shapes[1].count, q->pair.pose_b, origin);
    q->core = wide_separation(&a, &b);
    q->gap = q->core - q->pair.a->radius - q->pair.b->radius;
    q->world = 1e-15 * offset;
    q->size = q->pair.a->reach + q->pair.b->reach + fabs(q->pair.pose_a.x - q->pair.pose_b.x) +
              fabs(q->pair.pose_a.y - q->pair.pose_b.y) + 1e-5 * offset;
}

static void free_question(question *q)
{
    lw_polygon_destroy(q->shapes[0].polygon);
    lw_polygon_destroy(q->shapes[1].polygon);
}

/* Level 1: never apart where they meet, and together only within rounding. */
static void check_touches(lw_planar_algorithm by, const question *q)
{
    bool touches = false;
    lw_planar_algorithm answered;
    lw_error error = {0};
    if (lw_polygon_touches_by(by, &q->pair, &touches, &answered, &error))
        fail_msg("round %d: %s", round_now, error.message);
    if (!touches && q->gap <= 0)
        refuse(by, "apart, it says", 0, q->gap);
    if (touches && q->gap > 1e-14 * q->size)
        refuse(by, "together, it says", 1, q->gap);
    /* axes have no answer for radii, and all others but the walk answer level 1 themselves */
    const bool rounded = q->pair.a->radius + q->pair.b->radius > 0;
    if (by == LW_PLANAR_AXES ? rounded && answered == by
                             : by != LW_PLANAR_AUTO && by != LW_PLANAR_WALK &&
                                   by != LW_PLANAR_LIN_CANNY && answered != by)
        refuse(by, "level 1 by", answered, by);
}

/* Levels 2 and 3: the bracket, the depth, the normal and the points. */
static void check_separation(lw_planar_algorithm by, const question *q)
{
    lw_separation s;
    lw_planar_algorithm answered;
    lw_error error = {0};
    if (lw_polygon_separation_by(by, &q->pair, &s, &answered, &error))
        fail_msg("round %d: %s", round_now, error.message);
    answers[by][answered]++;
    const double noise = 4e-14 * q->size;
    if (s.lower > q->gap || s.upper < s.lower || fabsl(s.upper - q->gap) > noise ||
        s.upper - s.lower > noise)
        refuse(by, "the bracket", s.lower, q->gap);
    if (fabsl(s.depth - fmaxl(-q->gap, 0)) > noise)
        refuse(by, "the depth", s.depth, -q->gap);
    if (fabs(length2(v2(s.normal.x, s.normal.y)) - 1) > 1e-14)
        refuse(by, "the normal's length", hypot(s.normal.x, s.normal.y), 1);
    const vec2 between = v2(s.points[1].x - s.points[0].x, s.points[1].y - s.points[0].y);
    const double along = between.x * s.normal.x + between.y * s.normal.y;
    if (fabs(along - s.upper) > noise + q->world)
        refuse(by, "the points are apart", along, s.upper);
}

static void test_every_algorithm(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static question q;
    int met = 0;
    memset(answers, 0, sizeof answers);
    const int rounds = test_rounds(20000, 500000);
    for (round_now = 0; round_now < rounds; round_now++) {
        ask_question(&random, &q);
        met += q.gap <= 0;
        for (int by = 0; by < ALGORITHMS; by++) {
            check_touches((lw_planar_algorithm)by, &q);
            check_separation((lw_planar_algorithm)by, &q);
        }
        free_question(&q);
    }
    for (int by = 0; by < ALGORITHMS; by++) {
        printf("%-22s", lw_planar_algorithm_name((lw_planar_algorithm)by));
        for (int k = 0; k < ALGORITHMS; k++)
            if (answers[by][k])
                printf(" %s %d", lw_planar_algorithm_name((lw_planar_algorithm)k), answers[by][k]);
        printf("\n");
    }
    assert_true(met > rounds / 8 && met < 7 * rounds / 8);
    /* the five by GJK and the edges answer by themselves, but for a search in a thousand that rounding
     * misled */
    for (int by = LW_PLANAR_BARYCODE; by <= LW_PLANAR_BARYCODE_OCTANT; by++)
        assert_true(answers[by][by] + answers[by][LW_PLANAR_EDGES] == rounds &&
                    answers[by][LW_PLANAR_EDGES] <= rounds / 1000);
    assert_int_equal(answers[LW_PLANAR_EDGES][LW_PLANAR_EDGES], rounds);
    assert_true(answers[LW_PLANAR_LIN_CANNY][LW_PLANAR_LIN_CANNY] > rounds / 2);
    assert_true(answers[LW_PLANAR_WALK][LW_PLANAR_WALK] > rounds / 2);
    assert_true(answers[LW_PLANAR_AXES][LW_PLANAR_AXES] > rounds / 2);
    assert_int_equal(answers[LW_PLANAR_AXES][LW_PLANAR_AXES] + answers[LW_PLANAR_AXES][LW_PLANAR_WALK] +
                         answers[LW_PLANAR_AXES][LW_PLANAR_BARYCODE_OCTANT],
                     rounds);
}

/* `auto` is the query without a name, bit for bit. */
static void test_default(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    static question q;
    for (round_now = 0; round_now < test_rounds(20000, 200000); round_now++) {
        ask_question(&random, &q);
        lw_separation named;
        lw_separation plain;
        bool touches;
        assert_int_equal(lw_polygon_separation_by(LW_PLANAR_AUTO, &q.pair, &named, NULL, NULL), LW_OK);
        lw_polygon_separation(q.pair.a, q.pair.pose_a, q.pair.b, q.pair.pose_b, NULL, &plain);
        assert_memory_equal(&named, &plain, sizeof named);
        assert_int_equal(lw_polygon_touches_by(LW_PLANAR_AUTO, &q.pair, &touches, NULL, NULL), LW_OK);
        assert_int_equal(touches, lw_polygon_touches(q.pair.a, q.pair.pose_a, q.pair.b, q.pair.pose_b));
        free_question(&q);
    }
}

/* Of polygons of three vertices or more, none of them a needle, barycode GJK gets none by default. */
static void test_who_answers(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    static question q;
    int searched = 0;
    for (round_now = 0; round_now < test_rounds(20000, 400000); round_now++) {
        ask_question(&random, &q);
        const bool full = q.pair.a->count > 2 && q.pair.b->count > 2 && !q.pair.a->needle &&
                          !q.pair.b->needle && q.core > 1e-12 * q.size;
        lw_separation s;
        lw_planar_algorithm answered[2];
        bool touches;
        assert_int_equal(lw_polygon_separation_by(LW_PLANAR_AUTO, &q.pair, &s, &answered[0], NULL),
                         LW_OK);
        assert_int_equal(lw_polygon_touches_by(LW_PLANAR_AUTO, &q.pair, &touches, &answered[1], NULL),
                         LW_OK);
        if (full && ((answered[0] != LW_PLANAR_AXES && answered[0] != LW_PLANAR_WALK) ||
                     (answered[1] != LW_PLANAR_AXES && answered[1] != LW_PLANAR_WALK &&
                      answered[1] != LW_PLANAR_AUTO)))
            fail_msg("round %d: %s, %s", round_now, lw_planar_algorithm_name(answered[0]),
                     lw_planar_algorithm_name(answered[1]));
        searched += full;
        free_question(&q);
    }
    printf("%d pairs, none by barycode GJK\n", searched);
    assert_true(searched > round_now / 4);
}

/* Rods, rounded or not, are answered by barycode GJK in place of the walk, and in place of axes. */
static void test_rods(void **state)
{
    (void)state;
    lw_polygon *rods[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        assert_int_equal(lw_polygon_create((double[]){-1, 0, 1, 0}, 2, i ? 0.1 : 0, &rods[i], NULL),
                         LW_OK);
    const lw_planar_algorithm named[] = {LW_PLANAR_AUTO, LW_PLANAR_WALK, LW_PLANAR_AXES};
    for (int i = 0; i < 3; i++) {
        /* the nearest points are two corners, and the circles about the rods meet */
        const lw_polygon_pair pair = {rods[1], rods[0], {0, 0, 1, 0}, {1.48, 1.26, 0.28, 0.96}};
        bool touches = true;
        lw_separation s;
        lw_planar_algorithm answered[2];
        assert_int_equal(lw_polygon_touches_by(named[i], &pair, &touches, &answered[0], NULL), LW_OK);
        assert_int_equal(lw_polygon_separation_by(named[i], &pair, &s, &answered[1], NULL), LW_OK);
        assert_false(touches);
        assert_int_equal(answered[0], LW_PLANAR_BARYCODE_OCTANT);
        assert_int_equal(answered[1], LW_PLANAR_BARYCODE_OCTANT);
        assert_true(fabs(s.upper - (hypot(0.2, 0.3) - 0.1)) < 1e-14);
    }
    lw_polygon_destroy(rods[0]);
    lw_polygon_destroy(rods[1]);
}

static void test_names(void **state)
{
    (void)state;
    for (int i = 0; i < ALGORITHMS; i++) {
        lw_planar_algorithm found = LW_PLANAR_AUTO;
        assert_true(
            lw_planar_algorithm_from_name(lw_planar_algorithm_name((lw_planar_algorithm)i), &found));
        assert_int_equal(found, i);
    }
    lw_planar_algorithm kept = LW_PLANAR_WALK;
    assert_false(lw_planar_algorithm_from_name("barycodes", &kept));
    assert_false(lw_planar_algorithm_from_name("", &kept));
    assert_false(lw_planar_algorithm_from_name(NULL, &kept));
    assert_int_equal(kept, LW_PLANAR_WALK);
    assert_null(lw_planar_algorithm_name((lw_planar_algorithm)ALGORITHMS));
    assert_null(lw_planar_algorithm_name((lw_planar_algorithm)-1));
    assert_string_equal(lw_planar_algorithm_name(LW_PLANAR_BARYCODE_CLIMB), "barycode-climb");
}

static void expect_sentence(lw_planar_algorithm by, const lw_polygon_pair *pair, const char *sentence)
{
    bool touches = true;
    lw_separation s = {.lower = 7};
    lw_planar_algorithm answered = LW_PLANAR_EDGES;
    for (int level = 0; level < 2; level++) {
        lw_error error = {0};
        lw_status status = level ? lw_polygon_separation_by(by, pair, &s, &answered, &error)
                                 : lw_polygon_touches_by(by, pair, &touches, &answered, &error);
        refused(status, LW_ERROR_ARGUMENT, &error, sentence);
    }
    /* nothing was written */
    assert_true(touches && s.lower == 7 && answered == LW_PLANAR_EDGES);
}

static void test_bad_input(void **state)
{
    (void)state;
    lw_polygon *square = NULL;
    assert_int_equal(lw_polygon_create((double[]){-1, -1, 1, -1, 1, 1, -1, 1}, 4, 0, &square, NULL),
                     LW_OK);
    const lw_polygon_pair good = {square, square, {0, 0, 1, 0}, {3, 0, 1, 0}};
    expect_sentence((lw_planar_algorithm)ALGORITHMS, &good, "there is no planar algorithm 10");
    expect_sentence((lw_planar_algorithm)-1, &good, "there is no planar algorithm -1");
    expect_sentence(LW_PLANAR_BARYCODE, NULL, "needs two polygons");
    lw_polygon_pair bad = good;
    bad.a = NULL;
    expect_sentence(LW_PLANAR_BARYCODE, &bad, "needs two polygons");
    bad = good;
    bad.b = NULL;
    expect_sentence(LW_PLANAR_BARYCODE, &bad, "needs two polygons");
    lw_error error = {0};
    refused(lw_polygon_touches_by(LW_PLANAR_AUTO, &good, NULL, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "lw_polygon_touches_by needs two polygons and room");
    refused(lw_polygon_separation_by(LW_PLANAR_AUTO, &good, NULL, NULL, &error), LW_ERROR_ARGUMENT,
            &error, "lw_polygon_separation_by needs");
    for (int i = 0; i < ALGORITHMS; i++) {
        bad = good;
        bad.pose_a.cosine = 1.5;
        expect_sentence((lw_planar_algorithm)i, &bad,
                        "the pose of the first polygon has the cosine 1.5");
        bad = good;
        bad.pose_b.sine = NAN;
        expect_sentence((lw_planar_algorithm)i, &bad, "the pose of the second polygon");
        bad = good;
        bad.pose_b.y = 2e15;
        expect_sentence((lw_planar_algorithm)i, &bad, "the polygons are at (0, 0) and (3, 2e+15)");
        bad.pose_b.y = NAN;
        expect_sentence((lw_planar_algorithm)i, &bad, "may add up to 1e+15");
    }
    lw_polygon_destroy(square);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_algorithm), cmocka_unit_test(test_default),
        cmocka_unit_test(test_who_answers),     cmocka_unit_test(test_rods),
        cmocka_unit_test(test_names),           cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
