/* convex/pcda.h: the slab on moving polytopes with known times of impact, on contacts with formulas,
 * and against dense sampling. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "convex/pcda.h"
#include "math/pose.h"
#include "moving_polytopes.h"
#include "random_unit.h"
#include "seed.h"
#include "shape/polytope.h"

static const double full_turn = 6.283185307179586;

/* Both bodies turn at constant rates about fixed axes through their origins, which move straight on.
 * All is seen in a world frame of its own. */
typedef struct screws {
    pose start[2];
    vec3 velocity[2], axis[2]; /* axis: unit */
    double rate[2];
    pose world;
    double flip; /* not 0: time runs from there backwards */
} screws;

static void screw_moves(void *context, double at, double until, lw_moving bodies[2])
{
    const screws *s = context;
    (void)until;
    double forward = s->flip > 0 ? -1 : 1;
    double t = s->flip > 0 ? s->flip - at : at;
    for (int i = 0; i < 2; i++) {
        mat3 turned = mul(lw_rotation(s->axis[i], s->rate[i] * t), s->start[i].rotation);
        pose here = {turned, add_scaled(s->start[i].position, t, s->velocity[i])};
        vec3 angular = scale(forward * s->rate[i], rotate(s->world.rotation, s->axis[i]));
        bodies[i] = (lw_moving){.pose = compose(s->world, here),
                                .linear = scale(forward, rotate(s->world.rotation, s->velocity[i])),
                                .angular = angular,
                                .spin = fabs(s->rate[i])};
    }
}

static screws resting(void)
{
    return (screws){.start = {pose_identity(), pose_identity()},
                    .axis = {{0, 0, 1}, {0, 0, 1}},
                    .world = pose_identity()};
}

static lw_convex box(double x, double y, double z)
{
    return (lw_convex){.core = LW_CORE_BOX, .half = {x, y, z}};
}

static lw_convex hull(lw_arena *arena, const double *points, size_t count)
{
    lw_polytope *polytope;
    lw_error error = {0};
    assert_int_equal(lw_polytope_create(arena, points, count, &polytope, &error), LW_OK);
    return (lw_convex){.core = LW_CORE_POLYTOPE, .polytope = polytope};
}

/* ---- the data -------------------------------------------------------------------------------- */

typedef struct tally {
    double steps[2], queries[2], samples[2];
    int count[2];
    double early; /* the largest theta* - theta~ */
} tally;

static void check_case(const lw_pcda *pcda, const moving_case *c, tally *sum)
{
    lw_quat q = c->start.orientation;
    assert_true(lw_quat_normalize(&q));
    screws *motion = pcda->context;
    motion->start[1] = (pose){lw_rotation_from_quat(q), c->start.position};
    motion->axis[1] = rotate(motion->start[1].rotation, v3(0, 0, 1));
    lw_pcda_result got = lw_pcda_run(pcda);
    if (got.state != (c->hit ? LW_PCDA_CONTACT : LW_PCDA_FREE))
        fail_msg("case %d: state %d at %.17g, not %s (%.17g)", c->id, got.state, got.time,
                 c->hit ? "contact" : "free", c->low);
    if (c->hit) {
        if (got.time > c->high + 1e-13 || c->low - got.time > 1e-9)
            fail_msg("case %d: %.17g, not %.17g", c->id, got.time, c->low);
        sum->early = fmax(sum->early, c->low - got.time);
    }
    sum->steps[c->hit] += (double)got.steps;
    sum->queries[c->hit] += (double)got.queries;
    sum->samples[c->hit] += (double)got.samples;
    sum->count[c->hit]++;
}

static void check_set(const char *name, lw_pcda_kind kind)
{
    moving_polytopes moving;
    read_moving_polytopes(name, &moving);
    lw_arena arena = {0};
    lw_convex a = hull(&arena, moving.vertices[0], moving.vertex_count[0]);
    lw_convex b = hull(&arena, moving.vertices[1], moving.vertex_count[1]);
    screws motion = resting();
    motion.rate[0] = full_turn;
    motion.rate[1] = full_turn / 2;
    lw_pcda pcda = lw_default_pcda(&a, &b, screw_moves, &motion);
    pcda.kind = kind;
    tally sum = {0};
    for (int i = 0; i < moving.count; i++)
        check_case(&pcda, &moving.cases[i], &sum);
    for (int hit = 1; hit >= 0; hit--) {
        double n = sum.count[hit];
        printf("%s, %s: %d, k %.2f, distances %.2f, samples %.1f\n", name, hit ? "contact" : "free",
               sum.count[hit], sum.steps[hit] / n, sum.queries[hit] / n, sum.samples[hit] / n);
    }
    printf("%s: at most %.2g early\n", name, sum.early);
    if (kind == LW_PCDA_POLYTOPES) {
        assert_true(sum.steps[1] <= 5.0 * sum.count[1]);
        assert_true(sum.steps[0] <= 4.0 * sum.count[0]);
    }
    lw_arena_free(&arena);
}

static void test_polytopes_12_12(void **state)
{
    (void)state;
    check_set("hong_12_12", LW_PCDA_POLYTOPES);
}

static void test_polytopes_44_12(void **state)
{
    (void)state;
    check_set("hong_44_12", LW_PCDA_POLYTOPES);
}

static void test_polytopes_164_12(void **state)
{
    (void)state;
    check_set("hong_164_12", LW_PCDA_POLYTOPES);
}

static void test_polytopes_by_the_basic_algorithm(void **state)
{
    (void)state;
    check_set("hong_12_12", LW_PCDA_BASIC);
}

/* ---- contacts that are formulas --------------------------------------------------------------- */

static void touches_at(const lw_convex *a, const lw_convex *b, screws *motion, double expected)
{
    for (int kind = LW_PCDA_BASIC; kind <= LW_PCDA_POLYTOPES; kind++)
        for (int swap = 0; swap < 2; swap++) {
            screws other = *motion;
            if (swap)
                for (int i = 0; i < 2; i++) {
                    other.start[i] = motion->start[1 - i];
                    other.velocity[i] = motion->velocity[1 - i];
                    other.axis[i] = motion->axis[1 - i];
                    other.rate[i] = motion->rate[1 - i];
                }
            lw_pcda pcda = lw_default_pcda(swap ? b : a, swap ? a : b, screw_moves, &other);
            pcda.kind = (lw_pcda_kind)kind;
            lw_pcda_result got = lw_pcda_run(&pcda);
            if (got.state != LW_PCDA_CONTACT || got.time > expected + 1e-14 ||
                expected - got.time > 1e-9 || got.contact < expected - 1e-12)
                fail_msg("kind %d, swap %d: state %d, %.17g to %.17g, not %.17g", kind, swap, got.state,
                         got.time, got.contact, expected);
        }
}

static void stays_free(const lw_convex *a, const lw_convex *b, screws *motion)
{
    for (int kind = LW_PCDA_BASIC; kind <= LW_PCDA_POLYTOPES; kind++) {
        lw_pcda pcda = lw_default_pcda(a, b, screw_moves, motion);
        pcda.kind = (lw_pcda_kind)kind;
        lw_pcda_result got = lw_pcda_run(&pcda);
        if (got.state != LW_PCDA_FREE)
            fail_msg("kind %d: state %d at %.17g", kind, got.state, got.time);
    }
}

/* A box that slides past another or into it: the time of impact is the gap over the speed. */
static void test_box_and_box(void **state)
{
    (void)state;
    lw_convex a = box(1, 1, 1);
    lw_convex b = box(0.5, 0.5, 0.5);
    screws motion = resting();
    motion.start[1].position = v3(4, 0.2, 0.3);
    motion.velocity[1] = v3(-5, 0, 0);
    touches_at(&a, &b, &motion, 2.5 / 5);
    motion.start[1].position.y = 1.5 + 1e-6;
    stays_free(&a, &b, &motion);
    motion.start[1].position = v3(1.5 + 5e-3, 0.2, 0.3);
    touches_at(&a, &b, &motion, 1e-3);
    /* at the very end, and just not */
    motion.start[1].position = v3(1.5 + 5 - 5e-9, 0.2, 0.3);
    touches_at(&a, &b, &motion, 1 - 1e-9);
    motion.start[1].position = v3(1.5 + 5 + 1e-6, 0.2, 0.3);
    stays_free(&a, &b, &motion);
}

/* A rod of half length 2 turns about its middle past a post, and meets it or not. As both are capsules
 * there is a formula: the rod's line is at the distance far * sin(angle) from the post's axis. */
static void test_rod_and_post(void **state)
{
    (void)state;
    lw_convex rod = {.core = LW_CORE_SEGMENT, .radius = 0.1, .half = {0, 0, 2}};
    lw_convex post = {.core = LW_CORE_SEGMENT, .radius = 0.05, .half = {0, 0, 3}};
    screws motion = resting();
    motion.start[0].rotation = lw_rotation(v3(0, 1, 0), full_turn / 4); /* along x */
    motion.rate[0] = 1;
    double far = 1.5;
    double direction = 0.8; /* of the post as seen from the rod's middle */
    motion.start[1].position = v3(far * cos(direction), far * sin(direction), 0);
    touches_at(&rod, &post, &motion, direction - asin(0.15 / far));
    motion.start[1].position = scale(2.16 / far, motion.start[1].position);
    stays_free(&rod, &post, &motion);
}

/* A wheel that turns and comes down on a plate. */
static void test_wheel_and_plane(void **state)
{
    (void)state;
    lw_convex wheel = {.core = LW_CORE_CYLINDER, .half = {0.5, 0, 0.1}};
    lw_convex plane = box(10, 10, 0.25);
    screws motion = resting();
    motion.start[0] = (pose){lw_rotation(v3(1, 0, 0), full_turn / 4), {0, 0, 2}};
    motion.axis[0] = v3(0, 1, 0);
    motion.rate[0] = 5;
    motion.velocity[0] = v3(2, 0, -3);
    touches_at(&wheel, &plane, &motion, (2 - 0.5 - 0.25) / 3);
    motion.velocity[0].z = -1.2;
    stays_free(&wheel, &plane, &motion);
}

/* Two bars turn against each other about one axis and approach along it: their faces meet when the gap
 * is gone, however they turn. The translation of the screw is not 1. */
static void test_two_screws(void **state)
{
    (void)state;
    lw_convex a = box(1, 0.1, 0.2);
    lw_convex b = box(0.1, 1.2, 0.3);
    screws motion = resting();
    motion.rate[0] = 3;
    motion.rate[1] = -2;
    motion.start[1].position = v3(0, 0, 2);
    motion.velocity[0] = v3(0, 0, 1.25);
    motion.velocity[1] = v3(0, 0, -0.75);
    touches_at(&a, &b, &motion, 1.5 / 2);
}

/* A square bar that lies on its edge. */
static lw_convex square_bar(lw_arena *arena)
{
    double points[3 * 8];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = i & 1 ? 2 : -2;
        points[3 * i + 1] = (i & 6) == 2 ? 0.5 : (i & 6) == 4 ? -0.5 : 0;
        points[3 * i + 2] = (i & 6) == 0 ? -0.5 : (i & 6) == 6 ? 0.5 : 0;
    }
    return hull(arena, points, 8);
}

/* Two square bars, one lying on its edge, the other falling on it edge first, turned by an angle that
 * goes to zero: the edges cross in the middle, or lie on each other. */
static void test_edges_nearly_parallel(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_convex bar = square_bar(&arena);
    static const double angles[] = {1, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 0};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        screws motion = resting();
        motion.start[1].rotation = lw_rotation(v3(0, 0, 1), angles[i]);
        motion.start[1].position = v3(0, 0, 2);
        motion.velocity[1] = v3(0, 0, -2);
        touches_at(&bar, &bar, &motion, 0.5);
        motion.rate[1] = angles[i];
        touches_at(&bar, &bar, &motion, 0.5);
    }
    lw_arena_free(&arena);
}

/* Two such bars with a gap, nearly parallel at first and turning towards a right angle: they come as
 * near as the gap at (1 - gap) / 2. The product of the edges grows as they turn, and the gap times its
 * length must grow with it. */
static void test_a_gap_between_edges(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_convex bar = square_bar(&arena);
    screws motion = resting();
    motion.start[1].rotation = lw_rotation(v3(0, 0, 1), 0.1);
    motion.start[1].position = v3(0, 0, 2);
    motion.velocity[1] = v3(0, 0, -2);
    motion.rate[1] = 1.2;
    lw_pcda pcda = lw_default_pcda(&bar, &bar, screw_moves, &motion);
    pcda.gap = 0.1;
    lw_pcda_result got = lw_pcda_run(&pcda);
    assert_int_equal(got.state, LW_PCDA_NEAR);
    assert_true(got.time <= 0.45 + 1e-12 && got.time > 0.45 - 1e-6);
    lw_arena_free(&arena);
}

/* Octahedra whose corners pass each other: |x| + |y| + |z| <= 1, so that two of them meet if their
 * middles are at most 2 apart in that norm. */
static void test_corners_that_graze(void **state)
{
    (void)state;
    lw_arena arena = {0};
    const double points[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
    lw_convex body = hull(&arena, points, 6);
    screws motion = resting();
    motion.velocity[1] = v3(0, 2, 0);
    static const double gaps[] = {1e-2, 1e-4, 1e-6, 1e-8};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        motion.start[1].position = v3(2 + gaps[i], -1, 0);
        stays_free(&body, &body, &motion);
        motion.start[1].position.x = 2 - gaps[i];
        touches_at(&body, &body, &motion, (1 - (2 - motion.start[1].position.x)) / 2);
    }
    lw_arena_free(&arena);
}

static void test_starts_in_contact(void **state)
{
    (void)state;
    lw_convex a = box(1, 1, 1);
    screws motion = resting();
    motion.velocity[1] = v3(10, 0, 0);
    touches_at(&a, &a, &motion, 0);
    motion.start[1].position = v3(2, 0, 0);
    touches_at(&a, &a, &motion, 0);
}

/* Points and segments; some bodies do not move at all. */
static void test_least_bodies(void **state)
{
    (void)state;
    lw_arena arena = {0};
    const double points[] = {0, 0, 0, 1, 0, 0};
    lw_convex point = hull(&arena, points, 1);
    lw_convex segment = hull(&arena, points, 2);
    screws motion = resting();
    motion.start[1].position = v3(2, 0, 0);
    stays_free(&point, &segment, &motion);
    stays_free(&point, &point, &motion);
    motion.velocity[0] = v3(4, 0, 0);
    touches_at(&point, &segment, &motion, 0.5);
    lw_arena_free(&arena);
}

/* ---- motions that are none -------------------------------------------------------------------- */

static void lying_moves(void *context, double at, double until, lw_moving bodies[2])
{
    (void)until;
    double kind = *(const double *)context;
    bodies[0] = (lw_moving){.pose = pose_identity()};
    bodies[1] = (lw_moving){.pose = {mat3_identity(), {4 - 3.5 * at * at, 0, 0}}};
    if (isnan(kind))
        bodies[1].pose.position.y = at > 0 ? NAN : 0;
    else
        bodies[1].linear.x = -7 * at; /* without a bound of its change: at 0 the body seems to rest */
    if (kind > 0)
        bodies[1].acceleration = kind;
}

static void test_bounds_that_are_too_small_are_found_out(void **state)
{
    (void)state;
    lw_convex a = box(1, 1, 1);
    double kind = 0.1;
    lw_pcda pcda = lw_default_pcda(&a, &a, lying_moves, &kind);
    lw_pcda_result got = lw_pcda_run(&pcda);
    assert_int_equal(got.state, LW_PCDA_MOTION);
    kind = 7;
    pcda.end = 1;
    got = lw_pcda_run(&pcda);
    assert_int_equal(got.state, LW_PCDA_CONTACT);
    assert_true(got.time <= sqrt(2 / 3.5) && sqrt(2 / 3.5) - got.time < 1e-9);
    kind = NAN;
    got = lw_pcda_run(&pcda);
    assert_int_equal(got.state, LW_PCDA_MOTION);
}

/* Turns about the world's x. The angular velocity is given truly in the world; wrongly in the axes of
 * the body, which lies along y; or truly, but with no bound of its change. */
typedef enum telling { IN_THE_WORLD, IN_THE_BODY, UNCHANGED } telling;

static void turning_moves(void *context, double at, double until, lw_moving bodies[2])
{
    (void)until;
    telling kind = *(const telling *)context;
    double angle = kind == UNCHANGED ? at * at : 2 * at;
    mat3 start = lw_rotation(v3(0, 0, 1), full_turn / 4);
    bodies[0] = (lw_moving){.pose = pose_identity()};
    bodies[1] = (lw_moving){.pose = {mul(lw_rotation(v3(1, 0, 0), angle), start), {3.2, 0, 0}},
                            .angular = {kind == UNCHANGED ? 2 * at : 2, 0, 0},
                            .spin = 2};
    if (kind == IN_THE_BODY)
        bodies[1].angular = rotate_back(bodies[1].pose.rotation, bodies[1].angular);
}

static void test_velocities_that_are_not_those_of_the_poses_are_found_out(void **state)
{
    (void)state;
    lw_convex a = box(1, 1, 1);
    lw_convex b = box(2, 2, 2);
    for (telling kind = IN_THE_WORLD; kind <= UNCHANGED; kind++) {
        lw_pcda pcda = lw_default_pcda(&a, &b, turning_moves, &kind);
        assert_int_equal(lw_pcda_run(&pcda).state,
                         kind == IN_THE_WORLD ? LW_PCDA_FREE : LW_PCDA_MOTION);
    }
}

/* ---- random bodies ---------------------------------------------------------------------------- */

static lw_convex random_body(lw_arena *arena, lw_random *random)
{
    double r = lw_random_between(random, 0.02, 0.3);
    double h = lw_random_between(random, 0.1, 0.6);
    double points[3 * 40];
    switch (lw_random_below(random, 7)) {
    case 0:
        return (lw_convex){.core = LW_CORE_POINT, .radius = r};
    case 1:
        return (lw_convex){.core = LW_CORE_SEGMENT, .radius = r, .half = {0, 0, h}};
    case 2:
        return (lw_convex){.core = LW_CORE_CYLINDER, .half = {r, 0, h}};
    case 3:
        return box(r, h, lw_random_between(random, 0.01, 0.5));
    case 4:
        return (lw_convex){.core = LW_CORE_ELLIPSOID,
                           .half = {r, h, lw_random_between(random, 0.01, 0.5)}};
    default:
        break;
    }
    size_t count = 4 + lw_random_below(random, 36);
    for (size_t i = 0; i < count; i++) {
        vec3 p = scale(h, random_unit(random));
        points[3 * i] = p.x;
        points[3 * i + 1] = p.y;
        points[3 * i + 2] = 0.3 * p.z;
    }
    lw_convex body = hull(arena, points, count);
    body.radius = lw_random_below(random, 2) ? 0 : 0.3 * r;
    return body;
}

static screws random_motion(lw_random *random)
{
    screws motion = resting();
    for (int i = 0; i < 2; i++) {
        motion.start[i].rotation =
            lw_rotation(random_unit(random), lw_random_between(random, 0, full_turn));
        motion.start[i].position = scale(lw_random_between(random, 0.3, 1.5), random_unit(random));
        motion.velocity[i] = scale(lw_random_between(random, 0, 2), random_unit(random));
        motion.axis[i] = random_unit(random);
        motion.rate[i] = lw_random_between(random, -6, 6);
    }
    return motion;
}

static double distance(const lw_pcda *pcda, double at)
{
    lw_moving bodies[2];
    lw_bracket bracket;
    pcda->moves(pcda->context, at, at, bodies);
    const pose between = relative(bodies[0].pose, bodies[1].pose);
    lw_convex_distance(pcda->shapes[0], pcda->shapes[1], &between, NULL, &bracket);
    return bracket.upper;
}

/* The verdicts hold against samples. If the world is moved and turned or, for free motions, time runs
 * backwards, they stay the same. Both algorithms agree. */
static void test_random_motions(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int counts[5] = {0};
    size_t steps = 0;
    size_t longest = 0;
    int rounds = test_rounds(3000, 100000);
    for (int round = 0; round < rounds; round++) {
        uint64_t seed = random.state;
        lw_arena arena = {0};
        lw_convex a = random_body(&arena, &random);
        lw_convex b = random_body(&arena, &random);
        screws motion = random_motion(&random);
        lw_pcda pcda = lw_default_pcda(&a, &b, screw_moves, &motion);
        lw_pcda_result got = lw_pcda_run(&pcda);
        counts[got.state]++;
        steps += got.state == LW_PCDA_CONTACT ? got.steps : 0;
        longest = got.steps > longest ? got.steps : longest;
        enum { SAMPLES = 100 };
        for (int i = 0; i < SAMPLES && got.time > 0; i++) {
            double at = got.time * i / SAMPLES;
            if (distance(&pcda, at) <= 0)
                fail_msg("seed %#" PRIx64 ": in contact at %.17g, apart until %.17g", seed, at,
                         got.time);
        }
        if (got.state == LW_PCDA_CONTACT)
            assert_true(distance(&pcda, got.contact) <= 0);
        pcda.kind = LW_PCDA_BASIC;
        lw_pcda_result basic = lw_pcda_run(&pcda);
        pcda.kind = LW_PCDA_POLYTOPES;
        motion.world = (pose){lw_rotation(random_unit(&random), 2), {3, -2, 1}};
        lw_pcda_result moved = lw_pcda_run(&pcda);
        bool grazes = got.state == LW_PCDA_NEAR || basic.state != got.state || moved.state != got.state;
        counts[4] += grazes && got.state != LW_PCDA_NEAR;
        if (got.state == LW_PCDA_CONTACT && !grazes && got.contact - got.time < 1e-9 &&
            (fabs(basic.time - got.time) > 1e-6 || fabs(moved.time - got.time) > 1e-6))
            fail_msg("seed %#" PRIx64 ": %.17g, %.17g, %.17g", seed, got.time, basic.time, moved.time);
        motion.world = pose_identity();
        motion.flip = 1;
        lw_pcda_state back = got.state == LW_PCDA_FREE ? lw_pcda_run(&pcda).state : LW_PCDA_FREE;
        if (back == LW_PCDA_CONTACT || back == LW_PCDA_MOTION)
            fail_msg("seed %#" PRIx64 ": free, but backwards %d", seed, (int)back);
        /* along round shapes, the way back may take more steps than there are */
        counts[4] += back != LW_PCDA_FREE;
        lw_arena_free(&arena);
    }
    printf("%d free, %d contact, %d near, %d spent; %d seen otherwise; k %.2f, at most %zu\n",
           counts[0], counts[1], counts[2], counts[3], counts[4], (double)steps / counts[1], longest);
    /* motions that graze, glide and roll are included */
    assert_true(steps <= 4 * (size_t)counts[1] && longest <= 40);
    assert_true(counts[0] > rounds / 10 && counts[1] > rounds / 10);
    assert_true(counts[2] + counts[3] + counts[4] <= rounds / 500);
}

/* If the steps run out, no more is claimed than they have proven: as much as the same steps prove when
 * there are more of them. */
static void test_the_steps_run_out(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int cuts = 0;
    for (int round = 0; round < 300; round++) {
        lw_arena arena = {0};
        lw_convex a = random_body(&arena, &random);
        lw_convex b = random_body(&arena, &random);
        screws motion = random_motion(&random);
        lw_pcda pcda = lw_default_pcda(&a, &b, screw_moves, &motion);
        lw_pcda_result whole = lw_pcda_run(&pcda);
        double before = pcda.begin;
        for (pcda.steps = 0; pcda.steps < whole.steps; pcda.steps++) {
            lw_pcda_result cut = lw_pcda_run(&pcda);
            assert_int_equal(cut.state, LW_PCDA_BUDGET);
            assert_true(cut.steps >= pcda.steps && cut.steps <= pcda.steps + 1);
            assert_true(cut.time >= before && cut.time <= whole.time && cut.queries <= whole.queries);
            assert_true(pcda.steps > 0 || (cut.time == pcda.begin && cut.queries == 0));
            before = cut.time;
            cuts++;
        }
        lw_arena_free(&arena);
    }
    assert_true(cuts > 100);
}

/* With a gap, bodies are apart only if they are farther apart than the gap; bodies that come nearer end
 * the search there. A contact is still a contact of the shapes. With a delay, a contact is at most that
 * late. */
static void test_a_gap_and_a_delay(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int counts[5] = {0};
    int late = 0;
    for (int round = test_rounds(1500, 50000); round > 0; round--) {
        lw_arena arena = {0};
        lw_convex a = random_body(&arena, &random);
        lw_convex b = random_body(&arena, &random);
        screws motion = random_motion(&random);
        lw_pcda pcda = lw_default_pcda(&a, &b, screw_moves, &motion);
        lw_pcda_result plain = lw_pcda_run(&pcda);
        pcda.gap = pow(10, lw_random_between(&random, -6, -1));
        lw_pcda_result got = lw_pcda_run(&pcda);
        counts[got.state]++;
        assert_true(got.state != LW_PCDA_FREE || plain.state != LW_PCDA_CONTACT);
        enum { SAMPLES = 100 };
        for (int i = 0; i < SAMPLES && got.time > 0; i++)
            if (!(distance(&pcda, got.time * i / SAMPLES) > pcda.gap))
                fail_msg("%g apart at %.17g, farther than %g until %.17g",
                         distance(&pcda, got.time * i / SAMPLES), got.time * i / SAMPLES, pcda.gap,
                         got.time);
        if (got.state == LW_PCDA_NEAR) /* now and then 1000 steps are spent, gliding along the gap */
            assert_true(distance(&pcda, got.time) <= pcda.gap + 1e-4);
        /* with such a gap the contact is not found within the delay */
        pcda.gap = 1e-9;
        pcda.delay = 1e-11;
        got = lw_pcda_run(&pcda);
        assert_true(got.state != LW_PCDA_CONTACT || got.contact - got.time <= 1.001e-11);
        pcda.gap = 0;
        pcda.delay = pow(10, lw_random_between(&random, -8, -2));
        got = lw_pcda_run(&pcda);
        late += got.contact - got.time > 1e-7;
        assert_true(got.state != LW_PCDA_FREE || plain.state != LW_PCDA_CONTACT);
        if (got.state == LW_PCDA_CONTACT) {
            assert_true(distance(&pcda, got.contact) <= 0);
            assert_true(got.contact - got.time <= pcda.delay * (1 + 1e-6));
        }
        lw_arena_free(&arena);
    }
    printf("with a gap %d free, %d contact, %d near, %d spent; %d contacts late\n", counts[0],
           counts[1], counts[2], counts[3], late);
    assert_true(counts[LW_PCDA_FREE] > 100 && counts[LW_PCDA_NEAR] > 50 && late > 50);
}

/* Screws, and the number of distances that the search may still ask for. */
typedef struct patience {
    screws motion;
    size_t left;
} patience;

static void patient_moves(void *context, double at, double until, lw_moving bodies[2])
{
    screw_moves(&((patience *)context)->motion, at, until, bodies);
}

static bool lose_patience(void *context)
{
    patience *p = context;
    return p->left == 0 || p->left-- == 0;
}

/* A search that is stopped has computed as many distances as it was allowed, and proven no more than
 * the whole search. */
static void test_a_caller_stops_it(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int stops = 0;
    for (int round = test_rounds(500, 20000); round > 0; round--) {
        lw_arena arena = {0};
        lw_convex a = random_body(&arena, &random);
        lw_convex b = random_body(&arena, &random);
        patience p = {random_motion(&random), SIZE_MAX};
        lw_pcda pcda = lw_default_pcda(&a, &b, patient_moves, &p);
        pcda.stop = lose_patience;
        lw_pcda_result whole = lw_pcda_run(&pcda);
        for (size_t queries = 0; queries < whole.queries; queries++) {
            p.left = queries;
            lw_pcda_result cut = lw_pcda_run(&pcda);
            assert_int_equal(cut.state, LW_PCDA_BUDGET);
            assert_int_equal(cut.queries, queries);
            assert_true(cut.time <= whole.time);
            stops++;
        }
        lw_arena_free(&arena);
    }
    assert_true(stops > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polytopes_12_12),
        cmocka_unit_test(test_polytopes_44_12),
        cmocka_unit_test(test_polytopes_164_12),
        cmocka_unit_test(test_polytopes_by_the_basic_algorithm),
        cmocka_unit_test(test_box_and_box),
        cmocka_unit_test(test_rod_and_post),
        cmocka_unit_test(test_wheel_and_plane),
        cmocka_unit_test(test_two_screws),
        cmocka_unit_test(test_edges_nearly_parallel),
        cmocka_unit_test(test_corners_that_graze),
        cmocka_unit_test(test_starts_in_contact),
        cmocka_unit_test(test_least_bodies),
        cmocka_unit_test(test_bounds_that_are_too_small_are_found_out),
        cmocka_unit_test(test_velocities_that_are_not_those_of_the_poses_are_found_out),
        cmocka_unit_test(test_random_motions),
        cmocka_unit_test(test_the_steps_run_out),
        cmocka_unit_test(test_a_gap_and_a_delay),
        cmocka_unit_test(test_a_gap_between_edges),
        cmocka_unit_test(test_a_caller_stops_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
