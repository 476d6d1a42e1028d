/* A program that prints a fingerprint of many answers: of distances and depths of random convex shapes,
 * in space and in the plane, and of verdicts on random motions of random robots. It is built twice,
 * with the library as it is and without its code for wide registers: test_answers.sh checks that both
 * print the same. */
#include <stdio.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "body/query.h"
#include "distance/depth.h"
#include "distance/distance.h"
#include "furnished.h"
#include "math/wide.h"
#include "polytopes.h"
#include "seed.h"

/* FNV-1a */
static uint64_t fingerprint = 0xcbf29ce484222325u;

static void add_whole(uint64_t value)
{
    for (int i = 0; i < 8; i++, value >>= 8)
        fingerprint = (fingerprint ^ (value & 0xff)) * 0x100000001b3u;
}

static void add_number(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_whole(bits);
}

static void add_vector(vec3 v)
{
    add_number(v.x);
    add_number(v.y);
    add_number(v.z);
}

static void print(const char *what)
{
    printf("%s: %016llx\n", what, (unsigned long long)fingerprint);
}

static lw_convex random_convex(lw_random *random, lw_arena *arena)
{
    if (lw_random_below(random, 2))
        return random_polytope(random, arena);
    return random_shape(random, arena, (lw_core)lw_random_below(random, LW_CORE_COUNT), 0.5);
}

/* Shapes apart, close and overlapping, with and without a warm start. */
static void test_distances(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(3000, 100000);
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        lw_convex a = random_convex(&random, &arena);
        lw_convex b = random_convex(&random, &arena);
        lw_warm_start memory = {0};
        pose at = {random_rotation(&random), random_vector(&random, 2)};
        for (int step = 0; step < 4; step++) {
            lw_bracket found;
            lw_convex_distance(&a, &b, &at, step ? &memory : NULL, &found);
            add_number(found.lower);
            add_number(found.upper);
            add_vector(found.points[0]);
            add_vector(found.points[1]);
            add_vector(found.normal);
            if (found.upper <= 0) {
                lw_depth depth;
                lw_convex_depth(&a, &b, &at, &depth);
                add_number(depth.lower);
                add_number(depth.upper);
                add_vector(depth.normal);
                add_vector(depth.points[0]);
                add_vector(depth.points[1]);
            }
            at.position = scale(0.8, at.position);
        }
        lw_arena_free(&arena);
    }
    print("distances and depths");
}

static lw_polygon *random_polygon(lw_random *random)
{
    static const uint32_t counts[] = {1, 2, 3, 4, 5, 8, 9, 12, 13, 16, 20, 24, 40};
    double vertices[2 * 40];
    uint32_t count = counts[lw_random_below(random, sizeof counts / sizeof *counts)];
    double narrow = lw_random_between(random, 0.2, 1);
    for (uint32_t i = 0; i < count; i++) {
        double angle = (i + lw_random_between(random, 0, 0.8)) * 6.28318 / count;
        lw_pose2 on = lw_pose2_from_angle(0, 0, angle);
        vertices[2 * i] = on.cosine;
        vertices[2 * i + 1] = narrow * on.sine;
    }
    lw_polygon *polygon = NULL;
    double radius = lw_random_below(random, 2) ? 0 : 0.1;
    assert_int_equal(lw_polygon_create(vertices, count, radius, &polygon, NULL), LW_OK);
    return polygon;
}

static void add_separation(const lw_separation *s)
{
    add_number(s->lower);
    add_number(s->upper);
    add_number(s->depth);
    add_vector(v3(s->normal.x, s->normal.y, 0));
    for (int i = 0; i < 2; i++)
        add_vector(v3(s->points[i].x, s->points[i].y, 0));
}

/* In the plane: from shapes apart to shapes within each other, and in contact. */
static void test_plane(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(3000, 100000);
    for (int round = 0; round < rounds; round++) {
        lw_polygon *a = random_polygon(&random);
        lw_polygon *b = random_polygon(&random);
        lw_pose2 at_a = lw_pose2_from_angle(1, 2, lw_random_between(&random, 0, 6));
        lw_pose2 at =
            lw_pose2_from_angle(lw_random_between(&random, -2, 4), lw_random_between(&random, -1, 5),
                                lw_random_between(&random, 0, 6));
        lw_polygon_memory memory = {0};
        lw_polygon_features features = {0};
        for (int step = 0; step < 6; step++) {
            lw_separation s;
            add_whole(lw_polygon_touches(a, at_a, b, at));
            add_number(lw_polygon_distance(a, at_a, b, at, step % 2 ? &memory : NULL));
            lw_polygon_track(a, at_a, b, at, &features, &s);
            add_separation(&s);
            lw_polygon_separation(a, at_a, b, at, step % 2 ? &memory : NULL, &s);
            add_separation(&s);
            double by = step == 2 ? s.upper - s.depth : 0.2;
            at.x -= by * s.normal.x;
            at.y -= by * s.normal.y;
        }
        lw_polygon_destroy(a);
        lw_polygon_destroy(b);
    }
    print("polygons");
}

/* The number of queries too: both programs must ask the same queries. */
static void add_verdict(const lw_verdict *v)
{
    add_whole(v->kind);
    add_whole(v->reason);
    add_whole((uint64_t)v->pair[0]);
    add_whole((uint64_t)v->pair[1]);
    add_whole(v->queries);
    add_whole(v->samples);
    add_number(v->free_until);
    add_number(v->time);
    add_number(v->contact.depth);
    bool known = v->clearance.pair[0] >= 0;
    add_number(known ? v->clearance.lower : 0);
    add_number(known ? v->clearance.upper : 0);
    add_vector(v->contact.points[0]);
    add_vector(v->contact.normal);
}

static void test_verdicts(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed() + 1;
    int rounds = test_rounds(60, 2000);
    for (b.round = 0; b.round < rounds; b.round++) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        for (int m = 0; m < MOTIONS; m++) {
            furnished_motion(b.world, motions[m], b.motion);
            static const lw_method methods[] = {LW_METHOD_BISECTION, LW_METHOD_SLAB,
                                                LW_METHOD_EXPANDED};
            for (int i = 0; i < 3; i++) {
                lw_check_options options = lw_default_check_options();
                options.method = methods[i];
                options.clearance = m % 2 && options.method != LW_METHOD_EXPANDED;
                options.budget_queries = 20000;
                lw_verdict v = lw_default_verdict();
                assert_int_equal(lw_check(b.checker, b.motion->motion, &options, &v, NULL), LW_OK);
                add_verdict(&v);
            }
        }
        furnished_drop(&b);
    }
    print("verdicts");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_plane),
        cmocka_unit_test(test_verdicts),
    };
    fprintf(stderr, "wide registers: %s\n", lw_has_wide() ? "yes" : "no");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
